"""Piece kinds and the order of battle."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from qtwar.model.base import Ident, LocalText, Model


class PieceKind(Model):
    """A kind of counter: its side, its numbers (`attrs`, named by the title) and its traits."""

    id: Ident
    name: LocalText
    klass: Literal["unit", "marker", "card"] = Field(default="unit", alias="class")
    side: Ident | None = None
    template: str = ""
    size: str | None = None
    attrs: dict[str, Any] = {}
    traits: tuple[str, ...] = ()
    hidden: str = ""
    """Id of the back shown while its identity is unknown; empty: the back of its side."""


class Formation(Model):
    """A node of the order of battle; without `parent` it is a root."""

    id: Ident
    name: LocalText
    parent: Ident | None = None
    side: Ident | None = None
    size: str | None = None
    attrs: dict[str, Any] = {}


class Piece(Model):
    """A counter of the roster; `attrs` overrides numbers of its kind."""

    id: Ident
    kind: Ident
    formation: Ident | None = None
    name: LocalText | None = None
    attrs: dict[str, Any] = {}

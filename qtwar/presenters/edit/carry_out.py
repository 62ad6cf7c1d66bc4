"""Turns what the window asks for into a command of the edit session; runs on the draft's thread."""

from __future__ import annotations

from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft

Op = dict[str, Any]


def command_of(draft: Draft, op: Op) -> Command:
    """Return the command of an operation of `ui.edit.ops`; raises DataFault in one sentence."""
    if "call" in op:
        from qtwar.editing import commands

        command: Command = getattr(commands, op["call"])(draft, *op.get("with", ()), **op.get("args", {}))
        return command
    batch = Batch(draft)
    for step in op["steps"]:
        _STEPS[step["do"]](batch, step)
    label = op["label"]
    return batch.command(label["key"], **label["args"])


def _insert(batch: Batch, step: Op) -> None:
    batch.insert(step["path"], step["item"], None if step["at"] < 0 else step["at"])


def _set(batch: Batch, step: Op) -> None:
    path = step["path"]
    value = step["to"]
    if isinstance(value, list):
        try:
            now = batch.at(*path)
        except DataFault:
            now = None
        if isinstance(now, list):
            batch.replace(path, value)
            return
    batch.set(path, value)


_STEPS = {
    "set": _set,
    "unset": lambda batch, step: batch.unset(step["path"]),
    "insert": _insert,
    "remove": lambda batch, step: batch.remove(step["path"], step["at"]),
    "move": lambda batch, step: batch.move(step["path"], step["from"], step["to"]),
    "cells": lambda batch, step: batch.paint(step["path"], step["to"]),
}

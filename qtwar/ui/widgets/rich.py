"""Sentences with links: spans become a label whose links lead to cells, pieces, rules and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from qtwar.base.text import Span
from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import current
from qtwar.ui.widgets.plain import plain


def html(spans: Sequence[Span], *, underline: bool = False) -> str:
    """Return spans as the small HTML that Qt shows; links in the accent colour, rule numbers underlined."""
    t = current().tokens
    parts: list[str] = []
    for span in spans:
        text = escape(span.text)
        if not span.link:
            parts.append(text)
            continue
        line = "underline" if underline or span.link.startswith("rule:") else "none"
        parts.append(f'<a href="{escape(span.link)}" style="color:{t.accent};text-decoration:{line}">{text}</a>')
    return "".join(parts)


def cited(text: str, rule: str) -> tuple[Span, ...]:
    """Return a sentence with the rule that it stands on, if any, as a link behind it."""
    return (Span(text), Span("  "), Span(rule, f"rule:{rule}")) if rule else (Span(text),)


class Rich(Speaks, QLabel):
    """A label of spans; `then` gets the link that is followed. It wraps, or is one line that shortens with …."""

    def __init__(
        self,
        kind: str = "",
        spans: Sequence[Span] = (),
        *,
        then: Callable[[str], object],
        wrap: bool = True,
    ) -> None:
        super().__init__()
        if kind:
            self.setProperty("kind", kind)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(wrap)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(wrap)
        self.setSizePolicy(policy)
        self._spans: tuple[Span, ...] = ()
        self.linkActivated.connect(then)
        if spans:
            self.show_spans(spans)

    @property
    def spans(self) -> tuple[Span, ...]:
        """Return the spans of the sentence that is shown."""
        return self._spans

    def plain(self) -> str:
        """The sentence without links."""
        return "".join(span.text for span in self._spans)

    def show_spans(self, spans: Sequence[Span]) -> None:
        """Show a sentence given as spans, with its links."""
        self._spans = tuple(spans)
        self._write()

    def restyle(self) -> None:
        """Write again with the colours in force."""
        self._write()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Look again how much of one line there is room for."""
        super().resizeEvent(event)
        if not self.wordWrap():
            self._write()

    def _fitting(self) -> tuple[Span, ...]:
        """Return what one line has room for, with … where that is not all, which the tip then tells."""
        whole = self.plain()
        words = self.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, self.contentsRect().width())
        self.setToolTip(plain(whole if words != whole else ""))
        if words == whole:
            return self._spans
        left, shown = len(words) - 1, list[Span]()
        for span in self._spans:
            shown.append(replace(span, text=span.text[:left]))
            left -= len(shown[-1].text)
        return (*(span for span in shown if span.text), Span("…"))

    def _write(self) -> None:
        text = html(self._spans if self.wordWrap() else self._fitting())
        if text != self.text():
            self.setText(text)
        if self.plain() != self.accessibleName():
            self.setAccessibleName(self.plain())
        # Keyboard focus makes sense only where there is something to follow.
        links = any(span.link for span in self._spans)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if links else Qt.FocusPolicy.NoFocus)

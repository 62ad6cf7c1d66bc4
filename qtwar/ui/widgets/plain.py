"""Words of a title where Qt would take them for HTML: they open no file, load no picture and hide no word."""

from __future__ import annotations

from html import escape


def plain(text: str) -> str:
    """Return a text that Qt shows letter by letter, whatever stands in it: for tooltips, which have no format of their own."""
    return f'<span style="white-space:pre-wrap">{escape(text)}</span>' if "<" in text else text

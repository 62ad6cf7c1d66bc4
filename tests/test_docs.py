"""What README and docs point at is there: pages, parts of the repository, pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"!?\[[^]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = [link.partition("#")[0] for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]
    assert [link for link in links if link and not (page.parent / link).exists()] == []


def test_each_page_of_the_first_look_is_there_in_both_languages() -> None:
    pages = {file.name for file in (ROOT / "docs").glob("for-*.md")} | {"index.md"}
    assert pages == {file.name for file in (ROOT / "docs" / "ja").glob("*.md")}
    assert len(pages) == 5

"""What README and docs point at is there: pages, parts of the repository, pictures, and labels as the program says them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

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


EMPHASIS = {
    "Saint-Clair", "Hedgerow", "生垣", "Band of Heroes", "バンド・オブ・ヒーローズ",
    "Blue", "Red", "青軍", "赤軍", "ドイツ軍：待機", "CCRR", "?",
    "inventory", "mask", "LOS", "charts", "retire", "logfile", ".pem", ".crt",
}  # fmt: skip
"""What guides set apart that no label of the program says: what is typed, and names of things that are made on the way."""
GUIDES = [ROOT / "README.md", *sorted((ROOT / "docs" / "guide").rglob("*.md"))]
ARGUMENT = re.compile(r"\{[^}]*\}")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, str):
        yield value.replace("&", "").strip()


@cache
def _labels(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return all that the program and its titles say in a language, and what they say with something put in."""
    files = [*(ROOT / "resources" / "i18n").glob(f"*{language}.yaml"), *(ROOT / "modules").glob(f"*/i18n/{language}.yaml")]
    said = {text for file in files for text in _texts(yaml.safe_load(file.read_text(encoding="utf-8")))}
    filled = [text for text in said if "{" in text and len(ARGUMENT.sub("", text).strip()) > 1]
    made = (".+".join(re.escape(part) for part in ARGUMENT.split(text)) for text in filled)
    return frozenset(said), tuple(re.compile(one) for one in made)


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_labels_in_a_guide_are_those_of_the_program(page: Path) -> None:
    language = "ja" if page.parent.name == "ja" else "en"
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    marks = r"「([^」]+)」" if language == "ja" else r"(?<![*\w])\*([^*\s][^*\n]*)\*(?!\*)"
    said, filled = _labels(language)

    def known(label: str) -> bool:
        forms = {label, label.rstrip("…"), f"{label}…", label.removeprefix("+ ")}  # a plus is the button's picture
        return bool(forms & said) or label in EMPHASIS or any(one.fullmatch(label) for one in filled)

    found = [part.strip() for label in re.findall(marks, text) for part in re.split("[›→]", label)]
    assert [label for label in found if not known(label) and not label.endswith(("。", ".", "("))] == []

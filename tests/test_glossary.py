"""What docs/glossary.md names is there, no noun stands for two ideas, and docstrings are sentences."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

REPLACED = frozenset(
    [
        "said",
        "kept",
        "hands",
        "lens",
        "telling",
        "looking",
        "easel",
        "warm",
        "courier",
        "mends",
        "starts",
        "standing",
        "ways",
    ]
)
"""House words; the glossary has the trade's word for each (cache, render worker, line of sight …)."""

SAME_NAME: dict[str, str] = {}
"""Public classes that share a name, with the reason."""


@pytest.fixture(scope="module")
def modules(repository: Path) -> dict[str, ast.Module]:
    """Dotted name → syntax tree of each module of the program."""
    return {
        ".".join(path.relative_to(repository).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in sorted((repository / "qtwar").rglob("*.py"))
    }


def defined(tree: ast.Module) -> Iterator[Named]:
    """Return the classes and functions that stand at the top of a module."""
    return (node for node in tree.body if isinstance(node, Named))


def bound(tree: ast.Module) -> set[str]:
    """Return the names of the classes, functions and values that stand at the top of a module."""
    names = {node.name for node in defined(tree)}
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def rows(repository: Path) -> list[list[str]]:
    """Return the cells of each row of the glossary: term, Japanese term, sentence, places."""
    lines = (repository / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [row for row in cells if row[0] not in {"term", "---"}]


def test_every_place_of_the_glossary_is_there(repository: Path, modules: dict[str, ast.Module]) -> None:
    places = [(row[0], place) for row in rows(repository) for place in re.findall(r"`([^`]+)`", row[3])]
    assert len(places) > 50
    missing = []
    for term, place in places:
        home, _, name = f"qtwar.{place}".rpartition(".")
        if f"qtwar.{place}" not in modules and not (home in modules and name in bound(modules[home])):
            missing.append(f"{term}: {place}")
    assert not missing


def test_every_term_has_one_sentence_a_japanese_term_and_a_place(repository: Path) -> None:
    found = rows(repository)
    assert len({row[0] for row in found}) == len(found), "a term stands twice"
    for row in found:
        assert len(row) == 4, row
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", row[1]), row
        assert row[2].endswith("."), row
        assert "`" in row[3], row


def test_no_two_public_classes_share_a_name(modules: dict[str, ast.Module]) -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for module, tree in modules.items():
        for node in defined(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(module)
    doubled = {name: places for name, places in homes.items() if len(places) > 1}
    assert doubled.keys() == SAME_NAME.keys(), doubled


def test_no_replaced_word_is_a_name(modules: dict[str, ast.Module]) -> None:
    names = {(module, module.rpartition(".")[2]) for module in modules}
    names |= {
        (module, node.name) for module, tree in modules.items() for node in ast.walk(tree) if isinstance(node, Named)
    }
    found = [f"{module}: {name}" for module, name in names if name.strip("_").lower() in REPLACED]
    assert not sorted(found)


def test_every_public_docstring_is_a_sentence(modules: dict[str, ast.Module]) -> None:
    bad = []
    for module, tree in modules.items():
        public = [node for node in defined(tree) if not node.name.startswith("_")]
        for node in [*([tree] if tree.body else []), *public]:
            lead = (ast.get_docstring(node) or "").split("\n\n")[0].rstrip()
            if len(lead.split()) < 3 or not lead.endswith((".", ":")):
                bad.append(f"{module}.{getattr(node, 'name', '')}: {lead!r}")
    assert not bad

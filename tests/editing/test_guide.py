"""The module guide is true: its files are written, its commands run, and the title that comes of it is sound."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from qtwar.cli.main import main
from qtwar.kit.content import Content
from qtwar.model.load import load

GUIDE = Path(__file__).parents[2] / "docs" / "module-guide.md"
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_guide_builds_a_complete_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran: list[str] = []
    for language, file, body in BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        if file:
            path = tmp_path / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
        elif language == "sh":
            for line in body.splitlines():
                words = shlex.split(line)
                if words[0] == "rm":
                    (tmp_path / words[1]).unlink()
                    continue
                assert words[0] == "qtwar"
                # the sandbox is tested elsewhere; here the rules' own Python is
                native = ["--native"] if words[1] in ("try", "selfplay") else []
                assert main([*words[1:], *native]) == 0, f"{line}\n{capsys.readouterr().out}"
                ran.append(words[1])
    assert ran.count("try") == 4
    assert {"new", "validate", "selfplay", "pack"} <= set(ran)
    content = load(tmp_path / "ford.qtmod")
    assert content.title.name.en == "The Ford"
    assert len(content.tables) == 1
    out = capsys.readouterr().out
    assert "0 findings" in out
    assert "10 games" in out
    assert "0 faults" in out


def test_the_guide_s_rules_pass_the_sandbox_s_checks(tmp_path: Path) -> None:
    from qtwar.sandbox.vet import vet_folder

    code = next(
        body
        for language, file, body in BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
        if file.endswith("rules/__init__.py")
    )
    (tmp_path / "__init__.py").write_text(code, encoding="utf-8")
    assert vet_folder(tmp_path) == []


BLOCKS = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
EXAMPLES = [body for language, file, body in BLOCKS if language == "python" and not file]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda body: str(body.splitlines()[0].split()[1]))
def test_the_guide_s_examples_are_true(example: str, tmp_path: Path) -> None:
    assert "assert " in example
    for _, file, body in BLOCKS:
        if file.startswith("ford/content"):
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(body, encoding="utf-8")
    assert main(["new", str(tmp_path / "new"), "--name", "The Ford"]) == 0
    for written in (tmp_path / "new").rglob("*.yaml"):
        kept = tmp_path / "ford" / written.relative_to(tmp_path / "new")
        if not kept.exists() and written.parent.name not in ("boards", "scenarios", "positions"):
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(written.read_bytes())
    exec(compile(example, str(GUIDE), "exec"), {"content": Content(load(tmp_path / "ford").rules_json())})


def test_a_new_module_is_not_written_over_anything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "a"), "--map", "squares", "--columns", "9"]) == 0
    assert main(["validate", str(tmp_path / "a")]) == 0
    assert main(["try", str(tmp_path / "a" / "tests" / "positions" / "1_1_one_cell.yaml"), "--native"]) == 0
    capsys.readouterr()
    assert main(["new", str(tmp_path / "a")]) == 2
    assert "not empty" in capsys.readouterr().err
    assert main(["new", str(tmp_path / "浅瀬")]) == 2
    assert "makes no id" in capsys.readouterr().err
    assert main(["pack", str(tmp_path / "nothing")]) == 2
    assert capsys.readouterr().err.count("\n") == 1

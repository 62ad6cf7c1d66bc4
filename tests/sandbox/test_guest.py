"""The guest file and its compiled copy: verified, mended when spoilt, told when it can not be made."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from qtwar.base.errors import RulesFault
from qtwar.sandbox import bytecode, guest, report
from qtwar.sandbox.allowed import ALLOWED
from qtwar.sandbox.client import SandboxRules, compile_ahead
from qtwar.sandbox.package import ModuleSource
from tests.sandbox.conftest import CONTENT, SMALL


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test with the compiled guest in it."""
    made = guest.ensure()
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    target = guest.native_path(guest.manifest()["sha256"])
    shutil.copy(made, target)
    shutil.copy(made.with_suffix(".sha256"), target.with_suffix(".sha256"))
    return target


def test_the_guest_that_ships_is_the_one_that_was_built() -> None:
    facts = guest.manifest()
    wasm = guest._unpack(facts)
    assert wasm[:4] == b"\0asm"
    assert len(wasm) == facts["size"]
    assert facts["file"] == f"guest-{facts['sha256'][:12]}.wasm.xz"


def test_the_guest_was_built_from_the_runner_beside_it(repository: Path) -> None:
    facts = guest.manifest()
    for key, path in (("app_sha256", "installer/guest/app.py"), ("allowed_sha256", "qtwar/sandbox/allowed.py")):
        now = hashlib.sha256((repository / path).read_bytes()).hexdigest()
        assert facts[key] == now, f"{path} has changed: run installer/guest/build.py and commit resources/guest"


def test_what_rules_may_import_is_in_the_guest(port: SandboxRules) -> None:
    code = "\n".join(f"import {name}" for name in ALLOWED if name != "__future__") + "\nout = 'all'"
    assert port.query("A", "run", {"code": code}) == "all"


def test_who_leaves_waits_for_no_compilation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    monkeypatch.setattr(guest, "worker", lambda *_: [sys.executable, "-c", "import time; print(time.sleep(600))"])
    compiling = Event()

    def told(step: str, _: float) -> None:
        if step == "compile":
            compiling.set()

    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(guest.ensure, told) for _ in range(2)]  # the second waits for the first
        assert compiling.wait(60)
        guest.stop()  # before there is a process or after
        for one in asked:
            assert isinstance(one.exception(timeout=30), RulesFault)
    assert not guest._compiling
    assert not list(tmp_path.glob("making-*"))


def test_a_spoilt_compiled_guest_is_made_anew(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert guest.ensure() == own_cache
    data = bytearray(own_cache.read_bytes())
    data[len(data) // 2] ^= 0xFF
    own_cache.write_bytes(data)
    steps: list[tuple[str, float]] = []
    assert guest.ensure(lambda key, share: steps.append((key, share))) == own_cache
    assert [key for key, _ in steps] == ["unpack", "compile", "ready"]
    assert guest._is_whole(own_cache)
    assert sorted(p.name for p in own_cache.parent.iterdir()) == sorted(
        [own_cache.name, own_cache.with_suffix(".sha256").name]
    )


def test_a_compiled_guest_without_its_seal_is_not_run(own_cache: Path) -> None:
    own_cache.with_suffix(".sha256").unlink()
    assert not guest._is_whole(own_cache)


def test_what_the_systems_package_has_compiled_is_run_if_nobody_else_could_change_it(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QTWAR_CACHE")
    nobodys = own_cache.parent / "nobody's"
    monkeypatch.setattr(guest, "cache_folder", lambda: nobodys)
    own_cache.parent.chmod(0o755)
    owner = own_cache.stat().st_uid
    monkeypatch.setattr(guest, "SHARED", own_cache.parent)
    monkeypatch.setattr(guest, "OWNER", owner)

    def made() -> list[Path]:
        return [path for path in guest.kept_at(guest.native_path(guest.manifest()["sha256"]).name) if path.exists()]

    packaged = sys.platform == "linux"  # only its packages have a place for all who use the machine
    assert made() == [own_cache] * packaged
    assert guest.is_ready() is packaged
    assert guest.ensure() == (own_cache if packaged else nobodys / own_cache.name), "elsewhere one's own is made"
    shutil.rmtree(nobodys, ignore_errors=True)
    own_cache.parent.chmod(0o777)
    assert made() == []
    own_cache.parent.chmod(0o755)
    monkeypatch.setattr(guest, "OWNER", owner + 1)
    assert made() == []
    assert not guest.is_ready()


def test_another_file_in_the_guests_place_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = guest.manifest()
    (tmp_path / "guest.json").write_text(json.dumps(facts), encoding="utf-8")
    (tmp_path / facts["file"]).write_bytes(lzma.compress(b"\0asm something else"))
    monkeypatch.setattr(guest, "RESOURCES", tmp_path)
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path / "cache"))
    with pytest.raises(RulesFault, match="not the one that was shipped"):
        guest.ensure()
    (tmp_path / facts["file"]).write_bytes(b"cut off")
    with pytest.raises(RulesFault, match="can not be unpacked"):
        guest.ensure()
    (tmp_path / "guest.json").unlink()
    with pytest.raises(RulesFault, match="missing from this copy"):
        guest.ensure()


def test_a_cache_that_can_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(RulesFault, match="QTWAR_CACHE"):
        guest.ensure()


@pytest.mark.parametrize("spoilt", ["", "[]", "{}", '{"a": 1}', "\ufffd"])
def test_spoilt_bytecode_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    source = ModuleSource("a", "a.py", "x = 1\n", False)
    made: list[list[str]] = []

    def make(sources: list[ModuleSource]) -> list[str]:
        made.append([s.name for s in sources])
        return ["Y29kZQ==" for _ in sources]

    first = bytecode.compiled([source], make)
    assert bytecode.compiled([source], make) == first
    assert made == [["a"]]
    (kept,) = tmp_path.rglob("*.json")
    kept.write_text(spoilt, encoding="utf-8")
    assert bytecode.compiled([source], make) == first
    assert made == [["a"], ["a"]]


def test_who_wants_bytecode_that_is_being_made_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    source = ModuleSource("a", "a.py", "x = 1\n", False)
    begun, go_on, made = Event(), Event(), []

    def make(sources: list[ModuleSource]) -> list[str]:
        made.append(len(sources))
        begun.set()
        assert go_on.wait(20)
        return ["Y29kZQ==" for _ in sources]

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(bytecode.compiled, [source], make)
        assert begun.wait(20)
        second = pool.submit(bytecode.compiled, [source], make)
        go_on.set()
        assert first.result(20) == second.result(20)
    assert made == [1]


def test_a_bit_that_flipped_in_the_bytecode_does_not_keep_a_title_from_loading(
    own_cache: Path, hostile_folder: Path
) -> None:
    SandboxRules(hostile_folder, CONTENT, limits=SMALL).close()
    files = {file: file.read_text(encoding="ascii") for file in own_cache.parent.rglob("bytecode-*/*.json")}
    kept, whole = next((file, text) for file, text in files.items() if "title_rules" in json.loads(text)["code"])
    data = json.loads(whole)
    for spoilt in ("", "@@@", data["code"]["title_rules"][:40], "Tg=="):
        kept.write_text(json.dumps({**data, "code": {**data["code"], "title_rules": spoilt}}), encoding="ascii")
        rules = SandboxRules(hostile_folder, CONTENT, limits=SMALL)
        try:
            assert rules.query("A", "echo", {"x": 1}) == {"x": 1}
        finally:
            rules.close()
        assert kept.read_text(encoding="ascii") == whole


def test_what_every_title_runs_on_is_compiled_once_for_all_titles(
    own_cache: Path, hostile_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[set[str]] = []
    compile_ = SandboxRules._compile

    def counted(rules: SandboxRules, sources: list[ModuleSource]) -> list[str]:
        made.append({source.name.partition(".")[0] for source in sources})
        return compile_(rules, sources)

    monkeypatch.setattr(SandboxRules, "_compile", counted)
    compile_ahead(None)
    assert made == [{"qtwar"}, {"title_rules"}]
    SandboxRules(hostile_folder, CONTENT, limits=SMALL).close()
    assert made[2:] == [{"title_rules"}]


def test_bytecode_of_the_systems_package_is_taken_if_nobody_else_could_change_it(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_ahead(None)
    monkeypatch.delenv("QTWAR_CACHE")
    monkeypatch.setattr(guest, "cache_folder", lambda: own_cache.parent / "nobody's")
    monkeypatch.setattr(guest, "SHARED", own_cache.parent)
    monkeypatch.setattr(guest, "OWNER", own_cache.stat().st_uid)
    for folder in (own_cache.parent, *own_cache.parent.glob("bytecode-*")):
        folder.chmod(0o755)
    made: list[list[ModuleSource]] = []
    with monkeypatch.context() as patched:
        patched.setattr(SandboxRules, "_compile", lambda rules, sources: made.append(sources) or ["Y29kZQ=="] * len(sources))
        compile_ahead(None)
        packaged = sys.platform == "linux"  # only its packages have a place for all who use the machine
        assert bool(made) is not packaged
        for folder in own_cache.parent.glob("bytecode-*"):
            folder.chmod(0o777)
        compile_ahead(None)
        assert made


def test_two_programs_start_at_once(hostile_folder: Path) -> None:
    ports = [SandboxRules(hostile_folder, CONTENT, limits=SMALL) for _ in range(2)]
    try:
        ports[0].query("A", "run", {"code": "KEPT.append(1)"})
        assert [p.query("A", "kept", {}) for p in ports] == [1, 0]
    finally:
        for p in ports:
            p.close()


def _as_worker(code: str) -> list[str]:
    """Return the command of a worker that does something else."""
    return [word.replace("main(sys.argv[1:])", code) for word in guest.worker()]


def test_a_worker_sees_nothing_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    done = subprocess.run(
        _as_worker("import os, sys; print(sorted(os.environ), sys.flags.isolated)"),
        env=guest.environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "SECRET" not in done.stdout
    assert done.stdout.split()[-1] == "1"
    assert "PATH" in os.environ


def test_the_second_wall_refuses_files_network_and_processes_where_it_says_that_it_is_up() -> None:
    code = (
        "import json, os, socket, subprocess, ctypes\n"
        "from qtwar.sandbox.confine import confine\n"
        "held = confine()\n"
        "out = []\n"
        "up = held.get('seccomp', '').startswith('on')\n"
        "for do in () if not up else (lambda: open('/etc/passwd'), lambda: os.listdir('/'), lambda: socket.socket(), os.fork,\n"
        "           lambda: os.execv('/bin/true', ['true']), lambda: os.unlink('/tmp/nothing-here'), lambda: os.kill(1, 0),\n"
        "           lambda: os.memfd_create('x')):\n"
        "    try: do(); out.append('DONE')\n"
        "    except PermissionError: out.append('refused')\n"
        "    except Exception as e: out.append(repr(e))\n"
        "print(json.dumps([out, held]))\n"
    )
    done = subprocess.run(
        _as_worker(code), env=guest.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    tried, held = json.loads(done.stdout)
    assert ("seccomp" in held) is (sys.platform == "linux"), "elsewhere it speaks of no such wall"
    assert tried == ["refused"] * (8 if held.get("seccomp", "").startswith("on") else 0)


def test_the_report_says_what_holds() -> None:
    guest.ensure()
    found = {c.name: c for c in report.report()}
    assert {"engine", "guest", "cache", "walls", "fuel"} <= set(found)
    assert all(c.ok for name, c in found.items() if name != "walls"), found
    assert "units" in found["fuel"].text


def test_another_processor_has_code_of_its_own(tmp_path: Path) -> None:
    one, same, other = tmp_path / "one", tmp_path / "same", tmp_path / "other"
    one.write_text("model name\t: A\nflags\t\t: fpu sse2 avx2\n", encoding="utf-8")
    same.write_text("model name\t: B\nflags\t\t: avx2 fpu sse2\n\nflags\t\t: avx2 fpu sse2\n", encoding="utf-8")
    other.write_text("flags\t\t: fpu sse2\n", encoding="utf-8")
    names = [guest.processor.__wrapped__(path) for path in (one, same, other)]
    assert names[0] == names[1] != names[2]
    assert guest.processor.__wrapped__(tmp_path / "none")
    assert guest.native_path("0" * 64).stem.endswith(guest.processor())

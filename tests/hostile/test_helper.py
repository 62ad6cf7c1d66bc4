"""The process that reads titles has its time and its memory; who takes more is not read again in another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.editing import sharing
from qtwar.services import render_process, render_worker, strangers
from qtwar.services.render_worker import RenderResult, RenderWorker
from tests.model.contents import small

ROOT = Path(__file__).resolve().parents[2]
CODE = """if True:
    import sys, time
    from qtwar.services import render_process as worker
    def slow(asked):
        time.sleep(600)
    def large(asked):
        kept = [bytearray(1 << 26) for _ in range(1000)]
    def wrong(asked):
        raise ValueError("nonsense")
    bad = dict(slow=slow, large=large, wrong=wrong)[WHICH]
    worker.WORK.update(card=bad, document=bad, document_card=bad, trace=bad, archive=bad, scan=wrong)
    worker.bounded()
    out, sys.stdout = sys.stdout, sys.stderr
    worker.serve(sys.stdin, out)
    """


def worker(monkeypatch: pytest.MonkeyPatch, which: str) -> RenderWorker:
    """Return a worker whose process does something bad when it is asked for a card."""

    def start() -> subprocess.Popen[str]:
        pipe, here = subprocess.PIPE, {**os.environ, "PYTHONPATH": str(ROOT)}
        code = CODE.replace("WHICH", repr(which))
        return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, env=here, encoding="utf-8")

    monkeypatch.setattr(render_worker, "_start", start)
    return RenderWorker()


@pytest.mark.parametrize("which", ["slow", "large", "wrong"])
@pytest.mark.skipif(sys.platform == "win32", reason="memory is not bounded there")
def test_a_title_that_takes_too_much_is_given_up(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if which == "slow":
        monkeypatch.setitem(render_worker.SECONDS, "card", 0.5)
    beside = worker(monkeypatch, which)
    try:
        assert beside.ask({"do": "card", "module": "x"}) is RenderResult.DIED
        assert beside.ask({"do": "scan"}) is RenderResult.LEFT, "the next request finds a process"
    finally:
        beside.close()


def test_the_memory_of_the_helper_is_a_gigabyte() -> None:
    assert render_process.MEMORY == 1 << 30



SAYS = """if True:
    import sys
    from qtwar.base.errors import DataFault
    from qtwar.services import render_process as worker
    def say(asked):
        raise DataFault("fault.picture.none")
    def wrong(asked):
        raise ValueError("nonsense")
    worker.WORK.update(card=lambda asked: {"wide": 7}, cover=say, map=wrong)
    worker.serve(sys.stdin, sys.stdout)
    """


def test_what_comes_back_is_the_answer_or_the_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "CODE", SAYS)
    beside = worker(monkeypatch, "")
    try:
        assert beside.hand({"do": "card"}) == {"wide": 7}
        with pytest.raises(DataFault, match="holds no picture"):
            beside.hand({"do": "cover"})
        with pytest.raises(DataFault, match=r"scan\.png ended the process"):
            beside.hand({"do": "map", "path": "/x/scan.png"})
    finally:
        beside.close()


def test_after_a_rest_the_next_request_finds_a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "CODE", SAYS)
    beside = worker(monkeypatch, "")
    try:
        beside.rest()
        assert beside.hand({"do": "card"}) == {"wide": 7}
        before = beside.pid
        assert before is not None
        beside.rest()
        assert beside.pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(before, 0)
        assert beside.hand({"do": "card"}) == {"wide": 7}
        assert beside.pid not in (None, before)
    finally:
        beside.close()


@pytest.mark.parametrize("which", ["busy", "large"])
@pytest.mark.skipif(sys.platform == "win32", reason="neither is bounded there")
def test_reading_has_its_processor_time_and_its_memory(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Less than the process may have for drawing; and the process is not asked a second time."""
    asked: list[int] = []
    code = f"if True:\n    from qtwar.services import render_process as worker\n    worker.COMPUTING['card'] = 0.3\n{LIMITED}"
    monkeypatch.setattr(sys.modules[__name__], "CODE", code)
    beside = worker(monkeypatch, which)
    start = render_worker._start
    monkeypatch.setattr(render_worker, "_start", lambda: asked.append(1) or start())
    try:
        assert beside.ask({"do": "card", "module": "x"}) is RenderResult.DIED
        assert len(asked) == 1
        assert beside.hand({"do": "map"}) == "drawn", "what is drawn may take more"
    finally:
        beside.close()


LIMITED = """
    import sys
    def busy(asked):
        while True:
            pass
    def large(asked):
        kept = bytearray(worker.READING + (1 << 20))
    def draw(asked):
        kept = bytearray(worker.READING + (1 << 20))
        return "drawn"
    worker.WORK.update(card=dict(busy=busy, large=large)[WHICH], map=draw)
    worker.bounded()
    out, sys.stdout = sys.stdout, sys.stderr
    worker.serve(sys.stdin, out)
"""


def test_what_an_archive_holds_is_read_in_the_helper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "small.qtmod"
    sharing.pack(small(), file)
    assert strangers.contents(file) == sharing.contents(file)
    file.write_bytes(b"PK")
    with pytest.raises(DataFault) as here:
        sharing.contents(file)
    with pytest.raises(DataFault) as there:
        strangers.contents(file)
    assert there.value.text == here.value.text
    deadly = worker(monkeypatch, "wrong")
    monkeypatch.setattr(strangers, "picture_worker", lambda: deadly)
    with pytest.raises(DataFault, match=r"small\.qtmod ended the process that read it"):
        strangers.contents(file)
    deadly.close()

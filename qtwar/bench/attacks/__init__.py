"""Every attack of docs/attacks.md but those of servers, by the way a person would meet it, in a process of its own, measured.

`qtwar bench attacks [--kind NUMBER …]` lays each out in a user's folder of its own, starts the window on it, and has somebody
install, open, play and edit it there. What counts is the processor time of all processes that the program started beyond what
it takes by itself, the memory that they held together at any moment, and the sentence that the window showed.

By itself it takes what the start window takes with nothing of a stranger's in the folder; where an attack comes to nothing or
befalls a game, and one plays and edits on, what it takes with a sound module. Both are met before, with the engine compiled and
the covers painted, as they are on a machine that somebody has used.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from qtwar.base import child
from qtwar.base.errors import DataFault
from qtwar.bench.attacks import modules
from qtwar.bench.attacks.others import ALL, PLAIN, START
from qtwar.bench.attacks.plan import Attack
from qtwar.bench.budgets import new_home
from qtwar.bench.opening import take_engine
from qtwar.bench.outside import Family

SECONDS, MEGABYTES = 5.0, 500.0
"""What an attack may take: of time beyond what the program takes by itself, of memory with all that the program holds."""
MOST = 180.0
"""Seconds after which a program that does not end is ended."""
LOOKING = 0.04
SUBREAPER = 36
"""The option of `prctl` by which a process inherits the processes that its own children leave behind."""


@dataclass(frozen=True, slots=True)
class Met:
    """How a case of an attack ended, and what it took."""

    number: int
    name: str
    case: str
    computed: float
    waited: float
    megabytes: float
    said: str
    faults: tuple[str, ...] = ()
    own: float = 0.0
    """Seconds of `computed` that the program takes by itself."""

    @property
    def cost(self) -> float:
        """The seconds of processor time that are the attack's."""
        return max(0.0, self.computed - self.own)

    @property
    def ok(self) -> bool:
        """Whether it ended in a sentence within its bounds."""
        return bool(self.said) and not self.faults and self.cost <= SECONDS and self.megabytes <= MEGABYTES

    @property
    def line(self) -> str:
        """Return it in a line."""
        name = f"{self.name} ({self.case})" if self.case else self.name
        end = "; ".join(self.faults) or self.said or "nothing was said"
        verdict = "ok  " if self.ok else "miss"
        figures = f"{self.cost:5.1f} s {self.computed:5.1f} s {self.waited:5.1f} s {self.megabytes:4.0f} MB"
        return f"{verdict} {self.number:>3} {figures}  {name[:60]:<60} {' '.join(end.split())[:160]}"


@dataclass(slots=True)
class Figures:
    """All that were met."""

    met: list[Met] = field(default_factory=list)
    alone: list[Met] = field(default_factory=list)
    """The program by itself: its start window, and a sound module played and edited."""

    def table(self) -> list[str]:
        """Return a line a case, the worst first, and one for all."""
        rows = sorted(self.met, key=lambda met: (met.ok, -met.cost / SECONDS - met.megabytes / MEGABYTES))
        numbers = {met.number for met in self.met}
        missed = [met for met in self.met if not met.ok]
        most = max((met.cost for met in self.met), default=0.0), max((met.megabytes for met in self.met), default=0.0)
        total = (
            f"{len(numbers)} attacks, {len(self.met)} cases, {len(missed)} missed; at most {most[0]:.1f} s of processor time"
            f" (≤ {SECONDS:g}) and {most[1]:.0f} MB (≤ {MEGABYTES:g})"
        )
        head = "        attack  all     waited  memory"
        own = [f"        {met.computed:5.1f} s {met.megabytes:4.0f} MB  the program by itself: {met.name}" for met in self.alone]
        return [head, *(met.line for met in rows), *own, total]

    def as_json(self) -> dict[str, Any]:
        """Return the rows with their verdicts."""
        return {"attacks": [{**asdict(met), "cost": met.cost, "ok": met.ok} for met in self.met]}


def run(kinds: Sequence[str], so_far: Callable[[Figures], object] = lambda found: None) -> Figures:
    """Meet the attacks of these numbers, all without any.

    Raises DataFault for a number without a case, and where processes can not be looked at.
    """
    if not sys.platform.startswith("linux"):
        raise DataFault("fault.bench.linux_only")
    known = {str(attack.number): attack for attack in ALL if attack.cases}
    stray = [kind for kind in kinds if kind not in known]
    if stray:
        raise DataFault("fault.bench.unknown", bench=f"attacks --kind {stray[0]}", known=list(known))
    chosen = [known[kind] for kind in dict.fromkeys(kinds)] or list(known.values())
    found = Figures()
    with tempfile.TemporaryDirectory(prefix="qtwar-attacks-") as name:
        folder = Path(name)
        take_engine(folder)
        _inherit()
        _meet(folder, PLAIN, "")  # what is kept between starts is kept now
        found.alone = [_meet(folder, START, ""), _meet(folder, PLAIN, "")]
        start, plain = (met.computed for met in found.alone)
        for attack in chosen:
            for case in attack.cases:
                met = _meet(folder, attack, case)
                found.met.append(replace(met, own=plain if attack.harmless or attack.way == "machine" else start))
                so_far(found)
    return found


def _meet(folder: Path, attack: Attack, case: str) -> Met:
    home = folder / f"{attack.number} {len(list(folder.iterdir()))}"
    env = {**new_home(folder), "QTWAR_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    env.pop("DISPLAY", None)
    _lay_out(home, attack, case)
    errors, out = home / "errors.txt", home / "out.txt"
    _ended(0)
    began = time.perf_counter()
    family = Family(child.command("attacked", "meet", str(attack.number), case), env, errors, out)
    most, computed = 0.0, 0.0
    while True:
        most = max(most, sum(pss for _, pss in family.resident().values()))
        done, spent = _ended(family.process.pid)
        computed += spent
        if done or time.perf_counter() - began > MOST:
            break
        time.sleep(LOOKING)
    waited = time.perf_counter() - began
    family.process.returncode = 0  # waited for already
    family.kill()
    computed += _ended(family.process.pid, block=True)[1]
    said, faults = "", ["the program ended, or did not come to an end"]
    with suppress(ValueError, IndexError, KeyError, OSError):
        told = json.loads(out.read_text("utf-8").splitlines()[-1])
        said, faults = (told["said"] or [attack.harmless])[-1], told["faults"]
    trace = errors.read_text("utf-8", "replace")
    if "Traceback" in trace:
        faults.append(trace.strip().splitlines()[-1])
    return Met(attack.number, attack.name, case, computed, waited, most, said, tuple(faults))


def _lay_out(home: Path, attack: Attack, case: str) -> None:
    home.mkdir()
    before = os.environ.get("QTWAR_HOME")
    os.environ["QTWAR_HOME"] = str(home)
    try:
        make = attack.cases.get(case, lambda path: None)
        if attack.way in ("module", "pack", "words", "reply", "reader"):
            make(modules.sound(home / "modules" / modules.TITLE))
        elif attack.way == "archive":
            make(home / "stranger.qtmod")
        elif attack.way == "document":
            make(home / "games" / "Attacked.qtwar")
        else:
            make(home)
    finally:
        os.environ.pop("QTWAR_HOME")
        if before is not None:
            os.environ["QTWAR_HOME"] = before


def _inherit() -> None:
    """Be the one to whom processes fall that their parents left behind, so that what they computed is counted."""
    ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, 1, 0, 0, 0)


def _ended(pid: int, *, block: bool = False) -> tuple[bool, float]:
    """Take the children that have ended; returns whether this one did, and the seconds that all of them computed."""
    done, total = False, 0.0
    with suppress(ChildProcessError):
        while True:
            ended, _, used = os.wait4(-1, 0 if block else os.WNOHANG)
            if not ended:
                break
            done |= ended == pid
            total += used.ru_utime + used.ru_stime
    return done, total


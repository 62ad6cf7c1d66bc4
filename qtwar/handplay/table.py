"""Whole games across a table: two real windows and a server, each a process of its own, killed and cut off at random.

`qtwar handplay TITLE SCENARIO --table --kills N`: Ann hosts the game, Ben joins by the link, a robot plays either seat by
mouse to the end. About every N answers something breaks: a window or the server is killed without warning, a line is cut,
or goes deaf first, so that what was done is not heard. Afterwards the server's record and both windows must tell the same:
each action that a window has sent stands there once, none twice, none is lost, and there is none that nobody has sent.
"""

from __future__ import annotations

import json
import os
import queue
import random
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qtwar.app.settings import SettingsFile
from qtwar.base import child, jsonio
from qtwar.handplay.relay import HOST, Relay
from qtwar.handplay.virtual import OFFSCREEN, own_screen
from qtwar.remote import asking
from qtwar.remote.address import TableLink, read_link
from qtwar.services import titles
from qtwar.services.rules import open_rules
from qtwar.services.tables import OwnServer
from qtwar.session import record

Json = dict[str, Any]
DEEDS = ("server", "window", "both", "cut", "deaf")
"""What breaks: the server or a window is killed, or both; a line is cut, or no longer heard on and then cut."""
SOON = {"gives": 0.7, "sends": 0.05}
"""Seconds within which that happens after an answer was begun, or an action was sent."""
DEAF = 0.7
"""Seconds that a line is deaf at the most before it is cut."""
OTHER = 0.25
"""How often that happens to the window of the other one."""
AWAY = 1.5
"""Seconds that what was killed or cut off stays away at the most."""
PATIENCE = 300.0
"""Seconds in which somebody has to do something."""
COMPLAINTS = ("Traceback", " ERROR ", " CRITICAL ")


@dataclass(frozen=True)
class TablePlan:
    """How it is played: about every `kills` answers something breaks (0: nothing does), `most` actions, by `keys` or mouse."""

    language: str = "en"
    size: tuple[int, int] = (1600, 1000)
    scale: int = 100
    most: int = 400
    kills: int = 0
    keys: bool = False
    shots: Path | None = None


@dataclass
class TableFigures:
    """What came of games across a table."""

    games: int = 0
    ended: int = 0
    actions: int = 0
    deeds: Counter[str] = field(default_factory=Counter)
    back: Counter[str] = field(default_factory=Counter)
    disturbed: int = 0
    doubtful: int = 0
    faults: list[str] = field(default_factory=list)

    def to_json(self) -> Json:
        """Return it as plain data."""
        return {**self.__dict__, "deeds": dict(self.deeds), "back": dict(self.back)}

    def lines(self) -> list[str]:
        """Return it in words."""
        broke = ", ".join(f"{kind} {n}" for kind, n in sorted(self.deeds.items())) or "nothing"
        back = ", ".join(f"{how} {n}" for how, n in sorted(self.back.items())) or "none had to"
        return [
            f"{self.games} games, {self.ended} to their end by the rules, {self.actions} actions, {len(self.faults)} faults",
            f"broken: {broke}; windows that came back: {back}",
            f"answers begun anew because something broke meanwhile: {self.disturbed}",
            f"carried out though the window that had sent it was gone: {self.doubtful}",
        ]


@dataclass
class Sent:
    """An action that a window has sent; `no` is the row that it was told, `gone`: it was killed before it heard."""

    action: Json
    no: int = 0
    refused: str = ""
    gone: bool = False


class Player:
    """A window's process and what it says."""

    def __init__(self, name: str, folder: Path, surroundings: Mapping[str, str], plan: TablePlan, seed: str) -> None:
        self.name, self.folder, self.plan, self.seed = name, folder, plan, seed
        folder.mkdir()
        settings = folder / "settings.json"
        values = {"welcomed": True, "language": plan.language, "scale": plan.scale, "motion": False, "turn_sound": False}
        SettingsFile(settings).save(values)
        self._env = {**os.environ, **surroundings, "QTWAR_HOME": str(folder), "QTWAR_SETTINGS": str(settings)}
        self._env["PYTHONFAULTHANDLER"] = "1"
        self.life = 0
        self.playing = False
        self.sent: dict[int, Sent] = {}
        self.heard: queue.Queue[Json] = queue.Queue()
        self.start()

    def start(self) -> None:
        """Start the window."""
        self.life += 1
        pipe = subprocess.PIPE
        hand = "keys" if self.plan.keys else "mouse"
        words = child.command("seated", f"{self.seed} {self.name} {self.life}", *map(str, self.plan.size), hand)
        with (self.folder / "complaints").open("ab") as errors:
            self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=errors, env=self._env, text=True)
        self._reader = threading.Thread(target=self._read, args=(self.process,), daemon=True)
        self._reader.start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            with suppress(ValueError):  # it was killed in the middle of a line
                self.heard.put(json.loads(line))
        self.heard.put({"ended": process.pid})

    def order(self, what: str, **more: Any) -> None:
        """Tell it to do something."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": what, **more}) + "\n")
        self.process.stdin.flush()
        self.playing = what == "play"

    def kill(self) -> None:
        """End it without warning, and take in what it had said before."""
        self.process.kill()
        self.process.communicate()
        self._reader.join()
        self.playing = False

    def close(self) -> None:
        """End it in any way."""
        if self.process.poll() is None:
            self.kill()

    def complaints(self) -> list[str]:
        """Return what it wrote that a sound window would not."""
        found = []
        for name in ("complaints", "qtwar.log"):
            with suppress(OSError):
                text = (self.folder / name).read_text(errors="replace")
                found += [f"{self.name} {name}: {text[text.find(word) :][:1500]}" for word in COMPLAINTS if word in text][:1]
        return found


class TableHands:
    """Plays games of a title across a table."""

    def __init__(self, title: str, plan: TablePlan, say: Callable[[str], object] = lambda line: None) -> None:
        self.plan, self.say, self.figures = plan, say, TableFigures()
        self.folder, self.content = titles.load(title)
        self.title = self.content.title.id
        with open_rules(self.folder, self.content) as rules:
            self.sense = rules.describe().get("sense", {})

    def play(self, scenario: str, seed: int) -> None:
        """Play a game to its end, or to the plan's limit of actions, when Ann gives it up; what is wrong is in `figures`."""
        with tempfile.TemporaryDirectory(prefix="qtwar-table-") as folder, ExitStack() as held:
            screens: list[dict[str, str]] = [OFFSCREEN, OFFSCREEN]
            if os.environ.get("QT_QPA_PLATFORM") != "offscreen":
                screens = [held.enter_context(own_screen()) for _ in screens]
            game = _Game(self, scenario, seed, Path(folder), held, screens)
            faults = len(self.figures.faults)
            try:
                game.run()
            except TableFault as fault:
                self.figures.faults.append(f"{scenario} seed {seed}: {fault}")
            finally:
                game.finish()
            self.figures.games += 1
            self.say(f"{scenario} seed {seed}: {game.told}, {len(self.figures.faults) - faults} faults")
            for words in self.figures.faults[faults:]:
                self.say(f"  {words}")


class TableFault(Exception):
    """Something after which there is no going on."""


class _Game:
    def __init__(
        self, hands: TableHands, scenario: str, seed: int, folder: Path, held: ExitStack, screens: list[dict[str, str]]
    ) -> None:
        self.hands, self.plan, self.figures, self.scenario, self.seed = hands, hands.plan, hands.figures, scenario, seed
        self.chance = random.Random(seed)
        self.folder = folder
        self.log = folder / "server.log"
        self.server = OwnServer(folder / "server", held.enter_context(self.log.open("wb")))
        self.server.start(0, everywhere=False)
        held.callback(self.server.stop)
        self.relays = [Relay(self.server.port), Relay(self.server.port)]
        self.players = []
        for name, screen, relay in zip(("ann", "ben"), screens, self.relays, strict=True):
            held.callback(relay.close)
            player = Player(name, folder / name, screen, hands.plan, str(seed))
            held.callback(player.close)
            self.players.append(player)
        self.ann, self.ben = self.players
        self.deeds: list[str] = []
        self.actions, self.given_up = 0, False
        self.until_next = self._gap()
        self.at = ""
        """What a window has to say next so that something breaks."""
        self.told = "nothing was played"

    def _gap(self) -> int:
        return self.chance.randint(1, 2 * self.plan.kills - 1) if self.plan.kills else 0

    # -- hearing -----------------------------------------------------------------------------------
    def take(self, player: Player, said: Json) -> None:
        """Note what a window says of an action or a fault."""
        if "sends" in said:
            player.sent[said["sends"]] = Sent(said["action"])
        elif "answered" in said:
            sent = player.sent[said["answered"]]
            sent.no, sent.refused = said.get("no", 0), said.get("refused", "")
            if sent.no:
                self.actions += 1
                self.figures.actions += 1
        elif "fault" in said:
            words = f"{self.scenario} seed {self.seed}, {player.name} after {self.actions} actions: {said['at']}: {said['fault']}"
            if said["disturbed"]:
                self.figures.disturbed += 1
            else:
                self.figures.faults.append(words + self._keep(Path(said["picture"])))
        elif "ended" in said and player.process.pid == said["ended"]:
            raise TableFault(f"the window of {player.name} has ended: {'; '.join(player.complaints())}")

    def _keep(self, picture: Path) -> str:
        if self.plan.shots is None:
            return ""
        self.plan.shots.mkdir(parents=True, exist_ok=True)
        kept = self.plan.shots / f"{self.scenario}-{self.seed}-{picture.name}"
        kept.write_bytes(picture.read_bytes())
        return f" ({kept})"

    def wait_for(self, player: Player, what: str) -> Any:
        """Return what an order of a window gave."""
        while (said := self.hear(player, what)).get("done") != what:
            pass
        return said["said"]

    def hear(self, player: Player, what: str) -> Json:
        """Return the next that a window says while it carries out an order; there is no going on without its end."""
        try:
            said = player.heard.get(timeout=PATIENCE)
        except queue.Empty:
            said = {"done": what, "failed": True}
        self.take(player, said)
        if said.get("done") == what and "failed" in said:
            raise TableFault(f"{player.name} does not come to the end of {what}")
        return said

    # -- the game ----------------------------------------------------------------------------------
    def run(self) -> None:
        """Host, join, play and compare."""
        for player in self.players:
            self.wait_for(player, "window")
        near = f"http://{HOST}:{self.relays[0].port}"
        self.ann.order("host", title=self.hands.title, scenario=self.scenario, server=near, key=self.server.key)
        made = self.wait_for(self.ann, "host")
        self.game = made["game"]
        links = {side: read_link(link).code for side, link in made["links"].items()}
        code = next((code for side, code in links.items() if side != "*"), links.get("*", ""))
        self._join(TableLink(f"http://{HOST}:{self.relays[1].port}", code).text)
        for player in self.players:
            player.order("play", sense=self.hands.sense)
        self._play()
        self._compare()

    def _join(self, link: str) -> None:
        """Have Ben sit down; where things break, also in the moment in which he does."""
        self.ben.order("join", link=link)
        if self.plan.kills:
            while "sits" not in (said := self.hear(self.ben, "join")):
                if said.get("done") == "join":
                    raise TableFault("ben sits down without a word of it")
            deed = self.chance.choice(("deaf", "window"))
            self.figures.deeds[f"{deed} at the door"] += 1
            if deed == "deaf":
                self.relays[1].cut(self.chance.random() * AWAY, DEAF)
            else:
                time.sleep(self.chance.random() * SOON["sends"])
                self._kill(self.ben)
                self.ben.start()
                self.wait_for(self.ben, "window")
                self.ben.order("back", link=link)
                self.figures.back[self.wait_for(self.ben, "back")] += 1
                return
        how = self.wait_for(self.ben, "join")
        if self.plan.kills:
            self.figures.back[how] += 1

    def _play(self) -> None:
        """Hear what the windows do until both have seen the end, and break something now and then."""
        over: set[str] = set()
        last = time.monotonic()
        while len(over) < len(self.players):
            heard = False
            for player in self.players:
                with suppress(queue.Empty):
                    said = player.heard.get_nowait()
                    heard = True
                    self.take(player, said)
                    if said.get("done") == "play":
                        player.playing = False
                        if said["said"] == "over":
                            over.add(player.name)
                        elif "failed" in said:  # who is stuck plays no more; Ann gives up, then looks for the end
                            if player is not self.ann or self.given_up:
                                over.add(player.name)
                            self._give_up()
                    elif said.get("done") == "resign":
                        player.order("play", sense={})
                    elif not over and self._time_has_come(said):
                        self._break(player)
            if heard:
                last = time.monotonic()
            elif time.monotonic() - last > PATIENCE:
                raise TableFault(f"nobody has done anything for {PATIENCE:.0f} seconds")
            else:
                time.sleep(0.01)
            if self.actions >= self.plan.most and not over and self.ann.playing and not self.given_up:
                self._give_up()

    def _give_up(self) -> None:
        """Have Ann give the game up."""
        if not self.given_up:
            self.given_up = True
            self.ann.order("resign")

    # -- what breaks -------------------------------------------------------------------------------
    def _time_has_come(self, said: Json) -> bool:
        """Return whether something is to break now: in the middle of an answer, or as soon as it is sent."""
        if "gives" in said and not self.at:
            self.until_next -= 1
            if self.until_next == 0:
                self.until_next, self.at = self._gap(), self.chance.choice(list(SOON))
        if self.at not in said or self.given_up:
            return False
        time.sleep(self.chance.random() * SOON[self.at])
        self.at = ""
        return True

    def _break(self, player: Player) -> None:
        """Break something, all of it about equally often; mostly of the one who acts."""
        if not self.deeds:
            self.deeds = list(DEEDS)
            self.chance.shuffle(self.deeds)
        deed, away = self.deeds.pop(), self.chance.random() * AWAY
        self.figures.deeds[deed] += 1
        if self.chance.random() < OTHER:
            player = next(other for other in self.players if other is not player)
        if deed in ("cut", "deaf"):
            self.relays[self.players.index(player)].cut(away, self.chance.random() * DEAF if deed == "deaf" else 0.0)
            return
        port = self.server.port
        if deed != "window":
            self.server.kill()
        if deed != "server":
            self._kill(player)
        time.sleep(away)
        if deed != "server":
            player.start()
            self.wait_for(player, "window")
            player.order("back")
        if deed != "window":
            self.server.start(port, everywhere=False)
        if deed != "server":
            self.figures.back[self.wait_for(player, "back")] += 1
            player.order("play", sense=self.hands.sense)

    def _kill(self, player: Player) -> None:
        """Kill a window, and take in what it had said before."""
        player.kill()
        while not player.heard.empty():
            said = player.heard.get()
            if "ended" not in said:
                self.take(player, said)
        for sent in player.sent.values():
            sent.gone |= not (sent.no or sent.refused)

    # -- afterwards --------------------------------------------------------------------------------
    def _compare(self) -> None:
        """Hold the server's record, both windows and all that was sent against each other."""
        seen = []
        for player in self.players:
            player.order("tell")
            seen.append(self.wait_for(player, "tell"))
        ended = seen[0]["over"]["how"] == "rules"
        self.figures.ended += ended
        found = json.loads(asking.ask(self.server.address, f"/api/games/{self.game}/record", most=record.MOST_BYTES))
        wrong = list(self._differences(found, seen))
        self.figures.faults += [f"{self.scenario} seed {self.seed}: {words}" for words in wrong]
        how = "by the rules" if ended else "given up"
        self.told = f"{len(found['entries'])} entries, {how}, journals {'differ' if wrong else 'are equal'}"

    def _differences(self, found: Json, seen: list[Json]) -> list[str]:
        wrong = []
        if seen[0]["line"] != seen[1]["line"]:
            wrong.append(f"the windows tell different histories: {_first_other(seen[0]['line'], seen[1]['line'])}")
        rows = [[entry["no"], entry["do"]["side"]] for entry in found["entries"]]
        for player, told in zip(self.players, seen, strict=True):
            shown = [[no, side] for no, _, side, _ in told["line"][1:]]
            if shown != rows:
                wrong.append(f"the window of {player.name} tells another history: {_first_other(shown, rows)}")
            if told["mark"] != told["afresh"]:
                wrong.append(f"the window of {player.name} shows another position than the server")
        entries = {entry["no"]: entry["do"] for entry in found["entries"]}
        unaccounted, doubtful = account(entries, {player.name: list(player.sent.values()) for player in self.players})
        self.figures.doubtful += doubtful
        wrong += unaccounted
        with open_rules(self.hands.folder, self.hands.content, native=True) as rules:
            again = record.replay(found, rules, tuple(side.id for side in self.hands.content.sides))
        return [*wrong, *([f"the record: {again}"] if again else [])]

    def finish(self) -> None:
        """End windows and server in order, and read what they complained of."""
        for player in self.players:
            player.close()
            self.figures.faults += player.complaints()
        self.server.stop()
        text = self.log.read_text(errors="replace")
        if "Traceback" in text:
            self.figures.faults.append(f"server: {text[text.find('Traceback') :][:1500]}")


def account(entries: Mapping[int, Json], sent: Mapping[str, Sequence[Sent]]) -> tuple[list[str], int]:
    """Return what stands in a record that nobody sent, and what was sent that does not stand there once.

    Also returned is how many rows are of a window that was gone before it heard of them: what it had sent may have arrived.
    """
    wrong: list[str] = []
    left = dict(entries)
    doubtful: list[Json] = []
    for name, each in sent.items():
        for one in each:
            if one.no:
                entry = left.pop(one.no, None)
                if entry is None:
                    wrong.append(f"row {one.no} is {'told twice' if one.no in entries else 'lost'}: {name} {one.action}")
                elif not _same(entry, one.action):
                    wrong.append(f"row {one.no} is {entry}, {name} had sent {one.action}")
            elif not one.refused:
                doubtful.append(one.action)
                if not one.gone:
                    wrong.append(f"{name} was never answered: {one.action}")
    arrived = 0
    for no, entry in left.items():
        meant = next((action for action in doubtful if _same(entry, action)), None)
        if meant is None:
            wrong.append(f"row {no} was sent by nobody: {entry}")
        else:
            doubtful.remove(meant)
            arrived += 1
    return wrong, arrived


def _same(entry: Json, action: Json) -> bool:
    keys = ("side", "verb", "args")
    return jsonio.dumps([entry[key] for key in keys]) == jsonio.dumps([action[key] for key in keys])


def _first_other(one: list[Any], other: list[Any]) -> str:
    n = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"from row {n + 1} on: {one[n : n + 2]} and {other[n : n + 2]} of {len(one)} and {len(other)}"

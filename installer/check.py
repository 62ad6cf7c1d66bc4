"""`python3 installer check [SYSTEM…] [--only WAY…]`: installs what was built on bare systems, starts it, plays, removes it.

A bare system is what debootstrap makes, with nothing in it that the program's own package does not ask for but a virtual
screen; it is kept and copied for each run. Needs Linux, root and debootstrap. A game is played without a network.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from installer import build
from installer.say import Stop, tell

MIRRORS = {"debian": "http://deb.debian.org/debian", "ubuntu": "http://archive.ubuntu.com/ubuntu"}
SYSTEMS = {"bookworm": "debian", "trixie": "debian", "noble": "ubuntu"}
"""Releases by name, and whose they are: Debian 12 and 13, Ubuntu 24.04."""
KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "qtwar-bare-systems"
SETTINGS = ("resolv.conf", "hosts", "pip.conf", "ssl/certs/ca-certificates.crt", "apt/apt.conf.d/99*")
"""How this machine reaches others."""
PLAYER, HOME = "1000:1000", "home/player"
DISPLAY = ":47"
GAME = ("handplay", "sealords", "learning", "--seed", "1")
SHORT = ("selfplay", "sealords", "learning", "--games", "1", "--seed", "1", "--max-actions", "60")
COLD, WARM = 3000, 800
"""Ms that the first start and every later one may take."""
TRIES = 3
"""Starts of each kind; the best counts: what else the machine has to do only makes them longer."""
DATA = (".local/share/qtwar", ".config/qtwar", ".cache/qtwar")
"""Where a person's games, settings and what is kept to be faster lie: removing the program leaves them."""
OTHERS = (
    "proc", "dev", "sys", "run", "var/cache", "var/log", "var/lib/apt", "var/lib/dpkg", f"{HOME}/.cache/uv", f"{HOME}/.cache/pip",
)  # fmt: skip
"""What the system, and the tools that install, keep for themselves."""
TOOLS = (".local/share/pipx", ".local/pipx", ".local/state/pipx", ".local/share/uv", "for-uv", ".cache")
"""What those tools have in the player's home; of the program nothing may stay there."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of one way of installing on one system; times in ms, of each start waited and computed."""

    system: str
    way: str
    megabytes: float
    first: tuple[float, float]
    second: tuple[float, float]
    game: str

    @property
    def line(self) -> str:
        """A row of the table."""
        slow = "; more than it should be" if self.first[0] > COLD or self.second[0] > WARM else ""
        (cold, worked), (warm, less) = self.first, self.second
        computed = f"{worked / 1000:.2f} and {less / 1000:.2f} computed"
        times = f"started in {cold / 1000:.2f} s, then {warm / 1000:.2f} s ({computed}{slow})"
        return f"{self.system:9} {self.way:7} {self.megabytes:4.0f} MB, {times}; {self.game}; removed without a trace"


class BareSystem:
    """A copy of a bare system in a folder, thrown away at its end."""

    def __init__(self, name: str, root: Path) -> None:
        self.name, self.root = name, root
        self.home = root / HOME

    def run(
        self, *words: str, player: bool = False, offline: bool = False, surroundings: Mapping[str, str] | None = None
    ) -> str:
        """Runs a command inside; returns what it says. Raises Stop where it fails."""
        done = subprocess.run(
            self.command(words, player=player, offline=offline), env=self.settings(player, surroundings),
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-4:]
            raise Stop(f"on {self.name} '{' '.join(words)[:120]}' fails ({done.returncode}): {' / '.join(said)}")
        return done.stdout

    def command(self, words: Sequence[str], *, player: bool, offline: bool = False) -> list[str]:
        """What runs a command inside, as the player or as root, with a network or without."""
        alone = ["unshare", "--net"] if offline else []
        return [*alone, "chroot", *([f"--userspec={PLAYER}"] if player else []), str(self.root), *words]

    def settings(self, player: bool, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The surroundings of a command: nothing of this machine's."""
        home = f"/{HOME}" if player else "/root"
        return {
            "HOME": home, "PATH": f"{home}/.local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/games", "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "SSL_CERT_FILE": "/etc/ssl/certs/ca-certificates.crt", "DISPLAY": DISPLAY, **(more or {}),
        }  # fmt: skip

    def add(self, *packages: str) -> None:
        """Has apt add packages, or what satisfies relations between them."""
        relation = any("|" in package or "(" in package for package in packages)
        self.run("apt-get", "satisfy" if relation else "install", "-y", "-qq", "--no-install-recommends", *packages)
        reaches_others(self.root)  # what came may have brought settings of its own

    def files(self) -> set[str]:
        """Every file and folder inside by name, but for what is others'."""
        found: set[str] = set()
        for folder, folders, names in os.walk(self.root):
            where = os.path.relpath(folder, self.root)
            folders[:] = [name for name in folders if os.path.normpath(f"{where}/{name}") not in OTHERS]
            found.update(os.path.normpath(f"{where}/{name}") for name in (*folders, *names))
        return found

    def owned(self) -> set[str]:
        """The files that packages brought."""
        lists = (self.root / "var/lib/dpkg/info").glob("*.list")
        return {line.lstrip("/") for file in lists for line in file.read_text(encoding="utf-8").splitlines()}

    def cool(self, *places: str) -> None:
        """Has the kernel forget the content of files, as if the machine had just been started."""
        os.sync()
        for place in places:
            for file in (self.root / place).rglob("*"):
                if file.is_file() and not file.is_symlink():
                    with file.open("rb") as stream:
                        os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def main(arguments: Sequence[str]) -> int:
    """Prints a row for each system and way; raises Stop at the first thing that is not as it should be."""
    parser = argparse.ArgumentParser(prog="installer check")
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=f"of {', '.join(SYSTEMS)}; nothing: all")
    parser.add_argument("--only", nargs="+", choices=list(WAYS), default=list(WAYS))
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.systems if name not in SYSTEMS]:
        parser.error(f"there is no system '{unknown[0]}' here: {', '.join(SYSTEMS)}")
    for row in checked(asked.systems or list(SYSTEMS), asked.only):
        print(row.line, flush=True)
    return 0


def checked(systems: Sequence[str], ways: Sequence[str]) -> Iterator[Found]:
    """Tries each way on each system."""
    if not possible():
        raise Stop("bare systems are made by debootstrap, as root, on Linux: install it, or leave this out.")
    for name in systems:
        tell(f"a bare {name}")
        with bare(name) as system:
            for way in ways:
                tell(f"{name}: {way}")
                yield tried(system, way)


def possible() -> bool:
    """Whether bare systems can be made here."""
    return sys.platform == "linux" and os.geteuid() == 0 and shutil.which("debootstrap") is not None


# ------------------------------------------------------------------------------------------------- systems


@contextmanager
def bare(name: str) -> Iterator[BareSystem]:
    """A copy of a bare system, with a player and a virtual screen, thrown away afterwards."""
    KEPT.mkdir(parents=True, exist_ok=True)
    if not (KEPT / f"{name}.made").exists():
        made(name)
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder, ExitStack() as last:
        root = Path(folder) / "root"
        subprocess.run(["cp", "-a", "--reflink=auto", str(KEPT / name), str(root)], check=True)
        for words in (["-t", "proc", "proc", str(root / "proc")], ["--bind", "--make-private", "/dev", str(root / "dev")]):
            subprocess.run(["mount", *words], check=True)
            last.callback(subprocess.run, ["umount", "-l", words[-1]], check=False)
        system = BareSystem(name, root)
        server = subprocess.Popen(
            system.command(("Xvfb", DISPLAY, "-screen", "0", "1920x1200x24", "-nolisten", "tcp"), player=False),
            env=system.settings(False), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        last.callback(server.wait)
        last.callback(server.terminate)
        yield system


def made(name: str) -> None:
    """Has debootstrap make a bare system, and adds the screen and the player, for all later runs."""
    owner, root = SYSTEMS[name], KEPT / name
    shutil.rmtree(root, ignore_errors=True)
    tell(f"making it, once ({owner} {name})")
    scripts = Path("/usr/share/debootstrap/scripts")
    script = [] if (scripts / name).exists() else [str(scripts / {"debian": "sid", "ubuntu": "gutsy"}[owner])]
    components = {"debian": "main", "ubuntu": "main,universe"}[owner]
    command = ["debootstrap", "--variant=minbase", f"--components={components}", name, str(root), MIRRORS[owner], *script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stop(f"debootstrap could not make {name}: {(done.stdout + done.stderr).strip().splitlines()[-1:]}")
    reaches_others(root)
    (root / "etc/dpkg/dpkg.cfg.d").mkdir(parents=True, exist_ok=True)
    (root / "etc/dpkg/dpkg.cfg.d/thrown-away").write_text("force-unsafe-io\n", encoding="ascii")  # nobody minds its loss
    system = BareSystem(name, root)
    system.run("apt-get", "update", "-qq")
    system.add("xvfb")
    system.run("useradd", "--create-home", "--uid", PLAYER.split(":")[0], Path(HOME).name)
    (KEPT / f"{name}.made").touch()


def reaches_others(root: Path) -> None:
    """Puts in what this machine reaches others by: names, proxies, and whom it believes."""
    for setting in (file for pattern in SETTINGS for file in Path("/etc").glob(pattern)):
        target = root / setting.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)  # a release may have a link there
        shutil.copyfile(setting, target)


# ---------------------------------------------------------------------------------------------------- ways


@dataclass(frozen=True, slots=True)
class Way:
    """How one installs: the artefact, what does it and undoes it, where the program then lies, what is played."""

    artefact: str
    install: Callable[[BareSystem, str], object]
    remove: Callable[[BareSystem], object]
    program: str
    place: str
    game: tuple[str, ...] = GAME


def _unpacked(system: BareSystem, file: str) -> None:
    system.add(*build.needs())
    system.run("mkdir", f"/{HOME}/qtwar", player=True)
    system.add("xz-utils")
    system.run("tar", "-xf", file, "-C", f"/{HOME}/qtwar", "--strip-components=1", player=True)
    system.run(f"/{HOME}/qtwar/qtwar", "desktop", player=True)


def _folder_gone(system: BareSystem) -> None:
    system.run(f"/{HOME}/qtwar/qtwar", "desktop", "--remove", player=True)
    system.run("rm", "-r", f"/{HOME}/qtwar", player=True)


def _pip(system: BareSystem, file: str) -> None:
    system.add(*build.needs(), "python3-venv")
    system.run("python3", "-m", "venv", f"/{HOME}/environment", player=True)
    system.run(f"/{HOME}/environment/bin/pip", "install", "-q", file, player=True)


def _pipx(system: BareSystem, file: str) -> None:
    system.add(*build.needs(), "python3-venv", "pipx")
    system.run("pipx", "install", file, player=True)
    system.run("qtwar", "desktop", player=True)


def _pipx_gone(system: BareSystem) -> None:
    system.run("qtwar", "desktop", "--remove", player=True)
    system.run("pipx", "uninstall", "qtwar", player=True)


def _uv(system: BareSystem, file: str) -> None:
    system.add(*build.needs(), "python3-venv")
    system.run("python3", "-m", "venv", f"/{HOME}/for-uv", player=True)
    system.run(f"/{HOME}/for-uv/bin/pip", "install", "-q", "uv", player=True)
    system.run(f"/{HOME}/for-uv/bin/uv", "tool", "install", file, player=True)


LOCAL = f"/{HOME}/.local"
WAYS = {
    "deb": Way(
        "qtwar_*.deb", lambda system, file: system.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", file),
        lambda system: system.run("apt-get", "remove", "-y", "-qq", "qtwar"), "qtwar", "opt/qtwar",
    ),
    "folder": Way("qtwar-*-linux-*.tar.xz", _unpacked, _folder_gone, f"/{HOME}/qtwar/qtwar", f"{HOME}/qtwar"),
    "pip": Way(
        "qtwar-*.whl", _pip, lambda system: system.run("rm", "-r", f"/{HOME}/environment", player=True),
        f"/{HOME}/environment/bin/qtwar", f"{HOME}/environment",
    ),
    "pipx": Way("qtwar-*.whl", _pipx, _pipx_gone, "qtwar", f"{HOME}/.local", SHORT),
    "uv": Way(
        "qtwar-*.whl", _uv,
        lambda system: system.run(f"/{HOME}/for-uv/bin/uv", "tool", "uninstall", "qtwar", player=True),
        "qtwar", f"{HOME}/.local/share/uv", SHORT,
    ),
}  # fmt: skip


def tried(system: BareSystem, name: str) -> Found:
    """Installs in one way, starts for the first time and again, plays without a network, removes, and looks at what is left."""
    way = WAYS[name]
    artefact = next(iter(sorted(build.OUT.glob(way.artefact))), None)
    if artefact is None:
        raise Stop(f"there is no {way.artefact} in {build.OUT}: 'python3 installer build' makes it.")
    shutil.copyfile(artefact, system.root / "var/tmp" / artefact.name)
    for place in DATA:
        shutil.rmtree(system.home / place, ignore_errors=True)
    before = system.files()
    way.install(system, f"/var/tmp/{artefact.name}")
    size = sum(p.stat().st_size for p in (system.root / way.place).rglob("*") if p.is_file() and not p.is_symlink())
    first = min(started(system, way.program) for _ in never_started(system, way.place))
    second = min(started(system, way.program) for _ in range(TRIES))
    if way.game == GAME:
        told = json.loads(system.run(way.program, *GAME, "--json", player=True, offline=True))
        game = f"a game of {told['actions']} actions, {len(told['faults'])} faults"
        if told["faults"]:
            raise Stop(f"on {system.name} ({name}) {game}: {told['faults'][:1]}")
    else:
        system.run(way.program, *way.game, player=True, offline=True)
        game = "a short game without a window"
    way.remove(system)
    if left := trace(system, before):
        raise Stop(f"on {system.name} ({name}) removing leaves {len(left)} files, such as {min(left)}.")
    return Found(system.name, name, size / 1e6, first, second, game)


def trace(system: BareSystem, before: set[str]) -> list[str]:
    """What has come and stayed: anything of the program's name, and any file in the player's home, but for the player's own."""
    own, tools = tuple(f"{HOME}/{name}" for name in DATA), tuple(f"{HOME}/{name}" for name in TOOLS)
    new = [path for path in system.files() - before - system.owned() if not path.startswith(own)]
    home = [path for path in new if path.startswith(f"{HOME}/") and not path.startswith(tools) and (system.root / path).is_file()]
    return sorted({*home, *(path for path in new if "qtwar" in path.replace("var/tmp/qtwar", ""))})


def never_started(system: BareSystem, place: str) -> Iterator[int]:
    """Brings the system back, try by try, to where nobody has started the program: no data, no bytecode, nothing read."""
    installed = {*(system.root / place).rglob("__pycache__")}
    for number in range(TRIES):
        for own in DATA:
            shutil.rmtree(system.home / own, ignore_errors=True)
        for made in {*(system.root / place).rglob("__pycache__")} - installed:
            shutil.rmtree(made)
        system.cool(place, "usr/lib")
        yield number


def started(system: BareSystem, program: str) -> tuple[float, float]:
    """Ms from the call of the program to its window shown, painted and idle; and ms that all its processes computed."""
    import resource  # Windows has none

    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(
        system.command((program,), player=True), env=system.settings(True, {"QTWAR_SAY_SHOWN": "1", "QT_QPA_PLATFORM": "xcb"}),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        line = process.stdout.readline()
        took = (time.monotonic() - begin) * 1000
        _, said = process.communicate()
    if not line:
        raise Stop(f"on {system.name} no window comes: {' / '.join(said.strip().splitlines()[-4:])}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000

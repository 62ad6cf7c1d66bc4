"""`python3 installer release`: builds everything twice, compares, starts what was built, prints the hashes.

It is installed, played and removed on bare systems too where those can be made (`installer check`); `--not-bare` leaves that out.
`--news PAGE --key FILE` also writes the signed news for *Check for updates* (`latest.json`); FILE holds 32 secret bytes.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from installer import build, check, environment
from installer.say import ROOT, Stop, tell

NEWS = """
import sys
from pathlib import Path
import qtwar
from qtwar.services.updates import VersionNews, sign
page, key, target = sys.argv[1:]
Path(target).write_bytes(sign(VersionNews(qtwar.__version__, page, {}), Path(key).read_bytes()))
"""
LONGEST = 600
"""Seconds after which a program that was built and does not end is a fault."""


def main(arguments: Sequence[str]) -> int:
    """Raises Stop at the first thing that is not as it should be."""
    parser = argparse.ArgumentParser(prog="installer release")
    parser.add_argument("--news", metavar="PAGE", help="the page that tells of this version")
    parser.add_argument("--key", type=Path, help="the file with the secret that signs the news")
    parser.add_argument("--not-bare", action="store_true", help="without the check on bare systems")
    asked = parser.parse_args(arguments)
    parts = build.PARTS.get(sys.platform, ("wheel", "sdist"))
    tell("building for the first time")
    first = sums(build.made(parts))
    tell("building again")
    files = build.made(parts)
    second = sums(files)
    if other := [name for name in second if first.get(name) != second[name]]:
        raise Stop(f"{', '.join(other)} came out otherwise the second time: nothing is released.")
    tell("the same to the byte; starting what was built")
    checked(build.WORK / "qtwar")
    if asked.not_bare or not check.possible():
        tell("not tried on bare systems" + ("" if asked.not_bare else ": they need Linux, root and debootstrap"))
    else:
        for row in check.checked(list(check.SYSTEMS), list(check.WAYS)):
            tell(row.line)
    if asked.news and asked.key:
        command = [str(environment.python(environment.CLEAN)), "-P", "-c", NEWS]
        subprocess.run([*command, asked.news, str(asked.key), str(build.OUT / "latest.json")], check=True)
    for name, digest in second.items():
        print(f"{digest}  {name}")
    tell(f"they lie in {build.OUT.relative_to(ROOT)}")
    return 0


def sums(files: Sequence[Path]) -> dict[str, str]:
    """The hash of each file by its name."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def checked(folder: Path) -> None:
    """Has the frozen program say its version, play a short game through the sandbox, be a server, and draw each title's board."""
    program = folder / ("qtwar-console.exe" if sys.platform == "win32" else "qtwar")
    if not program.exists():
        return
    with tempfile.TemporaryDirectory() as home:
        surroundings = {**os.environ, "QTWAR_HOME": home}

        def said(*words: str) -> str:
            try:
                done = subprocess.run(
                    [str(program), *words], capture_output=True, text=True, check=False, env=surroundings,
                    stdin=subprocess.DEVNULL, timeout=LONGEST,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                raise Stop(f"'{program.name} {' '.join(words)}' does not end within {LONGEST} s.") from None
            if done.returncode:
                raise Stop(f"'{program.name} {' '.join(words)}' fails: {' / '.join(done.stderr.strip().splitlines()[-3:])}")
            return done.stdout

        said("--version")
        said("selfplay", "sealords", "learning", "--games", "1", "--max-actions", "60")
        said("serve", "--port", "0", "--data", home, "--json", "--parent")  # ends with its input: it has none
        for title in (each["id"] for each in json.loads(said("titles", "--json"))["titles"]):
            scenario = json.loads(said("scenarios", title, "--json"))["scenarios"][0]["id"]
            said("screenshot", f"{title}/{scenario}", "-o", str(Path(home) / "board.png"))

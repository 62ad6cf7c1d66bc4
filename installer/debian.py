"""The package for Debian and Ubuntu: the folder in /opt, a command, what a desktop must know, and the rules engine made ready."""

import hashlib
import os
import platform
import shutil
import subprocess
from pathlib import Path

from installer import archive, build
from installer.say import ROOT

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
PLACE = "opt/qtwar"
CONTROL = """\
Package: qtwar
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: libc6 (>= {libc}), libgcc-s1, libstdc++6 (>= 12), {needs}
Recommends: libcups2t64 | libcups2, shared-mime-info, desktop-file-utils
Section: games
Priority: optional
Description: author, play and print board wargames
 Maps, counters, orders of battle, tables and set-ups are made in the window, games are
 played by drag and drop with the rules looking on, and everything is printed to scale.
 Rules run in a sandbox. English and Japanese.
"""
CACHE = "/var/cache/qtwar"
"""What is made as the package is installed: the program looks there, too (`qtwar.sandbox.guest.SHARED`)."""
SCRIPTS = {
    # No fault stops the installation: the first game does it then, and says what stands in the way.
    "postinst": f"""\
#!/bin/sh
set -e
if [ "$1" = configure ]; then
    rm -rf {CACHE} || true
    echo "Making QtWar's rules engine ready for this machine (some ten seconds, once) ..."
    umask 022
    QTWAR_CACHE={CACHE}/guest /{PLACE}/qtwar doctor --engine >/dev/null 2>&1 || echo "Not now: the first game will do it."
fi
""",
    "postrm": f"""\
#!/bin/sh
set -e
case "$1" in remove|purge) rm -rf {CACHE} ;; esac
""",
}
MAINTAINER = "The QtWar project <qtwar@example.org>"


def package(folder: Path, out: Path, moment: int) -> Path:
    """Lays the package's files out and packs them."""
    stage = build.WORK / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(folder, stage / PLACE, symlinks=True)
    share = stage / "usr" / "share"
    command = stage / "usr" / "bin" / "qtwar"
    command.parent.mkdir(parents=True)
    os.symlink(f"/{PLACE}/qtwar", command)
    subprocess.run([str(folder / "qtwar"), "desktop", "--package", str(share), "/usr/bin/qtwar"], check=True, capture_output=True)
    for size in (48, 128, 256):
        picture = share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "qtwar.png"
        picture.parent.mkdir(parents=True)
        shutil.copyfile(build.WORK / f"qtwar-{size}.png", picture)
    papers = share / "doc" / "qtwar"
    papers.mkdir(parents=True)
    (papers / "copyright").write_bytes((ROOT / "LICENSE").read_bytes() + b"\n" + (ROOT / "NOTICES.md").read_bytes())
    version, architecture = build.version(folder), ARCHITECTURES.get(platform.machine(), platform.machine())
    control = CONTROL.format(
        version=version, architecture=architecture, maintainer=MAINTAINER, size=-(-archive.size(stage) // 1024),
        libc=platform.libc_ver()[1], needs=", ".join(build.needs()),
    )  # fmt: skip
    about = build.WORK / "control"
    shutil.rmtree(about, ignore_errors=True)
    about.mkdir()
    (about / "control").write_text(control, encoding="utf-8")
    for name, script in SCRIPTS.items():
        (about / name).write_text(script, encoding="utf-8")
        (about / name).chmod(0o755)
    sums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {name}\n"
        for name, path in archive.tree(stage)
        if path.is_file() and not path.is_symlink()
    ]
    (about / "md5sums").write_text("".join(sums), encoding="utf-8")
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", archive.xz(archive.tar(about, moment, "./"))),
        ("data.tar.xz", archive.xz(archive.tar(stage, moment, "./"))),
    ]
    target = out / f"qtwar_{version}_{architecture}.deb"
    target.write_bytes(archive.ar(members, moment))
    return target

"""Windows' set-up and macOS's disk image: made there, by the programs that those systems have for it."""

import os
import shutil
import subprocess
from pathlib import Path

from installer import build
from installer.say import Stop, tell

SCRIPT = build.SPEC.with_name("windows.iss")


def setup(folder: Path, out: Path) -> Path:
    """Windows: Inno Setup packs the folder; QTWAR_SIGNTOOL is a command that signs a file whose name follows it."""
    compiler = shutil.which("iscc")
    if compiler is None:
        raise Stop("Inno Setup's 'iscc' is not on the path: install Inno Setup 6.3 or later, then start this again.")
    version = build.version(folder.joinpath("qtwar-console.exe").parent)
    for program in ("qtwar.exe", "qtwar-console.exe"):
        _sign(folder / program)
    subprocess.run([compiler, f"/DVersion={version}", f"/DFolder={folder}", f"/DOut={out}", str(SCRIPT)], check=True)
    made = out / f"qtwar-{version}-setup.exe"
    _sign(made)
    return made


def _sign(file: Path) -> None:
    command = os.environ.get("QTWAR_SIGNTOOL")
    if command:
        subprocess.run([*command.split(), str(file)], check=True)
    else:
        tell(f"{file.name} is not signed (QTWAR_SIGNTOOL is not set): Windows will warn of it")


def image(app: Path, out: Path) -> Path:
    """macOS: a disk image; signed by QTWAR_SIGN, notarized with the keychain's profile QTWAR_NOTARY if they are set."""
    identity, profile = os.environ.get("QTWAR_SIGN"), os.environ.get("QTWAR_NOTARY")
    version = build.version(app / "Contents" / "MacOS")
    made = out / f"qtwar-{version}-macos.dmg"
    for command in image_commands(app, made, identity, profile):
        subprocess.run(command, check=True)
    if not identity:
        tell("the app is not signed (QTWAR_SIGN is not set): macOS will not open it by a double click")
    return made


def image_commands(app: Path, made: Path, identity: str | None, profile: str | None) -> list[list[str]]:
    """What is run, in order: sign the app inside out, pack it, sign the image, have it notarized, staple the ticket."""
    rights = str(build.SPEC.with_name("entitlements.plist"))
    sign = ["codesign", "--force", "--timestamp", "--options", "runtime", "--sign", identity or "-"]
    commands = [[*sign, "--deep", "--entitlements", rights, str(app)]] if identity else []
    commands.append(["hdiutil", "create", "-volname", "QtWar", "-srcfolder", str(app), "-ov", "-format", "UDZO", str(made)])
    if identity:
        commands.append([*sign, str(made)])
    if identity and profile:
        commands.append(["xcrun", "notarytool", "submit", str(made), "--keychain-profile", profile, "--wait"])
        commands.append(["xcrun", "stapler", "staple", str(made)])
    return commands

"""How the installer speaks: progress lines, one sentence when it cannot go on, a log of all the rest."""

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOG = ROOT / "build" / "installer.log"


class Stop(Exception):
    """The set-up cannot go on; the text is one sentence for the person: what, where, how to mend it."""


def tell(text: str) -> None:
    """One progress line. On stderr, so that a command's own output can be piped on."""
    print(f"qtwar installer: {text}", file=sys.stderr, flush=True)


def logged(
    command: Sequence[str],
    *,
    on_line: Callable[[str], None] = lambda line: None,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Runs a command, its output in the log and given to `on_line`; returns its status (127: not found)."""
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"\n$ {' '.join(command)}\n")
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                env=None if environment is None else dict(environment),
            )
        except OSError as error:
            log.write(f"{error}\n")
            return 127
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                log.write(line)
                log.flush()
                on_line(line.rstrip())
        return process.wait()


def last_words(count: int = 3) -> str:
    """The last lines of the log that tell of an error, or just the last lines."""
    try:
        lines = [line.strip() for line in LOG.read_text(encoding="utf-8").splitlines() if line.strip()]
    except OSError:
        return ""
    lines = [line for line in lines if not line.startswith("[notice]")]
    errors = [line for line in lines[-40:] if line.lower().startswith(("error", "e:"))]
    return " / ".join((errors or lines)[-count:])

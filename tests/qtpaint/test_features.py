"""What the program does without of PySide6."""

import subprocess
import sys

LOOK = """
import builtins, linecache
plain = builtins.__import__
from qtwar.qtpaint import features
features.switch_off()
assert builtins.__import__ is plain
import qtwar.ui.window
print(sum(name.endswith(("window.py", "pydantic/main.py")) for name in linecache.cache))
"""


def test_importing_after_qt_reads_no_sources() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.strip(), done.stderr) == ("0", "")

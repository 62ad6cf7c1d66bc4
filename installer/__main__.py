"""`python3 installer run [ARGS…]` starts QtWar, `test [PYTEST ARGS…]` tests it, `build [PART…]` packs it.

They set up first what is missing. Needs nothing but a Python. This file must stay readable to old ones:
they get a sentence, not a syntax error.
"""

import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
NEWEST = (3, 13)
COMMANDS = ("run", "test", "build", "check", "release")
USAGE = """\
python3 installer run [ARGUMENTS…]          set up what is missing, then start QtWar
python3 installer test [PYTEST ARGUMENTS…]  set up what is missing, then run every check and test
python3 installer build [PART…]            wheel, sdist and this system's packages into build/artefacts
python3 installer check [SYSTEM…]          install what was built on bare systems, play, remove (Linux, root)
python3 installer release [--key FILE]     build twice, compare, check on bare systems, print the hashes"""


def find_python():
    # type: () -> str | None
    """Another Python on the path that QtWar can use, the newest first."""
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            probe = [found, "-c", f"import sys; sys.exit(sys.version_info[:2] != (3, {minor}))"]
            if subprocess.call(probe, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
                return found
    return None


def go_on_with_another_python():
    # type: () -> int
    """Runs this again with a Python that QtWar can use, or says which are."""
    here = "{}.{}".format(*sys.version_info[:2])
    found = find_python()
    if found is None:
        print(
            f"QtWar needs Python 3.{OLDEST[1]} to 3.{NEWEST[1]}, this is {here}: install one of them (on "
            "Debian and Ubuntu 'sudo apt-get install python3'), then start this again with it.",
            file=sys.stderr,
        )
        return 2
    print(f"This is Python {here}; going on with {found}.", file=sys.stderr)
    return subprocess.call([found, os.path.dirname(os.path.abspath(__file__)), *sys.argv[1:]])


def main():
    # type: () -> int
    """Returns the exit status: 0 done, 1 something failed, 2 the command was not understood."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] not in COMMANDS:
        if arguments and arguments[0] in ("-h", "--help", "help"):
            print(USAGE)
            return 0
        what = f"there is no command '{arguments[0]}'" if arguments else "a command is missing"
        print(f"installer: {what}; use 'python3 installer run', 'test', 'build', 'check' or 'release'.", file=sys.stderr)
        return 2
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        return go_on_with_another_python()
    # The folder's parent: the files beside this one are `installer.…` here, in tests, for the type checker.
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    from installer import commands

    return commands.main(arguments[0], arguments[1:])


if __name__ == "__main__":
    sys.exit(main())

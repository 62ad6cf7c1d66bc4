"""What pyproject.toml can not say: a wheel holds in `qtwar/data` what a clone has beside the package."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
HELD = {"resources": "resources", "modules": "modules", "docs/guide": "guide"}


def unwanted(folder: str, names: list[str]) -> set[str]:
    """A title's tests are for who works on it, in a clone; bytecode is made anew."""
    return {name for name in names if name in ("tests", "__pycache__") and Path(folder).name != "skeleton"}


class WithData(build_py):
    """Copies the program's folders into the package."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for source, target in HELD.items():
                to = Path(self.build_lib, "qtwar", "data", target)
                shutil.rmtree(to, ignore_errors=True)
                shutil.copytree(HERE / source, to, ignore=unwanted)


setup(cmdclass={"build_py": WithData})

"""The rules port without walls: the title's own source in this interpreter, for its author's tests and debugger."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from qtwar.base.errors import ModuleFault, QtwarError, RulesFault
from qtwar.kit.boundary import Boundary
from qtwar.sandbox.answers import Calls


def import_rules(module: Path | None) -> ModuleType:
    """Import a module folder's `rules` under a private name, or the free table's; raises ModuleFault with file and line."""
    if module is None or not (module / "rules").is_dir():
        return importlib.import_module("qtwar.kit.freetable")
    init = module / "rules" / "__init__.py"
    if not init.exists():
        raise ModuleFault("fault.module.no_beginning", module=module.name)
    # Inside the sandbox the package is called title_rules; so it is here, one title at a time.
    for key in [k for k in sys.modules if k == "title_rules" or k.startswith("title_rules.")]:
        del sys.modules[key]
    spec = importlib.util.spec_from_file_location("title_rules", init, submodule_search_locations=[str(init.parent)])
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["title_rules"] = package
    try:
        spec.loader.exec_module(package)
    except Exception as problem:
        last = traceback.extract_tb(problem.__traceback__)[-1]
        line = getattr(problem, "lineno", None) or last.lineno
        file = Path(getattr(problem, "filename", None) or last.filename).name
        raise ModuleFault(
            "fault.module.not_python",
            module=module.name,
            file=file,
            line=line,
            why=str(problem),
            detail=traceback.format_exc(),
        ) from problem
    return package


def _crossed(data: Any) -> Any:
    """Return data as it comes out of the sandbox's pipe: keys in the order given, for rules may walk a table in it."""
    return json.loads(json.dumps(data, ensure_ascii=False, allow_nan=False))


class InProcessRules(Calls):
    """Fulfils RulesPort; every call crosses a JSON text, as it does in the sandbox."""

    def __init__(self, module: Path | None, content: dict[str, Any]) -> None:
        self._package = import_rules(module)
        name = module.name if module is not None else "free table"
        try:
            self.held = Boundary(self._package.__name__, _crossed(content))
        except Exception as problem:
            raise ModuleFault(
                "fault.module.stops", module=name, why=str(problem), detail=traceback.format_exc()
            ) from problem

    def call(self, fn: str, *args: Any) -> Any:
        """Call a function of the boundary."""
        try:
            return _crossed(getattr(self.held, fn)(*_crossed(list(args))))
        except QtwarError:
            raise
        except Exception as problem:
            raise RulesFault("fault.rules", name=type(problem).__name__, detail=traceback.format_exc()) from problem

    def close(self) -> None:
        """Nothing to let go."""

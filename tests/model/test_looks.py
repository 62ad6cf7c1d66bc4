"""`style.yaml` and `counters.yaml` have their form before anybody reads them, wherever they come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.bench.attacks import modules
from qtwar.editing import templates
from qtwar.editing.batch import Batch
from qtwar.editing.draft import Draft
from qtwar.editing.verify import verify
from qtwar.model.content import TitleContent
from qtwar.model.load import load


@pytest.mark.parametrize(
    ("name", "text"),
    [("style", text) for text in modules.STYLES] + [("counters", text) for text in modules.COUNTERS],
    ids=str,
)
def test_what_holds_something_else_has_its_form_or_is_named_with_its_line(name: str, text: str, tmp_path: Path) -> None:
    module = modules.sound(tmp_path / "small")
    (module / "content" / f"{name}.yaml").write_text(f"# as a stranger wrote it\n{text}\n", encoding="utf-8")
    with pytest.raises(DataFault) as fault:
        load(module)
    assert (fault.value.at.file, fault.value.at.line) == (f"content/{name}.yaml", 2)


def test_all_else_stays_as_it_was_written_in_its_order() -> None:
    boards = {"m": [{"width": 1, "painter": "fill"}]}
    style = {"own": [1], "coarse": {"b": "#ffffff", "a": None}, "boards": boards, "cover": {"x": 1}}
    content = templates.new_grid("Small", columns=3, rows=3)
    read = TitleContent.model_validate({**content.as_json(), "style": style, "counters": {"list": [1], "defaults": {"size": 3}}})
    assert repr(read.style) == repr(style)
    assert read.as_json()["style"] == style


@pytest.mark.parametrize(("part", "key"), [("style", "boards"), ("style", "cover"), ("counters", "templates")])
def test_an_edit_that_breaks_the_form_is_refused(part: str, key: str) -> None:
    draft = Draft(templates.new_grid("Small", columns=3, rows=3))
    batch = Batch(draft)
    batch.set((part, key), 5)
    with pytest.raises(DataFault):
        verify(draft.data, batch.data)

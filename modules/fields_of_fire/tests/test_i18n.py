"""Every message that the rules can write has words in both languages, those that are put together too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from modules.fields_of_fire.rules import ends, plan, support
from modules.fields_of_fire.rules.menu import ACTIONS
from modules.fields_of_fire.tests.conftest import MODULE, rules_content

ROOT = MODULE.parents[1]
LITERAL = re.compile(
    r'"((?:note|prompt|ask|button|refuse|act|why|odds|cell|piece|los|goal|award|label|result|weather|state|link|seam)\.[a-z_A-Z.0-9]+)"'
)


def words(path: Path) -> dict[str, Any]:
    """Return the texts of a file."""
    return dict(yaml.safe_load(path.read_text("utf-8")) or {})


@pytest.fixture(scope="module", params=["en", "ja"])
def texts(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The texts of a language, the program's own among them."""
    found: dict[str, Any] = {}
    for path in sorted((ROOT / "resources" / "i18n").glob(f"*{request.param}.yaml")):
        found |= words(path)
    return found | words(MODULE / "i18n" / f"{request.param}.yaml")


def test_both_languages_have_the_same_keys() -> None:
    assert set(words(MODULE / "i18n" / "en.yaml")) == set(words(MODULE / "i18n" / "ja.yaml"))


def test_every_key_written_in_the_rules_has_words(texts: dict[str, Any]) -> None:
    written = {key for path in (MODULE / "rules").glob("*.py") for key in LITERAL.findall(path.read_text("utf-8"))}
    keys = {key for key in written if not key.endswith(".")}
    assert not sorted(key for key in keys if key not in texts)


def test_keys_put_together_have_words(texts: dict[str, Any]) -> None:
    missions = [entry for entry in rules_content().scenarios.values() if "mission" in entry["attrs"]]
    keys = {f"act.{action.verb}" for action in ACTIONS}
    keys |= {f"award.{name}" for entry in missions for name in entry["attrs"]["xp"] if name in ends.AWARDS}
    keys |= {f"mission.{entry['id']}" for entry in missions if not entry["attrs"].get("campaign_missions")}
    keys |= {f"fire.{what}" for entry in missions for one in entry["attrs"]["support"] for what in support.types(one)}
    keys |= {f"signal.{word}" for word in plan.MEANINGS} | {f"direction.{way}" for way in (*plan.DIAGONALS, "none")}
    keys |= {f"weather.{row}" for row in rules_content().charts["visibility"].row_heads}
    keys |= {f"result.campaign_{word}" for word in ("decisive", "victory", "marginal", "failure")}
    keys |= {
        f"los.{why}" for why in ("clear", "crooked", "far", "gap", "border", "height", "smoke", "visibility", "off_map")
    }
    keys |= {f"link.{how}" for how in ("self", "voice", "net", "battalion", "flight", "none")}
    keys |= {f"at_result.{row}" for chart in ("at_ground", "at_air") for row in rules_content().charts[chart].row_heads}
    keys |= {f"state.{word}" for word in ("pinned", "assault", "fire", "litter", "paralyzed")}
    assert not sorted(key for key in keys if key not in texts)

"""What lies under the veil while a target is asked for."""

from PySide6.QtCore import QPointF


def clear(table, place):
    """Whether a place lies outside the veil."""
    lights = table.view.state.lights
    return not lights.dark.contains(QPointF(table.view.layout_.spot(f"field:{place}")))


def test_who_is_to_fire_stands_out_beside_the_targets(ridge):
    table = ridge()
    table.begin("skip")
    table.do()
    table.begin("shoot")
    firer = table.model.position.view.pieces["g1"]["at"].removeprefix("field:")
    table.hand.click(table.at(firer))
    assert table.model.answer.pieces == ["g1"]
    assert clear(table, "0404")
    assert clear(table, firer)
    assert not clear(table, "0203")
    assert f"field:{firer}" not in table.view.state.light_places  # it is no target, and has no outline
    assert not table.view.state.lights.outline.contains(QPointF(table.view.layout_.spot(f"field:{firer}")))

"""The order of battle: what it lists, how it is searched, a title's own tree of forces."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.ui import mime
from qtwar.ui.docks.oob import PIECES, PLACE, short_place


def leaves(tree):
    found = []

    def walk(item):
        for n in range(item.childCount()):
            child = item.child(n)
            if child.childCount():
                walk(child)
            elif not child.isHidden():
                found.append((child.text(0), child.data(0, PLACE)))

    walk(tree.invisibleRootItem())
    return found


def test_order_of_battle_groups_filters_blinks_and_centres(play):
    _, page, _game = play()
    assert page.oob.tree.topLevelItemCount() == 0, "nobody has looked at it yet"
    page.raise_dock("oob")
    assert ("PBR ×2", "My Tho") in leaves(page.oob.tree)
    QTest.keyClicks(page.oob.filter, "can move")
    assert [name for name, _ in leaves(page.oob.tree)] == ["CCB", "PBR ×2", "SEAL Alpha"]
    page.oob.filter.setText("vnmc")
    assert leaves(page.oob.tree) == [("VNMC battalion", "Can Tho")]
    item = page.oob.tree.topLevelItem(1).child(3)
    item.setText(0, "ヘリコプター")
    for typed in ("へり", "ﾍﾘ", "ＶＮＭＣ"):
        page.oob.filter.setText(typed)
        assert item.isHidden() is (typed == "ＶＮＭＣ"), typed
    item.setText(0, "VNMC battalion")
    page.oob.filter.setText("ｖｎｍｃ")
    assert leaves(page.oob.tree) == [("VNMC battalion", "Can Tho")]
    page.oob.tree.itemDoubleClicked.emit(item, 0)
    assert page.board.centred == ["vnmc"]
    data = page.oob.tree.mimeData([item])
    assert mime.unpack(data) == ["vnmc"]


def test_a_place_with_a_name_goes_without_its_number():
    assert short_place("Binh Thuy 1914") == "Binh Thuy"
    assert short_place("1914") == "1914"
    assert short_place("Turn 3") == "Turn 3"
    assert short_place("Free World Refit Box") == "Free World Refit Box"


def test_folded_formations_stay_folded(play):
    _, page, _ = play()
    page.raise_dock("oob")
    page.oob.tree.topLevelItem(0).child(0).setExpanded(False)
    page.oob.refresh()
    assert not page.oob.tree.topLevelItem(0).child(0).isExpanded()


TREE = {
    "id": "lead", "label": {"key": "dock.oob"}, "pieces": ["pbr-1"], "place": "fw_refit", "value": {"key": "dock.log"},
    "children": [{"id": "unit", "label": {"key": "dock.history"}, "pieces": ["pbr-3"], "place": "fw_refit", "tone": "warn"}],
}  # fmt: skip


def test_the_titles_own_tree_of_forces_beside_the_roster(play, qtbot):
    _, page, game = play()
    oob = page.oob
    page.raise_dock("oob")
    assert oob.kind.isHidden(), "a title without a tree shows its roster alone"
    game.actions.query = lambda name, args, then: then({"nodes": [TREE]} if name == "tree" else None)
    oob._asked = False
    oob.refresh()
    assert oob.shows_forces
    lead = oob.tree.topLevelItem(0)
    assert (lead.text(0), lead.data(0, PLACE), lead.childCount()) == ("Order of battle", "Log", 1)
    looked = []
    page.focus.centre.connect(looked.append)
    QTest.mouseClick(oob.tree.viewport(), Qt.MouseButton.LeftButton, pos=oob.tree.visualItemRect(lead.child(0)).center())
    assert looked == ["pbr-3"], "one click finds it"
    oob.mark(("pbr-1",))
    assert oob.tree.currentItem().data(0, PIECES) == ("pbr-1",), "what is selected on the board is found in the tree"
    at = oob.tree.viewport().mapToGlobal(oob.tree.visualItemRect(oob.tree.currentItem()).center())
    assert oob.tree.place_under(at) == "fw_refit"
    oob.show_piece("pbr-5")
    assert not oob.shows_forces, "who is not in the tree is found in the roster"

"""Fields that are called by a text of the program."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.basics import NamedField, SearchField


@pytest.fixture(autouse=True)
def english(qapp):
    yield
    i18n.set_language("en")


def test_a_field_is_called_in_the_language_in_force_and_keeps_what_is_typed(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    fields = {
        "mail.your_name": NamedField("mail.your_name", "Ann"),
        "hosting.key": NamedField("hosting.key", secret=True),
        "edit.kinds_find": SearchField("edit.kinds_find", lambda: None),
    }
    box = QVBoxLayout(window)
    for field in fields.values():
        box.addWidget(field)
    for language in ("ja", "en", "ja"):
        i18n.set_language(language)
        for key, field in fields.items():
            assert field.placeholderText() == field.accessibleName() == tr(key) != key
    assert fields["mail.your_name"].text() == "Ann"
    assert fields["hosting.key"].echoMode() == QLineEdit.EchoMode.PasswordEchoOnEdit

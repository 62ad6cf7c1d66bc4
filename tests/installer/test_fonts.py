"""The fonts that we ship: Qt finds each by the name we give it; they can set every Japanese text of ours."""

from pathlib import Path

import pytest
from PySide6.QtGui import QRawFont
from PySide6.QtWidgets import QApplication

FAMILIES = {
    "AlegreyaSans-Bold": "Alegreya Sans",
    "AlegreyaSans-ExtraBold": "Alegreya Sans ExtraBold",
    "AlegreyaSans-Medium": "Alegreya Sans Medium",
    "BarlowCondensed-Bold": "Barlow Condensed",
    "BarlowCondensed-ExtraBold": "Barlow Condensed ExtraBold",
    "BarlowCondensed-Medium": "Barlow Condensed Medium",
    "BarlowCondensed-SemiBold": "Barlow Condensed SemiBold",
    "EBGaramond-Bold": "EB Garamond",
    "EBGaramond-BoldItalic": "EB Garamond",
    "EBGaramond-ExtraBold": "EB Garamond ExtraBold",
    "EBGaramond-Italic": "EB Garamond",
    "EBGaramond-Medium": "EB Garamond Medium",
    "EBGaramond-MediumItalic": "EB Garamond Medium",
    "EBGaramond-Regular": "EB Garamond",
    "EBGaramond-SemiBold": "EB Garamond SemiBold",
    "EBGaramond-SemiBoldItalic": "EB Garamond SemiBold",
    "Inter-Bold": "Inter",
    "Inter-Regular": "Inter",
    "Inter-SemiBold": "Inter SemiBold",
    "InterSigns-Bold": "Inter Signs",
    "InterSigns-Regular": "Inter Signs",
    "NotoSansJP-Bold": "Noto Sans JP",
    "NotoSansJP-Regular": "Noto Sans JP",
    "NotoSerifJP-SemiBold": "Noto Serif JP SemiBold",
    "SairaStencilOne-Regular": "Saira Stencil One",
    "ZenKakuGothicNew-Bold": "Zen Kaku Gothic New",
    "ZenKakuGothicNew-Medium": "Zen Kaku Gothic New Medium",
    "ZenOldMincho-SemiBold": "Zen Old Mincho SemiBold",
}
SELDOM = "\xad¹²³"
LATIN = "".join(chr(code) for code in (*range(0x20, 0x7F), *range(0xA1, 0x100)) if chr(code) not in SELDOM)
VIETNAMESE = "ĂăĐđƠơƯưẠạẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹ"


def load(repository: Path, stem: str) -> QRawFont:
    font = QRawFont(str(repository / "resources" / "fonts" / f"{stem}.ttf"), 100)
    assert font.isValid()
    return font


def missing(font: QRawFont, characters: str) -> str:
    return "".join(character for character in characters if not font.supportsCharacter(ord(character)))


def test_every_file_is_known_and_has_its_licence_beside_it(repository: Path) -> None:
    folder = repository / "resources" / "fonts"
    assert {path.stem for path in folder.glob("*.ttf")} == set(FAMILIES)
    for stem in FAMILIES:
        licence = (folder / f"OFL-{stem.split('-')[0]}.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert licence.splitlines()[0].strip()


@pytest.mark.parametrize("stem", FAMILIES)
def test_each_face_has_the_family_that_we_ask_for(stem: str, repository: Path, qapp: QApplication) -> None:
    font = load(repository, stem)
    assert font.familyName() == FAMILIES[stem]
    weight = stem.split("-")[1]
    if weight in ("Regular", "Bold", "Italic", "BoldItalic"):
        assert font.styleName().replace(" ", "") == weight
    else:
        assert font.styleName() == ("Italic" if weight.endswith("Italic") else "Regular")


@pytest.mark.parametrize("stem", [stem for stem in FAMILIES if not stem.startswith("InterSigns")])
def test_each_face_holds_the_latin_and_vietnamese_letters_of_our_names(
    stem: str, repository: Path, qapp: QApplication
) -> None:
    font = load(repository, stem)
    assert missing(font, LATIN) == ""
    if not stem.startswith("Zen"):  # Japanese maps write these names in katakana
        assert missing(font, VIETNAMESE) == ""


@pytest.mark.parametrize("stem", ["Inter-Regular", "Inter-SemiBold", "Inter-Bold"])
def test_figures_on_the_screen_stand_under_each_other(stem: str, repository: Path, qapp: QApplication) -> None:
    font = load(repository, stem)
    digits = font.advancesForGlyphIndexes(font.glyphIndexesForString("0123456789"))
    assert len({point.x() for point in digits}) == 1
    assert font.glyphIndexesForString("0123456789") != font.glyphIndexesForString("0000000000")


@pytest.mark.parametrize("stem", ["InterSigns-Regular", "InterSigns-Bold"])
def test_signs_that_the_other_faces_leave_out_have_one(stem: str, repository: Path, qapp: QApplication) -> None:
    assert missing(load(repository, stem), "≤≥→←↑↓⇒★☆●○■□◆◇▲△▼✓✗√№‐‑‥①⑨⅓♥") == ""


@pytest.mark.parametrize("stem", [stem for stem in FAMILIES if stem.startswith(("Noto", "Zen"))])
def test_every_japanese_text_of_ours_can_be_set(stem: str, repository: Path, qapp: QApplication) -> None:
    used: set[str] = set()
    for folder in ("resources/i18n", "modules"):
        for path in (repository / folder).rglob("*.yaml"):
            used.update(character for character in path.read_text(encoding="utf-8") if "\u3000" <= character < "\ue000")
    assert len(used) > 300, "no Japanese texts were found"
    assert missing(load(repository, stem), "".join(sorted(used))) == ""

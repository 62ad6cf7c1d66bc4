"""Rebuilds resources/fonts from the OFL families that npm's @fontsource packages carry.

Those packages leave out arrows, stars and signs of comparison; they come from Inter's own package `inter-ui` as a
small family of their own, Inter Signs, which is asked last.

Run it with the packages of the project's extra `fonts` installed: `python installer/fonts.py [FOLDER]`,
where FOLDER keeps what npm downloads. Each file that we ship is one weight: latin, latin-ext and vietnamese
parts merged, hinting dropped (maps draw outlines, screens are sharp enough), Japanese cut down to JIS level
1 and 2, or to level 1 and what our own texts use.

Qt registers a static Medium, SemiBold or ExtraBold as a family of its own on some systems and as a weight
on others. The names written here leave no choice: regular, bold and their italics are one family, every
other weight is a family named after it.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "resources" / "fonts"
RELEASE = "5.3.0"
WEIGHTS = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}
LATIN = ("latin", "latin-ext", "vietnamese")
SIGNS_PACKAGE = "inter-ui@4.1.1"
SIGNS = (0x20, *range(0x2010, 0x2C00))


@dataclass(frozen=True, slots=True)
class Face:
    """One font file: which weight of which package, and how many levels of JIS X 0208 it keeps (0 to 2)."""

    family: str
    package: str
    weight: int
    italic: bool = False
    levels: int = 0
    tabular: bool = False

    @property
    def own_family(self) -> str:
        """The family to ask Qt for."""
        return self.family if self.weight in (400, 700) else f"{self.family} {WEIGHTS[self.weight]}"

    @property
    def style(self) -> str:
        """Regular, Italic, Bold or Bold Italic within `own_family`."""
        bold = "Bold" if self.weight == 700 else ""
        return f"{bold} {'Italic' if self.italic else ''}".strip() or "Regular"

    @property
    def filename(self) -> str:
        """Such as EBGaramond-SemiBoldItalic.ttf."""
        italic = "Italic" if self.italic else ""
        weight = "" if self.weight == 400 and self.italic else WEIGHTS[self.weight]
        return f"{self.family.replace(' ', '')}-{weight}{italic}.ttf"


FACES = (
    *(Face("EB Garamond", "eb-garamond", weight) for weight in (400, 500, 600, 700, 800)),
    *(Face("EB Garamond", "eb-garamond", weight, italic=True) for weight in (400, 500, 600, 700)),
    *(Face("Alegreya Sans", "alegreya-sans", weight) for weight in (500, 700, 800)),
    *(Face("Barlow Condensed", "barlow-condensed", weight) for weight in (500, 600, 700, 800)),
    Face("Saira Stencil One", "saira-stencil-one", 400),
    *(Face("Inter", "inter", weight, tabular=True) for weight in (400, 600, 700)),
    *(Face("Noto Sans JP", "noto-sans-jp", weight, levels=2) for weight in (400, 700)),
    Face("Noto Serif JP", "noto-serif-jp", 600, levels=2),
    Face("Zen Old Mincho", "zen-old-mincho", 600, levels=2),
    *(Face("Zen Kaku Gothic New", "zen-kaku-gothic-new", weight, levels=2) for weight in (500, 700)),
)


def jis_rows(rows: Iterable[int]) -> Iterator[str]:
    """The characters of these rows (1 to 94) of JIS X 0208."""
    for row in rows:
        for column in range(1, 95):
            try:
                yield bytes((0xA0 + row, 0xA0 + column)).decode("euc_jp")
            except UnicodeDecodeError:
                continue


def used_characters() -> set[str]:
    """Every character of the texts that the program and the titles show."""
    used: set[str] = set()
    for folder in ("modules", "resources", "qtwar"):
        for pattern in ("*.yaml", "*.json", "*.py"):
            for path in sorted((ROOT / folder).rglob(pattern)):
                used.update(path.read_text(encoding="utf-8"))
    return {character for character in used if character.isprintable()}


def japanese(levels: int) -> set[str]:
    """What a Japanese face keeps: kana, signs, numbers in circles, kanji of these levels, and what we use."""
    rows = {1: range(1, 48), 2: range(1, 85)}[levels]
    kept = set(jis_rows(rows)) | used_characters()
    kept.update(map(chr, (*range(0x2460, 0x2474), *range(0x2160, 0x216C), *range(0xFF01, 0xFFE7))))
    return kept


def packed(package: str, store: Path) -> Path:
    """The folder of one unpacked package, fetched by npm unless it is there."""
    name = f"@fontsource/{package}@{RELEASE}" if "@" not in package else package
    folder = store / package.partition("@")[0]
    if not (folder / "package.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--json", name]
        made = subprocess.run(command, cwd=store, check=True, capture_output=True, text=True)
        archive = store / json.loads(made.stdout)[0]["filename"].replace("@", "").replace("/", "-")
        subprocess.run(["tar", "xzf", str(archive), "-C", str(folder), "--strip-components=1"], check=True)
    return folder


def part(face: Face, folder: Path, script: str, keep: set[str] | None, scratch: Path) -> Path | None:
    """One script of one face as an unhinted TTF, or None where the package has none."""
    slope = "italic" if face.italic else "normal"
    source = folder / "files" / f"{face.package}-{script}-{face.weight}-{slope}.woff2"
    if not source.exists():
        return None
    font = TTFont(source)
    characters = set(font.getBestCmap())
    if keep is not None:
        characters &= {ord(character) for character in keep}
    cut_down(font, characters)
    target = scratch / f"{script}.ttf"
    font.save(target)
    return target


def cut_down(font: TTFont, characters: set[int]) -> None:
    """Keeps these characters, without hinting and packing."""
    options = Options()
    options.hinting = False
    options.layout_features = ["*"]
    options.notdef_outline = True
    options.drop_tables += ["STAT"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = None


def name_it(font: TTFont, face: Face) -> None:
    """Writes names, style bits and weight: `own_family` and `style` are the only way to ask for this face."""
    names = font["name"]
    notice = names.getDebugName(0) or ""
    full = face.own_family if face.style == "Regular" else f"{face.own_family} {face.style}"
    postscript = face.filename.removesuffix(".ttf")
    names.names = []
    for number, text in {
        0: notice,
        1: face.own_family,
        2: face.style,
        3: f"QtWar;{RELEASE};{postscript}",
        4: full,
        6: postscript,
        13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        14: "https://openfontlicense.org",
    }.items():
        names.setName(text, number, 3, 1, 0x409)
    bold, italic = face.weight == 700, face.italic
    font["OS/2"].usWeightClass = face.weight
    selection = font["OS/2"].fsSelection & ~0b1100001
    selection |= (1 if italic else 0) | (32 if bold else 0) | (64 if not italic and not bold else 0)
    font["OS/2"].fsSelection = selection
    font["head"].macStyle = (1 if bold else 0) | (2 if italic else 0)


def make_figures_tabular(font: TTFont) -> None:
    """Points the digits at the glyphs of the feature `tnum`: columns of figures line up without asking."""
    table = font["GSUB"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for index in record.Feature.LookupListIndex
    }
    mapping: dict[str, str] = {}
    for index in sorted(lookups):
        for subtable in table.LookupList.Lookup[index].SubTable:
            real = getattr(subtable, "ExtSubTable", subtable)
            mapping.update(getattr(real, "mapping", {}))
    changed = 0
    for cmap in font["cmap"].tables:
        for digit in range(0x30, 0x3A):
            glyph = cmap.cmap.get(digit)
            if glyph in mapping:
                cmap.cmap[digit] = mapping[glyph]
                changed += 1
    widths = {font["hmtx"][font.getBestCmap()[digit]][0] for digit in range(0x30, 0x3A)}
    if not changed or len(widths) != 1:
        raise SystemExit(f"{font['name'].getDebugName(4)}: digits did not become tabular, {sorted(widths)}")


def build(face: Face, store: Path) -> Path:
    """Writes one face into resources/fonts and its licence beside it."""
    folder = packed(face.package, store)
    with tempfile.TemporaryDirectory() as name:
        scripts = (*LATIN, "japanese") if face.levels else LATIN
        keep = {"japanese": japanese(face.levels)} if face.levels else {}
        parts = [part(face, folder, script, keep.get(script), Path(name)) for script in scripts]
        font = Merger().merge([str(found) for found in parts if found])
        name_it(font, face)
        if face.tabular:
            make_figures_tabular(font)
        return save(font, face, (folder / "LICENSE").read_text(encoding="utf-8").split("\n", 1)[1])


def build_signs(weight: int, store: Path) -> Path:
    """Writes one weight of Inter Signs and its licence."""
    folder = packed(SIGNS_PACKAGE, store)
    font = TTFont(folder / "web" / f"Inter-{WEIGHTS[weight]}.woff2")
    cut_down(font, set(SIGNS))
    face = Face("Inter Signs", SIGNS_PACKAGE, weight)
    name_it(font, face)
    return save(font, face, (folder / "LICENSE.txt").read_text(encoding="utf-8").split("\n", 1)[1])


def save(font: TTFont, face: Face, licence: str) -> Path:
    """Writes a file and the licence beside it."""
    TARGET.mkdir(parents=True, exist_ok=True)
    target = TARGET / face.filename
    font.save(target)
    beside = TARGET / f"OFL-{face.family.replace(' ', '')}.txt"
    beside.write_text(f"{font['name'].getDebugName(0)}\n{licence}", encoding="utf-8")
    return target


def main() -> None:
    """Builds every face and says how large it is."""
    store = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "fonts"
    store.mkdir(parents=True, exist_ok=True)
    for face in FACES:
        tell(build(face, store), f"{face.own_family} / {face.style}")
    for weight in (400, 700):
        tell(build_signs(weight, store), "Inter Signs")


def tell(target: Path, name: str) -> None:
    """Says how large a face became."""
    print(f"{target.relative_to(ROOT)}  {target.stat().st_size // 1024} kB  {name}", flush=True)


if __name__ == "__main__":
    main()

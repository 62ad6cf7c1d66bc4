"""Takes out of a frozen folder what the program never uses: symbols for debuggers, ICU's other languages, linear algebra.

Qt brings ICU with 30 MB of data; it asks it to compare words (QCollator) and for time zones, its own texts of countries
and numbers it has itself. English and Japanese stay, and the root that every other language falls back to.
"""

import re
import shutil
import struct
import subprocess
from pathlib import Path

from installer.say import Stop, tell

HEADER = struct.Struct("<HBB")
LOCALE = re.compile(r"([a-z]{2,3})(_[A-Za-z0-9_]+)?\.res")
SPOKEN = ("en", "ja")
LEFT_OUT = ("brkitr", "curr", "lang", "rbnf", "region", "translit", "unit")
"""Kinds of data that nothing asks ICU for: where words break, names of money, languages, regions, units."""
PAGE = 4096


def strip(folder: Path) -> None:
    """Takes out the symbols, where there is `strip`."""
    program = shutil.which("strip")
    if program is None:
        tell("no 'strip' here: the program gets some 40 MB larger")
        return
    libraries = (path for path in sorted(folder.rglob("*.so*")) if path.is_file() and not path.is_symlink())
    found = [path for path in libraries if not path.name.startswith("libicudata")]  # it is made anew, and has none
    subprocess.run([program, "--strip-unneeded", *map(str, found)], check=True)


def is_wanted(name: str) -> bool:
    """Whether an item of ICU's data (`icudt73l/coll/ja.res`) stays."""
    *kinds, file = name.split("/")[1:]
    if file.endswith((".cnv", ".spp", ".dict")) or (kinds and kinds[0] in LEFT_OUT):
        return False
    language = LOCALE.fullmatch(file)
    return language is None or language[1] in SPOKEN


def fewer(data: bytes) -> bytes:
    """ICU's common data with the items alone that are wanted."""
    start = HEADER.unpack_from(data)[0]
    count = struct.unpack_from("<I", data, start)[0]
    rows = [struct.unpack_from("<II", data, start + 4 + 8 * n) for n in range(count)]
    ends = [at for _, at in rows[1:]] + [len(data) - start]
    items: list[tuple[bytes, bytes]] = []
    for (named, at), end in zip(rows, ends, strict=True):
        name = data[start + named : data.index(b"\0", start + named)]
        if is_wanted(name.decode("ascii")):
            items.append((name, data[start + at : start + end]))
    names, places, blob = b"", [], b""
    for name, _ in items:
        places.append(len(names))
        names += name + b"\0"
    first = 4 + 8 * len(items)
    begin = _up(first + len(names), 16)
    table = struct.pack("<I", len(items))
    for place, (_, content) in zip(places, items, strict=True):
        blob += b"\0" * (_up(len(blob), 16) - len(blob))
        table += struct.pack("<II", first + place, begin + len(blob))
        blob += content
    return data[:start] + table + names + b"\0" * (begin - first - len(names)) + blob


def icu(library: Path) -> None:
    """Makes the library anew around the smaller data: its addresses stay, what is behind the data moves up in the file."""
    held = library.read_bytes()
    if held[:6] != b"\x7fELF\x02\x01":
        raise Stop(f"{library.name} is no library of this kind of machine: leave it as it is.")
    table, count = struct.unpack_from("<Q", held, 32)[0], struct.unpack_from("<H", held, 56)[0]
    # A part is its type, flags, place in the file, two addresses, its size there and in memory, alignment.
    parts = [list(struct.unpack_from("<IIQQQQQQ", held, table + 56 * n)) for n in range(count)]
    loads = [part for part in parts if part[0] == 1]
    begin = held.index(b"\xda\x27") - 2
    if len(loads) != 2 or held[begin + 12 : begin + 16] != b"CmnD" or begin % PAGE:
        raise Stop(f"{library.name} is built in another way than Qt's was: look at it before it is made smaller.")
    data, rest = loads
    small = fewer(held[begin : data[2] + data[5]])
    behind, length = rest[2], rest[5]
    moved = _up(begin + len(small), PAGE) + behind % PAGE
    for part in parts:
        if part[2] >= behind:
            part[2] -= behind - moved
    data[5] = data[6] = begin + len(small)
    out = bytearray(held[:begin] + small)
    out += b"\0" * (moved - len(out)) + held[behind : behind + length]
    for n, part in enumerate(parts):
        struct.pack_into("<IIQQQQQQ", out, table + 56 * n, *part)
    struct.pack_into("<Q", out, 40, 0)  # no table of sections: a loader needs none
    struct.pack_into("<HH", out, 60, 0, 0)
    library.write_bytes(out)


PRODUCTS = Path(__file__).with_name("frozen") / "blas.c"
NEEDLESS = ("libgfortran-*.so*", "libquadmath-*.so*")


def products(folder: Path) -> None:
    """Puts a library of ours, which multiplies, in the place of OpenBLAS, which also solves equations nobody sets here."""
    libraries = [path for path in sorted(folder.rglob("libscipy_openblas*.so")) if not path.is_symlink()]
    compiler, reader = shutil.which("cc"), shutil.which("nm")
    if not libraries or compiler is None or reader is None:
        tell("no C compiler here, or another NumPy: the program gets some 26 MB larger")
        return
    asked: set[str] = set()
    for user in sorted(folder.rglob("numpy/**/*.so")):
        done = subprocess.run([reader, "-D", "--undefined-only", str(user)], capture_output=True, text=True, check=True)
        asked |= {word for word in done.stdout.split() if word.startswith("scipy_")}
    written = PRODUCTS.read_text(encoding="utf-8")
    algebra = sorted(name for name in asked if not name.startswith("scipy_cblas_"))
    letters = re.findall(r"^KIND\([\w ]+, (\w)", written, re.MULTILINE)
    made = {f"scipy_cblas_{letter}{name}64_" for letter in letters for name in re.findall(r"##LETTER##(\w+?)64_", written)}
    made |= {f"scipy_cblas_{name}64_" for name in re.findall(r"^DOT\w*\([\w ]+, (\w+)", written, re.MULTILINE)}
    if lacking := sorted(asked - made - set(algebra)):
        raise Stop(f"NumPy asks for {', '.join(lacking)}, which {PRODUCTS.name} has not.")
    ends = "".join(f"void {name}(void) {{ qtwar_no_linear_algebra(); }}\n" for name in algebra)
    for library in libraries:
        flags = ["-O3", "-fcx-limited-range", "-shared", "-fPIC", "-s", "-Wl,--build-id=none", f"-Wl,-soname,{library.name}"]
        command = [compiler, *flags, "-o", str(library), "-x", "c", "-"]
        library.unlink()
        subprocess.run(command, input=written + "\n" + ends, text=True, check=True)
    for needless in (file for pattern in NEEDLESS for file in folder.rglob(pattern)):
        needless.unlink()


def _up(number: int, step: int) -> int:
    return -(-number // step) * step


def slim(folder: Path) -> None:
    """Makes a frozen Linux folder smaller, in place."""
    products(folder)
    strip(folder)
    for library in sorted(folder.rglob("libicudata.so.*")):
        if not library.is_symlink():
            icu(library)

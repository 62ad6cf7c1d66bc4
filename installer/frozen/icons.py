"""Makes the program's icons for the three systems of its one drawing: `icons.py FOLDER`."""

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

from qtwar.base.places import RESOURCES

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICNS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}


def png(size: int) -> bytes:
    """The drawing as a PNG of so many pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(RESOURCES / "icons" / "qtwar.svg")).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """Windows' file of icons: a table, then the pictures."""
    held = {size: data for size, data in pictures.items() if size <= 256}
    at, table = 6 + 16 * len(held), struct.pack("<HHH", 0, 1, len(held))
    for size, data in held.items():
        table += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return table + b"".join(held.values())


def icns(pictures: dict[int, bytes]) -> bytes:
    """macOS's file of icons: each picture under a name that says its size."""
    parts = b"".join(name + struct.pack(">I", len(pictures[size]) + 8) + pictures[size] for size, name in ICNS.items())
    return b"icns" + struct.pack(">I", len(parts) + 8) + parts


def main(folder: Path) -> None:
    """Writes them all into a folder."""
    pictures = {size: png(size) for size in SIZES}
    for size, data in pictures.items():
        (folder / f"qtwar-{size}.png").write_bytes(data)
    (folder / "qtwar.ico").write_bytes(ico(pictures))
    (folder / "qtwar.icns").write_bytes(icns(pictures))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Archives that are the same to the byte each time: members sorted, of one time, of nobody."""

import io
import lzma
import os
import tarfile
from pathlib import Path


def tree(folder: Path) -> list[tuple[str, Path]]:
    """Everything in a folder with the name it has there, sorted; a folder before what it holds."""
    return sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*"))


def tar(folder: Path, moment: int, prefix: str = "") -> bytes:
    """A tar of a folder's content; `prefix` stands before every name."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, path in [("", folder), *tree(folder)]:
            info = archive.gettarinfo(path, (prefix + name).rstrip("/") or ".")
            info.mtime, info.uid, info.gid, info.uname, info.gname = moment, 0, 0, "root", "root"
            if info.issym():
                info.mode = 0o777
            elif info.isdir() or info.mode & 0o100:
                info.mode = 0o755
            else:
                info.mode = 0o644
            if info.islnk() or info.isreg():  # two names of one file are two files
                info.type, info.size, info.linkname = tarfile.REGTYPE, path.stat().st_size, ""
                with path.open("rb") as content:
                    archive.addfile(info, content)
            else:
                archive.addfile(info)
    return out.getvalue()


def xz(data: bytes) -> bytes:
    """Packed by one thread: several would cut it as there are cores. Tighter would save a tenth and take three times as long."""
    return lzma.compress(data, preset=3)


def ar(members: list[tuple[str, bytes]], moment: int) -> bytes:
    """The old archive that a .deb is."""
    parts = [b"!<arch>\n"]
    for name, data in members:
        parts.append(f"{name:<16}{moment:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode("ascii"))
        parts.append(data + b"\n" * (len(data) % 2))
    return b"".join(parts)


def size(folder: Path) -> int:
    """Bytes that the files of a folder take; a link takes none."""
    return sum(path.stat().st_size for _, path in tree(folder) if path.is_file() and not os.path.islink(path))

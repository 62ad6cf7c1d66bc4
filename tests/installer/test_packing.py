"""What is packed is the same each time, and ICU keeps what is spoken."""

import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import pytest

from installer import archive, elsewhere, slim


def test_a_tar_does_not_know_who_made_it_nor_when(tmp_path: Path) -> None:
    packed = []
    for name, mode in (("a", 0o700), ("b", 0o755)):
        folder = tmp_path / name
        (folder / "sub").mkdir(parents=True)
        (folder / "sub" / "program").write_text("x")
        (folder / "sub" / "program").chmod(mode)
        (folder / "link").symlink_to("sub/program")
        packed.append(archive.tar(folder, 1_700_000_000, "qtwar/"))
    assert packed[0] == packed[1]
    with tarfile.open(fileobj=BytesIO(packed[0])) as packed_up:
        members = packed_up.getmembers()
    assert [m.name for m in members] == ["qtwar", "qtwar/link", "qtwar/sub", "qtwar/sub/program"]
    assert {(m.uid, m.uname, m.mtime) for m in members} == {(0, "root", 1_700_000_000)}


def test_an_ar_pads_its_members_to_even() -> None:
    made = archive.ar([("one", b"abc"), ("two", b"d")], 7)
    assert made.startswith(b"!<arch>\none             7           ")
    assert made.endswith(b"`\nd\n")
    assert len(made) == 8 + 60 + 4 + 60 + 2


@pytest.mark.parametrize(
    ("name", "stays"),
    [("root.res", True), ("ja.res", True), ("coll/ja.res", True), ("de_AT.res", False), ("coll/zh.res", False),
     ("coll/ucadata.icu", True), ("zoneinfo64.res", True), ("pool.res", True), ("lang/ja.res", False),
     ("euc-tw-2014.cnv", False)],
)  # fmt: skip
def test_of_icu_what_is_spoken_stays(name: str, stays: bool) -> None:
    assert slim.is_wanted(f"icudt73l/{name}") is stays


def test_icus_table_points_at_what_stays() -> None:
    header = struct.pack("<HBB", 32, 0xDA, 0x27) + b"\0\0\0\0\0\0\0\0CmnD" + b"\0" * 16
    items = [("icudt73l/de.res", b"D" * 20), ("icudt73l/ja.res", b"J" * 21), ("icudt73l/root.res", b"R" * 5)]
    names, table, blob = b"", struct.pack("<I", 3), b""
    for name, content in items:
        table += struct.pack("<II", 28 + len(names), 128 + len(blob))
        names += name.encode() + b"\0"
        blob += content + b"\0" * (-len(content) % 16)
    made = slim.fewer(header + (table + names).ljust(128, b"\0") + blob)
    count = struct.unpack_from("<I", made, 32)[0]
    found = [struct.unpack_from("<II", made, 36 + 8 * n) for n in range(count)]
    assert [made[32 + at :].split(b"\0")[0] for at, _ in found] == [b"icudt73l/ja.res", b"icudt73l/root.res"]
    assert made[32 + found[0][1] :].startswith(b"J" * 21)
    assert made[32 + found[1][1] :].startswith(b"R" * 5)
    assert all(at % 16 == 0 for _, at in found)


def test_a_mac_image_is_signed_before_it_is_notarized_and_stapled_last() -> None:
    commands = elsewhere.image_commands(Path("QtWar.app"), Path("q.dmg"), "Developer ID", "profile")
    assert [command[0] for command in commands] == ["codesign", "hdiutil", "codesign", "xcrun", "xcrun"]
    assert "runtime" in commands[0]
    assert commands[-1][1] == "stapler"
    assert [c[0] for c in elsewhere.image_commands(Path("QtWar.app"), Path("q.dmg"), None, None)] == ["hdiutil"]


PRODUCTS = """
import numpy as np
chance = np.random.default_rng(1)
for kind in (np.float32, np.float64, np.complex64, np.complex128):
    def made(*shape):
        return (chance.standard_normal(shape) + (1j * chance.standard_normal(shape) if kind(1j if kind in (
            np.complex64, np.complex128) else 1).imag else 0)).astype(kind)
    def same(found, left, right):
        wanted = [[sum(left[i, k] * right[k, j] for k in range(left.shape[1])) for j in range(right.shape[1])]
                  for i in range(left.shape[0])]
        assert found.shape == (left.shape[0], right.shape[1])
        assert np.allclose(found, np.array(wanted).reshape(found.shape), rtol=1e-5, atol=1e-5)
    a, b, v = made(7, 5), made(5, 9), made(5)
    same(a @ b, a, b)
    same(a.T @ a, a.T, a)
    same(a @ a.T, a, a.T)
    same(np.asfortranarray(a) @ b.T.copy().T, a, b)
    same(a[::2, ::-1] @ b, a[::2, ::-1], b)
    same((a @ v)[:, None], a, v[:, None])
    same((v[::-1] @ b)[None, :], v[::-1][None, :], b)
    same(np.array([[np.dot(v, v[::-1])]]), v[None, :], v[::-1][:, None])
    same(np.array([[np.vdot(v, v)]]), v.conj()[None, :], v[:, None])
    same(np.einsum("ij,jk", a, b), a, b)
    same(made(0, 3) @ made(3, 2), made(0, 3), made(3, 2))
    assert not (made(2, 0) @ made(0, 2)).any()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the frozen program of Linux alone has it")
def test_the_small_library_multiplies_as_the_large_one_does(tmp_path: Path) -> None:
    site = Path(str(find_spec("numpy").origin)).parents[1]  # type: ignore[union-attr]
    for part in ("numpy", "numpy.libs"):
        shutil.copytree(site / part, tmp_path / part, copy_function=os.link)
    slim.products(tmp_path)
    (library,) = (tmp_path / "numpy.libs").iterdir()
    assert library.stat().st_size < 100_000

    def run(code: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)

    done = run(PRODUCTS)
    assert done.returncode == 0, done.stderr
    done = run("import numpy; numpy.linalg.inv(numpy.eye(2))")
    assert done.returncode != 0
    assert "does not solve equations" in done.stderr


def test_the_program_solves_no_equations(repository: Path) -> None:
    """What asks LAPACK for anything would end the frozen program."""
    asks = re.compile(r"\b(linalg|polyfit|cov|corrcoef|roots|multivariate_normal|pinv|lstsq)\(|np\.linalg|numpy\.linalg")
    assert [str(file) for file in (repository / "qtwar").rglob("*.py") if asks.search(file.read_text(encoding="utf-8"))] == []

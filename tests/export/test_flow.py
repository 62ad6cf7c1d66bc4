"""Pages: nothing beyond the margins, headings with what they head, blocks whole and in order."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from qtwar.draw import displaylist as dl
from qtwar.export import flow, look
from qtwar.export.flow import Block, ColumnFlow, heading
from qtwar.export.paper import paper

A4 = paper("a4")


def marked(n: int, height: float, *, keep: bool = False, wide: bool = False) -> Block:
    return Block(
        height,
        lambda x, y, w: [dl.Text(f"block {n} {height}", (x, y), look.font("body"), look.INK)],
        keep=keep,
        wide=wide,
    )


def placed(made: ColumnFlow) -> list[tuple[int, int, float, float, float]]:
    """(number, page, x, y, height) of each block in order."""
    out = []
    for page_number, page in enumerate(made.pages("x", ("a", "b"), "c")):
        for node in page.nodes:
            if isinstance(node, dl.Text) and node.text.startswith("block "):
                _, n, height = node.text.split()
                out.append((int(n), page_number, *node.at, float(height)))
    return out


blocks = st.lists(
    st.tuples(st.floats(1, 60), st.booleans(), st.sampled_from([False, False, False, True])), min_size=1, max_size=60
)


@settings(max_examples=60, deadline=None)
@given(blocks, st.sampled_from([1, 2]))
def test_every_block_stands_whole_inside_its_page(parts, columns):
    made = ColumnFlow(A4, columns=columns)
    made.add(marked(n, h, keep=k, wide=w) for n, (h, k, w) in enumerate(parts))
    found = placed(made)
    assert [n for n, *_ in found] == list(range(len(parts)))
    for _, page, x, y, height in found:
        assert y >= (A4.margin if page == 0 else made.top_later) - 1e-6
        assert y + height <= made.bottom + 1e-6
        assert A4.margin - 1e-6 <= x <= A4.width - A4.margin
    spots = [(page, x, y, y + h) for _, page, x, y, h in found]
    for a, b in itertools.pairwise(spots):
        if a[0] == b[0] and a[1] == b[1]:
            assert b[2] >= a[3] - 1e-6


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(4, 70), min_size=1, max_size=30))
def test_a_heading_is_never_the_last_of_its_page(heights):
    made = ColumnFlow(A4)
    for n, height in enumerate(heights):
        made.add([marked(2 * n, 7.0, keep=True), marked(2 * n + 1, height)])
    pages = {n: page for n, page, *_ in placed(made)}
    for n in range(0, 2 * len(heights), 2):
        assert pages[n] == pages[n + 1]


def test_a_part_that_runs_over_says_so_and_ends_where_the_next_begins():
    made = ColumnFlow(A4)
    made.add([heading("Free World", again="Free World (continued)"), *(marked(n, 30) for n in range(14))])
    made.add([heading("Tables"), marked(99, 200)])
    pages = made.pages("setup-sheet", ("SEALORDS", "Set-up sheet"), "foot")
    texts = [[node.text for node in page.nodes if isinstance(node, dl.Text)] for page in pages]
    assert "Free World" in texts[0]
    assert all("Free World (continued)" in page for page in texts[1:-1])
    assert "Free World (continued)" not in texts[-1]
    assert [t[0] for t in texts[1:]] == ["SEALORDS"] * (len(texts) - 1)
    assert all(f"{n + 1} / {len(texts)}" in page for n, page in enumerate(texts))
    assert [mark.words for mark in made.marks] == ["Free World", "Tables"]


def test_a_paragraph_leaves_no_line_alone():
    words = "Units in the delta may move by water. " * 12
    lines = flow.paragraph([words], 186.0)
    assert len(lines) > 3
    for lead in range(0, 300, 7):
        made = ColumnFlow(A4)
        made.add([Block(float(lead), lambda x, y, w: ()), *lines])
        counts = [
            sum(isinstance(n, dl.Text) and bool(n.text) and n.text[:5] in words for n in page.nodes)
            for page in made.pages("x", ("", ""), "")
        ]
        parts = [c for c in counts if c]
        assert all(c > 1 for c in parts), (lead, counts)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(3, 70), min_size=6, max_size=24), st.floats(0, 200))
def test_what_is_longer_than_a_page_is_parted_and_loses_nothing(heights, lead):
    made = ColumnFlow(A4)
    made.add([marked(0, lead or 1.0), *(marked(n, h, keep=True) for n, h in enumerate(heights, 1)), marked(99, 5)])
    found = placed(made)
    assert [n for n, *_ in found] == [*range(len(heights) + 1), 99]
    assert all(y + h <= made.bottom + 1e-6 for _, _, _, y, h in found)


def test_heads_are_not_repeated_over_what_follows_a_table():
    made = ColumnFlow(A4)
    head = marked(7, 6)
    made.add([Block(8, lambda x, y, w: (), keep=True, again=head), *(marked(n, 20) for n in range(20, 26))])
    made.add([Block(1, lambda x, y, w: (), ends=True), *(marked(n, 30) for n in range(30, 42))])
    pages = [n for n, page, *_ in placed(made) if n == 7]
    assert pages == [], "the part ended before the page did"

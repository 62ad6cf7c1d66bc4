"""What is printed on a page, as words."""

from qtwar.draw import displaylist as dl
from qtwar.export.page import Page, texts


def words_on(page: Page) -> str:
    """Return all words of a page, one run a line, in the order of drawing."""
    return "\n".join(
        node.text if isinstance(node, dl.Text) else "".join(g[0] for g in node.glyphs) for node in texts(page.nodes)
    )

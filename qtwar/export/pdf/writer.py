"""A book of pages becomes a PDF file: vectors, embedded fonts, outline, links, metadata, duplex hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from qtwar.export.page import Book, Bookmark, Page
from qtwar.export.pdf.content import ContentStream, PdfResources
from qtwar.export.pdf.objects import Objects, dictionary, number, text

POINT = 72 / 25.4
Progress = Callable[[int, int], None]


def pdf_bytes(book: Book, *, made_by: str = "QtWar", stamp: str = "", progress: Progress | None = None) -> bytes:
    """Return the file of a book; `stamp` (ISO 8601) is its date. What `progress` raises stops the work."""
    objects = Objects()
    store = PdfResources(objects)
    root, tree = objects.reserve(), objects.reserve()
    pages = [objects.reserve() for _ in book.pages]
    for n, (page, ref) in enumerate(zip(book.pages, pages, strict=True)):
        if progress is not None:
            progress(n, len(pages))
        _page(store, page, ref, tree, pages, book)
    store.finish()
    objects.put(
        tree,
        dictionary({"Type": "/Pages", "Count": str(len(pages)), "Kids": f"[{' '.join(f'{p} 0 R' for p in pages)}]"}),
    )
    outline = _outline(objects, book.bookmarks, pages, book)
    info = objects.add(
        dictionary(
            {
                "Title": text(book.title) if book.title else None,
                "Subject": text(book.subject) if book.subject else None,
                "Keywords": text(", ".join(book.keywords)) if book.keywords else None,
                "Creator": text(made_by),
                "Producer": text(made_by),
                "CreationDate": text(_pdf_date(stamp)) if stamp else None,
            }
        )
    )
    metadata = objects.stream(
        _xmp(book, made_by, stamp).encode("utf-8"), {"Type": "/Metadata", "Subtype": "/XML"}, pack=False
    )
    duplex = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}.get(book.duplex)
    objects.put(
        root,
        dictionary(
            {
                "Type": "/Catalog",
                "Pages": f"{tree} 0 R",
                "Lang": text(book.language),
                "Metadata": f"{metadata} 0 R",
                "Outlines": f"{outline} 0 R" if outline else None,
                "PageMode": "/UseOutlines" if outline else None,
                # printed at its own size: a counter of 15 mm stays 15 mm
                "ViewerPreferences": dictionary({"DisplayDocTitle": "true", "PrintScaling": "/None", "Duplex": duplex}),
            }
        ),
    )
    if progress is not None:
        progress(len(pages), len(pages))
    return objects.file(root, info)


def _page(store: PdfResources, page: Page, ref: int, tree: int, pages: Sequence[int], book: Book) -> None:
    objects = store.objects
    content = ContentStream(store, 500.0, on_page=True)
    content.nodes(page.nodes)
    flip = f"{POINT:.8f} 0 0 {-POINT:.8f} 0 {page.height * POINT:.6f} cm\n"
    stream = objects.stream(content.data(flip))
    links = []
    for link in page.links:
        x, y, w, h = link.rect
        box = [x * POINT, (page.height - y - h) * POINT, (x + w) * POINT, (page.height - y) * POINT]
        where = (
            {"A": dictionary({"S": "/URI", "URI": text(link.address)})}
            if link.address
            else {"Dest": _place(pages, book.pages, link.page, link.top)}
        )
        links.append(
            objects.add(
                dictionary(
                    {
                        "Type": "/Annot",
                        "Subtype": "/Link",
                        "Rect": "[" + " ".join(number(v) for v in box) + "]",
                        "Border": "[0 0 0]",
                        **where,
                    }
                )
            )
        )
    size = f"[0 0 {number(page.width * POINT)} {number(page.height * POINT)}]"
    objects.put(
        ref,
        dictionary(
            {
                "Type": "/Page",
                "Parent": f"{tree} 0 R",
                "MediaBox": size,
                "TrimBox": size,
                "Resources": content.resources(),
                "Contents": f"{stream} 0 R",
                "Group": "<< /S /Transparency /CS /DeviceRGB >>",
                "Annots": f"[{' '.join(f'{n} 0 R' for n in links)}]" if links else None,
            }
        ),
    )


def _place(refs: Sequence[int], pages: Sequence[Page], page: int, top: float) -> str:
    page = max(0, min(len(refs) - 1, page))
    return f"[{refs[page]} 0 R /XYZ 0 {number((pages[page].height - top) * POINT)} null]"


def _outline(objects: Objects, marks: Sequence[Bookmark], pages: Sequence[int], book: Book) -> int | None:
    if not marks:
        return None
    root = objects.reserve()
    refs = [objects.reserve() for _ in marks]
    parent: list[int] = []  # place in `marks` of each mark's parent, -1 for the root
    open_marks: list[int] = []
    for n, mark in enumerate(marks):
        while open_marks and marks[open_marks[-1]].depth >= mark.depth:
            open_marks.pop()
        parent.append(open_marks[-1] if open_marks else -1)
        open_marks.append(n)
    children: dict[int, list[int]] = {}
    for n, of in enumerate(parent):
        children.setdefault(of, []).append(n)
    for n, mark in enumerate(marks):
        siblings = children[parent[n]]
        at = siblings.index(n)
        own = children.get(n, [])
        objects.put(
            refs[n],
            dictionary(
                {
                    "Title": text(mark.words),
                    "Parent": f"{refs[parent[n]] if parent[n] >= 0 else root} 0 R",
                    "Prev": f"{refs[siblings[at - 1]]} 0 R" if at else None,
                    "Next": f"{refs[siblings[at + 1]]} 0 R" if at + 1 < len(siblings) else None,
                    "First": f"{refs[own[0]]} 0 R" if own else None,
                    "Last": f"{refs[own[-1]]} 0 R" if own else None,
                    "Count": str(len(own)) if own else None,
                    "Dest": _place(pages, book.pages, mark.page, mark.top),
                }
            ),
        )
    top = children[-1]
    objects.put(
        root,
        dictionary(
            {
                "Type": "/Outlines",
                "First": f"{refs[top[0]]} 0 R",
                "Last": f"{refs[top[-1]]} 0 R",
                "Count": str(len(marks)),
            }
        ),
    )
    return root


def _pdf_date(stamp: str) -> str:
    digits = "".join(c for c in stamp[:19] if c.isdigit())
    return f"D:{digits}Z"


def _xmp(book: Book, made_by: str, stamp: str) -> str:
    date = f"<xmp:CreateDate>{escape(stamp)}</xmp:CreateDate>" if stamp else ""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(book.title)}</rdf:li></rdf:Alt></dc:title>'
        f"<dc:language><rdf:Bag><rdf:li>{escape(book.language)}</rdf:li></rdf:Bag></dc:language>"
        f"<xmp:CreatorTool>{escape(made_by)}</xmp:CreatorTool>{date}"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    )

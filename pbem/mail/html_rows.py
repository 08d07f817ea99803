"""Rows of HTML tables: which hold data that was typed, and which lay out a page."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

BLOCKS = frozenset(("p", "div", "li", "ul", "ol", "tr", "table", "tbody", "h1", "h2", "h3", "h4", "h5", "h6",
                     "pre", "section", "article", "header", "footer", "dd", "dt", "dl", "blockquote", "hr",
                     "address", "center", "figure", "main", "details", "summary", "caption", "figcaption",
                     "fieldset", "legend",
                     "form", "nav", "aside", "menu", "dir"))  # fmt: skip
_MOST_CELLS, _MOST_NODES, _LONGEST_CELL = 24, 60, 200  # looked at for each row of a table


def is_row(row: LexborNode) -> bool:
    """Whether at least two cells say something, and none more than a few words in one line: a table of
    data, not one that a program lays out its pages with. Looks at no more than some nodes, however
    much lies below."""
    cell, saying = row.child, 0
    for _ in range(_MOST_CELLS):
        if cell is None:
            break
        if cell.tag in ("td", "th"):
            words = _words_of(cell)
            if words is None:
                return False
            saying += bool(words.strip())
        cell = cell.next
    return saying > 1 and cell is None


def _words_of(cell: LexborNode) -> str | None:
    """The few words of a cell, which stand in one line; None if there is more in it than that."""
    waiting, words, ended = [cell.child], "", False
    for _ in range(_MOST_NODES):
        if not waiting:
            return words
        node = waiting.pop()
        if node is None:
            continue
        tag = node.tag or ""
        if tag == "-text":
            text = node.text_content or ""
            if ended and text.strip():
                return None
            words += text
        elif tag in ("table", "blockquote", "ul", "ol", "hr", "pre") or len(words) > _LONGEST_CELL:
            return None
        ended = ended or (bool(words.strip()) and (tag == "br" or tag in BLOCKS))
        waiting += [node.next, node.child if not tag.startswith("-") else None]
    return None if any(waiting) else words

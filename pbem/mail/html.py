"""HTML mail to text: what a reader would see, with quoted parts marked by ``> `` and hidden parts left out.

Only text is ever taken; nothing is fetched, nothing is run.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail.limits import HTML_BYTES, TEXT_CHARS

_SKIPPED = frozenset(("script", "style", "head", "title", "template", "noscript", "svg", "math", "object", "iframe",
                      "select", "textarea", "button", "meta", "link", "img", "video", "audio"))  # fmt: skip
_BLOCKS = frozenset(("p", "div", "li", "ul", "ol", "tr", "table", "tbody", "h1", "h2", "h3", "h4", "h5", "h6", "pre",
                     "section", "article", "header", "footer", "dd", "dt", "dl", "blockquote", "hr", "address",
                     "center", "figure", "main"))  # fmt: skip
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d])",
    re.IGNORECASE,
)
_QUOTE = re.compile(
    r"gmail_quote|gmail_extra|moz-cite-prefix|yahoo_quoted|protonmail_quote|messageReplySection|divRplyFwdMsg|"
    r"appendonsend|ms-outlook-mobile-reference|zmail_extra|tutanota_quote|OLK_SRC_BODY_SECTION|mail-quote|reply-intro|"
    r"gmx_quote|quote-header|airmail_ext_on|x_divRplyFwdMsg|mail_quote"
)
_FOLLOWED = re.compile(r"divRplyFwdMsg|appendonsend|ms-outlook-mobile-reference")
_SIGNATURE = re.compile(
    r"gmail_signature|moz-signature|Signature$|^Signature|ms-outlook-mobile-signature|protonmail_signature|"
    r"tutanota_signature|AppleMailSignature|lineBreakAtBeginningOfSignature"
)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,20})[^<>]{0,2000}>")
_NEVER_DEEP = frozenset(
    ("br", "hr", "img", "p", "li", "td", "th", "tr", "dt", "dd", "col", "meta", "link", "input", "wbr")
)
_DEEPEST = 2000  # the parser is quadratic in depth; real mails stay below 200
_WHITE = re.compile(r"[ \t\r\n\f]+")


def text_of(html: str) -> str:
    """The visible text: blocks become lines, quoted containers ``> `` lines, signatures stand below "-- "."""
    tree = LexborHTMLParser(_shallow(html[:HTML_BYTES]))
    root = tree.body or tree.root
    if root is None:
        return ""
    return _Walker().walk(root)


def _shallow(html: str) -> str:
    """The same markup without elements nested beyond all reason; each of them becomes a line break. Quotes are
    never flattened: with that many of them there is no telling what is quoted, and nothing is left."""
    if html.count("<") <= _DEEPEST:
        return html
    if len(re.findall("<blockquote", html, re.IGNORECASE)) > _DEEPEST:
        return ""
    depth = 0

    def flattened(tag: re.Match[str]) -> str:
        nonlocal depth
        name = tag[2].lower()
        if name in _NEVER_DEEP:
            return tag[0]
        too_deep = depth >= _DEEPEST
        depth = max(0, depth - 1) if tag[1] else depth + 1
        if not too_deep or name == "blockquote":
            return tag[0]
        return "" if tag[1] else "<br>"

    return _TAG.sub(flattened, html)


class _Walker:
    """Goes over the tree without recursion, so that 20,000 nested elements are no danger."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.quoted = 0
        self.everything_quoted = False
        self.preformatted = 0
        self.written = 0
        self.rules_seen = 0

    def walk(self, root: LexborNode) -> str:
        node: LexborNode | None = root
        entered = True
        while node is not None and self.written < TEXT_CHARS:
            child = self._enter(node) if entered else None
            if child is not None:
                node = child
                continue
            self._leave(node)
            if node.mem_id == root.mem_id:  # == would compare the markup below them
                break
            if node.next is not None:
                node, entered = node.next, True
            else:
                node, entered = node.parent, False
        self._break()
        return "\n".join(self.lines)

    def _enter(self, node: LexborNode) -> LexborNode | None:
        """Open a node; its first child, or None when there is nothing to read below it."""
        tag = node.tag or ""
        if tag == "-text":
            self._write(node.text_content or "")
            return None
        if tag.startswith("-") or tag in _SKIPPED or _is_hidden(node):
            return None
        if tag == "br":
            self._break(blank=True)
            return None
        self._open(node, tag)
        return node.child

    def _open(self, node: LexborNode, tag: str) -> None:
        marks = _marks(node)
        if tag in _BLOCKS or _QUOTE.search(marks):
            self._break()
        if _FOLLOWED.search(marks) or (tag == "hr" and self._cuts_off(node)):
            self.everything_quoted = True
        if tag == "blockquote" or _QUOTE.search(marks):
            self.quoted += 1
        if tag == "pre":
            self.preformatted += 1
        if _SIGNATURE.search(marks):
            self._break()
            self._line("-- ")

    def _cuts_off(self, rule: LexborNode) -> bool:
        """Only the first few rules are looked at: each look costs as much as the text behind it is long."""
        self.rules_seen += 1
        return self.rules_seen <= 5 and _headers_follow(rule)

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag.startswith("-") or tag in _SKIPPED or tag == "br" or _is_hidden(node):
            return
        marks = _marks(node)
        is_quote = tag == "blockquote" or bool(_QUOTE.search(marks))
        if tag in _BLOCKS or is_quote:
            self._break()
        if is_quote:
            self.quoted -= 1
        if tag == "pre":
            self.preformatted -= 1
        if tag == "td":
            self.line.append(" ")
        if tag == "p" and self.lines and self.lines[-1]:
            self._line("")

    def _write(self, text: str) -> None:
        if not self.preformatted:
            self.line.append(_WHITE.sub(" ", text))
            return
        first, *others = text.split("\n")
        self.line.append(first)
        for other in others:
            self._break(blank=True)
            self.line.append(other)

    def _break(self, blank: bool = False) -> None:
        text = _WHITE.sub(" ", "".join(self.line)).strip()
        self.line = []
        if text or blank:
            self._line(text)

    def _line(self, text: str) -> None:
        if self.quoted or self.everything_quoted:
            text = f"> {text}"
        if not text.strip("> ") and self.lines[-2:] == [text, text]:
            return  # more than two blank lines say nothing
        self.lines.append(text)
        self.written += len(text) + 1


def _attribute(node: LexborNode, name: str) -> str:
    return str(node.attributes.get(name) or "")


def _marks(node: LexborNode) -> str:
    attributes = node.attributes
    if not attributes:
        return ""
    return " ".join(str(attributes.get(name) or "") for name in ("class", "id", "data-marker", "name"))


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    return bool(attributes) and (
        "hidden" in attributes or bool(_HIDDEN.search(str(attributes.get("style") or "")))
    )


def _headers_follow(rule: LexborNode) -> bool:
    """An Outlook style rule: the next visible text begins like "From:" and names a date below."""
    node, seen = rule.next, ""
    for _ in range(8):
        if node is None or len(seen) > 400:
            break
        seen += " " + (node.text_content or "" if node.tag == "-text" else node.text(deep=True)[:400])
        node = node.next
    return (
        bool(re.match(r"\s*[^\s:]{2,15}\s?:.{3,200}?[^\s:]{2,20}\s?:", seen[:400], re.DOTALL)) and "@" in seen
    )

"""HTML mail to text: what a reader would see, with quoted parts marked by ``> `` and hidden parts left out.

Only text is ever taken; nothing is fetched, nothing is run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.mail.html_rows import BLOCKS, is_row
from pbem.mail.limits import HTML_BYTES, TEXT_CHARS, TEXT_LINES

_SKIPPED = frozenset(("script", "style", "head", "title", "template", "noscript", "svg", "math", "object",
                      "iframe", "select", "textarea", "button", "meta", "link", "img", "video", "audio",
                      "dialog", "datalist",
                      "canvas", "noframes", "noembed"))  # fmt: skip
_STRUCK_TAGS = frozenset(("del", "s", "strike"))
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d]*[1-9])"
    r"|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d]*[1-9])|max-(?:height|width)\s*:\s*0(?![.\d]*[1-9])"
    r"|clip\s*:\s*rect\(\s*0|text-indent\s*:\s*-\d{3}|(?:left|right|top|margin-left|margin-top)\s*:\s*-\d{3}"
    r"|font-size\s*:\s*(?:[0-3](?:\.\d{1,6})?|\.\d{1,6})\s*p[xt]|font\s*:\s*0(?![.\d]*[1-9])"
    r"|content-visibility\s*:\s*hidden|clip-path\s*:\s*inset\(\s*(?:[5-9]\d|100)%|clip\s*:\s*rect\(\s*1px"
    r"|opacity\(\s*0(?![.\d]*[1-9])|transform\s*:[^;]{0,40}(?:scale\(\s*0(?![.\d]*[1-9])"
    r"|translate[xy]?\(\s*-\d{3})",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,40}line-through", re.IGNORECASE)
"""Struck out: its writer does not mean it any more."""
_CUT_OFF = re.compile(r"(?<![-\w])(?:height|width)\s*:\s*0(?![.\d]*[1-9])", re.IGNORECASE)
_COMMENT = re.compile(r"/\*[^*]{0,200}\*/")
_LIGHT = (
    r"(?:#(?:f[0-9a-f]){3}(?:[0-9a-f]{2})?\b|#fff[0-9a-f]?\b|#(?:[0-9a-f]{6}00|[0-9a-f]{3}0)\b|transparent\b|"
    r"(?:white|snow|ivory|ghostwhite|whitesmoke|floralwhite|azure|mintcream)\b|"
    r"rgba?\((?:\s*2[45]\d\s*[,\s]){2}\s*2[45]\d|rgba\([^()]{0,40}[,/]\s*0(?:\.0{0,6})?\s*\)|"
    r"hsla?\([^()%]{0,20}%[,\s]{1,4}(?:9[5-9]|100)%)"
)
_WHITE_TEXT = re.compile(rf"(?<![-\w])color\s*:\s*{_LIGHT}", re.IGNORECASE)
_WHITE_GROUND = re.compile(rf"background(?:-color)?\s*:\s*{_LIGHT}", re.IGNORECASE)
_BAR = re.compile(
    r"border-(?:left|inline-start)(?:-style)?\s*:[^;]{0,40}\b(?:solid|double|thick)", re.IGNORECASE
)
_BARRED = ("div", "p", "section", "article", "ul", "ol", "pre")
_NAMES = re.compile(r"[.#]([A-Za-z][\w-]{0,60})\s*(?:,|$)")
_QUOTE = re.compile(
    r"gmail_quote|gmail_extra|moz-cite-prefix|yahoo_quoted|protonmail_quote|messageReplySection"
    r"|divRplyFwdMsg|appendonsend|ms-outlook-mobile-reference|zmail_extra|tutanota_quote"
    r"|OLK_SRC_BODY_SECTION|mail-quote|reply-intro|gmx_quote|quote-header"
    r"|mail-editor-reference-message-container|__QUOTED_TEXT__|airmail_ext_on|mail_quote|quoted-content"
    r"|isReplyContent|(?:^| )quote(?: |$)"
)
_PREVIEW = re.compile(
    r"lp-rich-link|(?:^|[ _])LP(?:Border|Container|Title|Description|Metadata|Image|ThumbnailImage"
    r"|NoLPPreview|lnk_)|OWALinkPreview|enhancr|moz-card|gmail_(?:drive_)?chip|link[-_]?preview"
    r"|url[-_]?preview|link[-_]?card|embed[-_]?card|preview[-_]?card|bookmark[-_]?card|rich[-_]?link|unfurl"
    r"|message_attachment|oembed",
    re.IGNORECASE,
)
"""Cards that programs make of a link: the words of somebody's page, not the writer's."""
_FOLLOWED = re.compile(r"divRplyFwdMsg|appendonsend|ms-outlook-mobile-reference")
_SIGNATURE = re.compile(
    r"gmail_signature|moz-signature|(?:^|[ _])Signature(?: |$)|ms-outlook-mobile-signature"
    r"|protonmail_signature|tutanota_signature|AppleMailSignature|lineBreakAtBeginningOfSignature"
)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,20})[^<>]{0,2000}>")
_NEVER_DEEP = frozenset(
    ("br", "hr", "img", "p", "li", "td", "th", "tr", "dt", "dd", "col", "meta", "link", "input", "wbr")
)
_DEEPEST = 2000  # the parser is quadratic in depth; real mails stay below 200
_CELL_ENDS = "\x1f"
Unmeant = Literal["struck", "hidden"]
_MARKS = ("class", "id", "data-marker", "name")
_WHITE = re.compile(r"[ \t\r\n\f]+")


class Shown(NamedTuple):
    """What a reader of HTML sees: blocks become lines, quoted containers ``> `` lines, signatures stand
    below "-- ", between the cells of a table's row stand tabs. ``unmeant``: the lines that he sees struck
    out, or not at all, with what else stands in them, and why ("struck" or "hidden"). ``whole``: nothing
    was cut off."""

    text: str = ""
    unmeant: tuple[tuple[str, Unmeant], ...] = ()
    whole: bool = True


def text_of(html: str) -> str:
    """The text that a reader sees."""
    return shown_by(html).text


def shown_by(html: str) -> Shown:
    """All that a reader sees, and what he does not."""
    tree = LexborHTMLParser(_shallow(html[:HTML_BYTES]))
    root = tree.body or tree.root
    if root is None:
        return Shown()
    walker = _Walker(_unseen(tree))
    text = walker.walk(root)
    whole = len(html) < HTML_BYTES and walker.written < TEXT_CHARS and len(walker.lines) <= TEXT_LINES
    return Shown(text, tuple(walker.unmeant), whole)


def _unseen(tree: LexborHTMLParser) -> frozenset[str]:
    """The classes and ids that the mail's own style sheets hide from every reader."""
    names: list[str] = []
    for sheet in tree.tags("style")[:20]:
        nested = False
        for rule in _COMMENT.sub("", sheet.text() or "").split("}"):
            selector, brace, declarations = rule.rpartition("{")
            nested = bool(brace) and (nested or "{" in selector)  # within @media: only for some readers
            if not nested and (_HIDDEN.search(declarations) or _STRUCK.search(declarations)):
                names += _NAMES.findall(selector[-500:])
    return frozenset(names)


def _shallow(html: str) -> str:
    """The same markup without elements nested beyond all reason; each of them becomes a line break. Quotes
    are never flattened: with that many of them there is no telling what is quoted, and nothing is left."""
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


Attributes = Mapping[str, str | None]


class _Opened(NamedTuple):
    """An element whose end has not come yet. ``row``: it is a row of a table whose cells say little."""

    tag: str
    quoted: bool = False
    row: bool = False
    unmeant: bool = False


class _Walker:
    """Goes over the tree without recursion, so that 20,000 nested elements are no danger."""

    def __init__(self, unseen: frozenset[str] = frozenset()) -> None:
        self.unseen = unseen
        self.lines: list[str] = []
        self.line: list[str] = []
        self.quoted = 0
        self.everything_quoted = False
        self.preformatted = 0
        self.written = 0
        self.rules_seen = 0
        self.in_row = 0
        self.unmeant: list[tuple[str, Unmeant]] = []
        self.dark = 0  # elements around this place whose text is not meant
        self.why: Unmeant = "hidden"
        self.full: list[
            tuple[str, bool]
        ] = []  # the line with what is not meant in it; and whether it is that
        self.written_dark = 0

    def walk(self, root: LexborNode) -> str:
        path: list[tuple[LexborNode, _Opened | None]] = []
        node: LexborNode | None = root
        while node is not None and self.written < TEXT_CHARS and len(self.lines) <= TEXT_LINES:
            opened = self._enter(node)
            child = node.child if opened else None
            if child is not None:
                path.append((node, opened))
                node = child
                continue
            self._leave(opened)
            while path and node.next is None:
                node, opened = path.pop()
                self._leave(opened)
            node = node.next if path else None
        self.in_row = 0
        self._break()
        return "\n".join(self.lines)

    def _enter(self, node: LexborNode) -> _Opened | None:
        """Write a text, or open an element, unless there is nothing to read below it."""
        tag = node.tag or ""
        if tag == "-text":
            self._write(node.text_content or "")
            return None
        if tag == "br":
            self._write("\n") if self.dark else self._break(blank=True)
            return None
        if tag.startswith("-") or tag in _SKIPPED:
            return None
        attributes = node.attributes
        if not self.dark and (why := _unmeant(tag, attributes)):
            self.why = why
        elif not self.dark:
            return self._open(node, tag, attributes)
        if self.written_dark > TEXT_CHARS:
            return None
        self.dark += 1
        if tag in BLOCKS:
            self._write("\n")
        return _Opened(tag, unmeant=True)

    def _open(self, node: LexborNode, tag: str, attributes: Attributes) -> _Opened:
        if tag == "hr" and self._cuts_off(node):
            self.everything_quoted = True
        quoted = tag == "blockquote"
        marks = " ".join(str(attributes.get(name) or "") for name in _MARKS) if attributes else ""
        if attributes:
            quoted = quoted or bool(_QUOTE.search(marks)) or not self.unseen.isdisjoint(marks.split())
            quoted = (
                quoted or _is_white(attributes) or _is_barred(tag, attributes) or bool(_PREVIEW.search(marks))
            )
        if quoted or tag in BLOCKS:
            self._break()
        if marks and _FOLLOWED.search(marks):
            self.everything_quoted = True
        self.quoted += quoted
        self.preformatted += tag == "pre"
        row = tag == "tr" and not self.in_row and is_row(node)
        self.in_row += row
        if marks and _SIGNATURE.search(marks):
            self._break()
            self._line("-- ")
        return _Opened(tag, quoted, row)

    def _leave(self, opened: _Opened | None) -> None:
        if opened is None:
            return
        tag = opened.tag
        if opened.unmeant:
            if tag in BLOCKS:
                self._write("\n")
            self.dark -= 1
            return
        self.in_row -= opened.row
        if tag in BLOCKS or opened.quoted:
            self._break()
        self.quoted -= opened.quoted
        self.preformatted -= tag == "pre"
        if tag in ("td", "th"):
            self._say(_CELL_ENDS if self.in_row else " ")
        if tag == "p" and self.lines and self.lines[-1] and not self.in_row:
            self._line("")

    def _cuts_off(self, rule: LexborNode) -> bool:
        """Only the first few rules are looked at: each look costs as much as the text behind it is long."""
        self.rules_seen += 1
        return self.rules_seen <= 5 and _headers_follow(rule)

    def _write(self, text: str) -> None:
        text = text.replace(_CELL_ENDS, " ")
        if self.dark:
            self.full.append((text, True))
            self.written_dark += len(text)
        elif not self.preformatted:
            self._say(_WHITE.sub(" ", text))
        else:
            first, *others = text.split("\n")
            self._say(first)
            for other in others:
                self._break(blank=True)
                self._say(other)

    def _say(self, text: str) -> None:
        self.line.append(text)
        self.full.append((text, False))

    def _break(self, blank: bool = False) -> None:
        if self.in_row:
            self._say(" ")
            return
        if self.written_dark:
            self._tell_unmeant()
        self.full = []
        if not self.line and not blank:
            return
        text = _without_marks("".join(self.line))
        self.line = []
        if text or blank:
            self._line(text)

    def _tell_unmeant(self) -> None:
        """Note the lines that hold something struck out or hidden, as they would read with it."""
        if self.quoted or self.everything_quoted:
            return
        line, dark = [], False
        for text, unmeant in [*self.full, ("\n", True)]:
            first, *others = text.split("\n") if unmeant else (text,)
            line.append(first)
            dark = dark or (unmeant and bool(first.strip()))
            for other in others:
                if dark:
                    self.unmeant.append((_without_marks("".join(line)), self.why))
                line, dark = [other], bool(other.strip())

    def _line(self, text: str) -> None:
        if self.quoted or self.everything_quoted:
            text = f"> {text}"
        if not text.strip("> ") and self.lines[-2:] == [text, text]:
            return  # more than two blank lines say nothing
        self.lines.append(text)
        self.written += len(text) + 1


def _without_marks(text: str) -> str:
    return _WHITE.sub(" ", text).replace(_CELL_ENDS, "\t").strip()


def _unmeant(tag: str, attributes: Attributes) -> Unmeant | None:
    """Why the text of an element is not meant to be read; None if it is."""
    if tag in _STRUCK_TAGS:
        return "struck"
    if not attributes:
        return None
    style = _COMMENT.sub("", str(attributes.get("style") or ""))
    if _STRUCK.search(style):
        return "struck"
    cut_off = "hidden" in style.lower() and _CUT_OFF.search(style)
    return "hidden" if "hidden" in attributes or cut_off or _HIDDEN.search(style) else None


def _is_barred(tag: str, attributes: Attributes) -> bool:
    """A bar at the left of a division: how programs without a name for it mark what they quote."""
    return tag in _BARRED and bool(_BAR.search(str(attributes.get("style") or "")))


def _is_white(attributes: Attributes) -> bool:
    """White text on no background of its own: hardly meant to be seen, so it is taken for quoted."""
    style = str(attributes.get("style") or "")
    if not style and "color" not in attributes:
        return False
    white = _WHITE_TEXT.search(style or f"color:{attributes.get('color')}")
    return bool(white) and ("background" not in style.lower() or bool(_WHITE_GROUND.search(style)))


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

"""Outgoing mail: text, HTML and pictures put together as one message with clean headers.

The tree is multipart/alternative [ text/plain, multipart/related [ text/html, PNG ... ] ]. Nothing in it is
fetched from anywhere, and the same input gives the same bytes.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from email.headerregistry import Address
from email.policy import SMTP
from email.utils import format_datetime
from functools import lru_cache

import css_inline
import msgspec

from pbem.mail import mime
from pbem.mail.automatic import LOOP_HEADER
from pbem.mail.headers import clean

HTML_BYTES = 90 * 1024
SUBJECT_CHARS = 150
REFERENCES = 20
MOST = 78  # letters of a line
LINE = 76  # of a header with encoded words
ENCODED_WORD = 52  # letters of one, without what stands around it


def encoded_words(words: Sequence[str]) -> list[str]:
    """Words of a header, those from the first to the last that is not ASCII as encoded words (RFC 2047) that
    are short enough for a line with a name. Their blanks are inside: readers drop others."""
    odd = [place for place, word in enumerate(words) if not word.isascii()]
    if not odd:
        return list(words)
    first, end = odd[0], odd[-1] + 1
    text = " ".join(words[first:end])
    ways = [(kind, _cut(text, encode)) for kind, encode in (("q", _as_q), ("b", _as_b))]
    kind, parts = min(ways, key=lambda way: sum(map(len, way[1])))
    return [*words[:first], *(f"=?utf-8?{kind}?{part}?=" for part in parts), *words[end:]]


def _cut(text: str, encode: Callable[[str], str]) -> list[str]:
    """The text in parts that are short when encoded; no letter is cut."""
    parts, begin = [], 0
    for end in range(1, len(text) + 1):
        if len(encode(text[begin:end])) > ENCODED_WORD:
            parts.append(encode(text[begin : end - 1]))
            begin = end - 1
    return [*parts, encode(text[begin:])]


def _as_q(text: str) -> str:
    def one(letter: str) -> str:
        if letter == " ":
            return "_"
        plain = letter.isascii() and letter.isalnum()
        return letter if plain else "".join(f"={byte:02X}" for byte in letter.encode())

    return "".join(map(one, text))


def _as_b(text: str) -> str:
    return b64encode(text.encode()).decode()


_WHOLE = frozenset(("Date", "List-Unsubscribe", "References", "In-Reply-To", "Message-ID", "Reply-To"))
"""Headers of addresses and numbers that must stay whole, be they longer than a line: the library would
encode them."""
_POLICY = SMTP.clone(max_line_length=MOST)
_INLINER = css_inline.CSSInliner(
    keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False, minify_css=True
)
_MARKUP = re.compile(
    r"<style\b[^<]*|<[^<>]*>", re.IGNORECASE
)  # what people wrote stands outside of it, escaped
_REMOTE = re.compile(
    r"""(?:\ssrc\s*=(?!\s*["']?cid:)|@import|url\(|<link|<script|<iframe|<object)""", re.IGNORECASE
)
_FETCHING = ("@import", "url(", "<link", "<script", "<iframe", "<object")


class Picture(msgspec.Struct, frozen=True):
    """A picture shown inside the HTML part as ``<img src="cid:NAME">``."""

    name: str
    png: bytes


class Letter(msgspec.Struct, frozen=True):
    """A mail to write. ``kind`` is the value of Auto-Submitted: auto-generated for reports and reminders,
    auto-replied for answers. ``message_id`` and ``references`` carry their angle brackets."""

    message_id: str
    to: str
    sender_name: str
    sender: str
    subject: str
    date: datetime
    text: str
    html: str = ""
    pictures: Sequence[Picture] = ()
    kind: str = "auto-generated"
    reply_to: str = ""
    in_reply_to: str = ""
    references: Sequence[str] = ()
    list_id: str = ""
    loop_id: str = ""
    headers: Mapping[str, str] = {}


class RemoteContent(ValueError):
    """The HTML of a mail would make its reader's program fetch something."""


def compose(letter: Letter) -> bytes:
    """The bytes of a mail. Raises RemoteContent for HTML that would fetch something."""
    lines = _lines(letter.text)
    text = mime.text_part("plain", lines, as_it_is=_is_plain(lines))
    if not letter.html:
        return _written(text, *_headers(letter), behind=True)
    html = mime.text_part("html", inlined(letter.html))
    if letter.pictures:
        pictures = [_written(mime.picture_part(one.name, one.png)) for one in letter.pictures]
        related = mime.multipart("related", _boundary(letter, 1), [_written(html), *pictures])
        beside = _written(related)
    else:
        beside = _written(html, behind=True)
    both = mime.multipart("alternative", _boundary(letter, 0), [_written(text), beside])
    return _written(both, *_headers(letter))


def _boundary(letter: Letter, number: int) -> str:
    """Derived from the Message-ID, so that composing twice gives the same bytes."""
    return f"pbem-{hashlib.sha256(f'{letter.message_id}/{number}'.encode()).hexdigest()[:24]}"


def _written(part: mime.Part, *above: mime.Header, behind: bool = False) -> bytes:
    """A part with its headers; ``above``: those of the mail; ``behind``: with the version of MIME as the
    last."""
    headers = (*above, *part.headers, *((mime.VERSION,) if behind else ()))
    return b"".join((*(_folded(name, value) for name, value in headers if value), b"\r\n", part.body))


@lru_cache(maxsize=512)  # half of a mail's are those of most others
def _folded(name: str, value: str) -> bytes:
    """A header in lines. Mail programs read encoded words, line ends in them and all: nobody may write any.
    The library moves a long subject to the line below its name, where some programs show the blank, and adds
    others to what it encodes, in each version of Python others."""
    value = value.replace("=?", "= ?")
    if name == "Subject":
        return _of_words(name, encoded_words(value.split()), LINE)
    if name in _WHOLE:
        return _of_words(name, value.split(), MOST)
    _, header = _POLICY.header_store_parse(name, value)
    return _POLICY.fold_binary(name, header)


def _of_words(name: str, words: Sequence[str], most: int) -> bytes:
    """A header that begins on the line of its name, and in which no word is cut."""
    lines = [f"{name}:"]
    for number, word in enumerate(words):
        if number and len(lines[-1]) + len(word) >= most:
            lines.append("")
        lines[-1] += f" {word}"
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _headers(letter: Letter) -> list[tuple[str, str]]:
    answer = letter.kind == "auto-replied"
    return [
        ("From", str(Address(clean(letter.sender_name, 60), addr_spec=letter.sender))),
        ("To", clean(letter.to, 254)),
        ("Reply-To", letter.reply_to),
        ("Subject", clean(letter.subject, SUBJECT_CHARS)),
        ("Date", format_datetime(letter.date)),
        ("Message-ID", letter.message_id),
        ("In-Reply-To", letter.in_reply_to),
        ("References", " ".join(letter.references[-REFERENCES:])),
        ("Auto-Submitted", letter.kind),
        ("X-Auto-Response-Suppress", "OOF, AutoReply"),
        ("Precedence", "bulk" if answer else ""),
        ("List-Id", letter.list_id),
        (LOOP_HEADER, letter.loop_id),
        *letter.headers.items(),
    ]


@lru_cache(maxsize=8)  # a report is measured before it is composed
def inlined(html: str) -> str:
    """HTML with its rules moved into the elements; media queries stay. Raises RemoteContent."""
    for markup in _MARKUP.finditer(html) if _may_fetch(html) else ():
        if found := _REMOTE.search(markup[0]):
            raise RemoteContent(f"not in a mail: {markup[0][found.start() : found.start() + 60]!r}")
    return _INLINER.inline(html)


def _may_fetch(html: str) -> bool:
    """Whether anything that would fetch could be in it: most mails hold none of its words, and need not be
    looked at tag by tag."""
    words = html.lower()
    return any(word in words for word in _FETCHING) or words.count("src") > words.count('src="cid:')


def _lines(text: str) -> str:
    """Unix line ends, one at the end; no line begins with "From " (some mailboxes would alter it)."""
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    return "\n".join(" " + line if line.startswith("From ") else line for line in lines) + "\n"


def _is_plain(text: str) -> bool:
    return text.isascii() and max(map(len, text.split("\n"))) < 900

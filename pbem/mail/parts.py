"""The parts of a mail: which bytes hold what the player wrote.

Embedded messages, bounces and most attachments are inert; only inline text of the mail itself counts. The
words of a few small attached files (.txt, .docx, .odt) are kept apart: what they say is shown to their sender
before it counts.
"""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from email.message import Message
from typing import Literal, NamedTuple

import msgspec

from pbem.mail import limits
from pbem.mail.charset import decode, is_surprise, unreadable
from pbem.mail.flowed import unstuffed, without_trailing_blanks
from pbem.mail.headers import clean

WarningCode = Literal[
    "html-used",
    "attachment-used",
    "sealed",
    "attachment-ignored",
    "attachment-damaged",
    "charset-guessed",
    "charset-unreadable",
    "damaged-mail",
    "text-cut",
    "joined",
]
"""What was odd about a mail that was read; what a person is told of it is for others to word."""


class Texts(msgspec.Struct, frozen=True):
    """The texts found: ``plain`` as text, ``html`` as markup, ``attached`` as the texts of files, all
    bounded. ``twins``: ``html`` says the same as ``plain``, of which ``beside`` stands in parts of its own.
    ``charset``: a character set that was declared and is not known; ``damaged``: the name of a file that
    could not be read. And what was odd."""

    plain: str = ""
    html: str = ""
    attached: tuple[str, ...] = ()
    twins: bool = False
    beside: str = ""
    charset: str = ""
    damaged: str = ""
    warnings: tuple[WarningCode, ...] = ()


_INERT = ("multipart/report", "multipart/digest")
_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted",
           "application/ms-tnef",
           "application/vnd.ms-tnef")  # fmt: skip
_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


_DOCUMENTS = {
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.oasis.opendocument.text": ".odt",
}
_ENDING = re.compile(r"\.(txt|text|docx|odt)\s*$", re.IGNORECASE)


def find_texts(raw: bytes) -> Texts:
    """The texts of a mail whose bytes have passed the limits. May raise what the library parser raises."""
    gathered = _Gathered(email.message_from_bytes(raw))
    return gathered.texts()


class _Text(NamedTuple):
    """The text of a part, and the multipart/alternative around it, by number; 0: none."""

    text: str
    versions: int


class _Gathered:
    """The parts of a mail, each put where it belongs."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.plain: list[_Text] = []
        self.html: list[_Text] = []
        self.named: list[tuple[Message, int]] = []
        self.attached: list[str] = []
        self.warnings: list[WarningCode] = []
        self.sealed = False
        self.charset = self.damaged = ""
        for part, versions in _leaves(message):
            self._take(part, versions)
        self._take_named()

    def texts(self) -> Texts:
        joined = "\n\n".join(one.text for one in self.plain)  # another part begins another paragraph
        html = "".join(one.text for one in self.html)  # Apple cuts a text in two around a picture
        if _ENCRYPTED in joined or (self.sealed and not joined.strip() and not html):
            self.warnings.insert(0, "sealed")
        if len(joined) > limits.TEXT_CHARS:
            self.warnings.append("text-cut")
        both = {one.versions for one in self.plain} & {one.versions for one in self.html} - {0}
        beside = "\n\n".join(one.text for one in self.plain if one.versions not in both)
        return Texts(
            joined[: limits.TEXT_CHARS], html, tuple(self.attached), bool(both), beside[: limits.TEXT_CHARS],
            self.charset, self.damaged, tuple(dict.fromkeys(self.warnings)),
        )  # fmt: skip

    def _take(self, part: Message, versions: int) -> None:
        kind = part.get_content_type()
        self.sealed = self.sealed or kind in _SEALED
        whole = part is self.message
        if _is_inert(part):
            self.warnings.append("attachment-ignored")
        elif kind in _DOCUMENTS or (not whole and _is_attachment(part)):
            self._attach(part)
        elif not whole and _filename(part):
            if kind in ("text/plain", "text/html"):
                self.named.append((part, versions))
            else:
                self._attach(part)
        elif kind in ("text/plain", "text/html"):
            self._read(part, versions)
        else:
            self.warnings.append("attachment-ignored")

    def _read(self, part: Message, versions: int) -> None:
        """A part that is the mail's own text."""
        if part.get_content_type() == "text/html":
            self.html.append(_Text(self._text(part, limits.HTML_BYTES), versions))
            return
        text = self._text(part, limits.TEXT_CHARS * 4)
        if str(_parameter(part, "format")).lower() == "flowed":
            text = unstuffed(text, str(_parameter(part, "delsp")).lower() == "yes")
        else:
            text = without_trailing_blanks(text)
        self.plain.append(_Text(text, versions))

    def _take_named(self) -> None:
        """Texts with a file's name that stand within the mail: some programs send the body like that. Beside
        a text without a name they are files."""
        is_body = not any(_says_something(one.text) for one in (*self.plain, *self.html))
        for part, versions in self.named:
            if is_body:
                self._read(part, versions)
            else:
                self._attach(part)

    def _attach(self, part: Message) -> None:
        """The words of a file, if it is one that may hold orders and not one too many of them."""
        name, kind = _filename(part), part.get_content_type()
        found = _ENDING.search(name)
        ending = _DOCUMENTS.get(kind) or (f".{found[1].lower()}" if found else "")
        if not ending and kind == "text/plain" and not name:
            ending = ".txt"
        if not ending or len(self.attached) >= limits.ATTACHED_FILES:
            self.warnings.append("attachment-ignored")
        elif ending in (".txt", ".text"):
            self.attached.append(self._text(part, limits.ATTACHED_ORDERS_BYTES))
        else:
            self._open(part, ending, name)

    def _open(self, part: Message, ending: str, name: str) -> None:
        from pbem.mail.documents import Unreadable, text_of_document  # seldom needed

        try:
            self.attached.append(text_of_document(_payload(part), ending))
        except Unreadable:
            self.damaged = self.damaged or clean(name, 60) or ending
            self.warnings.append("attachment-damaged")

    def _text(self, part: Message, longest: int) -> str:
        data = _payload(part)
        if part.defects:
            self.warnings.append("damaged-mail")
        if len(data) > longest:
            self.warnings.append("text-cut")
        declared = _parameter(part, "charset")
        text, used = decode(data[:longest], declared)
        if name := unreadable(data[:longest], declared, used):
            self.charset = self.charset or name
            self.warnings.append("charset-unreadable")
        elif is_surprise(declared, used):
            self.warnings.append("charset-guessed")
        return text


def _says_something(text: str) -> bool:
    """Whether there is a letter in it, for what it takes to find the first."""
    return any(c.isalnum() for c in text)


def _leaves(message: Message) -> Iterator[tuple[Message, int]]:
    """The leaf parts in order, with the number of the multipart/alternative that each is a version in.
    Embedded messages and reports are leaves too: nobody looks inside."""
    waiting = [(message, 0, 0)]
    alternatives = 0
    while waiting:
        part, depth, versions = waiting.pop()
        if part.is_multipart() and not _is_inert(part):
            children = part.get_payload()
            if part.get_content_type() == "multipart/alternative":
                alternatives += 1
                versions = alternatives
            if depth < limits.DEPTH and isinstance(children, list):
                waiting.extend(
                    (child, depth + 1, versions) for child in reversed(children) if isinstance(child, Message)
                )
            continue
        yield part, versions


def _is_inert(part: Message) -> bool:
    return part.get_content_maintype() == "message" or part.get_content_type() in _INERT


def _filename(part: Message) -> str:
    try:
        return str(part.get_filename() or "")
    except (TypeError, ValueError, LookupError):
        return "unreadable"


def _is_attachment(part: Message) -> bool:
    return str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")


def _parameter(part: Message, name: str) -> str:
    try:
        value = part.get_param(name, "")
    except (TypeError, ValueError, LookupError):
        return ""
    return value if isinstance(value, str) else str(value[2])


def _payload(part: Message) -> bytes:
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):
        payload = None
    return payload if isinstance(payload, bytes) else b""

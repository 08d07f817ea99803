"""What a player writes in a letter, as plain text that carries nothing else: no address, no link to a seat,
no control character, no mark that turns the writing direction."""

from __future__ import annotations

import re
import unicodedata

import msgspec
from django.utils.translation import gettext, gettext_noop

from pbem.mail.letters import BEGINS, ENDS
from pbem.mail.lines import BLOCK, BLOCK_END, LineClass, classify
from pbem.mail.reader import ReadMail
from pbem.mail.unseen import without_unseen

MOST_BYTES = 16 * 1024
REMOVED = gettext_noop("(address removed)")
"""What stands in a kept letter for what was taken out; each reader is told it in his language."""
_ADDRESS = re.compile(r"(?:mailto:)?[^\s<>()\[\]\\,;:\"@]{1,64}[@＠][^\s<>()\[\]\\,;:\"@]{1,253}")
_SECRET = re.compile(
    r"(?:\S{0,200}/)?\b[a-z]{0,12}\+?\w{1,17}-[0-9a-z]{16}\b(?:-[0-9a-z-]{1,40}\b)?(?:@\S{1,253})?",
    re.IGNORECASE,
)
_FORM = re.compile(r"^\s{0,40}[*_]{0,2}#\s{0,9}(?:orders|end)\b", re.IGNORECASE)
_FORMS = (_FORM, BLOCK, BLOCK_END)
_MANY_BLANK = re.compile(r"\n{4,}")
_OWN = (LineClass.TALK, LineClass.ORDER, LineClass.POLITE, LineClass.COMMENT, LineClass.END, LineClass.MARKER,
        LineClass.AFTER_END, LineClass.ASIDE, LineClass.HEADING)  # fmt: skip


class Block(msgspec.Struct, frozen=True):
    """A letter inside of a mail. ``closed``: it has its END PRESS, so that nothing below can have
    got into it."""

    whom: str
    anonymous: bool
    text: str
    closed: bool


def cleaned(text: str) -> str:
    """A letter without anything that is not its words; addresses, and secrets that open a seat,
    are taken out."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    "))
    text = without_unseen(text, keep="\n")
    text = _SECRET.sub(REMOVED, _ADDRESS.sub(REMOVED, text))
    lines = "\n".join(_harmless(line.rstrip()) for line in text.split("\n"))
    return _MANY_BLANK.sub("\n\n\n", lines).strip("\n")


def _harmless(line: str) -> str:
    """Marked as quoted if it would end the letter, or begin an order form, of a reader who copies it
    into a mail."""
    marks = BEGINS.match(line) or ENDS.match(line) or any(form.match(line) for form in _FORMS)
    return f"| {line}" if marks else line


def told(text: str) -> str:
    """A letter as it is shown to somebody, in the language spoken."""
    return text.replace(REMOVED, gettext(REMOVED))


def is_too_long(text: str) -> bool:
    return len(text.encode()) > MOST_BYTES


def blocks_in(found: ReadMail) -> list[Block]:
    """The letters that stand in a mail between PRESS TO and END PRESS."""
    blocks: list[Block] = []
    for text in found.of(LineClass.PRESS):
        if match := BEGINS.match(text):
            blocks.append(Block(match["whom"].strip(), bool(match["anonymous"]), "", closed=False))
        elif blocks and ENDS.match(text):
            blocks[-1] = msgspec.structs.replace(blocks[-1], closed=True)
        elif blocks:
            blocks[-1] = msgspec.structs.replace(blocks[-1], text=f"{blocks[-1].text}{text}\n")
    return blocks


def own_words(found: ReadMail) -> str:
    """What the writer of a mail says himself, as he wrote it: without signature, footer and the quoted text
    at its end. A quote above words of his own stays, marked with >, since they may answer it."""
    lines, _ = classify(found.text, _nothing_is_an_order)
    last = max((n for n, line in enumerate(lines) if line.kind in _OWN), default=-1)
    kept = [
        line.text
        for line in lines[: last + 1]
        if line.kind in (*_OWN, LineClass.BLANK)
        or (line.kind in (LineClass.QUOTE, LineClass.QUOTED_ORDER) and line.text.lstrip().startswith(">"))
    ]
    return "\n".join(kept).strip("\n")


def _nothing_is_an_order(_: str) -> bool:
    return False


def beginning(text: str, longest: int = 40) -> str:
    """The first words of a letter, to know it by."""
    words = " ".join(text.split())
    return words if len(words) <= longest else words[:longest].rpartition(" ")[0] + " ..."

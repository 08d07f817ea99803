"""One mail, read: from raw bytes to what a person wrote in it. Never raises, whatever the bytes."""

from __future__ import annotations

import hashlib
import re
from typing import Literal

import msgspec

from pbem.mail import limits
from pbem.mail.automatic import Own, automatic_sign, away_sign
from pbem.mail.charset import normalise
from pbem.mail.headers import Fields, Headers, read_headers
from pbem.mail.html import text_of
from pbem.mail.lines import Known, LineClass, LooksLikeOrder, MailLine, classify
from pbem.mail.parts import Texts, WarningCode, find_texts


class ReadMail(msgspec.Struct, frozen=True):
    """What one mail says. ``refused`` is a reason code when it was not parsed at all, ``automatic`` one when no
    person wrote it, ``away`` a mere suspicion of the same. ``block`` is the label behind #ORDERS when the mail holds
    such a block outside of quotes: then only its lines count. ``warnings`` are codes of what was odd. Nothing here is
    worded for people."""

    headers: Headers
    refused: str = ""
    automatic: str = ""
    away: bool = False
    text: str = ""
    lines: tuple[MailLine, ...] = ()
    block: str | None = None
    warnings: tuple[WarningCode, ...] = ()

    @property
    def act(self) -> bool:
        """May orders of this mail be carried out, as far as the mail itself is concerned?"""
        return not (self.refused or self.automatic or self.away)

    @property
    def answer(self) -> bool:
        """May anybody be answered?"""
        return not (self.refused or self.automatic or self.away or self.headers.sender_fault)

    @property
    def answer_refused(self) -> bool:
        """May the sender be told that his mail was refused?"""
        return not (self.automatic or self.away or self.headers.sender_fault)

    @property
    def all_addressed(self) -> tuple[str, ...]:
        """Every address in To and Cc."""
        return self.headers.addressed

    @property
    def reason(self) -> str:
        return self.refused or self.automatic or ("away-note" if self.away else self.headers.sender_fault)

    def of(self, *kinds: LineClass) -> tuple[str, ...]:
        """The texts of the lines of some classes, in order."""
        return tuple(line.text for line in self.lines if line.kind in kinds)

    @property
    def orders(self) -> tuple[str, ...]:
        """The lines to be read as orders."""
        return self.of(LineClass.ORDER)[: limits.ORDER_LINES]

    @property
    def quoted_orders(self) -> tuple[str, ...]:
        """Lines that look like orders inside quoted text: never carried out."""
        return self.of(LineClass.QUOTED_ORDER)

    @property
    def late_orders(self) -> tuple[str, ...]:
        """Lines that look like orders behind the end, in the signature or outside of the #ORDERS block."""
        return self.of(LineClass.AFTER_END)

    @property
    def talk(self) -> tuple[str, ...]:
        """Lines taken for talk; greetings and closings are not among them."""
        return self.of(LineClass.TALK, LineClass.HEADING)

    @property
    def aside(self) -> tuple[MailLine, ...]:
        """Lines with an order that their writer may not have meant: shown to him and asked back."""
        return tuple(line for line in self.lines if line.kind is LineClass.ASIDE)[: limits.ORDER_LINES]


def read(
    raw: bytes,
    looks_like_order: LooksLikeOrder,
    own: Own = Own(),
    envelope_from: str | None = None,
) -> ReadMail:
    """Read a mail. ``own`` says how to recognise our own mail, ``envelope_from`` is "" for a bounce's null sender
    and None where the transport did not tell."""
    too_large = limits.too_large(raw)
    raw = limits.plain_newlines(raw[: limits.RAW_BYTES + 1])
    outside, fields = _outside(raw, own, envelope_from)
    if refused := too_large or limits.refusal(raw):
        return msgspec.structs.replace(outside, refused=refused)
    try:
        texts = find_texts(raw)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        return msgspec.structs.replace(outside, refused="unreadable")
    return _choose(outside.headers, texts, looks_like_order, outside.automatic, away_sign(fields))


def read_again(found: ReadMail, text: str, known: Known, looks_like_order: LooksLikeOrder) -> ReadMail:
    """A mail whose text was read, with what somebody knows of its lines; ``text`` may have been mended."""
    lines, block = classify(text, looks_like_order, known)
    return msgspec.structs.replace(found, text=text, lines=tuple(lines), block=block)


def unopened(raw: bytes, reason: str, own: Own = Own(), envelope_from: str | None = None) -> ReadMail:
    """What a mail says of itself on the outside, refused for a reason."""
    raw = limits.plain_newlines(raw[: limits.RAW_BYTES + 1])
    return msgspec.structs.replace(_outside(raw, own, envelope_from)[0], refused=reason)


def _outside(raw: bytes, own: Own, envelope_from: str | None) -> tuple[ReadMail, Fields]:
    """The cleaned headers, and whether an automaton wrote them."""
    fields = Fields(raw[: limits.HEADER_BLOCK_BYTES].partition(b"\n\n")[0])
    headers = read_headers(fields)
    if not headers.message_id:
        digest = hashlib.sha256(raw).hexdigest()
        headers = msgspec.structs.replace(headers, message_id=f"<sha256.{digest}>")
    automatic = automatic_sign(fields, own, envelope_from, headers.sender)
    return ReadMail(headers, automatic=automatic), fields


def _choose(
    headers: Headers, texts: Texts, looks_like_order: LooksLikeOrder, automatic: str, away: bool
) -> ReadMail:
    """The first text that holds orders: plain, then HTML, then an attached file; else the first that says anything."""
    candidates: list[tuple[WarningCode | Literal[""], str]] = [
        ("", texts.plain),
        ("html-used", texts.html),
        ("attachment-used", texts.attached),
    ]
    if _points_to_html(texts.plain):
        candidates[:2] = candidates[1::-1]
    first: ReadMail | None = None
    for warning, source in candidates:
        text = normalise(text_of(source) if warning == "html-used" else source)
        if not text.strip():
            continue
        lines, block = classify(text, looks_like_order)
        warnings: tuple[WarningCode, ...] = tuple(w for w in (warning, *texts.warnings) if w)
        if warning == "attachment-used":
            warnings = tuple(w for w in warnings if w != "attachment-ignored")
        if any(line.joined for line in lines):
            warnings = (*warnings, "joined")
        if _is_too_long(text) and "text-cut" not in warnings:
            warnings = (*warnings, "text-cut")
        found = ReadMail(headers, "", automatic, away, text, tuple(lines), block, warnings)
        if found.orders or found.of(LineClass.PRESS):
            return found
        if first is None or ((found.late_orders or found.aside) and not (first.late_orders or first.aside)):
            first = found  # at least something to tell of
    return first or ReadMail(headers, "", automatic, away, warnings=texts.warnings)


def _points_to_html(plain: str) -> bool:
    """A plain text that only says where the real one is ("If you cannot see this mail, turn HTML on")."""
    return len(plain) < 400 and bool(re.search(r"\bhtml\b|\bbrowser\b", plain, re.IGNORECASE))


def _is_too_long(text: str) -> bool:
    """More lines, or a longer one, than are read."""
    return text.count("\n") >= limits.TEXT_LINES or max(map(len, text.split("\n"))) > limits.LINE_CHARS


def word_test(words: frozenset[str], number_of_digits: int = 0) -> LooksLikeOrder:
    """A test for lines that look like orders: one of the first four words is known, or a number of so many digits
    stands in the line."""

    def looks_like_order(line: str) -> bool:
        tokens = [token.strip(".,:;!?()\"'").lower() for token in line[:300].split()]
        if any(token in words for token in tokens[:4]):
            return True
        return bool(number_of_digits) and any(
            len(token) == number_of_digits and token.isdigit() for token in tokens
        )

    return looks_like_order

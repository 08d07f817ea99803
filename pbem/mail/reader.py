"""One mail, read: from raw bytes to what a person wrote in it. Never raises, whatever the bytes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import msgspec

from pbem.mail import limits, tables, versions
from pbem.mail.absence import is_absence_note
from pbem.mail.automatic import Own, automatic_sign, away_sign
from pbem.mail.charset import normalise
from pbem.mail.headers import Fields, Headers, read_headers
from pbem.mail.html import shown_by
from pbem.mail.lines import Known, LineClass, LooksLikeOrder, MailLine, classify
from pbem.mail.parts import Texts, WarningCode, find_texts
from pbem.mail.remarks import Why


class ReadMail(msgspec.Struct, frozen=True):
    """What one mail says. ``refused`` is a reason code when it was not parsed at all, ``automatic`` one when
    no person wrote it, ``away`` a mere suspicion of the same. ``block`` is the label behind #ORDERS when the
    mail holds such a block outside of quotes: then only its lines count. ``warnings`` are codes of what was
    odd; ``charset``: the character set that the mail declares and nobody here knows, ``damaged``: the file
    that could not be read. ``evidence``: what another version of the text says of its lines; ``extras``: the
    last of ``lines``, which stand in others than the text. Nothing here is worded for people."""

    headers: Headers
    refused: str = ""
    automatic: str = ""
    away: bool = False
    text: str = ""
    lines: tuple[MailLine, ...] = ()
    block: str | None = None
    warnings: tuple[WarningCode, ...] = ()
    charset: str = ""
    damaged: str = ""
    evidence: versions.Evidence = versions.Evidence()
    extras: tuple[MailLine, ...] = ()

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
    """Read a mail. ``own`` says how to recognise our own mail, ``envelope_from`` is "" for a bounce's null
    sender and None where the transport did not tell."""
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
    meant = frozenset(known.meant.values())
    borne_out = versions.borne_out(lines, found.evidence, looks_like_order, meant)
    said = (*borne_out, *found.extras)
    warnings = found.warnings
    if not any(line.joined for line in said):
        warnings = tuple(code for code in warnings if code != "joined")
    return msgspec.structs.replace(found, text=text, lines=said, block=block, warnings=warnings)


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


class _Version(msgspec.Struct, frozen=True):
    """One text of a mail, read: plain, or made of HTML."""

    text: str = ""
    lines: tuple[MailLine, ...] = ()
    block: str | None = None
    rows: dict[str, str] = {}
    headings: tuple[str, ...] = ()
    unmeant: tuple[tuple[str, Why], ...] = ()
    whole: bool = True

    def has(self, *kinds: LineClass) -> bool:
        return any(line.kind in kinds for line in self.lines)

    @property
    def commands(self) -> bool:
        return self.has(LineClass.ORDER, LineClass.PRESS)


def _plain_version(text: str, looks_like_order: LooksLikeOrder) -> _Version:
    read_tables = tables.joined(text, looks_like_order)
    text = normalise(read_tables.text)
    if not text.strip():
        return _Version()
    headings = tuple(map(normalise, read_tables.headings))
    rows = {normalise(cells): normalise(row) for cells, row in read_tables.rows.items()}
    lines, block = classify(text, looks_like_order)
    read_lines = tuple(versions.without_headings(lines, headings))
    return _Version(text, read_lines, block, rows, headings, whole=not _is_too_long(text))


def _html_version(html: str, looks_like_order: LooksLikeOrder) -> _Version:
    if not html:
        return _Version()
    shown = shown_by(html)
    version = _plain_version(shown.text, looks_like_order)
    unmeant = tuple((normalise(text), why) for text, why in shown.unmeant)
    return msgspec.structs.replace(version, unmeant=unmeant, whole=shown.whole and version.whole)


def _choose(
    headers: Headers, texts: Texts, looks_like_order: LooksLikeOrder, automatic: str, away: bool
) -> ReadMail:
    """What the versions of a mail say together; else the first that says anything. Files that came with
    it are shown."""
    plain = _plain_version(texts.plain, looks_like_order)
    html = _html_version(texts.html, looks_like_order)
    chosen, evidence, in_html_alone = _both(plain, html, texts, looks_like_order)
    lines = versions.borne_out(chosen.lines, evidence, looks_like_order)
    in_files = _attached(texts.attached, (*lines, *in_html_alone), looks_like_order)
    extras = (*in_html_alone, *in_files)
    lines = (*lines, *extras)
    warnings: list[WarningCode] = ["html-used"] if chosen is html and html.text else []
    warnings += texts.warnings
    if in_files or (not chosen.text and any(file.strip() for file in texts.attached)):
        warnings.insert(0, "attachment-used")
    if any(line.joined for line in lines):
        warnings.append("joined")
    if _is_too_long(chosen.text) and "text-cut" not in warnings:
        warnings.append("text-cut")
    away = away or is_absence_note([line.text for line in lines if line.kind in _OWN_WORDS])
    return ReadMail(
        headers, "", automatic, away, chosen.text, lines, chosen.block, tuple(warnings), texts.charset,
        texts.damaged,
        evidence, extras,
    )  # fmt: skip


_OWN_WORDS = (LineClass.TALK, LineClass.POLITE, LineClass.ORDER)


def _both(
    plain: _Version, html: _Version, texts: Texts, looks_like_order: LooksLikeOrder
) -> tuple[_Version, versions.Evidence, tuple[MailLine, ...]]:
    """(the version that is read, what the other says of its lines, the orders that stand in the
    other alone)."""
    if _html_is_read(plain, html, texts, looks_like_order):
        return (
            html,
            versions.Evidence(html.headings),
            tuple(versions.struck_out(html.lines, html.unmeant, looks_like_order)),
        )
    if not html.text and not html.unmeant:
        return plain, versions.Evidence(plain.headings), ()
    if plain.text and not html.unmeant and _says_nothing(html.text):
        return plain, versions.Evidence(plain.headings), ()
    other = versions.Html(html.lines, html.unmeant, html.rows)
    beside = normalise(texts.beside).split("\n") if texts.beside else ()
    headings = (*plain.headings, *html.headings)
    evidence = versions.evidence(other, headings, beside, asks=texts.twins and html.whole)
    alone = versions.in_html_alone(plain.lines, other, looks_like_order) if plain.whole else ()
    return plain, evidence, tuple(alone)


def _html_is_read(plain: _Version, html: _Version, texts: Texts, looks_like_order: LooksLikeOrder) -> bool:
    """Whether the HTML is what counts, for want of anything in the plain text."""
    if not html.text:
        return False
    if not plain.text or (html.commands and _points_to_html(plain)):
        return True
    if plain.commands:
        return False
    if not html.commands:
        more = (LineClass.AFTER_END, LineClass.ASIDE)
        return html.has(*more) and not plain.has(*more)
    other = versions.Html(html.lines, html.unmeant, html.rows)
    return not texts.twins or versions.says_all(plain.lines, other, looks_like_order)


def _attached(
    files: Iterable[str], known: Iterable[MailLine], looks_like_order: LooksLikeOrder
) -> tuple[MailLine, ...]:
    """The orders in files that came with a mail, and are not in it already: to be asked about."""
    said = {versions.key(line.text) for line in known}
    found: dict[str, MailLine] = {}
    for text in files:
        for line in _plain_version(text, looks_like_order).lines:
            one = versions.key(line.text)
            if line.kind is LineClass.ORDER and looks_like_order(line.text) and one not in said:
                found.setdefault(one, MailLine(line.text, LineClass.ASIDE, line.joined, versions.ATTACHED))
    return tuple(found.values())[: limits.ORDER_LINES]


def _says_nothing(text: str) -> bool:
    """Not even a word: a picture, or what a program leaves where nothing is."""
    return len(text) < 400 and len(versions.key(text)) < 3


def _points_to_html(plain: _Version) -> bool:
    """A plain text that only says where the real one is ("If you cannot see this mail, turn HTML on"), even
    if that reads like an order ("Open this mail in a browser")."""
    orders = [line.text for line in plain.lines if line.kind in (LineClass.ORDER, LineClass.PRESS)]
    if len(plain.text) >= 400 or not _POINTER.search(plain.text):
        return False
    return all(_POINTER.search(order) for order in orders)


_POINTER = re.compile(r"\bhtml\b|\bbrowser\b", re.IGNORECASE)


def _is_too_long(text: str) -> bool:
    """More lines, or a longer one, than are read."""
    return text.count("\n") >= limits.TEXT_LINES or max(map(len, text.split("\n"))) > limits.LINE_CHARS


def word_test(words: frozenset[str], number_of_digits: int = 0) -> LooksLikeOrder:
    """A test for lines that look like orders: one of the first four words is known, or a number of so many
    digits stands in the line."""

    def looks_like_order(line: str) -> bool:
        tokens = [token.strip(".,:;!?()\"'").lower() for token in line[:300].split()]
        if any(token in words for token in tokens[:4]):
            return True
        return bool(number_of_digits) and any(
            len(token) == number_of_digits and token.isdigit() for token in tokens
        )

    return looks_like_order

"""The parts of a reply: what somebody writes to a real report of ours, how it is marked and broken, and the
mail around it."""

from __future__ import annotations

import base64
import quopri
import textwrap
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import NamedTuple

from tests.pbem.languages import LANGUAGES, Language

QUOTED = Path(__file__).parent / "quoted"
REPORT = (QUOTED / "report.txt").read_text().rstrip().split("\n")
REPORT_HTML = (QUOTED / "report.html").read_text().partition("</head>")[2].removesuffix("</html>\n")
NAME, ADDRESS = "The orchard above Torre", "game-1@in.example.org"
WRITER, WRITER_ADDRESS = "Anna Comnena", "anna@example.org"
SUBJECT = "[G1 T1 Norman] The orchard above Torre begins: your orders, please, by Wed 25 Nov 09:49 CET"
TO = "orders+7pbbc9-nbpr5b6zn2qdqyfb@in.example.org"
ORDERS = (
    "MOVE Robert to 2008",
    "ATTACK Hugo + Walter ON Carlo",
    "IF Teobaldo is down AND Carlo is next to Odo THEN FIRE Gilbert AT Carlo ELSE FIRE Gilbert AT Atenolfo",
    "WATCH Anquetil fire at first rider within 8",
    "RETREAT toward 2305",
)
CUTS = (REPORT.index("MOVE Robert stay") + 1, REPORT.index("MOVE Ivo stay") + 1)


class Reply(NamedTuple):
    """What somebody writes, and where: ``top``, ``bottom`` or ``inline``; without orders, only the
    quote goes out."""

    language: str = "en"
    style: str = "top"
    orders: tuple[str, ...] = ORDERS

    @property
    def words(self) -> Language:
        return LANGUAGES[self.language]


class Body(NamedTuple):
    """What a client puts into the mail."""

    text: str = ""
    html: str = ""
    flowed: bool = False


# the parts of a reply


def attribution(template: str) -> str:
    return template.format(name=NAME, address=ADDRESS)


def own_lines(reply: Reply, *below: str) -> list[str]:
    """Greeting, orders, closing and name; ``below`` is what the program adds. Nothing at all if
    nothing is ordered."""
    if not reply.orders:
        return list(below)
    words = reply.words
    return [words.greeting, "", *reply.orders, "", words.closing, "Anna", *below]


def around_quote(
    reply: Reply,
    intro: str,
    own: Callable[[list[str]], str],
    quote: Callable[[list[str]], str],
    whole: str,
    *below: str,
) -> str:
    """Own text and quote in the order of the style. ``whole`` is the entire quote, ``quote`` marks a
    piece of it."""
    if reply.style == "bottom":
        return intro + whole + own(["", *own_lines(reply, *below)])
    if reply.style == "inline":
        first, second = CUTS
        return (
            intro
            + quote(REPORT[:first])
            + own(["", *reply.orders[:2], ""])
            + quote(REPORT[first:second])
            + own(["", *reply.orders[2:], ""])
            + quote(REPORT[second:])
            + own(list(below))
        )
    return own([*own_lines(reply, *below), ""]) + intro + whole


def marked(lines: list[str], mark: str = "> ") -> str:
    return "".join((f"{mark}{line}".rstrip() if not line else f"{mark}{line}") + "\n" for line in lines)


def plain(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def hard(lines: list[str], width: int = 72) -> str:
    """Lines broken by the program."""
    return "".join(f"{part}\n" for line in lines for part in textwrap.wrap(line, width) or [""])


def flowed(lines: list[str], width: int = 72) -> str:
    """Lines broken softly (RFC 3676)."""
    return "".join(" \n".join(textwrap.wrap(line, width) or [""]) + "\n" for line in lines)


def text_reply(
    reply: Reply,
    intro: str,
    *below: str,
    own: Callable[[list[str]], str] = plain,
    mark: str = "> ",
    gap: str = "\n",
) -> str:
    def quote(lines: list[str]) -> str:
        return marked(lines, mark)

    return around_quote(reply, f"{intro}\n{gap}", own, quote, quote(REPORT), *below)


def html_reply(
    reply: Reply, intro: str, own: Callable[[list[str]], str], open_: str, close: str, *below: str
) -> str:
    def quote(lines: list[str]) -> str:
        return open_ + "<br>\n".join(escape(line) for line in lines) + close

    return around_quote(reply, intro, own, quote, open_ + REPORT_HTML + close, *below)


def divs(lines: list[str], attributes: str = "") -> str:
    return "".join(f"<div{attributes}>{escape(line) or '<br>'}</div>" for line in lines)


def breaks(lines: list[str]) -> str:
    return "".join(f"{escape(line)}<br>\n" for line in lines)


def headers(words: Language, order: str = "fsto", bold: Callable[[str], str] = str, line: str = "\n") -> str:
    """A reply header: from, sent, to and subject in the order of the program."""
    who = {"f": f"{NAME} <{ADDRESS}>", "s": words.date, "t": WRITER_ADDRESS, "o": SUBJECT}
    labels = dict(zip("fsto", words.header, strict=True))
    values = {key: escape(value) if bold is not str else value for key, value in who.items()}
    return "".join(f"{bold(labels[key] + words.colon)} {values[key]}{line}" for key in order)


def bold(label: str) -> str:
    return f"<b>{label}</b>"


def text_unmarked(reply: Reply, intro: str, *below: str, own: Callable[[list[str]], str] = plain) -> str:
    """A reply whose quote bears no marks: everything below the introduction is quoted."""
    return own([*own_lines(reply, *below), ""]) + intro + plain(REPORT)


# the mail around it


def mail_of(body: Body, form: str, charset: str = "utf-8", encoding: str = "quoted-printable") -> bytes:
    """The whole mail with its plain text, its HTML or both."""
    flow = "; format=flowed" if body.flowed else ""
    text = part(f"text/plain; charset={charset}{flow}", body.text, charset, encoding)
    html = part(f"text/html; charset={charset}", body.html, charset, encoding)
    if form == "both":
        return head() + multipart("alternative", text, html)
    return head() + (text if form == "text" else html)


def head(*more: str) -> bytes:
    """The headers of a reply to the report."""
    fields = (
        f"From: {WRITER} <{WRITER_ADDRESS}>",
        f"To: {TO}",
        f"Subject: Re: {SUBJECT}",
        "Date: Sun, 22 Nov 2026 18:41:00 +0100",
        "Message-ID: <reply.1@mail.example.org>",
        "In-Reply-To: <abc@in.example.org>",
        "MIME-Version: 1.0",
        *more,
    )
    return "\n".join(fields).encode() + b"\n"


def multipart(subtype: str, *parts: bytes, boundary: str = "=_part_7", more: str = "") -> bytes:
    lines = [f'Content-Type: multipart/{subtype}{more}; boundary="{boundary}"\n\n'.encode()]
    lines += [f"--{boundary}\n".encode() + one + b"\n" for one in parts]
    return b"".join(lines) + f"--{boundary}--\n".encode()


def part(
    kind: str, text: str | bytes, charset: str = "utf-8", encoding: str = "quoted-printable", *more: str
) -> bytes:
    """One part with its headers; text that the charset lacks becomes a question mark."""
    data = text if isinstance(text, bytes) else text.encode(charset, "replace")
    if encoding == "base64":
        data = base64.encodebytes(data)
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data)
    fields = [f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}", *more]
    return "\n".join(fields).encode() + b"\n\n" + data

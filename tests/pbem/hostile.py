"""Tests for order lines that misbehave, to be run in the reading child, and mails that hurt at any size."""

from __future__ import annotations

import os
import time
from collections.abc import Callable


def never_ends(line: str) -> bool:
    while "MOVE" in line:
        pass
    return False


def sleeps(line: str) -> bool:
    time.sleep(600)
    return False


def eats_memory(line: str) -> bool:
    return "MOVE" in line and bool(bytearray(1 << 40))


def dies(line: str) -> bool:
    if "MOVE" in line:
        os._exit(1)
    return False


def raises(line: str) -> bool:
    raise RuntimeError("a test that nobody wrote well")


def lines(fill: str, length: int = 1990) -> Callable[[int], bytes]:
    """A text of long lines, each filled with the same few characters, of so many bytes."""
    line = ((fill * length)[:length] + "\n").encode()
    return lambda size: b"From: a@example.org\n\n" + (line * (size // len(line) + 1))[:size]


def text(line: str) -> Callable[[int], bytes]:
    """A text of the same short line again and again."""
    data = line.encode()
    return lambda size: b"From: a@example.org\n\n" + (data * (size // len(data) + 1))[:size]


def html(tags: str) -> Callable[[int], bytes]:
    head = b"From: a@example.org\nContent-Type: text/html; charset=utf-8\n\n"
    return lambda size: head + (tags * (size // len(tags) + 1))[:size].encode()


def coded(encoding: str, data: bytes, kind: str = "text/plain") -> Callable[[int], bytes]:
    head = f"From: a@example.org\nContent-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
    return lambda size: head + (data * (size // len(data) + 1))[:size]


def header(name: str, value: str) -> Callable[[int], bytes]:
    data = value.encode()
    return lambda size: (
        b"%s: %s\nFrom: a@example.org\n\nMOVE a 0101\n" % (name.encode(), (data * size)[:size])
    )


def parts(part: bytes) -> Callable[[int], bytes]:
    head = b"From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n"
    return lambda size: head + (part * (size // len(part) + 1))[:size]


def two_versions(plain: str, markup: str) -> Callable[[int], bytes]:
    """A mail of two versions, each of half the size."""
    head = (
        b"From: a@example.org\nContent-Type: multipart/alternative; boundary=b\n\n--b\n"
        b"Content-Type: text/plain\n\n"
    )

    def mail(size: int) -> bytes:
        half = size // 2
        return b"".join((
            head, (plain * (half // len(plain) + 1))[:half].encode(), b"\n--b\nContent-Type: text/html\n\n",
            (markup * (half // len(markup) + 1))[:half].encode(), b"\n--b--\n",
        ))  # fmt: skip

    return mail


def attached(line: str) -> Callable[[int], bytes]:
    head = (
        b"From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n"
        b"\nHello.\n"
        b"--b\nContent-Disposition: attachment; filename=a.txt\n\n"
    )
    return lambda size: head + (line * (size // len(line) + 1))[:size].encode() + b"\n--b--\n"


SHAPES: dict[str, Callable[[int], bytes]] = {
    "bare line ends": text("\n"),
    "blanks": lines(" "),
    "on ... at": lines("on at "),
    "on ... wrote": lines("on 2026 wrote "),
    "On 22 Nov 2026": text("On 22 Nov 2026 16:02\n"),
    "attributions": text("On 22 Nov 2026 Anna wrote:\n"),
    "attributions of four lines": text("On 22\nNov 2026 16:02\nAnna <a@example.org>\nwrote\n"),
    "attributions with quotes": text("On 22 Nov 2026 Anna wrote:\n> x\n"),
    "quote marks": lines(">"),
    "quote marks and blanks": lines("> "),
    "bars": lines("|"),
    "initials": lines("ab> "),
    "a long quote": text("> MOVE Drogo 0808\n"),
    "colons": text("a:\n"),
    "labels": lines("a:"),
    "header blocks": text("From: a@example.org\n"),
    "nearly header blocks": text("From: x\nx\n"),
    "dashes": lines("-"),
    "underlines": lines("_"),
    "nearly headings": lines("- original -"),
    "headings": text("---- x original x\n"),
    "armour": text("-----BEGIN PGP MESSAGE-----\n"),
    "signed": text("-----BEGIN PGP SIGNED MESSAGE-----\n\n"),
    "signatures": text("-- \nMOVE x 0101\n"),
    "emphasis": lines("*"),
    "bullets": lines("1) "),
    "continued lines": text("MOVE Drogo 0808 \\\n"),
    "broken lines": text("IF Robert is down AND Drogo is next to Shakil and Arnolfo and\n"),
    "orders": text("MOVE Drogo 0808\n"),
    "talk between orders": text("MOVE Drogo 0808\nwell\n"),
    "blocks": text("#ORDERS G1\n#END\n"),
    "addresses": lines("a@b.c "),
    "angles": lines("<"),
    "links": lines("MOVE a <tel:1 "),
    "marks of many programs": text("» │ › > x\n"),
    "letters to players": text("* press to a *\n"),
    "digits of other scripts": lines("٠٨ "),
    "digits": lines("1"),
    "hexes": lines("0101 "),
    "footers": lines("sent from "),
    "greetings": lines("good evening "),
    "other letters": text("é" * 60 + "\n"),
    "combining marks": lines("e\u0301\u0323"),
    "wide letters": lines("ＭＯＶＥ"),
    "no text": coded("8bit", b"\xff\xfe\x00\x81"),
    "guesses": coded("8bit", bytes(range(128, 256)), "text/plain; charset=x-none"),
    "quoted-printable": coded("quoted-printable", b"=ZZ="),
    "soft line ends": coded("quoted-printable", b"x=\n"),
    "base64": coded("base64", b"TU9WRQ=="),
    "uuencode": coded("x-uuencode", b"begin 644 x\nM" + b"M" * 60 + b"\n"),
    "utf-16": coded("base64", b"AE0ATwBW", "text/plain; charset=utf-16"),
    "utf-7": coded("7bit", b"+AE0-", "text/plain; charset=utf-7"),
    "divisions": html("<div>"),
    "blockquotes": html("<blockquote>x"),
    "rules": html("<hr>From: a@b.c Sent: x To: y"),
    "paragraphs": html("<p>x"),
    "tables": html("<table><tr><td>x"),
    "closing tags": html("</div>"),
    "angles of HTML": html("<"),
    "entities": html("&#x41;&nbsp;&lt"),
    "comments": html("<!-- x "),
    "styles": html('<p style="display : no;color : #ffff;font-size : 0.0">x'),
    "attributes": html("<p a=b " + "c=d " * 500 + ">x"),
    "style sheets": html("<style>.a,.b{display:none}@x{.c{d:e}</style>x"),
    "style comments": html("<p style='/* /* color: /* rgb('>x"),
    "struck out": html("<s>x<del>"),
    "scripts": html("<script>x</script><svg><p>"),
    "preformatted": html("<pre>x\n</pre>"),
    "two versions": two_versions("MOVE Drogo 0808\n", "<p>MOVE Drogo 0808</p>\n"),
    "two versions that differ": two_versions("MOVE Drogo 0808\nMOVE Odo 0101\n",
                                             "<p>FIRE Drogo AT Odo<br>x</p>"),
    "two versions, one of blanks": two_versions("x \n", "<i>x</i> &nbsp;"),
    "two versions, one struck out": two_versions("MOVE Drogo 0808\n", "<s>MOVE Drogo 0808<br></s>"),
    "cells apart": two_versions("Drogo\nMOVE\n0808\n", "<tr><td>Drogo<td>MOVE<td>0808</tr>"),
    "rows": text("Drogo\tMOVE\t0808\n"),
    "tabs": lines("\t"),
    "tabs between letters": lines("a\t"),
    "rows of HTML": html("<tr><td>a<td>b<td>c"),
    "rows with much in them": html("<table><tr><td><b><i><u>a</u></i></b><td><p>b<p>c"),
    "cells without end": html("<td>a"),
    "hidden": html("<p hidden>x<br>y"),
    "hidden and not": html("<p hidden>x</p>y"),
    "cards": html('<div class="link-preview">x'),
    "an attached file": attached("MOVE Drogo 0808\n"),
    "an attached table": attached("Drogo\tMOVE\t0808\n"),
    "absence": text("I am out of office until Monday\n"),
    "flowed": coded("8bit", b"MOVE Drogo 0808 and then on \n", "text/plain; format=flowed; delsp=yes"),
    "flowed in pieces": coded("8bit", b"x" * 60 + b" \n", "text/plain; format=flowed; delsp=yes"),
    "odd letters": lines("О5О8 "),
    "letters of formulas": lines("𝐌𝐎𝐕𝐄"),
    "From": header("From", "("),
    "From with quotes": header("From", '"a\\" '),
    "From with addresses": header("From", "a@b.c "),
    "From with names": header("From", 'a, "b" (c) '),
    "From with comments": header("From", "a@b.c ( "),
    "lone CRs": header("X", "a\r"),
    "To": header("To", "a" * 60),
    "Subject": header("Subject", "=?utf-8?q?a?= "),
    "Subject of brackets": header("Subject", "auto re: "),
    "References": header("References", "<a@b> "),
    "Content-Type": header("Content-Type", "; a=b"),
    "Date": header("Date", "1 "),
    "parts": parts(b"--b\n\nx\n"),
    "parts with headers": parts(b"--b\nContent-Type: text/plain; name=a\n\nx\n"),
    "boundaries": parts(b"--b"),
    "nested": lambda size: b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(size // 55)
    ),
    "embedded": lambda size: b"Content-Type: message/rfc822\n\n" * (size // 30),
}  # fmt: skip

"""Read many mails that nobody wrote: never an exception, never long, never an order out of quoted or embedded
text, and no order of the writer's own lost without a word.

python -m bench.mail_fuzz --mails 200000 --processes 2

Half of the mails are damaged: bytes of real mails flipped, cut, doubled and spliced. The other half are
built: a reply as a common program writes it, with odd lines of the writer's own, wrapped in parts, relabelled
and encoded anew, while order lines that must never be read (canaries) stand in the quote, in attachments and
in embedded mails. Every mail can be made again from its number.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from games.answers.order_words import looks_like_order
from pbem.mail.automatic import Own
from pbem.mail.reader import ReadMail, read
from tests.pbem.clients import CLIENTS, forms_of
from tests.pbem.languages import LANGUAGES
from tests.pbem.mail_kit import MAILS
from tests.pbem.replies import ORDERS, REPORT, Body, Reply, head, mail_of, multipart, part

SLOW_SECONDS = 0.5
BATCH = 500
CANARY = "MOVE Canary to 0909"
FORM = frozenset(line for line in REPORT if line.startswith(("MOVE ", "FIRE ", "ATTACK ")))
OWN = Own(domain="in.example.org", loop_id="pbem@in.example.org")
ODD_LINES = (
    "", " ", "\u00a0", "-- ", "--", "___", "****", "====", "#", "# a remark", "; another", "thanks", "end",
    "Hi", "Anna",
    "x" * 3000, "a:" * 400, "(((((((", "\u202eEVOM\u202c", "e\u0301" * 50, "\u200b", "\ufeff",
    "🏰 for the castle!", "On the 22nd we met.", "he wrote:", "Tel. +39 06 1118", "1081 Constantinople",
    "http://example.org:8080/1234", "1. first", "* second", "Sent from my iPhone", "Viele Grüße",
    "どうぞよろしく", "if alone", "and", "\\", "\t\t", "@", ">>", "=20", "From the hill he could see",
    "To: win", "Subject: to change", "Robert to the gate", "0808", "\x0c", "\x85", "|",
)  # fmt: skip
CHARSETS = (
    "utf-8",
    "UTF8",
    "us-ascii",
    "iso-8859-1",
    "windows-1252",
    "utf-7",
    "x-none",
    "",
    "utf-16",
    "big5",
    "idna",
)


class Case(NamedTuple):
    """A mail, and whether what it quotes and carries is known."""

    raw: bytes
    built: bool


class Finding(NamedTuple):
    number: int
    what: str
    detail: str


# making mails


def case(number: int) -> Case:
    dice = random.Random(number)
    if number % 2:
        return Case(damaged(dice), False)
    return Case(built(dice), True)


def reply(dice: random.Random) -> tuple[Body, str]:
    """A reply of some program with odd lines among its orders, and the form in which it goes out."""
    while True:
        client = CLIENTS[dice.choice(list(CLIENTS))]
        style = dice.choice(("top", "bottom", "inline"))
        body = client.write(Reply(dice.choice(list(LANGUAGES)), style, _with_odd_lines(dice, style)))
        if forms := list(forms_of(client, body, style)):
            return body, dice.choice(forms)


def _with_odd_lines(dice: random.Random, style: str) -> tuple[str, ...]:
    lines = list(ORDERS)
    for _ in range(dice.choice((0, 0, 1, 2, 5)) if style == "top" else 0):
        lines.insert(dice.randrange(len(lines) + 1), dice.choice(ODD_LINES))
    return tuple(lines)


def built(dice: random.Random) -> bytes:
    body, form = reply(dice)
    charset, encoding = (
        dice.choice(("utf-8", "utf-8", "utf-16")),
        dice.choice(("quoted-printable", "base64", "8bit")),
    )
    if charset == "utf-16":
        encoding = "base64"
    raw = mail_of(body, form, charset, encoding)
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        raw = dice.choice(WRAPPINGS)(dice, raw)
    return raw.replace(b"\n", b"\r\n") if dice.random() < 0.3 else raw


def _entity(raw: bytes) -> bytes:
    """A mail without its outer headers, to stand inside of another."""
    at = raw.lower().index(b"content-type:")
    return raw[at:]


def beside(dice: random.Random, raw: bytes) -> bytes:
    """More parts, with canaries, beside the letter."""
    others = [dice.choice(CARRIED)() for _ in range(dice.randint(1, 4))]
    return head() + multipart("mixed", _entity(raw), *others, boundary=f"=_beside_{dice.randrange(10**9)}")


def related(dice: random.Random, raw: bytes) -> bytes:
    picture = part("image/png", b"\x89PNG" + CANARY.encode(), "", "base64", "Content-ID: <map@x>")
    return head() + multipart("related", _entity(raw), picture, boundary=f"=_related_{dice.randrange(10**9)}")


def signed(dice: random.Random, raw: bytes) -> bytes:
    signature = part("application/pgp-signature; name=signature.asc", CANARY, "ascii", "7bit")
    return head() + multipart("signed", _entity(raw), signature, boundary=f"=_signed_{dice.randrange(10**9)}")


def with_odd_headers(dice: random.Random, raw: bytes) -> bytes:
    odd = (
        b"X-Odd: " + bytes(dice.randrange(32, 255) for _ in range(50)),
        b"X-Canary: " + CANARY.encode(),
        b"Comments: =?utf-8?q?=0AMOVE_Canary_to_0909?=",
        b"Content-Description: " + CANARY.encode(),
        b"Folded: a\n\t" + CANARY.encode(),
        b"Content-Disposition: inline",
    )
    return b"".join(line + b"\n" for line in dice.sample(odd, 2)) + raw


WRAPPINGS: tuple[Callable[[random.Random, bytes], bytes], ...] = (beside, related, signed, with_odd_headers)
CARRIED: tuple[Callable[[], bytes], ...] = (
    lambda: b"Content-Type: message/rfc822\n\nFrom: a@b.org\nSubject: x\n\n" + CANARY.encode() + b"\n",
    lambda: part("text/plain; name=notes.txt", CANARY, "utf-8", "base64", "Content-Disposition: attachment"),
    lambda: part("text/plain", CANARY, "utf-8", "7bit", 'Content-Disposition: attachment; filename="a.txt"'),
    lambda: part("text/calendar; method=REQUEST", f"BEGIN:VCALENDAR\nDESCRIPTION:{CANARY}\n{CANARY}\n"),
    lambda: part("text/vcard", f"BEGIN:VCARD\n{CANARY}\n"),
    lambda: part(
        "text/html; name=page.html", f"<p>{CANARY}</p>", "utf-8", "7bit", "Content-Disposition: attachment"
    ),
    lambda: part("application/pdf", CANARY.encode(), "", "base64"),
    lambda: part("application/zip", b"PK\x03\x04" + CANARY.encode(), "", "base64"),
    lambda: part("text/rfc822-headers", f"Subject: {CANARY}\n{CANARY}"),
    lambda: part("message/delivery-status", f"Status: 5.1.1\n\n{CANARY}", "ascii", "7bit"),
    lambda: part("text/plain", f"> {CANARY}\n> {CANARY}\n"),
    lambda: part("text/plain", f"-------- Forwarded Message --------\nSubject: x\n\n{CANARY}\n"),
)


def damaged(dice: random.Random) -> bytes:
    body, form = reply(dice)
    raw = bytearray(dice.choice(_HAND_WRITTEN) if dice.random() < 0.5 else mail_of(body, form))
    for _ in range(dice.randint(1, 12)):
        dice.choice(DAMAGES)(dice, raw)
    return bytes(raw)


_HAND_WRITTEN = [path.read_bytes() for path in sorted(MAILS.glob("*.eml"))]


def flip(dice: random.Random, raw: bytearray) -> None:
    if raw:
        raw[dice.randrange(len(raw))] = dice.randrange(256)


def insert(dice: random.Random, raw: bytearray) -> None:
    at = dice.randint(0, len(raw))
    raw[at:at] = dice.choice(_SPLINTERS)


def cut(dice: random.Random, raw: bytearray) -> None:
    at = dice.randint(0, len(raw))
    del raw[at : at + dice.choice((1, 10, 300, 5000))]


def double(dice: random.Random, raw: bytearray) -> None:
    at = dice.randint(0, len(raw))
    raw[at:at] = raw[at : at + dice.choice((1, 50, 2000))] * dice.choice((1, 2, 30))


def splice(dice: random.Random, raw: bytearray) -> None:
    other = dice.choice(_HAND_WRITTEN)
    at, size = dice.randrange(len(other)), dice.choice((20, 400, 4000))
    place = dice.randint(0, len(raw))
    raw[place:place] = other[at : at + size]


def relabel(dice: random.Random, raw: bytearray) -> None:
    """Another charset, encoding or type than it is."""
    name, values = dice.choice(
        (
            (b"charset=", [c.encode() for c in CHARSETS]),
            (
                b"Transfer-Encoding: ",
                [b"base64", b"quoted-printable", b"x-uuencode", b"8bit", b"binary", b"\x00"],
            ),
            (
                b"Content-Type: ",
                [b"text/html", b"message/rfc822", b"multipart/mixed", b"multipart/digest", b"x", b";"],
            ),
            (b"boundary=", [b'""', b"b", b"'", b'"' + b"b" * 80 + b'"']),
        )
    )
    if (at := raw.find(name)) >= 0:
        end = raw.find(b"\n", at)
        raw[at + len(name) : end if end >= 0 else len(raw)] = dice.choice(values)


DAMAGES: tuple[Callable[[random.Random, bytearray], None], ...] = (
    flip,
    flip,
    insert,
    cut,
    double,
    splice,
    relabel,
)
_SPLINTERS = (
    b"\0", b"\xff\xfe", b"\r", b"\n\n", b"\n--", b"\n\n--=_part_7\n", b"=\n", b"==", b"=?utf-8?q?",
    b"<blockquote>", b"</div>",
    b"<!--", b"\xed\xa0\x80", b"> ", b"-- \n", b"\xe2\x80\xae", b"&#0;", b"&#xd800;", b"(" * 200,
    b"Content-Type: a/b\n", b"\x1b", b"begin 644 x\n", b"-----BEGIN PGP SIGNED MESSAGE-----\n", b"#ORDERS\n",
    b"#END\n", b"\xc2\x85", b"\xe2\x80\xa8",
)  # fmt: skip


# judging how they are read


def findings(number: int) -> Iterator[Finding]:
    made = case(number)
    began = time.thread_time()
    try:
        found = read(made.raw, looks_like_order, OWN)
        found.reason, found.answer, found.quoted_orders, found.late_orders, found.talk  # noqa: B018
        json.dumps(found.text).encode()
        found.text.encode()
    except Exception:
        yield Finding(number, "exception", traceback.format_exc())
        return
    if (took := time.thread_time() - began) > SLOW_SECONDS:
        yield Finding(number, "slow", f"{took:.2f} s for {len(made.raw)} bytes")
    if made.built:
        yield from _wrong_orders(number, found)


def _wrong_orders(number: int, found: ReadMail) -> Iterator[Finding]:
    forbidden = [line for line in found.orders if line in FORM or "Canary" in line]
    if forbidden:
        yield Finding(number, "a quoted order read", repr(forbidden[:3]))
    told = " ".join((*found.orders, *found.late_orders, *found.quoted_orders))
    lost = [order for order in ORDERS if order not in told]
    if lost:
        yield Finding(number, "an order lost", repr(lost[:3]))


def batch(first: int, count: int) -> tuple[int, list[Finding], float]:
    worst, found = 0.0, []
    for number in range(first, first + count):
        began = time.thread_time()
        found += findings(number)
        worst = max(worst, time.thread_time() - began)
    return count, found, worst


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--mails", type=int, default=10_000)
    ap.add_argument("--first", type=int, default=0, help="number of the first mail")
    ap.add_argument("--processes", type=int, default=2)
    ap.add_argument("--seconds", type=float, default=0, help="stop after so long")
    ap.add_argument("--write", help="write the mail with the number --first to this file instead")
    args = ap.parse_args()
    if args.write:
        with open(args.write, "wb") as stream:
            stream.write(case(args.first).raw)
        return 0
    began, read_so_far, worst, found = time.monotonic(), 0, 0.0, list[Finding]()
    with ProcessPoolExecutor(args.processes) as pool:
        last = args.first + args.mails
        starts = list(range(args.first, last, BATCH))
        for round_ in range(0, len(starts), args.processes):
            if args.seconds and time.monotonic() - began > args.seconds:
                break
            some = starts[round_ : round_ + args.processes]
            for count, wrong, slowest in pool.map(batch, some, [min(BATCH, last - n) for n in some]):
                read_so_far, found, worst = read_so_far + count, found + wrong, max(worst, slowest)
    print(
        json.dumps(
            {
                "mails": read_so_far,
                "findings": dict(Counter(f.what for f in found)),
                "worst_seconds": round(worst, 3),
                "seconds": round(time.monotonic() - began, 1),
            }
        )
    )
    for finding in found[:10]:
        print(f"--- mail {finding.number}: {finding.what}\n{finding.detail}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""A dry reading of a mail file: what would be taken from it, and why not more. Needs neither Django
nor a database."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any, Protocol

from games.answers.order_words import looks_like_order
from pbem.calling import PROGRAM
from pbem.environment import mail_domain
from pbem.mail.automatic import Own
from pbem.mail.limits import RAW_BYTES
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail, read, unopened
from pbem.mail.reply import reply_of

USAGE = (
    f"usage: {PROGRAM} readmail FILE [--json]\n\n"
    "Show how a mail file (- for standard input) would be read, without doing anything.\n"
)
NOT_THE_CALLERS_FAULT, CALLERS_FAULT = 0, 2
VERDICTS = {
    LineClass.ORDER: "read",
    LineClass.QUOTED_ORDER: "not read: quoted",
    LineClass.AFTER_END: "not read: after the end",
    LineClass.TALK: "not read: talk",
    LineClass.COMMENT: "not read: a remark",
    LineClass.ASIDE: "not read: asked back",
}


class Stream(Protocol):
    """Where text goes: a file, or what Django wraps around one."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> None: ...


def main(arguments: Sequence[str], out: Stream | None = None, err: Stream | None = None) -> int:
    """The command. Its exit code is 0 whatever the mail; 2 if there is no such file or it was
    asked wrongly."""
    out, err = out or sys.stdout, err or sys.stderr
    files = [a for a in arguments if a == "-" or not a.startswith("-")]
    options = {a for a in arguments if a not in files}
    if options & {"--help", "-h"}:
        out.write(USAGE)
        return NOT_THE_CALLERS_FAULT
    if len(files) != 1 or options - {"--json"}:
        err.write(USAGE)
        return CALLERS_FAULT
    try:
        raw = _bytes(files[0])
    except (OSError, ValueError) as error:
        err.write(f"{files[0]}: {getattr(error, 'strerror', None) or error}\n")
        return CALLERS_FAULT
    found = as_dictionary(reading(raw))
    try:
        out.write(json.dumps(found) + "\n" if "--json" in options else _for_people(found))
        out.flush()
    except BrokenPipeError:  # whoever asked has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NOT_THE_CALLERS_FAULT


def _bytes(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(RAW_BYTES + 1)
    with open(file, "rb") as stream:
        return stream.read(RAW_BYTES + 1)


def reading(raw: bytes) -> ReadMail:
    """The mail read as the server would read it. Nothing that it holds makes this fail."""
    domain = mail_domain()
    own = Own(domain=domain, loop_id=f"pbem@{domain}")
    try:
        return read(raw, looks_like_order, own)
    except (Exception, MemoryError):
        return unopened(raw, "unreadable", own)


def as_dictionary(found: ReadMail) -> dict[str, Any]:
    """The reading as plain data."""
    return {
        "act": found.act and not found.headers.sender_fault,
        "answer": found.answer,
        "reason": found.reason,
        "sender": found.headers.sender,
        "subject": found.headers.subject,
        "text": found.text,
        "reply": reply_of(found),
        "orders": list(found.orders),
        "quoted_orders": list(found.quoted_orders),
        "lines": [
            {
                "line": line.text,
                "class": line.kind.value,
                "verdict": verdict(line.kind, found.reason) + (f" ({line.why})" if line.why else ""),
            }
            for line in found.lines
        ],
        "warnings": list(found.warnings),
    }


def verdict(kind: LineClass, reason: str) -> str:
    """Whether a line would be read as an order; "" where nobody would expect one. ``reason``: why
    none would be."""
    if kind is LineClass.ORDER and reason:
        return f"not read: {reason}"
    return VERDICTS.get(kind, "")


def _for_people(found: dict[str, Any]) -> str:
    head = f"act: {found['act']}, answer: {found['answer']} {found['reason']}\n"
    text = head + "".join(f"{line['class']:>20}  {line['line']}\n" for line in found["lines"])
    return text.encode("utf-8", "replace").decode("utf-8")

"""A dry reading of a mail file: what would be taken from it, and why not more. Needs no database."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandParser

from games.inbox import own
from games.order_words import looks_like_order
from pbem.mail.limits import RAW_BYTES
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail, read

VERDICTS = {
    LineClass.ORDER: "read",
    LineClass.QUOTED_ORDER: "not carried out: quoted",
    LineClass.AFTER_END: "not carried out: after the end",
}


class Command(BaseCommand):
    help = "Show how a mail file would be read, without doing anything."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a mail as it travels (.eml), or - for standard input")
        parser.add_argument("--json", action="store_true", help="everything, for programs")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            raw = _bytes(options["file"])
        except OSError as error:
            self.stderr.write(f"{options['file']}: {error.strerror}")
            sys.exit(2)
        found = as_dictionary(read(raw, looks_like_order, own()))
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=True, indent=1))
            return
        self.stdout.write(f"act: {found['act']}, answer: {found['answer']} {found['reason']}")
        for line in found["lines"]:
            self.stdout.write(ascii_safe(f"{line['class']:>20}  {line['line']}"))


def _bytes(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(RAW_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(RAW_BYTES + 1)


def as_dictionary(found: ReadMail) -> dict[str, Any]:
    """The reading as plain data."""
    return {
        "act": found.act and not found.headers.sender_fault,
        "answer": found.answer,
        "reason": found.reason,
        "sender": found.headers.sender,
        "subject": found.headers.subject,
        "text": found.text,
        "orders": list(found.orders),
        "quoted_orders": list(found.quoted_orders),
        "lines": [
            {"line": line.text, "class": line.kind.value, "verdict": VERDICTS.get(line.kind, "")}
            for line in found.lines
        ],
        "warnings": list(found.warnings),
    }


def ascii_safe(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")

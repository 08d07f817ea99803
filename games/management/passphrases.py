"""Where commands take a passphrase from: a file, or the keyboard; never from the command line, which
others can see."""

from __future__ import annotations

import sys
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser


def add_argument(parser: CommandParser) -> None:
    parser.add_argument(
        "--passphrase-file",
        type=Path,
        metavar="FILE",
        help="its first line is the passphrase (else you are asked)",
    )


def passphrase(options: dict[str, Any], *, again: bool = False) -> str:
    """The passphrase; asked for twice where it is new (``again``). Raises CommandError."""
    if path := options["passphrase_file"]:
        try:
            return str(path.read_text("utf-8").split("\n")[0]).strip()
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error
    if not sys.stdin.isatty():
        raise CommandError("there is nobody to ask for the passphrase: give --passphrase-file")
    given = getpass("Passphrase: ")
    if again and getpass("Once more: ") != given:
        raise CommandError("the two are not the same")
    return given

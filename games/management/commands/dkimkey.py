"""``manage.py dkimkey FILE``: a new key to sign mail with, and the record to publish for it."""

from __future__ import annotations

import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from pbem.calling import PROGRAM
from pbem.domain.check import GOOD_BITS, in_pieces
from pbem.mail import signing


class Command(BaseCommand):
    help = "Make a DKIM key, readable by its owner alone, and print what to publish."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        path = os.path.abspath(options["file"])
        key = generate_private_key(65537, GOOD_BITS)
        try:
            with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        except OSError as error:
            raise CommandError(f"{path} is not written: {error}") from error
        selector = settings.DKIM_SELECTOR or "pbem"
        record = in_pieces(f"v=DKIM1; k=rsa; p={signing.public_key(path)}")
        self.stdout.write(
            f"Publish\n\n  {selector}._domainkey.{settings.MAIL_DOMAIN}. TXT {record}\n\nand then set\n\n"
            f"  PBEM_DKIM_KEY={path}\n  PBEM_DKIM_SELECTOR={selector}\n\n{PROGRAM} mailcheck tells whether "
            "it works.\n"
        )

"""A position in the address of a page: it is shared by link, and nobody keeps it."""

from __future__ import annotations

import base64
import binascii
import zlib

LONGEST = 6_000
"""Characters of an address, which mail programs and browsers all take."""
_MOST_BYTES = 400_000


class BrokenLink(ValueError):
    """What stands in an address is no position, or only a part of one."""


def packed(text: str) -> str:
    """A position as letters, figures, - and _."""
    small = zlib.compress(text.encode(errors="replace"), 9)
    return base64.urlsafe_b64encode(small).decode().rstrip("=")


def unpacked(letters: str) -> str:
    """The position again. Raises BrokenLink; what it comes to is bounded however it was packed."""
    if len(letters) > LONGEST or not letters.isascii():
        raise BrokenLink
    opening = zlib.decompressobj()
    try:
        small = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        text = opening.decompress(small, _MOST_BYTES).decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise BrokenLink from error
    if not opening.eof:
        raise BrokenLink
    return text

"""The parts of an outgoing mail and how they are put together. The library of Python handles each line,
header and part by itself, which takes twice as long; what comes out is the same, byte by byte."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_letters, digits
from typing import NamedTuple

Header = tuple[str, str]

LINE = 78  # of text that is encoded
BASE64_LINE = 76
VERSION: Header = ("MIME-Version", "1.0")
_PLAIN = frozenset(ascii_letters + digits + " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\t\n")


class Part(NamedTuple):
    """Headers, not folded yet, and what stands below them, with the line ends of mails."""

    headers: Sequence[Header]
    body: bytes


def text_part(subtype: str, text: str, *, as_it_is: bool = False) -> Part:
    """Text whose last line has an end; ``as_it_is``: it is ASCII in short lines."""
    encoding = "7bit" if as_it_is else "quoted-printable"
    headers = (("Content-Type", f'text/{subtype}; charset="utf-8"'), ("Content-Transfer-Encoding", encoding))
    lines = text.encode().splitlines()
    if as_it_is:
        return Part(headers, b"\r\n".join(lines) + b"\r\n")
    encoded = "\r\n".join(_quoted(b"\n".join(lines).decode("latin-1")))
    return Part(headers, encoded.encode() + b"\r\n")


def picture_part(name: str, png: bytes) -> Part:
    """A picture that the HTML beside it shows by its name."""
    headers = (
        ("Content-Type", "image/png"),
        ("Content-Transfer-Encoding", "base64"),
        ("Content-Disposition", f'inline; filename="{name.partition("@")[0]}.png"'),
        ("Content-ID", f"<{name}>"),
        VERSION,
    )
    return Part(headers, _in_lines(png))


def multipart(subtype: str, boundary: str, parts: Sequence[bytes]) -> Part:
    """Written parts in one."""
    edge = b"--" + boundary.encode()
    pieces = [piece for part in parts for piece in (edge, b"\r\n", part, b"\r\n")]
    body = b"".join((*pieces, edge, b"--\r\n"))
    return Part((VERSION, ("Content-Type", f'multipart/{subtype}; boundary="{boundary}"')), body)


@lru_cache(maxsize=4)  # those who see the same get the same picture
def _in_lines(content: bytes) -> bytes:
    """As base64."""
    encoded = b64encode(content)
    return b"".join([encoded[n : n + BASE64_LINE] + b"\r\n" for n in range(0, len(encoded), BASE64_LINE)])


def _quoted(text: str) -> Iterator[str]:
    """The lines of text, whose letters stand for bytes, as quoted-printable (RFC 2045)."""
    text = text.replace("=", "=3D")
    for sign in set(text) - _PLAIN:
        text = text.replace(sign, _code(sign))
    for line in text.split("\n"):
        while len(line) > LINE:
            end = LINE - 1
            if "=" in line[end - 2 : end]:  # no code is cut
                end = line.index("=", end - 2)
            yield line[:end] + "="
            line = line[end:]
        if line.endswith((" ", "\t")):
            yield from _with_blank_end(line)
        else:
            yield line


def _with_blank_end(line: str) -> Iterator[str]:
    """A blank at the end of a line would get lost."""
    if len(line) <= LINE - 2:
        yield line[:-1] + _code(line[-1])
    elif len(line) == LINE - 1:
        yield line + "="
        yield ""
    else:
        yield line[:-1] + "="
        yield _code(line[-1])


def _code(sign: str) -> str:
    return f"={ord(sign):02X}"

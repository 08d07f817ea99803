"""Mails are put together as Python's own library would do it, byte by byte."""

from __future__ import annotations

from email import quoprimime
from email.headerregistry import HeaderRegistry, UniqueUnstructuredHeader, UnstructuredHeader
from email.message import EmailMessage
from email.policy import Policy
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail import mime, writer
from pbem.mail.writer import Letter, Picture, compose, inlined
from tests.pbem.test_writer import HTML, a_letter

LONG = "A long line of an order form – " * 9
PICTURES = (Picture("map@in.example.org", b"\x89PNG" * 200), Picture("part-" + "x" * 70 + "@g", b"\x00"))


class Whole(UnstructuredHeader):
    """A header of addresses and numbers, as the library lets others fold."""

    def fold(self, *, policy: Policy) -> str:
        lines = [f"{self.name}:"]  # type: ignore[attr-defined]
        for word in str(self).split():
            if len(lines[-1]) + len(word) >= (policy.max_line_length or 78) and " " in lines[-1]:
                lines.append("")
            lines[-1] += f" {word}"
        return policy.linesep.join(lines) + policy.linesep


class Subject(UniqueUnstructuredHeader):
    def fold(self, *, policy: Policy) -> str:
        lines = [f"{self.name}:"]  # type: ignore[attr-defined]
        for number, word in enumerate(writer.encoded_words(str(self).split())):
            if number and len(lines[-1]) + 1 + len(word) > writer.LINE:
                lines.append("")
            lines[-1] += f" {word}"
        return policy.linesep.join(lines) + policy.linesep


HEADERS = HeaderRegistry()
HEADERS.map_to_type("Subject", Subject)  # type: ignore[arg-type]
for name in ("List-Unsubscribe", "References", "In-Reply-To", "Message-ID", "Reply-To"):
    HEADERS.map_to_type(name, Whole)  # type: ignore[arg-type]


def by_the_library(letter: Letter) -> bytes:
    message = EmailMessage(policy=writer._POLICY.clone(header_factory=HEADERS))
    for name, value in writer._headers(letter):
        if value:
            message[name] = value
    lines = writer._lines(letter.text)
    plain = writer._is_plain(lines)
    message.set_content(lines, charset="utf-8", cte="7bit" if plain else "quoted-printable")
    if letter.html:
        html = inlined(letter.html)
        message.add_alternative(html, subtype="html", charset="utf-8", cte="quoted-printable")
        beside = message.get_payload()[-1]  # type: ignore[index]
        assert isinstance(beside, EmailMessage)
        for one in letter.pictures:
            file = one.name.partition("@")[0] + ".png"
            beside.add_related(
                one.png, "image", "png", cid=f"<{one.name}>", filename=file, disposition="inline"
            )
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"pbem-{sha256(f'{letter.message_id}/{number}'.encode()).hexdigest()[:24]}")
    return message.as_bytes()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"text": "plain"},
        {"text": LONG, "html": HTML},
        {"text": LONG, "html": HTML, "pictures": PICTURES[:1]},
        {"text": "plain", "html": HTML.replace("Hear ye", LONG), "pictures": PICTURES},
        {"sender_name": 'Angriff, "bei Nacht", über Torre', "subject": LONG[:140], "kind": "auto-replied"},
        {"references": [f"<{n}@in.example.org>" for n in range(30)], "list_id": "Fürth <g1.in.example.org>"},
        {"message_id": f"<{'m' * 90}@in.example.org>", "headers": {"List-Unsubscribe": "<a:b>, <c:d>"}},
    ],
)
def test_a_mail_is_what_the_library_makes_of_it(changes: dict[str, object]) -> None:
    letter = a_letter(**changes)
    assert compose(letter) == by_the_library(letter)


@given(st.text(st.sampled_from("ab =\t\x0b\x1c\x85ü€\n" + "x" * 20), max_size=400))
def test_text_is_quoted_as_the_library_quotes_it(text: str) -> None:
    lines = b"\n".join(text.encode().splitlines()) + b"\n"
    wanted = quoprimime.body_encode(lines.decode("latin-1"), mime.LINE, eol="\r\n")
    assert mime.text_part("html", text).body.decode() == wanted

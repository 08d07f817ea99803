"""Orders in a file that comes with a mail: shown and asked about, never carried out by themselves; and files
made to hurt."""

from __future__ import annotations

import io
import struct
import zipfile
from contextlib import suppress

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.child import read_safely
from pbem.mail.documents import PACKED_BYTES, UNPACKED_BYTES, Unreadable, text_of_document
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail, read
from tests.pbem.mail_kit import OWN
from tests.pbem.replies import head, multipart, part
from tests.stopwatch import stopwatch

ORDER, ANOTHER = "MOVE Drogo 0808", "MOVE Robert 0101"
W = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
NAMESPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
)  # fmt: skip
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ODT = "application/vnd.oasis.opendocument.text"


def packed(name: str, content: str | bytes, method: int = zipfile.ZIP_DEFLATED, **others: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(name, content)
        for other, data in others.items():
            archive.writestr(other, data)
    return out.getvalue()


def docx(body: str, prolog: str = '<?xml version="1.0" encoding="UTF-8"?>') -> bytes:
    return packed("word/document.xml", f"{prolog}<w:document {W}><w:body>{body}</w:body></w:document>")


def odt(body: str, styles: str = "") -> bytes:
    return packed(
        "content.xml",
        f'<?xml version="1.0"?><office:document-content {NAMESPACES}><office:automatic-styles>{styles}'
        "</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
    )


def runs(*texts: str) -> str:
    return (
        "<w:p>" + "".join(f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>' for text in texts) + "</w:p>"
    )


def paragraph(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def with_file(
    data: bytes, name: str, kind: str = "application/octet-stream", body: str = "Hello.\n"
) -> ReadMail:
    file = part(kind, data, "", "base64", f'Content-Disposition: attachment; filename="{name}"')
    raw = head() + multipart("mixed", part("text/plain", body), file)
    return read(raw, looks_like_order, OWN)


def asked(found: ReadMail) -> list[tuple[str, str]]:
    return [(line.text, line.why) for line in found.lines if line.kind is LineClass.ASIDE]


# what is read


FILES = {
    "plain": (f"{ORDER}\r\n{ANOTHER}\r\n".encode(), "orders.txt"),
    "plain, any name": (f"{ORDER}\n{ANOTHER}".encode(), "My plan.TXT"),
    "Word": (docx(runs(ORDER) + runs("MOVE Rob", "ert ", "0101")), "orders.docx"),
    "Word, a line break": (docx(f"<w:p><w:r><w:t>{ORDER}</w:t><w:br/><w:t>{ANOTHER}</w:t></w:r></w:p>"),
                           "x.docx"),
    "Word, a table": (
        docx(
            "<w:tbl>"
            + "".join(
                "<w:tr>" + "".join(f"<w:tc>{runs(cell)}</w:tc>" for cell in row) + "</w:tr>"
                for row in (("Figure", "Order"), ("Drogo", "MOVE 0808"), ("Robert", "MOVE 0101"))
            )
            + "</w:tbl>"
        ),
        "table.docx",
    ),
    "LibreOffice": (odt(paragraph(ORDER)
                        + paragraph('MOVE<text:s text:c="3"/>Robert <text:span>0101</text:span>')), "x.odt"),
    "LibreOffice, a line break": (odt(paragraph(f"{ORDER}<text:line-break/>{ANOTHER}")), "x.odt"),
    "LibreOffice, a list": (odt((f"<text:list><text:list-item>{paragraph(ORDER)}</text:list-item>"
                                 "</text:list>") + paragraph(ANOTHER)), "x.odt"),
}  # fmt: skip


@pytest.mark.parametrize("what", FILES)
@pytest.mark.parametrize("body", ["Hello.\n", "", "See the file.\n"])
def test_orders_in_a_file_are_asked_about(what, body):
    data, name = FILES[what]
    found = with_file(data, name, body=body)
    assert found.orders == ()
    lines = [
        " ".join(line.removeprefix("Drogo ").removeprefix("Robert ").split()) for line, _ in asked(found)
    ]
    assert lines in ([ORDER, ANOTHER], ["MOVE 0808", "MOVE 0101"])
    assert {why for _, why in asked(found)} == {"attachment"}


def test_those_in_the_mail_itself_are_carried_out_and_not_asked_about_again():
    found = with_file(f"{ORDER}\n{ANOTHER}\n".encode(), "x.txt", body=f"{ORDER}\n")
    assert found.orders == (ORDER,)
    assert asked(found) == [(ANOTHER, "attachment")]


@pytest.mark.parametrize(
    "struck",
    ["<w:r><w:rPr><w:strike/></w:rPr><w:t>{}</w:t></w:r>",
     '<w:r><w:rPr><w:dstrike w:val="true"/></w:rPr><w:t>{}</w:t></w:r>',
     "<w:r><w:rPr><w:vanish/></w:rPr><w:t>{}</w:t></w:r>",
     "<w:del><w:r><w:delText>{0}</w:delText><w:t>{0}</w:t></w:r></w:del>",
     "<w:moveFrom><w:r><w:t>{}</w:t></w:r></w:moveFrom>", "<w:r><w:instrText>{}</w:instrText></w:r>",
     "<mc:AlternateContent><mc:Fallback><w:r><w:t>{}</w:t></w:r></mc:Fallback></mc:AlternateContent>"],
)  # fmt: skip
def test_what_a_document_strikes_out_or_hides_is_no_order(struck):
    found = with_file(docx(runs(ORDER) + f"<w:p>{struck.format(ANOTHER)}</w:p>"), "x.docx")
    assert asked(found) == [(ORDER, "attachment")]
    kept = f'<w:p><w:r><w:rPr><w:strike w:val="0"/></w:rPr><w:t>{ANOTHER}</w:t></w:r></w:p>'
    assert len(asked(with_file(docx(runs(ORDER) + kept), "x.docx"))) == 2


def test_nor_is_what_another_kind_does():
    styles = (
        '<style:style style:name="T1"><style:text-properties style:text-line-through-style="solid"/>'
        '</style:style><style:style style:name="T2"><style:text-properties '
        'style:text-line-through-style="none"/></style:style>'
    )
    struck = paragraph(f'<text:span text:style-name="T1">{ANOTHER}</text:span>')
    kept = paragraph(f'<text:span text:style-name="T2">{ORDER}</text:span>')
    tracked = f"<text:tracked-changes>{paragraph(ANOTHER)}</text:tracked-changes>"
    note = paragraph(f"<office:annotation>{paragraph(ANOTHER)}</office:annotation>")
    assert asked(with_file(odt(tracked + kept + struck + note, styles), "x.odt")) == [(ORDER, "attachment")]


@pytest.mark.parametrize(
    "name", ["x.doc", "x.pdf", "x.zip", "x.docm", "x.rtf", "x.txt.exe", "x", "x.docx.zip"]
)
def test_nothing_else_is_opened(name):
    for data in (docx(runs(ORDER)), ORDER.encode()):
        found = with_file(data, name)
        assert (found.orders, asked(found)) == ((), [])
        assert "attachment-ignored" in found.warnings


def test_a_document_without_a_name_is_known_by_its_kind():
    for kind, data in ((DOCX, docx(runs(ORDER))), (ODT, odt(paragraph(ORDER)))):
        assert asked(with_file(data, "", kind)) == [(ORDER, "attachment")]


def test_of_many_files_only_the_first_are_opened():
    files = [
        part(
            "text/plain",
            f"MOVE Drogo 010{n}",
            "utf-8",
            "7bit",
            f"Content-Disposition: attachment; filename={n}.txt",
        )
        for n in range(6)
    ]
    found = read(head() + multipart("mixed", part("text/plain", "Hello."), *files), looks_like_order, OWN)
    assert len(asked(found)) == 3
    assert "attachment-ignored" in found.warnings


def test_commands_and_letters_in_a_file_stay_there():
    found = with_file(f"PRESS TO lombards\nHello.\nEND PRESS\nNEW ADDRESS\n{ORDER}\n".encode(), "x.txt")
    assert asked(found) == [(ORDER, "attachment")]
    assert not found.of(LineClass.PRESS)
    assert not any("ADDRESS" in line.text for line in found.lines)


# texts with a file's name within the mail


@pytest.mark.parametrize(
    "header",
    ['Content-Disposition: inline; filename="body.txt"', 'Content-Disposition: inline; filename="text.html"'],
)
def test_a_text_with_a_name_is_the_body_where_there_is_no_other(header):
    kind = "text/html" if "html" in header else "text/plain"
    body = part(kind, ORDER, "utf-8", "7bit", header)
    picture = part("image/png; name=map.png", b"\x89PNG", "", "base64")
    for raw in (multipart("mixed", body, picture), multipart("mixed", part("text/plain", "\n"), body)):
        found = read(head() + raw, looks_like_order, OWN)
        assert (found.orders, asked(found)) == ((ORDER,), [])


def test_beside_one_it_is_a_file():
    named = part("text/plain; name=more.txt", ANOTHER, "utf-8", "7bit")
    found = read(head() + multipart("mixed", part("text/plain", ORDER), named), looks_like_order, OWN)
    assert (found.orders, asked(found)) == ((ORDER,), [(ANOTHER, "attachment")])


# files made to hurt


def bomb(name: str, size: int) -> bytes:
    """A deflated entry of so many bytes whose header says that it is small."""
    data = packed(name, b" " * size)
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(name.encode()))
    return data[: at + 24] + struct.pack("<I", 1000) + data[at + 28 :]


def twice(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive, pytest.warns(UserWarning):
        archive.writestr(name, docx(runs(ORDER)))
        archive.writestr(name, docx(runs(ANOTHER)))
    return out.getvalue()


def many_entries(count: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for n in range(count):
            archive.writestr(f"{n}", b"")
        archive.writestr("word/document.xml", "<x/>")
    return out.getvalue()


def damaged_crc() -> bytes:
    good = docx(runs(ORDER))
    at = good.rindex(b"PK\x01\x02")
    return good[: at + 16] + b"\0\1\2\3" + good[at + 20 :]


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha" * 10}">' for n in range(10))
HOSTILE = {
    "empty": b"",
    "no zip": b"MOVE Drogo 0808",
    "half of one": docx(runs(ORDER))[:-60],
    "the other half": docx(runs(ORDER))[60:],
    "without the entry": packed("word/other.xml", "<x/>"),
    "the entry twice": twice("word/document.xml"),
    "too many entries": many_entries(3000),
    "too large": docx(runs(ORDER) + "<w:p/>" * (UNPACKED_BYTES // 6)),
    "a bomb": packed("word/document.xml", b" " * 300_000_000),
    "a bomb that lies": bomb("word/document.xml", 300_000_000),
    "laughs": docx(runs("&l9;"), f"<!DOCTYPE x [{LAUGHS}]>"),
    "an entity from elsewhere": docx(runs("&e;"), '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
    "an unknown entity": docx(runs("&e;")),
    "laughs in UTF-16": packed("word/document.xml",
                               ('<?xml version="1.0" encoding="utf-16"?>'
                                f'<!DOCTYPE x [{LAUGHS}]><x>&l9;</x>').encode("utf-16")),
    "laughs in UTF-7": packed("word/document.xml", (b'<?xml version="1.0" encoding="utf-7"?>+ADw-!DOCTYPE '
        b'x+AD4-<x/>')),
    "a wrong sum": damaged_crc(),
    "no XML": packed("word/document.xml", "<w:p>MOVE Drogo 0808"),
    "no UTF-8": packed("word/document.xml", b"<x>\xff\xfe</x>"),
    "bzip2": packed("word/document.xml", f"<w:document {W}>{runs(ORDER)}</w:document>", zipfile.ZIP_BZIP2),
    "much too long": docx("".join(runs(ORDER) for _ in range(8000))),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_a_file_that_cannot_be_read_is_named(what):
    for name in ("plan.docx", "plan.odt"):
        with_text = with_file(HOSTILE[what], name, body=ORDER)
        if len(HOSTILE[what]) < PACKED_BYTES:
            assert with_text.orders == (ORDER,)
            assert asked(with_text) == []
            assert "attachment-damaged" in with_text.warnings
            assert with_text.damaged == name


@pytest.mark.parametrize("what", HOSTILE)
def test_and_costs_next_to_nothing(what):
    with stopwatch() as took, pytest.raises(Unreadable):
        text_of_document(HOSTILE[what], ".docx")
    assert took.seconds < 0.5


def test_an_entry_that_is_locked_is_named():
    data = bytearray(docx(runs(ORDER)))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Unreadable):
        text_of_document(bytes(data), ".docx")


DEEP = {
    "nested": "<w:p>" * 200_000 + "</w:p>" * 200_000,
    "nested and left out": "<w:del>" * 100_000 + "</w:del>" * 100_000,
    "attributes": "<w:p " + " ".join(f'a{n}="x"' for n in range(100_000)) + "/>",
    "one long attribute": f'<w:p a="{"x" * 1_500_000}"/>',
    "comments": "<!-- x -->" * 100_000,
    "empty cells": "<w:tbl>" + "<w:tr>" + "<w:tc/>" * 60_000 + "</w:tr></w:tbl>",
    "character references": "<w:p><w:r><w:t>" + "&#65;" * 200_000 + "</w:t></w:r></w:p>",
    "blanks": "<w:p><w:r><w:tab/></w:r></w:p>" * 30_000,
}


@pytest.mark.parametrize("what", DEEP)
def test_odd_documents_take_time_as_they_are_long(what):
    for data, ending in ((docx(DEEP[what]), ".docx"), (odt(DEEP[what].replace("w:p", "text:p")), ".odt")):
        with stopwatch() as took, suppress(Unreadable):
            text_of_document(data, ending)
        assert took.seconds < 1


def test_a_billion_blanks_are_few():
    data = odt(
        paragraph('MOVE Drogo<text:s text:c="999999999"/>0808' + '<text:s text:c="-5"/><text:s text:c="x"/>')
    )
    assert len(text_of_document(data, ".odt")) < 200


def test_the_killable_child_reads_them_too():
    data = part(DOCX, docx(runs(ORDER)), "", "base64", "Content-Disposition: attachment; filename=x.docx")
    raw = head() + multipart("mixed", part("text/plain", "Hello."), data)
    found = read_safely(raw, "games.answers.order_words:looks_like_order", OWN)
    assert asked(found) == [(ORDER, "attachment")]
    hurts = part(DOCX, HOSTILE["a bomb"], "", "base64", "Content-Disposition: attachment; filename=x.docx")
    raw = head() + multipart("mixed", part("text/plain", ORDER), hurts)
    assert read_safely(raw, "games.answers.order_words:looks_like_order", OWN).orders == (ORDER,)


def test_no_splinter_makes_it_fall():
    good = docx(runs(ORDER))
    for at in range(len(good)):
        data = good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :]
        with suppress(Unreadable):
            text_of_document(data, ".docx")

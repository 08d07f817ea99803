"""The words of a document that came with a mail: Word's .docx and LibreOffice's .odt, both XML in a zip file.

One entry is opened, and only that; its size is bounded packed and unpacked, and its XML is read as a stream,
without a tree, by a parser that knows no entities: where a DOCTYPE stands nothing is read.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from xml.parsers import expat

PACKED_BYTES = 1024 * 1024
UNPACKED_BYTES = 2 * 1024 * 1024
TEXT_CHARS = 64 * 1024
_DIRECTORY_BYTES = 64 * 1024
_END_BYTES = 22
_BLANKS = 40  # text:s may say that a billion of them stand there
_SPACE = " "
ENTRIES = {".docx": "word/document.xml", ".odt": "content.xml"}
"""The entry that holds the words, by the ending of the file's name."""


class Unreadable(Exception):
    """Damaged, locked, larger than is read, or not what it is called."""


def text_of_document(data: bytes, ending: str) -> str:
    """The visible words of a document, a paragraph or a row of a table in each line, the cells of a row
    joined by tabs. Raises Unreadable."""
    reader: _Words = _WordsOfOdt() if ending == ".odt" else _WordsOfDocx()
    parser = expat.ParserCreate("utf-8", " ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    parser.StartElementHandler = reader.begins
    parser.EndElementHandler = reader.ends
    parser.CharacterDataHandler = reader.says
    try:
        parser.Parse(_entry(data, ENTRIES[ending]), True)
    except (expat.ExpatError, ValueError) as error:
        raise Unreadable from error
    return reader.text()


def _refuse(*_: object) -> None:
    raise Unreadable


def _entry(data: bytes, name: str) -> bytes:
    """The one entry of this name, unpacked. Raises Unreadable."""
    if len(data) > PACKED_BYTES or _is_odd(data):
        raise Unreadable
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = [entry for entry in archive.infolist() if entry.filename == name]
            if len(found) != 1 or found[0].flag_bits & 1 or found[0].file_size > UNPACKED_BYTES:
                raise Unreadable
            if found[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Unreadable
            with archive.open(found[0]) as stream:
                words = stream.read(UNPACKED_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, LookupError, RuntimeError,
            NotImplementedError) as error:  # fmt: skip
        raise Unreadable from error
    if len(words) > UNPACKED_BYTES or b"\0" in words or b"<!DOCTYPE" in words or b"<!ENTITY" in words:
        raise Unreadable
    return words


def _is_odd(data: bytes) -> bool:
    """A directory that is larger than that of any document, or of a kind that none has: not to be
    gone through."""
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - _END_BYTES - 0xFFFF))
    if end < 0 or len(data) < end + _END_BYTES or b"PK\x06\x07" in data[max(0, end - 20) : end]:
        return True
    return int.from_bytes(data[end + 12 : end + 16], "little") > _DIRECTORY_BYTES


Attributes = Mapping[str, str]


class _Words:
    """What the stream of elements says. ``skipped`` counts elements open around this place whose words
    do not count."""

    skips: frozenset[str] = frozenset()
    paragraphs: frozenset[str] = frozenset()
    row = cell = ""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.skipped = 0
        self.cells = 0
        self.rows = 0
        self.written = 0

    def text(self) -> str:
        return "\n".join(self.lines)

    def begins(self, name: str, attributes: Attributes) -> None:
        tag = _local(name)
        if self.skipped or tag in self.skips:
            self.skipped += 1
        elif tag == self.row:
            self.rows += 1
            self.cells = 0
        elif tag == self.cell and self.rows:
            if self.cells:
                self.write("\t")
            self.cells += 1
        else:
            self.opened(tag, attributes)

    def ends(self, name: str) -> None:
        tag = _local(name)
        if self.skipped:
            self.skipped -= 1
        elif tag == self.row:
            self.rows -= 1
            self.break_()
        elif tag in self.paragraphs:
            self.write(_SPACE) if self.rows else self.break_()
        else:
            self.closed(tag)

    def opened(self, tag: str, attributes: Attributes) -> None:
        """An element begins whose meaning is the form's own."""

    def closed(self, tag: str) -> None:
        """And ends."""

    def says(self, words: str) -> None:
        """Characters, wherever they stand."""

    def write(self, words: str) -> None:
        if self.written > TEXT_CHARS:
            raise Unreadable  # nobody writes so many orders
        self.line.append(words)
        self.written += len(words)

    def break_(self) -> None:
        self.lines.append("".join(self.line).strip())
        self.line = []
        self.written += 1


class _WordsOfDocx(_Words):
    """WordprocessingML: words stand in w:t within runs, whose properties say whether they are struck
    out or hidden."""

    skips = frozenset(("del", "moveFrom", "Fallback", "instrText", "comment", "footnote", "endnote"))
    paragraphs = frozenset("p")
    row, cell = "tr", "tc"

    def __init__(self) -> None:
        super().__init__()
        self.in_text = False
        self.unmeant = False

    def opened(self, tag: str, attributes: Attributes) -> None:
        if tag == "r":
            self.unmeant = False
        elif tag in ("strike", "dstrike", "vanish"):
            self.unmeant = self.unmeant or _value(attributes, "val") not in ("0", "false", "off")
        elif tag == "t":
            self.in_text = not self.unmeant
        elif tag == "tab":
            self.write("\t" if not self.rows else _SPACE)
        elif tag in ("br", "cr"):
            self.write(_SPACE) if self.rows else self.break_()
        elif tag == "noBreakHyphen":
            self.write("-")

    def closed(self, tag: str) -> None:
        if tag == "t":
            self.in_text = False
        elif tag == "r":
            self.unmeant = False

    def says(self, words: str) -> None:
        if self.in_text and not self.skipped:
            self.write(words.replace("\n", _SPACE))


class _WordsOfOdt(_Words):
    """OpenDocument: words stand in paragraphs and spans, whose styles say whether they are struck
    out or hidden."""

    skips = frozenset(("tracked-changes", "annotation", "note", "forms", "sequence-decls", "hidden-text"))
    paragraphs = frozenset(("p", "h"))
    row, cell = "table-row", "table-cell"

    def __init__(self) -> None:
        super().__init__()
        self.unmeant_styles: set[str] = set()
        self.style = ""
        self.around: list[bool] = []  # paragraphs and spans around this place: is one not meant?
        self.unmeant = 0

    def opened(self, tag: str, attributes: Attributes) -> None:
        if tag == "style":
            self.style = _value(attributes, "name")
        elif tag == "text-properties" and _strikes_out(attributes):
            self.unmeant_styles.add(self.style)
        elif tag == "span" or tag in self.paragraphs:
            self.around.append(_value(attributes, "style-name") in self.unmeant_styles)
            self.unmeant += self.around[-1]
        elif tag == "s" and self.around:
            count = _value(attributes, "c")
            self.write(_SPACE * (min(int(count), _BLANKS) if count.isdecimal() and len(count) < 4 else 1))
        elif tag == "tab" and self.around:
            self.write("\t" if not self.rows else _SPACE)
        elif tag == "line-break" and self.around:
            self.write(_SPACE) if self.rows else self.break_()

    def ends(self, name: str) -> None:
        tag = _local(name)
        if not self.skipped and (tag == "span" or tag in self.paragraphs) and self.around:
            self.unmeant -= self.around.pop()
        super().ends(name)

    def says(self, words: str) -> None:
        if self.around and not self.unmeant and not self.skipped:
            self.write(words.replace("\n", _SPACE))


def _strikes_out(attributes: Attributes) -> bool:
    line = _value(attributes, "text-line-through-style") or _value(attributes, "text-line-through-type")
    return line not in ("", "none") or _value(attributes, "display") == "none"


def _local(name: str) -> str:
    """The name of an element without that of its namespace."""
    return name.rpartition(" ")[2]


def _value(attributes: Attributes, name: str) -> str:
    return next((value for key, value in attributes.items() if _local(key) == name), "")

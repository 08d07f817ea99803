"""Bytes to text when the declared charset is missing, wrong or hostile."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Mapping

_TRANSLATION: Mapping[int, int | str] = {
    **dict.fromkeys(map(ord, "\u00a0\u1680\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
                             "\u3000\u2000\u2001\u2800\u3164\uffa0\u115f\u1160"), " "),
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in "，！？"},
    # of full width, as in East Asia
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u00b4"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\u02d7\u058a\u05be"
                             "\u1806\u207b\u208b"
                             "\u2796\u23af\u2e3a\u2e3b\ufe31\ufe32"), "-"),
    **dict.fromkeys(map(ord, "\u2192\u21d2\u27a1\u2794"), "->"),
    **dict.fromkeys(map(ord, "\u2028\u2029\u0085\v\f"), "\n"),  # Word breaks a line by the last but one
    ord("\u2026"): "...",
    ord("\t"): " ",
}  # fmt: skip
_MARK = re.compile(
    r"^([ \t]{0,12})(?:&gt;|[:\]}](?=[ \t])"
    r"|[\u00bb\u203a\u276f\u2502\u2503\u258c\u258f\u2758](?=[\s\u00bb\u203a>|]|$))",
    re.MULTILINE,
)
"""What some programs write before the lines that they quote, in place of >."""
_UNSEEN: Mapping[int, None] = dict.fromkeys([0xFFFC, 0x034F, *range(0xFE00, 0xFE10)])
"""The place of a picture, and what chooses between forms of a letter: invisible, but of no class
that is dropped."""
_ORNATE = re.compile("[\U0001d400-\U0001d7ff]{1,2000}")
"""Letters of formulas, by which some programs write bold and italics."""
_DROPPED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_NOT_ASKED = frozenset(
    ("utf-7", "idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined")  # as codecs names them
)
_WIDE = ("utf-16", "utf-32", "utf_16", "utf_32")
_ASCII = re.compile(r"[\s\"']*(?:us-?)?ascii[\s\"']*", re.IGNORECASE)
_UTF_7 = re.compile(r"[\s\"']*(?:unicode-1-1-)?utf-?7\b", re.IGNORECASE)
_SHIFTED = re.compile(rb"\+[A-Za-z0-9+/]{2,64}-?")
_NO_NAME = re.compile(r"[^\w.:+()-]", re.ASCII)
_PLAIN = bytes([*range(0x20, 0x7F), ord("\n")])
_SAMPLE = 8 * 1024
_GUESSED = [
    "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r", "koi8_u",
    "iso8859_2", "iso8859_15", "shift_jis", "euc_jp", "iso2022_jp", "gb18030", "big5", "euc_kr", "utf_16",
    "mac_roman",
]  # fmt: skip


def decode(data: bytes, declared: str) -> tuple[str, str]:
    """(text, charset used). Declared, then UTF-8, both strict; then a guess; then windows-1252, which
    never fails."""
    for name in (_codec(declared), "utf-8"):
        if not name or (name.startswith(_WIDE) and data.isascii() and b"\0" not in data):
            continue
        try:
            return data.decode(name), name
        except (UnicodeError, LookupError, ValueError):
            continue
    from charset_normalizer import from_bytes  # slow to load and seldom needed

    guess = from_bytes(data[:_SAMPLE], cp_isolation=_GUESSED).best()
    if guess is not None:
        return data.decode(guess.encoding, "replace"), guess.encoding
    return data.decode("windows-1252", "replace"), "cp1252"


def is_surprise(declared: str, used: str) -> bool:
    """Whether the bytes were not what the mail said, or it said nothing and they were neither UTF-8
    nor Western."""
    if not declared.strip():
        return used not in ("utf-8", "cp1252")
    return used != _codec(declared) and not (used == "utf-8" and _ASCII.fullmatch(declared))


def unreadable(data: bytes, declared: str, used: str) -> str:
    """The name of the declared charset, if there is none such here and the bytes are not simply
    UTF-8; else ""."""
    if not declared.strip() or _codec(declared):
        return ""
    if used == "utf-8" and not (_UTF_7.match(declared) and _SHIFTED.search(data)):
        return ""
    return _NO_NAME.sub("?", declared.strip().strip("\"'"))[:40]


def _codec(declared: str) -> str:
    """The Python name of a declared text charset; "" if there is no such text codec or we do not want it."""
    name = declared.strip().strip("\"'").lower()
    if not name or "\0" in name:
        return ""
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        return ""
    if not getattr(info, "_is_text_encoding", True) or info.name in _NOT_ASKED:
        return ""
    return "cp1252" if info.name in ("iso8859-1", "ascii") else info.name


def normalise(text: str) -> str:
    """Plain spaces, quotes, dashes, digits and line ends; no invisible characters; composed letters (NFC)."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.replace("\n", "").isprintable():
        return _MARK.sub(r"\1>", text)
    text = _translated(text, _UNSEEN)
    text = _translated(_MARK.sub(r"\1>", text), _TRANSLATION)
    if not text.isascii():
        digits = {ord(c): str(unicodedata.decimal(c)) for c in odd_letters(text) if c.isdecimal()}
        text = unicodedata.normalize("NFC", _translated(text, digits))
        if any(map(_ORNATE.match, odd_letters(text))):
            text = _ORNATE.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    dropped = {ord(c): None for c in odd_letters(text) if unicodedata.category(c) in _DROPPED}
    return text.translate(dropped) if dropped else text


def odd_letters(text: str) -> set[str]:
    """The characters in a text that are neither line ends nor printable ASCII. To leave the others out byte
    by byte takes a tenth of looking at each letter, and of most texts little is left."""
    left = text.encode(errors="surrogatepass").translate(None, _PLAIN)
    return set(left.decode(errors="surrogatepass"))


def _translated(text: str, table: Mapping[int, int | str | None]) -> str:
    """``text.translate(table)`` for a table of odd characters that makes nothing which it would change again:
    that asks a dictionary about every letter, and most texts have few that are in it."""
    for character in odd_letters(text):
        if (code := ord(character)) in table:
            made = table[code]
            text = text.replace(character, chr(made) if isinstance(made, int) else made or "")
    return text

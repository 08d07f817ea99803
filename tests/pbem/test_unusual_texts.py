"""Character sets that nobody knows, soft line ends that swallow a blank, and letters of formulas."""

from __future__ import annotations

import textwrap

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.flowed import unstuffed
from pbem.mail.reader import ReadMail, read
from tests.pbem.mail_kit import OWN, letter

ORDER = "MOVE Drogo 0808"
LONG = (
    "ATTACK Robert + Drogo + Humphrey + Turstin + Hugo + Walter + Gilbert ON Carlo + Teobaldo + Atenolfo at "
    "+5 or better"
)


def read_as(charset: str, data: bytes) -> ReadMail:
    return read(letter(data, f"Content-Type: text/plain; charset={charset}"), looks_like_order, OWN)


# character sets


@pytest.mark.parametrize("name", ["x-klingon", "ebcdic-xy", '"x-mac-unknown"', "x_unknown-8bit", "utf-99"])
def test_a_charset_that_nobody_knows_is_named(name):
    found = read_as(name, "MOVE Tancrède 0808\n".encode("cp037"))
    assert "charset-unreadable" in found.warnings
    assert found.charset == name.strip('"')
    assert "charset-guessed" not in found.warnings


@pytest.mark.parametrize("name", ["x-klingon", "us-ascii", "utf-7"])
def test_what_reads_as_plain_text_all_the_same_is_no_trouble(name):
    found = read_as(name, ORDER.encode())
    assert found.orders == (ORDER,)
    assert (found.charset, found.warnings) == ("", () if name == "us-ascii" else found.warnings)
    assert "charset-unreadable" not in found.warnings


def test_letters_shifted_in_utf_7_are_named():
    found = read_as("utf-7", b"MOVE +AFIA6AbzA- 0808\nIch gr+APwA3w-e\n")
    assert (found.charset, "charset-unreadable" in found.warnings) == ("utf-7", True)


@pytest.mark.parametrize(
    "name", ["x\0y", "=?utf-8?q?x?=", "a" * 300, "<script>", "'; DROP", "\u202ex", "utf-8\r\nBcc: v"]
)
def test_a_hostile_name_is_told_harmlessly(name):
    found = read_as(name, b"\xff\xfe\xf0 MOVE")
    assert len(found.charset) <= 40
    assert all(c.isascii() and (c.isalnum() or c in "_.:+()?-") for c in found.charset)


def test_a_known_charset_that_does_not_fit_is_told_of_otherwise():
    found = read_as("shift_jis", "MOVE Tancrède 0808, très vite, à côté".encode("latin-1"))
    assert found.charset == ""
    assert "charset-guessed" in found.warnings


@pytest.mark.parametrize("name", ["utf-16", "utf-16le", "utf-32"])
def test_plain_letters_declared_as_wide_ones_are_read(name):
    found = read_as(name, ORDER.encode() + b"\n")
    assert found.orders == (ORDER,)


# soft ends


def flowed(text: str, delsp: str = "yes") -> ReadMail:
    kind = f"Content-Type: text/plain; charset=utf-8; format=flowed; delsp={delsp}"
    return read(letter(text, kind), looks_like_order, OWN)


@pytest.mark.parametrize("width", [60, 66, 72, 76])
@pytest.mark.parametrize("delsp", ["yes", "YES", '"yes"'])
def test_a_line_broken_between_words_comes_together(width, delsp):
    soft = "  \n".join(textwrap.wrap(LONG, width))  # one blank of the text, one of the soft end
    assert flowed(f"{soft}\n{ORDER}\n", delsp).orders == (LONG, ORDER)


@pytest.mark.parametrize("at", range(56, 76))
def test_so_does_one_broken_anywhere(at):
    stuffing = " " if LONG[at] == " " else ""
    assert flowed(f"{LONG[:at]} \n{stuffing}{LONG[at:]}\n{ORDER}\n").orders == (LONG, ORDER)


@pytest.mark.parametrize("text", ["MOVE Drogo 08 \n08", "MOVE Drogo to 0808 \nMOVE Robert 0101",
                                  "MOVE DROGO STAY \nMOVE ROBERT STAY",
                                  "move drogo stay \nfire yani at jemal"])  # fmt: skip
def test_a_stray_blank_behind_an_order_joins_nothing_but_figures(text):
    expected = (ORDER,) if "08 \n08" in text else tuple(line.strip() for line in text.split("\n"))
    assert flowed(text).orders == expected


def test_without_the_word_a_blank_stays():
    assert flowed("MOVE Drogo 08 \n08", "no").orders[0] != ORDER


def test_quotes_keep_their_depth():
    assert unstuffed("> > abcdefghijklmnopqrstuvwxyzabcdefgh \n> > ijk\n> x", True).split("\n") == [
        "> > abcdefghijklmnopqrstuvwxyzabcdefghijk",
        "> x",
    ]
    assert unstuffed("> abcdefghijklmnopqrstuvwxyzabcdefgh \nijk", True).split("\n")[1] == "ijk"


def test_a_signature_mark_stays_one():
    assert flowed(f"{ORDER}\n-- \nAnna\nMOVE Robert 0101\n").orders == (ORDER,)


@pytest.mark.parametrize("text", ["𝐌𝐎𝐕𝐄 𝐃𝐫𝐨𝐠𝐨 𝟎𝟖𝟎𝟖", "𝙼𝙾𝚅𝙴 𝙳𝚛𝚘𝚐𝚘 𝟶𝟾𝟶𝟾", "𝓜𝓞𝓥𝓔 𝓓𝓻𝓸𝓰𝓸 0808"])
def test_letters_of_formulas_are_letters(text):
    assert read(letter(text), looks_like_order, OWN).orders == (ORDER,)


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d\u2e3a\u2796")
def test_a_dash_of_any_kind_is_one(dash):
    assert read(letter(f"MOVE Drogo 08{dash}08"), looks_like_order, OWN).orders == ("MOVE Drogo 08-08",)

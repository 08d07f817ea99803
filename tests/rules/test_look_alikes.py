"""Letters, digits and dashes that look like others: read where what is meant is known, else named
as the cause."""

from __future__ import annotations

import pytest

from games.answers.order_words import looks_like_order
from rules.orders.alike import latin
from rules.orders.lexicon import Lexicon, Role
from rules.orders.parser import read_line
from rules.orders.trouble import Code, Trouble
from tests.rules.test_orders import HEXES, LEXICON, PANELS, canonical, trouble


@pytest.mark.parametrize(
    "line",
    ["MOVE Rоbert 0508", "MOVE Rοbert 0508", "MOVE ROBЕRТ 0508", "МОVЕ Robert 0508", "MОVE Rоbеrt to 0508",
     "MOVE Robert 05О8", "MOVE Robert 05o8", "MOVE Robert O508", "MOVE Robert О5О8", "MOVE Robert 𝟎𝟓𝟎𝟖",
     "MOVE Robert 05⁰8",
     "MOVE Robert ٠٥٠٨", "MOVE Robert ०५०८", "MOVE Robert ０５０８", "ＭＯＶＥ Ｒｏｂｅｒｔ 0508",
     "MOVE 𝐑𝐨𝐛𝐞𝐫𝐭 0508", "MOVE 𝓡𝓸𝓫𝓮𝓻𝓽 0508"],
    ids=ascii,
)  # fmt: skip
def test_what_looks_the_same_is_read_the_same(line):
    assert canonical(line).replace(" to ", " ") == "MOVE Robert 0508"


@pytest.mark.parametrize(
    "dash", "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\ufe58\ufe63\uff0d\u2e3a\u2796\u058a\u2043"
)
def test_any_dash_is_a_dash(dash):
    assert canonical(f"MOVE Robert 05{dash}08") == "MOVE Robert 0508"
    assert canonical(f"{dash} MOVE Robert 0508") == "MOVE Robert 0508"


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("MOVE Rоbert 0508", "Rоbert read as Robert: the letter 'о' in 'Rоbert' is Cyrillic."),
        ("MOVE Rοbert 0508", "Rοbert read as Robert: the letter 'ο' in 'Rοbert' is Greek."),
        ("MOVE Robert 05О8", "05О8 read as 0508."),
    ],
)
def test_it_is_said_what_was_read_otherwise_than_written(line, note):
    [part] = read_line(line, LEXICON)
    assert part.notes == (note,)


@pytest.mark.parametrize(
    ("line", "code", "because"),
    [
        ("MOVE Жorg 0508", Code.NAME, "the letter 'Ж' in 'Жorg' is Cyrillic"),
        ("MOVE Robert 05Ж8", Code.EXPECTED, "the letter 'Ж' in '05Ж8' is Cyrillic"),
        ("MOVE Robert 0508²", Code.EXPECTED, "the digit '²' in '0508²' is a raised one"),
        ("MOVE Robert 9О99", Code.HEX, "the letter 'О' in '9О99' is Cyrillic"),
        ("MOVE Robert to 05Ж8", Code.HEX, "the letter 'Ж' in '05Ж8' is Cyrillic"),
    ],
)
def test_what_cannot_be_read_is_named(line, code, because):
    found = trouble(line)
    assert found.code is code
    assert because in found.message


def test_two_names_that_look_alike_are_never_guessed_between():
    names = Lexicon(
        {Role.OWN: {"a": "Hugо", "b": "Нugo", "c": "Odo"}}, HEXES
    )  # both with one Cyrillic letter
    found = trouble("MOVE Hugo 0508", names)
    assert (found.code, found.candidates) == (Code.WHICH_NAME, ("Hugо", "Нugo"))
    assert canonical("MOVE Hugо 0508", names) == "MOVE Hugо 0508"
    assert canonical("MOVE Нugo 0508", names) == "MOVE Нugo 0508"


def test_a_name_in_another_script_may_be_written_in_latin_letters_that_look_like_it():
    names = Lexicon({Role.OWN: {"a": "Ахмет"}}, HEXES)
    assert canonical("MOVE Ахмет 0508", names) == canonical("MOVE Axмeт 0508", names) == "MOVE Ахмет 0508"
    unknown = trouble("MOVE Борис 0508", names)
    assert "Cyrillic" not in unknown.message  # names are written like that here


def test_an_enemys_name_is_still_an_enemys():
    assert trouble("MOVE Khаled 0508").code is Code.NOT_YOURS


def test_a_panels_letter_may_look_like_another_too():
    assert canonical("MOVE Robert А0305", PANELS) == "MOVE Robert A0305"


def test_words_that_are_no_hexes_stay_words():
    for word in ("Olli", "lOOl", "O1ll", "B10O"):
        found = trouble(f"MOVE {word} 0508")
        assert isinstance(found, Trouble) and found.code in (Code.NAME, Code.EXPECTED), word


@pytest.mark.parametrize("line", ["МОVЕ Нugо", "АТТАСК Нugо ОN Саrlо", "FІRЕ x"])
def test_the_post_office_sees_an_order_in_them(line):
    assert looks_like_order(line)


def test_the_post_office_knows_no_letter_otherwise():
    from games.answers.order_words import _LOOK_ALIKE

    for letter, plain in _LOOK_ALIKE.items():
        assert latin(chr(letter)).lower() == chr(plain).lower(), chr(letter)


def test_reading_odd_letters_takes_no_longer_than_others():
    for fill in ("О5О8", "²", "0О", "Ж1", "l1"):
        read_line("MOVE Robert " + fill * (1900 // len(fill)), LEXICON)

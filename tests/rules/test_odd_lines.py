"""Whatever stands in a mail, reading it ends in answers: odd signs in front, words of the order language in
any mixture."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from rules.desk.speech.vocabulary import EVERY_WORD
from rules.orders import lexicon
from tests.rules.spoken_scenes import opened, rules_at

SIGNS = ["()", "(", ")", '"', "“", "’", ";", ":", ",", "!!", "...", "->", "=", "&", "/", "–", "{0}", "%s",
         "#", "１３１２", "İ", "ß", "\u200b", "\x00", "<b>", "\U0001f600"]  # fmt: skip
NAMES = [
    "Roger",
    "milo",
    "the bowmen",
    "all",
    "the rest",
    "him",
    "Kosmas",
    "the same",
    "GROUP left =",
    "left",
]
VERBS = ["MOVE", "FIRE", "ATTACK", "CHARGE", "WATCH", "IF", "TRY", "CLEAR", "goes to", "shoots at", "1312"]


def read(*lines: str) -> Reading:
    return read_orders(opened("stockade"), rules_at("stockade"), "normans", lines)


@pytest.mark.parametrize("mark", ['"', "“", "!!", "?"])
def test_a_sign_before_a_semicolon_makes_no_remark_of_an_order(mark: str) -> None:
    reading = read(f"{mark} ; Roger stays where he is")
    assert reading.orders == ("MOVE Roger stay",)
    assert [answer.verdict for answer in reading.lines] == [Verdict.OK]


WORDS = st.sampled_from([*SIGNS * 4, *NAMES * 8, *VERBS * 8, *sorted(EVERY_WORD)])


@settings(max_examples=150)
@given(st.lists(st.lists(WORDS, min_size=1, max_size=10), min_size=1, max_size=3), st.sampled_from([" ", ""]))
def test_whatever_is_written_is_answered_and_what_stands_can_be_read_again(
    mail: list[list[str]], between: str
) -> None:
    reading = read(*(between.join(line) for line in mail))
    again = read("CLEAR ALL", *reading.standing, *reading.orders)
    assert (again.orders, again.standing) == (reading.orders, reading.standing)


def test_every_name_is_held_once_against_a_word_however_often_it_is_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[object] = []
    begins = lexicon._begins

    def counted(spelt: tuple[str, ...], whole: tuple[str, ...]) -> bool:
        looked.append(spelt)
        return begins(spelt, whole)

    monkeypatch.setattr(lexicon, "_begins", counted)
    strange = ["xyfgha", "bqcdef", "gzhbad", "fwedca", "habkgc", "dbahqe"]
    read(*[" ".join(strange[n:] + strange[:n]) for n in range(6)])
    assert len(looked) <= len(strange) * len(lexicon.lexicon_of(opened("stockade"), "normans").name)

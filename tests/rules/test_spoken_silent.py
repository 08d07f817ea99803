"""What was once read silently as something else: a name that is lost, men who are guessed at, a line that
loses the next one. It is read as meant, or asked back with what would help."""

from __future__ import annotations

import pytest

from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from rules.desk.speech.for_men import meant_for_men
from rules.orders.joined_names import seen_in
from rules.orders.lexicon import lexicon_of
from tests.rules.spoken_scenes import opened, rules_at


def read(scene: str, *lines: str) -> Reading:
    return read_orders(opened(scene), rules_at(scene), "normans", lines)


def told(reading: Reading) -> str:
    return " ".join(sentence for line in reading.lines for sentence in line.message)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("will/geoff to 1313", ["William", "geoff"]),
        ("will and geoff to 1313", ["William", "geoff"]),
        ("geoff & will stay", ["geoff", "William"]),
        ("geoff and will to 1313", ["geoff", "William"]),
        ("Odo/Ivo stay", ["Odo", "Ivo"]),
        ("Robert attacks Sandro/Teobaldo", ["Robert", "attacks", "Sandro", "Teobaldo"]),
    ],
)
def test_names_that_are_hard_to_see_are_seen(line: str, names: list[str]) -> None:
    words = [word.text for word in seen_in(line, lexicon_of(opened("evening"), "normans")).words]
    assert [word for word in words if word in names] == names
    assert "will" not in words


@pytest.mark.parametrize(
    "line",
    ["Odo will stay", "Odo will and must stay", "he will and can do it", "Odo goes to Ivo and will wait",
     "he/she stays", "Odo and/or Ivo", "his/her place", "on 22/11 we play", "will Odo and Ivo stay"],
)  # fmt: skip
def test_words_of_every_day_stay_what_they_are(line: str) -> None:
    seen = seen_in(line, lexicon_of(opened("evening"), "normans"))
    assert seen.notes == () and not any(word.text == "William" for word in seen.words)
    assert not any(word.text == "/" for word in seen.words)


def test_a_name_cut_short_to_a_word_of_every_day_is_told() -> None:
    assert "will read as William." in told(read("evening", "will/geoff to 1313"))
    assert "will read as William." in told(read("evening", "will and geoff attack Astolfo"))


@pytest.mark.parametrize("sign", [" +", " &", "+", " + "])
def test_a_line_that_ends_in_a_sign_goes_on_in_the_next(sign: str) -> None:
    assert (
        "ATTACK Richard + Serlo ON Romanos"
        in read("cannae", f"ATTACK Richard{sign}", "Serlo ON Romanos").orders
    )
    assert read("evening", f"Hugo{sign}", "Odo stay").orders == ("MOVE Hugo stay", "MOVE Odo stay")


@pytest.mark.parametrize(
    ("scene", "line", "said"),
    [
        ("evening", "the knight attacks Sandro", "The knight could be Robert or Serlo."),
        ("evening", "Gilbert shoots at Sandro, and Ivo stays next to him", "Him could be Gilbert or Sandro."),
        ("evening", "Hugo and Odo swap", "cannot change places"),
        ("evening", "Hugo takes Odo's place and Odo takes Hugo's place", "cannot change places"),
        ("evening", "Hugo stays at 1312", "Hugo is in 1016, not in 1312"),
        ("evening", "Gilbert falls back toward 1317, Ivo toward 1116", "now, or when he is driven back?"),
        ("evening", "get him out of there", "write their names and an order"),
        ("evening", "otherwise they wait for the knights", "write their names and an order"),
        ("evening", "stop watching only archers", "write their names and an order"),
    ],
)
def test_what_cannot_be_known_is_asked_back_with_what_would_help(scene: str, line: str, said: str) -> None:
    reading = read(scene, line)
    assert reading.orders == () and reading.troubled >= 1
    assert said.casefold() in told(reading).casefold()


def test_whom_him_means_is_told() -> None:
    assert "him read as Sandro." in told(read("evening", "Ivo attacks Sandro and stays next to him"))


@pytest.mark.parametrize(
    "line",
    ["whoever is nearest to Argyris", "shoot whoever is nearest to Okeanos",
     "Gilbert shoots whoever is nearest to him",
     "all archers shoot whoever is nearest to Argyris",
     "Milo shoots at whoever stands nearest to Baldwin"],
)  # fmt: skip
def test_no_message_names_nobody(line: str) -> None:
    for scene in ("siege", "stockade"):
        assert "could be ." not in told(read(scene, line)) and "could be ?" not in told(read(scene, line))


@pytest.mark.parametrize(
    "line",
    [
        "otherwise they wait where they are",
        "stop watching only archers",
        "I don't want Gilbert, Ivo shooting Sandro",
        "get him out of there",
        "bring them back",
        "3 hexes toward Sandro",
        "swap Hugo and Odo",
    ],
)
def test_what_points_at_own_men_is_no_talk_and_reaches_the_desk(line: str) -> None:
    reading = read("evening", line)
    assert all(answer.verdict not in (Verdict.TALK, Verdict.COMMENT) for answer in reading.lines)
    assert meant_for_men(opened("evening"), rules_at("evening"), "normans", [line]) == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "they were unlucky",
        "otherwise a nice evening",
        "otherwise all is well here",
        "stop worrying about it",
        "thanks for keeping me posted",
        "2 hexes short, what a pity",
        "Great shooting by Gilbert!",
        "my wife swapped the car",
    ],
)
def test_chat_stays_talk(line: str) -> None:
    assert read("evening", line).talk == (line,)

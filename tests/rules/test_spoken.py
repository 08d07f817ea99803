"""Orders as people say them: a corpus of lines, each with what is meant by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules import engine
from rules.desk.hints import short_help
from rules.desk.lines import continued
from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from rules.desk.speech.talk import two_figures
from rules.desk.speech.vocabulary import Deed, phrases_of
from rules.orders.lexicon import lexicon_of
from rules.orders.text import written
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.tactical.instructions.terms import standing_orders
from rules.views.masking import view_for
from tests.rules.kit import SIEGE
from tests.rules.spoken_scenes import opened, rules_at
from tests.sampling import some
from tests.stopwatch import stopwatch

CORPUS = Path(__file__).parent / "spoken.txt"
TO_MEND = (Verdict.AMBIGUOUS, Verdict.UNREADABLE, Verdict.ILLEGAL)
LEAST_SHARE = 0.90


WAY_UNSAID = re.compile(r"(MOVE \w+ to [^ ;]+)(?![^ ;])(?! s(?:afest|hortest))")


class Line(NamedTuple):
    scene: str
    mail: tuple[str, ...]
    meant: str


def corpus() -> Iterator[Line]:
    scene = ""
    for text in CORPUS.read_text().splitlines():
        if text.startswith("["):
            scene = text.strip("[]")
        elif " => " in text:
            mail, _, meant = text.partition(" => ")
            meant = WAY_UNSAID.sub(r"\1 safest", meant)  # a goal is filed with the way there
            yield Line(scene, tuple(mail.split(" ¶ ")), meant)


def said(line: Line) -> str:
    """What the desk makes of the last line of a mail."""
    at = opened(line.scene)

    def reading(lines: tuple[str, ...]) -> Reading:
        return read_orders(at, rules_at(line.scene), "normans", lines)

    before, after = reading(line.mail[:-1]), reading(line.mail)
    answers = after.lines[len(before.lines) :]
    if any(a.verdict in TO_MEND for a in answers):
        return "MEND"
    orders = "; ".join(a.canonical for a in answers if a.canonical)
    if orders:
        return orders
    return "TALK" if any(a.verdict is Verdict.TALK for a in answers) else "NOTHING"


def figures() -> tuple[int, list[str], list[str]]:
    """(how many lines, those not read as meant, those read as something else)."""
    lines = list(corpus())
    missed, silent = [], []
    for line in lines:
        found = said(line)
        if not fnmatchcase(found, line.meant):
            missed.append(f"{' ¶ '.join(line.mail)}: meant {line.meant}, read {found}")
            if found != "MEND":
                silent.append(missed[-1])
    return len(lines), missed, silent


def test_of_the_lines_that_people_write_nine_in_ten_are_read_as_meant_and_none_is_misread_silently() -> None:
    total, missed, silent = figures()
    print(f"{total} lines, {total - len(missed)} read as meant, {len(silent)} read as something else")
    assert total >= 300
    assert silent == []
    assert len(missed) <= (1 - LEAST_SHARE) * total, missed


def one(scene: str, *mail: str) -> Reading:
    return read_orders(opened(scene), rules_at(scene), "normans", mail)


def told(reading: Reading, line: int = -1) -> str:
    return " ".join(reading.lines[line].message)


def test_what_was_read_otherwise_than_written_is_told() -> None:
    assert "atack read as ATTACK." in told(one("evening", "robert atack sandro"))
    read_for_him = told(one("evening", "Robert attacks Sandro", "Gilbert fires at him"))
    assert "him read as Sandro." in read_for_him
    assert "'from behind' changes nothing" in told(one("evening", "Robert attacks Sandro from behind"))
    assert "'on the hill' adds nothing" in told(one("evening", "Hugo stays on the hill"))
    assert "Nobody else can be meant than Gilbert." in told(one("evening", "shoot at Sandro"))
    assert "The ladder of William and Geoffrey." in told(one("siege", "William takes the ladder to 0406"))


def test_a_group_is_answered_man_by_man_where_the_answers_differ() -> None:
    reading = one("lances", "all archers fire at nearest")
    assert [a.canonical for a in reading.lines] == [
        "FIRE Anquetil AT nearest", "FIRE Gilbert AT nearest", "FIRE Ralph AT nearest",
    ]  # fmt: skip
    assert reading.lines[0].line == "all archers fire at nearest"


def test_a_group_is_told_with_its_men_and_stays_among_the_papers_of_its_seat() -> None:
    reading = one("evening", "GROUP left = Odo Hugo Ivo")
    assert told(reading) == "left: Odo, Hugo, Ivo. Known from now on, until UNGROUP left."
    assert reading.standing == ("GROUP left = Odo + Hugo + Ivo",) and reading.changed


def later(*lines: str, papers: tuple[str, ...] = ("GROUP left = Odo + Hugo + Ivo",)) -> Reading:
    """A mail after one that named a group."""
    at = opened("evening").copy()
    at.standing["normans"] = papers
    return read_orders(at, SIEGE, "normans", lines)


def test_a_group_of_an_earlier_mail_is_known() -> None:
    assert later("left stay").orders == ("MOVE Odo stay", "MOVE Hugo stay", "MOVE Ivo stay")
    assert later("left stay").standing == ("GROUP left = Odo + Hugo + Ivo",)


def test_a_group_in_a_group_holds_the_men_that_it_held_then() -> None:
    reading = later("GROUP wing = left Walter", "GROUP left = Serlo", "wing stay")
    assert reading.standing == ("GROUP left = Serlo", "GROUP wing = Odo + Hugo + Ivo + Walter")
    assert "MOVE Walter stay" in reading.orders and "MOVE Serlo stay" not in reading.orders


@pytest.mark.parametrize("line", ["UNGROUP left", "GROUP left = nobody", "CLEAR ALL"])
def test_a_group_ends_when_its_player_ends_it(line: str) -> None:
    assert later(line).standing == () and later(line).changed


def test_a_group_outlasts_standing_orders_that_are_taken_back_and_what_is_only_tried() -> None:
    assert later("CLEAR STANDING").standing == ("GROUP left = Odo + Hugo + Ivo",)
    assert later("TRY", "UNGROUP left").standing == ("GROUP left = Odo + Hugo + Ivo",)
    assert later("TRY", "GROUP right = Serlo").standing == ("GROUP left = Odo + Hugo + Ivo",)


def test_a_group_that_is_not_there_cannot_be_ended_and_those_that_are_are_told() -> None:
    [answer] = later("UNGROUP right").lines
    assert answer.verdict in TO_MEND and "but left" in " ".join(answer.message)


def test_there_are_so_many_groups_and_no_more() -> None:
    many = [f"GROUP wing{'x' * n} = Odo" for n in range(1, 22)]
    answers = later(*many, papers=()).lines
    assert [a.verdict in TO_MEND for a in answers] == [False] * 20 + [True]


def test_papers_that_name_a_group_are_no_standing_orders_of_the_umpire() -> None:
    at = opened("evening").copy()
    at.standing["normans"] = ("GROUP left = Odo + Hugo", "RETREAT toward 0101")
    assert [filed.text for filed in standing_orders(at, "normans")] == ["RETREAT toward 0101"]


def test_only_its_own_seat_knows_a_group() -> None:
    at = opened("evening").copy()
    at.standing["normans"] = ("GROUP left = Odo + Hugo",)
    enemy = next(seat.id for seat in at.setup.seats if seat.id != "normans")
    assert view_for(at, enemy).standing == {} and view_for(at, "normans").standing == at.standing


def test_who_is_taken_out_of_a_group_is_left_out() -> None:
    assert later("left but Hugo stay").orders == ("MOVE Odo stay", "MOVE Ivo stay")
    assert len(one("evening", "all except for Robert and Hugo stay").orders) == 7


def test_the_men_of_a_group_that_is_sent_to_one_hex_come_to_stand_around_it() -> None:
    reading = later("left to 1312")
    assert len({a.canonical.split()[3] for a in reading.lines}) == 3
    assert all(a.verdict is Verdict.OK for a in reading.lines)
    assert "1312 is taken by another of them" in " ".join(reading.lines[1].message)


def test_men_of_whom_the_same_is_said_share_a_line_of_the_receipt() -> None:
    [answer] = later("left stay").lines
    assert answer.canonical == "MOVE Odo stay; MOVE Hugo stay; MOVE Ivo stay"
    assert answer.line == "left stay"


@pytest.mark.parametrize("line", ["watch Gilbert at 1312", "Gilbert watches the hill", "Hugo oppose 1312"])
def test_a_misread_watch_or_oppose_is_named_as_a_standing_order_that_moves_nobody(line: str) -> None:
    [answer] = one("evening", line).lines
    assert answer.verdict in TO_MEND
    assert "is a standing order, for when enemies move: it moves nobody now" in " ".join(answer.message)
    assert ("MOVE" in " ".join(answer.message)) is ("1312" in line)


def test_the_examples_of_standing_orders_can_be_read() -> None:
    for line in ("WATCH Gilbert fire at any entering 1312", "OPPOSE Hugo always"):
        assert one("evening", line).standing != ()


@pytest.mark.parametrize("line", ["him to 1312", "he attacks Sandro", "them to 1312"])
def test_him_with_nobody_before_is_asked_back(line: str) -> None:
    [answer] = one("evening", line).lines
    assert answer.verdict in TO_MEND and "Nobody was named before" in " ".join(answer.message)


def test_a_repeated_order_for_a_man_who_died_says_that_he_is_dead() -> None:
    at = hurt("evening", hugo=Health.DEAD)
    [answer] = read_orders(at, SIEGE, "normans", ["MOVE Hugo 1312"]).lines
    assert answer.verdict is Verdict.ILLEGAL and "dead" in " ".join(answer.message)


def hurt(scene: str, **health: Health) -> Battle:
    at = opened(scene).copy()
    for name, state in health.items():
        at.figures[name] = replace(at.figures[name], health=state)
    return at


def test_the_dead_of_a_group_are_left_out_and_told() -> None:
    at = hurt("evening", hugo=Health.DEAD)
    reading = read_orders(at, SIEGE, "normans", ["GROUP left = Hugo Walter Ivo", "left stay"])
    assert reading.orders == ("MOVE Walter stay", "MOVE Ivo stay")
    assert "Left out, since they can do nothing: Hugo." in told(reading, 1)


def test_a_group_in_which_nobody_can_act_is_to_be_mended() -> None:
    at = hurt("evening", hugo=Health.DEAD, walter=Health.STUNNED)
    reading = read_orders(at, SIEGE, "normans", ["GROUP left = Hugo Walter", "left stay"])
    assert (reading.orders, reading.lines[-1].code) == ((), "E-304")


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("GROUP fire = Hugo Walter", "E-306", "order word"),
        ("GROUP Robert = Hugo Walter", "E-306", "somebody already"),
        ("GROUP archers = Hugo Walter", "E-306", "somebody already"),
        ("GROUP left = Hugo Karl", "E-102", "Karl"),
        ("GROUP left = Hugo Sandro", "E-301", "Sandro"),
        ("GROUP left =", "E-105", "GROUP left ="),
        ("William attacks him", "E-102", "nobody was named before"),
        ("right stays", "E-102", "GROUP right ="),
    ],
)
def test_what_cannot_be_known_is_asked_back(line: str, code: str, word: str) -> None:
    reading = one("evening", line)
    assert reading.lines[-1].code == code and word in told(reading).replace("Nobody", "nobody")
    assert reading.orders == () and reading.troubled == 1


def test_him_behind_two_enemies_names_both() -> None:
    reading = one("evening", "Robert attacks Sandro + Teobaldo", "William attacks him")
    assert (reading.lines[-1].code, told(reading)) == ("E-201", "Him could be Sandro or Teobaldo.")


def test_a_hex_far_off_is_a_goal_and_one_beside_him_a_step() -> None:
    assert one("evening", "go Robert 1313", "Odo 1515").orders == (
        "MOVE Robert to 1313 safest",
        "MOVE Odo 1515",
    )


def test_what_was_filed_as_a_path_keeps_its_meaning() -> None:
    at = opened("evening").copy()
    at.sheets["normans"] = ("MOVE Robert 1313",)
    assert read_orders(at, SIEGE, "normans", []).orders == ("MOVE Robert 1313",)


def test_what_denies_an_order_is_never_left_out() -> None:
    for line in (
        "Robert does not attack Sandro",
        "nobody but Robert stays",
        "Hugo stays until Robert is down",
    ):
        assert one("evening", line).orders == (), line


def test_a_group_is_tried_as_an_order_is() -> None:
    reading = one("evening", "TRY all knights stay")
    assert [a.canonical for a in reading.lines] == ["MOVE Robert stay; MOVE Serlo stay"]
    assert reading.orders == ()


# whole mails

WORDS = [
    "Robert",
    "William",
    "Gilbert",
    "Serlo",
    "Sandro",
    "Teobaldo",
    "attack",
    "atack",
    "moves",
    "to",
    "1312",
    "fire",
    "at",
    "him",
    "it",
    "and",
    "then",
    "next",
    "on",
    "the",
    "stays",
    "hill",
    "not",
    "all",
    "archers",
    "left",
    "same",
    "charge",
    "or",
    ",",
    "&",
    "was",
    "nice",
    "weekend",
    "please",
    "GROUP",
    "=",
    "he",
    "with",
    "until",
    "ladder",
    "from",
    "behind",
    "after",
    "moving",
    "everybody",
    "yard",
    "follows",
    "quickly",
    "1710",
    "1309",
]
mails = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), max_size=6)


@settings(max_examples=300, deadline=None)
@given(mails)
def test_every_line_of_a_mail_that_names_ones_own_man_is_in_the_answer(lines: list[str]) -> None:
    lexicon = lexicon_of(opened("evening"), "normans")
    whole = one("evening", *lines)
    assert len(whole.lines) >= len({" ".join(line.casefold().split()) for line in continued(lines)})
    for line in lines:
        words = written(line).words
        if not {word.plain for word in words} & {"robert", "william", "gilbert", "serlo"}:
            continue
        alone = one("evening", line)
        assert alone.lines and all(a.verdict is not Verdict.COMMENT for a in alone.lines), line
        if alone.talk:
            assert alone.talk == (line,)
            assert not any(word.kind == "hex" for word in words), line
            assert two_figures(words, lexicon) is None, line


def test_no_line_of_order_words_is_too_much_for_the_reader() -> None:
    """Each phrase that means something, alone and behind a denial, a name or a group."""
    phrases = {phrase for deed in Deed for phrase in phrases_of(deed)}
    for phrase in some(sorted(phrases), 24):
        one("evening", phrase, f"not {phrase}", f"Robert {phrase}", f"all archers {phrase}", f"{phrase} him")
    one("evening", "not all", "not", "all", "nobody", "don't", "Robert not", "everybody not", "him")


@settings(max_examples=150, deadline=None)
@given(mails)
def test_what_stands_after_a_spoken_mail_can_be_read_again(lines: list[str]) -> None:
    at = opened("evening").copy()
    reading = read_orders(at, SIEGE, "normans", lines)
    at.sheets["normans"], at.standing["normans"] = reading.orders, reading.standing
    again = read_orders(at, SIEGE, "normans", [])
    assert (again.orders, again.standing, again.changed) == (reading.orders, reading.standing, False)


def test_a_standing_order_that_may_have_been_meant_for_a_move_is_named_as_such() -> None:
    said = told(one("evening", "Robert falls back to 1317"))
    assert "A standing order, for when he is driven back: it moves nobody now." in said
    assert "To go there now: MOVE Robert to 1317." in said
    assert "moves nobody now" in told(one("evening", "Robert advances to 1312"))
    assert "moves nobody now" not in told(one("evening", "RETREAT Robert toward 1317"))
    assert "moves nobody now" not in told(one("evening", "ADVANCE never"))


def test_at_a_siege_no_more_than_nine_verbs_are_named_at_once() -> None:
    line = " ".join(short_help(opened("siege"), SIEGE, "normans")).split("now: ")[1]
    assert line.split(" and more")[0].count(",") == 8 and "HELP names" in line


@pytest.mark.parametrize(
    ("scene", "line"),
    some(
        [
            ("evening", "everybody next to Sandro"),
            ("evening", "everybody into the house"),
            ("evening", "all but not him " * 60),
            ("evening", "Robert and " * 140 + "stay"),
            ("siege", "raise it"),
            ("stockade", "everybody joins Roger"),
            ("stockade", "the bowmen x the wounded archer, Roger too"),
            ("cannae", "all riders kill Leon"),
            ("cannae", "Robert 3 hexes north & " * 12),
            ("cannae", "wounds: " + "Gui first then " * 18),
            ("farm", "from now on please standing order " * 10),
        ],
        3,
    ),
)
def test_a_long_mail_of_such_lines_is_answered_in_bounded_time(scene: str, line: str) -> None:
    with stopwatch() as took:
        one(scene, *(f"{line} {' ' * n}" for n in range(300)))
    assert took.seconds < 8


@pytest.mark.parametrize(
    ("line", "hexes"),
    [
        ("Hugo goes to the orchard at 1710", "1710"),
        ("Hugo to the knoll at 2004", "2004"),
        ("Hugo goes next to the tree at 1710", ""),
    ],
)
def test_ground_with_a_hex_behind_it_is_that_hex(line: str, hexes: str) -> None:
    at = engine.replay(engine.new_game("orchard"))
    [found] = engine.read_orders(at, "normans", (line,)).lines
    assert found.canonical == (f"MOVE Hugo to {hexes} safest" if hexes else "")

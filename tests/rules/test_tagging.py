"""Lines that the grammar cannot read, by what a tagger says of their words (`bench/tagger.py` trains it on
the marked lines of `bench/marked`)."""

from __future__ import annotations

import re
from itertools import pairwise, product
from math import exp

import pytest

from bench import tagger
from rules.books.registry import rules_of
from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from rules.desk.speech.phrases import text_of
from rules.desk.tagging.acts import Act, acts_of, spans_of
from rules.desk.tagging.features import features_of
from rules.desk.tagging.model import Model, model
from tests.rules.spoken_scenes import opened, rules_at

MARKED = [one for path in sorted(tagger.FOLDER.glob("*.txt")) for one in tagger.marked_lines(path)]
EVERY = 40  # of the marked lines one is tagged
ORCHARD = "the_orchard_above_torre-t2-normans"
FARM = "the_farm_of_the_fig_trees-t1-normans"
CANNAE = "the_lances_of_cannae-t2-normans"
RELICS = "the_relics_of_saint_theodore-t3-arabs"
TREES = "the_farm_of_the_fig_trees-t4-lombards"


def reading(scene: str, *lines: str) -> Reading:
    battle = tagger.battle_of(scene)
    return read_orders(battle, rules_of(battle), scene.rsplit("-", 1)[1], lines)


# the tagger


def test_there_are_thousands_of_marked_lines_and_their_marks_leave_the_lines_as_they_were() -> None:
    assert len(MARKED) > 4400
    for one in MARKED:
        bare = "".join(part.split(" ", 1)[-1] for part in one.marks.replace("]", "[").split("[")[1::2])
        assert set("".join(bare.split())) <= set("".join(one.line.split())), one
        assert (tagger.FOLDER / "scenes" / f"{one.scene}.position").exists(), one


def test_the_kept_weights_belong_to_what_the_tagger_sees_of_a_word() -> None:
    """Whoever changes the features and does not train anew finds most words tagged wrongly."""
    words = right = 0
    for one in MARKED[::EVERY]:
        ready, tags = tagger.tags_of(one)
        found = model().tag(features_of(ready, tagger.lexicon_at(one.scene))).tags
        words, right = words + len(tags), right + sum(map(str.__eq__, found, tags))
    assert right / words > 0.93


def test_the_weights_are_no_load() -> None:
    assert tagger.WEIGHTS.stat().st_size < 300_000


TINY = """a b
10 -40
25 0
x a:100 b:20
y b:90
"""


@pytest.mark.parametrize("seen", [["x"], ["x", "y"], ["y", "x", "x"], ["z", "y", "z", "x"]])
def test_the_likeliest_tags_are_those_of_all_that_are_possible(seen: list[str]) -> None:
    tiny = Model(TINY)
    follows = {("a", "a"): 0.1, ("a", "b"): -0.4, ("b", "a"): 0.25, ("b", "b"): 0.0}
    votes = {"x": {"a": 1.0, "b": 0.2}, "y": {"b": 0.9}}

    def score(tags: tuple[str, ...]) -> float:
        own = sum(votes.get(word, {}).get(tag, 0.0) for word, tag in zip(seen, tags, strict=True))
        return own + sum(follows[pair] for pair in pairwise(tags))

    paths = list(product("ab", repeat=len(seen)))
    best = max(paths, key=score)
    found = tiny.tag([[word] for word in seen])
    assert found.tags == best
    assert found.probability == pytest.approx(exp(score(best)) / sum(exp(score(path)) for path in paths))


def acts(marks: str) -> list[Act]:
    line = "".join(part for part in re.split(r"\[\w+ |\]", marks))
    ready, tags = tagger.tags_of(tagger.Marked(line, marks, "", ORCHARD))
    return acts_of(spans_of(ready.words, tags))


def test_how_something_is_done_belongs_to_what_stands_behind_the_alternative() -> None:
    first, second = acts(
        "[who Gilbert] [fire shoots] [foe Carlo], [else otherwise] [how as far as he gets] to [place 1112]"
    )
    assert (first.deed, first.how, first.place) == ("fire", [], ())
    assert second.behind == "else" and [text_of(how) for how in second.how] == ["as far as he gets"]
    assert text_of(second.place) == "1112"


def test_little_words_alone_are_no_deed() -> None:
    [act] = acts("[who Gilbert] [go goes] to [place 1112], [fire it] being such fine weather")
    assert act.deed == "go"


# lines


@pytest.mark.parametrize(
    ("scene", "line", "orders"),
    [
        (FARM, "Attack Autari with Odo and Alphonse, Teobaldo with Geoffrey and William.",
         "MOVE Alphonse to 1608 safest; ATTACK Odo + Alphonse ON Autari; "
         "ATTACK Geoffrey + William ON Teobaldo"),
        (FARM, "Turstin v Cuniberto, from 0809.", "MOVE Turstin 0809; ATTACK Turstin ON Cuniberto"),
        (FARM, "Herbert 1 shot at Autari.", "FIRE Herbert AT Autari"),
        (ORCHARD, "Turstin & Geoffrey gang up on Ruggiero together, from 1510 and 1511.",
         "MOVE Geoffrey to 1511 safest; ATTACK Turstin + Geoffrey ON Ruggiero"),
        (ORCHARD, "With Gilbert I will shoot on Carlo.", "FIRE Gilbert AT Carlo"),
        (TREES, "Sandro and Ansprando attack the Geoffrey, with also Autari.",
         "ATTACK Sandro + Ansprando + Autari ON Geoffrey"),
        (RELICS, "abas ziad harn all on desidrio", "ATTACK Abbas + Ziyad + Harun ON Desiderio"),
        (RELICS, "abas harun all archers attack desidrio",
         "ATTACK Abbas + Harun + Samir + Jafar ON Desiderio"),
        (ORCHARD, "Shots: Gilbert and Ralph at Carlo.", "FIRE Gilbert AT Carlo; FIRE Ralph AT Carlo"),
        (ORCHARD, "Walter does not move.", "MOVE Walter stay"),
        (ORCHARD, "Robert + William dont move", "MOVE Robert stay; MOVE William stay"),
    ],
)  # fmt: skip
def test_what_is_sure_is_filed(scene: str, line: str, orders: str) -> None:
    read = reading(scene, line)
    filed = [order for answer in read.lines for order in answer.canonical.split("; ") if order]
    assert sorted(filed) == sorted(orders.split("; "))


@pytest.mark.parametrize(
    ("scene", "line", "orders"),
    [
        (FARM, "Anquetil shift to 1306, overwatch.", "MOVE Anquetil 1306; WATCH Anquetil fire at first"),
        (FARM, "Hugo bides where 'e is, he's nowt better to do.", "MOVE Hugo stay"),
        (FARM, "If beaten, everybody runs for the house at 1206.", "RETREAT toward 1206"),
        (ORCHARD, "Because Ruggiero has no armour and only 6 to defend, Turstin should go for him first.",
         "ATTACK Turstin ON Ruggiero"),
        (ORCHARD, "Let the valiant Turstin requite Ruggiero for his insolence!",
         "ATTACK Turstin ON Ruggiero"),
        (CANNAE, "better not follow anyone", "ADVANCE never"),
        (ORCHARD, "Walter does not move before Robert", "MOVE Walter stay"),
        (ORCHARD, "Follow up: never, we'd only get cut off.", "ADVANCE never"),
        (CANNAE, "Arthur 1605: chg Nikeph., 10 hexes per report", "CHARGE Arthur AT Nikephoros"),
        (CANNAE, "Let Arthur couch his lance against the wounded Nikephoros, whose hour is come.",
         "CHARGE Arthur AT Nikephoros"),
    ],
)  # fmt: skip
def test_what_is_not_sure_is_offered_and_nothing_filed(scene: str, line: str, orders: str) -> None:
    read = reading(scene, line)
    assert [answer.canonical for answer in read.lines if answer.canonical] == []
    assert sorted(read.lines[0].guesses) == sorted(orders.split("; "))


@pytest.mark.parametrize(
    "line",
    [
        "Robert pretends to attack Sandro",
        "Robert talk to Sandro",
        "Robert avoid Sandro",
        "Robert barely goes for Sandro",
        "Robert goes for Sandro next turn",
        "Robert goes for Sandro, just kidding",
        "should Robert go for Sandro",
        "I wonder whether Robert goes for Sandro",
        "Robert goes for Sandro if he moves",
        "Robert goes for nobody but Sandro",
        "Robert does not go for Sandro",
        "Sandro goes for Robert",
        "Robert goes for Sandro's horse",
        "Robert, not Hugo, hits Sandro",
        "either Robert or William goes for Sandro",
        "the knight goes for Sandro",
        "three knights go for Sandro",
        "whoever is nearest to Sandro hits him",
        "Robert and the rest of you, what about Sandro",
        "Robert goes for Sandro or waits",
        "Hugo stays in the yard",
        "Bob stet gate, Hugo stet.",
        "Robert does not move but Hugo does",
        "fire Sandro at Robert",
        "Robert goes to the pond bank",
    ],
)
def test_what_would_be_something_else_is_never_filed(line: str) -> None:
    read = read_orders(opened("evening"), rules_at("evening"), "normans", [line])
    assert read.orders == ()
    assert read.standing == ()


@pytest.mark.parametrize(
    ("scene", "line"),
    [
        (CANNAE, "humphrey get on leons horse"),
        (CANNAE, "Robert get on bardas horse"),
        (CANNAE, "Humphrey gets on Maniakes' horse"),
    ],
)
def test_who_is_to_mount_a_horse_attacks_nobody(scene: str, line: str) -> None:
    read = reading(scene, line)
    assert not any(
        "ATTACK" in order for answer in read.lines for order in (answer.canonical, *answer.guesses)
    )


def test_a_horse_that_is_ridden_is_no_trouble_for_who_is_mounted_himself() -> None:
    read = read_orders(opened("cannae"), rules_at("cannae"), "normans", ["humphrey goes for leons horse"])
    assert len(read.lines) == 1


def test_who_joins_a_friend_against_an_enemy_fights_beside_him() -> None:
    def at(*lines: str) -> Reading:
        return read_orders(opened("evening"), rules_at("evening"), "normans", lines)

    both = "ATTACK Robert + William ON Sandro"
    assert both in at("Robert attacks Sandro", "William joins Robert against Sandro").orders
    assert both in at("Robert attacks Sandro and William joins Robert against Sandro").orders
    three = at("Robert and William attack Sandro", "Hugo joins Robert against Sandro")
    assert "ATTACK Robert + William + Hugo ON Sandro" in three.orders
    for alone in ("William joins Robert against Sandro", "Robert joins Hugo against Sandro"):
        assert at(alone).orders == ()
    other = at("Robert attacks Sandro", "William joins Robert against Carlo")
    assert not any("William" in order for order in other.orders)


def test_who_joins_a_friend_who_is_not_told_to_fight_is_offered_to_fight_with_him() -> None:
    read = reading(ORCHARD, "Hamo joins Turstin against Ruggiero")
    assert [answer.guesses for answer in read.lines] == [("ATTACK Turstin + Hamo ON Ruggiero",)]


@pytest.mark.parametrize("bad", ["Robert attacks", "Robert and Odo zork 1312 out of 1310", "Robert to 0101"])
def test_the_others_are_none_of_those_whose_own_line_is_asked_back(bad: str) -> None:
    read = read_orders(opened("evening"), rules_at("evening"), "normans", [bad, "everybody else stay"])
    assert read.orders and not any("Robert" in order for order in read.orders)
    assert ("MOVE Odo stay" in read.orders) == ("Odo" not in bad)


def test_a_marked_order_for_a_man_by_his_name_is_never_taken_for_talk() -> None:
    for one in MARKED[:: EVERY // 2]:
        if one.meant.split()[0] in (*tagger.NO_ORDER, "ASK") or one.line.rstrip().endswith("?"):
            continue
        named = any(f"[who {name}]" in one.marks for name in tagger.lexicon_at(one.scene).name.values())
        if named:
            verdicts = {answer.verdict for answer in reading(one.scene, one.line).lines}
            assert verdicts != {Verdict.TALK}, one.line

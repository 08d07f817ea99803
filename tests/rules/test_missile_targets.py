"""Odds of a shot and the choice of a target."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.combat import Retreated
from rules.events.harm import HorseKilled, Killed, Wounded
from rules.events.missile import DamageRolled
from rules.events.movement import AllowanceCut, HorseMoved
from rules.orders.records import Pick
from rules.ruleset import Extension
from rules.tactical.shooting import missile
from rules.tactical.shooting.targets import Odds, choose_target, odds, odds_of_choice
from tests.rules.kit import RULES, battle, field, horse, journal, man, rider

BOW = "composite_bow"


def odds_of(b, shooter="yani", target="jemal", aim="", mode="offensive", weapon="", rules=RULES) -> Odds:
    piece = b.figures.get(target) or b.horses[target]
    weapon = weapon or b.figures[shooter].weapon
    found = missile.odds(b, rules, shooter, target, aim or piece.hexes[0], weapon, mode)
    assert isinstance(found, Odds), found
    return found


HEAVY = RULES.extended(
    Extension(
        covers=(
            lambda battle_, rules, figure, at, shooter: (
                Modifier(3, "GUI-5.5.2", "behind a shield") if figure.leader else None
            ),
        )
    )
)


@pytest.mark.rule("GUI-5.4.1a", "GUI-5.4.3a")
@pytest.mark.parametrize(
    ("weapon", "distance", "more", "on_target", "letters"),
    [
        ("short_bow", 6, {}, 40, {"C": 4, "B": 12, "A": 8, "-": 16}),
        ("composite_bow", 20, {"armoured": True}, 30, {"C": 3, "B": 9, "A": 6, "-": 12}),
        ("short_bow", 4, {"leader": True}, 60, {"B": 6, "A": 18, "-": 36}),
        ("javelin", 2, {}, 100, {"C": 10, "B": 30, "A": 20, "-": 40}),
        ("composite_bow", 40, {}, 20, {"C": 4, "B": 6, "A": 4, "-": 6}),
    ],
)
def test_what_the_house_tables_promise(weapon, distance, more, on_target, letters):
    """Percentages on the man aimed at, as documented for these tables."""
    b = battle(
        field(3, 45),
        man("Yani", "0201", weapon=weapon),
        man("Jemal", f"02{distance + 1:02d}", side="arabs", **more),
    )
    found = odds_of(b, rules=HEAVY)
    assert (found.on_target, found.letters) == (on_target, letters)
    assert sum(found.letters.values()) == found.on_target


SITUATIONS = {
    "a man in scrub": (man("Jemal", "0306", side="arabs"), "offensive", {"0306": "s"}),
    "a wounded man": (man("Jemal", "0306", side="arabs", health="wounded"), "offensive", {}),
    "a stunned man": (man("Jemal", "0304", side="arabs", health="stunned"), "offensive", {}),
    "an armoured rider": (rider("Jemal", "0306", "0307", side="arabs", armoured=True), "offensive", {}),
    "a rider riding up": (rider("Jemal", "0304", "0305", side="arabs"), "defensive", {}),
    "a man walking up": (man("Jemal", "0304", side="arabs"), "defensive", {}),
    "a loose horse": (horse("Jemal", "0306", "0307", side="arabs"), "offensive", {}),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_odds_are_what_all_hundred_pairs_of_dice_give(name):
    """Every impact and damage face carried out for real; friends beside the target are counted too."""
    piece, mode, terrain = SITUATIONS[name]
    rows = [["."] * 5 for _ in range(11)]
    for at, code in terrain.items():
        rows[int(at[2:]) - 1][int(at[:2]) - 1] = code
    friend = man("Friend", f"04{int(piece.hexes[0][2:]) - 1:02d}")
    b = battle(
        "\n".join(" ".join(row) for row in rows),
        man("Yani", "0302", weapon=BOW),
        piece,
        friend,
        side="arabs" if mode == "defensive" else "normans",
    )
    b.now.left["jemal"] = 8
    counted, friends = Counter(), 0
    for impact in range(1, 11):
        for damage in range(1, 11):
            j = journal(b, named={"GUI-5.4.1a": impact, "GUI-5.4.3a": damage}, otherwise=1)
            assert missile.resolve_shot(j, RULES, "yani", "jemal", piece.hexes[0], BOW, mode) is None
            hit = next((e for e in j.events if isinstance(e, DamageRolled)), None)
            if hit is None:
                continue
            if hit.victim == "friend":
                friends += hit.letter != "-"
            else:
                told = {_result(e, "jemal") for e in j.events} - {""}
                if told:
                    counted[" and ".join(sorted(told, key=lambda words: words == "horse killed"))] += 1
    found = odds_of(b, mode=mode)
    assert dict(found.results) == dict(counted)
    assert found.friends == friends


def _result(event, who):
    if isinstance(event, Killed) and event.figure == who:
        return "killed"
    if isinstance(event, Wounded) and event.figure == who:
        return "wounded"
    if isinstance(event, HorseKilled):
        return "horse killed"
    if isinstance(event, Retreated | HorseMoved):
        return "driven back"
    if isinstance(event, AllowanceCut) and "held up" in event.words:
        return "slowed"
    return ""


def test_odds_say_why_a_shot_cannot_be_made():
    b = battle(". t .\n. t .\n. t .", man("Yani", "0201", weapon=BOW), man("Jemal", "0203", side="arabs"))
    found = missile.odds(b, RULES, "yani", "jemal", "0203", BOW)
    assert isinstance(found, Rejection) and found.rule == "GUI-5.5.2.2a"


# choosing


def crowd():
    """Yani in the corner; the enemies at different distances, all in sight."""
    return battle(
        field(14, 20),
        man("Yani", "0101", weapon=BOW),
        man("Near", "0404", side="arabs", armoured=True, defence=8),
        man("Weak", "0109", side="arabs", defence=4),
        rider("Drogo", "0905", "1005", side="arabs", leader=True),
        man("Far", "0119", side="arabs", health="wounded", code="Aia", defence=9),
        man("Tree", "1301", side="arabs", defence=6),
        horse("Bay", "0506", "0507", side="arabs"),
        horse("Own", "0308", "0309"),
    )


def choose(b, pick, **more):
    return choose_target(b, RULES, b.figures["yani"], pick, **more)


@pytest.mark.rule("GUI-5.4b")
@pytest.mark.parametrize(
    ("pick", "chosen"),
    [
        (Pick(names=("weak",)), "weak"),
        (Pick(names=("far", "weak")), "far"),
        (Pick(names=("weak", "far"), how="nearest"), "weak"),
        (Pick(how="nearest"), "near"),
        (Pick(how="first"), "near"),
        (Pick(how="weakest"), "weak"),
        (Pick(how="nearest", kinds=("unarmoured",)), "weak"),
        (Pick(how="nearest", kinds=("mounted",)), "drogo"),
        (Pick(how="nearest", kinds=("foot", "wounded")), "far"),
        (Pick(how="nearest", kinds=("archer",)), "far"),
        (Pick(how="nearest", kinds=("leader",)), "drogo"),
        (Pick(how="anyone", kinds=("horse",)), "bay"),
        (Pick(names=("bay",)), "bay"),
        (Pick(how="weakest", within=6), "near"),
        (Pick(how="nearest", hexes=("1301", "0119")), "tree"),
        (Pick(how="weakest", band="short", kinds=("armoured",)), "near"),
    ],
)
def test_whom_an_order_means(pick, chosen):
    found = choose(crowd(), pick)
    assert not isinstance(found, Rejection), found
    assert found[0] == chosen


@pytest.mark.parametrize("how", ["", "first", "nearest", "weakest", "best", "anyone"])
@pytest.mark.parametrize("names", [(), ("far", "weak"), ("drogo",)])
def test_the_odds_of_a_choice_are_those_of_the_shot_chosen(how, names):
    b, pick = crowd(), Pick(how=how, names=names)
    target, aim, _ = choose(b, pick, weapon="short_bow")
    told = odds_of_choice(b, RULES, b.figures["yani"], pick, "short_bow")
    assert told == odds(b, RULES, "yani", target, aim, "short_bow")


def test_the_best_shot_is_the_one_worth_most():
    b = crowd()
    found = choose(b, Pick(how="best"))
    worths = {who: odds_of(b, target=who).worth for who in ("near", "weak", "drogo", "far", "tree")}
    assert worths[found[0]] == max(worths.values())
    best = missile.best_target(b, RULES, b.figures["yani"])
    assert best is not None and best.sight.target == found[0]


def test_a_shot_that_endangers_friends_is_worth_less():
    b = battle(field(3, 9), man("Yani", "0201", weapon=BOW), man("Jemal", "0206", side="arabs"))
    alone = odds_of(b)
    b = battle(
        field(3, 9),
        man("Yani", "0201", weapon=BOW),
        man("Jemal", "0206", side="arabs"),
        man("Friend", "0207"),
    )
    pressed = odds_of(b)
    assert alone.friends == 0 and pressed.friends > 0
    assert pressed.worth < alone.worth and pressed.on_target == alone.on_target


@pytest.mark.parametrize(
    ("pick", "rule", "part"),
    [
        (Pick(names=("near",), band="short", cover="none", within=3), "GUI-5.5.1a", "nobody"),
        (Pick(how="nearest", kinds=("stunned",)), "GUI-5.5.1a", "nobody"),
        (Pick(names=("far",), band="short"), "GUI-5.4a", "medium range"),
    ],
)
def test_why_there_is_no_target(pick, rule, part):
    found = choose(crowd(), pick)
    assert isinstance(found, Rejection) and found.rule == rule and part in found.why


def test_names_are_tried_in_order_until_one_can_be_shot():
    b = battle(
        ". t .\n. t .\n. t .\n. . .",
        man("Yani", "0101", weapon=BOW),
        man("Hidden", "0303", side="arabs"),
        man("Open", "0104", side="arabs"),
    )
    assert isinstance(choose(b, Pick(names=("hidden",))), Rejection)
    assert choose(b, Pick(names=("hidden", "open")))[0] == "open"
    both = choose(b, Pick(names=("hidden", "hidden")))
    assert isinstance(both, Rejection) and both.rule == "GUI-5.5.2.2a"


def test_cover_asked_for_and_the_half_of_a_rider():
    b = battle(
        "\n".join([". . ."] * 4 + [". s ."] + [". . ."] * 3),
        man("Yani", "0101", weapon=BOW),
        rider("Drogo", "0205", "0204", side="arabs"),
    )
    assert choose(b, Pick(how="nearest", cover="none"))[1] == "0204"
    refused = choose(b, Pick(how="nearest", cover="none"), half="front")
    assert isinstance(refused, Rejection) and "light cover" in refused.why
    assert choose(b, Pick(how="nearest"), half="front")[1] == "0205"


def test_nobody_without_a_weapon_chooses():
    b = battle(field(3, 3), man("Yani", "0101"), man("Jemal", "0303", side="arabs"))
    assert choose(b, Pick(how="best")).rule == "GUI-5b"
    assert missile.best_target(b, RULES, b.figures["yani"]) is None

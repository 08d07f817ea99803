"""Battles of three sides: what people see of them, how they end, and whole games."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.desk.briefing.situation import situation
from rules.events.charge import ChargeAnnounced
from rules.events.combat import CombatFought
from rules.events.missile import ShotFired
from rules.events.movement import InfiltrationTested
from rules.phases.victory import conditions_in_words, verdict
from rules.state.battle import Aim, Battle, Victory
from rules.state.figure import Health, SideId
from rules.state.table import Side, fault_in
from tests.rules import three_sides
from tests.rules.kit import RULES, man
from tests.rules.three_sides import ALLIED, ARABS, HOSTILE, LOMBARDS, NEUTRAL, NORMANS, three
from tests.sampling import some

RELATIONS = ("allies = ['lombards']", "neutral = ['lombards']", "neutral = ['lombards', 'arabs']", "")


def melo(at: str, **more: object):
    return man("Melo", at, side="lombards", **more)  # type: ignore[arg-type]


def zahir(at: str, **more: object):
    return man("Zahir", at, side="arabs", **more)  # type: ignore[arg-type]


# what people see


def test_the_muster_begins_with_ones_own_then_allies_and_says_what_the_others_are() -> None:
    men = (man("Robert", "0303"), melo("0404"), zahir("0909"))
    order = {
        "normans": [("normans", ""), ("lombards", "allies"), ("arabs", "")],
        "lombards": [("lombards", ""), ("normans", "allies"), ("arabs", "")],
        "arabs": [("arabs", ""), ("normans", ""), ("lombards", "")],
    }
    for seat, told in order.items():
        seen = situation(three(*men), RULES, seat)
        assert [(side.id, side.stance) for side in seen.sides] == told
    neutral = situation(three(*men, sides=NEUTRAL), RULES, "normans")
    assert [side.stance for side in neutral.sides] == ["", "neutral", ""]
    assert {side.stance for side in situation(three(*men), RULES, None).sides} == {""}


def test_neighbourhoods_name_no_ally_or_neutral_as_the_nearest_enemy() -> None:
    men = (man("Robert", "0303"), melo("0305"), zahir("0309"))
    for sides, named in ((HOSTILE, True), (ALLIED, False), (NEUTRAL, False)):
        told = " ".join(n.text for n in situation(three(*men, sides=sides), RULES, "normans").neighbourhoods)
        assert ("Melo" in told) is named and "Zahir" in told


def test_a_picture_of_three_sides_has_their_numbers_and_says_how_many_stand() -> None:
    at = three(man("Robert", "0303"), melo("0404"), zahir("0909"))
    shown = engine.picture(at, "normans")
    assert shown is not None
    assert {p.id: p.side_number for p in shown.pieces} == {"robert": 0, "melo": 1, "zahir": 2}
    assert shown.sides == ("Normans", "Lombards", "Arabs")
    assert shown.summary == (
        "Map of A test, turn 1, standing: Normans with 1, Lombards with 1, Arabs with 1."
    )


# the end


def lying(at: Battle, *names: str) -> Battle:
    for name in names:
        at.figures[name] = replace(at.figures[name], hex=None, health=Health.DEAD)
    return at


def battle_for_points(sides: tuple[Side, ...], **fields: object) -> Battle:
    aims = tuple(Aim("casualties", side.id, {"*": 1}) for side in sides)
    breaking = {side.id: 0 for side in sides}
    victory = Victory(**{"turns": 9, "aims": aims, "break_at": breaking, **fields})  # type: ignore[arg-type]
    ours = (man("Robert", "0303"), man("Hugo", "0304"), melo("0404"))
    return three(*ours, zahir("0909"), man("Yani", "0908", side="arabs"), sides=sides, victory=victory)


@pytest.mark.rule("RUL-211")
def test_allies_win_together_when_their_enemies_are_broken() -> None:
    at = lying(battle_for_points(ALLIED), "melo")
    assert verdict(at, at_turn_end=False) is None  # the Normans fight on for both
    end = verdict(lying(at, "zahir", "yani"), at_turn_end=False)
    assert end is not None and (end.winner, end.reason) == ("normans", "the Arabs are broken")
    assert at.winners_by(end) == ("normans", "lombards")


@pytest.mark.rule("RUL-211")
def test_a_side_that_is_broken_by_allies_loses_to_both_and_the_loser_is_no_ally() -> None:
    sides = (ARABS, NORMANS, replace(LOMBARDS, allies=("normans",)))
    at = lying(battle_for_points(sides), "zahir", "yani", "melo")
    end = verdict(at, at_turn_end=False)
    assert end is not None and (end.winner, end.reason) == ("normans", "the Arabs are broken")
    assert set(at.winners_by(end)) == {"normans", "lombards"}


@pytest.mark.rule("RUL-211")
def test_a_neutral_onlooker_neither_prolongs_a_battle_nor_wins_it() -> None:
    at = battle_for_points(NEUTRAL)
    end = verdict(lying(at, "zahir", "yani"), at_turn_end=False)
    assert end is not None and (end.winner, at.winners_by(end)) == ("normans", ("normans",))


@pytest.mark.rule("RUL-211")
def test_of_two_neutrals_who_broke_their_enemy_the_points_decide() -> None:
    sides = (replace(NORMANS, neutral=("lombards",)), LOMBARDS, ARABS)
    at = battle_for_points(sides)
    end = verdict(lying(at, "zahir", "yani"), at_turn_end=False)
    assert end is not None and (end.winner, end.scores) == ("", {"normans": 2, "lombards": 2, "arabs": 0})


@pytest.mark.rule("RUL-211")
def test_the_points_of_allies_are_added_and_the_dead_of_no_enemy_count_for_nothing() -> None:
    at = lying(battle_for_points(ALLIED, break_at={}), "melo", "zahir")
    at.turn = 9
    end = verdict(at, at_turn_end=True)
    assert end is not None and end.scores == {"normans": 1, "lombards": 1, "arabs": 1}
    assert (end.winner, at.winners_by(end)) == ("normans", ("normans", "lombards"))
    war = lying(battle_for_points(HOSTILE, break_at={}), "melo", "zahir")
    war.turn = 9
    apart = verdict(war, at_turn_end=True)
    assert apart is not None and (apart.winner, apart.scores) == (
        "normans", {"normans": 2, "lombards": 1, "arabs": 1}
    )  # fmt: skip


@pytest.mark.rule("RUL-211")
def test_it_goes_on_until_no_two_who_are_left_are_enemies() -> None:
    at = lying(battle_for_points(ALLIED, break_at={}), "robert", "hugo")
    assert verdict(at, at_turn_end=False) is None
    assert verdict(lying(at, "melo"), at_turn_end=False) is not None
    gone = lying(battle_for_points(NEUTRAL, break_at={}), "robert", "hugo")
    assert verdict(gone, at_turn_end=False) is not None


def test_the_conditions_say_who_is_allied_and_neutral() -> None:
    assert conditions_in_words(Victory(turns=3), ALLIED)[0] == (
        "The Normans and the Lombards are allies and win together."
    )
    assert conditions_in_words(Victory(turns=3), NEUTRAL)[:2] == [
        "The Normans and the Lombards are neutral to each other.",
        "The Lombards and the Arabs are neutral to each other.",
    ]
    assert len(conditions_in_words(Victory(turns=3), HOSTILE)) == 1


# whole games


def harmed_on_purpose(log: list[engine.Event], at: Battle) -> list[engine.Event]:
    """The attacks, shots, tests and charges that were made on somebody who is no enemy."""
    pairs: list[tuple[engine.Event, str, str]] = []
    for e in log:
        if isinstance(e, CombatFought):
            pairs += [(e, a, d) for a in e.attackers for d in e.defenders]
        elif isinstance(e, ShotFired):
            pairs.append((e, e.shooter, e.target))
        elif isinstance(e, InfiltrationTested):
            pairs.append((e, e.enemy, e.mover))
        elif isinstance(e, ChargeAnnounced):
            pairs.append((e, e.figure, e.target))
    people = at.figures
    return [
        e for e, one, other in pairs
        if one in people and other in people and not at.hostile(people[one].side, people[other].side)
    ]  # fmt: skip


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("player", ["bold", "cautious", "random"])
def test_whole_games_are_played_to_their_end(player: str, relation: str) -> None:
    for seed in some((1, 2, 3, 4), 4, RELATIONS.index(relation)) if player == "random" else (1,):
        log, at = three_sides.play(three_sides.scenario(relation), player, seed)
        assert at.outcome is not None and at.phase <= 3 * at.setup.victory.turns
        assert harmed_on_purpose(log, at) == []
        assert any(isinstance(e, CombatFought) for e in log) or player == "random"


@pytest.mark.parametrize(
    ("slug", "part", "relation", "player"),
    some(
        [
            ("spears", 0, {"allies": ("byzantines",)}, "bold"),
            ("escalade", 0, {"allies": ("normans",)}, "cautious"),
            ("naphtha", 1, {"neutral": ("arabs", "byzantines")}, "random"),
            ("hooks", 0, {"neutral": ("slavs",)}, "random"),
            ("stones", 1, {}, "random"),
        ],
        2,
    ),
)
def test_every_chapter_is_played_with_three_sides(
    slug: str, part: int, relation: dict[str, tuple[SideId, ...]], player: str
) -> None:
    file = three_sides.split(slug, part, **relation)
    assert fault_in(file.sides) == ""
    log, at = three_sides.play(file, player, 7)
    assert at.outcome is not None and harmed_on_purpose(log, at) == []

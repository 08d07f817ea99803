"""Hoplites in close order: ranks, sides, pikes, columns (GUI-7.3).

The phalanx of most tests looks between north and north-east; the row runs from north-west to south-east:

    Nikolaos 0404, Okeanos 0505, Basilios 0605; behind them 0405 0506 0606 and 0406 0507 0607.
"""

from __future__ import annotations

import pytest

from rules import engine
from rules.books.guiscard import GUISCARD
from rules.core.facing import Facing
from rules.core.rejection import Rejection
from rules.events.formation import FormationFormed, PikesBroken
from rules.evolve import evolve
from rules.orders.records import FormOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.fighting import combat, odds
from rules.tactical.formations import close_order, drill
from rules.tactical.harm import infiltration
from rules.tactical.sight.cover import cover_against
from tests.rules.kit import TACTICS, battle, field, journal, man, narrated, rider

OLDER = GUISCARD.rules(printing="older", modules=("tactics",))
ROWS = (("0404", "0505", "0605"), ("0405", "0506", "0606"), ("0406", "0507", "0607"))
NAMES = (
    ("Nikolaos", "Okeanos", "Basilios"),
    ("Manuel", "Georgios", "Theodoros"),
    ("Iason", "Kyros", "Leandros"),
)


def hoplite(name: str, at: str, **more: object) -> Character:
    values: dict[str, object] = {"attack": 13, "defence": 7, "mp": 6, "armoured": True, **more}
    return man(name, at, side="arabs", hoplite=True, **values)  # type: ignore[arg-type]


def phalanx(ranks: int = 1) -> list[Character]:
    defences = {"Nikolaos": 6}
    return [
        hoplite(name, at, defence=defences.get(name, 7))
        for names, hexes in zip(NAMES[:ranks], ROWS[:ranks], strict=True)
        for name, at in zip(names, hexes, strict=True)
    ]


def form(at: Battle, *names: str, facing: tuple[str, ...] = ("N", "NE"), rules: Ruleset = TACTICS) -> Battle:
    """The battle with a formation of these, or of all hoplites."""
    who = tuple(n.lower() for n in names) or tuple(f.id for f in at.figures.values() if f.hoplite)
    events = drill.events_of(at, rules, FormOrder(who, facing))
    assert not isinstance(events, Rejection), events
    for event in events:
        evolve(at, event)
    return at


def formed(
    *others: object, ranks: int = 1, side: str = "normans", rules: Ruleset = TACTICS, **more: object
) -> Battle:
    """A phalanx in formation and whom it meets, who come when it stands."""
    made = battle(field(9, 12), *phalanx(ranks), *others, side=side, rules=rules, **more)
    away = {f.id: f for f in made.figures.values() if not f.hoplite}
    for name in away:
        del made.figures[name]
    form(made, rules=rules)
    made.figures.update(away)
    return made


def shift(at: Battle, attackers: str, defenders: str, rules: Ruleset = TACTICS) -> list[tuple[int, str]]:
    found = odds.assess(at, rules, attackers.split(), defenders.split())
    assert not isinstance(found, Rejection), found
    return [(m.value, m.rule) for m in found.shifts if m.rule.startswith("GUI-7.3")]


# ranks


@pytest.mark.rule("GUI-7.3.1a")
def test_three_abreast_make_a_rank_and_up_to_two_more_stand_behind() -> None:
    for ranks in (1, 2, 3):
        made = formed(ranks=ranks)
        (formation,) = made.formations.values()
        names = tuple(tuple(n.lower() for n in row) for row in NAMES[:ranks])
        assert close_order.ranks_of(made, TACTICS, formation) == names
        assert close_order.depth(made, TACTICS, formation, "okeanos") == ranks
        assert formation.front is Facing.N


@pytest.mark.rule("GUI-7.3.1a")
@pytest.mark.parametrize(
    ("hexes", "facing", "why"),
    [
        (("0404", "0505"), ("N",), "takes 3 hoplites"),
        (("0404", "0505", "0606"), ("N",), "straight row"),
        (("0404", "0505", "0605"), ("S", "SW"), ""),
        (("0404", "0505", "0605"), ("SE",), "straight row"),
        (("0404", "0505", "0605", "0506"), ("N",), "no rank of three"),
        (("0404", "0405", "0406"), ("NE", "SE"), ""),
    ],
)
def test_only_a_straight_row_looks_between_two_directions(
    hexes: tuple[str, ...], facing: tuple[str, ...], why: str
) -> None:
    made = battle(field(9, 9), *(hoplite(f"H{i}", at) for i, at in enumerate(hexes)), rules=TACTICS)
    found = drill.events_of(made, TACTICS, FormOrder(tuple(made.figures), facing))
    if why:
        assert isinstance(found, Rejection) and why in found.why and found.rule == "GUI-7.3.1a"
    else:
        assert isinstance(found, list) and isinstance(found[0], FormationFormed)


@pytest.mark.rule("GUI-7.3.1a", "RUL-731")
def test_a_block_that_could_look_two_ways_takes_the_front_asked_for() -> None:
    for facing, front in ((("N", "NE"), Facing.N), (("NE", "SE"), Facing.NE)):
        made = form(battle(field(9, 9), *phalanx(3), rules=TACTICS), facing=facing)
        (formation,) = made.formations.values()
        assert formation.front is front
        assert len(close_order.ranks_of(made, TACTICS, formation)) == 3


@pytest.mark.rule("GUI-7.3", "GUI-7.3.1a", "GUI-7.3.1b")
def test_only_unhurt_hoplites_on_foot_form_up() -> None:
    for stranger in (
        man("Sigurd", "0605", side="arabs"),
        hoplite("Basilios", "0605", health="wounded"),
        hoplite("Basilios", "0605", health="stunned"),
    ):
        made = battle(field(9, 9), *phalanx()[:2], stranger, rules=TACTICS)
        found = drill.events_of(made, TACTICS, FormOrder(tuple(made.figures), ("N",)))
        assert isinstance(found, Rejection) and stranger.name in found.why


# columns


@pytest.mark.rule("GUI-7.3.1c", "GUI-7.3.1d", "GUI-6.2b")
def test_the_books_attack_on_the_front_of_three_ranks() -> None:
    """EX-7.3.1-1."""
    tancred, robert = man("Tancred", "0504", attack=22), man("Robert", "0604", attack=25)
    made = formed(tancred, robert, ranks=3, rules=OLDER)
    found = odds.assess(made, OLDER, ("tancred", "robert"), ("okeanos",))
    assert not isinstance(found, Rejection)
    assert (sum(found.attack), found.defence, found.weight.rank) == (47, (7,), 40)
    assert found.weight.column == "26/40"
    assert sorted(m.value for m in found.shifts) == [-3, 1]
    assert found.column == "9/15"


@pytest.mark.rule("GUI-7.3.1f", "GUI-6.2b", "RUL-733")
def test_the_books_attack_on_the_shield_side() -> None:
    """EX-7.3.1-2: one of the two comes through the shield side, and the front helps no more."""
    drogo, arthur = man("Drogo", "0304", attack=22), man("Arthur", "0403", attack=26)
    made = formed(drogo, arthur, ranks=3, rules=OLDER)
    found = odds.assess(made, OLDER, ("drogo", "arthur"), ("nikolaos",))
    assert not isinstance(found, Rejection)
    assert (found.weight.rank, found.weight.column, found.column) == (42, "41/60", "61/80")
    assert [m.rule for m in found.shifts] == ["GUI-6.2b"]
    # the joint attack ends in a column of the table, fought like any other
    fought = journal(made, 1)
    assert combat.resolve_combat(fought, OLDER, ("drogo", "arthur"), ("nikolaos",)) is None
    assert fought.battle.figures["nikolaos"].dead, "no pikes stand at the side"


@pytest.mark.rule("GUI-7.3.1d", "GUI-7.3.1f")
def test_the_side_of_the_attack_decides() -> None:
    sides = {
        "0504": ("okeanos", [(-1, "GUI-7.3.1d")]),
        "0604": ("okeanos", [(-1, "GUI-7.3.1d")]),
        "0506": ("okeanos", [(2, "GUI-7.3.1f")]),
        "0405": ("okeanos", [(2, "GUI-7.3.1f")]),
        "0304": ("nikolaos", []),
        "0706": ("basilios", [(1, "GUI-7.3.1f")]),
    }
    for at, (whom, shifts) in sides.items():
        assert shift(formed(man("Robert", at)), "robert", whom) == shifts, at


@pytest.mark.rule("GUI-7.3.1f", "RUL-733")
def test_from_several_sides_the_worst_counts_once() -> None:
    made = formed(man("Robert", "0504"), man("Drogo", "0506"), man("Gui", "0405"), ranks=1)
    assert shift(made, "robert drogo gui", "okeanos") == [(2, "GUI-7.3.1f")]


@pytest.mark.rule("GUI-7.3.1f", "RUL-733")
def test_a_rider_strikes_through_whichever_half_is_better_for_him() -> None:
    made = formed(rider("Hugh", "0706", "0705"))
    # 0706 lies at the right of Basilios in 0605, 0705 before him
    assert shift(made, "hugh", "basilios") == [(1, "GUI-7.3.1f")]


@pytest.mark.rule("GUI-7.3.1d", "RUL-733")
def test_a_man_outside_of_the_formation_takes_its_front_away() -> None:
    made = formed(man("Robert", "0504"), man("Hugh", "0604"))
    made.figures["zenon"] = hoplite("Zenon", "0603")
    assert shift(made, "robert hugh", "okeanos") == [(-1, "GUI-7.3.1d")]
    assert shift(made, "robert hugh", "okeanos zenon") == []


@pytest.mark.rule("GUI-7.3.1e", "RUL-734")
def test_a_formation_attacks_with_all_its_ranks() -> None:
    for ranks in (1, 2, 3):
        made = formed(man("Robert", "0504"), ranks=ranks, side="arabs")
        assert shift(made, "okeanos", "robert") == [(ranks, "GUI-7.3.1e")]
        assert shift(made, "okeanos nikolaos", "robert") == [(ranks, "GUI-7.3.1e")]


@pytest.mark.rule("GUI-7.3.1e", "RUL-734")
def test_beside_and_behind_or_with_strangers_they_are_single_men() -> None:
    made = formed(man("Robert", "0304"), man("Gui", "0506"), man("Hugh", "0504"), side="arabs")
    assert shift(made, "nikolaos", "robert") == []
    assert shift(made, "okeanos", "gui") == []
    made.figures["zenon"] = hoplite("Zenon", "0503")
    assert shift(made, "okeanos zenon", "hugh") == []
    (formation,) = made.formations.values()
    evolve(made, PikesBroken(formation=formation.id, figure="okeanos"))
    assert shift(made, "okeanos", "hugh") == [], "broken pikes push nobody"
    assert shift(made, "nikolaos", "hugh") == [(1, "GUI-7.3.1e")]


# pikes


@pytest.mark.rule("GUI-7.3.1c")
def test_the_pikes_fall_before_the_man() -> None:
    made = formed(man("Tancred", "0504", attack=45), man("Robert", "0604", attack=45))
    fight = journal(made, 1)  # a 1 kills or wounds in these columns
    assert combat.resolve_combat(fight, TACTICS, ("tancred",), ("okeanos",)) is None
    after = fight.battle
    assert after.figures["okeanos"].health == "healthy"
    (formation,) = after.formations.values()
    assert formation.opened == {"okeanos": 1}
    told = [line.text for line in narrated(made, fight.events, None)]
    assert any("The pikes before Okeanos are down" in text for text in told)
    # in the same turn nobody reaches him from the front, nor is anybody beside him bare
    refused = odds.assess(after, TACTICS, ("robert",), ("okeanos",))
    assert isinstance(refused, Rejection) and refused.rule == "GUI-7.3.1c"
    assert not isinstance(odds.assess(after, TACTICS, ("robert",), ("basilios",)), Rejection)
    # in the next one he is fought himself, in his formation still
    after.phase += 2
    after.now = type(after.now)(number=after.phase)
    assert shift(after, "robert", "okeanos") == [(-1, "GUI-7.3.1d")]
    second = journal(after, 1)
    combat.resolve_combat(second, TACTICS, ("robert",), ("okeanos",))
    assert second.battle.figures["okeanos"].health != "healthy"


@pytest.mark.rule("GUI-7.3.1c", "GUI-7.3.1g")
@pytest.mark.parametrize(("face", "letter"), [(1, "D"), (2, "C")])
def test_stuns_and_retreats_do_nothing_to_pikes(face: int, letter: str) -> None:
    made = formed(man("Tancred", "0504", attack=20), ranks=2)
    fight = journal(made, face)
    combat.resolve_combat(fight, TACTICS, ("tancred",), ("okeanos",))
    fought = next(e for e in fight.events if e.kind == "combat_fought")
    assert fought.letter == letter  # type: ignore[attr-defined]
    assert fight.battle.figures["okeanos"] == made.figures["okeanos"]
    assert fight.battle.formations == made.formations
    assert fight.battle.figures["tancred"].hex == "0504", "nothing to follow up"


@pytest.mark.rule("GUI-7.3.1g")
def test_driven_back_from_the_side_is_wounded() -> None:
    made = formed(man("Tancred", "0304", attack=17))
    fight = journal(made, 5)
    combat.resolve_combat(fight, TACTICS, ("tancred",), ("nikolaos",))
    fought = next(e for e in fight.events if e.kind == "combat_fought")
    assert fought.letter == "C"  # type: ignore[attr-defined]
    assert fight.battle.figures["nikolaos"].wounded
    assert fight.battle.figures["nikolaos"].hex == "0404"
    assert fight.battle.figures["tancred"].hex == "0304"


# the tortoise


@pytest.mark.rule("GUI-7.3.2a")
def test_a_tortoise_needs_two_ranks() -> None:
    for ranks in (1, 2):
        made = formed(ranks=ranks, side="arabs")
        found = drill.events_of(made, TACTICS, FormOrder(("okeanos",), tortoise=True))
        if ranks == 1:
            assert isinstance(found, Rejection) and found.rule == "GUI-7.3.2a"
        else:
            assert isinstance(found, list) and [e.kind for e in found] == ["tortoise_turned"]


@pytest.mark.rule("GUI-7.3.2b", "RUL-735")
def test_a_tortoise_is_covered_and_strikes_weakly() -> None:
    made = formed(man("Robert", "0504"), ranks=2, side="arabs")
    evolve(made, drill.events_of(made, TACTICS, FormOrder(("okeanos",), tortoise=True))[0])
    cover, why = cover_against(made, TACTICS, made.figures["okeanos"], "0505", "0501", "short_bow")
    assert cover == "medium" and [m.rule for m in why] == ["GUI-7.3.2b"]
    bare, _ = cover_against(made, TACTICS, made.figures["robert"], "0504", "0501", "short_bow")
    assert bare == "none"
    assert shift(made, "okeanos", "robert") == [(2, "GUI-7.3.1e"), (-1, "GUI-7.3.2b")]
    assert shift(made, "robert", "okeanos") == [(-2, "GUI-7.3.1d")], "the defence is not weakened"


# slipping past


@pytest.mark.rule("GUI-7.3.3a")
def test_they_bar_only_the_hexes_before_their_pikes() -> None:
    made = formed(man("Robert", "0303"))
    robert = made.figures["robert"]
    barred = {
        at: [f.id for f in infiltration.opponents(made, TACTICS, robert, at)]
        for at in ("0504", "0604", "0304", "0506", "0706")
    }
    assert barred["0504"] == ["nikolaos", "okeanos"]
    assert barred["0604"] == ["okeanos", "basilios"]
    assert barred["0304"] == barred["0506"] == barred["0706"] == []


@pytest.mark.rule("GUI-7.3.3b")
def test_nobody_before_the_pikes_tests_a_formation() -> None:
    made = formed(man("Robert", "0504"), man("Gui", "0506"), side="arabs")
    okeanos = made.figures["okeanos"]
    assert [f.id for f in infiltration.opponents(made, TACTICS, okeanos, "0505")] == ["gui"]
    made.formations.clear()
    assert [f.id for f in infiltration.opponents(made, TACTICS, okeanos, "0505")] == ["robert", "gui"]


@pytest.mark.rule("GUI-7.3.1a", "GUI-7.3.1c")
def test_the_map_shows_the_pikes_that_stand() -> None:
    made = formed(ranks=2)
    (formation,) = made.formations.values()
    evolve(made, PikesBroken(formation=formation.id, figure="okeanos"))
    marks = {(m.label, m.facing) for m in engine.picture(made, None).hexsides if m.feature == "pikes"}
    assert marks == {("0404", "N"), ("0404", "NE"), ("0605", "N"), ("0605", "NE")}

"""Battles of three sides: who is whose enemy, and what nobody does to allies and neutrals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.assault import flames
from rules.core.rejection import Reason, Rejection
from rules.desk.briefing.forms import order_form
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.events.combat import CombatFought
from rules.events.movement import InfiltrationTested
from rules.orders.lexicon import Role, lexicon_of
from rules.scenarios.creation import opened
from rules.scenarios.loader import ScenarioError
from rules.state.battle import Charge
from rules.state.figure import SideId
from rules.state.table import Side, fault_in
from rules.state.works import Flame
from rules.tactical.charging import countering
from rules.tactical.charging.charge import cannot_be_target
from rules.tactical.fighting import odds
from rules.tactical.harm import displacement, surrounded
from rules.tactical.horses.bridle import held_by_another
from rules.tactical.shooting import defensive_fire, targets
from rules.tactical.shooting.defensive_fire import Willing
from rules.tactical.sight import line_of_fire
from rules.tactical.ways import stacking
from rules.tactical.ways.passage import in_contact
from tests.rules import three_sides
from tests.rules.charges import DOWN_THE_FIFTH
from tests.rules.kit import RULES, SIEGE, TACTICS, horse, journal, man, play, rider
from tests.rules.movement_kit import carry_out
from tests.rules.test_defensive_fire import MISS, began, fired_from, steps
from tests.rules.test_retreat import driven, trail
from tests.rules.three_sides import ALLIED, ARABS, HOSTILE, LOMBARDS, NEUTRAL, NORMANS, three

BOW = "composite_bow"


def melo(at: str, **more: object):
    return man("Melo", at, side="lombards", **more)  # type: ignore[arg-type]


def zahir(at: str, **more: object):
    return man("Zahir", at, side="arabs", **more)  # type: ignore[arg-type]


# whose is whose


@pytest.mark.parametrize(
    ("sides", "enemies"),
    [
        (HOSTILE, {"normans": "la", "lombards": "na", "arabs": "nl"}),
        (ALLIED, {"normans": "a", "lombards": "a", "arabs": "nl"}),
        (NEUTRAL, {"normans": "a", "lombards": "", "arabs": "n"}),
    ],
)  # fmt: skip
@pytest.mark.rule("RUL-209")
def test_a_relation_holds_for_both_whichever_of_them_names_it(
    sides: tuple[Side, ...], enemies: dict[SideId, str]
) -> None:
    at = three(man("Robert", "0303"), sides=sides)
    found = {side.id: "".join(s.id[0] for s in sides if at.hostile(side.id, s.id)) for side in sides}
    assert found == enemies
    assert all(at.friendly(side.id, side.id) and side.id not in at.enemies_of(side.id) for side in sides)
    assert at.allies_of("lombards") == (("normans",) if sides is ALLIED else ())
    assert at.friendly("lombards", "normans") is at.friendly("normans", "lombards") is (sides is ALLIED)


@pytest.mark.parametrize(
    ("relation", "says"),
    [
        ('allies = ["normans"]', "the side normans is named among its own allies"),
        ('neutral = ["normans"]', "the side normans is named among its own neutral"),
        ('allies = ["greeks"]', "allies of normans: there is no side 'greeks'"),
        ('neutral = ["greeks"]', "neutral of normans: there is no side 'greeks'"),
        ('allies = ["lombards"], neutral = ["lombards"]', "both allies and neutral"),
        ('allies = ["lombards", "arabs"]', "who are not: whoever has an ally has his allies too"),
        ('ally = ["lombards"]', "there is nothing called 'ally'"),
    ],
)
def test_a_scenario_that_contradicts_itself_is_refused_with_the_sides(relation: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=r"three\.toml: sides: ") as refused:
        three_sides.scenario(relation)
    assert says in str(refused.value)


def test_who_is_ally_by_one_and_neutral_by_the_other_is_refused() -> None:
    torn = (ALLIED[0], replace(LOMBARDS, neutral=("normans",)), ARABS)
    assert "both allies and neutral" in fault_in(torn)
    peace = (replace(NORMANS, allies=("lombards", "arabs")), replace(LOMBARDS, allies=("arabs",)), ARABS)
    assert fault_in(peace) == "no side has an enemy"
    assert fault_in(ALLIED) == fault_in(NEUTRAL) == fault_in(HOSTILE) == ""


def test_a_side_without_relations_is_stored_as_it_always_was() -> None:
    assert engine.encode(opened(three_sides.scenario(""))[0])[2].count(b'"allies"') == 0


# orders


@pytest.mark.rule("RUL-209")
def test_names_of_allies_and_neutrals_are_known_and_no_targets() -> None:
    men = (man("Robert", "0303"), melo("0404"), zahir("0405"))
    roles = [
        lexicon_of(three(*men, sides=sides), "normans").role["melo"] for sides in (HOSTILE, ALLIED, NEUTRAL)
    ]
    assert roles == [Role.ENEMY, Role.ALLY, Role.NEUTRAL]
    for sides, word in ((ALLIED, "your ally"), (NEUTRAL, "neutral, no enemy of yours")):
        reading = read_orders(three(*men, sides=sides), RULES, "normans", ["ATTACK Robert AT Melo"])
        assert reading.lines[0].verdict is Verdict.ILLEGAL and not reading.orders
        assert f"Melo is {word}" in " ".join(reading.lines[0].message)
    fine = read_orders(three(*men, sides=HOSTILE, step=None), RULES, "normans", ["ATTACK Robert AT Melo"])
    assert fine.orders


def test_conditions_and_falls_may_name_anybody() -> None:
    at = three(man("Robert", "0303"), melo("0404"), zahir("0409"), sides=NEUTRAL, step=None)
    reading = read_orders(at, RULES, "normans", ["IF Melo is down THEN MOVE Robert 0304"])
    assert reading.orders, reading.lines


def test_the_form_shows_no_allies_or_neutrals_as_enemies() -> None:
    men = (man("Robert", "0303", weapon=BOW), melo("0204"), zahir("0309"))
    for sides in (ALLIED, NEUTRAL):
        form = order_form(three(*men, sides=sides, step=None), RULES, "normans")
        assert "Melo" not in form and "Zahir" in form
    war = order_form(three(*men, sides=HOSTILE, step=None), RULES, "normans")
    assert "FIRE Robert AT Melo" in war


# nobody is harmed on purpose


@pytest.mark.parametrize(("sides", "code"), [(ALLIED, Reason.FRIEND), (NEUTRAL, Reason.NEUTRAL)])
@pytest.mark.rule("RUL-209")
def test_who_is_no_enemy_cannot_be_attacked_shot_at_or_charged(sides: tuple[Side, ...], code: Reason) -> None:
    at = three(
        man("Robert", "0303", weapon=BOW), melo("0304"), rider("Drogo", "0606", "0605"), zahir("0909"),
        sides=sides,
    )  # fmt: skip
    robert, drogo, other = at.figures["robert"], at.figures["drogo"], at.figures["melo"]
    found = [
        odds.assess(at, RULES, ["robert"], ["melo"]),
        line_of_fire.sights(at, RULES, robert, BOW, "melo")[0],
        cannot_be_target(at, drogo, other),
    ]
    assert [f.code for f in found if isinstance(f, Rejection)] == [code] * 3
    words = "is a friend" if code is Reason.FRIEND else "is of the Lombards, who are neutral"
    assert all(f.why == f"Melo {words}" for f in found if isinstance(f, Rejection))
    hostile = replace(at.setup, sides=HOSTILE)
    at.setup = hostile
    assert not isinstance(odds.assess(at, RULES, ["robert"], ["melo"]), Rejection)


@pytest.mark.rule("RUL-209")
def test_attack_best_and_the_automatic_targets_leave_out_who_is_no_enemy() -> None:
    for sides, victims in ((HOSTILE, {"melo", "zahir"}), (ALLIED, {"zahir"}), (NEUTRAL, {"zahir"})):
        at = three(
            man("Robert", "0505", attack=20), melo("0504", defence=2), zahir("0506", defence=2),
            sides=sides, step=None,
        )  # fmt: skip
        j = play(at, normans=("ATTACK Robert AT best",))
        fought = [e for e in j.events if isinstance(e, CombatFought)]
        assert fought and {d for e in fought for d in e.defenders} <= victims


@pytest.mark.rule("RUL-209")
def test_allies_do_not_attack_in_one_combat_and_are_attacked_in_one() -> None:
    at = three(man("Robert", "0504"), melo("0404"), zahir("0505"), man("Yani", "0403", side="arabs"))
    together = odds.assess(at, RULES, ["robert", "melo"], ["zahir"])
    assert isinstance(together, Rejection) and together.rule == "GUI-6.2b"
    both = three(man("Robert", "0504"), melo("0404"), zahir("0505"), man("Yani", "0403", side="arabs"))
    found = odds.assess(both, RULES, ["zahir", "yani"], ["robert", "melo"])
    assert not isinstance(found, Rejection), found


@pytest.mark.rule("RUL-209")
def test_a_stray_shot_may_hit_a_neutral_and_the_odds_call_him_a_friend_in_danger() -> None:
    at = three(man("Robert", "0302", weapon=BOW), melo("0308"), zahir("0307"), sides=NEUTRAL)
    found = targets.odds(at, RULES, "robert", "zahir", "0307", BOW)
    assert not isinstance(found, Rejection) and found.friends > 0
    enemies = three(man("Robert", "0302", weapon=BOW), melo("0308"), zahir("0307"), sides=HOSTILE)
    other = targets.odds(enemies, RULES, "robert", "zahir", "0307", BOW)
    assert not isinstance(other, Rejection) and other.friends == 0


def test_try_says_who_of_those_in_danger_is_neutral() -> None:
    at = three(man("Robert", "0302", weapon=BOW), melo("0308"), zahir("0307"), sides=NEUTRAL, step=None)
    told = read_orders(at, RULES, "normans", ["TRY FIRE Robert AT Zahir"]).lines[0].details
    assert any(line.startswith("Melo (neutral)") for line in told), told
    allied = three(man("Robert", "0302", weapon=BOW), melo("0308"), zahir("0307"), step=None)
    told = read_orders(allied, RULES, "normans", ["TRY FIRE Robert AT Zahir"]).lines[0].details
    assert any(line.startswith("Melo (a friend)") for line in told), told


# room


@pytest.mark.parametrize("sides", [ALLIED, NEUTRAL])
@pytest.mark.rule("RUL-210")
def test_one_passes_through_allies_and_neutrals_and_does_not_stop_there(sides: tuple[Side, ...]) -> None:
    at = three(man("Robert", "0503"), melo("0504"), zahir("0909"), sides=sides)
    assert stacking.closed_by_enemy(at, "normans", "0504") is None
    assert in_contact(at, RULES, at.figures["robert"]) == []
    j = carry_out(at, "robert", "0504", "0505", "0506")
    assert j.battle.figures["robert"].hex == "0506"
    assert not [e for e in j.events if isinstance(e, InfiltrationTested)]
    stays = carry_out(at, "robert", "0504")
    assert stays.battle.figures["robert"].hex == "0503"


@pytest.mark.rule("RUL-210")
def test_an_enemy_closes_his_hex_and_tests_whoever_passes() -> None:
    at = three(man("Robert", "0503"), melo("0504"), zahir("0909"), sides=HOSTILE)
    assert isinstance(stacking.closed_by_enemy(at, "normans", "0504"), Rejection)
    assert [f.id for f in in_contact(at, RULES, at.figures["robert"])] == ["melo"]


@pytest.mark.rule("RUL-210")
def test_only_enemies_hold_the_hexes_round_a_stunned_man() -> None:
    ring = ("0504", "0604", "0605", "0506", "0405", "0404")
    for sides, dies in ((HOSTILE, True), (ALLIED, False), (NEUTRAL, False)):
        guards = [melo(ring[0]), *(man(f"Y{n}", at, side="arabs") for n, at in enumerate(ring[1:]))]
        at = three(man("Robert", "0505", health="stunned"), *guards, sides=sides)
        assert surrounded.is_surrounded(at, RULES, at.figures["robert"]) is dies


@pytest.mark.rule("RUL-210")
def test_allies_make_room_for_a_retreat_and_neutrals_for_nobody() -> None:
    for sides, budges in ((ALLIED, True), (NEUTRAL, False), (HOSTILE, False)):
        at = three(man("Robert", "0505"), melo("0506"), zahir("0504"), sides=sides)
        room = displacement.room_at(at, RULES, "0506", "normans", frozenset())
        assert (room is not None) is budges


def test_a_retreat_leads_away_from_all_enemies_and_through_allies() -> None:
    at = three(man("Robert", "0505"), melo("0605"), zahir("0504"), man("Yani", "0404", side="arabs"))
    j = driven(at, "robert", 1, enemies=("zahir", "yani"), otherwise=10)
    assert trail(j) and not any(at.board.adjacent(trail(j)[0], e) for e in ("0504", "0404"))


@pytest.mark.rule("RUL-210")
def test_a_loose_horse_belongs_to_its_own_side_and_not_to_allies() -> None:
    steed = horse("Bayard", "0505", "0504", side="lombards")
    at = three(man("Robert", "0605"), steed, melo("0506"), zahir("0909"))
    refused = held_by_another(at, at.figures["robert"], at.horses["bayard"])
    assert refused is not None
    assert refused.why == "Bayard belongs to the Lombards: one of them stands next to it"


@pytest.mark.rule("RUL-210")
def test_a_horse_led_by_an_ally_is_passed_and_one_led_by_an_enemy_is_not() -> None:
    for sides, open_ in ((ALLIED, True), (NEUTRAL, True), (HOSTILE, False)):
        steed = horse("Bayard", "0505", "0504", side="lombards", led_by="melo")
        at = three(man("Robert", "0606"), steed, melo("0405"), zahir("0909"), sides=sides)
        assert (stacking.closed_by_enemy(at, "normans", "0505") is None) is open_


# the enemy's phase


@pytest.mark.rule("RUL-209", "GUI-5.3b")
def test_all_who_are_hostile_to_the_mover_shoot_at_him_allies_of_the_attacked_too() -> None:
    def always(shooter, mover, sight):
        return Willing()

    for sides, shooters in (
        (ALLIED, {"robert", "melo"}),
        (HOSTILE, {"robert", "melo"}),
        (NEUTRAL, {"robert"}),
    ):
        at = three(
            man("Robert", "0502", weapon=BOW), melo("0702", weapon=BOW), zahir("0609"),
            sides=sides, side="arabs",
        )  # fmt: skip
        j = journal(at, otherwise=MISS)
        began(j, "zahir")
        steps(j, "zahir", "0608")
        assert {shooter for shooter, _ in fired_from(j)} == shooters
    mine = three(
        man("Robert", "0502", weapon=BOW), melo("0609"), zahir("0909"), sides=ALLIED, side="lombards"
    )
    j = journal(mine, otherwise=MISS)
    began(j, "melo")
    steps(j, "melo", "0608")
    assert fired_from(j) == []


@pytest.mark.rule("RUL-209", "GUI-7.2.2a")
def test_an_ally_of_the_target_may_meet_a_charge_and_a_neutral_may_not() -> None:
    for sides, who in ((ALLIED, ["hassan"]), (HOSTILE, ["hassan"]), (NEUTRAL, [])):
        at = three(
            rider("Robert", "0503", "0502", side="arabs", attack=28, mp=12),
            man("Khaled", "0511"),
            rider("Hassan", "0711", "0811", side="lombards"),
            sides=sides, side="arabs", step=None, rules=TACTICS,
        )  # fmt: skip
        at.now.charges["robert"] = Charge(target="khaled", start=("0503", "0502"), route=DOWN_THE_FIFTH)
        assert [a.rider for a in countering.answers(at, TACTICS, "robert")] == who


@pytest.mark.rule("RUL-209")
def test_only_seats_hostile_to_the_mover_are_asked_whether_they_shoot() -> None:
    for sides, asked in ((ALLIED, {"normans", "lombards"}), (NEUTRAL, {"normans"})):
        at = three(
            man("Robert", "0502", weapon=BOW), melo("0702", weapon=BOW), zahir("0609"),
            sides=sides, side="arabs",
        )  # fmt: skip
        at.asked = {"normans": ("watch",), "lombards": ("watch",)}
        seen = set()

        def ask(journal, seat, shots, seen=seen):
            seen.add(seat)
            return []

        at.now.left["zahir"] = 4
        j = journal(at)
        defensive_fire._with_answers(j, RULES, [at.figures["zahir"]], lambda *_: None, ask)
        assert seen == asked


@pytest.mark.rule("RUL-1070")
def test_fires_spread_once_a_turn_at_the_end_of_the_next_sides_phase() -> None:
    for sides in (HOSTILE, ALLIED, NEUTRAL):
        spread = []
        for number, side in enumerate(("normans", "lombards", "arabs"), start=4):
            at = three(man("Robert", "0101"), sides=sides, rules=SIEGE, side=side, phase=number)
            at.flames["0505"] = Flame(side="normans", since=1)
            j = journal(at, otherwise=1)
            flames.player_turn_ends(j, SIEGE)
            spread += [side for e in j.events if e.kind == "fire_burned"]
        assert spread == ["lombards"]

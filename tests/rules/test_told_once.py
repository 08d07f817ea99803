"""What a report says once and does not say again: who somebody is, a straight way, what a die has told."""

from __future__ import annotations

import msgspec
import pytest

from rules.desk.briefing.forms import order_form
from rules.desk.briefing.tidings import of_own_orders
from rules.events.base import Event
from rules.events.charge import ChargeAnnounced
from rules.events.harm import HorseKilled, Unhorsed, Wounded
from rules.events.missile import DamageRolled, FireDeclared, ShotFired
from rules.events.movement import AllowanceCut, MoveBegan, Moved, MoveEnded
from rules.events.umpire import DecisionMade
from rules.narrate.story import way_told
from rules.state.battle import Battle
from tests.rules.castle_kit import castle, lying
from tests.rules.combat_kit import duel, fight
from tests.rules.desk_kit import scene
from tests.rules.kit import RULES, SIEGE, battle, field, man, narrated, play

SHOT = ShotFired(
    shooter="yusuf", weapon="composite_bow", target="robert", aim="0101", mode="offensive", distance=5,
    band="short",
)  # fmt: skip
HIT = DamageRolled(
    shooter="yusuf", victim="robert", weapon="composite_bow", category="foot", cover="none", cover_why=(),
    face=3, modifiers=(), total=3, row=4, letter="B", table="missile-foot", effect="wounded",
)  # fmt: skip


@pytest.mark.parametrize(
    ("hexes", "told"),
    [
        ("0205 0204 0203", "0205 > 0204 > 0203"),
        ("0205 0204 0203 0202", "0205 >> 0202"),
        ("0305 0205 0204 0203 0202 0303", "0305 > 0205 >> 0202 > 0303"),
        ("0205-0206 0204 0203 0202 0302", "0205-0206 >> 0202 > 0302"),
        ("0205 0204", "0205 > 0204"),
    ],
)
def test_three_hexes_straight_on_are_told_by_their_ends(hexes: str, told: str) -> None:
    assert way_told(battle(field(8, 8), man("Robert", "0101")).board, hexes.split()) == told


def test_who_somebody_is_and_what_the_die_has_said_is_told_once() -> None:
    at = battle(
        field(8, 4), man("Robert", "0101"), man("Yusuf", "0801", side="arabs", weapon="composite_bow")
    )
    wound = Wounded(figure="robert", rule="GUI-5.4.3a", words="wounded", by_die=True)
    lines = [line.text for line in narrated(at, [SHOT, HIT, wound, SHOT], None)]
    assert lines[0].startswith("Yusuf (spearman, 0801) shoots at Robert (spearman, 0101)"), lines
    assert "no cover: wounded (B)" in lines[1]
    assert lines[2].startswith("Yusuf (0801) shoots at Robert (0101)") and len(lines) == 3


def test_who_is_thrown_by_a_shot_is_told_in_two_lines() -> None:
    """The die says what befell man and horse; where they lie is told once."""
    at = scene()
    horse = at.figures["robert"].mount
    assert horse is not None
    hit = msgspec.structs.replace(HIT, letter="D", effect="horse killed, rider thrown", category="mounted")
    events = [
        hit,
        Unhorsed(figure="robert", horse=horse, hex="0407", rule="GUI-6.8c"),
        HorseKilled(horse=horse, rule="GUI-6.8c"),
        Wounded(figure="robert", rule="GUI-5.4.3a", words="wounded", by_die=True),
        AllowanceCut(figure="robert", left=0, rule="RUL-511", words="thrown from the saddle"),
        MoveEnded(figure="robert", reason="Robert was thrown out of his way", rule="GUI-4"),
    ]
    lines = [line.text for line in narrated(at, events, None)]
    assert len(lines) == 2 and lines[1].startswith("Robert is thrown into 0407; ")
    assert "lies dead in 0406-0306." in lines[1]


def test_of_attackers_together_those_are_named_who_did_not_attack() -> None:
    at = battle(
        field(9, 4), man("Hugo", "0101"), man("Odo", "0501"), man("Zahir", "0102", side="arabs")
    )  # fmt: skip
    order = "ATTACK Hugo + Odo ON Zahir"
    events = play(at.copy(), normans=(order,)).events
    lines = [line.text for line in narrated(at, events, "normans")]
    why = "Odo is 4 hexes from Zahir, not next to him"
    assert f"Not done by Odo of your order {order}: {why}." in lines
    assert f"Not done: ATTACK of Odo ({why})." in of_own_orders(at, events, "normans")


def test_what_a_shot_at_movers_does_is_explained_once() -> None:
    at = battle(
        field(8, 4), man("Robert", "0101"), man("Yusuf", "0801", side="arabs", weapon="composite_bow")
    )

    shot = msgspec.structs.replace(SHOT, mode="defensive")
    held = msgspec.structs.replace(HIT, letter="A", effect="driven back")
    cut = AllowanceCut(figure="robert", left=1, rule="GUI-5.4.3a", words="held up by a shot")
    first, second = (line.text for line in narrated(at, [shot, held, cut, shot, held, cut], None)[1::2])
    assert "held up, 1 MP left: a shot at movers takes MP" in first
    assert second.endswith("held up, 1 MP left (A)")


def test_the_form_tells_the_orders_for_a_ladder_once_and_the_same_watch_of_several_as_one() -> None:
    at = castle(
        man("Hugo", "0405"), man("Fulk", "0406"), man("Odo", "0205"), man("Ivo", "0206"),
        ladders=(lying("0405", "0406", bearers=("hugo", "fulk")),),
    )  # fmt: skip
    form = order_form(at, SIEGE, "normans").replace("\n# ", " ")
    assert form.count("CARRY LADDER Hugo + Fulk to HEX") == 1
    assert "He carries a ladder with Hugo." in form
    two = scene()
    two.standing["normans"] = ("RETREAT Robert toward 0101", "RETREAT Drogo toward 0101", "ADVANCE never")
    told = order_form(two, RULES, "normans")
    assert "#   RETREAT Robert + Drogo toward 0101" in told and "#   ADVANCE never" in told


@pytest.mark.parametrize(
    ("ridden", "told"),
    [
        (("0302", "0303", "0304", "0305"), "Drogo (spearman) moves as announced to 0305, 4 MP."),
        (("0302", "0303"), "Drogo (spearman) moves 0301 > 0302 > 0303, 2 MP."),
    ],
)
def test_the_way_of_a_charge_is_told_when_it_is_announced_and_where_it_is_another(
    ridden: tuple[str, ...], told: str
) -> None:
    at = battle(field(8, 8), man("Drogo", "0301"), man("Yusuf", "0306", side="arabs"))
    announced = ChargeAnnounced(figure="drogo", target="yusuf", route=("0302", "0303", "0304", "0305"))
    moves = [Moved(figure="drogo", hex=to, mp=1, left=8 - n) for n, to in enumerate(ridden, 1)]
    lines = narrated(at, [announced, MoveBegan(figure="drogo", allowance=8), *moves], None)
    assert "over 4 hexes: 0302 >> 0305." in lines[0].text
    assert lines[1].text.replace("Drogo moves", "Drogo (spearman) moves") == told


def test_what_one_blow_does_to_one_man_is_told_with_its_die_and_not_again() -> None:
    at = duel(34)
    told = [line.text for line in narrated(at.copy(), fight(at, ("robert",), ("zahir",), 1).events, None)]
    [killed] = [text for text in told if "killed" in text]
    assert killed == "1D10 = 1: the defender is killed (F)"


YANI_AND_ALI = ("yani", "ali")


def volley_of(*who: str) -> tuple[list[DecisionMade], list[Event]]:
    """What they had been told, and their shots at Robert in 0601."""
    ordered = [
        DecisionMade(
            seat="normans", about="watch", chosen=name, rule="GUI-5.3b", figure=name,
            order=f"WATCH {name} fire at first",
        )
        for name in who
    ]  # fmt: skip
    shot = msgspec.structs.replace(SHOT, target="robert", aim="0601", mode="defensive")
    shots = [msgspec.structs.replace(shot, shooter=name) for name in who]
    return ordered, [FireDeclared(shooters=who, target="robert", hex="0601"), *shots]


def under_fire() -> Battle:
    yani, ali = (man(name, hex_, weapon="short_bow") for name, hex_ in (("Yani", "0101"), ("Ali", "0102")))
    return battle(field(8, 4), yani, ali, man("Robert", "0601", side="arabs"), side="arabs")


def test_who_shoot_together_as_ordered_are_told_once_and_their_target_with_them() -> None:
    at = under_fire()
    ordered, volley = volley_of(*YANI_AND_ALI)
    told = [line.text for line in narrated(at.copy(), [*ordered, *volley], "normans")]
    assert told[0] == "As you ordered (WATCH): Yani and Ali shoot together at Robert in 0601."
    assert all("Robert" not in text for text in told[1:]) and len(told) == 3
    others = [line.text for line in narrated(at.copy(), volley, "arabs")]
    assert others[0] == "Yani and Ali shoot together at Robert in 0601." and len(others) == 3


@pytest.mark.parametrize("shooters", [YANI_AND_ALI, ("yani",)])
@pytest.mark.parametrize("seat", ["normans", "arabs"])
def test_shots_at_somebody_who_does_not_move_are_not_told_below_a_move(
    shooters: tuple[str, ...], seat: str
) -> None:
    """What is at depth 0 has a number of its own; what he was ordered, and the shots, stand below it."""
    ordered, volley = volley_of(*shooters)
    shown = [*(ordered if seat == "normans" else []), *volley]
    depths = [line.depth for line in narrated(under_fire(), shown, seat)]
    assert depths[0] == 0 and set(depths[1:]) <= {1}
    moving = [MoveBegan(figure="robert", allowance=6), *shown]
    assert {line.depth for line in narrated(under_fire(), moving, seat)} == {1}

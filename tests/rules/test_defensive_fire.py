"""Shooting at enemies while they move (GUI-5.3)."""

from __future__ import annotations

import pytest

from rules.events.missile import DamageRolled, FireDeclared, ShotFired, ShotWasted
from rules.events.movement import MoveBegan, Moved, StayDeclared
from rules.events.umpire import DecisionMade, StandingOrderSpent
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.state.battle import ShotAt
from rules.tactical.instructions.terms import attend
from rules.tactical.moving import movement
from rules.tactical.shooting.defensive_fire import Willing, at_standing, interrupt, may_be_shot_at
from tests.rules.kit import RULES, battle, field, journal, kinds, man, rider

BOW = "composite_bow"
MISS = 10  # as an impact die more than two hexes away: beside the target; as a damage die: no effect


def always(shooter, mover, sight):
    return Willing()


def never(shooter, mover, sight):
    return None


def only_at(*places):
    return lambda shooter, mover, sight: Willing() if sight.aim in places else None


def fired_from(j):
    """(shooter, hex aimed at) of each shot."""
    return [(e.shooter, e.aim) for e in j.events if isinstance(e, ShotFired)]


def began(j, who, mp=8):
    j.record(MoveBegan(figure=who, allowance=mp))


def steps(j, who, *hexes, rear=None):
    """Moves a piece hex by hex without any rule, offering defensive fire in each."""
    for at in hexes:
        j.record(Moved(figure=who, hex=at, mp=1, left=j.battle.now.left[who] - 1, rear=rear))
        interrupt(j, RULES, who, always)


def arab_phase(*pieces, columns=9, rows=20, **more):
    return battle(field(columns, rows), *pieces, side="arabs", **more)


@pytest.mark.rule("GUI-5.3b")
def test_fire_breaks_into_a_move_in_the_hex_that_the_owner_waits_for():
    b = arab_phase(man("Yani", "0501", weapon=BOW), man("Jemal", "0510", side="arabs"))
    j = journal(b, otherwise=MISS)
    movement.resolve_move(
        j,
        RULES,
        MoveOrder("jemal", tuple(Leg(LegKind.HEX, at) for at in ("0509", "0508", "0507", "0506"))),
        lambda mover: interrupt(j, RULES, mover, only_at("0507", "0506")),
    )
    assert fired_from(j) == [("yani", "0507")]
    order = kinds(j.events)
    assert order.index("fire_declared") < order.index("shot_fired")
    moved_before = [
        e.hex
        for e in j.events[: j.events.index(next(e for e in j.events if isinstance(e, FireDeclared)))]
        if isinstance(e, Moved)
    ]
    assert moved_before == ["0509", "0508", "0507"]
    assert j.battle.figures["jemal"].hex == "0506", "a miss lets him go on"


@pytest.mark.rule("GUI-5.3b", "GUI-5.4.3a")
def test_a_mover_hit_on_the_way_goes_no_farther_than_he_still_can():
    """A point-blank B in the first hex: wounded, half of what is left."""
    b = arab_phase(man("Yani", "0501", weapon=BOW), man("Jemal", "0504", side="arabs"))
    j = journal(b, 4)
    movement.resolve_move(
        j,
        RULES,
        MoveOrder(
            "jemal", tuple(Leg(LegKind.HEX, at) for at in ("0503", "0603", "0604", "0605", "0606", "0607"))
        ),
        lambda mover: interrupt(j, RULES, mover, always),
    )
    jemal = j.battle.figures["jemal"]
    assert jemal.wounded and j.battle.now.spent["jemal"] <= 4
    assert jemal.hex == "0605", "3 MP were left: half of 7, and 4 less 1 on the wounded face"


@pytest.mark.rule("GUI-5.3b")
def test_unwilling_or_unable_watchers_do_not_shoot():
    b = arab_phase(man("Yani", "0501", weapon=BOW), man("Spear", "0301"), man("Jemal", "0506", side="arabs"))
    j = journal(b)
    began(j, "jemal")
    interrupt(j, RULES, "jemal", never)
    assert none_declared(j)
    b.last.attacked.add("yani")
    j = journal(b)
    began(j, "jemal")
    interrupt(j, RULES, "jemal", always)
    assert none_declared(j)


def none_declared(j):
    return not any(isinstance(e, FireDeclared | ShotFired | DecisionMade) for e in j.events)


@pytest.mark.rule("GUI-5.3b")
def test_the_owner_is_told_which_order_made_the_shot():
    b = arab_phase(man("Yani", "0501", weapon=BOW), man("Jemal", "0506", side="arabs"))
    j = journal(b, otherwise=MISS)
    began(j, "jemal")
    text = "WATCH Yani fire at anyone at most once"
    j.battle.standing["normans"] = (text,)
    attend(j, RULES)
    interrupt(j, RULES, "jemal", lambda s, m, sight: Willing(order=text))
    decision = next(e for e in j.events if isinstance(e, DecisionMade))
    assert (decision.seat, decision.about, decision.figure) == ("normans", "watch", "yani")
    assert decision.order == text and "0506" in decision.chosen
    spent = [e for e in j.events if isinstance(e, StandingOrderSpent)]
    assert [(e.seat, e.order) for e in spent] == [("normans", text)]


@pytest.mark.rule("GUI-5.3b", "GUI-5.4b")
@pytest.mark.parametrize(("half", "aim"), [("", "0506"), ("front", "0506"), ("rear", "0507")])
def test_the_shooters_owner_chooses_the_half_of_a_rider(half, aim):
    b = arab_phase(man("Yani", "0501", weapon=BOW), rider("Jemal", "0506", "0507", side="arabs"))
    j = journal(b, otherwise=MISS)
    began(j, "jemal", 15)
    interrupt(j, RULES, "jemal", lambda s, m, sight: Willing(half=half))
    assert fired_from(j) == [("yani", aim)]


@pytest.mark.rule("GUI-5.3c")
def test_example_three_named_the_second_kills():
    """EX-5.3-1: all three count as having shot; the third has no effect."""
    b = arab_phase(
        man("Anna", "0501", weapon=BOW),
        man("Bela", "0401", weapon=BOW),
        man("Carlo", "0601", weapon=BOW),
        man("Jemal", "0503", side="arabs"),
    )
    j = journal(b, 10, 1)  # point blank, damage dice only: nothing, then C
    began(j, "jemal")
    interrupt(j, RULES, "jemal", always)
    declared = next(e for e in j.events if isinstance(e, FireDeclared))
    assert declared.shooters == ("anna", "bela", "carlo") and declared.hex == "0503"
    assert kinds(j.events).index("fire_declared") < kinds(j.events).index("shot_fired")
    assert j.battle.figures["jemal"].dead
    wasted = [e for e in j.events if isinstance(e, ShotWasted)]
    assert [(e.shooter, e.rule) for e in wasted] == [("carlo", "GUI-5.3c")] and "dead" in wasted[0].why
    assert j.battle.now.watched == {"anna", "bela", "carlo"}
    assert sum(isinstance(e, DamageRolled) for e in j.events) == 2


@pytest.mark.rule("GUI-5.3c")
def test_a_rider_thrown_by_the_first_shot_is_gone_for_the_second():
    """He lies beside his dead horse, out of the hex that was aimed at."""
    b = arab_phase(
        man("Anna", "0501", weapon=BOW),
        man("Bela", "0401", weapon=BOW),
        rider("Jemal", "0503", "0504", side="arabs"),
    )
    j = journal(b, 2)
    began(j, "jemal", 15)
    interrupt(j, RULES, "jemal", always)
    assert [e.shooter for e in j.events if isinstance(e, ShotWasted)] == ["bela"]
    assert j.battle.now.watched == {"anna", "bela"}


@pytest.mark.rule("GUI-5e")
def test_one_defensive_shot_each_in_a_movement_step():
    b = arab_phase(
        man("Yani", "0501", weapon=BOW),
        man("Jemal", "0512", side="arabs"),
        man("Zahir", "0712", side="arabs"),
    )
    j = journal(b, otherwise=MISS)
    began(j, "jemal")
    steps(j, "jemal", "0511", "0510", "0509")
    began(j, "zahir")
    steps(j, "zahir", "0711", "0710")
    assert fired_from(j) == [("yani", "0511")]


# spacing

MEN = [f"N{i}" for i in range(6)]


def many_archers():
    return [man(name, f"{i + 1:02d}01", weapon=BOW) for i, name in enumerate(MEN)]


def one_at_a_time(j):
    """Only the first archer who has not shot yet is willing."""

    def willing(shooter, mover, sight):
        free = next(name.lower() for name in MEN if name.lower() not in j.battle.now.watched)
        return Willing() if shooter.id == free else None

    return willing


@pytest.mark.rule("GUI-5.3d")
@pytest.mark.parametrize(
    ("mover", "needed"),
    [
        (man("Jemal", "0520", side="arabs", health="wounded"), 1),
        (man("Jemal", "0520", side="arabs"), 2),
        (rider("Jemal", "0519", "0520", side="arabs"), 3),
        (rider("Jemal", "0519", "0520", side="arabs", health="wounded"), 3),
    ],
)
def test_a_mover_is_shot_at_again_only_so_many_hexes_on(mover, needed):
    j = journal(arab_phase(*many_archers(), mover), otherwise=MISS)
    began(j, "jemal", 15)
    at = int(mover.hex[2:])
    shots = []
    for i in range(1, 7):
        place = f"05{at - i:02d}"
        rear = f"05{at - i + 1:02d}" if mover.rear else None
        j.record(Moved(figure="jemal", hex=place, mp=1, left=15 - i, rear=rear))
        before = len(fired_from(j))
        interrupt(j, RULES, "jemal", one_at_a_time(j))
        if len(fired_from(j)) > before:
            shots.append(i)
    assert shots == list(range(1, 7, needed))


@pytest.mark.rule("GUI-5.3d")
def test_the_spacing_table_knows_chargers_too():
    table = RULES.tables["defensive-spacing"]
    assert [table.number(key, "hexes") for key in map(str, table.keys())] == [1, 2, 3, 4]


@pytest.mark.rule("GUI-5.3d")
def test_the_refusal_says_how_far_he_has_come():
    b = arab_phase(man("Jemal", "0510", side="arabs"))
    b.now.left["jemal"], b.now.moved["jemal"] = 5, 3
    b.now.shot_at["jemal"] = ShotAt(moved=2)
    found = may_be_shot_at(b, RULES, b.figures["jemal"])
    assert found.rule == "GUI-5.3d" and "1 of 2 hexes" in found.why
    b.now.moved["jemal"] = 4
    assert may_be_shot_at(b, RULES, b.figures["jemal"]) is None


@pytest.mark.rule("GUI-5.3f")
def test_fire_does_not_come_back_to_an_earlier_target():
    """Jemal is shot at, then Zahir begins to move: Jemal is safe for the rest of the phase."""
    b = arab_phase(*many_archers(), man("Jemal", "0515", side="arabs"), man("Zahir", "0715", side="arabs"))
    j = journal(b, otherwise=MISS)
    began(j, "jemal")
    j.record(Moved(figure="jemal", hex="0514", mp=1, left=7))
    interrupt(j, RULES, "jemal", one_at_a_time(j))
    began(j, "zahir")
    j.record(Moved(figure="zahir", hex="0714", mp=1, left=7))
    interrupt(j, RULES, "zahir", one_at_a_time(j))
    j.record(Moved(figure="jemal", hex="0513", mp=1, left=6))
    j.record(Moved(figure="jemal", hex="0512", mp=1, left=5))
    assert may_be_shot_at(j.battle, RULES, j.battle.figures["jemal"]).rule == "GUI-5.3f"
    interrupt(j, RULES, "jemal", one_at_a_time(j))
    assert [aim for _, aim in fired_from(j)] == ["0514", "0714"]


# those who do not move


@pytest.mark.rule("GUI-5.3e")
def test_no_fire_at_one_who_has_not_begun_to_move():
    b = arab_phase(man("Yani", "0501", weapon=BOW), man("Jemal", "0506", side="arabs"))
    j = journal(b, otherwise=MISS)
    interrupt(j, RULES, "jemal", always)
    assert none_declared(j)
    assert may_be_shot_at(j.battle, RULES, j.battle.figures["jemal"]).rule == "GUI-5.3e"
    j.record(StayDeclared(figure="jemal"))
    assert may_be_shot_at(j.battle, RULES, j.battle.figures["jemal"]) is None
    interrupt(j, RULES, "jemal", always)
    assert fired_from(j) == [("yani", "0506")]


@pytest.mark.rule("GUI-5.3e")
@pytest.mark.parametrize("declared", [False, True])
def test_at_the_end_of_the_step_those_who_stayed_may_be_shot_at(declared):
    b = arab_phase(
        man("Yani", "0501", weapon=BOW),
        man("Stays", "0506", side="arabs"),
        man("Moved", "0604", side="arabs"),
        man("Watcher", "0104", side="arabs", weapon=BOW),
    )
    b.now.left["moved"] = 3
    if declared:
        b.now.staying.update({"stays", "watcher"})
    j = journal(b, otherwise=MISS)
    at_standing(j, RULES, lambda s, m, sight: Willing() if m.id != "watcher" else None)
    assert fired_from(j) == [("yani", "0506")], "not at the one who has moved, though he is nearer"


@pytest.mark.rule("GUI-5.3e", "GUI-5.3c", "GUI-5e")
def test_standing_targets_are_dealt_with_one_after_another():
    """RUL-512: each archer takes the man in less cover, then the nearer one; each target has one volley."""
    text = "\n".join(". . . s . . . . ." if row == 4 else ". . . . . . . . ." for row in range(12))
    b = battle(
        text,
        man("Anna", "0401", weapon=BOW),
        man("Bela", "0901", weapon=BOW),
        man("Carlo", "0201", weapon=BOW),
        man("InScrub", "0405", side="arabs"),
        man("Open", "0108", side="arabs"),
        man("Right", "0911", side="arabs"),
        side="arabs",
    )
    j = journal(b, otherwise=MISS)
    at_standing(j, RULES, always)
    assert fired_from(j) == [("anna", "0108"), ("carlo", "0108"), ("bela", "0911")]
    assert [e.target for e in j.events if isinstance(e, FireDeclared)] == ["open", "right"]


@pytest.mark.rule("GUI-5.3e")
def test_if_the_target_dies_of_the_first_volley_the_others_look_elsewhere():
    b = arab_phase(
        man("Anna", "0501", weapon=BOW),
        man("Left", "0503", side="arabs"),
        man("Right", "0506", side="arabs"),
        man("Bela", "0601", weapon=BOW),
    )
    j = journal(b, otherwise=1)
    wishes = {"anna": "left", "bela": "right"}
    at_standing(j, RULES, lambda s, m, sight: Willing() if wishes[s.id] == m.id else None)
    assert fired_from(j) == [("anna", "0503"), ("bela", "0506")]


@pytest.mark.rule("GUI-5.3e")
def test_nobody_shoots_twice_or_without_end_at_the_standing():
    b = arab_phase(*many_archers(), *[man(f"A{i}", f"{i + 1:02d}09", side="arabs") for i in range(5)])
    j = journal(b, otherwise=MISS)
    at_standing(j, RULES, always)
    shooters = [who for who, _ in fired_from(j)]
    assert len(shooters) == len(set(shooters)) == len(MEN)
    targets = [e.target for e in j.events if isinstance(e, FireDeclared)]
    assert len(targets) == len(set(targets))
    count = len(j.events)
    at_standing(j, RULES, always)
    assert len(j.events) == count

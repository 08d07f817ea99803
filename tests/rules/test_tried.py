"""TRY before an order: every hex, die and exact chance, worked out by hand here from the tables."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import engine
from rules.core.percent import UNDER_ONE, percents
from rules.desk.read import read_orders
from rules.desk.reading import LineReading, Verdict
from rules.state.battle import Battle
from tests.rules.castle_kit import castle, upright
from tests.rules.charges import hassan, khaled, opened, robert
from tests.rules.kit import RULES, SIEGE, TACTICS, battle, field, man, rider
from tests.rules.test_fog import file_orders, played

FLAT = field(12, 12)


def tried(at: Battle, order: str, seat: str = "normans") -> LineReading:
    reading = read_orders(at, RULES, seat, [f"TRY {order}"])
    assert not reading.changed and reading.commands == ("try",)
    (answer,) = reading.lines
    return answer


def details(at: Battle, order: str) -> list[str]:
    return list(tried(at, order).details)


# shots


def archery(*others: object, target: str = "0509") -> Battle:
    """A short bow in 0505 and an unarmoured enemy four hexes south of it."""
    yusuf = man("Khaled", target, side="arabs")
    return battle(FLAT, man("Arnolfo", "0505", weapon="short_bow"), yusuf, *others)  # type: ignore[arg-type]


@pytest.mark.rule("GUI-5.4.1a", "GUI-5.4.2a", "GUI-5.4.3a")
def test_a_shot_is_told_die_by_die() -> None:
    told = details(archery(), "FIRE Arnolfo AT Khaled")
    assert told == [
        "Arnolfo at Khaled in 0509 with the short bow: 4 hexes, short range, no cover.",
        "Line of fire: 0505 > 0506 > 0507 > 0508 > 0509.",
        "Impact 1D10 -2 (within 4 hexes), by the face thrown: 1-6 0509 (Khaled); 7 0510 (nobody); 8 0409 "
        "(nobody); 9 0408 (nobody); 10 0508 (nobody) (GUI-5.4.1).",
        "Damage in 0509 1D10, no cover, table missile-foot: 1 C, 2-4 B, 5-6 A, 7-10 no effect.",
        # six faces of ten fall on him: C on one face, B on three, A on two
        "Khaled: 18 % wounded, 12 % driven back, 6 % killed, 64 % unhurt.",
    ]


@pytest.mark.rule("GUI-5.4.1c")
def test_everybody_who_can_be_hit_is_told_of() -> None:
    told = details(archery(man("Drogo", "0510")), "FIRE Arnolfo AT Khaled")
    assert told[-1] == "Drogo (a friend): 3 % wounded, 2 % driven back, 1 % killed, 94 % unhurt."


@pytest.mark.rule("GUI-5.4.4d", "GUI-6.5d")
def test_who_cannot_go_back_is_wounded_instead() -> None:
    """On the southern edge of the board there is no hex away from the shot."""
    at = battle(FLAT, man("Arnolfo", "0508", weapon="short_bow"), man("Khaled", "0512", side="arabs"))
    told = details(at, "FIRE Arnolfo AT Khaled")
    assert told[-1] == "Khaled: 18 % wounded, 12 % hemmed in and wounded, 6 % killed, 64 % unhurt."


@pytest.mark.rule("GUI-5.4.1b")
def test_within_two_hexes_no_impact_die_is_thrown() -> None:
    told = details(archery(target="0507"), "FIRE Arnolfo AT Khaled")
    assert "No impact die so near (GUI-5.4.1b)." in told
    assert told[-1] == "Khaled: 30 % wounded, 20 % driven back, 10 % killed, 40 % unhurt."


@pytest.mark.rule("GUI-5.5.2.2a")
def test_what_blocks_a_shot_is_named() -> None:
    trees = "\n".join(". . . . t . . ." if row == 6 else ". . . . . . . ." for row in range(10))
    at = battle(trees, man("Arnolfo", "0505", weapon="short_bow"), man("Khaled", "0509", side="arabs"))
    answer = tried(at, "FIRE Arnolfo AT Khaled")
    assert answer.verdict is Verdict.ILLEGAL
    assert "0507" in answer.message[0] and answer.rule == "GUI-5.5.2.2a"


# fights


@pytest.mark.rule("GUI-6c")
def test_a_fight_is_told_by_faces_and_by_what_befalls_whom() -> None:
    at = battle(FLAT, man("Robert", "0505"), man("Khaled", "0506", side="arabs"))
    answer = tried(at, "ATTACK Robert ON Khaled")
    assert "10 - 6 = 4, column 0/4" in " ".join(answer.message)
    assert list(answer.details) == [
        "Die 1D10, table combat-foot, column 0/4: 1 D, 2-3 C, 4-6 no effect, 7-8 B, 9-10 As.",
        "Odds: 10 % Khaled stunned; 20 % Khaled driven back; 30 % nothing happens; 20 % Robert driven back; "
        "20 % Robert stunned.",
        "Not counted: tests of those who give ground, and who follows up.",
    ]


@pytest.mark.rule("GUI-6.5e")
def test_a_second_injury_kills_and_the_odds_say_so() -> None:
    at = battle(
        FLAT, man("Robert", "0505"), man("Khaled", "0506", side="arabs", defence=12, health="wounded")
    )
    assert "10 % Khaled killed; 20 % Khaled driven back" in details(at, "ATTACK Robert ON Khaled")[1]


@pytest.mark.rule("GUI-6.2d")
def test_whom_of_several_it_befalls_is_for_their_owner_to_say() -> None:
    at = battle(
        FLAT, man("Robert", "0505"), man("Drogo", "0405"),
        man("Khaled", "0506", side="arabs"), man("Zahir", "0404", side="arabs"),
    )  # fmt: skip
    told = details(at, "ATTACK Robert + Drogo ON Khaled + Zahir")
    assert "(or another of them, as their owner says)" in told[1]


@pytest.mark.rule("GUI-6c")
def test_an_attack_is_weighed_where_the_moves_of_the_sheet_lead() -> None:
    at = battle(FLAT, man("Robert", "0503"), man("Khaled", "0506", side="arabs"))
    at.sheets["normans"] = ("MOVE Robert to 0505",)
    assert details(at, "ATTACK Robert ON Khaled")[0].endswith("7-8 B, 9-10 As.")


# moves


@pytest.mark.rule("GUI-4.3.1a", "GUI-4.3.1b")
def test_each_test_on_a_way_is_named_with_its_die() -> None:
    at = battle(
        FLAT, man("Robert", "0504", armoured=True, mp=8),
        man("Khaled", "0405", side="arabs"), man("Zahir", "0607", side="arabs"),
    )  # fmt: skip
    told = details(at, "MOVE Robert 0505 0506 0507 0508")
    assert told == [
        "MP: 0505 1 (flat), 0506 1 (flat), 0507 1 (flat), 0508 1 (flat).",
        "Khaled's test in 0505: 1D10 -1 (mover armoured): 60 % nothing, 20 % stopped, 20 % wounded.",
        "Zahir's test in 0507: 1D10 -1 (mover armoured): 60 % nothing, 20 % stopped, 20 % wounded.",
        "Arrives unhurt: 36 %.",
    ]


def test_an_order_that_is_not_tried_is_answered_shortly() -> None:
    reading = read_orders(
        archery(), RULES, "normans", ["FIRE Arnolfo AT Khaled", "WATCH Arnolfo fire at anyone"]
    )
    assert [line.details for line in reading.lines] == [(), ()]


def test_what_stands_below_try_is_answered_in_full_too() -> None:
    reading = read_orders(
        archery(), RULES, "normans", ["TRY", "FIRE Arnolfo AT Khaled", "MOVE Arnolfo to 0504"]
    )
    assert [bool(line.details) for line in reading.lines] == [False, True, True]


# standing orders


@pytest.mark.rule("GUI-5.3b")
def test_a_watch_tells_whom_it_would_shoot_at_now() -> None:
    far = man("Zahir", "0512", side="arabs")
    told = details(archery(far), "WATCH Arnolfo fire at first within 5")
    assert told[0] == "If he stayed or moved where he is, Arnolfo would shoot at Khaled; the best of it:"
    # in the enemy's phase A takes MP instead of driving back
    assert told[-1] == "Khaled: 18 % wounded, 12 % slowed, 6 % killed, 64 % unhurt."
    told = details(archery(far), "WATCH Arnolfo fire at mounted")
    assert told[0].startswith("Arnolfo would shoot at nobody where they stand now: Khaled")
    woods = "\n".join([FLAT.splitlines()[0]] * 6 + [field(12, 1, "t")] + [FLAT.splitlines()[0]] * 5)
    hidden = [man(name, at, side="arabs") for name, at in (("Khaled", "0509"), ("Zahir", "0510"))]
    at = battle(woods, man("Arnolfo", "0505", weapon="short_bow"), *hidden)
    assert details(at, "WATCH Arnolfo fire at anyone") == [
        "Arnolfo would shoot at nobody where they stand now: Khaled (the trees in 0507 are in the way); "
        "Zahir (the trees in 0507 are in the way)."
    ]


def test_a_retreat_an_advance_and_an_opposition_are_told_as_things_stand() -> None:
    at = battle(FLAT, man("Robert", "0505"), man("Khaled", "0506", side="arabs"))
    assert details(at, "RETREAT Robert toward 0501") == [
        "Driven back 1 hex in a fight with Khaled, Robert would go to 0504."
    ]
    assert details(at, "ADVANCE Robert always") == ["If Khaled gave up 0506, Robert would follow to 0506."]
    assert details(at, "ADVANCE Robert never") == ["If Khaled gave up 0506, Robert would stay."]
    assert details(at, "OPPOSE Robert never") == ["Robert would let Khaled pass."]
    assert details(at, "OPPOSE Robert always") == [
        "Robert would test Khaled if he passed: 50 % nothing, 20 % stopped, 20 % wounded, 10 % killed."
    ]


def test_an_order_for_all_speaks_for_those_without_one_of_their_own() -> None:
    at = battle(FLAT, man("Robert", "0505"), man("Drogo", "0705"), man("Khaled", "0605", side="arabs"))
    at.standing["normans"] = ("ADVANCE Drogo never",)
    told = details(at, "ADVANCE always")
    assert len(told) == 1 and "Robert would follow" in told[0]


def test_where_nothing_would_call_for_it_that_is_said() -> None:
    at = battle(FLAT, man("Robert", "0105"), man("Khaled", "1206", side="arabs"))
    assert details(at, "ADVANCE always") == ["As everybody stands now nothing would call for it."]


# percentages


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any))
def test_percentages_add_up_and_small_ones_never_vanish(parts: list[int]) -> None:
    shares = {number: Fraction(part, sum(parts)) for number, part in enumerate(parts)}
    told = percents(shares)
    assert told.keys() == {number for number, part in enumerate(parts) if part}
    whole = {number: 0 if words == UNDER_ONE else int(words.split()[0]) for number, words in told.items()}
    assert sum(whole.values()) == 100
    assert all(abs(whole[number] - shares[number] * 100) < 1 for number in whole)


# what the seat cannot see


@pytest.fixture(scope="module")
def spears() -> tuple[Battle, str, str, list[str]]:
    """A battle in its fifth phase, the seat on move, the other, and questions of every kind."""
    _, found, _ = played("spears", 5)
    mine = engine.awaiting(found).seats[0]
    other = next(s.id for s in found.setup.seats if s.id != mine)
    filed = file_orders(found, mine, engine.captain_orders(found, mine, "bold"))
    lines = [f"TRY {line}" for line in engine.captain_orders(found, mine, "bold")]
    own = [f for f in filed.figures.values() if f.seat == mine and f.active]
    enemies = [f for f in filed.figures.values() if f.seat == other and f.active]
    lines += [f"TRY CHARGE {f.name} AT {e.name}" for f in own if f.mounted for e in enemies[:3]]
    lines += [f"TRY FIRE {f.name} AT nearest" for f in own if f.weapon]
    lines += [
        "TRY WATCH fire at anyone", "TRY ADVANCE always", "TRY RETREAT toward 0101", "TRY REFUSE always",
        "TRY COUNTER charge anyone", "TRY OPPOSE always", f"TRY WOUND {own[0].name}",
    ]  # fmt: skip
    return filed, mine, other, lines


SECRETS = (
    "RETREAT toward 0202",
    "ADVANCE never",
    "OPPOSE never",
    "WATCH hold",
    "REFUSE always",
    "COUNTER charge anyone",
)


@settings(max_examples=15, deadline=None)
@given(
    standing=st.lists(st.sampled_from(SECRETS), unique=True),
    spent=st.lists(st.sampled_from(SECRETS), unique=True),
    sheet=st.lists(
        st.sampled_from(["MOVE nobody stay", "ATTACK best", "FIRE nobody AT anyone"]), unique=True
    ),
    checked=st.booleans(),
    data=st.data(),
)
def test_hidden_states_that_a_seat_cannot_tell_apart_get_the_same_answer(
    spears: tuple[Battle, str, str, list[str]],
    standing: list[str],
    spent: list[str],
    sheet: list[str],
    checked: bool,
    data: st.DataObject,
) -> None:
    at, mine, other, lines = spears
    asked = data.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=4))
    changed = at.copy()
    changed.standing[other], changed.spent_orders[other] = tuple(standing), tuple(spent)
    changed.sheets[other] = tuple(sheet)
    for record in (changed.now, changed.last, changed.before):
        record.checked[f"{other}: IF"] = checked
    assert engine.read_orders(changed, mine, asked) == engine.read_orders(at, mine, asked)


def test_the_questions_are_answered_and_the_dice_stay_untouched(
    spears: tuple[Battle, str, str, list[str]],
) -> None:
    at, mine, _, lines = spears
    before = engine.digest(at)
    for line in lines:
        reading = engine.read_orders(at, mine, [line])
        assert not reading.changed and (reading.orders, reading.standing) == (
            at.sheets[mine],
            at.standing[mine],
        )
    assert engine.digest(at) == before


@pytest.mark.rule("GUI-7.2.3a")
def test_a_charge_is_told_with_the_odds_of_its_impact() -> None:
    at = battle(
        field(12, 16), rider("Robert", "0503", "0502"), man("Khaled", "0512", side="arabs"), rules=TACTICS
    )
    reading = read_orders(at, TACTICS, "normans", ["TRY CHARGE Robert AT Khaled"])
    (answer,) = reading.lines
    assert "A charge of 8 hexes at Khaled" in " ".join(answer.message)
    # 24 and half of it again, less 6
    assert "36 - 6 = 30, column 21/30" in " ".join(answer.message)
    # 1-2 F, 3-5 E, 6-7 D, 8-9 C, 10 nothing
    assert answer.details[-2].startswith(
        "Odds: 20 % Khaled killed; 30 % Khaled wounded; 20 % Khaled stunned; 20 % "
    )


@pytest.mark.rule("GUI-7.2.2a", "GUI-7.2.3a")
def test_a_counter_tells_whom_it_would_meet_now_and_with_what_odds() -> None:
    at = opened(robert(), khaled(), hassan())
    reading = read_orders(at, TACTICS, "arabs", ["TRY COUNTER Hassan charge anyone"])
    told = list(reading.lines[0].details)
    assert told[0].startswith("If Robert charged Khaled over ")
    assert "Hassan would ride against him over 0610 > 0510 > 0509:" in told[0]
    # both raised by half: 28 + 14 against 9 + 4
    assert "42 - 13 = 29, column 21/30" in told[1]
    assert any(line.startswith("Odds: ") for line in told)
    reading = read_orders(at, TACTICS, "arabs", ["TRY COUNTER Hassan never"])
    assert "nobody whom this order binds would ride against him" in reading.lines[0].details[0]


@pytest.mark.rule("GUI-8.3.3", "GUI-9.4.4")
@pytest.mark.parametrize("scenario", ["escalade", "naphtha", "farm"])
def test_a_shot_that_may_stray_behind_a_wall_is_told_like_any_other(scenario: str) -> None:
    at = engine.replay(engine.new_game(scenario))
    shooters = [f for f in at.figures.values() if f.weapon and f.hex]
    assert shooters
    for shooter in shooters:
        targets = [f.name for f in at.figures.values() if f.hex and f.side != shooter.side]
        lines = [f"TRY FIRE {shooter.name} AT {name}" for name in targets]
        assert len(engine.read_orders(at, shooter.seat, lines).lines) == len(lines)


# up on ladders and ropes


@pytest.mark.rule("GUI-10.1.5a", "GUI-5.4a")
def test_a_shot_from_a_ladder_over_the_stockade_is_told_with_its_odds() -> None:
    hugo = man("Hugo", "0105", storey=1, weapon="short_bow")
    at = castle(hugo, man("Zahir", "0104", side="arabs"), ladders=(upright("0105"),))
    (answer,) = read_orders(at, SIEGE, "normans", ["TRY FIRE Hugo AT Zahir"]).lines
    assert "Zahir: 30 % wounded, 20 % driven back, 10 % killed, 40 % unhurt." in answer.details


def test_the_cover_of_a_victim_is_asked_in_one_place_that_knows_the_shooter() -> None:
    asking = {
        path.stem
        for path in Path("rules").rglob("*.py")
        if "cover_against(" in path.read_text("utf-8").replace("def cover_against(", "")
    }
    assert asking == {"cover"}


@pytest.mark.rule("GUI-10.6.3b", "GUI-6c")
def test_the_odds_of_an_attack_count_the_die_for_the_rope() -> None:
    """2 in 10 drive Argyros off the platform; on 3 faces in 10 he then misses the rope."""
    rope = upright(kind="rope")
    argyros = man("Argyros", "0404", side="arabs")
    at = castle(man("Drogo", "0304", attack=14), man("Milo", "0504"), argyros, ladders=(rope,))
    (answer,) = read_orders(at, SIEGE, "normans", ["TRY ATTACK Drogo ON Argyros"]).lines
    die, odds, _ = answer.details
    assert "1-2 D, 3-4 C, 5-7 no effect" in die
    assert "26 % Argyros killed; 14 % Argyros driven back" in odds

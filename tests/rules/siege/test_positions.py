"""Positions of sieges: a file put up, played, asked; and any moment of any siege as a file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import sha256

import pytest
from msgspec.structs import replace

from rules import engine
from rules.positions import fields
from rules.positions.findings import Finding
from rules.positions.mornings import lay
from rules.siege.judging import reading
from rules.siege.judging.judging import scale
from rules.siege.plans.at_random import random_plan
from rules.state.siege import DayRecord, Siege, Team
from rules.state.table import Fights, Options
from rules.umpires.siege import PAGES
from tests.rules.siege.kit import besieged

MORNING = """siege castle
day 7
stores 18 until 16
engines thrower 1, ladder 4
damage 1313 1
[men normans]
Odo, wounded until 9
Hugo, dead
[men byzantines]
Yani, prisoner
[works]
thrower 3 Ivo, Hamo, Fulk, Walter, Gilbert
[happened]
rain 2
"""


def judged(text: str) -> list[Finding]:
    return list(engine.judge(text))


def of(kind: str, found: list[Finding]) -> list[str]:
    return [one.words for one in found if one.kind == kind]


def again(text: str) -> Siege:
    """What a file puts up, with the plans on the table."""
    position = reading.read(text, PAGES)
    siege = position.siege.copy()
    for section in position.phases[0].of("orders", "filed"):
        list(lay(siege, section, scale(position.page).read))
    return siege


def lost(siege: Siege, seat: str | None = None, *, truth: bool = True) -> list[str]:
    """The fields that a siege does not get back from its file."""
    known = siege if truth else engine.view_for(siege, seat)
    assert isinstance(known, Siege)
    back = again(engine.position_of(siege, seat, truth=truth))
    return [name for name, _ in fields.differences(known, back)]


# put up, played, asked


def test_a_morning_is_put_up_as_it_is_said() -> None:
    at = again(MORNING)
    assert (at.day, at.phase, at.stores, at.fed_until) == (7, 7, 18, 16)
    assert at.engines == {"thrower": 1, "ladder": 4} and at.damage == {"1313": 1}
    assert at.men["odo"].wounded and at.recovers == {"odo": 9} and at.men["hugo"].dead
    assert at.captured == {"yani": at.besieger} and at.happened == {"rain": 2}
    assert at.teams == (Team("thrower", ("ivo", "hamo", "fulk", "walter", "gilbert"), 3),)
    assert len(at.men) == 28 + 13 and not (at.holds or at.battle_spent)
    held = again("siege farm\n[happened]\nrefuge\nbattle\n")
    assert held.holds and held.battle_spent


def test_a_side_may_be_those_alone_who_are_named() -> None:
    at = again(
        "siege castle\nfights board\nlast day 0\nlate events printed\n"
        "[men normans]\nonly\nTancred, on foot\nMilo\n"
    )
    assert [man.id for man in at.men_of("normans")] == ["tancred", "milo"] and len(at.men) == 15
    assert at.men["tancred"].mount is None and at.commanders["normans"] == "tancred"
    assert at.setup.options.fights is Fights.BOARD and at.setup.last_day == 0
    assert at.setup.late_events == "printed"


def test_a_day_is_played_with_the_dice_of_the_file() -> None:
    dice = "event 1 1\ninitiative normans 9\ninitiative byzantines 1\nparley 10\n"
    found = judged(f"{MORNING}[orders normans]\nIF bonus 2 THEN PARLEY\n[dice]\n{dice}")
    assert of("fault", found) == [] and of("refusal", found) == []
    assert of("outcome", found) == ["the garrison surrendered: it came to terms"]
    assert any("Day 7." in words for words in of("report", found))
    assert "siege parleyed" in of("event", found)
    assert "Odo, wounded until day 9" in of("state", found) and "Ivo" not in " ".join(of("state", found))


def test_a_die_that_was_not_given_is_named_and_one_too_many_too() -> None:
    [fault] = of("fault", judged(MORNING + "[orders normans]\nREST\n[dice]\nevent 1 1\n"))
    assert "GUI-11.1.3a" in fault and "is not given" in fault
    found = judged(MORNING + "[dice]\nevent 1 1\nrecovery Odo 4\notherwise 5\n")
    assert of("fault", found) == ["nobody asked for 4 of 'recovery Odo 4'"]


def test_days_follow_one_another() -> None:
    found = judged("siege farm\n[dice]\notherwise 3\n[next]\n[dice]\notherwise 3\n[ask after]\nsheet\n")
    assert [words for words in of("report", found) if words.startswith("Day ")] == ["Day 1.", "Day 2."]
    assert any(one.kind == "answer" and one.phase == 2 for one in found)


@pytest.mark.rule("GUI-11.1.3a", "GUI-11.6c")
@pytest.mark.parametrize(("question", "answer"), [
    ("initiative", "the Normans have it in 85 of 100 cases, the Byzantines in 15"),
    ("initiative rain", "the Normans have it in 45 of 100 cases, the Byzantines in 55"),
])  # fmt: skip
def test_the_initiative_is_asked_for(question: str, answer: str) -> None:
    test_questions(question, answer)


@pytest.mark.parametrize(("question", "answer"), [
    ("odds", "value 43 against 50: 86 to a hundred for the Normans"),
    ("odds byzantines", "value 43 against 50: 116 to a hundred for the Byzantines"),
    ("legal ASSAULT with Hugo", "no: Hugo is dead"),
    ("legal ASSAULT", "yes, for the Normans"),
    ("legal SALLY", "yes, for the Byzantines"),
    ("legal byzantines ASSAULT", "no: ASSAULT is an order for the besiegers"),
    ("legal BATTER 0101", "no: 0101 is no wall of Acerenza"),
    ("parley", "numbers +1, progress +1: the die must show 10 or more"),
    ("plan normans", "With the initiative: you rest."),
    ("sheet", "Food for 10 days more, until day 16."),
])  # fmt: skip
def test_questions(question: str, answer: str) -> None:
    found = judged(f"{MORNING}[ask]\n{question}\n")
    assert of("fault", found) == [] and of("answer", found)[0] == answer


@pytest.mark.parametrize(("text", "line", "said"), [
    ("siege cstle\n[ask]\nodds\n", 1, "there is no siege"),
    ("siege castle\nday 0x\n[ask]\nodds\n", 2, "day is followed by a number"),
    ("siege castle\nday 3\n[ask]\nodds\n", 2, "the stores are counted"),
    ("siege castle\nday 3\nday 4\n", 3, "day is given twice"),
    ("siege castle\nboard 8x8\n", 2, "there is no line before the first section that begins with 'board'"),
    ("siege castle\nstores many\n", 2, "stores 18 until 16"),
    ("siege castle\nengines belfry 1\n", 2, "there is no thing 'belfry'"),
    ("siege castle\ndamage 0101 1\n", 2, "there is no wall '0101'"),
    ("siege castle\nfights perhaps\n", 2, "there is no fights 'perhaps'"),
    ("siege castle\n[board]\n....\n", 2, "a position of a siege has no [board]"),
    ("siege castle\n[men saxons]\nOdo\n", 2, "there is no side 'saxons'"),
    ("siege castle\n[men normans]\nNobody\n", 3, "there is no man of the normans called"),
    ("siege castle\n[men normans]\nOdo, asleep\n", 3, "there is no state of a man 'asleep'"),
    ("siege castle\n[men normans]\nOdo\nOdo\n", 4, "stands in line 3 too"),
    ("siege castle\n[works]\nthrower 3 Odo, Leon\n", 3, "5 men of the normans build together"),
    ("siege castle\n[happened]\nplague 1\n", 3, "there is no thing that can have happened 'plague'"),
    ("siege castle\n[happened]\nrain 9\n", 3, "on which day? rain 2"),
    ("siege castle\n[exact]\nfood 3\n", 3, "there is no field of a siege 'food'"),
    ("siege castle\n[exact]\nstores \"x\"\n", 3, "stores: "),
    ("siege castle\n[ask]\nwhy\n", 3, "there is no question that begins with 'why'"),
    ("siege castle\n[ask]\nplan saxons\n", 3, "there is no side 'saxons'"),
    ("siege castle\n[orders saxons]\nREST\n", 2, "there is no seat 'saxons'"),
    ("siege castle\nposition 2\n", 2, "this server reads form 1"),
])  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, said: str) -> None:
    [fault] = [one for one in judged(text) if one.kind == "fault"]
    assert fault.line == line and said in fault.words


@pytest.mark.parametrize(
    "heading", ["", "[men normans]", "[works]", "[happened]", "[dice]", "[ask]", "[exact]"]
)
def test_a_line_of_commas_says_nothing(heading: str) -> None:
    assert of("fault", judged(f"siege castle\n{heading}\n,\n[ask]\ninitiative\n[dice]\notherwise 5\n")) == []


def test_an_order_that_is_refused_is_no_fault_of_the_file() -> None:
    [refused] = [one for one in judged(MORNING + "[orders byzantines]\nASSAULT\n[dice]\notherwise 5\n")
                 if one.kind == "refusal"]  # fmt: skip
    assert refused.line == 15 + 1 and refused.code and "besiegers" in refused.words


# written


def moments(scenario: str, seed: int, fights: Fights) -> Iterator[tuple[Siege, bytes]]:
    """The moments of a siege by plans at random, until a fight on a board is called, with their dice."""
    chance = random.Random(f"{scenario} {seed}")
    at = engine.replay(engine.new_game(scenario, options=Options(fights=fights)))
    while at.outcome is None and not engine.awaiting(at).rests:
        assert isinstance(at, Siege)
        for seat in at.setup.seats:
            lines = random_plan(chance, seat.side == at.besieger) if chance.random() < 0.7 else []
            at = engine.evolve(at, engine.accept_orders(at, seat.id, engine.read_orders(at, seat.id, lines)))
        key = sha256(f"{scenario} {seed} {at.phase}".encode()).digest()
        assert isinstance(at, Siege)
        yield at.copy(), key
        at = engine.replay(engine.adjudicate(at, engine.KeyedDice(key)), at)
    assert isinstance(at, Siege)
    yield at.copy(), b""


@pytest.mark.parametrize("scenario", ["siege-castle", "siege-farm", "siege-chapel"])
@pytest.mark.parametrize(("seed", "fights"), [(1, Fights.QUICK), (2, Fights.QUICK), (3, Fights.BOARD)])
def test_the_moments_of_a_siege_come_back_and_are_played_the_same(
    scenario: str, seed: int, fights: Fights
) -> None:
    for at, key in moments(scenario, seed, fights):
        assert lost(at) == [], f"day {at.day}"
        if key:
            both = (at, again(engine.position_of(at, truth=True)))
            played = [engine.adjudicate(one, engine.KeyedDice(key)) for one in both]
            assert played[0] == played[1], f"day {at.day}"
        for seat in (None, *(seat.id for seat in at.setup.seats)):
            assert lost(at, seat, truth=False) == []


def test_a_file_of_what_a_seat_knows_holds_no_plan_of_the_other() -> None:
    at = besieged(day=2, stores=9)
    at.standing = {"normans": ("REST",), "byzantines": ("SALLY",)}
    assert "SALLY" not in engine.position_of(at, "normans") and "REST" in engine.position_of(at, "normans")
    assert "[filed" not in engine.position_of(at, None)
    assert "SALLY" in engine.position_of(at, "normans", truth=True)


def test_what_no_words_say_stands_in_exact() -> None:
    at = besieged(day=3, stores=9, left_behind=4, worked={"thrower": (3,)}, holds=True)
    at.days = (DayRecord(day=1, total=7, deeds=("rest",)), DayRecord(day=2))
    tables = at.setup.tables
    changed = replace(tables["siege-figures"], rows=tuple(
        ("rain", 7) if row[0] == "rain" else row for row in tables["siege-figures"].rows))  # fmt: skip
    at.setup = replace(at.setup, tables=tables | {"siege-figures": changed}, title="Elsewhere")
    text = engine.position_of(at, truth=True)
    assert lost(at) == []
    assert "left_behind 4" in text and "setup.tables" in text and "men.outside-1" in text
    assert again(text).setup.tables["siege-figures"].number("rain", "value") == 7


def test_the_dice_of_a_day_play_it_again() -> None:
    [(at, key), *_] = moments("siege-castle", 4, Fights.QUICK)
    events = engine.adjudicate(at, engine.KeyedDice(key))
    thrown = [event for event in events if isinstance(event, engine.DieRolled)]
    found = judged(engine.position_of(at, truth=True, dice=thrown))
    assert of("fault", found) == []
    assert of("die", found) == [f"{event.name}: {event.face} of {event.sides}" for event in thrown]

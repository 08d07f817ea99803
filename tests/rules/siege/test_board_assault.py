"""An assault fought out on the board of the place: how it is set up, how it ends, what comes back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.assault.siege_engines import may_shoot
from rules.books.registry import rules_of
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.events.base import Event
from rules.events.deployment import ReservesCalled
from rules.events.families import GameCalled
from rules.events.siege import (
    DayBegan,
    DayEnded,
    DeedDone,
    EnginesChanged,
    FightCalled,
    FightOver,
    FoughtQuickly,
    ManDied,
    ManHurt,
    ManTaken,
    PlaceFell,
    RecoverySet,
    RefugeHeld,
    SiegeLifted,
    StoresChanged,
    TeamWorked,
    WallRuined,
)
from rules.phases import storming
from rules.phases.deploying import sides_that_place
from rules.siege import days
from rules.siege.boards import assault
from rules.siege.boards.field import strip
from rules.siege.guiscard import GUISCARD_SIEGE as PAGE
from rules.siege.plans.plan import NONE, Act
from rules.siege.plans.reading import plan_from
from rules.siege.plans.writing import written as as_it_stands
from rules.state import terrain
from rules.state.battle import Battle, Overlay
from rules.state.deployment import Reserve
from rules.state.families import Returned
from rules.state.figure import Character, Health
from rules.state.siege import Deed, Fight, Siege
from rules.state.table import Fights, Outcome
from rules.state.works import EngineState
from rules.tactical.deploying.placing import EDGES
from rules.umpires import agreed
from rules.umpires.battle import BATTLE
from tests.rules.siege.board_kit import lay
from tests.rules.siege.kit import TABLES, Dice, all_of, besieged, day, hurt, none_of, only, ours, slain

GATE, YARD, TOWER = "1313", "1311", "1308"


def place(kind: str = "castle", **fields: object) -> Siege:
    at = besieged(kind, **({"day": 3, "stores": 30} | fields))  # type: ignore[arg-type]
    at.setup = replace(at.setup, options=replace(at.setup.options, fights=Fights.BOARD))
    return at


def board(at: Siege, act: Act | None = None) -> Battle:
    """The battle as it begins."""
    first = assault.begins(
        at, TABLES, act or Act(Deed.ASSAULT), at.at_hand(at.besieger), at.strength(at.besieged)
    )
    found = engine.replay(first)
    assert isinstance(found, Battle)
    return found


def fought(at: Siege, *, inside: dict[str, str], outside: dict[str, str], turn: int = 9) -> Battle:
    """An assault at the end of a turn, with these men in their hexes and all others dead."""
    battle = board(at)
    for man in battle.figures.values():
        here = inside.get(man.id) or outside.get(man.id)
        dead = Health.HEALTHY if here else Health.DEAD
        battle.figures[man.id] = replace(man, hex=here, health=dead)
    battle.turn, battle.side = turn, at.besieged
    battle.reserves = {}
    battle.phase_name = ""
    return battle


def told(at: Siege, act: Act | None = None, **changes: object) -> Siege:
    """The siege when the assault is over and it has been told so."""
    battle = board(at, act)
    fight = Fight(
        Deed.ASSAULT,
        tuple(man.id for man in at.at_hand(at.besieger)),
        tuple(man.id for man in at.strength(at.besieged)),
    )
    back = Returned(figures=tuple(battle.figures.values()))
    at.fight = replace(fight, **({"outcome": Outcome("", "died down"), "back": back} | changes))
    return at


def evening(at: Siege, dice: dict[str, int] | None = None) -> tuple[list[Event], Siege]:
    """What is left of the day."""
    events = days.adjudicated(at, PAGE, Dice(named=dice or {}, otherwise=5))
    after = at.copy()
    for event in events:
        engine.evolve(after, event)
    return events, after


def back_with(at: Siege, *men: Character, **more: object) -> Returned:
    battle = board(at)
    changed = {man.id: man for man in men}
    return Returned(
        figures=tuple(changed.get(man.id, man) for man in battle.figures.values()),
        **more,  # type: ignore[arg-type]
    )


# the set-up


@pytest.mark.rule("GUI-11.4.1a")
def test_everybody_of_both_sides_is_on_the_board_of_the_place() -> None:
    at = slain(place(garrison=5, host=9), "outside-4", "inside-3")
    battle = board(at)
    assert battle.setup.board == at.setup.board
    assert {man.id for man in battle.figures.values()} == {
        man.id for side in (at.besieger, at.besieged) for man in at.strength(side)
    }


@pytest.mark.rule("GUI-11.4.1b")
@pytest.mark.rule("GUI-11.3.3")
def test_a_hex_is_marked_when_its_last_stage_is_reached_and_not_before() -> None:
    walls = {wall.strength: wall.hex for wall in place().setup.stronghold.walls}
    double, wood = walls["D"], GATE
    last = TABLES["siege-demolition"].number("D", "stages")
    assert last > 1 and not board(place(damage={double: last - 1})).overlays
    battle = board(place(damage={double: last, wood: 1}))
    marked = {mark.hexes[0]: (mark.kind, mark.terrain) for mark in battle.overlays.values()}
    assert marked == {double: ("fallen wall", "rock"), wood: ("destroyed gate", "destroyed_gate")}


@pytest.mark.rule("GUI-11.3.2", "GUI-11.3.3")
@pytest.mark.parametrize(("kind", "at_hex"), [("castle", "1307"), ("chapel", "1109"), ("castle", GATE)])
def test_a_wall_or_gate_that_falls_leaves_the_ground_as_high_as_it_was(kind: str, at_hex: str) -> None:
    before, after = board(place(kind)), board(place(kind, damage={at_hex: 4}))
    assert terrain.terrain_at(after, at_hex) != terrain.terrain_at(before, at_hex)
    assert terrain.level_at(after, at_hex) == terrain.level_at(before, at_hex)


@pytest.mark.rule("GUI-11.3.3")
def test_a_fallen_wall_is_no_wall_any_more_and_a_platform_comes_down() -> None:
    at = place("chapel", damage={"1109": 2, "1108": 1})
    [mark] = board(at).overlays.values()
    assert mark.hexes == ("1109",) and {"wall", "door"} <= set(mark.removes)
    [fallen] = board(place(damage={"0805": 1})).overlays.values()
    assert (fallen.kind, fallen.terrain, fallen.level) == ("fallen platform", "stockade_down", -1)


@pytest.mark.rule("GUI-11.4.1b")
def test_the_garrison_places_first_and_anywhere_inside() -> None:
    at = place()
    battle = board(at)
    assert sides_that_place(battle) == (at.besieged, at.besieger)
    garrison = battle.deployment_of(at.besieged)
    assert garrison is not None and set(garrison.hexes) == set(at.setup.stronghold.within)
    assert len(garrison.template) == 13


@pytest.mark.rule("GUI-11.4.1b")
def test_the_besiegers_stand_along_any_edges_and_usually_at_that_nearest_to_the_breach() -> None:
    at = place(damage={"0805": 1})  # in the north-west
    battle = board(at)
    host = battle.deployment_of(at.besieger)
    assert host is not None and [area.name for area in host.areas] == [
        "the north edge",
        "the east edge",
        "the south edge",
        "the west edge",
    ]
    north = set(host.areas[0].hexes)
    assert {reserve.place[0] for reserve in battle.reserves.values()} <= north
    south = set(host.areas[2].hexes)
    there = board(at, Act(Deed.ASSAULT, edge="south"))
    assert {reserve.place[0] for reserve in there.reserves.values()} <= south


@pytest.mark.rule("GUI-11.4.1i")
def test_in_a_second_assault_the_garrison_has_its_refuge_and_the_besiegers_all_else() -> None:
    at = place(garrison=6, holds=True)
    battle = board(at)
    keep = set(at.setup.stronghold.keep)
    garrison, host = battle.deployment_of(at.besieged), battle.deployment_of(at.besieger)
    assert garrison is not None and host is not None
    assert set(garrison.hexes) == keep
    assert {place[0] for place in garrison.template.values()} <= keep
    assert YARD in host.hexes and not keep & set(host.hexes)
    assert set(host.hexes) == set(battle.board.cells) - keep


@pytest.mark.rule("GUI-11.4.1i")
@pytest.mark.parametrize("shooter", ["javelinman", "archer", "light infantry"])
def test_nobody_is_placed_within_range_of_a_refuge_from_which_somebody_shoots(shooter: str) -> None:
    at = place(garrison={"knight": 1, shooter: 1}, host=20, holds=True)
    battle = board(at)
    host = battle.deployment_of(at.besieger)
    assert host is not None
    edges = {hex_ for area in host.areas if area.name.endswith("edge") for hex_ in area.hexes}
    stands = {reserve.place[0] for reserve in battle.reserves.values()}
    assert len(stands) == 20
    if shooter == "light infantry":
        assert not stands & edges
    else:
        assert set(host.hexes) == edges and stands <= edges


@pytest.mark.rule("GUI-11.4.1i")
def test_what_lies_beyond_the_reach_of_a_weapon_in_the_refuge_is_open_to_the_besiegers() -> None:
    at = place(garrison={"knight": 1, "javelinman": 1}, holds=True)
    at.men["inside-2"] = replace(at.men["inside-2"], weapon="lance_foot")  # 12 hexes
    battle = board(at)
    won = assault.won_ground(at, battle.board, rules_of(battle).tables, at.strength(at.besieged))
    off = {hex_: min(battle.board.distance(hex_, at_) for at_ in at.setup.stronghold.keep) for hex_ in won}
    assert min(off.values()) == 13 and "2618" in off and YARD not in off


@pytest.mark.rule("GUI-11.4.1j")
def test_whoever_is_held_back_comes_by_any_edge_a_turn_later_and_is_announced() -> None:
    battle = board(place(host=5))
    [called] = [
        event
        for event in assault.begins(
            place(host=5), TABLES, Act(Deed.ASSAULT), place(host=5).at_hand("normans"),
            place().strength("byzantines"),
        )
        if isinstance(event, ReservesCalled)
    ]  # fmt: skip
    assert not called.seats, "the garrison is told of them"
    for reserve in battle.reserves.values():
        assert reserve == Reserve(by=EDGES, turn=2, place=reserve.place, announced=True)


@pytest.mark.rule("GUI-11.4.1j", "GUI-11.4.1i")
@pytest.mark.parametrize("holds", [False, True])
def test_besiegers_wait_along_an_edge_unless_they_hold_all_but_the_refuge(holds: bool) -> None:
    at = place(garrison=6, host=20, holds=holds)
    battle = board(at)
    host = battle.deployment_of(at.besieger)
    assert host is not None
    edges = {hex_ for name in EDGES for hex_ in strip(battle.board, name)}
    stands = {reserve.place[0] for reserve in battle.reserves.values()}
    assert len(stands) == 20 and (stands <= edges) is not holds
    assert (set(host.hexes) == edges) is not holds


@pytest.mark.rule("GUI-11.4.1k")
def test_the_besiegers_have_the_first_phase() -> None:
    at = place()
    assert board(at).setup.sides[0].id == at.besieger


@pytest.mark.parametrize("holds", [False, True])
def test_whoever_has_no_room_inside_stands_before_the_doors(holds: bool) -> None:
    at = place("chapel", garrison=30, host=60, holds=holds)
    battle = board(at)
    garrison = battle.deployment_of(at.besieged)
    assert garrison is not None and len({at for (at,) in garrison.template.values()}) == 30
    assert not {r.place for r in battle.reserves.values()} & set(garrison.template.values())


def test_ladders_lie_under_two_men_each_and_ropes_are_in_hand() -> None:
    at = place(host=9, engines={"ladder": 3, "grapnel": 2})
    battle = board(at)
    stands = {reserve.place[0]: name for name, reserve in battle.reserves.items()}
    ladders = [work for work in battle.ladders.values() if work.kind == "ladder"]
    assert len(ladders) == 3 and all(set(ladder.hexes) <= stands.keys() for ladder in ladders)
    carried = {at for ladder in ladders for at in ladder.hexes}
    assert len(carried) == 6, "nobody is to carry two"
    ropes = [work for work in battle.ladders.values() if work.kind == "rope"]
    assert len(ropes) == 2 and not carried & {battle.reserves[r.bearers[0]].place[0] for r in ropes}
    for number, come in ((2, 2), (9, 3), (NONE, 0)):
        some = board(at, Act(Deed.ASSAULT, number=number))
        assert sum(work.kind == "ladder" for work in some.ladders.values()) == come


@pytest.mark.rule("GUI-11.4.1a")
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("kind", ["castle", "farm", "chapel"])
def test_stone_throwers_shoot_in_an_assault_if_the_plan_says_so(kind: str, edge: str) -> None:
    at = place(kind, host=9, engines={"thrower": 3, "ladder": 1})
    assert not board(at).engines
    battle = board(at, Act(Deed.ASSAULT, throwers=9, edge=edge))
    assert len(battle.engines) == 2, "there are two counters"
    stands = {reserve.place[0] for reserve in battle.reserves.values()}
    aim = at.setup.stronghold.keep[0]
    for thrower in battle.engines.values():
        (there,) = thrower.hexes
        assert there not in stands and there not in at.setup.stronghold.within
        crew = battle.board.neighbours(there)[:3]
        men = [man.id for man in battle.side_figures(at.besieger)][:3]
        lay(battle, **{man.replace("-", "_"): hex_ for man, hex_ in zip(men, crew, strict=True)})
        battle.side = at.besieger
        found = may_shoot(battle, rules_of(battle), at.besieger, thrower, aim, tuple(men))
        assert not isinstance(found, Rejection), found


@pytest.mark.rule("GUI-11.4.1a")
def test_a_thrower_stands_outside_the_place_even_where_that_reaches_the_edge() -> None:
    at = place(engines={"thrower": 1})
    act = Act(Deed.ASSAULT, throwers=1, edge="south")
    [usual] = board(at, act).engines.values()
    hold = at.setup.stronghold
    at.setup = replace(at.setup, stronghold=replace(hold, within=(*hold.within, *usual.hexes)))
    [moved] = board(at, act).engines.values()
    assert moved.hexes[0] not in at.setup.stronghold.within


@pytest.mark.rule("GUI-11.4.1a")
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_thrower_that_is_destroyed_in_an_assault_is_gone(lost: int) -> None:
    at = place(engines={"thrower": 3})
    throwers = list(board(at, Act(Deed.ASSAULT, throwers=2)).engines.values())
    throwers[:lost] = [replace(engine, state=EngineState.DESTROYED) for engine in throwers[:lost]]
    events, after = evening(told(at, back=back_with(at, engines=tuple(throwers))))
    assert [event.by for event in all_of(events, EnginesChanged)] == ([-lost] if lost else [])
    assert after.engines["thrower"] == 3 - lost


def test_riders_storm_on_foot_and_wounds_are_brought_along() -> None:
    at = hurt(place(garrison=3, host={"knight": 3}), "outside-2")
    battle = board(at)
    assert not battle.horses and not any(man.mounted for man in battle.figures.values())
    assert battle.figures["outside-2"].wounded and not battle.figures["outside-3"].wounded


@pytest.mark.rule("GUI-11.6h")
def test_those_who_were_let_in_stand_inside_before_anybody_is_placed() -> None:
    at = place(garrison=5, host=9)
    first = assault.begins(
        at, TABLES, Act(Deed.ASSAULT), at.at_hand(at.besieger), at.strength(at.besieged), ["outside-2"]
    )
    battle = engine.replay(first)
    assert isinstance(battle, Battle)
    assert battle.figures["outside-2"].hex in at.setup.stronghold.within
    assert "outside-2" not in battle.reserves and "outside-3" in battle.reserves


# how it ends


def verdict(battle: Battle, at_turn_end: bool = True) -> tuple[str, str] | None:
    found = storming.verdict(battle, rules_of(battle), at_turn_end)
    return None if found is None else (found.winner, found.reason)


@pytest.mark.rule("GUI-11.4.1k")
def test_it_ends_when_the_place_is_taken_or_no_attacker_is_left() -> None:
    at = place(garrison=3, host=3)
    taken = fought(at, inside={}, outside={"outside-1": YARD, "outside-2": "1312"})
    assert verdict(taken, at_turn_end=False) == (at.besieger, "the place is taken")
    beaten = fought(at, inside={"inside-1": YARD}, outside={})
    assert verdict(beaten, at_turn_end=False) == (at.besieged, "no besieger is left in the assault")
    both = fought(at, inside={"inside-1": YARD}, outside={"outside-1": "1310", "outside-2": "1312"})
    assert verdict(both, at_turn_end=False) is None


@pytest.mark.rule("GUI-11.4.1k")
def test_those_who_left_the_map_are_no_attackers_any_more() -> None:
    at = place(garrison=3, host=3)
    battle = fought(at, inside={"inside-1": YARD}, outside={"outside-1": "1318"})
    assert "1318" in battle.setup.victory.exits[at.besieger]
    battle.figures["outside-1"] = replace(battle.figures["outside-1"], hex=None, left_by="1318")
    assert verdict(battle) == (at.besieged, "no besieger is left in the assault")


def test_it_is_given_up_with_so_many_lost_as_the_plan_says() -> None:
    at = place(garrison=3, host=10)
    standing = {f"outside-{n}": f"{10 + n}16" for n in range(1, 6)}
    battle = fought(at, inside={"inside-1": YARD}, outside=standing)
    assert verdict(battle) == (at.besieged, "the besiegers give the assault up")
    board_of_patience = board(at, Act(Deed.ASSAULT, until=70))
    battle.setup = board_of_patience.setup
    assert verdict(battle) is None


@pytest.mark.rule("GUI-11.6h")
@pytest.mark.parametrize(("until", "stand"), [(0, 60), (70, 30), (40, 60), (10, 90)])
@pytest.mark.parametrize("let_in", [(), ("outside-2", "outside-3")], ids=["outside", "through the gate"])
def test_whatever_way_they_came_a_plan_that_names_no_losses_bears_as_many_as_the_table_says(
    until: int, stand: int, let_in: tuple[str, ...]
) -> None:
    at = place(garrison=3, host=10)
    figures = TABLES["siege-boards"]
    rows = tuple((key, 40 if key == "assault until" else value) for key, value, *_ in figures.rows)
    tables = Tables({**TABLES.as_dict(), figures.id: replace(figures, rows=rows)})
    act, host = Act(Deed.ASSAULT, until=until), at.at_hand(at.besieger)
    battle = engine.replay(assault.begins(at, tables, act, host, at.strength(at.besieged), let_in))
    assert isinstance(battle, Battle)
    assert battle.setup.victory.break_at == {at.besieger: stand}


def test_with_one_fewer_lost_than_it_takes_they_go_on() -> None:
    at = place(garrison=3, host=10)
    standing = {f"outside-{n}": f"{10 + n}16" for n in range(1, 7)}
    assert verdict(fought(at, inside={"inside-1": YARD}, outside=standing)) is None


@pytest.mark.rule("GUI-11.4.1c")
@pytest.mark.parametrize(
    ("quiet", "inside", "ends"),
    [(5, YARD, True), (4, YARD, False), (5, "1317", False)],
    ids=["both", "too short", "no wall between"],
)
def test_it_dies_down_after_five_quiet_turns_if_walls_part_them(quiet: int, inside: str, ends: bool) -> None:
    at = place(garrison=3, host=3)
    battle = fought(
        at, inside={"inside-1": inside}, outside={"outside-1": "1318", "outside-2": "1218"}, turn=9
    )
    battle.melee = 9 - quiet
    assert verdict(battle) == (("", "the assault has died down") if ends else None)
    battle.now.attacked.add("outside-1")
    assert verdict(battle) is None


@pytest.mark.rule("GUI-11.4.1c")
def test_a_gap_in_the_stockade_parts_nobody() -> None:
    at = place(garrison=3, host=3, damage={GATE: 1})
    battle = fought(at, inside={"inside-1": YARD}, outside={"outside-1": "1318", "outside-2": "1218"})
    battle.melee = 2
    assert verdict(battle) is None


@pytest.mark.rule("GUI-11.4.1c")
def test_who_cannot_get_to_the_refuge_is_taken_when_it_is_over() -> None:
    at = place(garrison=4, host=3)
    battle = fought(
        at,
        inside={"inside-1": YARD, "inside-2": TOWER, "inside-3": "1317"},
        outside={"outside-1": "1318", "outside-2": "1218"},
    )
    rules = rules_of(battle)
    assert storming.prisoners(battle, rules) == {}, "it is not over"
    battle.outcome = Outcome("", "the assault has died down")
    assert storming.prisoners(battle, rules) == {"inside-3": at.besieger}
    battle.outcome = Outcome(at.besieged, "given up")
    assert storming.prisoners(battle, rules) == {}, "nobody is there to take him"


@pytest.mark.rule("GUI-11.4.1h")
@pytest.mark.parametrize(
    ("halt", "dead", "ends"), [(None, 34, True), (None, 33, False), (0, 0, True), (101, 40, False)]
)
def test_it_stops_before_the_refuge_as_the_plan_says(halt: int | None, dead: int, ends: bool) -> None:
    at = place(garrison=3, host=100)
    standing = {f"outside-{n}": "1318" for n in range(dead + 1, 101)}
    battle = fought(at, inside={"inside-1": TOWER, "inside-2": "1307"}, outside=standing)
    battle.setup = board(at, Act(Deed.ASSAULT, halt=halt)).setup
    won = (at.besieger, "only the refuge is left to the garrison")
    assert verdict(battle) == (won if ends else None)
    battle.figures["inside-2"] = replace(battle.figures["inside-2"], hex=YARD)
    assert verdict(battle) is None, "one of them is elsewhere"


@pytest.mark.rule("GUI-11.4.1h")
def test_it_stops_before_the_refuge_at_once_and_gives_the_garrison_no_phase_to_come_out() -> None:
    at = place(garrison=3, host=5)
    there = {"outside-1": YARD, "outside-2": "1312", "outside-3": "1318"}
    battle = fought(at, inside={"inside-1": TOWER, "inside-2": "1307"}, outside=there)
    assert verdict(battle, at_turn_end=False) == (at.besieger, "only the refuge is left to the garrison")
    battle.turn = 0
    assert verdict(battle, at_turn_end=False) is None, "they are being placed yet"


@pytest.mark.rule("GUI-11.4.1h")
@pytest.mark.rule("GUI-11.4.1i")
@pytest.mark.parametrize("halt", [None, 0, 34])
def test_an_assault_on_the_refuge_itself_does_not_stop_before_it(halt: int | None) -> None:
    at = place(garrison=3, host=10, holds=True)
    storm = board(at, Act(Deed.ASSAULT, halt=halt)).setup.victory.storm
    assert storm is not None
    battle = fought(at, inside={"inside-1": TOWER}, outside={f"outside-{n}": f"1{n}16" for n in range(1, 7)})
    battle.setup = replace(battle.setup, victory=replace(battle.setup.victory, storm=storm))
    assert verdict(battle) is None


# the day waits, and goes on


@pytest.mark.rule("GUI-11.4")
def test_the_day_stops_for_the_fight_and_nobody_owes_anything() -> None:
    at = place()
    events, after = day(at, ours(at), outside=["ASSAULT"])
    assert isinstance(events[-1], GameCalled) and events[-1].openly
    assert none_of(events, FoughtQuickly, DayEnded, RecoverySet)
    assert only(events, DeedDone).deed is Deed.ASSAULT
    waiting = engine.awaiting(after)
    assert waiting.seats == () and waiting.rests == ("day3-assault",)
    assert waiting.title == "day 3, the assault"


@pytest.mark.rule("GUI-11.4")
def test_behind_the_fight_the_same_day_ends_without_work_for_builders() -> None:
    at = told(place(host=20))
    at.calls = {}
    events, after = evening(at)
    assert none_of(events, DayBegan, TeamWorked) and only(events, DayEnded).day == 3
    assert after.fight is None and after.turn == 4
    assert only(events, FightOver).ended == "nothing"


@pytest.mark.rule("GUI-11.1.5a")
def test_the_dead_stay_dead_and_the_wounded_have_their_recovery_rolled_for() -> None:
    at = hurt(place(garrison=5, host=9), "outside-3")
    figures = board(at).figures
    back = back_with(
        at,
        replace(figures["outside-2"], health=Health.WOUNDED),
        replace(figures["outside-4"], health=Health.DEAD),
        replace(figures["inside-2"], health=Health.STUNNED),
    )
    events, after = evening(told(at, back=back))
    assert only(events, ManDied).figure == "outside-4" and after.men["outside-4"].dead
    assert only(events, ManHurt).figure == "outside-2"
    assert only(events, RecoverySet).figure == "outside-2", "who was wounded before is on his old date"
    assert not after.men["inside-2"].wounded and not after.men["inside-2"].stunned


@pytest.mark.rule("GUI-11.1.5a")
def test_who_fell_ill_that_morning_has_his_recovery_rolled_for_behind_the_fight() -> None:
    at = hurt(place(garrison=5, host=9), "inside-3")
    events, _ = evening(told(at, hurt=("inside-3",)))
    assert only(events, RecoverySet).figure == "inside-3"


@pytest.mark.rule("GUI-11.4.1c")
def test_prisoners_are_the_besiegers_and_command_no_more() -> None:
    at = place(garrison={"knight": 2, "light infantry": 3}, host=9)
    events, after = evening(told(at, back=back_with(at, prisoners={"inside-1": at.besieger})))
    assert only(events, ManTaken).by == at.besieger
    assert after.captured == {"inside-1": at.besieger} and after.commanders[at.besieged] == "inside-2"
    assert "inside-1" not in {man.id for man in after.strength(at.besieged)}


@pytest.mark.rule("GUI-11.4.1h")
def test_who_has_his_refuge_left_takes_half_of_the_stores_along() -> None:
    at = place(stores=10)
    events, after = evening(told(at, outcome=Outcome(at.besieger, "only the refuge is left")))
    assert only(events, FightOver).ended == "refuge" and after.holds
    assert only(events, RefugeHeld) and only(events, StoresChanged).days == -4  # of 8 days, today's with them


@pytest.mark.parametrize("holds", [False, True])
def test_a_garrison_that_gives_up_in_an_assault_gives_up_its_refuge_too(holds: bool) -> None:
    at = place(stores=10, holds=holds)
    events, _ = evening(told(at, outcome=agreed.surrender(board(place()), [at.besieged])))
    assert only(events, PlaceFell).cause == "assault" and none_of(events, RefugeHeld)


@pytest.mark.rule("GUI-11.4.1d")
def test_a_second_success_at_the_refuge_takes_no_stores_again() -> None:
    at = place(holds=True, stores=10)
    events, _ = evening(told(at, outcome=Outcome(at.besieger, "only the refuge is left")))
    assert none_of(events, RefugeHeld, StoresChanged, PlaceFell)


@pytest.mark.rule("GUI-11.4.1k")
def test_a_place_without_a_defender_has_fallen_and_a_camp_without_a_man_is_gone() -> None:
    at = place(garrison=2, host=2)
    figures = board(at).figures
    dead = [replace(figures[f"inside-{n}"], health=Health.DEAD) for n in (1, 2)]
    events, _ = evening(told(at, back=back_with(at, *dead)))
    assert only(events, PlaceFell).cause == "assault"
    at = place(garrison=2, host=2)
    gone = [replace(figures[f"outside-{n}"], health=Health.DEAD) for n in (1, 2)]
    events, _ = evening(told(at, back=back_with(at, *gone)))
    assert only(events, SiegeLifted).cause == "losses" and none_of(events, DayEnded)


@pytest.mark.rule("GUI-11.3.3")
def test_what_burns_down_in_the_fight_is_down_for_good() -> None:
    at = place()
    events, after = evening(told(at, back=back_with(at, damage={GATE: 1, YARD: 1})))
    assert only(events, WallRuined).hex == GATE and after.damage == {GATE: 1}
    again, _ = evening(told(place(damage={GATE: 1}), back=back_with(at, damage={GATE: 1})))
    assert none_of(again, WallRuined)


def test_a_battle_of_a_siege_brings_back_its_ruins_and_no_other_battle_does() -> None:
    battle = board(place())
    battle.overlays["ruin-0805"] = Overlay("ruin-0805", "fallen platform", ("0805",))
    battle.overlays["gate-1313"] = Overlay("gate-1313", "open gate", (GATE,))
    assert BATTLE.returned(battle).damage == {"0805": 1}
    battle.setup = replace(battle.setup, of_siege=False)
    assert BATTLE.returned(battle).damage == {}


# plans


@pytest.mark.rule("GUI-11.4.1h")
@pytest.mark.parametrize(
    ("written", "halt", "until", "printed"),
    [
        ("ASSAULT", None, 0, "ASSAULT"),
        ("ASSAULT, halt at the refuge", 0, 0, "ASSAULT halt at the refuge"),
        ("ASSAULT edge south, never halt", 101, 0, "ASSAULT never halt edge south"),
        (
            "ASSAULT, halt at the refuge at 20 %, give up at 40 %",
            20,
            40,
            "ASSAULT halt at 20 % give up at 40 %",
        ),
        ("ASSAULT with 2 ladders until 30% lost", None, 30, "ASSAULT with 2 ladders give up at 30 %"),
    ],
)
def test_a_plan_says_how_far_an_assault_is_to_go(
    written: str, halt: int | None, until: int, printed: str
) -> None:
    at = place()
    for text in (written, printed):
        [line] = plan_from(at, at.besieger, (text,), PAGE).lines
        assert (line.acts[0].halt, line.acts[0].until) == (halt, until)
    assert as_it_stands(PAGE, line.cases, line.acts) == printed


@pytest.mark.parametrize(
    ("written", "ladders", "throwers", "printed"),
    [
        ("ASSAULT with 2 ladders and 1 thrower", 2, 1, "ASSAULT with 2 ladders with 1 throwers"),
        ("ASSAULT with knights, 2 throwers", 0, 2, "ASSAULT with knight with 2 throwers"),
        ("ASSAULT without ladders", NONE, 0, "ASSAULT with 0 ladders"),
        ("ASSAULT with 0 ladders, no throwers", NONE, 0, "ASSAULT with 0 ladders"),
    ],
)
def test_a_plan_says_which_engines_come_along(
    written: str, ladders: int, throwers: int, printed: str
) -> None:
    at = place()
    for text in (written, printed):
        [line] = plan_from(at, at.besieger, (text,), PAGE).lines
        assert (line.acts[0].number, line.acts[0].throwers) == (ladders, throwers)
        assert line.text == printed


@pytest.mark.parametrize("wrong", ["ASSAULT give up at 0 %", "ASSAULT halt at 300 %"])
def test_a_percentage_that_is_none_is_told_so(wrong: str) -> None:
    at = place()
    assert not plan_from(at, at.besieger, (wrong,), PAGE).lines
    [line] = engine.read_orders(at, at.besieger, [wrong]).lines
    assert "100 %" in line.message[0]


def test_quick_resolution_stays_where_it_was_agreed() -> None:
    at = besieged("castle", day=3, stores=30)
    events, _ = day(at, ours(at), outside=["ASSAULT"])
    assert only(events, FoughtQuickly) and not all_of(events, FightCalled)


def test_the_first_mail_names_a_man_of_ones_own_who_can_be_held_back() -> None:
    battle = board(place())
    told = dict(engine.primer(battle, "normans"))
    assert any(line.startswith("ENTER Outside") and " by " in line for line in told)
    assert not any(line.startswith("ENTER") for line, _ in engine.primer(battle, "byzantines"))


@pytest.mark.rule("GUI-11.4.1b", "GUI-11.4.1j")
@pytest.mark.parametrize("fields", [{}, {"holds": True}, {"exchanged": True}])
def test_of_an_army_without_room_for_it_the_rest_comes_later(fields: dict[str, object]) -> None:
    """RUL-1316."""
    at = place("chapel", host=600, **fields)
    battle = board(at)
    assert len(battle.figures) + len(battle.reserves) >= 600 + 13
    without = [one for one in battle.reserves.values() if not one.place]
    assert without and set(without) == {Reserve(by=EDGES, turn=2, announced=True)}

"""Battles of a campaign that are fought out on boards: the board, who stands where, the day that waits, and
what comes back (GUC-14)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.campaign import gazette, narrate_fights, short
from rules.campaign.boards import aftermath, ground
from rules.campaign.invariants import broken
from rules.campaign.plans.plan import ALWAYS, Hold, Join, March
from rules.core.facing import FACINGS
from rules.core.modules import CAPTIVES
from rules.core.tables import Tables
from rules.events.base import Knowledge
from rules.events.campaign import CampaignDayEnded, GroupMoved
from rules.events.campaign_fights import BattleCalled, CampaignFought, DayHalted
from rules.events.campaign_secrets import HorsesLost, ManFreed, ManHurt, ManLost, ManTaken
from rules.events.families import GameCalled
from rules.events.sequence import PhaseOpened
from rules.options import hunger
from rules.phases import sallying
from rules.phases.victory import score, standing_share
from rules.ruleset import Fight
from rules.scenarios.panels import load_panel
from rules.state.battle import Battle
from rules.state.board import board_of
from rules.state.campaign_counters import Fate
from rules.state.figure import Health
from rules.state.invariants import broken as broken_battle
from rules.tactical.deploying.placing import edge_of
from rules.umpires.battle import BATTLE
from rules.umpires.campaign import CAMPAIGN
from rules.views.masking import view_for
from tests.rules.campaign.board_kit import (
    FIGHT,
    FOOT,
    LOTS,
    attacked,
    harm,
    morning,
    on_boards,
    over,
    the_battle,
)
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, Script, World, of

# the board


@pytest.mark.rule("GUC-14.1a")
@pytest.mark.parametrize(("men", "panels"), [(2, 1), (30, 1), (31, 2), (60, 2), (61, 4), (90, 4)])
def test_the_board_grows_with_the_number_of_men(men: int, panels: int) -> None:
    found = ground.laid(World().today(Script(named=LOTS)), "0603", men, "n1")
    assert len(found.data.panels) == panels


@pytest.mark.rule("GUC-14.2")
@pytest.mark.parametrize(
    ("where", "first"),
    [("0603", "plain"), ("0304", "orchard"), ("0504", "defile"), ("0604", "ford"), ("0804", "ford"),
     ("0303", "farm"), ("0606", "castle"), ("0203", "strand"), ("0704", "defile"), ("1107", "chapel")],
)  # fmt: skip
def test_the_first_panel_is_one_of_those_for_the_hex(where: str, first: str) -> None:
    found = ground.laid(World().today(Script(named=LOTS)), where, 40, "n1")
    assert [panel.name for panel in found.data.panels] == [
        load_panel(first).name,
        load_panel("stubble").name,
    ]


@pytest.mark.rule("GUC-14.2b")
def test_a_lot_decides_which_and_open_ground_follows() -> None:
    found = ground.laid(World().today(Script(named=LOTS | {"GUC-14.2b": 2})), "0603", 70, "n1")
    names = [panel.name for panel in found.data.panels]
    assert names == [load_panel(name).name for name in ("stubble", "plain", "plain", "plain")]


def test_every_terrain_has_two_panels_and_all_of_them_can_be_joined() -> None:
    table = TABLES["campaign-boards"]
    for row in table.rows:
        kind, *names = (str(cell) for cell in row)
        assert len({*names}) == 2, kind
        for name in names:
            for number in (1, 2, 4):
                panels = [load_panel(name), *[load_panel("stubble")] * (number - 1)]
                assert _is_in_one_piece(board_of(ground.joined(panels))), (name, number)


def _is_in_one_piece(board: ground.Board) -> bool:
    start = next(iter(board.cells))
    seen, edge = {start}, [start]
    while edge:
        edge = [near for at in edge for near in board.neighbours(at) if near not in seen]
        edge = list(dict.fromkeys(edge))
        seen |= set(edge)
    return len(seen) == len(board.cells)


@pytest.mark.rule("GUC-14.1b")
@pytest.mark.parametrize(
    ("panels", "edges"),
    [
        (1, ("north", "north", "east", "south", "south", "west")),
        (2, ("north", "east 1", "east 2", "south", "west 1", "west 2")),
        (4, ("north 1", "north 2", "east", "south 1", "south 2", "west")),
    ],
)
def test_where_a_group_came_from_is_its_edge(panels: int, edges: tuple[str, ...]) -> None:
    today = World().today(Script(named=LOTS))
    found = ground.laid(today, "0603", {1: 9, 2: 40, 4: 70}[panels], "n1")
    assert tuple(found.edge(today, came) for came in FACINGS) == edges


@pytest.mark.rule("GUC-14.1b")
def test_a_board_that_is_turned_turns_all_edges_the_same_way() -> None:
    """Where the land's north lies at the board's second edge, its east lies at the third."""
    today = World().today(Script(named=LOTS))
    found = ground.laid(today, "0603", 9, "n1")._replace(north=1)
    turned = ("east", "east", "south", "west", "west", "north")
    assert tuple(found.edge(today, came) for came in FACINGS) == turned


@pytest.mark.rule("GUC-14.1b")
def test_the_halves_of_an_edge_are_those_of_the_book() -> None:
    """Of two panels the south-west is the west side of the lower one, of four the south the lower right."""
    today = World().today(Script(named=LOTS))
    two, four = (ground.laid(today, "0603", men, "n1").board for men in (40, 70))
    assert {at[0] for at in ground.hexes_of(two, "west 1")} == {"B"}
    assert {at[0] for at in ground.hexes_of(two, "west 2")} == {"A"}
    assert {at[0] for at in ground.hexes_of(four, "south 1")} == {"D"}
    assert {at[0] for at in ground.hexes_of(four, "north 1")} == {"A"}


@pytest.mark.rule("GUC-14.2c")
@pytest.mark.parametrize(("men", "lot", "north"), [(9, 2, "east"), (40, 2, "south"), (70, 4, "west")])
def test_a_lot_decides_which_edge_is_north(men: int, lot: int, north: str) -> None:
    today = World().today(Script(named=LOTS | {"GUC-14.2c": lot}))
    found = ground.laid(today, "0603", men, "n1")
    assert found.edge(today, FACINGS[0]).split()[0] == north


# who stands where


@pytest.mark.rule("GUC-14.4")
def test_each_group_sets_up_along_its_edge_and_the_attacker_begins() -> None:
    """0503 lies north-west of 0603: the attacker has the west edge, who was there before the one opposite."""
    world = attacked()
    battle = the_battle(morning(world))
    assert [side.id for side in battle.setup.sides] == [NORMANS, BYZANTINES]
    assert [d.seat for d in battle.setup.deployments] == [BYZANTINES, NORMANS]
    named = {d.seat: [area.name for area in d.areas] for d in battle.setup.deployments}
    assert named == {NORMANS: ["the west edge"], BYZANTINES: ["the east edge"]}
    for deployment in battle.setup.deployments:
        for name, place in deployment.template.items():
            assert set(place) <= deployment.hexes_of(name)
    assert battle.setup.victory.turns == 12


def test_nobody_sets_up_in_the_sea() -> None:
    """The north of the strand is under water: whoever comes from there stands behind it."""
    world = on_boards()
    world.group(NORMANS, "0202", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0203", {FOOT: 9})
    world.orders(NORMANS, March(group="n1", to="0203", meeting=FIGHT))
    battle = the_battle(morning(world))
    ours = next(d for d in battle.setup.deployments if d.seat == NORMANS)
    assert ours.areas[0].name == "the north edge"
    assert not {battle.board.terrain(at) for at in ours.hexes} & {"shallow", "deep"}


@pytest.mark.rule("GUC-14.4", "GUC-14.3")
def test_who_joins_comes_by_an_edge_of_his_own() -> None:
    world = attacked()
    world.group(NORMANS, "0602", {FOOT: 4})
    world.orders(NORMANS, Join(group="n2", terms=ALWAYS))
    battle = the_battle(morning(world))
    ours = next(d for d in battle.setup.deployments if d.seat == NORMANS)
    assert [area.name for area in ours.areas] == ["the west edge", "the north edge"]
    assert [len(area.men) for area in ours.areas] == [9, 4]


def test_men_bring_their_wounds_and_horses() -> None:
    world = on_boards()
    world.group(NORMANS, "0503", {"knight": 4, FOOT: 3}, wounded=2, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 5})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    battle = the_battle(morning(world))
    ours = battle.side_figures(NORMANS)
    assert sum(man.wounded for man in ours) == 2
    assert sum(man.mounted for man in ours) == 4 == len(battle.horses)
    assert {man.id for man in ours} == set(world.at.contents["n1"].men)


@pytest.mark.rule("GUC-8.4b")
def test_the_unfed_have_half_their_mp_and_a_worse_die() -> None:
    world = attacked(12, unfed=1)
    battle = the_battle(morning(world))
    ours, theirs = battle.side_figures(NORMANS), battle.side_figures(BYZANTINES)
    assert {man.faces.healthy.movement for man in ours} == {4}
    assert {man.faces.healthy.movement for man in theirs} == {8}
    assert "hunger" in rules_of(battle).switched_on
    hungry, fed = Fight(tuple(ours[:2]), tuple(theirs[:1])), Fight(tuple(theirs[:1]), tuple(ours[:1]))
    added = hunger.combat_die(battle, rules_of(battle), hungry)
    assert added is not None and (added.value, added.rule) == (1, "GUC-8.4b")
    assert hunger.combat_die(battle, rules_of(battle), fed) is None


def test_townsmen_fight_beside_their_group() -> None:
    world = on_boards()
    world.group(NORMANS, "0803", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0903", {FOOT: 5})
    world.orders(NORMANS, March(group="n1", to="0903", meeting=FIGHT))
    battle = the_battle(morning(world))
    assert len(battle.side_figures(BYZANTINES)) > 5
    over(world, NORMANS)
    assert world.at.contents["b1"].men and not broken(world.at)


def test_without_the_option_one_die_decides() -> None:
    world = attacked()
    world.setup = world.at.setup = replace(world.setup, options=World().setup.options)
    events = morning(world)
    assert of(events, CampaignFought) and not of(events, GameCalled)


def test_mercenaries_of_nobody_fight_quickly() -> None:
    """RUL-1266."""
    world = on_boards()
    world.group(NORMANS, "0503", {FOOT: 5})
    world.band("0503", {FOOT: 9}, under="n1")
    events = morning(world, **{"GUC-12.2d": 10})
    assert of(events, CampaignFought) and not of(events, GameCalled)


# the day waits


def test_the_day_waits_for_its_battle_and_is_told_to_nobody_how_far_it_got() -> None:
    world = attacked()
    events = morning(world)
    assert of(events, BattleCalled) and of(events, DayHalted) and not of(events, CampaignDayEnded)
    awaiting = CAMPAIGN.awaiting(world.at)
    assert awaiting.rests == tuple(world.at.fights) and awaiting.seats == ()
    for seat in (*world.plans, None):
        assert not [e for e in of(events, DayHalted) if e.seen_by(Knowledge(seat))]
        assert view_for(world.at, seat).halted is None


def test_behind_its_battle_the_same_day_goes_on() -> None:
    world = attacked()
    morning(world)
    events = over(world, NORMANS)
    (ended,) = of(events, CampaignDayEnded)
    assert ended == CampaignDayEnded(1) and world.at.halted is None and not world.at.fights
    assert world.at.day == 1


def test_the_phase_behind_a_halt_is_of_the_same_day() -> None:
    world = attacked()
    events = CAMPAIGN.adjudicate(_filed(world), Script(named=LOTS, otherwise=5), None)
    (opened,) = of(events, PhaseOpened)
    assert isinstance(opened, PhaseOpened) and opened.turn == 1


def _filed(world: World) -> object:
    world.at.standing[NORMANS] = ("MARCH n1 to 0603; if met fight",)
    return world.at


@pytest.mark.rule("GUC-6b")
def test_who_cannot_come_near_a_battle_goes_on_and_others_wait() -> None:
    """RUL-1260: n2 is near, n3 far away and before it; n4 comes behind n2 and might meet it."""
    world = on_boards()
    world.group(NORMANS, "0203", {FOOT: 12}, hostility=9)
    world.group(BYZANTINES, "0303", {FOOT: 9})
    world.group(NORMANS, "0305", {FOOT: 5})
    world.group(NORMANS, "1202", {FOOT: 6})
    world.group(NORMANS, "1207", {FOOT: 3})
    world.orders(
        NORMANS,
        March(group="n1", to="0303", meeting=FIGHT),
        March(group="n2", to="0306"),
        March(group="n3", to="1203"),
        March(group="n4", to="1208"),
    )
    events = morning(world)
    moved = {event.group for event in of(events, GroupMoved) if isinstance(event, GroupMoved)}
    assert moved == {"n1", "n3"}
    assert world.at.halted is not None and world.at.halted.left == ("n2", "n4")
    later = over(world, NORMANS)
    assert {"n2", "n4"} <= {event.group for event in of(later, GroupMoved) if isinstance(event, GroupMoved)}


def test_two_battles_may_be_open_on_one_day() -> None:
    world = on_boards()
    world.group(NORMANS, "0203", {FOOT: 12}, hostility=9)
    world.group(BYZANTINES, "0303", {FOOT: 9})
    world.group(NORMANS, "1202", {FOOT: 12}, hostility=9)
    world.group(BYZANTINES, "1203", {FOOT: 9})
    world.orders(
        NORMANS,
        March(group="n1", to="0303", meeting=FIGHT),
        March(group="n2", to="1203", meeting=FIGHT),
    )
    morning(world)
    assert len(world.at.fights) == 2 and set(world.at.calls) == set(world.at.fights)
    over(world, NORMANS)
    assert not world.at.fights and not broken(world.at)


# what comes back


@pytest.mark.rule("GUC-14.6b", "GUC-9b")
def test_the_beaten_flee_and_the_dead_and_wounded_are_those_of_the_board() -> None:
    world = attacked()
    battle = the_battle(morning(world))
    theirs = [man.id for man in battle.side_figures(BYZANTINES)]

    def change(battle: object) -> None:
        harm(battle, Health.DEAD, *theirs[:2])  # type: ignore[arg-type]
        harm(battle, Health.WOUNDED, theirs[2])  # type: ignore[arg-type]

    events = over(world, NORMANS, change)
    (fought,) = of(events, CampaignFought)
    assert isinstance(fought, CampaignFought)
    assert (fought.ends, fought.men, fought.dead, fought.wounded) == (("", "flight"), (9, 9), (0, 2), (0, 1))
    assert {world.at.fates.get(name) for name in theirs[:2]} == {Fate.DEAD}
    assert [e.figure for e in of(events, ManHurt) if isinstance(e, ManHurt)] == [theirs[2]]
    assert world.at.groups["n1"].hex == "0603" != world.at.groups["b1"].hex


@pytest.mark.rule("GUC-14.6a")
def test_who_is_destroyed_leaves_the_map() -> None:
    world = attacked()
    battle = the_battle(morning(world))
    theirs = [man.id for man in battle.side_figures(BYZANTINES)]
    events = over(world, NORMANS, lambda battle: harm(battle, Health.DEAD, *theirs))
    (fought,) = of(events, CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.ends == ("", "destroyed")
    assert "b1" not in world.at.groups and not broken(world.at)


@pytest.mark.rule("GUC-14.6c")
def test_who_gives_up_is_taken_with_all_his_men() -> None:
    world = attacked()
    morning(world)
    events = over(world, NORMANS, agreed=True)
    assert len(of(events, ManTaken)) == 9 and "b1" not in world.at.groups
    assert len(world.at.contents["n1"].captives) == 9 and not broken(world.at)


@pytest.mark.rule("GUC-14.6d")
def test_behind_a_draw_both_leave() -> None:
    world = attacked()
    morning(world)
    over(world, "")
    assert "0603" not in {group.hex for group in world.at.groups.values()}


def test_the_stunned_of_those_who_fled_are_taken_and_stray_horses_lost() -> None:
    world = on_boards()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0603", {"koursor": 5})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    battle = the_battle(morning(world))
    riders = [man.id for man in battle.side_figures(BYZANTINES)]

    def change(battle: engine.Battle) -> None:
        for number, man in enumerate(battle.figures.values(), start=1):
            battle.figures[man.id] = replace(man, hex=f"{number:02d}09")
        harm(battle, Health.STUNNED, riders[0])
        steed = battle.figures[riders[1]].mount
        assert steed is not None
        battle.horses[steed] = replace(battle.horses[steed], alive=False, ridden_by=None)
        battle.setup = replace(
            battle.setup, victory=replace(battle.setup.victory, break_at={BYZANTINES: 100})
        )

    events = over(world, NORMANS, change)
    assert [e.man.id for e in of(events, ManTaken) if isinstance(e, ManTaken)] == [riders[0]]
    lost = [name for e in of(events, HorsesLost) if isinstance(e, HorsesLost) for name in e.men]
    assert lost == riders[:2]
    assert world.at.men[riders[1]].mount is None and not broken(world.at)


@pytest.mark.rule("GUC-17", "GUC-17.2")
def test_when_its_clock_runs_out_those_who_stand_on_the_board_decide_it_by_one_die() -> None:
    """RUL-1272: the dead are dead; the stunned, and whoever has left the board, do not count."""
    world = attacked()
    battle = the_battle(morning(world))
    theirs = [man.id for man in battle.side_figures(BYZANTINES)]

    def change(battle: engine.Battle) -> None:
        for number, man in enumerate(battle.figures.values(), start=1):
            battle.figures[man.id] = replace(man, hex=f"{number:02d}09")
        harm(battle, Health.DEAD, *theirs[:2])
        harm(battle, Health.WOUNDED, theirs[2])
        harm(battle, Health.STUNNED, theirs[3])
        battle.figures[theirs[4]] = replace(battle.figures[theirs[4]], hex=None, left_by="0109")

    events = over(world, "", change, unfinished=True)
    (fought,) = of(events, CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.call and fought.ground == "field"
    assert fought.men == (9, 5) and fought.column and fought.die == 5
    assert {world.at.fates.get(name) for name in theirs[:2]} == {Fate.DEAD}
    assert not world.at.fights and not world.at.brought and not broken(world.at)
    assert of(events, CampaignDayEnded)


@pytest.mark.parametrize(("standing", "ends"), [("ours", ("", "flight")), ("nobody", ("draw", "draw"))])
def test_of_a_line_of_which_nobody_stands_no_die_is_needed(standing: str, ends: tuple[str, str]) -> None:
    world = attacked()
    morning(world)

    def change(battle: engine.Battle) -> None:
        for man in battle.figures.values():
            if man.side == BYZANTINES or standing == "nobody":
                battle.figures[man.id] = replace(man, hex=None, left_by="0109")

    (fought,) = of(over(world, "", change, unfinished=True), CampaignFought)
    assert isinstance(fought, CampaignFought) and (fought.ends, fought.die) == (ends, 0)
    assert not broken(world.at) and {"n1", "b1"} <= set(world.at.groups)


def test_a_battle_that_nobody_set_up_in_time_is_decided_by_all_who_came() -> None:
    world = attacked(ours=12)
    morning(world)
    (fought,) = of(over(world, "", unfinished=True), CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.men == (12, 9)


def _with_a_captive(**more: object) -> World:
    """Byzantines who are attacked have a Norman prisoner, Ugo."""
    world = attacked()
    world.orders(BYZANTINES, Hold(group="b1"))
    captive = replace(world.at.men[world.at.contents["n1"].men[0]], id="ugo", name="Ugo", mount=None, **more)
    world.at.men["ugo"] = captive
    world.at.captors["ugo"] = BYZANTINES
    world.at.contents["b1"] = replace(world.at.contents["b1"], captives=("ugo",))
    return world


def test_prisoners_of_the_beaten_are_free() -> None:
    world = _with_a_captive()
    morning(world)
    events = over(world, NORMANS)
    assert of(events, ManFreed) and "ugo" in world.at.contents["n1"].men


@pytest.mark.rule("GUC-14.8e")
def test_prisoners_are_led_into_a_battle_with_their_friends_unarmed_behind_their_guards() -> None:
    world = _with_a_captive(armoured=True)
    battle = the_battle(morning(world))
    ugo, board = battle.figures["ugo"], battle.board
    assert (ugo.side, ugo.seat, ugo.bound, ugo.armoured) == (NORMANS, NORMANS, True, False)
    assert (ugo.values.attack, ugo.values.defence) == (0, 1) and CAPTIVES.id in battle.setup.modules
    theirs = next(d for d in battle.setup.deployments if d.seat == BYZANTINES)
    assert ugo.hex in theirs.hexes and ugo.hex in edge_of(board, "east")
    assert not [place for place in theirs.template.values() if ugo.hex in place]
    assert not broken_battle(battle)


@pytest.mark.rule("GUC-14.8e")
def test_prisoners_whose_friends_are_elsewhere_stay_behind() -> None:
    world = _with_a_captive(side=LOMBARDS, seat=LOMBARDS)
    battle = the_battle(morning(world))
    assert "ugo" not in battle.figures and CAPTIVES.id not in battle.setup.modules


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize("winner", [NORMANS, BYZANTINES, ""])
def test_who_was_freed_on_the_board_goes_with_his_friends_whatever_the_end(winner: str) -> None:
    world = _with_a_captive()
    morning(world)
    events = over(world, winner, lambda battle: _loosen(battle))
    (freed,) = of(events, ManFreed)
    assert isinstance(freed, ManFreed) and (freed.figure, freed.group) == ("ugo", "n1")
    assert "ugo" in world.at.contents["n1"].men and "ugo" not in world.at.captors
    assert not broken(world.at)


def _loosen(battle: Battle, health: Health = Health.HEALTHY) -> None:
    battle.figures["ugo"] = replace(battle.figures["ugo"], bound=False, health=health)


@pytest.mark.rule("GUC-14.8e")
def test_who_is_not_freed_or_taken_again_is_a_prisoner_still() -> None:
    world = _with_a_captive()
    morning(world)
    assert not of(over(world, BYZANTINES), ManFreed)
    assert world.at.contents["b1"].captives == ("ugo",) and not broken(world.at)
    world = _with_a_captive()
    morning(world)
    over(world, BYZANTINES, lambda battle: _loosen(battle), agreed=True)
    assert "ugo" in world.at.contents["b1"].captives and len(world.at.contents["b1"].captives) == 10
    assert not broken(world.at)


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize("winner", [NORMANS, BYZANTINES])
def test_a_prisoner_who_falls_on_the_board_is_dead_for_both(winner: str) -> None:
    world = _with_a_captive()
    morning(world)
    events = over(world, winner, lambda battle: harm(battle, Health.DEAD, "ugo"))
    assert world.at.fates["ugo"] is Fate.DEAD and not broken(world.at)
    (lost,) = [e for e in of(events, ManLost) if isinstance(e, ManLost) and e.figure == "ugo"]
    assert set(lost.to) == {NORMANS, BYZANTINES}


def test_prisoners_count_for_nobody_who_flees() -> None:
    """Neither are they among those who stand, nor among those who came."""
    battle = the_battle(morning(_with_a_captive()))
    assert standing_share(battle, NORMANS) == 100
    harm(battle, Health.DEAD, "ugo")
    assert standing_share(battle, NORMANS) == 100 and not score(battle)[BYZANTINES]


def test_allies_fight_under_the_one_whom_they_help() -> None:
    """RUL-1265."""
    world = attacked()
    sides = tuple(
        replace(side, allies=(LOMBARDS,)) if side.id == NORMANS else side for side in world.setup.sides
    )
    world.setup = world.at.setup = replace(world.setup, sides=sides)
    world.group(LOMBARDS, "0602", {FOOT: 4})
    world.orders(LOMBARDS, Join(group="l1", terms=ALWAYS))
    battle = the_battle(morning(world))
    assert {seat.id: seat.side for seat in battle.setup.seats} == {
        NORMANS: NORMANS, LOMBARDS: NORMANS, BYZANTINES: BYZANTINES,
    }  # fmt: skip
    helpers = [man.id for man in battle.figures.values() if man.seat == LOMBARDS]
    over(world, NORMANS, lambda battle: harm(battle, Health.WOUNDED, helpers[0]))
    assert world.at.men[helpers[0]].wounded and world.at.men[helpers[0]].side == LOMBARDS


def test_reports_and_gazettes_have_words_for_every_end() -> None:
    ends = {aftermath.DESTROYED, aftermath.FLIGHT, aftermath.SURRENDER, aftermath.DRAW}
    assert ends <= set(gazette.ENDS) and set(gazette.ENDS) == set(narrate_fights.ENDS)


def test_what_a_battle_in_the_open_brings_back_has_no_stores() -> None:
    assert BATTLE.returned(the_battle(morning(attacked()))).stores == {}


def test_those_whose_battle_it_is_read_of_it_first_of_all() -> None:
    world = attacked()
    before = view_for(world.at, NORMANS)
    events = morning(world)
    shown = [e for event in events if (e := event.seen_by(Knowledge(NORMANS)))]
    (first, *_) = short.in_short(view_for(world.at, NORMANS), NORMANS, before, shown)
    assert "is fought out on a board" in first


# who may know of it


def test_a_third_seat_hears_where_the_battle_is_and_nothing_of_the_game() -> None:
    world = attacked()
    events = morning(world)
    third = [e.seen_by(Knowledge(LOMBARDS)) for e in events]
    assert any(isinstance(event, BattleCalled) for event in third)
    assert not any(isinstance(event, GameCalled) for event in third)
    assert not view_for(world.at, LOMBARDS).calls and view_for(world.at, NORMANS).calls
    over(world, NORMANS)
    (fought,) = [e.seen_by(Knowledge(LOMBARDS)) for e in of(world.events, CampaignFought)]
    assert isinstance(fought, CampaignFought) and fought.men == (0, 0)


def test_tables_of_a_campaign_that_has_none_of_boards_fight_quickly() -> None:
    world = attacked()
    old = {name: table for name, table in TABLES.as_dict().items() if name != "campaign-boards"}
    world.setup = world.at.setup = replace(world.setup, tables=Tables(old).as_dict())
    assert of(morning(world), CampaignFought)


def test_a_battle_of_a_campaign_ends_for_both_sides_alike() -> None:
    world = attacked()
    battle = the_battle(morning(world))
    for number, man in enumerate(battle.figures.values(), start=1):
        battle.figures[man.id] = replace(man, hex=f"{number:02d}09")
    assert sallying.verdict(battle, False) is None
    harm(battle, Health.STUNNED, *[man.id for man in battle.side_figures(NORMANS)[:6]])
    found = sallying.verdict(battle, False)
    assert found is not None and found.winner == BYZANTINES

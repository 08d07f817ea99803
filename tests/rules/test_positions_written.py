"""A battle written as a position file and read back is the same, whatever befell it and whoever looks."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.captains.random_player import random_orders
from rules.core.facing import Facing
from rules.positions import papers, reading
from rules.positions.differing import LEFT_OUT, differences
from rules.positions.writing import written
from rules.scenarios.lobby import scenario_infos
from rules.state.battle import Battle, BattleSetup
from rules.state.board import HexsideMark
from tests.golden.files import FOLDER, Recorded, phases, read
from tests.rules.setup_kit import game as grange
from tests.rules.setup_kit import played
from tests.sampling import some

FILES = sorted(FOLDER.glob("*.jsonl"))
SCENARIOS = [info.slug for info in scenario_infos()]


def again(text: str) -> Battle:
    """What a position file puts up, with all papers on the table."""
    position = reading.read(text)
    return papers.all_laid(position.battle, position.rules, position.phases[0])


def lost(battle: Battle, **more: object) -> list[str]:
    """The fields that a battle does not get back from its file."""
    return [name for name, _ in differences(battle, again(written(battle, **more)))]  # type: ignore[arg-type]


def views(battle: Battle) -> Iterator[Battle]:
    for seat in (None, *(seat.id for seat in battle.setup.seats)):
        yield engine.view_for(battle, seat)


@pytest.mark.parametrize("path", some(FILES, 2), ids=lambda p: p.stem)
def test_the_moments_of_a_golden_game_come_back_and_are_played_the_same(path: Path) -> None:
    events = read(path)
    dice = Recorded(events)
    for number, (battle, decided) in enumerate(phases(events)):
        if number % 3:
            continue
        assert lost(battle) == [], f"phase {battle.phase}"
        assert engine.adjudicate(again(written(battle)), dice) == decided, f"phase {battle.phase}"
        assert [lost(view) for view in views(battle)] == [[]] * (1 + len(battle.setup.seats))


def random_moments(scenario: str) -> Iterator[tuple[Battle, bytes]]:
    """The moments of a game between somebody who orders anything and a bold captain, with their dice."""
    battle = engine.replay(engine.new_game(scenario))
    assert isinstance(battle, Battle)
    while battle.outcome is None and not engine.awaiting(battle).rests:
        for seat in engine.awaiting(battle).seats:
            known = engine.view_for(battle, seat)
            lines = random_orders(known, rules_of(battle), seat, battle.phase)
            if seat == battle.setup.seats[0].id:
                lines = engine.captain_orders(battle, seat, "bold")
            battle = engine.evolve(
                battle, engine.accept_orders(battle, seat, engine.read_orders(battle, seat, lines))
            )
        key = sha256(f"{scenario} {battle.phase}".encode()).digest()
        yield battle.copy(), key
        battle = engine.replay(engine.adjudicate(battle, engine.KeyedDice(key)), battle)


@pytest.mark.parametrize("scenario", some(SCENARIOS, 3))
def test_the_moments_of_a_random_game_come_back_and_are_played_the_same(scenario: str) -> None:
    count = 0
    for battle, key in islice(random_moments(scenario), 1, 9, 3):
        assert lost(battle) == [], f"phase {battle.phase}"
        played_on = [
            engine.adjudicate(one, engine.KeyedDice(key)) for one in (battle, again(written(battle)))
        ]
        if not any(isinstance(event, engine.GameCalled) for event in played_on[0]):  # LEFT_OUT
            assert played_on[0] == played_on[1], f"phase {battle.phase}"
        assert [lost(view) for view in views(battle)] == [[]] * (1 + len(battle.setup.seats))
        count += 1
    assert count


def test_what_is_left_out_is_named_field_by_field() -> None:
    fields = {*Battle.__struct_fields__, *(f"setup.{name}" for name in BattleSetup.__struct_fields__)}
    assert LEFT_OUT - fields == {"setup.board.panels.name"} and len(LEFT_OUT) == 9


FIELDS = set(Battle.__struct_fields__) - {"setup", "figures", "horses"} - LEFT_OUT


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_a_difference_in_any_field_would_be_found(name: str) -> None:
    """So that nothing passes because nobody looked."""
    battle = grange()
    other = battle.copy()
    value = getattr(battle, name)
    if name in ("now", "last", "before"):
        setattr(other, name, type(value)(number=99))
    elif name in ("decided", "outcome"):
        setattr(other, name, engine.replay(read(FILES[0])).outcome)
    elif isinstance(value, dict):
        setattr(other, name, {**value, "nobody": ()})
    elif isinstance(value, int):
        setattr(other, name, value + 1)
    else:
        setattr(other, name, f"{value}x")
    assert [found for found, _ in differences(battle, other)] in ([name], [f"{name}.number"])


# words before JSON


def orchard() -> Battle:
    battle = engine.replay(engine.new_game("orchard"))
    assert isinstance(battle, Battle)
    return battle


def test_a_counter_is_named_and_only_what_differs_is_said() -> None:
    battle = orchard()
    robert = battle.figures["robert"]
    lines = written(battle).splitlines()
    assert f"Robert, {robert.hex}" in lines and "board orchard" in lines and "turns 9" in lines
    assert lines[lines.index("[exact]") + 1].startswith("setup.victory {") and lines[-2] == "[exact]"
    battle.figures["robert"] = replace(robert, health=type(robert.health)("wounded"), javelins=1)
    assert f"Robert, {robert.hex}, wounded, javelins 1" in written(battle).splitlines()


def test_a_man_of_no_roster_has_all_his_faces_and_a_board_that_is_not_shipped_is_drawn() -> None:
    battle = orchard()
    odd = replace(battle.figures["robert"], name="Nobody", id="nobody", code="Xyz", seat="guards", weapon="")
    battle.figures["nobody"] = replace(odd, hex="0101", sex_or_cloth="f")
    panel = battle.setup.board.panels[0]
    marks = (*panel.hexsides, HexsideMark("0202", Facing.N, "low_wall"))
    board = replace(battle.setup.board, panels=(replace(panel, hexsides=marks),))
    battle.setup = replace(battle.setup, board=board)
    battle.__dict__.pop("board", None)
    text = written(battle)
    assert "[board]" in text and "0202 N low_wall" in text and "board orchard" not in text
    assert any(line.startswith("Nobody, ") and "code Xyz" in line for line in text.splitlines())
    assert lost(battle) == []


def test_pieces_that_no_line_can_name_stand_in_exact_in_their_order() -> None:
    battle = orchard()
    strange = replace(battle.figures["robert"], id="r2", name="12 Monkeys #1", hex="0101")
    rest = battle.figures.items()
    battle.figures = type(battle.figures)([("r2", strange), *rest])
    assert "figures.r2 {" in written(battle) and "order.figures" in written(battle)
    assert lost(battle) == []


def test_titles_and_names_that_read_like_the_form_come_back() -> None:
    battle = orchard()
    seats = tuple(replace(seat, name=f"# [men] {seat.name}\u2028x") for seat in battle.setup.seats)
    battle.setup = replace(battle.setup, title="[exact] # 7\nphase 3", seats=seats)
    assert lost(battle) == []


def test_a_game_master_s_own_table_goes_with_the_position() -> None:
    battle = orchard()
    fire = rules_of(battle).tables["combat-foot"]
    own = msgspec.structs.replace(fire, rows=(fire.rows[1], fire.rows[0], *fire.rows[2:]))
    events = engine.new_game("orchard", tables={"combat-foot": own})
    other = engine.replay(events)
    assert isinstance(other, Battle)
    assert "setup.tables" in written(other) and "setup.tables" not in written(battle)
    assert rules_of(again(written(other))).tables["combat-foot"].rows == own.rows
    assert lost(other) == []


def test_dice_and_lines_of_comment_go_with_it() -> None:
    events = read(FOLDER / "orchard.jsonl")
    battle, decided = list(phases(events))[4]
    dice = [event for event in decided if isinstance(event, engine.DieRolled)]
    text = written(battle, ["G12\nas it was"], dice)
    found = list(engine.judge(text))
    assert "# G12 as it was" in text.splitlines() and dice
    assert [one.data["face"] for one in found if one.kind == "die"] == [die.face for die in dice]
    assert [one.words for one in found if one.kind == "fault"] == []


def test_a_battle_that_is_over_is_not_played_on() -> None:
    battle = engine.replay(read(FOLDER / "orchard.jsonl"))
    assert isinstance(battle, Battle) and battle.outcome and lost(battle) == []
    assert {found.kind for found in engine.judge(written(battle))} == {"state"}


# who knows what


def test_a_hidden_reserve_stands_in_nobody_elses_file() -> None:
    battle, _ = played(grange())
    battle, _ = played(battle, "ENTER Tancred by west turn 3", "ENTER Serlo turn 5")
    normans, lombards = (engine.position_of(battle, seat) for seat in ("normans", "lombards"))
    everybody, truth = engine.position_of(battle), engine.position_of(battle, truth=True)
    assert "Tancred" in normans and "Tancred" in truth
    for text in (lombards, everybody):
        assert "tancred" not in text.lower() and "serlo" not in text.lower()


def test_papers_stand_in_their_own_seats_file_alone() -> None:
    battle = orchard()
    for seat, line in (("normans", "MOVE Robert stay"), ("lombards", "RETREAT toward 0110")):
        battle = engine.evolve(battle, engine.OrdersAccepted(
            seat=seat, phase=1, orders=(line,) if seat == "normans" else (),
            standing=("RETREAT toward 2411",) if seat == "normans" else (line,), salt=f"word of {seat}",
        ))  # fmt: skip
    ours = {"MOVE Robert", "RETREAT toward 2411"}
    theirs = {"RETREAT toward 0110"}
    for seat, there, not_there in (
        ("normans", ours, theirs), ("lombards", theirs, ours), (None, set[str](), ours | theirs)
    ):  # fmt: skip
        text = engine.position_of(battle, seat)
        assert all(word in text for word in there) and not any(word in text for word in not_there)
        assert "word of" not in text
    text = engine.position_of(battle, truth=True)
    assert all(word in text for word in ours | theirs) and "word of" not in text

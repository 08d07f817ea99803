"""What the players' guide shows as a first mail is read as it stands there."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from rules import engine
from rules.desk.reading import Verdict

GUIDE = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")


def quick_start() -> list[str]:
    """The lines of the first block of code in the quick start."""
    return GUIDE.partition("## Quick start")[2].split("```")[1].strip().splitlines()


def test_the_mail_of_the_quick_start_is_taken_line_by_line() -> None:
    battle = engine.replay(engine.new_game("escalade"))
    reading = engine.read_orders(battle, "normans", quick_start())
    assert {line.verdict for line in reading.lines} == {Verdict.OK}, reading.lines
    assert reading.idle == () and len(reading.orders) >= 20 and len(reading.standing) == 2


def examples(beginning: str) -> list[str]:
    """What stands as code in a paragraph or point of the quick start."""
    start = GUIDE.partition("## Quick start")[2].partition("\n## ")[0]
    text = start.partition(beginning)[2].partition("\n* ")[0].partition("\n\n")[0]
    return [" ".join(code.split()) for code in text.split("`")[1::2]]


def moved(battle: engine.Battle, **places: str) -> None:
    for name, at in places.items():
        battle.figures[name] = replace(battle.figures[name], hex=at)


def test_what_it_says_of_walls_carries_a_man_over_one_turn_by_turn() -> None:
    carry, put_up, climb, topple = examples("**Over a wall**")
    battle = engine.replay(engine.new_game("escalade"))
    [ladder] = [ladder.id for ladder in battle.ladders.values() if "0515" in ladder.hexes]
    assert carry in quick_start()
    assert all_taken(battle, "normans", carry) == ("CARRY LADDER Turstin + Gerard to 0814",)
    moved(battle, turstin="0815", gerard="0814", hugo="0715")
    battle.ladders[ladder] = replace(
        battle.ladders[ladder], hexes=("0815", "0814"), bearers=("turstin", "gerard")
    )
    assert all_taken(battle, "normans", put_up) == ("RAISE LADDER Turstin + Gerard AT 0813",)
    moved(battle, gerard="0915", hugo="0814", kosmas="1010")
    battle.ladders[ladder] = replace(
        battle.ladders[ladder],
        hexes=("0814",),
        bearers=(),
        facing=battle.board.facing("0814", "0813"),
        since=-3,
    )
    assert all_taken(battle, "normans", climb) == ("MOVE Hugo climb 0813",)
    assert engine.read_orders(battle, "byzantines", [topple]).standing == ("TOPPLE any ladder",)


def test_what_it_says_of_the_open_field_is_taken_there() -> None:
    battle = engine.replay(engine.new_game("lances"))
    lines = examples("**In the open**")
    reading = engine.read_orders(battle, "normans", lines)
    assert {line.verdict for line in reading.lines} == {Verdict.OK}
    assert (*reading.orders, *reading.standing) == (
        "CHARGE Robert AT Argyris",
        "ATTACK best at +5 or better",
        "COUNTER charge anyone at 35 percent or better",
    )


def test_the_questions_that_it_shows_are_answered() -> None:
    battle = engine.replay(engine.new_game("escalade"))
    asked = [line for line in examples("**Not sure?**") if line.endswith("?")]
    reading = engine.read_orders(battle, "normans", ["the rest stay", *asked])
    assert len(asked) == 3 and all(line.message for line in reading.lines[1:])
    assert not reading.talk and all(order.endswith(" stay") for order in reading.orders)


def all_taken(battle: engine.Battle, seat: str, line: str) -> tuple[str, ...]:
    reading = engine.read_orders(battle, seat, [line])
    assert {line.verdict for line in reading.lines} <= {Verdict.OK, Verdict.NOTE}, reading.lines
    return reading.orders


def test_the_quick_start_fits_on_a_screen() -> None:
    lines = GUIDE.partition("## Quick start")[2].partition("\n## ")[0].strip().splitlines()
    assert len(lines) <= 50

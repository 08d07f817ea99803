"""What the receipt says of fires, burning arrows and engines (GUI-10.2 to GUI-10.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.assault import fire, flaming_arrows, pushing, shooting
from rules.core.language import english, say, say_many, translated
from rules.core.rejection import Reason, Rejection
from rules.desk.checked import Checked, noted, refused
from rules.desk.desk import Desk
from rules.desk.receipts.shots import also_ordered
from rules.desk.sheet import Sheet
from rules.orders.records import (
    DouseOrder,
    FireOrder,
    FlameOrder,
    LightOrder,
    Order,
    PushOrder,
    ShootOrder,
)
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.state.works import Engine, EngineState

_MAY_CHANGE = english("The order stands in case that changes.")
_DIE = 10


def lighting(battle: Battle, rules: Ruleset, sheet: Sheet, order: LightOrder) -> Checked:
    """A LIGHT order: that he has stood there for a whole turn is certain now; what burns there may change."""
    figure = battle.figures[order.figure]
    found = fire.may_light(battle, rules, figure, order.hex)
    if found is not None:
        if found.code is Reason.TOO_SHORT:
            return refused(found, say("If he stays where he is, he lights it in your next phase."))
        return refused(found) if found.code is Reason.APART else noted(found, _MAY_CHANGE)
    told = say(
        "{figure} sets fire to {hex} in the combat step, if he is still there: no die.",
        figure=figure.name,
        hex=order.hex,
    )
    return Checked((told,))


def dousing(battle: Battle, rules: Ruleset, sheet: Sheet, order: DouseOrder) -> Checked:
    """A DOUSE order, with the chance of each try."""
    refusals = [fire.may_douse(battle, rules, battle.figures[f], order.hex) for f in order.figures]
    found = next((r for r in refusals if r is not None), None)
    if found is not None:
        return noted(found, _MAY_CHANGE)
    chances = [
        f"{battle.figures[f].name} {_percent(fire.needed_to_douse(battle, rules, battle.figures[f]))}"
        for f in order.figures
    ]
    told = say(
        "They try to put out the fire in {hex} in the combat step: {chances}.",
        hex=order.hex,
        chances=listed(chances, "and"),
    )
    return Checked((told,))


def burning_arrows(desk: Desk, order: FlameOrder) -> Checked:
    """Burning arrows at a hex: range, what burns there, and the chance of each."""
    battle, rules, sheet = desk.battle, desk.rules, desk.sheet
    told: list[str] = []
    rule = ""
    for name in order.figures:
        archer = battle.figures[name]
        mark = flaming_arrows.aim_at(battle, rules, archer, order.hex)
        if isinstance(mark, Rejection):
            if len(order.figures) == 1 and not sheet.every(FireOrder):
                return refused(mark)
            rule = rule or mark.rule
            told.append(say("As things stand: {why}.", why=mark.why))
            continue
        hexes = say_many("1 hex", "{distance} hexes", mark.distance, distance=mark.distance)
        what = flaming_arrows.in_words(mark)
        told.append(
            say(
                "{archer} at {hex}, {hexes}: {what} catches fire with {percent}.",
                archer=archer.name,
                hex=order.hex,
                hexes=hexes,
                what=what,
                percent=_percent(mark.needed),
            )
        )
    also = also_ordered(desk, order)
    return Checked((" ".join((*told, *also)),), rule, note=bool(rule or also))


def working_an_engine(battle: Battle, rules: Ruleset, sheet: Sheet, order: ShootOrder) -> Checked:
    """A SHOOT order: who will work the engine, how far it is, and who of one's own is near where it
    may come down."""
    found = shooting.check(battle, rules, seat_of(sheet, battle), order)
    if isinstance(found, Rejection):
        return refused(found)
    engine = battle.engines[order.engine]
    crew = listed([battle.figures[f].name for f in found.crew], "and")
    told = [
        say(
            "{crew} work {engine} at {hex}, {distance} hexes away, and do nothing else.",
            crew=crew,
            engine=engine.name,
            hex=order.hex,
            distance=found.distance,
        )
    ]
    kind = rules.engine_kinds[engine.kind]
    told += _friends_near(battle, engine.side, order.hex, kind.spreads, found.crew)
    if kind.warning:
        told.append(translated(kind.warning))
    return Checked((" ".join(told),))


def pushing_an_engine(battle: Battle, rules: Ruleset, sheet: Sheet, order: PushOrder) -> Checked:
    """A PUSH order: who pushes, and where the engine will stand."""
    found = pushing.plan(battle, rules, seat_of(sheet, battle), order)
    if isinstance(found, Rejection):
        return noted(found, _MAY_CHANGE)
    end = found.paces[-1].engine
    men = listed([battle.figures[f].name for f in found.men], "and")
    told = say(
        "{men} push {end} to {hexes}, facing {facing}, and do nothing else.",
        men=men,
        end=end.name,
        hexes="-".join(end.hexes),
        facing=end.facing.words,
    )
    return Checked((told,))


def crews(battle: Battle, rules: Ruleset, seat: SeatId, orders: Iterable[Order]) -> set[FigureId]:
    """Who is at work on an engine by a seat's orders, whether the order names him or not."""
    bound: set[FigureId] = set()
    for order in orders:
        if isinstance(order, ShootOrder):
            working = shooting.check(battle, rules, seat, order)
            bound.update(() if isinstance(working, Rejection) else working.crew)
        elif isinstance(order, PushOrder):
            way = pushing.plan(battle, rules, seat, order)
            bound.update(() if isinstance(way, Rejection) else way.men)
    return bound


def hints(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    """What the order form says beside a figure: which fire he stands beside."""
    if not rules.knows(LightOrder) or figure.hex is None:
        return
    near = battle.board.neighbours(figure.hex)
    burning = [at for at in near if fire.may_douse(battle, rules, figure, at) is None]
    if burning:
        yield say(
            "Fire beside him in {burning}: DOUSE {figure} {hex}.",
            burning=listed(burning, "and"),
            figure=figure.name,
            hex=burning[0],
        )


def torches(battle: Battle, rules: Ruleset, seat: SeatId) -> Iterator[str]:
    """What the order form says once of all who could set something on fire from where they stand."""
    if not rules.knows(LightOrder):
        return
    able: dict[str, list[str]] = {}
    for figure in battle.figures.values():
        if figure.seat == seat and figure.active and figure.hex is not None:
            near = battle.board.neighbours(figure.hex)
            fuel = [at for at in near if fire.may_light(battle, rules, figure, at) is None]
            able |= {figure.name: fuel} if fuel else {}
    if able:
        first = next(iter(able))
        yield say(
            "Next to what would burn: {who}. To set fire to it: LIGHT {figure} {hex}.",
            who=", ".join(f"{name} ({listed(fuel)})" for name, fuel in able.items()),
            figure=first,
            hex=able[first][0],
        )


def engine_hints(battle: Battle, rules: Ruleset, seat: SeatId) -> Iterator[str]:
    """What the order form says of the engines of a seat's side."""
    side = battle.seat(seat).side
    for machine in battle.engines.values():
        if machine.side == side and machine.state is EngineState.READY:
            yield told_engine(machine)


def works_told(battle: Battle) -> Iterator[str]:
    """What a report says of engines, fires and naphtha."""
    for machine in battle.engines.values():
        yield told_engine(machine)
    if battle.flames:
        burning = [
            f"{at} ({say('naphtha, to the end') if flame.greek else _turns(flame.turns)})"
            for at, flame in battle.flames.items()
        ]
        yield say("Fire in {burning}.", burning=listed(burning, "and"))
    if battle.naphtha:
        yield say("Unlit naphtha in {naphtha}.", naphtha=listed(list(battle.naphtha), "and"))


def told_engine(machine: Engine) -> str:
    """ "Catapult (0410, facing north) can shoot." """
    words = say(
        "{machine} ({hexes}, facing {facing})",
        machine=machine.name,
        hexes="-".join(machine.hexes),
        facing=machine.facing.words,
    )
    if machine.state is not EngineState.READY:
        return say("{words} is {state}.", words=words, state=machine.state.value)
    if machine.wait:
        return say_many(
            "{words} can shoot again in {wait} turn.",
            "{words} can shoot again in {wait} turns.",
            machine.wait,
            words=words,
            wait=machine.wait,
        )
    return say("{words} can shoot.", words=words)


def _turns(turns: int) -> str:
    return say_many("1 turn", "{turns} turns", turns, turns=turns)


def seat_of(sheet: Sheet, battle: Battle) -> SeatId:
    """The seat whose sheet this is: that of its own figures; of the side in phase if it has none."""
    own = next((f for f, role in sheet.lexicon.role.items() if role == "own"), "")
    return battle.figures[own].seat if own else battle.seats_of(battle.side)[0].id


def _friends_near(
    battle: Battle, side: str, aim: str, reach: int, crew: tuple[FigureId, ...]
) -> Iterator[str]:
    near = [
        f.name
        for f in battle.side_figures(side)
        if f.living and f.hex is not None and battle.board.distance(f.hex, aim) <= reach
    ]
    if near:
        yield say_many(
            "Of your own {names} is within {reach} hexes of it.",
            "Of your own {names} are within {reach} hexes of it.",
            len(near),
            names=listed(near, "and"),
            reach=reach,
        )


def _percent(needed: int) -> str:
    return f"{(_DIE + 1 - needed) * 100 // _DIE} %"

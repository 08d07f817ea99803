"""The orders of a position laid on the table: over the order desk, or as they are."""

from __future__ import annotations

from msgspec.structs import replace

from rules.desk import read
from rules.desk.reading import Reading
from rules.events.umpire import OrdersAccepted
from rules.evolve import evolve
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse_filed
from rules.positions.faults import PositionError, unknown
from rules.positions.form import Phase, Section
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId
from rules.state.table import Pace


def _seat(battle: Battle, section: Section) -> SeatId:
    seats = {seat.id for seat in battle.setup.seats}
    name = section.about.replace(" ", "-")
    if name not in seats:
        raise unknown(section.number, "seat", name, seats)
    return name


def at_the_desk(battle: Battle) -> Battle:
    """The battle as orders are read for it: where a step is open, those of steps before it come too late."""
    if battle.step is None:
        return battle
    asked = battle.copy()
    setup = battle.setup
    asked.setup = replace(setup, options=replace(setup.options, pace=Pace.STEP))
    return asked


def lay(battle: Battle, rules: Ruleset, section: Section) -> Reading:
    """[orders ...] over the order desk, as a player's mail goes; answers what the desk says of each."""
    seat = _seat(battle, section)
    sent = seat in battle.sheets
    lines = [line.text for line in section.lines]
    reading = read.read_orders(at_the_desk(battle), rules, seat, lines, as_filed=True)
    filed = OrdersAccepted(
        seat=seat,
        phase=battle.phase,
        orders=reading.orders,
        standing=reading.standing,
        renewed=reading.renewed,
    )
    evolve(battle, filed)
    if not sent and not reading.orders:  # he may lay down standing orders in the phase of another
        del battle.sheets[seat]
    return reading


def file(battle: Battle, section: Section) -> None:
    """[filed ...] as they are: orders that could be read, whether they can be carried out or not."""
    seat = _seat(battle, section)
    lexicon = lexicon_of(battle, seat)
    for line in section.lines:
        written = line.text.strip()
        try:
            order = parse_filed(written, lexicon)
        except ValueError as error:
            raise PositionError(line.number, f"this order cannot be read: {error}") from None
        kind = battle.standing if order.standing else battle.sheets
        kind[seat] = (*kind.get(seat, ()), written)


def all_laid(battle: Battle, rules: Ruleset, phase: Phase) -> Battle:
    """The battle with all papers of a phase on the table."""
    table = battle.copy()
    for section in phase.of("orders"):
        lay(table, rules, section)
    for section in phase.of("filed"):
        file(table, section)
    return table

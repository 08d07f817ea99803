"""All that a player needs beside his report, on one printed page: the words of his battle with what they do,
and what its ground costs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.core.language import english, say, translated
from rules.desk.briefing.casting import Cast
from rules.desk.briefing.useful import useful_verbs
from rules.desk.help import COMMAND_HELP
from rules.orders.verb import Verb
from rules.orders.verbs import IF_EXAMPLES
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId


class Entry(msgspec.Struct, frozen=True):
    """Lines as a player writes them, and what they do."""

    lines: tuple[str, ...]
    words: str


class Part(msgspec.Struct, frozen=True):
    title: str
    entries: tuple[Entry, ...]


class Grid(msgspec.Struct, frozen=True):
    """A table of words and figures: ``columns`` is its head."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class CheatSheet(msgspec.Struct, frozen=True):
    parts: tuple[Part, ...]
    grids: tuple[Grid, ...]


_ORDERS: dict[str, str] = {
    "MOVE": english("Hex by hex, or to a hex. STAY says that he does not move."),
    "FIRE": english("Before anybody moves. Who shoots does not attack in that phase."),
    "ATTACK": english("Hand to hand, after all moves. + joins attackers into one attack."),
    "HAUL": english("Two men clear a hex of the dead."),
    "CHARGE": english("A rider's charge; the server finds a way with a straight run."),
    "FORM": english("A line of spearmen or shields, shoulder to shoulder."),
    "MARCH": english("A formation moves as one."),
    "BREAK": english("A formation ends, or its shields come down."),
    "TEAR": english("Tears down a tent."),
    "OPEN": english("Opens a gate or lifts the portcullis."),
    "CLOSE": english("Shuts it."),
    "FREE": english("Lets loose a prisoner beside whom he stands."),
    "LIGHT": english("Sets fire to a hex next to him."),
    "DOUSE": english("Puts out a fire next to them."),
    "FLAME": english("Burning arrows, at a hex."),
    "SHOOT": english("An engine throws; WITH names its crew."),
    "PUSH": english("An engine is pushed, a hex for each N, NE and so on."),
    "LADDER": english("Two men carry a ladder."),
    "RAISE": english("Its bearers put it up at a wall; climbing it is a MOVE."),
    "SHIFT": english("A raised ladder goes to another place."),
    "LAY": english("They lay it down."),
    "TOPPLE": english("A defender throws a ladder down."),
    "GRAPNEL": english("A hook with a rope, thrown at the top of a wall."),
    "COIL": english("Takes a rope back."),
    "CUT": english("A defender cuts a rope."),
    "PULL": english("Men pull down what a hook holds."),
    "PLACE": english("Before the battle: who stands where, and which way he looks."),
    "ENTER": english("Before the battle: he comes later, by this edge or hex."),
}
_STANDING: dict[str, str] = {
    "WATCH": english("Shoots while the enemy moves, at the first who fits."),
    "OPPOSE": english("Whom he tests for infiltration when enemies pass."),
    "WOUND": english("Who of a joint attack takes an injury."),
    "RETREAT": english("Where yours give ground to when driven back."),
    "ADVANCE": english("Whether a winner follows into the hex of the loser."),
    "COUNTER": english("Whether a rider rides to meet a charge."),
    "REFUSE": english("Who is faster steps back instead of fighting."),
    "SHELTER": english("Keeps behind his window or wall, away from somebody."),
    "OPEN": english("When a gate is opened in the enemy's phase."),
    "CLOSE": english("When it is shut."),
    "DOUSE": english("Which fires are fought at the end of the phase."),
    "EVACUATE": english("Which way a man leaves a burning hex."),
    "FALL": english("Where he comes down who falls from a ladder."),
    "TOPPLE": english("Which ladders are thrown down in the enemy's phase."),
    "CUT": english("Which ropes are cut."),
}
_PHASES = (
    Entry((), english("Yours: shots first, then moves, then attacks, each in the order of your lines.")),
    Entry((), english("The enemy's: your standing orders act for you. They last until you replace them.")),
    Entry(
        (), english("One order a line. A name may be shortened; a later order takes the earlier one's place.")
    ),
    Entry((), english("The receipt says what stands. Write again until the phase is played.")),
)
_TOGETHER = (
    Entry(("all archers fire at nearest",), english("All of a kind.")),
    Entry(("everybody in the yard stay",), english("All in a place.")),
    Entry(("the rest stay",), english("Those without an order above.")),
    Entry(("Robert to 0508, attack best",), english("Several orders of one man.")),
)
_SERVER = ("TRY", "TEST", "STATUS", "CLEAR", "ASK", "FINAL", "HELP", "REPORT")


def cheat_sheet(battle: Battle, rules: Ruleset, seat: SeatId | None = None) -> CheatSheet:
    """The sheet of a battle for a seat (None: for everybody), in the language spoken: what its men can be
    told with their own names, its ground, its tables."""
    verbs, cast = useful_verbs(battle, seat), Cast(battle, rules, seat)
    on_condition = cast.line(IF_EXAMPLES[0], "FIRE")
    parts = (
        Part(say("A turn"), _translated(_PHASES)),
        Part(
            say("Orders for your phase"), (*_entries(verbs, cast, standing=False), *_climbing(battle, cast))
        ),
        Part(say("Standing orders"), _entries(verbs, cast, standing=True)),
        Part(say("On a condition"), (Entry((on_condition,), say("Looked at when its turn comes.")),)),
        Part(say("Several at once"), tuple(_together(battle, cast))),
        Part(say("To the server"), tuple(command_entry(word) for word in _SERVER)),
    )
    return CheatSheet(parts, (_ground(battle, rules), _weapons(rules)))


def _entries(verbs: tuple[Verb, ...], cast: Cast, *, standing: bool) -> tuple[Entry, ...]:
    briefs = _STANDING if standing else _ORDERS
    found = [verb for verb in verbs if verb.record.standing is standing]
    return tuple(
        Entry(
            cast.examples(verb, verb.examples)[: _shown(verb)],
            translated(briefs[verb.family]),
        )
        for verb in found
    )


def _climbing(battle: Battle, cast: Cast) -> Iterator[Entry]:
    """Up, over and down, where there is something to climb."""
    if battle.ladders:
        up = cast.line("MOVE Tancred climb", "LADDER")
        over = cast.line("MOVE Tancred climb 0508", "RAISE")
        yield Entry((up, over), say("Up the ladder or rope that he stands at; with a hex over the wall."))


def _together(battle: Battle, cast: Cast) -> Iterator[Entry]:
    archers, yard, rest, several = _translated(_TOGETHER)
    if any(figure.archer for figure in cast.own):
        yield archers
    if "yard" in battle.board.areas:
        yield yard
    yield rest
    yield Entry(tuple(cast.line(line, "MOVE") for line in several.lines), several.words)


def _shown(verb: Verb) -> int:
    """How many of its examples stand on the sheet: two of what is ordered in every phase."""
    return 2 if verb.family in ("MOVE", "FIRE", "ATTACK", "WATCH") else 1


def command_entry(word: str) -> Entry:
    """A line for the server itself, and the first thing that help says of it."""
    head, _, rest = translated(COMMAND_HELP[word]).partition(": ")
    return Entry((head,), rest.split(". ")[0].split("; ")[0].rstrip(".") + ".")


def _translated(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(Entry(entry.lines, translated(entry.words)) for entry in entries)


def _ground(battle: Battle, rules: Ruleset) -> Grid:
    """MP and cover of the terrains on the board (GUI-3.1)."""
    table, present = rules.tables["terrain"], {cell.terrain for cell in battle.board.cells.values()}
    columns = (say("ground"), say("MP on foot"), say("mounted"), say("cover"), say("in a fight"))
    rows = [
        (
            translated(table.text(terrain, "name")),
            *(_figure(table.cell(terrain, column)) for column in ("mp_foot", "mp_horse", "cover")),
            _SIGNS[table.text(terrain, "combat")](),
        )
        for terrain in map(str, table.keys())
        if terrain in present
    ]
    return Grid(say("The ground"), columns, tuple(rows))


_SIGNS = {"-": lambda: say("bad"), "0": lambda: say("neutral"), "+": lambda: say("good")}


def _weapons(rules: Ruleset) -> Grid:
    """Ranges in hexes (GUI-5)."""
    table = rules.tables["weapons"]
    columns = (say("weapon"), say("short"), say("medium"), say("long"))
    rows = [
        (
            translated(table.text(weapon, "name")),
            *(_figure(table.cell(weapon, column)) for column in ("short", "medium", "long")),
        )
        for weapon in map(str, table.keys())
    ]
    return Grid(say("Ranges, in hexes"), columns, tuple(rows))


def _figure(cell: object) -> str:
    return "–" if cell == "no" else translated(cell) if isinstance(cell, str) else str(cell)

"""Small battles for tests, drawn as text.

A board is one text line per row of hexes, one cell per hex: a terrain letter and perhaps a level, cells
parted by blanks (or run together when there are no levels). Rows count from 01, columns from 01; the hex in
column 3 of row 2 is "0302". Remember that even columns (02, 04, ...) lie half a hex LOWER than the odd ones
beside them.

    . flat  s scrub  t tree  / slope  m marsh  r rock  p trail  h stairway  b beach  w shallow  W deep
    ".1" is flat ground one level up, "t2" a tree two levels up, "/0" a slope whose foot is at level 0,
    "_" a hole in the board.

    >>> board = '''
    ... . . t .
    ... . s . .
    ... '''
    >>> b = battle(board, man("Robert", "0101"), man("Zahir", "0402", side="arabs"))
    >>> j = journal(b, 7, 3)                   # dice: a 7, then a 3; asking for more fails the test
    >>> j = journal(b, named={"infiltration": 10}, otherwise=1)   # by part of the roll's name

Pieces get the id of their name in small letters ("robert"); the horse under a ``rider("Drogo", "0102",
"0202")`` is "drogo-horse". The sides and seats are "normans" and "arabs"; phase 1, of the normans, is open
unless ``side`` says otherwise. ``field(8, 6)`` is flat ground, 8 columns by 6 rows. ``show(battle)`` prints
where everybody stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from rules import engine
from rules.books.guiscard import GUISCARD
from rules.core.dice import ScriptedDice
from rules.core.facing import Facing
from rules.events.base import Event, Knowledge
from rules.events.creation import GameCreated
from rules.events.sequence import PhaseOpened, StepBegan
from rules.evolve import replay
from rules.journal import Journal
from rules.narrate import narrate
from rules.narrate.lines import ReportLine
from rules.ruleset import Ruleset
from rules.state.battle import Battle, BattleSetup, Overlay, Victory
from rules.state.board import Board, BoardData, HexsideMark, Panel, Trait, board_of
from rules.state.figure import Character, Faces, Health, Hex, Horse, SideId, Values
from rules.state.table import Options, Seat, Side, Table
from rules.state.works import Engine, Ladder
from rules.views.knowing import seen
from rules.views.masking import view_for

RULES = GUISCARD.rules()
TACTICS = GUISCARD.rules(modules=("tactics",))
SIEGE = GUISCARD.rules(modules=("tactics", "buildings", "castles", "works"))

SIDES = (
    Side(id="normans", name="Normans", adjective="Norman"),
    Side(id="arabs", name="Arabs", adjective="Arab"),
)


def field(columns: int, rows: int, code: str = ".") -> str:
    """A board of one terrain."""
    return "\n".join(" ".join([code] * columns) for _ in range(rows))


def man(
    name: str,
    at: Hex | None,
    *,
    side: SideId = "normans",
    attack: int = 10,
    defence: int = 6,
    mp: int | None = None,
    armoured: bool = False,
    weapon: str = "",
    health: str = "healthy",
    rides: bool = False,
    **more: object,
) -> Character:
    """Somebody on foot. ``mp`` defaults to the movement table (8, armoured 6; wounded half). ``rides``: he
    has a mounted counter although he is on foot now. ``more`` are further fields of Character (code, kind,
    lance, ...)."""
    movement = mp if mp is not None else (6 if armoured else 8)
    mounted = Values(attack + 10, defence + 2, 12 if armoured else 15) if rides else None
    return Character(
        id=name.lower(),
        name=name,
        side=side,
        seat=str(more.pop("seat", side)),
        code=str(more.pop("code", "Nil" if side == "normans" else "Ail")),
        kind=str(more.pop("kind", "spearman")),
        faces=Faces(
            healthy=Values(attack, defence, movement),
            wounded=Values(max(1, attack // 2), max(1, defence // 2), movement // 2),
            stunned=Values(0, 2, 0),
            mounted=mounted,
            mounted_wounded=Values(attack, defence, mounted.movement) if mounted else None,
        ),
        armoured=armoured,
        weapon=weapon,
        hex=at,
        health=Health(health),
        **more,  # type: ignore[arg-type]
    )


def rider(
    name: str,
    front: Hex,
    rear: Hex,
    *,
    side: SideId = "normans",
    attack: int = 24,
    defence: int = 9,
    mp: int | None = None,
    foot_attack: int = 12,
    foot_defence: int = 7,
    foot_mp: int | None = None,
    armoured: bool = False,
    **more: object,
) -> Character:
    """Somebody on horseback; ``battle`` adds the horse "<id>-horse" under him. Values of the mounted face,
    then of the face on foot; MP default to 15, armoured 12."""
    movement = mp if mp is not None else (12 if armoured else 15)
    on_foot = man(
        name, front, side=side, attack=foot_attack, defence=foot_defence, mp=foot_mp, armoured=armoured,
        **{"code": "Nck" if side == "normans" else "Acl", "kind": "knight", **more},  # type: ignore[arg-type]
    )  # fmt: skip
    faces = Faces(
        healthy=on_foot.faces.healthy,
        wounded=on_foot.faces.wounded,
        stunned=on_foot.faces.stunned,
        mounted=Values(attack, defence, movement),
        mounted_wounded=Values(max(1, attack // 2), max(1, defence // 2), movement),
    )
    return _changed(on_foot, faces=faces, rear=rear, mount=f"{on_foot.id}-horse")


def horse(
    name: str,
    front: Hex,
    rear: Hex,
    *,
    side: SideId = "normans",
    armoured: bool = False,
    alive: bool = True,
    led_by: str | None = None,
) -> Horse:
    """A horse without a rider, facing from rear to front; a carcass if not alive."""
    return Horse(
        id=name.lower(), name=name, side=side, armoured=armoured, front=front, rear=rear, alive=alive,
        led_by=led_by,
    )  # fmt: skip


def battle(
    map_text: str,
    *pieces: Character | Horse,
    side: SideId = "normans",
    step: str | None = "movement",
    phase: int = 1,
    hexsides: Iterable[tuple[Hex, str, str]] = (),
    paths: Iterable[str] = (),
    walls: Iterable[str] = (),
    traits: Iterable[str] = (),
    ladders: tuple[Ladder, ...] = (),
    engines: tuple[Engine, ...] = (),
    overlays: tuple[Overlay, ...] = (),
    sides: tuple[Side, ...] = SIDES,
    seats: tuple[Seat, ...] = (),
    standing: Mapping[str, tuple[str, ...]] | None = None,
    victory: Victory | None = None,
    rules: Ruleset = RULES,
) -> Battle:
    """A battle with phase 1 open. ``hexsides``: ("0304", "NE", "low_wall"); ``paths``: "0101 0201 0302";
    ``walls``: "wall 0302 0303", a feature round these hexes (``hexsides`` take its place on their sides);
    ``traits``: "corner 0304"; ``sides``: others than Normans and Arabs, each with a seat of its name.
    ``rules=TACTICS`` for one with the advanced module of combat tactics, SIEGE for all modules."""
    figures = tuple(p for p in pieces if isinstance(p, Character))
    horses = [p for p in pieces if isinstance(p, Horse)]
    known = {h.id for h in horses}
    horses += [
        Horse(id=f.mount, name=f"{f.name}'s horse", side=f.side, ridden_by=f.id)
        for f in figures
        if f.mount is not None and f.mount not in known
    ]
    leads = {f.id: tuple(h.id for h in horses if h.led_by == f.id) for f in figures}
    figures = tuple(_changed(f, leads=leads[f.id]) if leads[f.id] else f for f in figures)
    setup = BattleSetup(
        scenario="test",
        title="A test",
        ruleset=rules.id,
        board=_board_data(map_text, hexsides, paths, walls, traits, rules),
        sides=sides,
        seats=seats or tuple(Seat(side.id, side.id, side.name) for side in sides),
        victory=victory or Victory(turns=10),
        options=Options(),
        tables_digest=rules.tables.digest,
        modules=rules.switched_on,
    )
    _check(setup, figures, horses)
    made = replay(
        [
            GameCreated(
                setup=setup,
                figures=figures,
                horses=tuple(horses),
                ladders=ladders,
                engines=engines,
                overlays=overlays,
            ),
            PhaseOpened(number=phase, turn=(phase + 1) // 2, side=side),
            *([StepBegan(step=step)] if step is not None else []),
        ]
    )
    made.standing.update(standing or {})
    return made


def journal(
    at: Battle, *faces: int, named: Mapping[str, int] | None = None, otherwise: int | None = None
) -> Journal:
    """A journal over a copy of the battle with scripted dice."""
    return Journal(at, ScriptedDice(faces, named=named, otherwise=otherwise))


def kinds(events: Iterable[object]) -> list[str]:
    """The stored names of events, dice left out: handy to assert the order of things."""
    return [e.kind for e in events if e.kind != "die_rolled"]  # type: ignore[attr-defined]


def show(at: Battle) -> str:
    """Where everybody is, one line each."""
    lines = [f"{f.id:12} {'-'.join(f.hexes) or 'off':10} {f.health.value}" for f in at.figures.values()]
    lines += [f"{h.id:12} {'-'.join(h.hexes)}" for h in at.horses.values() if h.hexes]
    return "\n".join(lines)


def _changed(figure: Character, **fields: object) -> Character:
    return replace(figure, **fields)


def _board_data(
    map_text: str,
    hexsides: Iterable[tuple[Hex, str, str]],
    paths: Iterable[str],
    walls: Iterable[str],
    traits: Iterable[str],
    rules: Ruleset,
) -> BoardData:
    rows = []
    for line in map_text.split("\n"):
        if line.strip():
            cells = line.split()
            rows.append(tuple(cells) if len(cells) > 1 else tuple(cells[0]))
    terrain = rules.tables["terrain"]
    keys = terrain.keys()
    letters = tuple((terrain.text(key, "letter"), str(key)) for key in keys)
    bare = BoardData(panels=(Panel("A", "test", tuple(rows)),), terrains=letters)
    marks = [HexsideMark(at, Facing(facing), feature) for at, facing, feature in hexsides]
    marks += [mark for path in paths for mark in _path(board_of(bare), path.split())]
    marks += [mark for wall in walls for mark in _around(board_of(bare), wall.split(), marks)]
    named = tuple(Trait(name, tuple(hexes)) for name, *hexes in (trait.split() for trait in traits))
    panel = Panel("A", "test", tuple(rows), tuple(marks), traits=named)
    return BoardData(panels=(panel,), terrains=letters)


def _around(board: Board, words: list[str], drawn: list[HexsideMark]) -> list[HexsideMark]:
    feature, *hexes = words
    taken = {frozenset((mark.hex, board.neighbour(mark.hex, mark.facing))) for mark in drawn}
    return [
        HexsideMark(at, facing, feature)
        for at in hexes
        for facing in Facing
        if (other := board.neighbour(at, facing)) is not None
        and other not in hexes
        and frozenset((at, other)) not in taken
    ]


def _path(board: Board, labels: list[Hex]) -> list[HexsideMark]:
    marks = []
    for a, b in pairwise(labels):
        facing = board.facing(a, b)
        assert facing is not None, f"the path jumps from {a} to {b}"
        marks.append(HexsideMark(a, facing, "path"))
    return marks


def _check(setup: BattleSetup, figures: Iterable[Character], horses: Iterable[Horse]) -> None:
    board = board_of(setup.board)
    for piece in (*figures, *horses):
        for at in piece.hexes:
            assert at in board, f"{piece.id} stands off the board at {at}"
        if len(piece.hexes) == 2:
            assert board.adjacent(*piece.hexes), f"the halves of {piece.id} do not touch"


def narrated(before: Battle, events: Sequence[Event], seat: str | None) -> list[ReportLine]:
    """What a seat reads of what truly happened."""
    return narrate(view_for(before, seat), seen(before, list(events), seat), seat)


def reported(before: Table, events: Sequence[Event], seat: str | None) -> list[ReportLine]:
    """The same, with the rules cited as the book in play has them."""
    return engine.narrate(before, engine.seen(before, events, seat), seat)


def is_visible(event: Event, seat: str | None) -> bool:
    """Whether a seat is shown anything of an event, whatever it knows."""
    return event.seen_by(Knowledge(seat)) is not None

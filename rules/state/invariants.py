"""What must be true of every battle at the end of every phase, whatever the orders and the dice were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import pairwise

from rules.core.facing import Facing
from rules.core.places import Place
from rules.state.battle import Battle, Charge, Formation, PhaseRecord
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex, Horse
from rules.state.hexsides import PARTING
from rules.state.ladders import levels
from rules.state.storeys import floor_at, is_there
from rules.state.terrain import hexside_between, terrain_at
from rules.state.works import EngineState, Ladder

ABREAST = 3


def broken(battle: Battle) -> list[str]:
    """Every invariant that does not hold, in words; an empty list for a sound battle."""
    found = [fault for figure in battle.figures.values() for fault in _figure(battle, figure)]
    found += [fault for horse in battle.horses.values() for fault in _horse(battle, horse)]
    found += _crowds(battle)
    if battle.board.built:
        found += [fault for figure in battle.figures.values() for fault in _walled_in(battle, figure)]
        found += [fault for horse in battle.horses.values() for fault in _walled_in(battle, horse)]
    found += [fault for ladder in battle.ladders.values() for fault in _ladder(battle, ladder)]
    found += _engines(battle)
    found += _fires(battle)
    found += [fault for formation in battle.formations.values() for fault in _formation(battle, formation)]
    found += _in_two_formations(battle)
    found += [
        fault for record in (battle.now, battle.last, battle.before) for fault in _charges(battle, record)
    ]
    found += _left_hanging(battle)
    found += _mislaid(battle)
    found += [
        f"{name} waits off the board and stands on it"
        for name in battle.reserves
        if not battle.figures[name].awaited
    ]
    return found


def _figure(battle: Battle, figure: Character) -> list[str]:
    faults = []
    if any(at not in battle.board for at in figure.hexes):
        faults.append(f"{figure.id} stands off the board at {figure.hexes}")
    if figure.hex is not None and figure.mounted != (figure.rear is not None):
        faults.append(f"{figure.id}: mounted {figure.mounted}, rear half {figure.rear}")
    if figure.rear and figure.hex and not battle.board.adjacent(figure.hex, figure.rear):
        faults.append(f"{figure.id}: halves {figure.hex} and {figure.rear} do not touch")
    if figure.mounted and (figure.dead or figure.stunned):
        faults.append(f"{figure.id} is {figure.health} in the saddle")
    if figure.mount is not None and battle.horses[figure.mount].ridden_by != figure.id:
        faults.append(f"{figure.id} rides {figure.mount}, which does not know it")
    if figure.awaited and not _to_come(battle, figure):
        faults.append(f"{figure.id} is {figure.health} and nowhere")
    if figure.place is not None and not is_there(battle, figure.place):
        faults.append(f"{figure.id} is in {figure.place.label}, where there is nothing to stand on")
    if figure.stunned and not figure.stunned_in:
        faults.append(f"{figure.id} is stunned since no phase")
    for horse in figure.leads:
        if battle.horses[horse].led_by != figure.id:
            faults.append(f"{figure.id} leads {horse}, which does not know it")
    if figure.carries is not None and battle.figures[figure.carries].carried_by != figure.id:
        faults.append(f"{figure.id} carries {figure.carries}, who does not know it")
    return faults


def _to_come(battle: Battle, figure: Character) -> bool:
    """Whether somebody is still to be placed, or a reserve who has not entered (GUI-2a)."""
    deployment = battle.deployment_of(figure.seat)
    to_place = battle.turn == 0 and deployment is not None and figure.id in deployment.template
    return to_place or figure.id in battle.reserves


def _horse(battle: Battle, horse: Horse) -> list[str]:
    faults = []
    if (horse.ridden_by is not None) and horse.front is not None:
        faults.append(f"{horse.id} is ridden and stands by itself")
    if horse.ridden_by is not None and battle.figures[horse.ridden_by].mount != horse.id:
        faults.append(f"{horse.id} is ridden by {horse.ridden_by}, who does not know it")
    if horse.alive and horse.ridden_by is None and horse.front is None:
        leavers = (f for f in battle.figures.values() if f.left_by is not None)
        if not any(f.mount == horse.id or horse.id in f.leads for f in leavers):
            faults.append(f"{horse.id} is alive and nowhere")
    if horse.alive and horse.front and horse.rear and not battle.board.adjacent(horse.front, horse.rear):
        faults.append(f"{horse.id}: halves {horse.front} and {horse.rear} do not touch")
    if horse.led_by is not None and horse.id not in battle.figures[horse.led_by].leads:
        faults.append(f"{horse.id} is led by {horse.led_by}, who does not know it")
    return faults


def _fell_on_somebody(battle: Battle, figure: Character) -> bool:
    return bool(figure.atop) and battle.figures[figure.atop].hex == figure.hex


def _ladder(battle: Battle, ladder: Ladder) -> list[str]:
    """What is upright leans on a side of its one hex and bears one man at most; what is carried is where its
    bearers are (GUI-10.1.2a, GUI-10.1.3a)."""
    faults = []
    on_it = [f for f in battle.figures.at(ladder.hexes[0]) if f.storey] if ladder.upright else []
    if any(at not in battle.board for at in ladder.hexes):
        faults.append(f"{ladder.id} is off the board at {ladder.hexes}")
    if ladder.upright and (len(ladder.hexes) != 1 or ladder.bearers):
        faults.append(f"{ladder.id} stands in {ladder.hexes}, carried by {ladder.bearers}")
    if len(on_it) > 1:
        faults.append(f"{len(on_it)} men on {ladder.id}")
    if any(not f.active or f.mounted or not 0 < f.storey <= levels(battle, ladder) for f in on_it):
        faults.append(f"{on_it[0].id} is on {ladder.id}, but cannot be")
    bearers = [battle.figures[f] for f in ladder.bearers]
    if any(not f.active for f in bearers):
        faults.append(f"{ladder.id} is carried by somebody who cannot")
    if bearers and ladder.kind == "ladder" and {f.hex for f in bearers} != set(ladder.hexes):
        faults.append(f"{ladder.id} is in {ladder.hexes}, its bearers are not")
    return faults


def _engines(battle: Battle) -> list[str]:
    """An engine stands on the board, on one hex or two that touch, and nobody is in its way unless it is a
    wreck (GUI-10.4.3)."""
    faults = []
    for engine in battle.engines.values():
        if any(at not in battle.board for at in engine.hexes) or not 1 <= len(engine.hexes) <= 2:
            faults.append(f"{engine.id} stands in {engine.hexes}")
        elif len(engine.hexes) == 2 and not battle.board.adjacent(*engine.hexes):
            faults.append(f"{engine.id}: {engine.hexes} do not touch")
        elif engine.state is not EngineState.DESTROYED:
            closed = (at for at in engine.hexes if floor_at(battle, Place(at)) is None)
            faults += [f"{f.id} stands in {engine.id}" for at in closed for f in battle.living_at(at)]
        if engine.wait < 0:
            faults.append(f"{engine.id} waits for {engine.wait} turns")
    return faults


def _fires(battle: Battle) -> list[str]:
    """Flames and naphtha lie on the board, and naphtha that burns is flames (GUI-10.5.1d)."""
    faults = [
        f"fire off the board in {at}" for at in (*battle.flames, *battle.naphtha) if at not in battle.board
    ]
    return faults + [
        f"naphtha in {at} lies in its own flames"
        for at in battle.naphtha
        if at in battle.flames and battle.flames[at].greek
    ]


def _crowds(battle: Battle) -> list[str]:
    """No more than one living character in a place (GUI-4.1a), such as the ground of a hex or the ladder that
    stands there; besides him perhaps one who fell on him (GUI-10.1.3a, GUI-10.1.6c). A horse that nobody
    rides has its hexes for itself: who ends there pushes it aside (GUI-4.4.3a). Of engines see there."""
    people = Counter(
        Place(at, f.storey).label
        for f in battle.figures.values()
        if f.living and f.carried_by is None and not _fell_on_somebody(battle, f)
        for at in f.hexes
    )
    horses = Counter(at for horse in battle.horses.values() if horse.loose for at in horse.hexes)
    return [f"{count} living characters in {at}" for at, count in people.items() if count > 1] + [
        f"{at} holds living horses: {count}, and characters: {people[at]}"
        for at, count in horses.items()
        if count + people[at] > 1
    ]


# Where nobody can be, and what cannot stand between the halves of a counter (GUI-8.4a, GUI-8.4.2b,
# GUI-9.2.3.1).
_SOLID = frozenset({"wall", "gate"})


def _walled_in(battle: Battle, piece: Character | Horse) -> list[str]:
    alive = piece.living if isinstance(piece, Character) else piece.alive
    hexes = piece.hexes
    if not alive or not hexes:
        return []
    faults = [
        f"{piece.id} is alive inside a wall or gate, in {at}"
        for at in hexes
        if terrain_at(battle, at) in _SOLID
    ]
    parting = PARTING | {"low_wall"} if isinstance(piece, Character) else PARTING
    if len(hexes) == 2 and parting & hexside_between(battle, *hexes):
        faults.append(f"{piece.id} stands across a wall, in {hexes[0]} and {hexes[1]}")
    return faults


# formations (GUI-7.3)


def _formation(battle: Battle, formation: Formation) -> list[str]:
    """Three or more unhurt or wounded men on foot, each where he belongs, in straight rows of at
    least three."""
    faults = []
    held = set(formation.places.values())
    for name, at in formation.places.items():
        man = battle.figures[name]
        if not man.hoplite or man.side != formation.side:
            faults.append(f"{name} of the {man.side} is no hoplite of the {formation.side}")
        if not man.active or man.mounted or man.hex != at:
            faults.append(f"{name} is {man.health} in {man.hex}, his formation has him in {at}")
        if _abreast(battle.board, held, at, formation.front.turned(2)) < ABREAST:
            faults.append(f"{name} in {at} stands in no row of {ABREAST}")
    strangers = formation.opened.keys() - formation.places.keys()
    faults += [f"{name} has broken pikes in a formation that is not his" for name in sorted(strangers)]
    if formation.tortoise and not any(_man_behind(battle.board, held, at, formation) for at in held):
        faults.append(f"the tortoise {formation.id} has no second rank")
    return faults


def _abreast(board: Board, held: Collection[Hex], at: Hex, right: Facing) -> int:
    """How many stand in one row with the man in a hex, himself included."""
    count = 1
    for towards in (right, right.opposite):
        onward = board.neighbour(at, towards)
        while onward in held and onward is not None:
            count += 1
            onward = board.neighbour(onward, towards)
    return count


def _man_behind(board: Board, held: Collection[Hex], at: Hex, formation: Formation) -> bool:
    return any(board.neighbour(at, formation.front.turned(turn)) in held for turn in (3, 4))


def _in_two_formations(battle: Battle) -> list[str]:
    members = Counter(name for formation in battle.formations.values() for name in formation.places)
    return [f"{name} stands in {count} formations" for name, count in members.items() if count > 1]


# charges (GUI-7.2)


def _charges(battle: Battle, record: PhaseRecord) -> list[str]:
    """One charge against a target, one answer to a charge, ways without gaps, and the two meeting
    face to face."""
    faults = [fault for name, charge in record.charges.items() for fault in _charge(battle, name, charge)]
    faults += _repeated({n: c.target for n, c in record.charges.items()}, "charged")
    faults += _repeated(
        {n: c.counter for n, c in record.charges.items() if c.counter}, "sent to meet a charge"
    )
    return faults


def _repeated(chosen: Mapping[FigureId, FigureId], what: str) -> list[str]:
    return [
        f"{name} is {what} {times} times" for name, times in Counter(chosen.values()).items() if times > 1
    ]


def _charge(battle: Battle, name: FigureId, charge: Charge) -> list[str]:
    faults = []
    side = battle.figures[name].side
    for foe in dict.fromkeys(battle.figures[f].side for f in (charge.target, charge.foe)):
        if not battle.hostile(side, foe):
            faults.append(f"{name} charges at a {'friend' if battle.friendly(side, foe) else 'neutral'}")
    if any(not battle.board.adjacent(a, b) for a, b in pairwise((*charge.start[:1], *charge.route))):
        faults.append(f"the way of {name}'s charge has a gap: {charge.route}")
    if charge.counter and charge.answer[-2:] != (charge.route[-1], charge.route[-2]):
        faults.append(f"{charge.counter} does not meet {name} face to face: {charge.answer}")
    return faults


def _left_hanging(battle: Battle) -> list[str]:
    """When a phase is over every charge has been fought or has come to nothing."""
    past = (battle.last, battle.before)
    return [
        f"{name}'s charge of phase {record.number} is still {charge.state}"
        for record in past
        for name, charge in record.charges.items()
        if charge.pending
    ]


def _mislaid(battle: Battle) -> list[str]:
    """Who is looked up by hex is found where he is."""
    sound = {
        "figures": battle.figures.well_known,
        "horses": battle.horses.well_known,
        "overlays": battle.overlays.well_known,
        "engines": battle.engines.well_known,
    }
    return [f"{kind} are not found where they are" for kind, known in sound.items() if not known]

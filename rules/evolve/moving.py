"""Where pieces are."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.places import GROUND
from rules.events.combat import AdvanceBegan, RetreatBlocked, Retreated
from rules.events.harm import Displaced, Unhorsed
from rules.events.movement import (
    AllowanceCut,
    BodiesHauled,
    BridleTried,
    Dismounted,
    HorseLed,
    HorseMoved,
    HorseReleased,
    InfiltrationTested,
    Left,
    Mounted,
    MoveBegan,
    Moved,
    MoveEnded,
    PickedUp,
    PutBack,
    PutDown,
    StayDeclared,
)
from rules.evolve.ladders import off_the_ladder
from rules.evolve.registry import handles, leaves_alone
from rules.state.battle import Battle, ShotAt
from rules.state.figure import FigureId, Hex


def _place(battle: Battle, figure: FigureId, at: Hex, rear: Hex | None, storey: int = GROUND) -> None:
    before = battle.figures[figure]
    battle.figures[figure] = replace(before, hex=at, rear=rear, storey=storey, atop="")


@handles(Battle, MoveBegan)
def _began(battle: Battle, event: MoveBegan) -> None:
    now = battle.now
    now.left[event.figure] = event.allowance
    now.spent.setdefault(event.figure, 0)
    now.moved.setdefault(event.figure, 0)
    # fire has passed on to another mover: those shot at before are closed (GUI-5.3f)
    for other, shot in now.shot_at.items():
        if other != event.figure and not shot.closed:
            now.shot_at[other] = ShotAt(shot.moved, closed=True)


@handles(Battle, StayDeclared)
def _stays(battle: Battle, event: StayDeclared) -> None:
    battle.now.staying.add(event.figure)


@handles(Battle, Moved)
def _moved(battle: Battle, event: Moved) -> None:
    _place(battle, event.figure, event.hex, event.rear, event.storey)
    if event.how != "advance":
        now = battle.now
        now.spent[event.figure] = now.spent.get(event.figure, 0) + event.mp
        now.left[event.figure] = event.left
        if event.how != "about_face":  # which enters no new hex
            now.moved[event.figure] = now.moved.get(event.figure, 0) + 1


@handles(Battle, AllowanceCut)
def _cut(battle: Battle, event: AllowanceCut) -> None:
    # whoever is in ``left`` has begun to move: one slowed by a stray shot before that has not
    now = battle.now
    (now.left if event.figure in now.left else now.reduced)[event.figure] = event.left


@handles(Battle, InfiltrationTested)
def _tested(battle: Battle, event: InfiltrationTested) -> None:
    battle.now.tested.add(event.enemy)


@handles(Battle, PutBack)
def _put_back(battle: Battle, event: PutBack) -> None:
    _place(battle, event.figure, event.hex, event.rear, event.storey)


@handles(Battle, Mounted)
def _mounted(battle: Battle, event: Mounted) -> None:
    horse = battle.horses[event.horse]
    figure = battle.figures[event.figure]
    battle.figures[event.figure] = replace(
        figure,
        hex=horse.front,
        rear=horse.rear,
        mount=event.horse,
        leads=tuple(h for h in figure.leads if h != event.horse),
    )
    battle.horses[event.horse] = replace(
        horse, front=None, rear=None, ridden_by=event.figure, led_by=None, side=figure.side
    )
    _spend(battle, event.figure, event.mp, event.left)


@handles(Battle, Dismounted)
def _dismounted(battle: Battle, event: Dismounted) -> None:
    _part(battle, event.figure, event.hex)
    _spend(battle, event.figure, event.mp, event.left)


@handles(Battle, Unhorsed)
def _unhorsed(battle: Battle, event: Unhorsed) -> None:
    _part(battle, event.figure, event.hex)


def _part(battle: Battle, figure_id: FigureId, at: Hex) -> None:
    figure = battle.figures[figure_id]
    assert figure.mount is not None
    horse = battle.horses[figure.mount]
    battle.horses[horse.id] = replace(horse, front=figure.hex, rear=figure.rear, ridden_by=None)
    battle.figures[figure_id] = replace(figure, hex=at, rear=None, mount=None)


def _spend(battle: Battle, figure: FigureId, mp: int, left: int) -> None:
    now = battle.now
    now.spent[figure] = now.spent.get(figure, 0) + mp
    now.left[figure] = left


@handles(Battle, HorseLed)
def _led(battle: Battle, event: HorseLed) -> None:
    horse = battle.horses[event.horse]
    if horse.led_by is not None and horse.led_by != event.figure:
        _release(battle, horse.led_by, event.horse)
    figure = battle.figures[event.figure]
    battle.figures[event.figure] = replace(figure, leads=(*figure.leads, event.horse))
    battle.horses[event.horse] = replace(horse, led_by=event.figure, side=figure.side)


@handles(Battle, HorseReleased)
def _released(battle: Battle, event: HorseReleased) -> None:
    _release(battle, event.figure, event.horse)


def _release(battle: Battle, figure_id: FigureId, horse_id: str) -> None:
    figure = battle.figures[figure_id]
    battle.figures[figure_id] = replace(figure, leads=tuple(h for h in figure.leads if h != horse_id))
    battle.horses[horse_id] = replace(battle.horses[horse_id], led_by=None)


@handles(Battle, BridleTried)
def _tried(battle: Battle, event: BridleTried) -> None:
    if not event.caught:
        battle.now.bridle_failed.add(f"{event.figure}/{event.horse}")


@handles(Battle, HorseMoved)
def _horse_moved(battle: Battle, event: HorseMoved) -> None:
    battle.horses[event.horse] = replace(battle.horses[event.horse], front=event.front, rear=event.rear)


@handles(Battle, BodiesHauled)
def _hauled(battle: Battle, event: BodiesHauled) -> None:
    end = None if event.sunk else event.end
    for body in event.people:
        battle.figures[body] = replace(battle.figures[body], hex=end)
    if event.horse:
        horse = battle.horses[event.horse]
        battle.horses[event.horse] = replace(horse, front=end, rear=None)
    battle.now.busy.update(event.by)


@handles(Battle, PickedUp)
def _picked_up(battle: Battle, event: PickedUp) -> None:
    battle.figures[event.figure] = replace(battle.figures[event.figure], carries=event.burden)
    battle.figures[event.burden] = replace(battle.figures[event.burden], carried_by=event.figure)


@handles(Battle, PutDown)
def _put_down(battle: Battle, event: PutDown) -> None:
    battle.figures[event.figure] = replace(battle.figures[event.figure], carries=None)
    battle.figures[event.burden] = replace(battle.figures[event.burden], carried_by=None, hex=event.hex)


@handles(Battle, Left)
def _left(battle: Battle, event: Left) -> None:
    figure = battle.figures[event.figure]
    figure = off_the_ladder(battle, figure)
    battle.figures[event.figure] = replace(figure, hex=None, rear=None, left_by=event.hex)
    for horse in event.led:
        battle.horses[horse] = replace(battle.horses[horse], front=None, rear=None)


@handles(Battle, Retreated)
def _retreated(battle: Battle, event: Retreated) -> None:
    _place(battle, event.figure, event.hex, event.rear, event.storey)


@handles(Battle, Displaced)
def _displaced(battle: Battle, event: Displaced) -> None:
    _place(battle, event.figure, event.hex, event.rear)


leaves_alone(Battle, MoveEnded, RetreatBlocked, AdvanceBegan)

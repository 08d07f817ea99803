"""Fires that men light and fight by hand, in the combat step.

Implements GUI-10.2.1, GUI-10.2.3.
"""

from __future__ import annotations

from rules.assault import flames
from rules.assault.falling_off import has_fought
from rules.assault.fuel import fuel_at
from rules.core.choices import Choice
from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.events.burning import FireFought
from rules.journal import Journal
from rules.orders.records import DouseAnyOrder, DouseOrder, LightOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex, SeatId
from rules.state.hexsides import STONE
from rules.state.terrain import WATER, stood_a_turn, terrain_at
from rules.tactical.instructions.questions import placed
from rules.tactical.instructions.standing import douse_choice

LIGHT = "GUI-10.2.1"
DOUSE = "GUI-10.2.3"
STAY = "stay"


def may_light(battle: Battle, rules: Ruleset, figure: Character, at: Hex) -> Rejection | None:
    """Why somebody cannot set fire to a hex now; None if he can (GUI-10.2.1).

    No die is asked for. Ruling RUL-1021: he has stood beside it since the end of his own last phase and was
    not driven off; on foot, and not through a wall or with a gulf between. It takes the place of a shot or an
    attack, and whoever carries a ladder can make neither (GUI-10.1.2a)."""
    idle = _works(battle, figure, at, LIGHT) or has_fought(battle, figure, LIGHT)
    if idle is not None:
        return idle
    if at in battle.flames:
        return Rejection(LIGHT, english("{at} burns already", at=at))
    if not fuel_at(battle, rules, at):
        return Rejection(LIGHT, english("there is nothing in {at} that burns", at=at))
    if _walled_off(battle, rules, figure, at):
        return Rejection(
            LIGHT, english("{figure} cannot reach {at}: a wall is between", figure=figure.name, at=at)
        )
    if not stood_a_turn(battle, figure):
        why = english(
            "{figure} has not stood beside {at} for a whole turn: from the end of your last phase on",
            figure=figure.name,
            at=at,
        )
        return Rejection(LIGHT, why, Reason.TOO_SHORT)
    return None


def light(journal: Journal, rules: Ruleset, seat: SeatId, order: LightOrder) -> Rejection | None:
    """The flame is on the hex at once (GUI-10.2.1); he does nothing else in this phase."""
    figure = journal.battle.figures[order.figure]
    refusal = may_light(journal.battle, rules, figure, order.hex)
    if refusal is None:
        flames.catch(journal, rules, order.hex, figure.side, "torch", LIGHT, figure.id)
    return refusal


def may_douse(battle: Battle, rules: Ruleset, figure: Character, at: Hex) -> Rejection | None:
    """Why somebody cannot try to put out the fire in a hex now; None if he can (GUI-10.2.3, RUL-1066)."""
    if at not in battle.flames:
        return Rejection(DOUSE, english("nothing burns in {at}", at=at))
    if battle.flames[at].greek:
        return Rejection(DOUSE, english("burning naphtha cannot be put out ({at})", at=at))
    idle = _works(battle, figure, at, DOUSE)
    if idle is not None:
        return idle
    if battle.now.has_moved(figure.id):
        return Rejection(
            DOUSE, english("{figure} has moved: who puts out a fire stands where he is", figure=figure.name)
        )
    if _walled_off(battle, rules, figure, at):
        return Rejection(
            DOUSE, english("{figure} cannot reach {at}: a wall is between", figure=figure.name, at=at)
        )
    return None


def douse(journal: Journal, rules: Ruleset, seat: SeatId, order: DouseOrder) -> Rejection | None:
    """Each of them tries once, until it is out; the last reason where somebody could not (GUI-10.2.3)."""
    refused: Rejection | None = None
    for name in order.figures:
        figure = journal.battle.figures[name]
        refusal = may_douse(journal.battle, rules, figure, order.hex)
        if refusal is None:
            _try_to_douse(journal, rules, figure, order.hex)
        elif order.hex in journal.battle.flames or name == order.figures[0]:
            refused = refusal
    return refused


def douse_unasked(journal: Journal, rules: Ruleset) -> None:
    """When all orders of the combat step are carried out, men of the side in phase who have done nothing in
    it and stand beside a fire try to put it out: by their standing orders, by default one that the enemy has
    lit (GUI-10.2.3, RUL-1025)."""
    battle = journal.battle
    for figure in battle.side_figures(battle.side):
        if not figure.active or figure.id in battle.now.engaged or figure.hex is None:
            continue
        near = [at for at in battle.board.neighbours(figure.hex) if at in battle.flames]
        fires = [at for at in near if may_douse(battle, rules, figure, at) is None]
        at = _chosen(journal, rules, figure, fires) if fires else STAY
        if at != STAY:
            _try_to_douse(journal, rules, figure, at)


def _chosen(journal: Journal, rules: Ruleset, figure: Character, fires: list[Hex]) -> Hex:
    """The fire that somebody fights on his own account, or STAY."""
    battle = journal.battle
    found = douse_choice(battle, rules, figure)
    order, text = found if found is not None else (DouseAnyOrder(()), "")
    meant = [
        at
        for at in fires
        if not order.hold
        and (order.own or not battle.friendly(figure.side, battle.flames[at].side))
        and (not order.hexes or at in order.hexes)
    ]
    willing = next(iter(meant), STAY)
    return journal.decide(
        figure.seat,
        "douse",
        willing,
        DOUSE,
        question=english("{figure} has his hands free, with fire beside him.", figure=placed(figure)),
        options=lambda: [*(Choice(at, english("he fights the fire in {at}", at=at)) for at in fires),
                         Choice(STAY, english("he lets it burn"))],
        figure=figure.id,
        order=text,
        told=willing != STAY or bool(text),
    )  # fmt: skip


def _try_to_douse(journal: Journal, rules: Ruleset, figure: Character, at: Hex) -> None:
    """One die against the table. Ruling RUL-1022: it is easier for whoever stands in water or next to it."""
    battle = journal.battle
    wet = _has_water(battle, figure)
    needed = needed_to_douse(battle, rules, figure)
    face = journal.roll(DOUSE, figure.id, at)
    journal.record(
        FireFought(figure=figure.id, hex=at, face=face, needed=needed, out=face >= needed, wet=wet)
    )


def needed_to_douse(battle: Battle, rules: Ruleset, figure: Character) -> int:
    """The least face with which somebody puts a fire out (GUI-10.2.3)."""
    return rules.tables["fire"].number("douse wet" if _has_water(battle, figure) else "douse", "at_least")


def _has_water(battle: Battle, figure: Character) -> bool:
    assert figure.hex is not None
    return any(terrain_at(battle, h) in WATER for h in (figure.hex, *battle.board.neighbours(figure.hex)))


def _works(battle: Battle, figure: Character, at: Hex, rule: str) -> Rejection | None:
    """What keeps somebody from any work by hand in the combat step."""
    if not figure.active or figure.animal:
        return Rejection("GUI-1.2g", english("{figure} is in no state to do it", figure=figure.name))
    if figure.mounted or figure.carries is not None or figure.storey:
        return Rejection(
            rule,
            english("{figure} has no hands free for it: on foot and on the ground only", figure=figure.name),
        )
    if at not in battle.board or figure.hex is None or not battle.board.adjacent(figure.hex, at):
        return Rejection(
            rule,
            english("{figure} in {hex} is not next to {at}", figure=figure.name, hex=figure.hex, at=at),
            Reason.APART,
        )
    now = battle.now
    if figure.id in now.fired or figure.id in now.attacked or figure.id in now.busy:
        return Rejection(rule, english("{figure} has done something else in this phase", figure=figure.name))
    return None


def _walled_off(battle: Battle, rules: Ruleset, figure: Character, at: Hex) -> bool:
    """Whether solid wall parts a man from a hex. What burns may be closed to walkers all the same: a gate, an
    engine, the outside of a stockade."""
    assert figure.hex is not None
    sides = battle.board.hexside(figure.hex, at)
    return bool(sides & STONE)

"""What report and order form say of ladders and ropes: where they are, and what each man could do with them
(GUI-10.1, GUI-10.6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.assault import grapnels, toppling
from rules.core.language import english, say, say_many
from rules.core.rejection import Rejection
from rules.desk.receipts.told import name_of
from rules.orders.records import ThrowOrder
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.ladders import (
    LADDER,
    ROPE,
    against,
    borne_by,
    climber,
    facing_hex,
    held_by,
    upright_at,
    wall_hex,
)
from rules.state.storeys import on_a_floor, structures
from rules.state.works import Ladder
from rules.tactical.ways import climbing, links

_LADDER = english("A ladder stands in {where}, against {wall}.")
_LADDER_WITH_MAN = english("A ladder stands in {where}, against {wall}, {man} on it.")
_ROPE = english("A rope hangs in {where}, against {wall}.")
_ROPE_WITH_MAN = english("A rope hangs in {where}, against {wall}, {man} on it.")
_CARRY = english("{bearers} carry a ladder.")
_CARRY_IN = english("{bearers} carry a ladder in {where}.")
_HAS = english("{bearers} has a grapnel with him.")
_HAS_IN = english("{bearers} has a grapnel with him in {where}.")


def ladders_told(battle: Battle, seat: str | None) -> Iterator[str]:
    """ "A ladder stands in 0405, against 0404, Hugo on it." for each ladder and rope that is up, in hand or
    somebody's; those that lie, by kind, with how they are taken up, where no order form says it to men of
    the seat's who stand there."""
    lying: dict[str, list[str]] = {}
    apart = False
    for ladder in battle.ladders.values():
        if not ladder.upright and not ladder.bearers:
            lying.setdefault(ladder.kind, []).append("-".join(ladder.hexes))
            apart = apart or (ladder.kind == LADDER and not _has_a_man(battle, seat, ladder))
            continue
        who = climber(battle, ladder)
        is_ladder = ladder.kind == LADDER
        bearers = listed([name_of(battle, f) for f in ladder.bearers], "and")
        if ladder.upright and who is not None:
            told = _LADDER_WITH_MAN if is_ladder else _ROPE_WITH_MAN
        elif ladder.upright:
            told = _LADDER if is_ladder else _ROPE
        elif not ladder.hexes:
            told = _CARRY if is_ladder else _HAS
        else:
            told = _CARRY_IN if is_ladder else _HAS_IN
        wall = wall_hex(battle, ladder) if ladder.upright else ""
        man = who.name if who is not None else ""
        yield say(told, where="-".join(ladder.hexes), wall=wall, man=man, bearers=bearers)
    for kind, places in lying.items():
        where = listed(places, "and")
        if kind == LADDER:
            yield say_many("A ladder lies in {where}.", "Ladders lie in {where}.", len(places), where=where)
        else:
            yield say_many("A rope lies in {where}.", "Ropes lie in {where}.", len(places), where=where)
    if apart and seat is not None:
        yield say("Two men on foot, one in each of its hexes, take up a ladder that lies: CARRY LADDER.")


def _has_a_man(battle: Battle, seat: str | None, ladder: Ladder) -> bool:
    """Whether somebody of the seat's stands where a ladder lies."""
    return any(f.seat == seat and f.active for at in ladder.hexes for f in battle.living_at(at))


def hints(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    """What somebody could do with ladders and ropes from where he stands, and where built links lead
    to from there."""
    yield from _built_links(battle, rules, figure)
    if not battle.ladders or figure.hex is None or figure.mounted:
        return
    if on_a_floor(battle, figure):
        return
    if figure.storey:
        yield from _aloft(battle, figure)
        return
    ladder = upright_at(battle, figure.hex)
    if ladder is not None and climbing.cannot_climb(battle, figure, ladder) is None:
        mp = climbing.price(rules, ladder, up=True)[0]
        yield say(
            "A {kind} leads up to {wall} here: MOVE {figure} climb ({mp} MP).",
            kind=ladder.kind,
            wall=wall_hex(battle, ladder),
            figure=figure.name,
            mp=mp,
        )
    yield from _carrying(battle, figure)
    yield from _throwing(battle, rules, figure)
    yield from _against_climbers(battle, rules, figure)


def _built_links(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    """The places to which stairs and the like lead, with their MP."""
    if figure.place is None or figure.mounted or not structures(battle):
        return
    ends = [link for link in links.links_from(battle, rules, figure.place) if link.built]
    if ends:
        told = ", ".join(f"{link.end.label} ({link.mp} MP)" for link in ends)
        yield say(
            "From {place} one comes to {ends}: MOVE {figure} {end}.",
            place=figure.place.label,
            ends=told,
            figure=figure.name,
            end=ends[0].end.label,
        )


def _aloft(battle: Battle, figure: Character) -> Iterator[str]:
    held = held_by(battle, figure)
    assert held is not None
    over = facing_hex(battle, figure)
    if over is None:
        yield say(
            "He hangs on the rope in {hex}: MOVE {figure} climb, or down.", hex=figure.hex, figure=figure.name
        )
    else:
        yield say(
            "He is up on the {kind}: MOVE {figure} {over} goes over the top, 'down' back to its foot.",
            kind=held.kind,
            figure=figure.name,
            over=over,
        )


def _carrying(battle: Battle, figure: Character) -> Iterator[str]:
    borne = borne_by(battle, figure.id)
    if borne is not None:
        pair = " + ".join(name_of(battle, f) for f in borne.bearers)
        if not _told_first(battle, borne, figure):
            others = [name_of(battle, f) for f in borne.bearers if f != figure.id]
            yield say("He carries a ladder with {others}.", others=listed(others, "and"))
            return
        yield say(
            "He carries a ladder: CARRY LADDER {pair} to HEX, RAISE LADDER {pair} AT HEX, LAY LADDER {pair}.",
            pair=pair,
        )
        return
    for ladder in battle.ladders.values():
        if not ladder.upright and not ladder.bearers and figure.hex in ladder.hexes:
            if ladder.kind == LADDER:
                yield from _to_carry(battle, ladder, figure)
            else:
                yield say("A rope lies here: COIL ROPE {figure} takes it.", figure=figure.name)


def _to_carry(battle: Battle, ladder: Ladder, figure: Character) -> Iterator[str]:
    """Said to the first of two who stand at the ends of a ladder that lies; to one alone, where another is
    needed."""
    at_it = [
        man
        for man in battle.figures.values()
        if man.seat == figure.seat and man.active and not man.mounted and man.hex in ladder.hexes
    ]
    if len(at_it) < 2:
        other = next(at for at in ladder.hexes if at != figure.hex)
        yield say("A ladder lies here: with a second man in {hex} it can be carried.", hex=other)
    elif at_it[0].id == figure.id:
        pair = " + ".join(man.name for man in at_it[:2])
        yield say("A ladder lies here: CARRY LADDER {pair} to HEX.", pair=pair)


def _told_first(battle: Battle, borne: Ladder, figure: Character) -> bool:
    """Whether the orders for ladders are told with this man: once for all who carry one for a seat."""
    seat = figure.seat
    bearers = (f for la in battle.ladders.values() for f in la.bearers if la.kind == borne.kind)
    return next((f for f in bearers if battle.figures[f].seat == seat), "") == figure.id


def _throwing(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    if borne_by(battle, figure.id, ROPE) is None or figure.hex is None:
        return
    walls = [
        at
        for at in battle.board.neighbours(figure.hex)
        if isinstance(grapnels.thrown(battle, rules, ThrowOrder(figure.id, at)), Ladder)
    ]
    if walls:
        yield say(
            "He has a grapnel: THROW GRAPNEL {figure} AT {walls}.", figure=figure.name, walls=listed(walls)
        )
    else:
        yield say("He has a grapnel with him.")


def _against_climbers(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    above = against(battle, figure.hex or "")
    for ladder in (
        *(la for la in above if la.kind == ROPE),
        *toppling.below_platform(battle, figure.hex or ""),
    ):
        word = "TOPPLE LADDER" if ladder.kind == LADDER else "CUT ROPE"
        man = climber(battle, ladder)
        who = say(", {man} on it,", man=man.name) if man is not None else ""
        yield say(
            "A {kind}{who} leads up to him: {word} {figure} {hex}.",
            kind=ladder.kind,
            who=who,
            word=word,
            figure=figure.name,
            hex=ladder.hexes[0],
        )
    below = toppling.within_push(battle, rules, figure)
    if not isinstance(below, Rejection) and wall_hex(battle, below) != figure.hex:
        man = climber(battle, below)
        if man is not None and battle.hostile(figure.side, man.side):
            yield say(
                "{man} is up on the ladder beside him: TOPPLE LADDER {figure} {hex}.",
                man=man.name,
                figure=figure.name,
                hex=below.hexes[0],
            )

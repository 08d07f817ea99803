"""MOVE: a path leg by leg, or a destination; also staying, turning, mounting, leading, carrying
and leaving."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.language import english
from rules.core.places import Place
from rules.orders.cursor import Cursor
from rules.orders.lexicon import HORSES, OWN, PEOPLE, Lexicon
from rules.orders.records import SAFEST, SHORTEST, Leg, LegKind, MoveOrder
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, needed_subject, sentence
from rules.state.figure import FigureId

STAYING = ("stay", "hold", "halt", "wait", "stand", "remain", "stop")
TURNING = ("turn", "face", "pivot")
_STARTING = (
    "mount", "dismount", "lead", "leave", "carry", "drop", "exit", "about", "back", "remount", "climb down",
    "climb", "descend",
)  # fmt: skip
_JOINTS = ("and", "via", "through", "over", "into", "by", "the", "path", "along", "hexes")
_WAYS = {
    "safest": SAFEST, "safely": SAFEST, "safe": SAFEST,
    "shortest": SHORTEST, "cheapest": SHORTEST, "short": SHORTEST, "quickest": SHORTEST,
}  # fmt: skip
_STOPS = {
    "fired at": "fired at", "shot at": "fired at", "fired on": "fired at",
    "tested": "tested", "infiltration": "tested",
    "wounded": "wounded", "hurt": "wounded",
}  # fmt: skip


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> MoveOrder:
    """Read on behind the verb, whose spelling may itself be the first part of the path ("mount", "stay")."""
    if word in STAYING and cursor.sees("fire"):
        raise Misread(
            Trouble(
                Code.EXPECTED,
                english("to hold fire, write WATCH ... hold"),
                cursor.position,
                "WATCH ... hold",
            )
        )
    figure = _one(cursor, figures)
    if word in STAYING:
        cursor.accept("still", "put", "here", "where he is", "there", "ready")
        return MoveOrder(figure, stay=True)
    if word in TURNING and not cursor.sees("about", "around", "round"):
        cursor.skip("to", "facing", "towards", "toward")
        return MoveOrder(figure, facing=cursor.take_facing(), hand=_hand(cursor), stops=_stops(cursor))
    return _path(cursor, figure, word)


def _one(cursor: Cursor, figures: tuple[FigureId, ...] | None) -> FigureId:
    start = cursor.position
    cursor.skip(":")
    if figures is None and cursor.name_here(OWN) is not None:
        figures = (cursor.take_name(OWN),)
        if cursor.sees("+", "&", ",", "and"):
            back = cursor.at
            cursor.at += 1
            another = cursor.name_here(OWN)
            cursor.at = back
            figures = (*figures, another.id) if another is not None else figures
    found = figures or needed_subject(cursor, figures, english("the name of one of yours"))
    if len(found) > 1:
        raise Misread(
            Trouble(Code.EXPECTED, english("one figure moves at a time: write a line for each"), start)
        )
    return found[0]


def _path(cursor: Cursor, figure: FigureId, word: str) -> MoveOrder:
    legs: list[Leg] = []
    if word in _STARTING or word in TURNING:
        legs.append(_leg(cursor, word))
    if cursor.accept("from"):
        cursor.take_hex()
    cursor.accept("stands", "stand")
    if not legs and cursor.accept(*STAYING, "stays", "holds", "remains"):
        cursor.accept("still", "put", "here")
        return MoveOrder(figure, stay=True)
    said = "" if legs else _way(cursor)
    if not legs and cursor.sees("to", "towards", "toward"):
        return _by_a_way(cursor, figure, _destination(cursor), said or _way(cursor))
    while (leg := _next_leg(cursor)) is not None:
        legs.append(leg)
    if len(legs) == 1 and legs[0].kind is LegKind.HEX and (said := said or _way(cursor)):
        return _by_a_way(cursor, figure, legs[0].place, said)
    facing, hand = _at_the_end(cursor)
    stops = _stops(cursor)
    if not legs and not facing:
        cursor.fail_expected(english("hexes, 'to' and a hex, 'stay' or 'facing'"))
    return MoveOrder(figure, path=tuple(legs), facing=facing, hand=hand, stops=stops)


def _by_a_way(cursor: Cursor, figure: FigureId, to: Place, way: str) -> MoveOrder:
    facing, hand = _at_the_end(cursor)
    way = way or _way(cursor)
    stops = _stops(cursor)
    way = way or _way(cursor)
    return MoveOrder(figure, to=to.hex, storey=to.storey, facing=facing, hand=hand, stops=stops, way=way)


def _way(cursor: Cursor) -> str:
    """ "safest", "by the shortest way": empty if none is said."""
    back = cursor.at
    cursor.skip("by", "along", "on", "the")
    said = next((way for word, way in _WAYS.items() if cursor.accept(word)), "")
    if said:
        cursor.accept("possible")
        cursor.accept("way", "path", "route")
    else:
        cursor.at = back
    return said


def _destination(cursor: Cursor) -> Place:
    cursor.accept("to", "towards", "toward")
    to = cursor.take_place(english("the hex to go to"))
    if cursor.sees_hex():
        message = english("behind 'to' stands one hex; for a path leave out 'to'")
        raise Misread(Trouble(Code.LEFT_OVER, message, cursor.position))
    return to


def _next_leg(cursor: Cursor) -> Leg | None:
    back = cursor.at
    cursor.skip(*_JOINTS, "then", "to", "hex")
    if cursor.sees_hex() or cursor.sees_number():
        at = cursor.take_place()
        return Leg(LegKind.HEX, hex=at.hex, storey=at.storey)
    for word in _LEGS:
        if cursor.accept(word):
            return _leg(cursor, word)
    cursor.at = back
    return None


def _leg(cursor: Cursor, word: str) -> Leg:
    if word == "leave" and cursor.accept("the board", "board", "the map", "map"):
        return Leg(LegKind.EXIT)
    if word in TURNING:
        cursor.expect("'about'", "about", "around", "round")
        return Leg(LegKind.ABOUT)
    return _LEGS[word](cursor)


def _about(cursor: Cursor) -> Leg:
    cursor.accept("face")
    return Leg(LegKind.ABOUT)


def _back(cursor: Cursor) -> Leg:
    cursor.accept("up", "one hex", "1 hex")
    return Leg(LegKind.BACK)


def _mount(cursor: Cursor) -> Leg:
    back = cursor.at
    if cursor.accept("his own horse", "his horse", "the horse", "a horse", "horse"):
        behind = cursor.at
        cursor.at = back if _side(cursor) else behind  # "mount horse left" tells of the horse that he leads
    return Leg(LegKind.MOUNT, who=cursor.take_name(HORSES) if cursor.name_here(HORSES) else "")


def _hex_or_none(cursor: Cursor) -> str:
    back = cursor.at
    cursor.accept("in", "to", "into", "at")
    if cursor.sees_hex():
        return cursor.take_hex()
    cursor.at = back
    return ""


def _dismount(cursor: Cursor) -> Leg:
    return Leg(LegKind.DISMOUNT, hex=_hex_or_none(cursor))


def _lead(cursor: Cursor) -> Leg:
    horse = cursor.take_name(HORSES)
    return Leg(LegKind.LEAD, who=horse, hand=_side(cursor))


def _side(cursor: Cursor) -> str:
    """ "left", "on his right hand": empty if neither is named."""
    cursor.accept("on the", "on his", "at his", "to the", "to his", "at the", "on", "at")
    hand = next((hand for hand in ("left", "right") if cursor.accept(hand)), "")
    if hand:
        cursor.accept("hand", "side")
    return hand


def _leave(cursor: Cursor) -> Leg:
    return Leg(LegKind.LEAVE, who=cursor.take_name(HORSES))


def _carry(cursor: Cursor) -> Leg:
    return Leg(LegKind.CARRY, who=cursor.take_name(PEOPLE))


def _drop(cursor: Cursor) -> Leg:
    cursor.accept("him", "her")
    return Leg(LegKind.DROP, hex=_hex_or_none(cursor))


def _exit(cursor: Cursor) -> Leg:
    cursor.accept("the board", "board", "the map", "map")
    return Leg(LegKind.EXIT)


def _climb(cursor: Cursor) -> Leg:
    cursor.accept("up")
    cursor.accept("the ladder", "a ladder", "ladder", "the rope", "a rope", "rope")
    return Leg(LegKind.CLIMB)


def _down(cursor: Cursor) -> Leg:
    cursor.accept("the ladder", "a ladder", "ladder", "the rope", "a rope", "rope")
    foot = cursor.take_hex() if cursor.accept("at", "by") else ""
    return Leg(LegKind.DOWN, hex=foot)


_LEGS: dict[str, Callable[[Cursor], Leg]] = {
    "turn about": _about, "turn around": _about, "about face": _about,
    "about": _about, "about-face": _about,
    "back": _back, "backs": _back, "backwards": _back, "backward": _back,
    "mount": _mount, "mounts": _mount, "remount": _mount,
    "dismount": _dismount, "dismounts": _dismount,
    "lead": _lead, "leads": _lead,
    "leave": _leave, "leaves": _leave,
    "carry": _carry, "carries": _carry,
    "drop": _drop, "drops": _drop,
    "exit": _exit, "exits": _exit,
    "climb down": _down, "climbs down": _down, "descend": _down, "down": _down,
    "climb": _climb, "climbs": _climb,
}  # fmt: skip


def _facing(cursor: Cursor) -> str:
    back = cursor.at
    cursor.skip("then", "and", "ending", "end")
    if cursor.accept("facing", "face", "turn", "faces", "turns", "pivot"):
        cursor.skip("to", "towards", "toward", "facing")
        return cursor.take_facing()
    cursor.at = back
    return ""


def _at_the_end(cursor: Cursor) -> tuple[str, str]:
    """How he stands when he has arrived, and at which hand the horse that he leads; in any order."""
    facing = _facing(cursor)
    hand = _hand(cursor)
    return facing or _facing(cursor), hand


def _hand(cursor: Cursor) -> str:
    back = cursor.at
    cursor.skip("then", "and", "with", "the", "his", "led", "leading", "horse", "it")
    hand = _side(cursor) if cursor.at > back else ""
    if not hand:
        cursor.at = back
    return hand


def _stops(cursor: Cursor) -> tuple[str, ...]:
    back = cursor.at
    cursor.skip("but", "and", "then")
    if not cursor.accept("stop", "stops", "halt", "stopping"):
        cursor.at = back
        return ()
    cursor.skip("if", "when", "once", "he", "is", "as", "soon")
    stops: list[str] = []
    while not stops or cursor.sees(*_STOPS) or _another_stop(cursor):
        cursor.skip("he", "is", "if")
        length = cursor.sees(*_STOPS)
        if not length:
            cursor.fail_expected(english("'fired at', 'tested' or 'wounded'"))
        stop = _STOPS[" ".join(t.plain for t in cursor.words[cursor.at : cursor.at + length])]
        cursor.at += length
        if stop not in stops:
            stops.append(stop)
    return tuple(stops)


def _another_stop(cursor: Cursor) -> bool:
    back = cursor.at
    cursor.skip("or", "and", "if", "stop", "he", "is", "when")
    if cursor.at > back and cursor.sees(*_STOPS):
        return True
    cursor.at = back
    return False


def print_(order: MoveOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence(
        "MOVE",
        lexicon[order.figure],
        "stay" if order.stay else "",
        f"to {Place(order.to, order.storey).label}" if order.to else "",
        order.way,
        print_path(order.path, lexicon),
        f"facing {order.facing}" if order.facing else "",
        f"horse {order.hand}" if order.hand else "",
        f"stop if {' or '.join(order.stops)}" if order.stops else "",
    )


def print_path(path: tuple[Leg, ...], lexicon: Lexicon) -> str:
    """The legs; a hex that is the next leg and not the place to dismount or drop stands behind "then", and so
    does "down" right behind "climb", since "climb down" is one leg."""
    words: list[str] = []
    open_ended = False
    for leg in path:
        if leg.kind is LegKind.HEX:
            words.append(f"then {leg.place.label}" if open_ended else leg.place.label)
        else:
            who = lexicon[leg.who] if leg.who else ""
            at = "at" if leg.kind is LegKind.DOWN and leg.hex else ""
            after_climbing = leg.kind is LegKind.DOWN and words[-1:] == ["climb"]
            then = "then" if after_climbing else ""
            words.append(sentence(then, leg.kind.value, who, at, leg.hex, leg.hand))
        open_ended = leg.kind in (LegKind.DISMOUNT, LegKind.DROP) and not leg.hex
    return " ".join(words)


MOVE = Verb(
    "MOVE",
    MoveOrder,
    (
        "move",
        "mv",
        "mov",
        "go",
        "walk",
        "run",
        "march",
        "ride",
        "step",
        "sneak",
        *STAYING,
        *TURNING,
        *_STARTING,
    ),
    parse,
    print_,
    english(
        "A path hex by hex, or 'to' and a hex: then he goes there by the safest way that his MP allow, "
        "the shortest if you add 'shortest'.\n"
        "Between the hexes: back, about, mount [HORSE], dismount [HEX], lead HORSE [left|right], leave "
        "HORSE, carry NAME,\n"
        "drop [HEX], exit; where ladders and ropes are, climb and down [at HEX] (GUI-10.1.3a). Behind them: "
        "facing N|NE|SE|S|SW|NW; horse left|right: where the horse that a rider leads ends (GUI-4.4.3c); "
        "stop if fired at, tested or wounded.\n"
        "STAY declares that he does not move."
    ),
    (
        "MOVE Tancred 0305 0306 0406 facing NE",
        "MOVE Tancred to 0406",
        "MOVE Tancred to 0406 shortest",
        "MOVE Drogo 0708 0808 stop if fired at or wounded",
        "MOVE Drogo dismount 0807",
        "MOVE Drogo to 0403 horse left",
        "MOVE Tancred stay",
    ),
)

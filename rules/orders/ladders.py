"""CARRY, RAISE, SHIFT, LAY and TOPPLE: what is done with a scaling ladder; climbing it is part of a MOVE."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import WORKS
from rules.orders import siege_reading
from rules.orders.cursor import Cursor
from rules.orders.ladder_records import CarryOrder, LayOrder, RaiseOrder, ShiftOrder, ToppleOrder
from rules.orders.lexicon import Lexicon
from rules.orders.records import ToppleAnyOrder
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, joined, needed_subject, one_subject, sentence
from rules.state.figure import FigureId, Hex

_THING = ("the", "a", "ladder", "scaling", "upright", "down", "up")
_JOINTS = ("and", "via", "through", "over", "into", "by", "the", "path", "along", "hexes", "then")
_AGAINST = ("at", "against", "towards", "toward", "to", "on", "before")
_FOOT = ("in", "from", "at", "of", "the", "hex")
MOST_HEXES = 9


def after_subject(cursor: Cursor, figures: tuple[FigureId, ...] | None, what: str) -> tuple[FigureId, ...]:
    """Who does it: named before the verb, behind it, or behind what it is done with."""
    cursor.skip(*_THING)
    who = needed_subject(cursor, figures, what)
    cursor.skip(*_THING)
    return who


def read_foot(cursor: Cursor) -> Hex:
    """The hex in which the ladder or rope stands, if it is named."""
    back = cursor.at
    cursor.skip(*_FOOT)
    if cursor.sees_hex():
        return cursor.take_hex()
    cursor.at = back
    return ""


def parse_carry(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> CarryOrder:
    """Who, and by which hexes or where to."""
    who = after_subject(cursor, figures, english("the two who carry the ladder"))
    if cursor.accept("to", "towards", "toward"):
        to = cursor.take_hex(english("the hex to carry it to"))
        if cursor.sees_hex():
            message = english("behind 'to' stands one hex; for a path leave out 'to'")
            raise Misread(Trouble(Code.LEFT_OVER, message, cursor.position))
        return CarryOrder(who, to=to)
    path = [cursor.take_hex(english("the hexes to carry it along"))]
    while _another_hex(cursor):
        path.append(cursor.take_hex())
    if len(path) > MOST_HEXES:
        message = english("a ladder is carried no further than {most} hexes in one order", most=MOST_HEXES)
        raise Misread(Trouble(Code.EXPECTED, message, cursor.position))
    return CarryOrder(who, tuple(path))


def _another_hex(cursor: Cursor) -> bool:
    back = cursor.at
    cursor.skip(*_JOINTS)
    if cursor.sees_hex():
        return True
    cursor.at = back
    return False


def print_carry(order: CarryOrder, lexicon: Lexicon) -> str:
    where = f"to {order.to}" if order.to else " ".join(order.path)
    return sentence("CARRY LADDER", joined(order.figures, lexicon), where)


def parse_raise(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> RaiseOrder:
    """Who, against which hex, and in which it is to stand."""
    who = after_subject(cursor, figures, english("the two who carry the ladder"))
    cursor.skip("the", "stockade", "wall", *_AGAINST)
    at = cursor.take_hex(english("the hex behind the stockade"))
    return RaiseOrder(who, at, read_foot(cursor))


def print_raise(order: RaiseOrder, lexicon: Lexicon) -> str:
    foot = f"IN {order.foot}" if order.foot else ""
    return sentence("RAISE LADDER", joined(order.figures, lexicon), "AT", order.at, foot)


def parse_shift(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> ShiftOrder:
    """Who, from where, to where, and against which hex it then leans."""
    who = after_subject(cursor, figures, english("the two beside the ladder"))
    found = {"from": "", "to": "", "at": ""}
    while not cursor.done:
        key = next((key for key, words in _PARTS if cursor.accept(*words)), "")
        if not key:
            break
        found[key] = cursor.take_hex()
    if not found["to"] and not found["at"]:
        cursor.fail_expected(
            english("'to' and the hex where it is to stand, or 'at' and the hex against which it is to lean")
        )
    return ShiftOrder(who, found["from"], found["to"], found["at"])


_PARTS = (
    ("from", ("from", "in")),
    ("to", ("to", "into")),
    ("at", ("at", "against", "towards", "toward", "facing")),
)


def print_shift(order: ShiftOrder, lexicon: Lexicon) -> str:
    return sentence(
        "SHIFT LADDER",
        joined(order.figures, lexicon),
        f"FROM {order.foot}" if order.foot else "",
        f"TO {order.to}" if order.to else "",
        f"AT {order.at}" if order.at else "",
    )


def parse_lay(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> LayOrder:
    """Who carries it."""
    return LayOrder(after_subject(cursor, figures, english("the two who carry the ladder")))


def print_lay(order: LayOrder, lexicon: Lexicon) -> str:
    return sentence("LAY LADDER", joined(order.figures, lexicon))


def parse_topple(
    cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str
) -> ToppleOrder | ToppleAnyOrder:
    """Who, which ladder, and which way it is to fall; or any ladder, from now on."""
    lasting = siege_reading.topple(cursor, figures)
    if lasting is not None:
        return lasting
    cursor.skip(*_THING)
    who = one_subject(cursor, figures, english("who topples the ladder"))
    cursor.skip(*_THING)
    foot = read_foot(cursor)
    toward = cursor.take_hex() if cursor.accept("toward", "towards", "to", "into") else ""
    return ToppleOrder(who, foot, toward)


def print_topple(order: ToppleOrder, lexicon: Lexicon) -> str:
    toward = f"TOWARD {order.toward}" if order.toward else ""
    return sentence("TOPPLE LADDER", lexicon[order.figure], order.foot, toward)


CARRY = Verb(
    "LADDER",
    CarryOrder,
    ("ladder", "carry ladder", "carry the ladder", "bring ladder", "take ladder"),
    parse_carry,
    print_carry,
    english(
        "Two men on foot who stand on the two hexes of a ladder pick it up and carry it along as one piece: "
        "the one ahead goes\n"
        "by these hexes, or the cheapest way 'to' a hex, the other behind him (GUI-10.1.2a). Both lack 2 "
        "MP, and the slower sets the\n"
        "pace. While they carry it they neither shoot nor attack nor bar anybody's way; LAY it down to do "
        "so again."
    ),
    ("CARRY LADDER Tybalt + Fursa 0405 0406", "CARRY LADDER Tybalt + Fursa to 0406"),
    module=WORKS,
)

RAISE = Verb(
    "RAISE",
    RaiseOrder,
    ("raise ladder", "raise", "raise the ladder", "put up ladder"),
    parse_raise,
    print_raise,
    english(
        "The bearers of a ladder put it up against the stockade of the hex behind 'at', without MP, as soon "
        "as one of them\n"
        "stands before it (GUI-10.1.2b); 'in' says in which of their hexes. It can be climbed from the next "
        "turn on: MOVE ... climb,\n"
        "then the hex behind the stockade. Not against a tower (GUI-10.1.1)."
    ),
    ("RAISE LADDER Tybalt + Fursa AT 0508", "RAISE LADDER Tybalt + Fursa AT 0508 IN 0407"),
    module=WORKS,
)

SHIFT = Verb(
    "SHIFT",
    ShiftOrder,
    ("shift ladder", "shift the ladder", "turn ladder", "turn the ladder", "move ladder", "move the ladder"),
    parse_shift,
    print_shift,
    english(
        "Two men beside an upright ladder move it 'to' the next hex, or turn it 'at' another stockade, for "
        "2 MP each\n"
        "(GUI-10.1.4). Not while somebody is on it or an enemy beside its foot (GUI-10.1.2c)."
    ),
    ("SHIFT LADDER Tybalt + Fursa TO 0406", "SHIFT LADDER Tybalt + Fursa FROM 0405 TO 0406 AT 0508"),
    module=WORKS,
)

LAY = Verb(
    "LAY",
    LayOrder,
    ("lay ladder", "lay", "lay down", "lay the ladder", "drop ladder", "drop the ladder"),
    parse_lay,
    print_lay,
    english(
        "The bearers of a ladder put it down in the two hexes where they stand, without MP; from then on "
        "they are free for\n"
        "everything else."
    ),
    ("LAY LADDER Tybalt + Fursa",),
    module=WORKS,
)

TOPPLE = Verb(
    "TOPPLE",
    ToppleOrder,
    ("topple ladder", "topple", "topple the ladder", "overturn", "push over"),
    parse_topple,
    print_topple,
    english(
        "Instead of shooting and attacking, somebody on the platform behind a ladder, or beside its foot, "
        "tries to topple\n"
        "it: on 1 to 6 it falls, and who is on it with it (GUI-10.1.6a, GUI-10.1.7). 'toward' says where "
        "its other half is to\n"
        "lie. Without an order those above try it if an enemy is on the ladder."
    ),
    ("TOPPLE LADDER Tybalt 0407", "TOPPLE LADDER Tybalt 0407 TOWARD 0408"),
    module=WORKS,
)

TOPPLE_ANY = Verb(
    "TOPPLE",
    ToppleAnyOrder,
    ("topple",),
    parse_topple,
    siege_reading.print_topple,
    english(
        "A standing order for those behind a stockade who have nothing else to do in your combat step: 'any "
        "ladder with an enemy\n"
        "on it' they topple without an order too; 'any ladder' also one with nobody on it; 'never' leaves "
        "them all (GUI-10.1.6a).\n"
        "'toward' says which way it is to fall. Without a name it is for all of yours."
    ),
    (
        "TOPPLE Tybalt any ladder with an enemy on it toward 0408",
        "TOPPLE any ladder at most twice",
        "TOPPLE never",
    ),
    module=WORKS,
)

"""THROW GRAPNEL, COIL, CUT and PULL: what is done with a hook and its rope; climbing it is part of a MOVE."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import WORKS
from rules.orders import siege_reading
from rules.orders.cursor import Cursor
from rules.orders.ladder_records import CoilOrder, CutOrder, PullOrder, ThrowOrder
from rules.orders.ladders import read_foot
from rules.orders.lexicon import Lexicon
from rules.orders.records import CutAnyOrder
from rules.orders.verb import Verb, joined, needed_subject, one_subject, sentence
from rules.state.figure import FigureId

_THING = ("the", "a", "his", "rope", "grapnel", "hook", "grappling", "up", "stockade", "down")


def parse_throw(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> ThrowOrder:
    """Who, and over which side of his hex."""
    cursor.skip(*_THING)
    who = one_subject(cursor, figures, english("who throws the grapnel"))
    cursor.skip(
        "the", "his", "grapnel", "hook", "rope", "at", "on", "over", "to", "towards", "toward", "against"
    )
    if cursor.sees_facing():
        return ThrowOrder(who, facing=cursor.take_facing())
    return ThrowOrder(who, cursor.take_hex(english("the hex behind the wall, or a direction")))


def print_throw(order: ThrowOrder, lexicon: Lexicon) -> str:
    return sentence("THROW GRAPNEL", lexicon[order.figure], "AT", order.at or order.facing)


def parse_coil(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> CoilOrder:
    """Who, and which rope."""
    cursor.skip(*_THING)
    who = one_subject(cursor, figures, english("who pulls the rope up"))
    cursor.skip(*_THING)
    return CoilOrder(who, read_foot(cursor))


def print_coil(order: CoilOrder, lexicon: Lexicon) -> str:
    return sentence("COIL ROPE", lexicon[order.figure], order.foot)


def parse_cut(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> CutOrder | CutAnyOrder:
    """Who, and which rope; or any rope, from now on."""
    lasting = siege_reading.cut(cursor, figures)
    if lasting is not None:
        return lasting
    cursor.skip(*_THING)
    who = one_subject(cursor, figures, english("who cuts the rope"))
    cursor.skip(*_THING)
    return CutOrder(who, read_foot(cursor))


def print_cut(order: CutOrder, lexicon: Lexicon) -> str:
    return sentence("CUT ROPE", lexicon[order.figure], order.foot)


def parse_pull(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> PullOrder:
    """The four, and which rope."""
    cursor.skip(*_THING)
    who = needed_subject(cursor, figures, english("the four who pull"))
    cursor.skip(*_THING)
    return PullOrder(who, read_foot(cursor))


def print_pull(order: PullOrder, lexicon: Lexicon) -> str:
    return sentence("PULL ROPE", joined(order.figures, lexicon), order.foot)


GRAPNEL = Verb(
    "GRAPNEL",
    ThrowOrder,
    ("throw grapnel", "grapnel", "throw the grapnel", "throw hook", "throw the hook", "throw rope"),
    parse_throw,
    print_throw,
    english(
        "Somebody without armour who has a grapnel with him throws it over the wall or stockade before him, "
        "named by the hex\n"
        "behind it or by its direction: on 3 to 10 it holds (GUI-10.6.1a). He neither moves nor fights in "
        "this phase. From the next\n"
        "turn on the rope is climbed: MOVE ... climb, 8 MP for each level, and over the top in the turn "
        "after. Not on the tower."
    ),
    ("THROW GRAPNEL Tybalt AT 0508", "THROW GRAPNEL Tybalt AT N"),
    module=WORKS,
)

COIL = Verb(
    "COIL",
    CoilOrder,
    ("coil rope", "coil", "coil the rope", "pull up", "pull up rope"),
    parse_coil,
    print_coil,
    english(
        "Somebody behind the wall on which a grapnel holds pulls the rope up and has it with him from then "
        "on, without MP\n"
        "(GUI-10.6.1c). Not while somebody hangs on it or an enemy stands beside its foot."
    ),
    ("COIL ROPE Tybalt", "COIL ROPE Tybalt 0407"),
    module=WORKS,
)

CUT = Verb(
    "CUT",
    CutOrder,
    ("cut rope", "cut", "cut the rope", "sever", "sever the rope"),
    parse_cut,
    print_cut,
    english(
        "Instead of shooting and attacking, somebody behind the wall over which a rope hangs tries to cut "
        "it: on 1 to 3 it is\n"
        "cut, and who hangs on it falls (GUI-10.6.4). Without an order it is tried if an enemy is on the "
        "rope."
    ),
    ("CUT ROPE Tybalt", "CUT ROPE Tybalt 0407"),
    module=WORKS,
)

PULL = Verb(
    "PULL",
    PullOrder,
    ("pull rope", "pull", "pull down", "pull the rope"),
    parse_pull,
    print_pull,
    english(
        "Four men in two files of two, none of them in the hex of the hook, pull at the rope of a grapnel: "
        "on 1 or 2 the stockade\n"
        "that it holds comes down; 1 is added if one of them is wounded (GUI-10.6.5a, GUI-10.6.5b). They do "
        "nothing else in the\n"
        "phase. A platform does not come down like that (GUI-9.2.2)."
    ),
    ("PULL ROPE Tybalt + Fursa + Milo + Yani 0407",),
    module=WORKS,
)

CUT_ANY = Verb(
    "CUT",
    CutAnyOrder,
    ("cut",),
    parse_cut,
    siege_reading.print_cut,
    english(
        "A standing order for those above a rope who have nothing else to do in your combat step: 'any rope "
        "with an enemy on it'\n"
        "they cut without an order too; 'any rope' also one on which nobody hangs yet; 'never' leaves them "
        "all (GUI-10.6.4)."
    ),
    ("CUT Tybalt any rope", "CUT any rope with an enemy on it once a turn", "CUT never"),
    module=WORKS,
)

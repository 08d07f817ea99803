"""SHOOT: an engine is worked, or burning arrows fly at a hex. What else stands behind these words is
meant for FIRE."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import WORKS
from rules.orders import fire
from rules.orders.cursor import Cursor
from rules.orders.lexicon import ENGINES, OWN, Lexicon
from rules.orders.records import FireOrder, FlameOrder, ShootOrder
from rules.orders.verb import Verb, joined, sentence, subject
from rules.state.figure import FigureId

AT = ("at", "on", "upon", "against")
WITH_CREW = ("with", "by", "crew", "manned by", "worked by")
_BURNING = (
    "with flame", "with flames", "with fire", "with a flame", "with burning arrows", "with burning arrow",
    "with a burning arrow", "with flaming arrows", "with flaming arrow", "with a flaming arrow",
    "with fire arrows", "burning arrows", "flaming arrows", "fire arrows",
)  # fmt: skip


def parse(
    cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str
) -> ShootOrder | FlameOrder | FireOrder:
    """An engine at a hex, archers at a hex, or somebody at somebody."""
    if figures is None:
        cursor.skip("the")
        if cursor.name_here(ENGINES) is not None:
            return _engine(cursor)
    start, noted = cursor.at, len(cursor.notes)
    who = subject(cursor, figures)
    burning = cursor.accept(*_BURNING)
    cursor.accept(*AT)
    if who and (burning or cursor.sees_hex()):
        at = cursor.take_hex(english("the hex at which the burning arrows fly"))
        if not cursor.accept(*_BURNING) and not burning:
            cursor.notes.append(english("Read as a burning arrow: at people one shoots by their names."))
        return FlameOrder(who, at)
    cursor.at = start
    del cursor.notes[noted:]
    return fire.parse(cursor, figures, word)


def _engine(cursor: Cursor) -> ShootOrder:
    engine = cursor.take_name(ENGINES)
    crew = _crew(cursor)
    cursor.accept(*AT)
    at = cursor.take_hex(english("the hex to shoot at"))
    return ShootOrder(engine, at, crew or _crew(cursor))


def _crew(cursor: Cursor) -> tuple[FigureId, ...]:
    return cursor.take_names(OWN, "and") if cursor.accept(*WITH_CREW) else ()


def print_engine(order: ShootOrder, lexicon: Lexicon) -> str:
    """The canonical spelling of a shot with an engine."""
    crew = f"with {joined(order.figures, lexicon)}" if order.figures else ""
    return sentence("SHOOT", lexicon[order.engine], "AT", order.hex, crew)


def print_flame(order: FlameOrder, lexicon: Lexicon) -> str:
    """The canonical spelling of burning arrows."""
    return sentence("FIRE", joined(order.figures, lexicon), "AT", order.hex, "with flame")


SHOOT = Verb(
    "SHOOT",
    ShootOrder,
    ("shoot", "fire"),
    parse,
    print_engine,
    english(
        "An engine is worked in the fire step, at a hex in the third of a circle before it (GUI-10.4, "
        "GUI-10.5). A stone\n"
        "thrower: three men beside it, every third turn, up to 30 hexes; the stone falls within two hexes "
        "of the aim, on friend and\n"
        "foe. Greek fire: two men, every fifth turn, 5 to 10 hexes; naphtha covers the hex and the six "
        "around it. 'with' names\n"
        "those who are to work it; they do nothing else in the phase. Who it is, if you name nobody, the "
        "receipt tells."
    ),
    ("SHOOT Catapult AT 0712", "SHOOT Catapult AT 0712 with Tybalt + Fursa + Milo"),
    module=WORKS,
)

FLAME = Verb(
    "FLAME",
    FlameOrder,
    ("flame", "burn"),
    parse,
    print_flame,
    english(
        "Archers shoot burning arrows at a hex instead of at people, at short range (GUI-10.3): at engines, "
        "stockades,\n"
        "platforms, gates, jetties, tents or spilled naphtha. They hurt nobody; one die tells whether it "
        "burns. Several shoot in\n"
        "turn until it does."
    ),
    ("FIRE Yani AT 0508 with flame", "FIRE Yani + Gui AT 0508 with flame"),
    module=WORKS,
)

"""The words of the standing orders for ladders, ropes, fires and gates, which share their verbs with orders
of the phase.

Each reader answers None, with the cursor where it was, if the words are those of an order of the phase.
"""

from __future__ import annotations

from rules.core.language import english
from rules.orders import qualities
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import CloseWhenOrder, CutAnyOrder, DouseAnyOrder, OpenWhenOrder, ToppleAnyOrder
from rules.orders.verb import joined, own_subject, sentence
from rules.state.figure import FigureId, Hex

Figures = tuple[FigureId, ...] | None
_NEVER = ("never", "no ladder", "no rope", "no fire", "none", "nothing")
_MANNED = ("with an enemy on it", "with enemies on it", "with enemy on it", "with a man on it")
_TOWARD = ("toward", "towards", "to", "into")
_WHEN = ("when", "as soon as")
_ENEMY = ("an enemy", "any enemy", "enemies", "enemy", "the enemy")
_NO_ENEMY = ("no enemy", "no enemies")


def _who(cursor: Cursor, figures: Figures, *filling: str) -> tuple[FigureId, ...]:
    """Whom a standing order binds, with the words round the name."""
    cursor.skip(*filling)
    who = own_subject(cursor, figures)
    cursor.skip(*filling)
    return who


def _lasts(cursor: Cursor) -> bool:
    """Whether ANY or NEVER stands here before a hex or another order: else it is an order of the phase."""
    for token in cursor.words[cursor.at :]:
        if token.kind == "hex" or token.plain in (";", "then"):
            return False
        if token.plain in ("any", "never"):
            return True
    return False


def topple(cursor: Cursor, figures: Figures) -> ToppleAnyOrder | None:
    """Any ladder, perhaps with an enemy on it, and which way it is to fall; or never."""
    if not _lasts(cursor):
        return None
    who = _who(cursor, figures, "the", "a")
    if cursor.accept(*_NEVER):
        return ToppleAnyOrder(who, hold=True)
    cursor.expect(english("'any ladder' or 'never'"), "any")
    cursor.skip("ladder", "ladders")
    empty = not cursor.accept(*_MANNED)
    return ToppleAnyOrder(who, empty, cursor.take_hex() if cursor.accept(*_TOWARD) else "")


def print_topple(order: ToppleAnyOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    manned = "" if order.empty else _MANNED[0]
    toward = f"toward {order.toward}" if order.toward else ""
    what = "never" if order.hold else sentence("any ladder", manned, toward)
    return sentence("TOPPLE", joined(order.figures, lexicon), what)


def cut(cursor: Cursor, figures: Figures) -> CutAnyOrder | None:
    """Any rope, perhaps with an enemy on it; or never."""
    if not _lasts(cursor):
        return None
    who = _who(cursor, figures, "the", "a")
    if cursor.accept(*_NEVER):
        return CutAnyOrder(who, hold=True)
    cursor.expect(english("'any rope' or 'never'"), "any")
    cursor.skip("rope", "ropes")
    return CutAnyOrder(who, not cursor.accept(*_MANNED))


def print_cut(order: CutAnyOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    what = "never" if order.hold else sentence("any rope", "" if order.empty else _MANNED[0])
    return sentence("CUT", joined(order.figures, lexicon), what)


def douse(cursor: Cursor, figures: Figures) -> DouseAnyOrder | None:
    """Any fire, perhaps only the enemy's, perhaps only in certain hexes; or never."""
    if not _lasts(cursor):
        return None
    who = _who(cursor, figures, "the", "a")
    if cursor.accept(*_NEVER):
        return DouseAnyOrder(who, hold=True)
    cursor.expect(english("'any fire' or 'never'"), "any")
    own = not cursor.accept("enemy")
    cursor.skip("fire", "fires", "flame", "flames")
    back = cursor.at
    hexes: tuple[Hex, ...] = ()
    if cursor.accept("in", "at") and cursor.sees_hex():
        hexes = qualities.take_hexes(cursor)
    else:
        cursor.at = back
    return DouseAnyOrder(who, own, hexes)


def print_douse(order: DouseAnyOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    where = f"in {' '.join(order.hexes)}" if order.hexes else ""
    what = "never" if order.hold else sentence("any fire" if order.own else "any enemy fire", where)
    return sentence("DOUSE", joined(order.figures, lexicon), what)


def gate(cursor: Cursor, figures: Figures, *, opens: bool) -> OpenWhenOrder | CloseWhenOrder | None:
    """Which gate, and when; or never."""
    start, noted = cursor.at, len(cursor.notes)
    kind = OpenWhenOrder if opens else CloseWhenOrder
    if not any(t.plain in ("when", "soon", "always", "never") for t in cursor.words[cursor.at :]):
        return None
    before = _gate(cursor)
    who = _who(cursor, figures, "the", "with", "by")
    where = _gate(cursor) or before
    if cursor.accept("never"):
        return kind(who, hex=where, hold=True)
    if cursor.accept("always", "when it is closed" if opens else "when it is open"):
        return kind(who, hex=where)
    if not cursor.accept(*_WHEN):
        cursor.at = start
        del cursor.notes[noted:]
        return None
    enemy, other = (_NO_ENEMY, _ENEMY) if opens else (_ENEMY, _NO_ENEMY)
    cursor.skip("there")
    cursor.skip("is", "are")
    if cursor.sees(*other) or not cursor.accept(*enemy):
        cursor.fail_expected(english("'{enemy} is within' and a number of hexes", enemy=enemy[0]))
    cursor.skip("is", "are", "comes", "come")
    cursor.expect(english("'within' and a number of hexes"), "within")
    within = cursor.take_number(english("a number of hexes"))
    cursor.accept("hexes", "hex")
    cursor.accept("of it", "of the gate")
    return kind(who, max(1, within), where)


def _gate(cursor: Cursor) -> Hex:
    cursor.skip("the")
    cursor.accept("gate")
    back = cursor.at
    cursor.skip("in", "at")
    if cursor.sees_hex():
        return cursor.take_hex()
    cursor.at = back
    return ""


def print_gate(order: OpenWhenOrder | CloseWhenOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    opens = isinstance(order, OpenWhenOrder)
    enemy = _NO_ENEMY[0] if opens else _ENEMY[0]
    when = "never" if order.hold else f"when {enemy} is within {order.within}" if order.within else "always"
    verb = "OPEN" if opens else "CLOSE"
    return sentence(verb, joined(order.figures, lexicon), "gate", order.hex, when)

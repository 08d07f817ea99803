"""From a line to orders and back. ``parse(print_order(order)) == order`` for every order."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rules.core.language import english
from rules.orders.condition import print_facts, read_facts
from rules.orders.cursor import Cursor
from rules.orders.joined_names import seen_in
from rules.orders.lexicon import OWN, PEOPLE, Lexicon
from rules.orders.records import (
    EnterOrder,
    Fact,
    IfOrder,
    Order,
    PlaceOrder,
    ShelterOrder,
    StandingOrder,
    WoundOrder,
    figures_of,
)
from rules.orders.terms import print_chain, read_chain
from rules.orders.text import LONGEST, MOST_WORDS, written
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import EVERYBODY, Verb, sentence
from rules.orders.verb_search import no_verb, verb_here, verb_nearly
from rules.orders.verbs import (
    IF_WORDS,
    VERBS,
)
from rules.state.figure import FigureId

USUAL = 200  # characters; longer lines are not kept
POLITE = ("please", "let", "have", "and", "then", "also", "now", "ok", "okay", "so", "next", "finally")
WILL = ("to", "will", "shall", "should", "must", "can", "please", "is", "has")
_THANKS = ("please", "pls", "thanks", "thx", "cheers")


class Part(msgspec.Struct, frozen=True):
    """One order of a line, or what is wrong with it. ``start`` and ``end`` cut its words out of the line."""

    start: int
    end: int
    order: Order | None = None
    trouble: Trouble | None = None
    notes: tuple[str, ...] = ()


def read_line(line: str, lexicon: Lexicon) -> tuple[Part, ...]:
    """All orders of a line, joined by THEN, a semicolon or a comma; none for a blank line or a comment.
    Never raises."""
    if len(line) > LONGEST:
        return (_too_long(line),)
    return _known_parts(line, lexicon) if len(line) <= USUAL else _parts(line, lexicon)


@lru_cache(maxsize=4096)
def _known_parts(line: str, lexicon: Lexicon) -> tuple[Part, ...]:
    """Kept, because a mail that mends one line brings all others again, and what is filed is read
    with every mail."""
    return _parts(line, lexicon)


def _parts(line: str, lexicon: Lexicon) -> tuple[Part, ...]:
    ready = written(line)
    words, seen = seen_in(line, lexicon)
    if not words:
        return () if ready.is_blank else (Part(0, len(line), trouble=_no_words(line)),)
    if len(words) > MOST_WORDS:
        return (_too_long(line),)
    cursor = Cursor(words, lexicon, len(line.rstrip()))
    cursor.asks = ready.body.text.rstrip().endswith("?")
    parts: list[Part] = []
    while not cursor.done:
        start = cursor.position
        cursor.notes = [] if parts else list(seen)
        cursor.likely = ()
        try:
            order = _order(cursor)
            _end(cursor)
            parts.append(Part(start, cursor.position, order, None, tuple(dict.fromkeys(cursor.notes))))
            cursor.subject = figures_of(order)
            cursor.skip(";", "then", "and", "also")
        except Misread as misread:
            while not cursor.done and not cursor.sees(";"):
                cursor.at += 1
            parts.append(Part(start, cursor.position, None, misread.trouble))
            cursor.skip(";")
    return tuple(parts)


@lru_cache(maxsize=4096)
def parse(line: str, lexicon: Lexicon) -> Order | Trouble:
    """The one order of a line. Kept, as what is read is."""
    parts = read_line(line, lexicon)
    for part in parts:
        if part.trouble is not None:
            return part.trouble
    if not parts or parts[0].order is None:
        return Trouble(Code.INCOMPLETE, english("there is no order on this line"), 0)
    if len(parts) > 1:
        return Trouble(Code.LEFT_OVER, english("there are several orders on this line"), parts[1].start)
    return parts[0].order


def parse_filed(line: str, lexicon: Lexicon) -> Order:
    """An order as print_order wrote it. Raises ValueError for anything else."""
    order = parse(line, lexicon)
    if isinstance(order, Trouble):
        raise ValueError(f"{line!r}: {order.message} ({order.code})")
    return order


def print_order(order: Order, lexicon: Lexicon) -> str:
    """The canonical spelling of an order."""
    if isinstance(order, IfOrder):
        otherwise = f"ELSE {print_order(order.otherwise, lexicon)}" if order.otherwise is not None else ""
        then = print_order(order.then, lexicon)
        return sentence("IF", print_facts(order.facts, lexicon), "THEN", then, otherwise)
    verb = next(v for v in VERBS if isinstance(order, v.record))
    if not isinstance(order, StandingOrder):
        return verb.print(order, lexicon)
    who = figures_of(order)

    def print_link(link: StandingOrder) -> str:
        words = verb.print(link, lexicon)
        if link is order:
            return words
        bare = verb.print(msgspec.structs.replace(link, figures=()), lexicon) if who else words
        return bare.removeprefix(f"{verb.family} ")

    return print_chain(order, print_link, lexicon)


def _too_long(line: str) -> Part:
    message = english(
        "an order has at most {longest} characters and {words} words",
        longest=LONGEST,
        words=MOST_WORDS,
    )
    return Part(0, len(line), trouble=Trouble(Code.TOO_LONG, message, 0))


def _no_words(line: str) -> Trouble:
    return Trouble(Code.VERB, english("there is no word on this line"), 0)


def _end(cursor: Cursor) -> None:
    """Behind an order stands nothing, or what joins it to the next."""
    cursor.skip(*_THANKS)
    if cursor.done or cursor.sees(";", "then", "and then", "else", "otherwise"):
        return
    joined = cursor.accept("and", "also")
    if joined and not cursor.done:
        return
    token = cursor.words[cursor.at - 1] if joined else cursor.words[cursor.at]
    another = _begins_an_order(cursor)
    if another and cursor.words[cursor.at - 1].plain == ",":
        return
    # two values side by side could not be told apart in another language: the hint is a text of its own
    told = english("the order was complete before {token!r}", token=token.text[:40])
    hint = english("orders on one line are joined by THEN")
    raise Misread(Trouble(Code.LEFT_OVER, f"{told}; {hint}" if another else told, token.position))


def _begins_an_order(cursor: Cursor) -> bool:
    start = cursor.at
    if cursor.name_here(OWN) is not None:
        return True
    try:
        return verb_here(cursor) is not None
    except Misread:
        return True  # an order that is known, but not in this game
    finally:
        cursor.at = start


def _order(cursor: Cursor) -> Order:
    cursor.skip(*POLITE)
    if cursor.done:
        cursor.fail_expected(english("an order"))
    if cursor.sees(*IF_WORDS):
        return _condition(cursor)
    order = _plain_order(cursor)
    return _trailing_condition(cursor, order) if cursor.sees(*IF_WORDS) else order


def _plain_order(cursor: Cursor) -> Order:
    found = verb_here(cursor)
    if found is not None:
        verb, word = found
        return _read(verb, cursor, None, word)
    if cursor.name_here(OWN) is not None:
        return _figure_first(cursor)
    _not_others_first(cursor)
    if cursor.accept(*EVERYBODY):
        found = verb_here(cursor)
        if found is not None:
            verb, word = found
            return _read(verb, cursor, (), word)
        cursor.fail_expected(english("what they are to do, such as RETREAT or ADVANCE"))
    return _misspelt(cursor, None)


def _misspelt(cursor: Cursor, figures: tuple[FigureId, ...] | None) -> Order:
    """The order that a misspelt verb begins, if all the rest of it can be read; otherwise the word is no
    verb."""
    start, notes = cursor.at, list(cursor.notes)
    found = verb_nearly(cursor, first=figures is None)
    if found is not None:
        verb, word = found
        try:
            order = _read(verb, cursor, figures, word)
            behind = cursor.at
            _end(cursor)
        except Misread:
            cursor.notes = notes
        else:
            cursor.at = behind
            return order
    cursor.at = start
    raise Misread(no_verb(cursor))


def _read(verb: Verb, cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> Order:
    """The order that a verb begins; a standing one with its terms and the links of its chain."""
    order = verb.parse(cursor, figures, word)
    if not isinstance(order, StandingOrder):
        return order

    def link() -> StandingOrder:
        cursor.accept(*verb.words)
        found = verb.parse(cursor, None if isinstance(order, WoundOrder) else figures_of(order), word)
        assert isinstance(found, StandingOrder)
        return found

    return read_chain(cursor, order, link)


def _not_others_first(cursor: Cursor) -> None:
    """Refuse an order to somebody else's figure as that, not as an unknown word."""
    start = cursor.at
    other = cursor.name_here(PEOPLE)
    if other is None:
        return
    cursor.at += other.length
    ordered = verb_here(cursor) is not None or cursor.sees_hex()
    cursor.at = start
    if ordered:
        cursor.take_name(OWN)


def _figure_first(cursor: Cursor) -> Order:
    figures = cursor.take_names(OWN, "and")
    cursor.skip(*WILL) if not cursor.sees("to") else cursor.skip()
    _skip_sign_before_hex(cursor)
    back = cursor.at
    if cursor.accept("to") and not cursor.sees_hex():
        cursor.skip(*WILL)
    elif cursor.at != back:
        cursor.at = back
    found = verb_here(cursor)
    if found is not None:
        verb, word = found
        return _read(verb, cursor, figures, word)
    if cursor.sees_hex() or cursor.sees("to", "facing", "from"):
        cursor.notes.append(english("Read as MOVE."))
        return VERBS[0].parse(cursor, figures, "move")
    if cursor.done:
        cursor.fail_expected(english("what the figure is to do, such as MOVE or FIRE"))
    return _misspelt(cursor, figures)


def _skip_sign_before_hex(cursor: Cursor) -> None:
    """The sign in "Musa>1712" or "Musa: 1712"."""
    back = cursor.at
    if cursor.accept(">", ":") and not cursor.sees_hex():
        cursor.at = back


def _condition(cursor: Cursor) -> Order:
    start = cursor.position
    unless = cursor.sees("unless") > 0
    cursor.at += 1
    facts = read_facts(cursor)
    facts = _turned(facts, start) if unless else facts
    cursor.skip()
    if not cursor.accept("then"):
        cursor.fail_expected(english("THEN and an order"))
    then = _held(cursor, english("join the facts by AND instead of a second IF"))
    back = cursor.at
    cursor.skip(";", "or")
    if not cursor.accept("else", "otherwise"):
        cursor.at = back
        return IfOrder(facts, then)
    cursor.subject, cursor.likely = (), figures_of(then)
    return IfOrder(
        facts,
        then,
        _held(cursor, english("behind ELSE stands an order; write the second IF on a line of its own")),
    )


def _trailing_condition(cursor: Cursor, order: Order) -> Order:
    start = cursor.position
    unless = cursor.sees("unless") > 0
    cursor.at += 1
    facts = read_facts(cursor)
    return IfOrder(_turned(facts, start) if unless else facts, _conditional(order, start))


def _turned(facts: tuple[Fact, ...], start: int) -> tuple[Fact, ...]:
    if len(facts) > 1:
        raise Misread(
            Trouble(Code.CONDITION, english("UNLESS takes one fact; for more write IF ... is not ..."), start)
        )
    return tuple(msgspec.structs.replace(f, negated=not f.negated) for f in facts)


def _held(cursor: Cursor, no_if: str) -> Order:
    cursor.skip(*POLITE)
    start = cursor.position
    if cursor.done:
        cursor.fail_expected(english("an order"))
    if cursor.sees(*IF_WORDS):
        raise Misread(Trouble(Code.CONDITION, no_if, start))
    return _conditional(_plain_order(cursor), start)


def _conditional(order: Order, start: int) -> Order:
    if isinstance(order, PlaceOrder | EnterOrder):
        raise Misread(
            Trouble(
                Code.CONDITION, english("a set-up cannot stand under IF: nothing happens before it"), start
            )
        )
    if order.standing and not (isinstance(order, ShelterOrder) and not order.is_contract):
        message = english(
            "a standing order cannot stand under IF: put WHILE, UNLESS or UNTIL and the fact behind it"
        )
        raise Misread(Trouble(Code.CONDITION, message, start))
    return order

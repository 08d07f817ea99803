"""The terms of a standing order: how often, with what kept back, from when, while what, until when,
and what then.

Every verb of a standing order takes them behind its own words; read and printed here for all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.language import english
from rules.orders.condition import print_facts, read_facts
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import (
    ALWAYS,
    AdvanceOrder,
    EvacuateOrder,
    Fact,
    FallOrder,
    RetreatOrder,
    ShelterOrder,
    StandingOrder,
    Terms,
    WatchOrder,
    WoundOrder,
)
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import sentence

AFTER_THAT = ("after that", "afterwards", "thereafter", "and after that", "then after that")
_WHILE = ("while", "as long as", "so long as", "whenever")
_UNTIL = ("until", "till")
_KEEP = ("keep", "keeps", "keeping", "save", "saving", "reserve")
_AT_MOST = ("at most", "no more than", "not more than", "only")
_COUNTS = {
    "once": 1,
    "one time": 1,
    "twice": 2,
    "thrice": 3,
    "two times": 2,
    "three times": 3,
    "four times": 4,
}
_A_TURN = ("a turn", "per turn", "each turn", "every turn", "in a turn", "in each turn")
_STARTERS = (*AFTER_THAT, *_WHILE, *_UNTIL, *_KEEP, "unless", "at most", "no more than", "not more than",
             "only once",
             "only twice", *_COUNTS, "from turn", "starting with turn", "after turn", "through turn",
             "to turn",
             "before turn", "in turn", "during turn")  # fmt: skip
MOST_LINKS = 5
MOST_TIMES = 99


def begins_terms(cursor: Cursor) -> bool:
    """Whether terms stand here: then nothing more is said of the order itself."""
    return cursor.sees(*_STARTERS) > 0


def read_terms(cursor: Cursor, order: StandingOrder) -> StandingOrder:
    """The order with the terms that follow it, which may be none."""
    terms = order.terms
    while (found := _clause(cursor, terms, order)) is not None:
        terms = found
    return order if terms == order.terms else replace(order, terms=terms)


def read_chain(
    cursor: Cursor, order: StandingOrder, link: Callable[[], StandingOrder], links: int = 1
) -> StandingOrder:
    """The order with its terms and, behind AFTER THAT, the links that follow it; ``link`` reads the
    words of one."""
    order = read_terms(cursor, order)
    start = cursor.at
    cursor.skip(";")
    if not cursor.accept(*AFTER_THAT):
        cursor.at = start
        return order
    if order.terms.times == 0 and not order.terms.until and order.terms.last_turn == 0:
        why = english("what stands before AFTER THAT never ends: say AT MOST so many times, or UNTIL")
        raise _contradiction(cursor, why)
    if links >= MOST_LINKS:
        raise _contradiction(cursor, english("a chain has at most {most} links", most=MOST_LINKS))
    cursor.skip()
    return replace(order, after_that=read_chain(cursor, link(), link, links + 1))


def _clause(cursor: Cursor, terms: Terms, order: StandingOrder) -> Terms | None:
    """The terms with one clause more; None if none stands here."""
    back = cursor.at
    cursor.skip("and", "but")
    for read in (_times, _keep, _turns, _while, _unless, _until):
        found = read(cursor, terms, order)
        if found is not None:
            return found
    cursor.at = back
    return None


# how often


class Times(NamedTuple):
    """How often, in all or a turn."""

    often: int
    a_turn: bool


def read_times(cursor: Cursor) -> Times | None:
    """ "at most once", "twice", "at most 3 times", "once a turn"; None if nothing of the kind stands here."""
    back = cursor.at
    cursor.skip("and", "but")
    bounded = cursor.accept(*_AT_MOST)
    count = 0
    if length := cursor.sees(*_COUNTS):
        count = _COUNTS[" ".join(t.plain for t in cursor.words[cursor.at : cursor.at + length])]
        cursor.at += length
    elif cursor.sees_number():
        count = cursor.take_number(english("a number of times"))
        if not cursor.accept("times", "time"):
            count = 0
    if not count or (count < 0 and bounded):
        cursor.at = back
        return None
    a_turn = cursor.accept(*_A_TURN)
    cursor.accept("only", "at most", "in all")
    return Times(count, a_turn)


def _times(cursor: Cursor, terms: Terms, order: StandingOrder) -> Terms | None:
    found = read_times(cursor)
    if found is None:
        return None
    if not _counts(order):
        raise _contradiction(
            cursor, english("this order does nothing that could be counted: give it WHILE or UNTIL")
        )
    if not 1 <= found.often <= MOST_TIMES:
        raise _contradiction(cursor, english("an order is used once to {most} times", most=MOST_TIMES))
    if found.a_turn and found.often != 1:
        raise _contradiction(cursor, english("of uses in a turn only ONCE A TURN is known"))
    if found.a_turn:
        return replace(terms, once_a_turn=True)
    if terms.times not in (0, found.often):
        raise _contradiction(
            cursor,
            english(
                "it says at most {times} and at most {often}",
                times=often(terms.times),
                often=often(found.often),
            ),
        )
    return replace(terms, times=found.often)


def _counts(order: StandingOrder) -> bool:
    """Whether an order acts, so that its uses can be counted; a direction, a preference or a
    NEVER does not."""
    if isinstance(order, WoundOrder | RetreatOrder | EvacuateOrder | ShelterOrder | FallOrder):
        return False
    if isinstance(order, AdvanceOrder):
        return order.when != "never"
    return not getattr(order, "hold", False)


def _keep(cursor: Cursor, terms: Terms, order: StandingOrder) -> Terms | None:
    if not cursor.accept(*_KEEP):
        return None
    if not isinstance(order, WatchOrder) or order.hold:
        raise _contradiction(cursor, english("only a WATCH that shoots can keep javelins back"))
    if cursor.accept("one", "a", "his last", "the last"):
        count = 1
    else:
        count = cursor.take_number(english("a number of javelins"))
    cursor.accept("javelins", "javelin")
    cursor.accept("in reserve", "back")
    if not 1 <= count <= MOST_TIMES:
        raise _contradiction(cursor, english("what is kept is at least 1 javelin"))
    return replace(terms, keep=count)


# from when, until when


def _turns(cursor: Cursor, terms: Terms, order: StandingOrder) -> Terms | None:
    if cursor.accept("from turn", "starting with turn"):
        first = _turn(cursor)
        cursor.accept("on", "onward", "onwards")
        return _spanned(cursor, replace(terms, first_turn=first))
    if cursor.accept("after turn"):
        return _spanned(cursor, replace(terms, first_turn=_turn(cursor) + 1))
    if cursor.accept("until turn", "till turn", "through turn", "to turn", "until the end of turn"):
        return _spanned(cursor, replace(terms, last_turn=_turn(cursor)))
    if cursor.accept("before turn"):
        return _spanned(cursor, replace(terms, last_turn=_turn(cursor) - 1))
    if cursor.accept("in turn", "during turn"):
        turn = _turn(cursor)
        return _spanned(cursor, replace(terms, first_turn=turn, last_turn=turn))
    return None


def _turn(cursor: Cursor) -> int:
    turn = cursor.take_number(english("the number of a turn"))
    if turn < 1:
        raise _contradiction(cursor, english("turns are counted from 1"))
    return turn


def _spanned(cursor: Cursor, terms: Terms) -> Terms:
    if terms.last_turn < 0 or (terms.last_turn and terms.first_turn > terms.last_turn):
        why = english(
            "it begins in turn {first_turn} and ends with turn {last_turn}",
            first_turn=terms.first_turn,
            last_turn=terms.last_turn,
        )
        raise _contradiction(cursor, why)
    return terms


# while what, until what


def _while(cursor: Cursor, terms: Terms, order: StandingOrder) -> Terms | None:
    if not cursor.accept(*_WHILE):
        return None
    return _waiting(cursor, terms, read_facts(cursor))


def _unless(cursor: Cursor, terms: Terms, order: StandingOrder) -> Terms | None:
    if not cursor.accept("unless"):
        return None
    facts = read_facts(cursor)
    if len(facts) > 1:
        raise _contradiction(cursor, english("UNLESS takes one fact; give each its own UNLESS"))
    return _waiting(cursor, terms, (opposite(facts[0]),))


def _waiting(cursor: Cursor, terms: Terms, facts: tuple[Fact, ...]) -> Terms:
    both = tuple(dict.fromkeys((*terms.facts, *facts)))
    if any(opposite(fact) in both for fact in both):
        raise _contradiction(cursor, english("it is to count while something is so and while it is not so"))
    return _lasting(cursor, replace(terms, facts=both))


def _until(cursor: Cursor, terms: Terms, order: StandingOrder) -> Terms | None:
    if not cursor.accept(*_UNTIL):
        return None
    facts = read_facts(cursor)
    if facts in terms.until:
        return terms
    return _lasting(cursor, replace(terms, until=(*terms.until, facts)))


def _lasting(cursor: Cursor, terms: Terms) -> Terms:
    """Refuse an order that would end exactly when it begins to count."""
    if any(set(facts) <= set(terms.facts) for facts in terms.until):
        raise _contradiction(cursor, english("it ends in the moment in which it begins to count"))
    return terms


def opposite(fact: Fact) -> Fact:
    """The fact that holds exactly when this one does not."""
    return replace(fact, negated=not fact.negated)


def _contradiction(cursor: Cursor, why: str) -> Misread:
    return Misread(Trouble(Code.TERMS, why, cursor.position))


# printing


def print_terms(terms: Terms, lexicon: Lexicon) -> str:
    """The words that read_terms reads back; empty for none."""
    if terms == ALWAYS:
        return ""
    return sentence(
        f"at most {often(terms.times)}" if terms.times else "",
        "once a turn" if terms.once_a_turn else "",
        f"keep {terms.keep} {'javelin' if terms.keep == 1 else 'javelins'}" if terms.keep else "",
        f"from turn {terms.first_turn}" if terms.first_turn else "",
        f"until turn {terms.last_turn}" if terms.last_turn else "",
        f"while {print_facts(terms.facts, lexicon)}" if terms.facts else "",
        *(f"until {print_facts(facts, lexicon)}" for facts in terms.until),
    )


def print_chain(order: StandingOrder, print_link: Callable[[StandingOrder], str], lexicon: Lexicon) -> str:
    """An order with its terms and the links that follow it; ``print_link`` has the words of a link without
    its verb and figures."""
    rest = order.after_that
    following = f"after that {print_chain(rest, print_link, lexicon)}" if rest is not None else ""
    return sentence(print_link(order), print_terms(order.terms, lexicon), following)


def often(times: int) -> str:
    """once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")

"""IF: facts that an order waits for."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import PEOPLE, Lexicon
from rules.orders.records import Fact, FactKind
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import sentence

TESTS: dict[str, str] = {
    "down": "down", "out of action": "down", "out": "down", "fallen": "down", "gone": "down",
    "up": "up", "standing": "up", "active": "up", "on his feet": "up",
    "dead": "dead", "killed": "dead",
    "stunned": "stunned", "knocked out": "stunned",
    "wounded": "wounded", "hurt": "wounded",
    "healthy": "healthy", "unhurt": "healthy", "unwounded": "healthy",
    "mounted": "mounted", "riding": "mounted", "on horseback": "mounted",
    "on foot": "on foot", "dismounted": "on foot", "unhorsed": "on foot",
    "fired at": "fired at", "shot at": "fired at", "fired on": "fired at", "fired upon": "fired at",
}  # fmt: skip
_NOT = ("not", "isnt", "is not", "wasnt", "no longer", "never", "arent", "hasnt", "has not")
_NEXT_TO = ("next to", "adjacent to", "beside", "touching", "touches", "in contact with")
_ENEMY = ("an enemy", "any enemy", "enemies", "enemy", "anyone", "anybody", "somebody")


def read_facts(cursor: Cursor) -> tuple[Fact, ...]:
    """One fact or several joined by AND."""
    facts = [_fact(cursor)]
    while _more(cursor):
        facts.append(_fact(cursor))
    return tuple(facts)


def _more(cursor: Cursor) -> bool:
    back = cursor.at
    if cursor.sees("or"):
        message = english("facts are joined by AND; for OR write the IF, or the UNTIL, twice")
        raise Misread(Trouble(Code.CONDITION, message, cursor.position))
    while cursor.accept(",", "and", "&", "+", "if"):
        if cursor.sees_hex() or cursor.name_here(PEOPLE) is not None:
            return True
    cursor.at = back
    return False


def _fact(cursor: Cursor) -> Fact:
    negated = cursor.accept("not")
    if cursor.sees_hex():
        return _hex_fact(cursor, negated)
    subject = cursor.take_name(PEOPLE)
    negated = _verb_to_be(cursor, negated)
    if length := cursor.sees(*TESTS):
        test = TESTS[" ".join(t.plain for t in cursor.words[cursor.at : cursor.at + length])]
        cursor.at += length
        return Fact(subject, test, negated=negated)
    if cursor.accept("in contact") and not cursor.sees("with"):
        return Fact(subject, FactKind.NEXT_TO, negated=negated)
    if cursor.accept(*_NEXT_TO, "with"):
        return Fact(subject, FactKind.NEXT_TO, other=_other(cursor), negated=negated)
    if cursor.accept("at", "in", "on", "still at", "still in"):
        return Fact(subject, FactKind.AT, hex=cursor.take_hex(), negated=negated)
    cursor.fail_expected(
        english("'down', 'up', 'dead', 'wounded', 'mounted', 'fired at', 'next to', 'at' and a hex, ...")
    )


def _hex_fact(cursor: Cursor, negated: bool) -> Fact:
    at = cursor.take_hex()
    negated = _verb_to_be(cursor, negated)
    if cursor.accept("free", "empty", "clear", "vacant"):
        return Fact(at, FactKind.FREE, negated=negated)
    if cursor.accept("occupied", "taken", "full"):
        return Fact(at, FactKind.FREE, negated=not negated)
    cursor.fail_expected(english("'is free' or 'is not free'"))


def _verb_to_be(cursor: Cursor, negated: bool) -> bool:
    while cursor.accept("is", "was", "has been", "has", "are", "be", "been", "gets", "stands", "still") or (
        cursor.sees(*_NOT)
    ):
        if cursor.accept(*_NOT):
            negated = not negated
    return negated


def _other(cursor: Cursor) -> str:
    return "" if cursor.accept(*_ENEMY) else cursor.take_name(PEOPLE)


def print_fact(fact: Fact, lexicon: Lexicon) -> str:
    """The words that read_facts reads back."""
    no = "not" if fact.negated else ""
    if fact.test == FactKind.FREE:
        return sentence(fact.subject, "is", no, "free")
    who = lexicon[fact.subject]
    if fact.test == FactKind.AT:
        return sentence(who, "is", no, "at", fact.hex)
    if fact.test == FactKind.NEXT_TO:
        return sentence(who, "is", no, "next to", lexicon[fact.other] if fact.other else "an enemy")
    return sentence(who, "was" if fact.test == FactKind.FIRED_AT else "is", no, fact.test)


def print_facts(facts: tuple[Fact, ...], lexicon: Lexicon) -> str:
    return " AND ".join(print_fact(fact, lexicon) for fact in facts)

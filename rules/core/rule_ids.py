"""The rules by their ids: titles and a few words of our own, the rulings where the books are silent, and by
which paragraph a book says what another one says too.

The code cites a rule by the id of the book for which it was written first. What is shown to people is that
of the book in play: ``cited`` is the one place that knows it, and rules.engine passes through it whatever
leaves the rules.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TypeVar

import msgspec

from rules.core.tables import DATA


class RuleText(msgspec.Struct, frozen=True):
    """One rule of the index. A heading only gathers the rules below it."""

    id: str
    title: str
    system: str
    heading: bool
    text: str


class Ruling(msgspec.Struct, frozen=True):
    """What we decided where the books are silent, contradict themselves or point to a lost figure.
    ``supersedes``: the earlier rulings that no longer hold because of this one, which says all that is
    left of them."""

    id: str
    rules: tuple[str, ...]
    question: str
    decision: str
    why: str
    supersedes: tuple[str, ...] = ()


@cache
def rule_index() -> dict[str, RuleText]:
    """All rules that this server knows, by id."""
    data = tomllib.loads((DATA / "rule_index.toml").read_text("utf-8"))
    return {rule.id: rule for rule in msgspec.convert(data["rules"], list[RuleText])}


@cache
def rulings() -> dict[str, Ruling]:
    """All rulings, by id, in the order they were made."""
    data = tomllib.loads((DATA / "rulings.toml").read_text("utf-8"))
    return {ruling.id: ruling for ruling in msgspec.convert(data["rulings"], list[Ruling])}


@cache
def superseded() -> dict[str, str]:
    """The rulings that hold no longer, each with the one that took its place."""
    return {old: ruling.id for ruling in rulings().values() for old in ruling.supersedes}


def rulings_on(rule: str) -> tuple[Ruling, ...]:
    """The rulings in force that concern a rule."""
    return tuple(r for r in rulings().values() if rule in r.rules and r.id not in superseded())


# the same in other books

Books = tuple[str, ...]  # by the first letters of their ids, the book in play first
_Record = TypeVar("_Record", bound=msgspec.Struct)
_ID = re.compile(r"\b[A-Z]{3}-\d+(?:\.\d+)*[a-z]*\b")


class SameAs(msgspec.Struct, frozen=True):
    """A paragraph of another book, ``same``, that says what a rule says; ``source``: where that was found,
    and what speaks for it."""

    rule: str
    same: str
    source: str


@cache
def same_as() -> tuple[SameAs, ...]:
    """What is known of rules that stand in more than one book."""
    data = tomllib.loads((DATA / "same_as.toml").read_text("utf-8"))
    return tuple(msgspec.convert(data["same_as"], list[SameAs]))


def book_of(rule: str) -> str:
    """ "GUI" of "GUI-6.2b"."""
    return rule.partition("-")[0]


def same_rules(rule: str) -> tuple[str, ...]:
    """The rules that a paragraph repeats, as the code cites them."""
    return tuple(same.rule for same in same_as() if same.same == rule)


def cited(words: str, books: Books) -> str:
    """Words, or an id alone, in which each rule is cited as the first of the books that has it does. A rule
    that none of them has, and one that the book in play has only from the book it builds on, stay as they
    are, as do our rulings.

    Never to be used on the name of a die: that is an input of its recipe, and holds the id of the code
    in every book."""
    own = _own(books)
    return _ID.sub(lambda found: own.get(found[0], found[0]), words) if own else words


def citing(record: _Record, books: Books, *fields: str) -> _Record:
    """The same record with the rules in these fields cited so: texts, or tuples of them."""
    if not _own(books):
        return record
    changed = {name: _in_each(getattr(record, name), books) for name in fields}
    return msgspec.structs.replace(record, **changed)


def _in_each(value: str | tuple[str, ...], books: Books) -> str | tuple[str, ...]:
    return cited(value, books) if isinstance(value, str) else tuple(cited(words, books) for words in value)


@lru_cache(maxsize=64)
def _own(books: Books) -> Mapping[str, str]:
    """Per rule the id under which these books have it, where that is another one than its own."""
    found: dict[str, str] = {}
    for book in reversed(books):
        found = {rule: same for rule, same in found.items() if book_of(rule) != book}
        found |= {same.rule: same.same for same in same_as() if book_of(same.same) == book}
    return found

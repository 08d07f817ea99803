"""A book that says all that GUISCARD says in paragraphs of its own: "ANA-6.2b" for "GUI-6.2b"."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace

from rules.books import registry
from rules.core import rule_ids
from rules.core.rule_ids import SameAs, rule_index
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.umpires import battle as umpire

BOOKS = ("ANA", "GUI")


def own(words: str) -> str:
    """Words as that book has them."""
    return words.replace("GUI-", "ANA-")


def known() -> tuple[SameAs, ...]:
    """Every rule of the index, and every section of it that is cited as a whole."""
    rules = set(rule_index())
    parts = {re.sub(r"[a-z]+$", "", rule) for rule in rules}
    while parts - rules:
        rules |= parts
        parts = {part.rpartition(".")[0] for part in parts if "." in part}
    return tuple(SameAs(rule, own(rule), "a test") for rule in sorted(rules))


def knowing(monkeypatch: pytest.MonkeyPatch, same: tuple[SameAs, ...]) -> None:
    """From now on this is what is known of rules that stand in several books."""
    monkeypatch.setattr(rule_ids, "same_as", lambda: same)
    monkeypatch.setattr(rule_ids, "_own", cache(rule_ids._own.__wrapped__))


def play_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every game is one of that book."""
    knowing(monkeypatch, known())

    def rules_of(battle: Battle) -> Ruleset:
        return replace(registry.rules_of(battle), books=BOOKS)

    monkeypatch.setattr(umpire, "rules_of", rules_of)

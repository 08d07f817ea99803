"""The rules by their ids: titles and a few words of our own, and the rulings where the books are silent."""

from __future__ import annotations

import tomllib
from functools import cache

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
    """What we decided where the books are silent, contradict themselves or point to a lost figure. ``supersedes``: the
    earlier rulings that no longer hold because of this one, which says all that is left of them."""

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

"""Which rules a game is played by: those that its first event pins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rules.books import guiscard
from rules.core.tables import Table, Tables, shipped_tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Setup


class UnknownRuleset(LookupError):
    """A game is pinned to rules that this server does not have."""


def rules_of(battle: Battle) -> Ruleset:
    """The rules of a game, with its own table pack. Raises UnknownRuleset where this server lacks them."""
    return _rules_of(_Key(battle.setup))


class _Key:
    """A setup by identity of its contents: digests, not whole tables, are compared."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._identity = (setup.ruleset, setup.tables_digest, setup.options.combat_columns, setup.modules)

    def __hash__(self) -> int:
        return hash(self._identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._identity == other._identity


@lru_cache(maxsize=64)
def _rules_of(key: _Key) -> Ruleset:
    setup = key.setup
    if setup.ruleset != guiscard.ID:
        raise UnknownRuleset(f"this server does not know the rules {setup.ruleset!r}")
    tables = Tables(setup.tables) if setup.tables else shipped_tables()
    if setup.tables_digest != tables.digest:
        raise UnknownRuleset("the tables of this game are not those that its first event names")
    return guiscard.guiscard(tables, combat_columns=setup.options.combat_columns, modules=setup.modules)


def build(pack: Mapping[str, Table], combat_columns: str) -> Ruleset:
    """The rules with a game master's tables in place of ours. Raises TableError for a pack that does not fit."""
    return guiscard.guiscard(shipped_tables().with_pack(pack), combat_columns=combat_columns)

"""A book as one page: the modules that it has, its sequence of play, its policies, and its tables as an
overlay over another book's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from rules.core.modules import fault_in
from rules.core.tables import RuleTable, TableError, Tables, shipped_tables
from rules.ruleset import CHOOSABLE, Extension, Module, Policies, Ruleset, Sequence


class UnknownChoice(LookupError):
    """Rules were asked for with something that this book does not have; the message names it and
    the nearest."""


class Book(msgspec.Struct, frozen=True):
    """A book. ``id`` names its rules in the first event of a game, ``name`` in scenario files; ``cites``: the
    systems of its rule ids, the first its own; ``always``: the modules that are in force in every game,
    ``modules`` those that a scenario may switch on; ``overlay``: its own tables, which take the place of
    those shipped for all books or come beside them; ``printings``: the policies by which the printings
    differ, by name."""

    id: str
    name: str
    title: str
    cites: tuple[str, ...]
    sequence: Sequence
    always: tuple[Module, ...]
    modules: tuple[Module, ...] = ()
    overlay: tuple[RuleTable, ...] = ()
    policies: Policies = Policies()
    printings: Mapping[str, Policies] = {}

    @property
    def tables(self) -> Tables:
        """The tables shipped for this book."""
        shipped = shipped_tables()
        if not self.overlay:
            return shipped
        return Tables({**shipped.as_dict(), **{table.id: table for table in self.overlay}})

    def fault_in(self, modules: Iterable[str], policies: Iterable[str] = ()) -> str:
        """What is wrong with the modules and policies that a scenario names, in words; empty
        if nothing is."""
        known = tuple(module.name.id for module in self.modules)
        return fault_in(tuple(modules), known) or fault_in(tuple(policies), CHOOSABLE, "policy")

    def rules(
        self,
        tables: Tables | None = None,
        *,
        modules: Iterable[str] = (),
        printing: str = "",
        policies: Mapping[str, bool] | None = None,
    ) -> Ruleset:
        """The rules of a game: what is always in force and the modules named, in the order of the book.

        ``tables``: in place of those shipped; ``printing``: whose policies count, the book's own if empty;
        ``policies``: those that this game chose otherwise. Raises UnknownChoice for a module, printing or
        policy that does not exist, TableError where a table is missing that a module needs."""
        named = tuple(modules)
        unknown = fault_in((printing,), tuple(self.printings), "printing") if printing else ""
        otherwise = dict(policies or {})
        if fault := self.fault_in(named, otherwise) or unknown:
            raise UnknownChoice(fault)
        chosen = (*self.always, *(module for module in self.modules if module.name.id in named))
        in_force = tables or self.tables
        for module in chosen:
            for table in module.tables:
                if table not in in_force:
                    raise TableError(f"the module {module.name.id!r} needs a table {table!r}")
        rules = Ruleset(
            id=self.id,
            title=self.title,
            books=self.cites,
            sequence=self.sequence,
            tables=in_force,
            seams=Extension(),
            policies=replace(self.printings[printing] if printing else self.policies, **otherwise),
            modules=chosen,
            switched_on=tuple(m.name.id for m in chosen if m not in self.always),
        )
        for module in chosen:
            for extension in module.seams:
                rules = rules.extended(extension)
        return rules

"""How a log begins: with everything needed to start, so that it needs no other file."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import msgspec

from rules.events.base import Event
from rules.state.battle import BattleSetup, Formation, Overlay
from rules.state.figure import Character, Horse
from rules.state.table import Setup
from rules.state.works import Engine, Ladder

BEGINS = "_created"
"""How the stored names of first events end, and no others: so readers without our code know them too."""


class Created(Event, frozen=True):
    """The first event of a log, of whatever scale, and of no log the second."""

    setup: Setup


class GameCreated(Created, frozen=True):
    """The first event of a battle, with its board and counters."""

    kind: ClassVar[str] = "game_created"
    setup: BattleSetup
    figures: tuple[Character, ...]
    horses: tuple[Horse, ...]
    ladders: tuple[Ladder, ...] = ()
    engines: tuple[Engine, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    formations: tuple[Formation, ...] = ()

    def stored(self) -> object:
        return msgspec.structs.replace(self, setup=_in_order(self.setup))


def creates(kind: str) -> bool:
    """Whether a stored name is that of a first event."""
    return kind.endswith(BEGINS)


_ORDER = (
    "scenario", "title", "ruleset", "board", "sides", "seats", "victory", "options", "tables_digest",
    "tables", "modules", "policies", "commitment", "promises",
)  # fmt: skip


def _as_before(field: msgspec.structs.FieldInfo) -> tuple[str, Any] | tuple[str, Any, Any]:
    if field.required:
        return field.name, Any
    if field.default is msgspec.NODEFAULT:
        return field.name, Any, msgspec.field(default_factory=field.default_factory)
    return field.name, Any, field.default


@cache
def _stored_setup() -> type[msgspec.Struct]:
    """A battle's set-up as it has been written since before there were other scales: board and victory among
    what all of them have. A struct begins with what it inherits, and a log of today shall have the bytes of
    one of yesterday."""
    fields = {field.name: field for field in msgspec.structs.fields(BattleSetup)}
    names = (*_ORDER, *(name for name in fields if name not in _ORDER))
    stored = [_as_before(fields[name]) for name in names]
    return msgspec.defstruct("_StoredSetup", stored, omit_defaults=True, frozen=True)


def _in_order(setup: BattleSetup) -> msgspec.Struct:
    kind = _stored_setup()
    return kind(**{name: getattr(setup, name) for name in kind.__struct_fields__})

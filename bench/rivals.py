"""Captains of another version beside those of this one: a whole `rules` package from another checkout, under
a name of its own, in the same process.

Every statement of its source that imports from `rules` is read as one that imports from `earlier_rules`;
nothing of it is written anywhere. What happens in a game goes to it as stored events, what its captains write
comes back as lines.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

from rules import engine

EARLIER = "earlier_rules"
_IMPORTS = re.compile(rb"^(\s*(?:from|import) )rules(?=[. ])", re.MULTILINE)
_TO_A_HEX = re.compile(r"MOVE \S+ to \w+")

Captains = Callable[[Sequence[engine.Event], engine.Battle, str, str], list[str]]
"""The lines of a seat (by temper) for a battle, whose events are given too."""


class _Loader(SourceLoader):
    """Reads a module of the other checkout as one of the earlier package."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def get_filename(self, fullname: str) -> str:
        return str(self._file)

    def get_data(self, path: str) -> bytes:
        data = Path(path).read_bytes()
        return _IMPORTS.sub(rb"\1" + EARLIER.encode(), data) if path.endswith(".py") else data


class _Finder(MetaPathFinder):
    def __init__(self, checkout: Path) -> None:
        self._root = checkout / "rules"

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        name, *parts = fullname.split(".")
        if name != EARLIER:
            return None
        place = self._root.joinpath(*parts)
        if place.is_dir():
            file, inside = place / "__init__.py", [str(place)]
            return spec_from_file_location(
                fullname, file, loader=_Loader(file), submodule_search_locations=inside
            )
        file = place.with_suffix(".py")
        return spec_from_file_location(fullname, file, loader=_Loader(file)) if file.exists() else None


def captains_of(checkout: Path) -> Captains:
    """The captains of another checkout of this project; one in a process."""
    sys.meta_path.insert(0, _Finder(checkout))
    earlier = importlib.import_module(f"{EARLIER}.engine")
    records = importlib.import_module(f"{EARLIER}.orders.records")
    knows_safest = hasattr(records, "SAFEST")
    followed: dict[str, Any] = {"log": None}

    def orders(log: Sequence[engine.Event], battle: engine.Battle, seat: str, temper: str) -> list[str]:
        if followed["log"] is not log:
            followed.update(log=log, table=None, known=0)
        news = [earlier.decode(*engine.encode(event)) for event in log[followed["known"] :]]
        followed["table"] = earlier.replay(news, followed["table"])
        followed["known"] = len(log)
        lines = earlier.captain_orders(followed["table"], seat, temper)
        return list(lines if knows_safest else map(_as_meant, lines))

    return orders


def _as_meant(line: str) -> str:
    """A line written when a move to a hex went by the shortest way."""
    return f"{line} shortest" if _TO_A_HEX.fullmatch(line) else line


def these_captains(log: Sequence[engine.Event], battle: engine.Battle, seat: str, temper: str) -> list[str]:
    """The captains of this checkout."""
    return engine.captain_orders(battle, seat, temper)

"""Pieces by id, and by the hexes that they cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar, cast

Hex = str


class Piece(Protocol):
    """Whatever lies or stands on the board. ``hexes``: those that it covers; none while it is
    off the board."""

    @property
    def hexes(self) -> tuple[Hex, ...]: ...


P = TypeVar("P", bound=Piece)
T = TypeVar("T")


def _forgetting(method: str) -> Callable[..., Any]:
    """A method of dict that changes more than one piece may do: what was looked up before is forgotten."""
    change = getattr(dict, method)

    def changed(self: Pieces[Any], *args: Any, **kwargs: Any) -> Any:
        self._forget()
        return change(self, *args, **kwargs)

    return changed


class Pieces(dict[str, P]):
    """A dictionary of pieces in their fixed order (of the muster), which knows who is where.

    What it answers by hex is in that same order, as if one had walked over all of them. The order in which
    pieces came in stays, whatever becomes of them: a battle is replayed piece by piece."""

    __slots__ = ("_at", "_derived", "_rank")

    def __init__(self, pieces: Iterable[tuple[str, P]] = ()) -> None:
        super().__init__(pieces)
        self._forget()

    def at(self, at: Hex) -> list[P]:
        """The pieces that cover a hex."""
        names = self._places().get(at)
        return [self[name] for name in names] if names else []

    def among(self, hexes: Iterable[Hex]) -> list[P]:
        """The pieces that cover any of some hexes, each once."""
        places = self._places()
        there = [names for at in hexes if (names := places.get(at))]
        if not there:
            return []
        found = {name for names in there for name in names}
        return [self[name] for name in sorted(found, key=self._rank.__getitem__)]

    def derived(self, work: Callable[[Pieces[P]], T]) -> T:
        """What a pure function makes of all pieces, kept until one of them changes."""
        if work not in self._derived:
            self._derived[work] = work(self)
        return cast(T, self._derived[work])

    def copy(self) -> Pieces[P]:
        """An independent dictionary of the same pieces."""
        twin = Pieces(self.items())
        twin._at, twin._rank, twin._derived = dict(self._at), self._rank, dict(self._derived)
        return twin

    # changing

    def __setitem__(self, name: str, piece: P) -> None:
        before = self.get(name)
        super().__setitem__(name, piece)
        if before is None:
            self._forget()
            return
        self._derived.clear()
        if self._rank and before.hexes != piece.hexes:
            for at in before.hexes:
                self._at[at] = tuple(other for other in self._at[at] if other != name)
            for at in piece.hexes:
                there = self._at.get(at, ())
                if name not in there:
                    self._at[at] = (
                        tuple(sorted((*there, name), key=self._rank.__getitem__)) if there else (name,)
                    )

    __delitem__ = _forgetting("__delitem__")
    __ior__ = _forgetting("__ior__")
    clear = _forgetting("clear")
    pop = _forgetting("pop")
    popitem = _forgetting("popitem")
    setdefault = _forgetting("setdefault")
    update = _forgetting("update")

    @property
    def well_known(self) -> bool:
        """Whether what is known of who is where holds good: true, unless something went wrong."""
        known = {at: names for at, names in self._places().items() if names}
        return known == Pieces(self.items())._places()

    # the index

    def _forget(self) -> None:
        self._at: dict[Hex, tuple[str, ...]] = {}
        self._rank: dict[str, int] = {}
        self._derived: dict[Callable[..., Any], Any] = {}

    def _places(self) -> dict[Hex, tuple[str, ...]]:
        """Who is where, worked out when first asked and kept up to date from then on."""
        if not self._rank:
            self._rank = {name: rank for rank, name in enumerate(self)}
            for name, piece in self.items():
                for at in piece.hexes:
                    self._at[at] = (*self._at.get(at, ()), name)
        return self._at

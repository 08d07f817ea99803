"""Pieces are found by hex as if one had walked over all of them, whatever was changed before."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.state.figure import Horse
from rules.state.invariants import broken
from rules.state.pieces import Pieces
from tests.rules.kit import battle, field, man, rider

HEXES = ("0101", "0102", "0201")
NAMES = ("arion", "balios", "xanthos", "podarge")
Change = Callable[[Pieces[Horse]], object]


def horse(name: str, front: str | None = None, rear: str | None = None, *, alive: bool = True) -> Horse:
    return Horse(id=name, name=name, side="", front=front, rear=rear, alive=alive)


places = st.one_of(
    st.just((None, None)),
    st.tuples(st.sampled_from(HEXES), st.none()),
    st.permutations(HEXES).map(lambda hexes: (hexes[0], hexes[1])),
)


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """A piece set, taken away or put in with others, or a look at who is where."""
    name, (front, rear) = draw(st.sampled_from(NAMES)), draw(places)
    piece = horse(name, front, rear, alive=draw(st.booleans()))
    return draw(
        st.sampled_from(
            (
                lambda pieces: pieces.__setitem__(name, piece),
                lambda pieces: pieces.__setitem__(name, piece),
                lambda pieces: pieces.pop(name, None),
                lambda pieces: pieces.update({name: piece}),
                lambda pieces: pieces.setdefault(name, piece),
                lambda pieces: pieces.clear(),
                lambda pieces: pieces.at("0101"),
                lambda pieces: pieces.derived(tuple),
            )
        )
    )


def sound(pieces: Pieces[Horse]) -> None:
    walked = list(pieces.values())
    for at in HEXES:
        assert pieces.at(at) == [piece for piece in walked if at in piece.hexes]
    for hexes in (HEXES, HEXES[:2], HEXES[1:], ()):
        assert pieces.among(hexes) == [piece for piece in walked if {*piece.hexes} & {*hexes}]
    assert pieces.derived(tuple) == tuple(pieces)
    assert pieces.derived(_fronts) == _fronts(pieces)
    assert pieces.well_known


def _fronts(pieces: Pieces[Horse]) -> tuple[str | None, ...]:
    return tuple(piece.front for piece in pieces.values())


@given(st.lists(st.tuples(changes(), st.booleans()), max_size=12))
def test_pieces_are_found_as_by_a_walk_over_all(made: list[tuple[Change, bool]]) -> None:
    pieces = Pieces((name, horse(name)) for name in NAMES)
    assert pieces.at("0101") == []
    for change, look in made:
        twin, before = pieces.copy(), dict(pieces)
        change(pieces)
        assert twin == before
        sound(twin)
        if look:
            sound(pieces)
    sound(pieces)


def test_they_are_written_as_a_plain_dictionary_is() -> None:
    pieces = Pieces((name, horse(name, "0101")) for name in NAMES)
    assert msgspec.json.encode(pieces) == msgspec.json.encode(dict(pieces))


def test_a_battle_in_which_a_piece_was_mislaid_is_not_sound() -> None:
    at = battle(field(4, 4), man("Robert", "0202"), rider("Drogo", "0303", "0304"))
    assert at.figures.at("0304") == [at.figures["drogo"]]
    assert broken(at) == []
    dict.__setitem__(at.figures, "robert", replace(at.figures["robert"], hex="0101"))
    assert broken(at) == ["figures are not found where they are"]

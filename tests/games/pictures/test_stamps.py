"""What is drawn once and set down often: nothing of it is cut, however little room it is drawn in."""

from importlib import import_module
from itertools import product
from math import ceil

import pytest

from games.pictures import lettering, pieces, siege, tracks
from games.pictures.geometry import ORIGIN, Point, centre, neighbour
from games.pictures.ink import SIDES, Stamp
from rules.engine import PicturePiece, PictureTrack

png = import_module("games.pictures.png")  # the package names the function so
SCALE = 2.0
HERE = (4, 4)


def is_whole(stamp: Stamp) -> bool:
    """Whether it inks as much with more room around it."""
    off = ceil(stamp.reach * SCALE)
    near, far = png._sprite(stamp.drawing, off, SCALE), png._sprite(stamp.drawing, 2 * off, SCALE)
    return (near.left, near.top, near.inked.size) == (far.left, far.top, far.inked.size)


def man(**changes: object) -> PicturePiece:
    plain: dict[str, object] = {
        "id": "odo", "name": "Odo", "badge": "ODO", "side": "normans", "side_number": 0, "kind": "foot",
        "label": "0505", "rear": "", "facing": "north", "health": "wounded", "armoured": True,
        "weapon": "crossbow", "attack": 9, "defence": 9, "movement": 9,
    }  # fmt: skip
    return PicturePiece(**(plain | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("side", range(len(SIDES)))
@pytest.mark.parametrize("health", ["wounded", "stunned"])
def test_a_man_on_foot_is_drawn_whole(side: int, health: str) -> None:
    for storey in (0, 12):
        assert is_whole(pieces.counter(man(side_number=side, health=health, storey=storey), ORIGIN))


@pytest.mark.parametrize("side", range(len(SIDES)))
@pytest.mark.parametrize("mark", ["charge", "countercharge"])
def test_a_rider_is_drawn_whole_whichever_way_he_looks(side: int, mark: str) -> None:
    for kind, facing in product(("mounted", "horse"), range(6)):
        rider, rear = man(side_number=side, kind=kind, mark=mark), centre(neighbour(HERE, facing))
        assert is_whole(pieces.counter(rider, centre(HERE), rear))


@pytest.mark.parametrize("size", [9.6, lettering.IN_A_PART, 18.6])
def test_the_number_of_a_hex_is_drawn_whole(size: float) -> None:
    assert is_whole(Stamp(lettering._over_a_track("4848", size), ORIGIN))


def test_what_is_cut_is_noticed() -> None:
    assert not is_whole(pieces.counter(man(), ORIGIN)._replace(reach=15.0))
    assert not is_whole(pieces.counter(man(kind="mounted"), Point(0, 0), Point(0, 52))._replace(reach=40.0))


@pytest.mark.parametrize("badge", ["1", "100 %", "97 % and 3 %"])
def test_letters_at_the_end_of_a_track_are_drawn_whole(badge: str) -> None:
    track = PictureTrack(labels=("0505",), what="risk", side_number=0, caption="", badge=badge)
    assert is_whole(tracks._badge(track, ORIGIN))


def test_the_turns_of_an_engine_are_drawn_whole() -> None:
    assert is_whole(siege._numeral(ORIGIN, 12))

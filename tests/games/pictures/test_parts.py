"""Which parts of a board a mail shows, and what stands at their edges."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from games import pictures
from games.models import MapSize
from games.pictures import packing
from games.pictures.geometry import Layout
from games.reports import maps
from rules import engine

SCALE = 3 * 13 / 45  # of a part drawn in step 3


def the_ford() -> engine.Picture:
    """28 columns and 20 rows."""
    picture = engine.picture(engine.replay(engine.new_game("ford")), None)
    assert picture is not None
    return picture


def holds(picture: engine.Picture, window: pictures.Window, label: str) -> bool:
    at = Layout(picture).centre(label)
    assert at is not None
    return 20 < at.x - window.left < window.width - 20 and 20 < at.y - window.top < window.height - 20


def test_a_question_about_men_far_apart_has_a_part_of_the_map_for_each() -> None:
    """The whole board could not be read on a phone."""
    choices = (engine.Choice("shoot", "shoot at Hassan in 0906"), engine.Choice("hold", "hold"))
    far = engine.with_options(the_ford(), choices, "Yusuf (2718): does he shoot?")
    one, other = pictures.windows(far, all_of_it=True)
    for label in ("0906", "2718"):
        assert holds(far, one, label) != holds(far, other, label)
    drawn = maps.around(far, MapSize.LARGE)
    assert [part.first for part in drawn] == [one.first, other.first]
    assert all(maps.width_shown(part.png) >= maps.ON_A_PHONE for part in drawn)
    assert maps.around(far, MapSize.NONE) == []


def test_where_it_would_take_too_many_parts_there_is_none() -> None:
    scattered = replace(the_ford(), focus=("0101", "1401", "2801", "0120", "2820"))
    assert pictures.windows(scattered, all_of_it=True) == ()
    assert maps.around(scattered, MapSize.LARGE) == []


def test_parts_that_would_be_too_narrow_for_a_phone_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several fit into a mail in no size in which they can be read, none is drawn in the next one."""
    drawn: list[int] = []
    real = pictures.part

    def noted(
        picture: engine.Picture, window: pictures.Window, step: int, *, most: int | None = None
    ) -> bytes:
        drawn.append(pictures.part_wide(window, step))
        return real(picture, window, step, most=most)

    monkeypatch.setattr(pictures, "part", noted)
    far = replace(the_ford(), focus=("0906", "2718"))
    windows = pictures.windows(far, all_of_it=True)
    assert maps.drawn_alike.__wrapped__(far, MapSize.LARGE, windows, 1_000) == ()
    assert all(wide >= maps.ON_A_PHONE for wide in drawn)
    assert len(maps.drawn_alike.__wrapped__(far, MapSize.LARGE, windows, 500_000)) == len(windows)


def test_a_picture_is_packed_tightly_only_where_that_promises_to_be_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = the_ford()
    window = part_around(picture, "0906", "1806")
    light = len(pictures.part(picture, window, 2, most=10**6))
    tried: list[bool] = []
    real = packing.png

    def noted(image: Image.Image, *, tightly: bool = False) -> bytes:
        if image.width == pictures.part_wide(window, 2):  # the map of the whole board is weighed, once
            tried.append(tightly)
        return real(image, tightly=tightly)

    monkeypatch.setattr(packing, "png", noted)
    assert len(pictures.part(picture, window, 2, most=light)) == light and tried == [False]
    assert len(pictures.part(picture, window, 2, most=light - 1)) < light and True in tried
    tried.clear()
    assert len(pictures.part(picture, window, 2, most=1_000)) > 1_000 and True not in tried


def part_around(picture: engine.Picture, *labels: str) -> pictures.Window:
    window = pictures.window(picture, labels)
    assert window is not None
    return window


@pytest.mark.parametrize("beyond", [(-1, 3), (9, 3), (2, -1), (3, 8)])
def test_a_part_grows_by_those_whom_its_edge_would_cut(beyond: tuple[int, int]) -> None:
    """``beyond``: columns and rows from the first hex of a part of nine by eight."""
    picture = the_ford()
    empty, layout = replace(picture, pieces=()), Layout(picture)
    bare = part_around(empty, "1410")
    first = layout.at[bare.first]
    label = layout.hexes[first[0] + beyond[0], first[1] + beyond[1]].label
    man = next(p for p in picture.pieces if p.kind == "foot")
    grown = part_around(replace(empty, pieces=(replace(man, label=label),)), "1410")
    assert holds(empty, grown, label)
    assert (grown.width > bare.width) == (beyond[0] in (-1, 9))
    assert (grown.height > bare.height) == (beyond[1] in (-1, 8))


def test_no_counter_is_cut_by_the_edge_of_a_part() -> None:
    """A part as large as it may be does not grow: who stands in the half hexes around it is left out."""
    picture = the_ford()
    empty = replace(picture, pieces=())
    man = next(p for p in picture.pieces if p.kind == "foot")
    window = part_around(empty, "0906", "1806", "0913", "1813")
    left_of_it = replace(empty, pieces=(replace(man, label="0709"),))
    inside = replace(empty, pieces=(replace(man, label="0909"),))
    nobody, cut, whole = (
        Image.open(BytesIO(pictures.part(shown, window, 3))).convert("RGB")
        for shown in (empty, left_of_it, inside)
    )
    assert cut.tobytes() == nobody.tobytes() != whole.tobytes()

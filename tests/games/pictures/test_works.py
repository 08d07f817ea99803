"""Pictures of what people build, bring to a wall and set alight: every one is drawn, named and told apart."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

from games import pictures
from games.pictures import floors, ink, siege, works
from games.pictures.geometry import Layout
from games.pictures.svg import above, below
from rules import engine
from rules.core.tables import shipped_tables
from rules.scenarios.panels import FEATURES
from tests.games.boards import piece
from tests.games.pictures.test_pictures import small, texts, titles


def with_terrain(terrain: str) -> engine.Picture:
    board = small()
    hexes = tuple(
        msgspec.structs.replace(h, terrain=terrain) if h.label == "0202" else h for h in board.hexes
    )
    return msgspec.structs.replace(board, hexes=hexes)


def with_work(**fields: object) -> engine.Picture:
    return small(works=(engine.PictureWork(**{"kind": "ladder", "labels": ("0202",), **fields}),))


def test_every_terrain_of_the_table_has_a_colour_of_its_own() -> None:
    known = {str(key) for key in shipped_tables()["terrain"].keys()}  # noqa: SIM118 - a table is no dict
    assert known <= set(ink.GROUND)


@pytest.mark.parametrize("terrain", [*floors.BUILT, *floors.TENTS])
def test_every_floor_is_drawn_and_named_in_the_key(terrain: str) -> None:
    bare, drawn = pictures.svg(small()), pictures.svg(with_terrain(terrain), key=True)
    ElementTree.fromstring(drawn)
    assert ink.GROUND["tent" if terrain in floors.TENTS else terrain] in drawn
    assert len(drawn) > len(bare)
    assert set(texts(pictures.legend(with_terrain(terrain)))) - set(texts(pictures.legend(small())))


@pytest.mark.parametrize("feature", sorted(FEATURES - {"path"}))
def test_every_feature_of_a_hexside_is_drawn_in_its_own_way(feature: str) -> None:
    drawn = {
        other: pictures.svg(small(hexsides=(engine.PictureSide("0202", "N", other),)))
        for other in (FEATURES - {"path"}) | {"portcullis"}
    }
    ElementTree.fromstring(drawn[feature])
    assert [other for other in drawn if drawn[other] == drawn[feature]] == [feature]


def test_the_key_names_walls_and_openings() -> None:
    sides = tuple(
        engine.PictureSide("0202", facing, feature)
        for facing, feature in (("N", "wall"), ("NE", "door"), ("SE", "slit"), ("S", "stockade"))
    )
    assert {"wall", "door", "arrow slit", "stockade"} <= set(texts(pictures.legend(small(hexsides=sides))))


@pytest.mark.parametrize("kind", sorted(siege.KINDS))
def test_every_work_is_drawn_titled_and_named_in_the_key(kind: str) -> None:
    shown = with_work(kind=kind, facing="N" if kind in ("ladder", "rope") else "SE", number=2)
    assert len(pictures.svg(shown)) > len(pictures.svg(small()))
    assert siege.KINDS[kind] in texts(pictures.legend(shown))
    if kind != "naphtha":
        assert any("0202" in title for title in titles(pictures.svg(shown)))


@pytest.mark.parametrize("kind", ["stone_thrower", "greek_fire"])
def test_an_engine_shows_when_it_is_ready_again_and_when_never(kind: str) -> None:
    waiting = with_work(kind=kind, facing="NE", number=2, name="Petra")
    assert "2" in texts(pictures.svg(waiting)) and "Petra, ready in 2 turns; 0202" in titles(
        pictures.svg(waiting)
    )
    states = {
        state: pictures.svg(with_work(kind=kind, facing="NE", state=state))
        for state in ("", "jammed", "destroyed")
    }
    assert len(set(states.values())) == 3


def test_a_ladder_stands_or_lies() -> None:
    lying = with_work(labels=("0202", "0203"))
    standing = with_work(facing="N")
    assert pictures.svg(lying) != pictures.svg(standing)


def test_a_work_off_the_board_is_left_out() -> None:
    for kind in siege.KINDS:
        assert "9999" not in pictures.svg(with_work(kind=kind, labels=("9999",), facing="N"))


def test_flames_lie_over_counters_and_ladders_under_them() -> None:
    shown = msgspec.structs.replace(
        small(piece("Robert", 0, "0202")),
        works=(
            engine.PictureWork("flame", ("0202",), number=1),
            engine.PictureWork("ladder", ("0202",), facing="N"),
        ),
    )
    named = titles(pictures.svg(shown))
    order = [
        next(i for i, t in enumerate(named) if word in t) for word in ("ladder", "Robert", "fire, burning")
    ]
    assert order == sorted(order)


@pytest.mark.parametrize("kind", ["ladder", "rope"])
def test_no_counter_hides_where_a_ladder_crosses_the_wall(kind: str) -> None:
    def over_the_counter(**fields: object) -> int:
        board = msgspec.structs.replace(
            with_work(kind=kind, **fields), pieces=small(piece("Robert", 0, "0202")).pieces
        )
        drawn = pictures.svg(board)
        return drawn[drawn.index("Robert") :].count(siege._WOOD if kind == "ladder" else "stroke-dasharray")

    assert over_the_counter(facing="N") > over_the_counter(labels=("0202", "0203"))


def test_stairs_point_upwards_and_trails_end_before_them() -> None:
    board = with_terrain("stairs")
    hexes = tuple(msgspec.structs.replace(h, level=1) if h.label == "0201" else h for h in board.hexes)
    sides = (engine.PictureSide("0202", "N", "path"), engine.PictureSide("0202", "S", "path"))
    north = pictures.svg(msgspec.structs.replace(board, hexes=hexes, hexsides=sides))
    assert "rotate(0)" in north and "#f7eed3" not in north


def test_openings_are_drawn_after_the_walls_that_they_open() -> None:
    assert max(map(works._order, ["low_wall", "stockade", "door"])) == works._order("door")


def test_who_stands_above_whom_in_one_hex_is_drawn_and_titled() -> None:
    below = msgspec.structs.replace(piece("Robert", 0, "0202"), storey=1)
    above = msgspec.structs.replace(piece("Yusuf", 1, "0202"), storey=3)
    drawn = pictures.svg(small(above, below))
    told = titles(drawn)
    assert [title.rpartition("; ")[2] for title in told if "attack" in title] == ["0202/1", "0202/3"]
    assert {"/1", "/3"} <= set(texts(drawn))
    plain = pictures.svg(small(piece("Robert", 0, "0202"), piece("Yusuf", 1, "0202")))
    assert not {"/1", "/3"} & set(texts(plain))


def test_an_engine_of_another_kind_and_a_tower_are_drawn_plainly_and_titled() -> None:
    for kind in ("belfry", "structure"):
        drawn = pictures.svg(with_work(kind=kind, facing="N", name="Malvoisine"))
        assert "Malvoisine; 0202" in titles(drawn)


@pytest.mark.parametrize("kind", sorted({*siege.KINDS, "belfry"}))
def test_letters_are_in_stamps_alone(kind: str) -> None:
    """ThorVG, which draws the rest of what changes, knows none."""
    track = engine.PictureTrack("move", 0, ("0101", "0202"), "Rob moves.", badge="70 %")
    shown = with_work(kind=kind, facing="N", number=2)
    hexes = tuple(msgspec.structs.replace(h, bodies=3, carcasses=2) for h in shown.hexes)
    shown = msgspec.structs.replace(shown, tracks=(track,), hexes=hexes)
    layout = Layout(shown)
    assert "<text" not in below(layout, shown) + above(layout, shown)
    stamped = texts(pictures.svg(shown))
    assert {"70 %", "2", "3"} <= set(stamped)
    assert ("2" in texts(pictures.svg(with_work(kind=kind, facing="N", number=2)))) == (
        kind not in ("ladder", "rope", "naphtha")
    )

"""What holds of lines between walls, whatever is built where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.facing import Facing
from rules.state.hexsides import OPENINGS
from rules.tactical.sight.line_of_fire import Sight, check
from rules.tactical.sight.obstacles import bar
from rules.tactical.sight.openings import courses
from tests.rules.kit import SIEGE, battle, field, man
from tests.sampling import examples

SIZE = 7
BOARD = battle(field(SIZE, SIZE)).board
LABELS = sorted(BOARD.cells)
SIDES = [(at, facing.value) for at in LABELS for facing in Facing if BOARD.neighbour(at, facing)]
CODES = [".0"] * 6 + ["i0", "P1", "t0", "X0", "T0", "i1", ".1"]
FEATURES = ["wall", "wall", "stockade", "parapet", "door", "window", "slit", "entrance", "chapel_window"]
CLOSED = ["wall", "stockade", "parapet"]
MIRROR = {"N": "N", "S": "S", "NE": "NW", "NW": "NE", "SE": "SW", "SW": "SE"}
BOW = "composite_bow"


@st.composite
def towns(draw, features=FEATURES):
    rows = [[draw(st.sampled_from(CODES)) for _ in range(SIZE)] for _ in range(SIZE)]
    sides = draw(
        st.lists(
            st.builds(
                lambda side, feature: (*side, feature), st.sampled_from(SIDES), st.sampled_from(features)
            ),
            max_size=40,
            unique_by=lambda s: s[:2],
        )
    )
    walls = draw(st.lists(st.lists(st.sampled_from(LABELS), min_size=1, max_size=5, unique=True), max_size=2))
    one, two = draw(st.lists(st.sampled_from(LABELS), min_size=2, max_size=2, unique=True))
    return rows, sides, [f"wall {' '.join(room)}" for room in walls], one, two


def flipped(label):
    return f"{SIZE + 1 - int(label[:2]):02d}{label[2:]}"


def mirrored(town):
    rows, sides, walls, one, two = town
    return (
        [row[::-1] for row in rows],
        [(flipped(at), MIRROR[facing], feature) for at, facing, feature in sides],
        [" ".join(["wall", *(flipped(at) for at in wall.split()[1:])]) for wall in walls],
        flipped(one),
        flipped(two),
    )


def built(town):
    rows, sides, walls, one, two = town
    text = "\n".join(" ".join(row) for row in rows)
    return battle(
        text, man("Anna", one, weapon=BOW), man("Bela", two, weapon=BOW, side="arabs"), hexsides=sides,
        walls=walls,
        rules=SIEGE,
    )  # fmt: skip


def look(b, shooter, target):
    figure, piece = b.figures[shooter], b.figures[target]
    return check(b, SIEGE, figure, BOW, piece.hex, target)


@pytest.mark.rule("GUI-9.3.5")
@examples(300)
@given(towns([*CLOSED, "low_wall"]))
def test_without_openings_sight_is_mutual(town):
    """What can be shot at from above, over whatever stands between, can shoot back."""
    b = built(town)
    assert isinstance(look(b, "anna", "bela"), Sight) is isinstance(look(b, "bela", "anna"), Sight)


@pytest.mark.rule("GUI-9.3.5", "GUI-8.2.3a")
@examples(300)
@given(towns())
def test_with_openings_it_is_mutual_for_those_who_stand_beside_none(town):
    b = built(town)
    for figure in b.figures.values():
        if any(OPENINGS & b.board.hexside(figure.hex, near) for near in b.board.neighbours(figure.hex)):
            return
    assert isinstance(look(b, "anna", "bela"), Sight) is isinstance(look(b, "bela", "anna"), Sight)


@pytest.mark.rule("GUI-8.2.4", "GUI-9.3.1")
@examples(300)
@given(towns())
def test_mirrored_boards_give_mirrored_answers(town):
    one, two = built(town), built(mirrored(town))
    for shooter, target in (("anna", "bela"), ("bela", "anna")):
        here, there = look(one, shooter, target), look(two, shooter, target)
        if isinstance(here, Sight):
            assert isinstance(there, Sight) and (here.cover, here.distance) == (there.cover, there.distance)
        else:
            assert not isinstance(there, Sight)


@pytest.mark.rule("GUI-8.2.4", "GUI-8.3.3")
@examples(300)
@given(towns())
def test_no_line_on_one_level_passes_a_wall(town):
    """Every open course has on each of its steps a way whose hexsides are no walls, or walls of
    lower ground."""
    b = built(town)
    for course in courses(b, b.figures["anna"].hex, b.figures["bela"].hex, weapon=BOW):
        if course.bar is not None:
            continue
        line = course.line
        levels = {b.board.level(line.start), b.board.level(line.end)}
        for ways in line.ways:
            open_ = [way for way in ways if bar(b, line, way) is None]
            assert open_
            for way in open_:
                for pair in way.sides:
                    features = b.board.hexside(*pair)
                    if features & OPENINGS or len(levels) > 1:
                        continue
                    assert max(levels) > min(b.board.level(at) for at in pair) or levels == {1}, (
                        pair,
                        features,
                    )


@examples(200)
@given(towns())
def test_nothing_raises_and_refusals_are_told(town):
    b = built(town)
    for shooter, target in (("anna", "bela"), ("bela", "anna")):
        found = look(b, shooter, target)
        if not isinstance(found, Sight):
            assert found.rule and found.why

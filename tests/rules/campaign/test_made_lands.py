"""The committed lands are what docs/maps makes: by the digests in their heads, so without the survey."""

from __future__ import annotations

import importlib.util
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from rules.campaign.land_file import LANDS, land_ids

MAPS = Path(__file__).resolve().parents[3] / "docs" / "maps"


@pytest.fixture(scope="module")
def script() -> object:
    sys.path.insert(0, str(MAPS))
    try:
        spec = importlib.util.spec_from_file_location("make_lands", MAPS / "make_lands.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(MAPS))
    return module


@pytest.mark.parametrize("land_id", land_ids())
def test_a_land_is_what_its_table_made_and_nobody_changed_it_since(script: object, land_id: str) -> None:
    source, own, text = (LANDS / f"{land_id}.toml").read_text("utf-8").split("\n", 2)
    made_from = script.made_from(MAPS / f"{land_id}.toml")  # type: ignore[attr-defined]
    assert source.split()[-1] == made_from, "the tables or the script changed: make maps"
    assert own.split()[-1] == sha256(text.encode()).hexdigest(), "changed by hand: change docs/maps instead"


def test_a_course_by_hand_bends_alike_every_time(script: object) -> None:
    straight = [(1.0, 1.0), (9.0, 1.0)]
    bent = script.meandering(straight)  # type: ignore[attr-defined]
    assert bent == script.meandering(straight)  # type: ignore[attr-defined]
    assert bent[0] == straight[0] and bent[-1] == straight[-1] and len(bent) == 9
    assert any(abs(y - 1.0) > 0.1 for _, y in bent)


def test_a_shape_is_cut_to_the_box(script: object) -> None:
    survey = script.survey  # type: ignore[attr-defined]
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert survey.area(survey.clipped(square, survey.Box(1.0, 1.0, 3.0, 9.0))) == pytest.approx(6.0)
    assert survey.is_inside((2.0, 2.0), square) and not survey.is_inside((5.0, 2.0), square)


def test_a_line_keeps_the_points_that_matter(script: object) -> None:
    line = [(0.0, 0.0), (1.0, 0.01), (2.0, 0.0), (2.0, 2.0)]
    survey = script.survey  # type: ignore[attr-defined]
    assert survey.simplified(line, 0.05) == [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0)]

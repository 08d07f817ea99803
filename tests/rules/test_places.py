"""A place is a hex and a storey, and has one label."""

from __future__ import annotations

import pytest

from rules.core.places import Place, place_of


@pytest.mark.parametrize(
    ("label", "place"),
    [
        ("0714", Place("0714")),
        ("0714/2", Place("0714", 2)),
        ("B0714/-1", Place("B0714", -1)),
        ("A0101/12", Place("A0101", 12)),
    ],
)
def test_a_label_names_a_place_and_a_place_has_one_label(label: str, place: Place) -> None:
    assert place_of(label) == place and place.label == label


def test_the_ground_is_a_plain_hex_however_it_was_written() -> None:
    assert place_of("0714/0") == Place("0714") and Place("0714", 0).label == "0714"


@pytest.mark.parametrize(
    "text", ["", "714", "0714/", "0714/two", "0714 / 2", "/2", "07145", "b0714", "0714/1/2", "0714/123"]
)
def test_what_is_no_label_is_no_place(text: str) -> None:
    assert place_of(text) is None

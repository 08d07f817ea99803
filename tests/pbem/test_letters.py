"""Letters to other players inside of a mail's text: cut out before any line gets its class."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers.order_words import looks_like_order
from pbem.mail.lines import LineClass, classify
from tests.stopwatch import stopwatch

PIECES = st.sampled_from(
    ["MOVE Robert 0305", "> PRESS TO all", "> END PRESS", "", "-- ", "#ORDERS G1-1", "#END",
     "thanks", "On 22 Nov 2026 Boris <b@example.org> wrote:", "> hi", "-----Original Message-----",
     "press to the mill",
     "-----BEGIN PGP SIGNED MESSAGE-----", "Sent from my iPhone", "hello"]
)  # fmt: skip


def of(kind: LineClass, text: str) -> list[str]:
    return [line.text for line in classify(text, looks_like_order)[0] if line.kind is kind]


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES.filter(lambda piece: not piece.startswith("press")), max_size=12))
def test_whatever_stands_in_a_block_is_a_letter_and_what_stands_below_is_read(pieces):
    block = ["PRESS TO all", *pieces, "END PRESS"]
    text = "\n".join([*block, "MOVE Robert 0406"])
    assert of(LineClass.PRESS, text) == [line.rstrip() for line in block]
    assert of(LineClass.ORDER, text) == ["MOVE Robert 0406"]


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=8), st.lists(PIECES, max_size=8))
def test_below_a_quoted_original_there_are_no_letters(above, inside):
    text = "\n".join([*above, "-----Original Message-----", "PRESS TO all", *inside, "END PRESS"])
    assert not {"PRESS TO all", "END PRESS"} & set(of(LineClass.PRESS, text))


@pytest.mark.parametrize(
    "line",
    [
        "PRESS TO Normans",
        "press to the Normans:",
        "  Press  to  ALL ",
        "PRESS ANONYMOUS TO ALL",
        "press anonymously to all",
    ],
)
def test_how_a_letter_begins(line):
    assert of(LineClass.PRESS, f"{line}\nhello\nEND PRESS") == [line.rstrip(), "hello", "END PRESS"]


@pytest.mark.parametrize("line", ["END PRESS", "end press.", "ENDPRESS", "#END PRESS", "press end"])
def test_how_it_ends(line):
    assert of(LineClass.TALK, f"PRESS TO all\nhello\n{line}\nand so on") == ["and so on"]


@pytest.mark.parametrize(
    "line", ["> PRESS TO all", "PRESS TO", "Please press to all", "express to all", "PRESS TO " + "x" * 90]
)
def test_what_begins_none(line):
    assert of(LineClass.PRESS, f"{line}\nhello\nEND PRESS") == []


def test_a_new_beginning_ends_the_letter_above():
    text = "PRESS TO all\none\nPRESS TO Normans\ntwo\nEND PRESS\nMOVE Robert 0305"
    assert of(LineClass.PRESS, text) == ["PRESS TO all", "one", "PRESS TO Normans", "two", "END PRESS"]
    assert of(LineClass.ORDER, text) == ["MOVE Robert 0305"]


def test_an_endless_letter_ends_at_the_quoted_text_and_at_a_form():
    assert of(LineClass.PRESS, "PRESS TO all\none\n> two\nthree") == ["PRESS TO all", "one"]
    assert of(LineClass.ORDER, "PRESS TO all\none\n#ORDERS\nMOVE Robert 0305\n#END") == ["MOVE Robert 0305"]


@pytest.mark.parametrize("line", ["PRESS TO all", "END PRESS", "PRESS TO all\nEND PRESS", "PRESS" + " " * 90])
def test_many_beginnings_and_ends_cost_no_more_than_other_lines(line):
    def seconds(count: int) -> float:
        with stopwatch() as took:
            classify("\n".join([line] * count), looks_like_order)
        return took.seconds

    seconds(100)
    assert min(seconds(5000) for _ in range(3)) < 0.5

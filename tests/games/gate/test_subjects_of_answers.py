"""What an answer is about stands in its subject: nobody opens a mail that says no more than "done"."""

from __future__ import annotations

import pytest

from games.gate.commands import PostCommand, command_in, subject
from games.models import Seat
from tests.games.post_kit import Post, a_battle, the_answer

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ("UNDO", "undo"),
        ("MAP", "the map"),
        ("TABLE", "the tables of this game"),
        ("TABLE combat", "the table combat"),
        ("REFUSE DRAW", "no draw"),
        ("OFFER DRAW", "do you want a draw?"),
        ("QUIET ON", "how much mail you get"),
        ("MAP\nTABLE", "what you asked for"),
    ],
)
def test_a_subject_says_what_was_answered(line: str, about: str) -> None:
    game = a_battle("ford")
    seat = Seat.objects.select_related("game").filter(game=game, awaited=True)[0]
    assert str(the_answer(Post(seat).write(line))["Subject"]).endswith(f"] {about}")


def test_an_offer_that_was_meant_is_answered_as_an_offer() -> None:
    asked = command_in("OFFER DRAW")
    assert asked is not None and asked.command is PostCommand.DRAW
    assert subject([asked]) == "your offer of a draw"

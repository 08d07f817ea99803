"""Letters of another player that hold order lines: whoever quotes them in any way orders none of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.letters import letters
from games.letters.letters import Draft
from games.letters.text import cleaned
from games.models import OutboundKind, OutboundMail, Seat
from games.outbox.frozen import texts_of
from games.record import eventlog
from rules import engine
from tests.games.gate.test_lines_of_their_own import leaders, posts, stands
from tests.games.pairs import taken_back
from tests.games.post_kit import Post

pytestmark = pytest.mark.django_db

LETTERS = {
    "an order": "MARCH Robert to Otranto",
    "two orders": "MARCH Robert to Otranto\nMARCH Drogo to Otranto",
    "orders between words": "Dear Robert,\n\nMARCH Robert to Otranto\nMARCH Drogo to Otranto\n\nyours",
    "a form of his own": "#ORDERS G1 day 1\nMARCH Robert to Otranto\n#END",
    "the reader's form": "Here it is again:\n\n#ORDERS G1 day 1\n{form}\n#END",
    "what ends a letter": "no\nEND PRESS\nMARCH Robert to Otranto\n#END\nACCEPT",
    "plain words": "robert please march to otranto\nand let drogo march to otranto too",
}


def ways(own: str, text: str, letter: str) -> Iterator[str]:
    """Mails with an order of the reader's own that quote the mail or the letter in it."""
    attribution = "On Sat, 28 Nov 2026 at 01:00, G <g@in.example.org> wrote:"
    marked = "\n".join(f"> {line}" for line in text.split("\n"))
    yield f"{own}\n\n{text}"
    yield f"{text}\n\n{own}"
    yield f"{own}\n\n{attribution}\n\n{text}"
    yield f"{own}\n\n{attribution}\n{marked}"
    yield f"{marked}\n\n{own}"
    yield f"{own}\n\n-----Original Message-----\nFrom: G\nSent: x\nTo: y\nSubject: z\n\n{text}"
    yield f"{own}\n\n{letter}"
    yield f"HOLD n3\n\nHe wrote me:\n\n{letter}\n\n{own}"
    yield f"{own}\n\nPRESS TO byzantines\nYou wrote:\n{letter}\nNever!\nEND PRESS"


@pytest.mark.parametrize("kind", LETTERS)
def test_what_another_player_orders_in_a_letter_is_nobodys_order(kind: str) -> None:
    post = posts("campaign-ofanto", "normans")
    game, own = post.seat.game, f"MARCH {leaders(post)[0]} to Bari"
    form = engine.order_form(eventlog.load(game.pk).battle, post.seat.name)
    told = LETTERS[kind].replace("{form}", form.replace("HOLD Robert", "MARCH Robert to Otranto"))
    rival = Seat.objects.select_related("game").exclude(pk=post.seat.pk).get(game=game)
    letters.write(Draft(rival, post.seat.name, told, kind))
    letters.deliver_due()
    text = texts_of(OutboundMail.objects.get(seat=post.seat, kind=OutboundKind.LETTER))[0]

    for body in ways(own, text.replace("\r\n", "\n").rstrip(), cleaned(told)):
        with taken_back():
            Post(post.seat).write(body)
            filed = stands(post)
            assert own in filed, body
            assert not any("Otranto" in line for line in filed), body

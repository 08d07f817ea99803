"""A game whose players read some language, and what they write in it."""

from __future__ import annotations

import re
from typing import Any

from games.letters import letters
from games.models import (
    Game,
    InboundMail,
    Seat,
)
from games.play import adjudication
from games.reports import words
from tests import pseudo
from tests.games.post_kit import (
    Post,
    a_battle,
    battle_of,
    seat_on_move,
    seat_waiting,
    some_orders,
)  # fmt: skip

WORK, STRANGER, ALLY = "anna@work.example.org", "eve@evil.example.com", "carla@players.example.org"


class Table:
    """A game whose players read ``language``, and all that they write in it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.game = a_battle(language=language)
        self.seat, self.rival = seat_on_move(self.game), seat_waiting(self.game)
        self.post, self.rivals_post = Post(self.seat), Post(self.rival)
        self.same_in_all = {"anonymous", "squires", "ALL", "SIDE", "all"}
        self.look()

    def look(self) -> None:
        """What stands on the form now is no English."""
        self.same_in_all |= {words.tag(self.game), *pseudo.names(battle_of(self.game))}

    def said(self, body: str) -> str:
        """Words of a player's own, which may come back to him."""
        bare = re.sub(r"<[^>]+>", " ", body).split("\n")
        self.same_in_all |= {line.strip() for line in bare} | {line.lstrip("> ").strip() for line in bare}
        return body

    def write(self, body: str, post: Post | None = None, **how: Any) -> InboundMail:
        return (post or self.post).write(self.said(body), **how)

    def to_letters(self, body: str, **how: Any) -> InboundMail:
        return self.write(body, to=letters.address(self.seat), **how)

    def orders(self) -> str:
        return "\n".join(some_orders(self.game, self.seat))

    def change(self, **fields: object) -> None:
        Game.objects.filter(pk=self.game.pk).update(**fields)
        self.again()

    def again(self) -> None:
        self.game.refresh_from_db()
        for seat in (self.seat, self.rival):
            seat.refresh_from_db()
            seat.game = self.game

    def close(self, why: str = "deadline") -> None:
        adjudication.close_phase(Game.objects.get(pk=self.game.pk), why)
        self.again()
        self.look()

    def ally(self, **fields: object) -> Seat:
        """A third player, on the side of the first."""
        usual = {
            "name": "squires",
            "title": self.seat.title,
            "side": self.seat.side,
            "email": ALLY,
            "order": 7,
        }
        return Seat.objects.create(game=self.game, language=self.language, **{**usual, **fields})

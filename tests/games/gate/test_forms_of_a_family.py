"""One mail with order forms of several games of a family, of an older phase, of a stranger's game: each line
is filed in the game that its form is headed for, or told to its writer, and never anywhere else."""

from __future__ import annotations

import html
import random
from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.db.models import F

from games.doors import arrivals
from games.gate import inbox
from games.models import Game, InboundMail, OutboundMail, Seat
from games.record import eventlog
from games.reports import words
from games.seats import seats
from tests.games.family_kit import a_family, play, rules
from tests.games.family_rules import FamilyRules
from tests.games.kit import again
from tests.games.post_kit import answers_to, text_of
from tests.sampling import some

__all__ = ["rules"]
pytestmark = pytest.mark.django_db
HEADS = ("#ORDERS {}", "# Orders: {}", "**#ORDERS {}**", "#BEFEHLE {}", "#Ordres {}", "#ORDER {}")
ENDS = ("#END", "#ENDE", "#FIN", "")
COMMANDS = ("FINAL", "TRY", "SURRENDER", "I give up", "MAIL OFF", "QUIET ON", "UNDO", "PRESS")
STRANGE = ("G999 T7 Lombard", "G998-k T1 normans", "6 May 1057", "tomorrow")
CASES = 240
"""Of which a run takes every so many."""
EVERY = 24


class Form(NamedTuple):
    """``meant``: the place of the game that it is headed for, -1 for none; ``quoted``: how deep it lies."""

    meant: int
    head: str
    orders: tuple[str, ...]
    command: str
    end: str
    quoted: int

    @property
    def lines(self) -> list[str]:
        command = [self.command] if self.command else []
        if self.command == "PRESS":
            command = ["PRESS TO arabs", f"A letter of {self.orders[0]}.", "END PRESS"]
        said = [self.head, *self.orders, *command, *([self.end] if self.end else [])]
        return [f"{'> ' * self.quoted}{line}" for line in said]


class Case(NamedTuple):
    to: tuple[int, ...]
    forms: tuple[Form, ...]
    as_html: bool


def cases(games: list[Game]) -> Iterator[tuple[int, Case]]:
    for number in some(range(CASES), EVERY):
        draw = random.Random(number)
        forms = []
        for place, meant in enumerate(draw.sample([0, 1, 2, -1, -1, 0], draw.randint(2, 5))):
            label = words.tag(games[meant]) if meant >= 0 else draw.choice(STRANGE)
            if meant == 0 and draw.random() < 0.3:
                meant, label = -1, f"{games[0].label} T1 normans"  # of an older phase
            forms.append(
                Form(
                    meant,
                    draw.choice(HEADS if label[0] == "G" else HEADS[:3]).format(label),
                    tuple(f"HOLD {number}.{place}.{n} of {meant}" for n in range(draw.randint(1, 2))),
                    draw.choice(("", "", *COMMANDS)),
                    draw.choice(ENDS),
                    draw.choice((0, 0, 0, 0, 1, 2, 3)),
                )
            )
        yield number, Case(draw.choice(((0,), (1,), (2,), (0, 1, 2))), tuple(forms), draw.random() < 0.3)


def body_of(case: Case) -> str:
    lines = [line for form in case.forms for line in (*form.lines, "")]
    if not case.as_html:
        return "\n".join(lines)
    return "".join(f"<p>{html.escape(line) or '&nbsp;'}</p>" for line in lines)


def sent(case: Case, number: int, held: list[Seat]) -> dict[int, InboundMail]:
    """The mail as it came to each of the games that it was sent to."""
    to = [seats.reply_address(held[place], held[place].game.phase) for place in case.to]
    raw = (
        f"From: {held[0].email}\nTo: {', '.join(to)}\nSubject: Re: orders\n"
        f"Message-ID: <forms-{number}@players.example.org>\nMIME-Version: 1.0\n"
        f"Content-Type: text/{'html' if case.as_html else 'plain'}; charset=utf-8\n\n{body_of(case)}\n"
    )
    vouched = {"by": "provider", "dmarc": "pass"}
    mails = arrivals.receive(raw.encode(), "test", held[0].email, to, authentication=vouched)
    for mail in mails:
        inbox.process(mail.pk)
    return dict(zip(case.to, mails, strict=True))


@pytest.fixture
def held(rules: FamilyRules) -> list[Seat]:
    """Anna's seats in a game and in two that it has called, awaited in all of them."""
    top = play(play(a_family(), "RAID\nRAID"))
    games = [top, *top.children.order_by("called")]
    found = [Seat.objects.select_related("game").get(game=game, name="normans") for game in games]
    assert len(found) == 3 and all(seat.awaited for seat in found)
    return found


def filed(seat: Seat) -> tuple[str, ...]:
    return eventlog.load(seat.game_id, again(seat.game).version).battle.sheets.get(seat.name, ())


def test_every_line_is_filed_where_its_form_is_headed_for_or_told(held: list[Seat]) -> None:
    games = [seat.game for seat in held]
    before = {seat.pk: filed(seat) for seat in held}
    for number, case in cases(games):
        OutboundMail.objects.update(created=F("created") - timedelta(days=2))  # nobody writes too much
        mails = sent(case, number, held)
        told = (number, case)
        for place, seat in enumerate(held):
            mine = [form for form in case.forms if form.meant == place and not form.quoted]
            orders = tuple(line for form in mine for line in form.orders)
            now = filed(seat)
            wanted = orders if place in case.to and orders else before[seat.pk]
            if any(form.command == "TRY" for form in mine):
                wanted = before[seat.pk]
            if any(form.command == "UNDO" for form in mine) and place in case.to:
                before[seat.pk] = now
                continue
            assert now == wanted, (place, mails.get(place), told)
            before[seat.pk] = now
        for place, mail in mails.items():
            mail.refresh_from_db()
            said = " ".join(" ".join(text_of(answer).split()) for answer in answers_to(mail))
            fits = any(form.meant == place and not form.quoted for form in case.forms)
            for form in case.forms:
                if form.quoted or form.meant == place:
                    continue
                if fits:
                    assert all(line in said for line in form.orders), (place, mail, said, told)
            assert said or mail.reason, told
    assert not OutboundMail.objects.filter(kind="letter").exclude(game__in=games).exists()

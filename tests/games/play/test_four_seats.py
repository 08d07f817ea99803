"""Ten days of a campaign between four seats, by letters, with its battles and a siege on boards: how many
mails that takes besides the fights."""

from __future__ import annotations

from collections import Counter

import pytest

from games.models import GameState, InboundMail, OutboundMail
from games.proof import verification
from games.record import eventlog
from rules import engine
from tests.games import four_seats
from tests.games.kit import again, seat_of, work_off
from tests.games.post_kit import Post, reads_his_mail

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOST_WRITTEN, MOST_SENT = 1.05, 2.8
"""Mails of a player and day, and to him: a letter, its receipt, a report, and one more for each day that
waits for a fight."""


def test_ten_days_by_mail_between_four(monkeypatch: pytest.MonkeyPatch) -> None:
    game = four_seats.begun(monkeypatch)
    reads_his_mail(*(seat_of(game, name) for name in four_seats.SAID))
    work_off()
    posts = {name: Post(seat_of(game, name)) for name in four_seats.SAID}
    for post in posts.values():
        post.write("FIGHTS CAPTAIN BOLD")
    days = 0
    while again(game).state == GameState.RUNNING:
        days += 1
        for name, post in posts.items():
            post.write(f"{four_seats.said(name, days)}\nFINAL")
        work_off()
    assert days == four_seats.DAYS
    events = list(eventlog.events(game.pk, 1, again(game).version))
    calls = [e.call for e in events if isinstance(e, engine.GameCalled)]
    assert sum(call.endswith("adrano") for call in calls) >= 1 and len(calls) >= 3
    for one in (again(game), *again(game).children.all()):
        assert one.state == GameState.OVER and verification.check(one).unrevealed == 0
    assert not OutboundMail.objects.filter(game__parent=game).exists(), "captains read no mail"
    written = InboundMail.objects.filter(game=game).count() - len(posts)
    sent = Counter(OutboundMail.objects.filter(game=game).values_list("kind", flat=True))
    print(f"{days} days, {calls}: {written / 4 / days:.2f} mails of a player and day, to all {dict(sent)}")
    assert written / 4 / days <= MOST_WRITTEN
    assert sum(sent.values()) / 4 / days <= MOST_SENT

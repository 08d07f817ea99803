"""One mail a day for all games of a player: what waits for it, what does not, and what a reply to it does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games import queue
from games.delivery import digests
from games.models import Game, InboundState, OutboundKind, OutboundMail, OutboundState, Purpose, Seat
from games.play import adjudication
from games.reports import daily
from games.reports.words import tag
from games.seats import seats
from tests.games.post_kit import (
    Post,
    a_battle,
    filed,
    men_of,
    opened,
    reads_his_mail,
    seat_on_move,
    some_orders,
    text_of,
    the_answer,
)  # fmt: skip

pytestmark = pytest.mark.django_db
TEN_DAYS = 240


@pytest.fixture
def game() -> Game:
    return a_battle(deadline_hours=TEN_DAYS)


@pytest.fixture
def daily_post(seat) -> Post:
    """Of a player who wants one mail a day."""
    post = Post(seat)
    post.write("DIGEST ON")
    seat.refresh_from_db()
    return post


def close(game: Game, phases: int = 2) -> None:
    """A whole turn, behind which the first player is told of both phases; or so many of its phases."""
    for _ in range(phases):
        adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")


def gathered(seat: Seat):
    return OutboundMail.objects.filter(seat=seat, state=OutboundState.GATHERED)


def a_day_later() -> None:
    """What is gathered was gathered yesterday."""
    for mail in OutboundMail.objects.filter(state=OutboundState.GATHERED):
        OutboundMail.objects.filter(pk=mail.pk).update(created=mail.created - timedelta(days=1))


def the_daily_mail(seat: Seat) -> OutboundMail:
    a_day_later()
    digests.send_due()
    return OutboundMail.objects.get(to=seat.email, kind=OutboundKind.DIGEST)


def test_reports_wait_and_come_in_one_mail(game, seat, daily_post):
    other = a_battle(deadline_hours=TEN_DAYS)
    reads_his_mail(other.seats.get(email=seat.email))
    close(game)
    close(other)
    assert not OutboundMail.objects.filter(to=seat.email, kind="report", state="pending").exclude(
        dedupe_key__endswith=":start"
    )
    assert gathered(seat).count() == 1
    mail = the_daily_mail(seat)
    text = text_of(opened(mail))
    assert mail.subject == f"2 mails of your games: {game.label}, {other.label}"
    for row in OutboundMail.objects.filter(state=OutboundState.ENCLOSED):
        assert row.subject in " ".join(text.split())
    assert text.count("#ORDERS") == 1 + sum(s.awaited for s in Seat.objects.filter(email=seat.email))
    assert not gathered(seat)
    digests.send_due()
    assert OutboundMail.objects.filter(kind=OutboundKind.DIGEST).count() == 1


def test_the_other_player_gets_his_mails_as_ever(game, seat, rival, daily_post):
    close(game)
    assert not gathered(rival)
    assert OutboundMail.objects.filter(seat=rival, kind="report", state="pending").count() == 2


def test_nothing_goes_before_its_time(game, seat, daily_post):
    close(game)
    digests.send_due()
    assert gathered(seat).count() == 1


def test_what_is_due_within_the_day_comes_at_once(game, seat, rival, daily_post):
    Game.objects.filter(pk=game.pk).update(deadline_hours=20)
    reads_his_mail(rival)
    Seat.objects.filter(pk=rival.pk).update(digest=True)
    close(game, phases=1)  # the rival is on move now
    assert not gathered(seat) and not gathered(rival)
    assert OutboundMail.objects.filter(seat=rival, kind="report", state="pending").count() == 2


def test_reminders_questions_and_answers_never_wait(game, seat):
    reads_his_mail(seat)
    seat.digest = True
    kinds = (OutboundKind.REMINDER, OutboundKind.QUESTION, OutboundKind.RECEIPT)
    assert {daily.state_of(seat, game, kind) for kind in kinds} == {OutboundState.PENDING}


def test_ending_it_sends_what_was_gathered_by_itself(game, seat, daily_post):
    close(game)
    assert gathered(seat).count() == 1
    daily_post.write("DIGEST OFF")
    assert not gathered(seat)
    queue.work_off()
    assert OutboundMail.objects.filter(seat=seat, kind="report", state="accepted").count() == 2


def test_it_goes_at_six_in_the_morning_where_the_player_lives(seat):
    noon = datetime(2026, 11, 22, 11, 0, tzinfo=UTC)
    assert daily.next_time(seat, noon) == datetime(2026, 11, 23, 5, 0, tzinfo=UTC)
    seat.timezone = "America/New_York"
    assert daily.next_time(seat, noon - timedelta(hours=1)) == datetime(2026, 11, 22, 11, 0, tzinfo=UTC)


# answering it


def two_games_of(seat: Seat, game: Game) -> tuple[str, Seat, Seat]:
    """(the address of a player's daily mail, his seats in two games, both on move)."""
    other = a_battle(deadline_hours=TEN_DAYS)
    reads_his_mail(seat, seat_on_move(other))
    to = seats.reply_address(seat, timezone.now().toordinal(), Purpose.DAILY)
    return to, seat, seat_on_move(other)


def test_the_label_says_for_which_game(game, seat, post):
    to, here, there = two_games_of(seat, game)
    assert here.email == there.email
    orders = some_orders(there.game, there)
    mail = post.write(f"#ORDERS {there.game.label} {there.game.phase_short}\n{orders[0]}\n#END", to=to)
    assert (mail.reason, mail.seat) == ("filed", there)
    assert filed(there.game, there) == (orders[0],)
    assert filed(game, here) == ()


def test_without_a_label_the_player_is_asked_for_which_of_his_games(game, seat, post, orders):
    to, _, _ = two_games_of(seat, game)
    mail = post.write(orders, to=to)
    assert (mail.state, mail.reason) == (InboundState.HELD, "which-game")
    assert f"#ORDERS {game.label}" in text_of(the_answer(mail))
    assert filed(game, seat) == ()


def test_with_one_game_no_label_is_needed(game, seat, post, orders):
    to = seats.reply_address(seat, timezone.now().toordinal(), Purpose.DAILY)
    assert post.write(orders, to=to).reason == "filed"


def test_what_was_changed_in_the_quoted_forms_of_other_games_is_filed_in_none(game, seat, daily_post):
    """The daily mail holds a form of each: quoted below an own one, that of another game is nothing here."""
    other = a_battle(deadline_hours=TEN_DAYS)
    reads_his_mail(seat, seat_on_move(other))
    close(game)
    close(other)
    text = text_of(opened(the_daily_mail(seat))).replace("\r\n", "\n")
    here, there = Seat.objects.get(pk=seat.pk), Seat.objects.get(game=other, email=seat.email)
    to = seats.reply_address(here, timezone.now().toordinal(), Purpose.DAILY)
    for mine, others in ((here, there), (there, here)):
        man = men_of(mine.game, mine)[-1]
        head = f"#ORDERS {tag(others.game)}"
        assert head in text
        changed = text.replace(f"{head}\n", f"{head}\nWATCH all fire\n")
        quote = "\n".join(f"> {line}" for line in changed.split("\n"))
        mail = daily_post.write(f"#ORDERS {tag(mine.game)}\nMOVE {man} stay\n#END\n\n{quote}", to=to)
        assert (mail.reason, mail.seat) == ("filed", mine)
        assert filed(mine.game, mine) == (f"MOVE {man} stay",)
        answer = text_of(the_answer(mail))
        assert "> WATCH all fire" in answer and "ACCEPT" not in answer


def test_a_label_of_anothers_game_opens_nothing(game, seat, rival, post, orders):
    to, _, _ = two_games_of(seat, game)
    foreign = a_battle(deadline_hours=TEN_DAYS)
    Seat.objects.filter(game=foreign).update(email="carla@players.example.org")
    mail = post.write(f"#ORDERS {foreign.label}\n{orders}\n#END", to=to)
    assert mail.reason == "which-game"
    assert all(filed(foreign, one) == () for one in foreign.seats.all())


def test_the_address_of_a_daily_mail_grows_old(game, seat, post, orders):
    to = seats.reply_address(seat, timezone.now().toordinal(), Purpose.DAILY)
    seat.tokens.filter(purpose=Purpose.DAILY).update(issued=timezone.now() - timedelta(days=4))
    assert post.write(orders, to=to).reason == "old-address"
    assert filed(game, seat) == ()


def test_a_broken_mail_keeps_nobody_elses_back(game, seat, rival, monkeypatch):
    reads_his_mail(seat, rival)
    Seat.objects.filter(game=game).update(digest=True)
    close(game)
    a_day_later()
    real = digests._send
    monkeypatch.setattr(digests, "_send", lambda to, one: 1 / 0 if one.pk == seat.pk else real(to, one))
    digests.send_due()
    assert [m.to for m in OutboundMail.objects.filter(kind=OutboundKind.DIGEST)] == [rival.email]

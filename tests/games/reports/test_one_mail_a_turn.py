"""One mail out and one in for each game turn: a phase after which nothing is owed is told with the next."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from games.models import Adjudication, Game, InboundState, OutboundKind, OutboundMail, Report, Seat
from games.play import adjudication, creation, submissions
from games.play.creation import Captain, Player
from games.proof import testimony, witnesses
from games.record import eventlog
from games.reports import proofs, since
from games.seats import seats
from rules import engine
from tests.games.kit import again
from tests.games.post_kit import (
    Post,
    a_battle,
    battle_of,
    filed,
    opened,
    reads_his_mail,
    seat_on_move,
    text_of,
)

pytestmark = pytest.mark.django_db
TURNS = 3


def against_a_captain(first: bool = True) -> Game:
    info = next(s for s in engine.scenarios() if s.slug == "orchard")
    people = [Player("Anna", "anna@players.example.org"), Captain("cautious")]
    return creation.create_game(
        "orchard",
        {seat.id: taker for seat, taker in zip(info.seats, people if first else people[::-1], strict=True)},
    )


def write(game: Game) -> None:
    """Whoever is awaited sends his orders, and all that is due then is done."""
    for seat in again(game).seats.filter(awaited=True, captain=""):
        lines = engine.captain_orders(eventlog.load(game.pk).battle, seat.name, "cautious")
        submissions.submit(seat, lines, f"test:{seat.name}:{again(game).version}", final=True)
    adjudication.attend(game.pk)
    adjudication.attend(game.pk)


def reports_to(seat: Seat) -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(seat=seat, kind=OutboundKind.REPORT).order_by("pk"))


def said(mail: OutboundMail) -> str:
    return text_of(opened(mail)).replace("\r\n", "\n")


@pytest.mark.parametrize("first", [True, False])
def test_against_a_captain_one_mail_goes_out_in_a_turn(first: bool) -> None:
    game = against_a_captain(first)
    adjudication.attend(game.pk)
    seat = game.seats.get(captain="")
    begun = len(reports_to(seat))
    for _ in range(TURNS):
        write(game)
    assert len(reports_to(seat)) == begun + TURNS
    told = said(reports_to(seat)[-2])
    assert told.count("WHAT HAPPENED: TURN") == 2
    assert "#ORDERS" in told


def test_between_two_players_each_gets_one_mail_a_turn_and_both_phases_in_it() -> None:
    game = a_battle()
    for _ in range(2 * TURNS):
        write(game)
    for seat in game.seats.all():
        _, *reports = reports_to(seat)
        assert len(reports) == TURNS
        for mail in reports[1:]:
            text = said(mail)
            own, other = text.split("WHAT HAPPENED: ")[1:]
            adjective = battle_of(game).side_of(seat.side).adjective.upper()
            assert adjective in own.split("\n")[0] and adjective not in other.split("\n")[0]
            assert text.count("\nhead    ") == 1
            assert witnesses.examine(f"Subject: {mail.subject}\n\n{text}").verdict == "belongs"


def test_what_is_told_together_is_what_would_have_been_told_by_itself() -> None:
    game = a_battle()
    for _ in range(4):
        write(game)
    seat = seat_on_move(game)
    text = "".join(said(reports_to(seat)[-1]).split())
    by_itself = []
    for played in game.adjudications.order_by("-first_seq")[:2]:
        before = eventlog.load(game.pk, played.first_seq - 1).battle
        shown = eventlog.seen(game, seat.name, played.first_seq, played.last_seq)
        by_itself += engine.narrate(before, shown, seat.name)
    assert by_itself  # one of the two phases may have gone by without anything to tell
    for line in by_itself:
        assert "".join(line.text.split())[:40] in text


def test_the_archive_keeps_a_report_of_every_phase_and_every_mail_is_one_of_them() -> None:
    game = a_battle()
    for _ in range(4):
        write(game)
    assert Report.objects.filter(game=game, adjudication__isnull=False).count() == 4 * 3
    events = list(eventlog.events(game.pk, 1, again(game).version))
    assert not list(testimony.of_game(again(game), events))


def test_the_last_phase_is_told_to_both_with_all_that_was_not_told_yet() -> None:
    game = a_battle()
    for _ in range(60):
        if again(game).outcome:
            break
        write(game)
    played = game.adjudications.order_by("-first_seq")[:2]
    for seat in game.seats.all():
        last = said(reports_to(seat)[-1])
        assert "The game is over" in " ".join(last.split())
        for one in played if seat.name in one_side(game, played[1]) else played[:1]:
            assert one.title.upper() in last


def one_side(game: Game, played: Adjudication) -> tuple[str, ...]:
    """Whose orders an adjudication had waited for."""
    return engine.awaiting(eventlog.load(game.pk, played.first_seq - 1).battle).seats


def test_whose_men_are_all_down_is_told_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_battle()
    seat = seat_on_move(game)
    real = engine.awaiting

    monkeypatch.setattr(
        since.engine,
        "awaiting",
        lambda table: msgspec.structs.replace(
            real(table), seats=tuple(s for s in real(table).seats if s != seat.name or real(table).turn == 1)
        ),
    )
    counts = []
    for _ in range(6):
        adjudication.close_phase(again(game), "deadline")
        counts.append(len(reports_to(seat)))
    assert counts[-1] - counts[1] == 2, "one for turn 2, one for turn 3"


# what may be written meanwhile


def test_standing_orders_count_in_reply_to_the_newest_report_though_its_phase_is_over() -> None:
    game = a_battle()
    seat = seat_on_move(game)
    reads_his_mail(seat)
    address = seats.reply_address(seat, again(game).phase)
    adjudication.close_phase(again(game), "deadline")
    mail = Post(seat).write("RETREAT toward 0307", to=address)
    assert (mail.state, mail.reason) == (InboundState.DONE, "filed")
    assert any(order.startswith("RETREAT") for order in filed(game, seat))


def test_orders_for_the_phase_that_is_over_are_not_carried_out_there() -> None:
    game = a_battle()
    seat = seat_on_move(game)
    reads_his_mail(seat)
    address = seats.reply_address(seat, again(game).phase)
    men = [f.name for f in eventlog.load(game.pk).battle.figures.values() if f.seat == seat.name]
    adjudication.close_phase(again(game), "deadline")
    mail = Post(seat).write(f"MOVE {men[0]} stay\nRETREAT toward 0307", to=address)
    assert (mail.state, mail.reason) == (InboundState.IGNORED, "old-address")
    assert filed(game, seat) == ()


def test_an_address_before_the_newest_report_is_over_for_everything() -> None:
    game = a_battle()
    seat = seat_on_move(game)
    reads_his_mail(seat)
    old = seats.reply_address(seat, again(game).phase)
    for _ in range(3):
        adjudication.close_phase(again(game), "deadline")
    assert Post(seat).write("RETREAT toward 0307", to=old).reason == "old-address"


@pytest.mark.parametrize("first", [True, False])
def test_who_wants_a_mail_after_every_phase_gets_it_and_nothing_is_told_twice(first: bool) -> None:
    game = against_a_captain(first)
    adjudication.attend(game.pk)
    seat = game.seats.get(captain="")
    write(game)
    begun = len(reports_to(seat))
    Post(seat).write("MAIL EVERY PHASE")
    for _ in range(TURNS):
        write(game)
    since_then = reports_to(seat)[begun:]
    assert len(since_then) == 2 * TURNS
    assert all(said(mail).count("WHAT HAPPENED: TURN") == 1 for mail in since_then[1:])
    titles = [
        line for mail in reports_to(seat) for line in said(mail).splitlines() if "WHAT HAPPENED" in line
    ]
    assert len(titles) == len(set(titles)), "a phase is told once"
    Post(seat).write("MAIL EVERY TURN")
    begun = len(reports_to(seat))
    write(game)
    assert len(reports_to(seat)) == begun + 1


def test_of_phases_without_dice_nobody_says_that_they_were_thrown_as_promised() -> None:
    def told(*counts: int) -> str:
        phases = [SimpleNamespace(dice=SimpleNamespace(count=count)) for count in counts]
        return proofs.in_a_line(SimpleNamespace(told=phases))  # type: ignore[arg-type]

    assert told(0, 0).startswith("No dice were thrown in the open.")
    assert told(0, 2).startswith("2 dice thrown in the open, as promised.")

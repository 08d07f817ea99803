"""Two worlds that differ in nothing but what is hidden: the enemy gets the same bytes of both."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from msgspec.structs import replace

from games.models import Adjudication, Game, OutboundMail, Seat
from games.proof import export, seat_files
from games.record import eventlog, opening
from games.reports import announce, facts
from games.views import moments
from rules import engine
from tests.games.arena import sits
from tests.games.post_kit import Post, opened
from tests.games.record.enemys_eyes import HEX, seen_of, still, without_what_is_drawn
from tests.games.record.test_secrets import HIDDEN, OTHER, a_fight

__all__ = ["still"]
pytestmark = pytest.mark.django_db


def world(game: Game, seat: Seat, rival: Seat, line: str) -> list[tuple[str, bytes]]:
    """What the enemy and a stranger see when the rival has given this order, in the order in which they see
    it; then all is taken back. Hashes stand as marks: that none of them can be tried is shown in
    test_secrets.py."""
    with transaction.atomic():
        try:
            fought = a_fight(game, seat, rival, line)
            seen = [
                (name, HEX.sub("#" * 64, page.decode(errors="replace")).encode())
                for name, page in seen_of(fought, seat).items()
            ]
            order = [mail.to for mail in OutboundMail.objects.filter(kind="report").order_by("pk")]
            seen.append(("order of the mails", repr(order).encode()))
            asked = Post(seat)
            refused = asked.write(
                f"MOVE {_man_of(fought, rival)} stay\nATTACK nobody\nHELP RETREAT",
                Message_ID="<x@players.example.org>",
            )
            answers = OutboundMail.objects.filter(in_reply_to=refused)
            seen += [("receipt", HEX.sub("#", text_of_all(mail)).encode()) for mail in answers]
            return seen
        finally:
            eventlog.forget()
            transaction.set_rollback(True)


def _man_of(game: Game, seat: Seat) -> str:
    return next(f.name for f in eventlog.load(game.pk).battle.figures.values() if f.seat == seat.name)


def text_of_all(mail: OutboundMail) -> str:
    message = opened(mail)
    body = message.get_body(("plain",))
    assert body is not None
    return f"{message['Subject']}\n{body.get_content()}"


def difference(game: Game, seat: Seat, rival: Seat) -> str:
    """What first tells two worlds apart that the enemy may not tell apart; "" if nothing does."""
    one, other = (world(game, seat, rival, line) for line in (HIDDEN, OTHER))
    if [name for name, _ in one] != [name for name, _ in other]:
        return "which pages and mails there are"
    return next(
        (
            name
            for (name, page), (_, theirs) in zip(one, other, strict=True)
            if without_what_is_drawn(page) != without_what_is_drawn(theirs)
        ),
        "",
    )


def test_no_number_on_a_page_counts_the_mails_of_others(game: Game, seat: Seat, rival: Seat) -> None:
    """Each mail that the rival writes is answered: a number that all mails share would tell of it."""

    def links(words: str) -> list[str]:
        Post(seat).write(words, Message_ID=f"<{words}@players.example.org>")
        page = sits(Client(), seat).get(f"/g/{game.pk}/seat/{seat.name}/mail").content.decode()
        return re.findall(r"/mail/(\d+)", page)

    first = links("HELP MOVE")
    for n in range(3):
        Post(rival).write(HIDDEN, Message_ID=f"<hidden-{n}@players.example.org>")
    assert OutboundMail.objects.filter(seat=rival).count() >= 3
    assert links("HELP FIRE") == [str(len(first) + 1), *first] and first[-1] == "1"


def test_two_worlds_that_the_enemy_cannot_tell_apart_give_the_same_bytes(
    game: Game, seat: Seat, rival: Seat, still: None
) -> None:
    assert difference(game, seat, rival) == ""


def _hidden(battle: engine.Battle) -> str:
    return " ".join(line for lines in battle.standing.values() for line in lines)


def _on_a_page(patch: pytest.MonkeyPatch) -> None:
    visible = moments.log_lines

    def log_lines(events: Any, first: int | None) -> list[moments.LogLine]:
        [filed] = [e for e in eventlog.events(Game.objects.get().pk) if getattr(e, "standing", ())]
        return [*visible(events, first), moments.LogLine(None, "Standing", [("order", str(filed))])]

    patch.setattr(moments, "log_lines", log_lines)


def _by_size(patch: pytest.MonkeyPatch) -> None:
    gather = facts.gather

    def longer(*args: Any, **more: Any) -> facts.Facts:
        told = gather(*args, **more)
        line = engine.ReportLine(text="Nothing else." * (1 + ("0409" in _hidden(args[4]))), depth=0)
        return replace(told, lines=(*told.lines, line))

    patch.setattr(facts, "gather", longer)


def _by_order(patch: pytest.MonkeyPatch) -> None:
    told = announce.adjudicated

    def in_turn(
        played: Adjudication, before: engine.Battle, events: Any, after: engine.Battle, sights: Any
    ) -> None:
        told(played, before, events, after, sights)
        if "0409" in _hidden(before):
            owed = OutboundMail.objects.filter(kind="report", game=played.game)
            first = owed.exclude(seat=None).latest("-pk")
            OutboundMail.objects.filter(pk=first.pk).update(id=first.pk + 10_000)

    patch.setattr(announce, "adjudicated", in_turn)


def _by_an_error(patch: pytest.MonkeyPatch) -> None:
    read = engine.read_orders

    def reading(battle: engine.Battle, seat: str, lines: Any) -> engine.Reading:
        found = read(battle, seat, lines)
        hidden = _hidden(battle)
        told = tuple(replace(line, message=(*line.message, hidden)) for line in found.lines)
        return replace(found, lines=told)

    patch.setattr(engine, "read_orders", reading)


def _by_the_name_of_a_die(patch: pytest.MonkeyPatch) -> None:
    adjudicate = engine.adjudicate

    def rolling(battle: engine.Battle, dice: engine.Dice, answers: Any = None) -> list[engine.Event]:
        events = adjudicate(battle, dice, answers)
        die = engine.DieRolled(name=f"p1/{_hidden(battle)}", sides=10, face=1, rule="GUI-6.2")
        return [die, *events]

    patch.setattr(engine, "adjudicate", rolling)


def _by_the_file_of_the_log(patch: pytest.MonkeyPatch) -> None:
    records = seat_files._records

    def all_of_them(link: export.Link, seen: Any) -> Any:
        return records(link, link.audiences)

    patch.setattr(seat_files, "_records", all_of_them)


def _by_opening_too_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(opening, "is_open", lambda game: True)


@pytest.mark.parametrize(
    ("plant", "place"),
    [
        (_on_a_page, "/t/"),
        (_by_size, "enemy"),
        (_by_order, "mail"),
        (_by_an_error, "mail"),
        (_by_the_name_of_a_die, "stranger /g/"),
        (_by_the_file_of_the_log, "log.jsonl"),
        (_by_opening_too_early, "log.jsonl"),
    ],
)
def test_a_leak_is_found(
    game: Game, seat: Seat, rival: Seat, still: None, monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None], place: str,
) -> None:  # fmt: skip
    plant(monkeypatch)
    assert place in difference(game, seat, rival)

"""What happens so that every kind of mail goes out, each occasion by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.answers import brakes
from games.delivery import digests
from games.letters import letters
from games.models import (
    GameState,
    InboundMail,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Press,
    PressDelivery,
    Purpose,
    Question,
    Report,
    Seat,
)
from games.people import addresses as player_addresses
from games.play import adjudication, deadlines, invitations, questions, seat_requests
from games.play.creation import Captain, Player, change_player, create_game, take_seat
from games.play.seat_requests import Wish
from games.proof import forks
from games.record import eventlog
from games.seats import seats
from rules import engine
from tests.games.answers.language_table import ALLY, STRANGER, WORK, Table
from tests.games.play.questions_kit import answer_by_mail, play_until_asked, run_the_clock_out
from tests.games.post_kit import (
    ADDRESSES,
    Post,
    a_battle,
    men_of,
    opened,
    reads_his_mail,
    some_orders,
    text_of,
)  # fmt: skip

NOT_ORDERS = "Good morning to you all"


def beginning(table: Table) -> None:
    change_player(table.seat, email=WORK)
    table.close()
    change_player(Seat.objects.get(pk=table.rival.pk), email=STRANGER)


def receipts(table: Table) -> None:
    table.same_in_all |= {"pepper", "Nobody"}
    table.write(f"{table.orders()}\nMOVE Nobody to 0101\nhello there", dmarc="none")
    table.write(
        f"TRY\n{table.orders()}\n\nMOVE {men_of(table.game, table.seat)[0]} 0101", Cc="carla@x.example"
    )
    table.write("HELP\nSTATUS\nREPORT\nTEST\nSALT pepper\nASK all")
    table.write("HELP FIRE\nCLEAR")
    table.write(f"MOVE Nobody to 0102\n#ORDERS {table.game.label}\n{table.orders()}\n#END\n{table.orders()}")
    table.write(NOT_ORDERS)
    table.write("ACCEPT QUOTED")
    table.write("#ORDERS G99\n" + table.orders() + "\n#END")
    table.write(table.orders(), Date="Sun, 15 Nov 2026 18:00:00 +0100")
    table.write(table.orders(), to="orders@in.example.org", dmarc="pass")


def quotes(table: Table) -> None:
    name = men_of(table.game, table.seat)[0]
    text = Report.objects.get(seat=table.seat).text.replace(f"MOVE {name} stay", f"MOVE {name} facing NE")
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    table.same_in_all |= {f"MOVE {name} facing NE"}
    table.post.write(f"On 22 Nov 2026 the game wrote:\n{quoted}\n")
    table.write(f"ACCEPT QUOTED\n{table.orders()}")


def odd_mails(table: Table) -> None:
    html = "<p>" + "</p><p>".join(some_orders(table.game, table.seat)) + "</p>"
    table.write(html, Content_Type="text/html; charset=utf-8")
    table.post.write(b"--b\n" * 100, Content_Type="multipart/mixed; boundary=b")
    again = {"Message_ID": "<always-the-same@players.example.org>"}
    table.write(table.orders(), **again)
    table.write(f"{table.orders()}\nHELP MOVE", **again)


def commands(table: Table) -> None:
    for body in (
        "MAP",
        "QUIET ON\nMAP",
        "QUIET OFF",
        "DIGEST ON",
        "DIGEST OFF",
        "MAIL OFF",
        "MAIL ON",
        "NEW ADDRESS",
    ):
        table.write(body)
    table.write(f"MAP\n{table.orders()}")
    for body in ("NO LETTERS FROM lombards", "LETTERS FROM lombards", "NO LETTERS FROM slavs"):
        table.write(body)
    for body in ("NO LETTERS FROM anonymous", "LETTERS FROM anonymous"):
        table.write(body)


def addresses(table: Table) -> None:
    table.same_in_all |= {"ADDRESS ADD", "ADDRESS REMOVE"}
    for address in (WORK, "anna@nowhere", "x@in.example.org", ADDRESSES["normans"], WORK):
        table.write(f"ADDRESS ADD {address}", dmarc="pass")
    asked = opened(OutboundMail.objects.filter(to=WORK).latest("pk"))
    table.write("CONFIRM", to=str(asked["Reply-To"]), sender=WORK, dmarc="pass")
    table.again()
    player_addresses.tell_of_request(table.seat, "anna@home.example.org")
    for address in (WORK, WORK, ADDRESSES["normans"]):
        table.write(f"ADDRESS REMOVE {address}")
    Seat.objects.filter(pk=table.seat.pk).update(other_emails=[f"anna@{n}.example.org" for n in range(9)])
    table.write("ADDRESS ADD anna@tenth.example.org", dmarc="pass")


def confirmations(table: Table) -> None:
    for how in ({"sender": STRANGER}, {"dmarc": "fail"}, {"to": "orders@in.example.org", "dmarc": "pass"}):
        held = table.write(f"{table.orders()}\nHELP", **how)
    request = opened(OutboundMail.objects.get(in_reply_to=held))
    table.write(NOT_ORDERS, to=str(request["Reply-To"]))
    table.write("NOT ME", to=str(request["Reply-To"]))
    held = table.write(f"{table.orders()}\nSTATUS", sender=STRANGER)
    Client().post(page_of(held), {"answer": "not mine"})
    table.change(mail_mode="strict", phase_due=None)
    table.write(table.orders())
    table.write(f"NEW ADDRESS\n{table.orders()}")
    table.change(mail_mode="lenient")
    table.write("MAIL OFF", dmarc="none")


def page_of(held: InboundMail) -> str:
    [request] = OutboundMail.objects.filter(in_reply_to=held, dedupe_key__startswith=brakes.ASKED)
    [page] = re.findall(r"/confirm/[0-9a-z-]+", text_of(opened(request)))
    return page


def late_mails(table: Table) -> None:
    old = seats.reply_address(table.seat, table.game.phase)
    table.close()
    table.write(table.orders(), to=old)
    for state in (GameState.BROKEN, GameState.OPEN, GameState.MOVED):
        table.change(state=state)
        table.write(f"{table.orders()}\nHELP {state}")
    table.change(state=GameState.BROKEN, played_from=1)
    table.write(f"{table.orders()}\nHELP MAP")
    table.change(played_from=0, state=GameState.OVER)
    table.write(f"{table.orders()}\nHELP TRY", to=old)
    table.write(f"{table.orders()}\nHELP CLEAR")


def our_fault(table: Table) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "read_orders", None)
        table.write(table.orders())


def letters_that_go(table: Table) -> None:
    table.same_in_all.add("Write to")
    table.ally()
    Seat.objects.filter(pk=table.rival.pk).update(wants_mail=False)
    for whom in ("all", table.seat.side, "squires", "anonymous", table.rival.name):
        table.write(f"PRESS TO {whom}\nNot a step back, {whom}.\nEND PRESS")
    Seat.objects.filter(pk=table.rival.pk).update(wants_mail=True)
    table.change(press_anonymous=True)
    table.write(f"PRESS ANONYMOUSLY TO {table.rival.name}\nWrite to {WORK}.\nEND PRESS\n{table.orders()}")
    brought = opened(OutboundMail.objects.filter(seat=table.rival, kind=OutboundKind.LETTER).latest("pk"))
    table.write("Who are you?", table.rivals_post, to=str(brought["Reply-To"]))
    for delivery in (PressDelivery.PAUSE, PressDelivery.PHASE):
        table.change(press_delivery=delivery, played_from=1)
        table.to_letters(f"Wait, {delivery}.", Subject=f"To {table.rival.name}")
    table.change(played_from=0, press_delivery=PressDelivery.AT_ONCE, press=Press.PUBLIC)
    letters.deliver_due()
    table.to_letters("Hear this, all of you.")


def letters_that_come_back(table: Table) -> None:
    table.to_letters(table.orders())
    table.to_letters("", Subject=f"To {table.rival.name}")
    table.to_letters(f"PRESS TO all\nOne.\nEND PRESS\n{NOT_ORDERS}")
    table.to_letters("MAP")
    table.write("".join(f"PRESS TO all\nThe {n} of six.\nEND PRESS\n" for n in range(6)))
    table.write(f"PRESS TO all\nBeware.\n{table.orders()}")
    table.same_in_all.add("nobody known")
    for whom in ("nobody known", table.seat.name, f"side {table.rival.side}"):
        table.write(f"PRESS TO {whom}\nHow goes it, {whom}?\nEND PRESS")
    for _ in range(brakes.MOST_REPETITIONS + 1):
        table.to_letters("Hello?", Subject=f"To {table.rival.name}")
    Seat.objects.filter(pk=table.rival.pk).update(no_letters_from=[table.seat.name])
    table.to_letters("Please?", Subject=f"To {table.rival.name}")
    for fields in ({"captain": "bold"}, {"captain": "", "email": ""}):
        Seat.objects.filter(pk=table.rival.pk).update(**fields)
        table.to_letters(f"Anybody there, {len(fields)}?", Subject=f"To {table.rival.name}")
    table.write(f"PRESS ANONYMOUSLY TO {table.rival.name}\nGuess who.\nEND PRESS")
    table.to_letters("The same once more.\n" * 1000, Subject=f"To {table.rival.name}")
    body = (
        "--b\nContent-Type: text/plain\n\n\n"
        f'--b\nContent-Disposition: attachment; filename="orders.txt"\n\n{table.orders()}\n--b--\n'
    )
    table.to_letters(body, Content_Type="multipart/mixed; boundary=b")
    for press in (Press.PUBLIC, Press.OFF):
        table.change(press=press)
        table.write(f"PRESS TO {table.rival.name}\nFor you, {press}.\nEND PRESS")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(letters, "PER_DAY", 0)
        table.change(press=Press.ALL)
        table.write("PRESS TO all\nToo many.\nEND PRESS")


def three_seats_and_nobody_named(table: Table) -> None:
    table.ally()
    table.to_letters("For whom?")


def clocks(table: Table) -> None:
    table.change(absent="extend_once", remind_at=timezone.now() - timedelta(minutes=1))
    deadlines.remind_all()
    table.change(phase_due=timezone.now() - timedelta(hours=1), remind_at=None)
    adjudication.attend(table.game.pk)


def asked_questions(table: Table) -> None:
    question = play_until_asked(table.game)
    table.look()
    request = questions.request_of(question)
    table.same_in_all |= {request.order or ""}
    past = {"asked": question.asked - timedelta(hours=10), "due": question.due - timedelta(hours=10)}
    remind_at = (question.remind_at or timezone.now()) - timedelta(hours=10)
    Question.objects.filter(pk=question.pk).update(remind_at=remind_at, **past)
    deadlines.remind_all()
    post = Post(question.seat)
    answer_by_mail(question, table.said("perhaps"), post)
    table.write(NOT_ORDERS, Post(question.seat))
    answer_by_mail(question, "1", post)
    answer_by_mail(question, "2", post)
    adjudication.attend(table.game.pk)
    table.look()


def questions_too_late(table: Table) -> None:
    question = play_until_asked(table.game)
    table.look()
    table.same_in_all |= {questions.request_of(question).order or ""}
    run_the_clock_out(question)
    answer_by_mail(question, "1")


def other_servers(table: Table) -> None:
    for why in ("handed over", "restored"):
        table.again()
        event = engine.TakenOver(by="https://other.example.org", why=why)
        eventlog.append(table.game.pk, table.game.version, [event], f"test:{why}")
        table.close()
    fork = forks.fork(table.game, "2", title=table.game.title, why=table.said("a ruling"))
    for seat in fork.seats.all():
        take_seat(seat, Player("Carla", ALLY, language=table.language))


def daily_mails(table: Table) -> None:
    table.change(deadline_hours=240)
    table.write("DIGEST ON")
    table.close()
    table.close()
    for mail in OutboundMail.objects.filter(state=OutboundState.GATHERED):
        OutboundMail.objects.filter(pk=mail.pk).update(created=mail.created - timedelta(days=1))
    reads_his_mail(*a_battle(language=table.language).seats.all())
    digests.send_due()
    to = seats.reply_address(table.seat, timezone.now().toordinal(), Purpose.DAILY)
    table.write(table.orders(), to=to)


def requests_on_the_web(table: Table) -> None:
    info = next(s for s in engine.scenarios() if s.slug == "orchard")
    terms = {
        "scenario": info.slug,
        "seat": info.seats[0].id,
        "against": "bold",
        "hours": 24,
        "question_hours": 12,
    }
    seat_requests.ask(Wish(Player("Carla", ALLY, language=table.language), "here", terms=terms))
    for number, against in enumerate((invitations.BY_INVITATION, invitations.LISTED)):
        player = Player("Carla", f"{number}{ALLY}", language=table.language)
        seat_requests.grant(Wish(player, "here", terms={**terms, "against": against}))
    free = create_game("orchard", {"normans": Captain("bold")}).seats.get(captain="")
    seat_requests.ask(Wish(Player("Carla", STRANGER, language=table.language), "here", free))


OCCASIONS: tuple[tuple[Callable[[Table], None], int], ...] = (
    (beginning, 3),
    (receipts, 10),
    (quotes, 2),
    (odd_mails, 4),
    (commands, 14),
    (addresses, 11),
    (confirmations, 9),
    (late_mails, 7),
    (our_fault, 1),
    (letters_that_go, 14),
    (letters_that_come_back, 17),
    (three_seats_and_nobody_named, 1),
    (clocks, 3),
    (asked_questions, 6),
    (questions_too_late, 2),
    (other_servers, 4),
    (daily_mails, 3),
    (requests_on_the_web, 4),
)  # and the least number of mails besides the first two
CASES = [pytest.param(what, least, id=what.__name__) for what, least in OCCASIONS]

"""What happens in the crash tests, stage by stage: see tests/games/crashes.py."""

from __future__ import annotations

import hmac
import json
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, NamedTuple

from tests.games.crash_world import bell, clock, level_the_sequences, post

MINUTE = timedelta(minutes=1)
PLAYERS = {"normans": "anna@players.example.org", "lombards": "boris@players.example.org"}
QUARTER = 15 * MINUTE
QUARTERS = 3  # until whoever comes next has done with everything
GAMES = "games@in.example.org"
FROM_A_STRANGER = (
    f"From: eve@elsewhere.example.org\nTo: {GAMES}\nMessage-ID: <1@elsewhere.example.org>\n\nhello\n"
)
MOST_ROUNDS = 40  # of the sweep, until all is quiet


# what workers do


def drain() -> None:
    """Workers and the sweep, until nothing is left to do."""
    from games import queue, tasks

    for _ in range(MOST_ROUNDS):
        while bell:
            name, row = bell.pop(0)
            try:
                getattr(tasks, name)(row)
            except Exception:  # as a worker: the sweep will find the row again
                traceback.print_exc()
        queue.sweep()
        if not bell:
            return
    raise AssertionError(f"never quiet: {bell}")


def work_alone() -> None:
    from games import queue

    for _ in range(MOST_ROUNDS):
        bell.clear()
        if not queue.work_off():
            return
    raise AssertionError("never done")


# the scenario


class Letter(NamedTuple):
    raw: str
    sender: str
    to: str


class Plan(NamedTuple):
    """What happens in a stage: made once, before its database is copied, so that it can happen twice alike."""

    moment: str
    letters: list[Letter] = []
    command: str = ""  # something a person does; see COMMANDS
    umpire: str = ""  # "fails", "ends": what the rules do in this stage
    mood: str = ""  # of the post office
    alone: bool = False  # no workers: one process does it all


class Stage(NamedTuple):
    name: str
    after: str  # the stage whose end is this one's beginning
    plan: Callable[[], Plan]


def the_game() -> Any:
    from games.models import Game

    return Game.objects.get(pk=1)


def seat_of(name: str) -> Any:
    from games.models import Seat

    return Seat.objects.select_related("game").get(game_id=1, name=name)


def the_question() -> Any:
    from games.models import Question

    return Question.objects.select_related("seat", "game").get(answered=None)


def letter(seat: Any, body: str, number: str, *, to: str = "", sender: str = "") -> Letter:
    from games.seats import seats

    to = to or seats.reply_address(seat, the_game().phase)
    sender = sender or seat.email
    head = f"From: {sender}\nTo: {to}\nSubject: Re: orders\nMessage-ID: <{number}-{seat.pk}@players.example.org>\n"
    return Letter(f"{head}\n{body}\n", sender, to)


def at(moment: datetime | None = None, **more: Any) -> Plan:
    return Plan((moment or clock.moment).isoformat(), **more)


def letters_with_orders(number: str) -> list[Letter]:
    from games.record import eventlog
    from rules import engine

    battle = eventlog.load(1).battle
    written = []
    for name in engine.awaiting(battle).seats:
        lines = [
            line
            for line in engine.captain_orders(battle, name, "bold")
            if line.split()[0] in ("MOVE", "ATTACK", "FIRE")
        ]
        written.append(letter(seat_of(name), "\n".join([*lines, "FINAL"]), number))
    return written


def build(copies: Callable[[str], None]) -> Plan:
    """A battle, played until a phase in which a player will be asked; ``copies`` keeps the database as it is before
    each phase. The plan is that phase's."""
    from games.models import GameState
    from games.play import submissions
    from games.play.creation import Player, create_game

    create_game("orchard", {seat: Player(seat.title(), mail) for seat, mail in PLAYERS.items()})
    for name in PLAYERS:
        submissions.submit(seat_of(name), ["ASK watch, advance, retreat, wound, oppose"], f"ask:{name}")
    drain()
    for phase in range(20):
        clock.moment += timedelta(hours=1)
        plan = at(letters=letters_with_orders(f"phase-{phase}"))
        copies(ORDERS)
        act(plan)
        if the_game().state == GameState.ASKING:
            return plan
        assert not the_game().trouble, the_game().trouble
    raise AssertionError("nobody was asked")


def answering(body: str, number: str) -> Letter:
    from games.models import Purpose
    from games.seats import seats

    question = the_question()
    to = seats.reply_address(question.seat, question.phase, Purpose.ANSWER, question.pk)
    return letter(question.seat, body, number, to=to)


def meanwhile() -> Plan:
    other = next(seat for seat in the_game().seats.all() if seat != the_question().seat)
    return at(clock.moment + MINUTE, letters=[letter(other, "WATCH any", "meanwhile")])


def changed(**fields: Any) -> None:
    from games.models import Game

    Game.objects.filter(pk=1).update(**fields)


def deadline(absent: str = "standing", **more: Any) -> Plan:
    """Ten minutes after the deadline."""
    game = the_game()
    changed(absent=absent)
    return at(game.phase_due + 10 * MINUTE, **more)


def near_the_deadline(**more: Any) -> Plan:
    return at(the_game().remind_at + MINUTE, **more)


def away() -> Plan:
    """The server comes back after five hundred days."""
    from games.models import Heartbeat

    long_ago = clock.moment - timedelta(days=500)
    Heartbeat.objects.update(at=long_ago, uptime=long_ago.timestamp())
    return at()


def back_for_a_while() -> Plan:
    """It came back ten minutes ago, after five hours in which a deadline passed."""
    from games.models import Outage

    since, noticed = clock.moment - timedelta(hours=5), clock.moment - 10 * MINUTE
    Outage.objects.create(
        since=since,
        noticed=noticed,
        machine="here",
        uptime=noticed.timestamp(),
        serial=1,
        length=noticed - since,
    )
    changed(phase_due=since + timedelta(hours=1))
    return at()


def clock_set() -> Plan:
    """The clock is set two hours ahead."""
    from games.models import Heartbeat

    Heartbeat.objects.update(at=clock.moment - timedelta(hours=2), uptime=clock.moment.timestamp())
    return at()


def from_the_future() -> Plan:
    """A player answers a mail of a later phase: the database was restored from a copy."""
    from games.record import marks

    seat, game = on_move(), the_game()
    to = f"orders+k7qd2m-9fm2hx4tr8wz0ab1-{marks.mark(game, game.phase + 2)}@in.example.org"
    return at(clock.moment + MINUTE, letters=[letter(seat, "MOVE", "future", to=to)])


def renew() -> None:
    """New dice, as the game master lets a game go on that is held."""
    from games.play import renewal

    if the_game().burnt:
        renewal.renew(the_game(), "a crash test")


def trouble() -> Plan:
    changed(trouble_count=4)
    return deadline(umpire="fails")


def captains() -> Plan:
    """A captain plays the seat on move, and the game ends with that."""
    from games.models import Seat

    Seat.objects.filter(game_id=1, awaited=True).update(captain="bold")
    return at(umpire="ends")


def strange_letters() -> Plan:
    from games.models import Seat

    seat = Seat.objects.get(game_id=1, awaited=True)
    man = next(f.name for f in _figures(seat.name))
    bodies = {
        "try": f"TRY\nMOVE {man} stay",
        "asking": "ASK oppose",
        "empty": "",
        "poison": "POISON",
        "twice": f"MOVE {man} stay\nMOVE Nobody stay",
    }
    letters = [letter(seat, body, number) for number, body in bodies.items()]
    letters.append(letter(seat, "MOVE", "stranger", sender="eve@elsewhere.example.org"))
    return at(clock.moment + MINUTE, letters=letters)


def answer_to_request(body: str, number: str) -> Plan:
    """What the player answers when he is asked whether the stranger's mail is his."""
    from games.models import InboundMail, Purpose, ReplyToken
    from games.seats import seats

    held = InboundMail.objects.get(reason="other-sender")
    token = ReplyToken.objects.get(purpose=Purpose.CONFIRM, question=held.pk)
    return at(letters=[letter(held.seat, body, number, to=seats.address_of(token))])


def requests_to_the_post_office() -> Plan:
    seat = on_move()
    bodies = {
        "remove": "ADDRESS REMOVE anna@gone.example.org",
        "quiet": "QUIET ON\nMAP",
        "renew": "NEW ADDRESS",
    }
    letters = [letter(seat, body, number) for number, body in bodies.items()]
    return at(clock.moment + MINUTE, letters=letters, command="add an address")


def confirm_the_address() -> Plan:
    from games.models import NewAddress, Purpose
    from games.seats import seats

    new = NewAddress.objects.select_related("seat__game").get()
    to = seats.reply_address(new.seat, 0, Purpose.ADDRESS, new.pk)
    return at(letters=[letter(new.seat, "CONFIRM", "address", to=to, sender=new.address)])


def orders_in_the_quote() -> Plan:
    seat = on_move()
    man = _figures(seat.name)[0].name
    quoted = f"On 22 Nov 2026 the game wrote:\n> MOVE {man} facing NE\n"
    return at(letters=[letter(seat, quoted, "quoted"), letter(seat, "ACCEPT QUOTED", "accepted")])


def gathered() -> Plan:
    """Both players want one mail a day, have ten days for their orders, and are asked nothing any more."""
    from games.models import Seat

    Seat.objects.filter(game_id=1).update(digest=True)
    changed(deadline_hours=240)
    nothing = [letter(seat_of(name), "ASK nothing", "nothing") for name in PLAYERS]
    return at(letters=[*nothing, *letters_with_orders("gathered")])


def letters_to_players() -> Plan:
    """A letter to the address for letters, one among orders, one without an end, and a word about whose are wanted."""
    from games.letters import letters

    seat = on_move()
    other = next(row for row in the_game().seats.all() if row != seat)
    man = _figures(seat.name)[0].name
    enclosed = f"PRESS TO {other.name}\nLay down your arms.\nEND PRESS\n"
    return at(
        letters=[
            letter(seat, "Come out and fight.", "alone", to=letters.address(seat)),
            letter(seat, f"{enclosed}MOVE {man} facing NE", "enclosed"),
            letter(seat, f"PRESS TO all\nMOVE {man} facing SE", "endless"),
            letter(seat, "NO LETTERS FROM anonymous", "unwanted"),
        ]
    )


def couriers() -> Plan:
    """Letters go out when the phase of their writing is over, which their writer's orders close."""
    changed(press_delivery="phase")
    seat = on_move()
    enclosed = "PRESS TO all\nWe come tonight.\nEND PRESS\n"
    nothing = [letter(seat_of(name), "ASK nothing", "nothing") for name in PLAYERS]
    return at(letters=[*nothing, letter(seat, enclosed, "courier"), *letters_with_orders("couriers")])


def on_move() -> Any:
    from games.models import Seat

    return Seat.objects.select_related("game").get(game_id=1, awaited=True)


def leaving() -> Plan:
    """A mail to the address that stops mail."""
    from games.seats import seats

    seat = seat_of("normans")
    return at(letters=[letter(seat, "", "leaving", to=seats.address_of(seats.unsubscribe_token(seat)))])


def _figures(seat: str) -> list[Any]:
    from games.record import eventlog

    return [f for f in eventlog.load(1).battle.figures.values() if f.seat == seat]


def free_seat() -> Plan:
    from games.play.creation import Player, create_game

    create_game("orchard", {"normans": Player("Carla", "carla@players.example.org")})
    return at(command="sit down")


def sit_down() -> None:
    from games.models import Seat
    from games.play.creation import Player, SeatTaken, take_seat

    with suppress(SeatTaken):  # he sat down before the crash
        take_seat(Seat.objects.get(game_id=2, name="lombards"), Player("Dino", "dino@players.example.org"))


def move_away() -> None:
    from games.play.creation import change_player

    change_player(the_question().seat, email="anna@new.example.org")


def complaint() -> Plan:
    """The reader of a mail of ours calls it spam."""
    from games.models import OutboundMail, Seat
    from games.seats import seats

    seat = Seat.objects.get(game_id=1, awaited=True)
    mail = OutboundMail.objects.filter(seat=seat).order_by("-pk")[0]
    report = 'multipart/report; report-type=feedback-report; boundary="b"'
    parts = "--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n\n--b--\n"
    raw = f"From: abuse@provider.example.com\nContent-Type: {report}\n\n{parts}"
    return at(clock.moment + MINUTE, letters=[Letter(raw, "", seats.bounce_address(mail))])


def mail_on() -> None:
    from games.delivery import deliveries
    from games.models import Seat

    for seat in Seat.objects.exclude(mail_suspended=None):
        deliveries.resume(seat)


def provider_calls() -> None:
    """A provider brings a letter, tells that a mail of ours was delivered, and of one that is not ours."""
    from games.models import OutboundMail

    ours = OutboundMail.objects.order_by("pk")[0]
    form = {"body-mime": FROM_A_STRANGER, "sender": "eve@elsewhere.example.org", "recipient": GAMES}
    _call("inbound_mime", "a", lambda signature: {"data": {**form, **signature}})
    for token, name in (("b", ours.message_id), ("c", "<nobody@example.org>")):
        event = {
            "event": "delivered",
            "timestamp": 1,
            "recipient": ours.to,
            "message": {"headers": {"message-id": name}},
        }
        _call(
            "tracking",
            token,
            lambda signature, event=event: {
                "data": json.dumps({"signature": signature, "event-data": event}),
                "content_type": "application/json",
            },
        )


def _call(door: str, token: str, content: Callable[[dict[str, str]], dict[str, Any]]) -> None:
    """Mailgun calls until it hears that all is well."""
    from django.conf import settings
    from django.test import RequestFactory

    from games.doors import webhooks

    key = settings.ANYMAIL["MAILGUN_WEBHOOK_SIGNING_KEY"].encode()
    timestamp = str(int(clock.moment.timestamp()))
    digest = hmac.new(key, f"{timestamp}{token}".encode(), "sha256").hexdigest()
    signature = {"timestamp": timestamp, "token": token, "signature": digest}
    request = RequestFactory().post(f"/anymail/mailgun/{door}/", **content(signature))
    assert webhooks.call(request, "mailgun", door.removesuffix("_mime")).status_code == 200


def fetch_mail() -> None:
    """An IMAP mailbox that forgets what was marked in it: the worst that a broken line can do."""
    from games.doors import imap

    box = SimpleNamespace(
        folder=SimpleNamespace(status=lambda *_: {"UIDVALIDITY": 7}),
        uids=lambda *_: ["101"],
        client=SimpleNamespace(uid=lambda *_: ("OK", [(b"1 (BODY[]", FROM_A_STRANGER.encode())])),
        flag=lambda *_: None,
    )
    imap.fetch(box, imap.account("imap://user:password@localhost"))  # type: ignore[arg-type]


def finish() -> None:
    from games.play import adjudication

    if the_game().played_from:
        adjudication.finish(the_game())


def read_again() -> None:
    from games.gate import inbox
    from games.models import InboundMail

    inbox.redeliver(InboundMail.objects.order_by("pk")[0])


def in_doubt() -> Plan:
    """The last mail may have gone out, or not."""
    from games.models import OutboundMail, OutboundState

    last = OutboundMail.objects.order_by("pk").last()
    hour_ago = clock.moment - timedelta(hours=1)
    OutboundMail.objects.filter(pk=last.pk).update(state=OutboundState.UNKNOWN, in_doubt_since=hour_ago)
    return at()


def webhook() -> None:
    """The provider tells what it has."""
    from games.outbox import outbox

    drain()
    for line in post.lines():
        if line["bytes"]:
            outbox.delivered(line["name"], "known")


def send_again() -> None:
    from games.models import OutboundMail
    from games.outbox import outbox

    for mail in OutboundMail.objects.order_by("pk"):
        outbox.send_again(mail)


def add_an_address() -> None:
    from django.db import transaction

    from games.people import addresses

    with transaction.atomic():
        addresses.ask(seat_of("normans"), "anna@work.example.org")


COMMANDS = {
    "add an address": add_an_address,
    "sit down": sit_down,
    "move away": move_away,
    "finish": finish,
    "read again": read_again,
    "webhook": webhook,
    "send again": send_again,
    "mail on": mail_on,
    "provider calls": provider_calls,
    "fetch mail": fetch_mail,
    "renew": renew,
}
ORDERS, ALONE = (
    "orders",
    "alone",
)  # the phase that a player will be asked in; the same again without any worker
STAGES = [
    Stage("meanwhile", ORDERS, meanwhile),
    Stage("question-reminder", "meanwhile", lambda: at(the_question().remind_at + MINUTE)),
    Stage("unclear", "question-reminder", lambda: at(letters=[answering("hello there", "unclear")])),
    Stage("answer", "unclear", lambda: at(letters=[answering("1", "answer")])),
    Stage("silence", "unclear", lambda: at(the_question().due + 10 * MINUTE)),
    Stage("new-address", "unclear", lambda: at(command="move away")),
    Stage("finish", "unclear", lambda: at(command="finish")),
    Stage("strange-letters", "finish", strange_letters),
    Stage("read-again", "strange-letters", lambda: at(command="read again")),
    Stage("leaving", "finish", leaving),
    Stage("confirmed", "strange-letters", lambda: answer_to_request("CONFIRM", "confirmed")),
    Stage("denied", "strange-letters", lambda: answer_to_request("NOT ME", "denied")),
    Stage("post-commands", "finish", requests_to_the_post_office),
    Stage("new-sender", "post-commands", confirm_the_address),
    Stage("quoted", "finish", orders_in_the_quote),
    Stage("letters", "finish", letters_to_players),
    Stage("couriers", "finish", couriers),
    Stage("gathered", "finish", gathered),
    Stage("daily-mail", "gathered", lambda: at(clock.moment + timedelta(hours=25))),
    Stage("provider-calls", "finish", lambda: at(clock.moment + MINUTE, command="provider calls")),
    Stage("fetched", "finish", lambda: at(clock.moment + MINUTE, command="fetch mail")),
    Stage("complaint", "finish", complaint),
    Stage("withheld", "complaint", near_the_deadline),
    Stage("mail-on", "withheld", lambda: at(command="mail on")),
    Stage("captains", "finish", captains),
    Stage("reminder", "finish", near_the_deadline),
    Stage("post-busy", "finish", lambda: near_the_deadline(mood="busy")),
    Stage("post-deaf", "finish", lambda: near_the_deadline(mood="deaf")),
    Stage("post-refuses", "finish", lambda: near_the_deadline(mood="no")),
    Stage("in-doubt", "post-deaf", in_doubt),
    Stage("webhook", "finish", lambda: near_the_deadline(mood="deaf", command="webhook")),
    Stage("send-again", "post-refuses", lambda: at(command="send again")),
    Stage("extension", "reminder", lambda: deadline("extend_once")),
    Stage("deadline", "extension", deadline),
    Stage("hold", "reminder", lambda: deadline("wait")),
    Stage("trouble", "reminder", trouble),
    Stage("burnt", "finish", from_the_future),
    Stage("renewed", "burnt", lambda: at(clock.moment + MINUTE, command="renew")),
    Stage("away", "finish", away),
    Stage("back", "finish", back_for_a_while),
    Stage("clock-set", "finish", clock_set),
    Stage("free-seat", "finish", free_seat),
]


def act(plan: Plan) -> None:
    """What happens in a stage. Happening twice must change nothing."""
    from games.doors import arrivals

    clock.moment = datetime.fromisoformat(plan.moment)
    work = work_alone if plan.alone else drain
    for letter in plan.letters:
        arrivals.receive(letter.raw.encode(), "smtp", letter.sender, [letter.to])
        work()  # in the order in which they were written: what a letter finds may depend on the one before
    if plan.command:
        COMMANDS[plan.command]()
    work()


def recover(plan: Plan) -> None:
    """After a crash (or none): it happens again, and the workers come back; and every quarter of an hour later, when
    nobody can still be at it, until no pause of a mail is left."""
    level_the_sequences()
    act(plan)
    for _ in range(QUARTERS):
        clock.moment += QUARTER
        (work_alone if plan.alone else drain)()


def prepare_the_rules(plan: Plan) -> None:
    from games.gate import inbox
    from rules import engine
    from rules.events.sequence import GameEnded, PhaseEnded
    from rules.state.table import Outcome

    real, read = engine.adjudicate, inbox.read_safely

    def umpire(battle: Any, dice: Any, answers: Any = None) -> Any:
        if plan.umpire == "fails":
            raise RuntimeError("a rule that nobody wrote")
        events = real(battle, dice, answers)
        return ended(battle, events[:-1]) if plan.umpire == "ends" else events

    def ended(battle: Any, events: list[Any]) -> list[Any]:
        """The phase is over where it stands, and the game with it."""
        if not any(isinstance(event, PhaseEnded) for event in events):
            after = engine.replay(events, battle.copy())
            events = [*events, PhaseEnded(number=battle.phase, digest=engine.digest(after))]
        return [*events, GameEnded(outcome=Outcome(winner="", reason="the crash test is over"))]

    def reader(raw: bytes, *more: Any) -> Any:
        if b"POISON" in raw:
            raise RuntimeError("a mail that nobody can read")
        return read(raw, *more)

    for target, name, value in ((engine, "adjudicate", umpire), (inbox, "read_safely", reader)):
        setattr(target, name, value)
    post.mood = plan.mood

"""What happens in the crash tests, stage by stage: see tests/games/crashes.py."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.games.crash_plans import (
    MINUTE,
    ORDERS,
    PLAYERS,
    Letter,
    Plan,
    Stage,
    answering,
    at,
    changed,
    letter,
    letters_with_orders,
    men_of,
    on_move,
    seat_of,
    the_child,
    the_game,
    the_question,
)
from tests.games.crash_world import clock


def meanwhile() -> Plan:
    other = next(seat for seat in the_game().seats.all() if seat != the_question().seat)
    return at(clock.moment + MINUTE, letters=[letter(other, "WATCH any", "meanwhile")])


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
    man = next(f.name for f in men_of(seat.name))
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


def surrender() -> Plan:
    return at(letters=[letter(on_move(), "I surrender", "surrender")])


def surrendered() -> Plan:
    from games.models import InboundMail, Purpose, ReplyToken
    from games.seats import seats

    asking = InboundMail.objects.get(parsed__wish__0="surrender")
    token = ReplyToken.objects.get(purpose=Purpose.CONFIRM, question=asking.pk)
    return at(letters=[letter(asking.seat, "CONFIRM", "surrendered", to=seats.address_of(token))])


def orders_in_the_quote() -> Plan:
    seat = on_move()
    man = men_of(seat.name)[0].name
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
    """A letter to the address for letters, one among orders, one without an end, and a word about
    whose are wanted."""
    from games.letters import letters

    seat = on_move()
    other = next(row for row in the_game().seats.all() if row != seat)
    man = men_of(seat.name)[0].name
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


def leaving() -> Plan:
    """A mail to the address that stops mail."""
    from games.seats import seats

    seat = seat_of("normans")
    return at(letters=[letter(seat, "", "leaving", to=seats.address_of(seats.unsubscribe_token(seat)))])


def free_seat() -> Plan:
    from games.play.creation import Player, create_game

    create_game("orchard", {"normans": Player("Carla", "carla@players.example.org")})
    return at(command="sit down")


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


def in_doubt() -> Plan:
    """The last mail may have gone out, or not."""
    from games.models import OutboundMail, OutboundState

    last = OutboundMail.objects.order_by("pk").last()
    hour_ago = clock.moment - timedelta(hours=1)
    OutboundMail.objects.filter(pk=last.pk).update(state=OutboundState.UNKNOWN, in_doubt_since=hour_ago)
    return at()


def called() -> Plan:
    """The phase that is played now calls another battle, and the game rests."""
    nothing = [letter(seat_of(name), "ASK nothing", "nothing") for name in PLAYERS]
    return at(letters=[*nothing, *letters_with_orders("called")], umpire="calls")


def child_ends() -> Plan:
    """Orders for the battle that was called, which ends with them; the game is told and goes on."""
    [seat] = the_child().seats.select_related("game").filter(awaited=True)
    return at(letters=[letter(seat, "MOVE Robert stay\nFINAL", "child")], umpire="ends")


def guest_says_yes() -> Plan:
    """Whoever was asked to lead that battle wants to."""
    from games.models import NewAddress, Purpose
    from games.seats import seats

    asked = NewAddress.objects.select_related("seat__game").exclude(guest="").get()
    to = seats.reply_address(asked.seat, 0, Purpose.ADDRESS, asked.pk)
    return at(letters=[letter(asked.seat, "CONFIRM", "guest", to=to, sender=asked.address)])


def outlived() -> Plan:
    """The game is over while the battle that it called still runs."""
    from games.models import Game, GameState

    Game.objects.filter(pk=1).update(state=GameState.RUNNING)  # as if it did not rest
    return at(letters=letters_with_orders("outlived"), umpire="ends")


def out_of_time(end: str) -> Plan:
    """The clock of the battle that was called runs out."""
    from games.models import Game

    Game.objects.filter(pk=1).update(fight_end=end)
    return at(the_child().fight_due + MINUTE, umpire="ends")


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
    Stage("surrender", "finish", surrender),
    Stage("surrendered", "surrender", surrendered),
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
    Stage("called", "finish", called),
    Stage("child-ends", "called", child_ends),
    Stage("invited", "called", lambda: at(command="invite a guest")),
    Stage("guest", "invited", guest_says_yes),
    Stage("outlived", "called", outlived),
    Stage("captains-play-on", "called", lambda: out_of_time("captains")),
    Stage("cut-short", "called", lambda: out_of_time("quick")),
]

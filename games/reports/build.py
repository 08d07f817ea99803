"""Reports, reminders and the first and last mail of a game: built and owed inside the transaction that makes them
true. Nothing here sends anything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone

from games import outbox, pictures, seats
from games.models import AbsentPolicy, Adjudication, Game, OutboundKind, OutboundMail, Report, Seat
from games.reports import facts as facts_of
from games.reports import html, text, words
from games.reports.facts import Facts, Sights
from games.reports.layout import listed, wrapped
from pbem.mail.writer import Letter, Picture, compose
from rules import engine

MAP_PIXELS = 1280  # shown 640 wide


class Words(NamedTuple):
    """A mail's wording."""

    subject: str
    text: str
    html: str


# the occasions (games.announce calls these)


def enqueue_welcome(game: Game, battle: engine.Battle) -> None:
    """The first mail to every seat; the archive keeps it without the link to the player's page."""
    for seat in game.seats.all():
        facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
        _file(game, seat, facts, "start", None, _worded("welcome", _welcome_subject(facts), facts))
        worded = _worded("welcome", _welcome_subject(facts), facts, seat_link=seats.seat_link(seat))
        _owe_report(game, seat, facts, "start", worded)


def enqueue_handover(game: Game, seat: Seat, battle: engine.Battle) -> None:
    """The first mail to a new address at a seat of a running game: how it stands, new address and link."""
    facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
    due = f": your orders, please, {_by(facts)}" if facts.owes else ""
    subject = f"[{words.tag(game)}] {facts.situation.title} now reaches you here{due}"
    worded = _worded("welcome", subject, facts, seat_link=seats.seat_link(seat))
    _owe_report(game, seat, facts, f"address-{seat.link_serial}", worded)


def look_ahead(before: engine.Battle, events: Sequence[engine.Event], after: engine.Battle) -> Sights:
    """What every seat and the public see, their maps drawn, so that no transaction has to wait for it."""
    readers = (*(seat.id for seat in after.setup.seats), None)
    sights = {reader: facts_of.look(reader, before, events, after) for reader in readers}
    for sight in sights.values():
        _png(sight.picture)
    return sights


def enqueue_reports(
    game: Game, before: engine.Battle, events: Sequence[engine.Event], after: engine.Battle, sights: Sights
) -> None:
    """The report of the last adjudication: one for every seat, by mail where a person sits there, and the public's."""
    played = game.adjudications.order_by("-first_seq").first()
    assert played is not None
    for seat in (*game.seats.all(), None):
        sight = sights[seat.name if seat else None]
        facts = facts_of.gather(game, seat, before, events, after, played, settings.BASE_URL, sight)
        worded = _worded("report", _report_subject(facts), facts)
        _file(game, seat, facts, played.key, played, worded)
        if seat:
            _owe_report(game, seat, facts, played.key, worded)


def enqueue_reminder(game: Game, seat: Seat, battle: engine.Battle) -> None:
    """A reminder to a seat that still owes orders; once for each phase, step and deadline."""
    facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
    due = facts_of.deadline(facts, year=False)
    worded = _worded(
        "reminder", f"[{words.tag(game)}] orders are due {due}", facts, absent=_absent_words(game)
    )
    key = f"reminder:{seat.pk}:{game.phase}:{game.step}:{int(game.extended)}"
    _owe(game, seat, key, OutboundKind.REMINDER, worded, root=last_report(seat))


def enqueue_extension(game: Game, absent: Sequence[Seat], battle: engine.Battle) -> None:
    """The deadline was put off: those who are late and those who wait are told."""
    late = {seat.pk for seat in absent}
    names = [seat.title for seat in absent]
    for seat in game.seats.all():
        facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
        due = facts_of.deadline(facts, year=False)
        template = "reminder" if seat.pk in late else "extension"
        news = (
            f"No orders came from {listed(names)} before the deadline. As agreed it was put off once, "
            f"to {due} ({words.until(game.phase_due)})."
        )
        subject = f"[{words.tag(game)}] the deadline was put off to {due}"
        worded = _worded(template, subject, facts, absent=_absent_words(game), news="\n".join(wrapped(news)))
        key = f"extension:{seat.pk}:{game.phase}:{game.step}"
        _owe(game, seat, key, OutboundKind.NOTICE, worded, root=last_report(seat))


# subjects and wording


def _welcome_subject(facts: Facts) -> str:
    if facts.owes:
        return f"[{words.tag(facts.game)}] {facts.situation.title} begins: your orders, please, {_by(facts)}"
    return f"[{words.tag(facts.game)}] {facts.situation.title} begins"


def _report_subject(facts: Facts) -> str:
    tag = f"[{words.tag(facts.game)}]"
    if facts.outcome:
        winner = facts.outcome[0]
        return f"[{facts.game.label}] the game is over: " + (f"the {winner} have won" if winner else "a draw")
    if facts.owes:
        return f"{tag} your orders, please, {_by(facts)}"
    return f"{tag} after {facts.phase}: nothing owed from you"


def _by(facts: Facts) -> str:
    due = facts_of.deadline(facts, year=False)
    return f"by {due}" if due else "when you can"


def _absent_words(game: Game) -> str:
    match game.absent:
        case AbsentPolicy.WAIT:
            return "the game waits for you and the game master is told"
        case AbsentPolicy.EXTEND_ONCE if not game.extended:
            return "the deadline is put off once; after that your figures\nact on their standing orders alone"
        case _:
            return "your figures act on their standing orders alone"


def _worded(template: str, subject: str, facts: Facts, **extra: Any) -> Words:
    number = 0
    if facts.seat:
        number = facts.side_numbers.get(facts.seat.side, 0) % 2
    shown = {**extra, "own_number": number, "subject": subject, "map_cid": _cid(facts)}
    page = "note" if template == "extension" else template
    if page == "note":
        shown |= {
            "eyebrow": f"Game {facts.game.label}, {facts.situation.phase_title}",
            "title": facts.situation.title,
            "blocks": [{"text": " ".join(extra["news"].split())}],
        }
    return Words(subject, text.report(template, facts, **shown), html.report(page, facts, **shown))


def _cid(facts: Facts) -> str:
    return f"map-{facts.game.pk}-{facts.game.version}@{settings.MAIL_DOMAIN}"


# rows


def _file(
    game: Game, seat: Seat | None, facts: Facts, key: str, played: Adjudication | None, worded: Words
) -> None:
    """What the archive keeps."""
    Report.objects.create(
        game=game,
        seat=seat,
        adjudication=played,
        phase=played.phase if played else game.phase,
        key=key,
        subject=worded.subject[:200],
        text=worded.text,
        html=worded.html,
        picture=_png(facts.picture),
        head_hash=game.head_hash,
    )


def _owe_report(game: Game, seat: Seat, facts: Facts, key: str, worded: Words) -> None:
    pictures_shown = [Picture(_cid(facts), _png(facts.picture))]
    _owe(game, seat, report_key(seat, game, key), OutboundKind.REPORT, worded, pictures_shown)


def report_key(seat: Seat, game: Game, key: str) -> str:
    """The outbox key of a report; the phase in it is the one that a reply to it is meant for."""
    return f"report:{seat.pk}:{game.phase}:{key}"


def question_key(seat: Seat, question: int, serial: int) -> str:
    """The outbox key of a question; a seat that gets another address is asked again."""
    return f"question:{seat.pk}:{question}:{serial}"


def question_reminder_key(seat: Seat, question: int) -> str:
    """The outbox key of the one reminder of a question."""
    return f"question:{seat.pk}:{question}:reminder"


def question_of_key(dedupe_key: str) -> int | None:
    """The question that a reply to this mail answers; None for other mails."""
    parts = dedupe_key.split(":")
    return int(parts[2]) if parts[0] == "question" and len(parts) == 4 and parts[2].isdigit() else None


def phase_of_key(dedupe_key: str) -> int | None:
    """The phase for which a reply to a report or reminder is meant; None for other mails."""
    kind, _, rest = dedupe_key.partition(":")
    parts = rest.split(":")
    if kind not in ("report", "reminder", "extension") or len(parts) < 2 or not parts[1].isdigit():
        return None
    return int(parts[1])


def _owe(
    game: Game,
    seat: Seat,
    key: str,
    kind: OutboundKind,
    worded: Words,
    shown: Sequence[Picture] = (),
    root: OutboundMail | None = None,
) -> None:
    """A mail to the seat's player, if a person with an address sits there and wants mail."""
    if not seat.email or seat.captain or not seat.wants_mail:
        return
    letter = Letter(
        message_id=outbox.message_id(key),
        to=seat.email,
        sender_name=game.title,
        sender=game_address(game),
        subject=worded.subject,
        date=timezone.now(),
        text=worded.text,
        html=worded.html,
        pictures=shown,
        reply_to=seats.reply_address(seat, game.phase),
        in_reply_to=root.message_id if root else "",
        references=[root.message_id] if root else [],
        list_id=f"{game.title} <g{game.pk}.{settings.MAIL_DOMAIN}>",
        loop_id=loop_id(),
    )
    outbox.enqueue(
        key, kind, to=seat.email, subject=worded.subject, rendered=compose(letter), game=game, seat=seat
    )


def last_report(seat: Seat) -> OutboundMail | None:
    """The mail to whose thread everything else of the phase belongs."""
    return OutboundMail.objects.filter(seat=seat, kind=OutboundKind.REPORT).order_by("-pk").first()


def game_address(game: Game) -> str:
    return f"game-{game.pk}@{settings.MAIL_DOMAIN}"


def loop_id() -> str:
    """How this server knows its own mail when it comes back."""
    return f"pbem@{settings.MAIL_DOMAIN}"


@lru_cache(maxsize=8)
def _png(picture: engine.Picture) -> bytes:
    """The map as a picture; seats that see the same share it."""
    return pictures.png(picture, MAP_PIXELS)

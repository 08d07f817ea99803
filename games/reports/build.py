"""Reports, reminders and the first and last mail of a game: built and owed inside the transaction that makes
them true. Nothing here sends anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from games.models import (
    Adjudication,
    Game,
    GameState,
    MapSize,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Press,
    Purpose,
    Report,
    Seat,
    rows,
)  # fmt: skip
from games.outbox import outbox
from games.pictures.ink import look
from games.record import seals
from games.reports import (
    daily,
    enclosed,
    families,
    html,
    keys,
    leaving,
    lists,
    maps,
    proofs,
    subjects,
    text,
    words,
)
from games.reports import facts as facts_of
from games.reports.facts import Facts, Sights
from games.reports.layout import listed, wrapped
from games.seats import seats
from games.seats.languages import in_language_of
from pbem.mail.writer import Letter, Picture, compose
from rules import engine


class Words(NamedTuple):
    """A mail's wording."""

    subject: str
    text: str
    html: str


# the occasions (games.reports.announce calls these)


def enqueue_welcome(game: Game, battle: engine.Table) -> None:
    """The first mail to every seat; the archive keeps it without the link to the player's page."""
    for seat in game.seats.all():
        with in_language_of(seat):
            facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
            first = _first_told(seat, battle)
            if seat.captain:  # nobody is written to, and a map is drawn when somebody asks for it
                text = _text("welcome", facts, **first)
                _filed(game, seat, "start", None, Words(subjects.welcome(facts), text, "")).save()
                continue
            archived = _worded("welcome", subjects.welcome(facts), facts, **first)
            _filed(game, seat, "start", None, archived, facts.picture).save()
            worded = _worded("welcome", subjects.welcome(facts), facts, **first, **_own_doors(seat))
            _owe_report(game, seat, facts, "start", worded)


def enqueue_handover(game: Game, seat: Seat, battle: engine.Table) -> None:
    """The first mail to a new address at a seat of a running game: how it stands, new address and link."""
    with in_language_of(seat):
        facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
        title = facts.situation.title
        if facts.owes:
            news = gettext("{title} now reaches you here: your orders, please, {by}").format(
                title=title, by=subjects.by(facts)
            )
        else:
            news = gettext("{title} now reaches you here").format(title=title)
        worded = _worded(
            "welcome", f"[{words.tag(game)}] {news}", facts, **_first_told(seat, battle), **_own_doors(seat)
        )
        _owe_report(game, seat, facts, f"address-{seat.link_serial}", worded)


def enqueue_renewal(game: Game, seat: Seat, battle: engine.Table) -> None:
    """The first mail behind the renewal of the dice: how it stands again, whatever was mailed of
    later phases."""
    with in_language_of(seat):
        facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
        news = gettext("the server was restored, {title} goes on from here").format(
            title=facts.situation.title
        )
        worded = _worded(
            "welcome", f"[{words.tag(game)}] {news}", facts, **_first_told(seat, battle), **_own_doors(seat)
        )
        _owe_report(game, seat, facts, f"renewed-{game.version}", worded)


def _first_told(seat: Seat, battle: engine.Table) -> dict[str, object]:
    """What only a first mail tells: the story, and the orders that this battle needs."""
    return {"story": _story(seat.game), "lessons": engine.primer(battle, seat.name)}


def _story(game: Game) -> str:
    if game.parent_id:
        return ""  # whoever is called from another game knows its story
    blurb = next((info.blurb for info in engine.scenarios() if info.slug == game.scenario), "")
    return " ".join(engine.translated(blurb).split())


def _own_doors(seat: Seat) -> dict[str, str]:
    """What opens the player's page, and where he writes letters: told in his first mail, and kept
    in no archive."""
    press = "" if seat.game.press == Press.OFF else seats.reply_address(seat, 0, Purpose.PRESS)
    return {"seat_link": seats.seat_link(seat), "press_address": press}


def enqueue_reports(
    played: Adjudication, before: engine.Table, told: engine.Sightings, after: engine.Table, sights: Sights
) -> None:
    """The report of an adjudication, the last of its game: one for every seat, by mail where a person sits
    there who is to be told now (games.reports.since), in the archive as text alone where not; and the
    public's, of which only the head is kept."""
    game, filed = played.game, list[Report]()
    if game.state == GameState.RESTING:
        prefetch_related_objects([game], "children")  # every reader is told of those that he may know of
    for seat in game.seats.all():
        shown, sight = told.of(seat.name), sights.get(seat.name)
        with in_language_of(seat):
            facts = facts_of.gather(game, seat, before, shown, after, played, settings.BASE_URL, sight)
            subject = subjects.report(facts)
            if not facts.mailed:
                worded = Words(subject, _text("report", facts), "")
                filed.append(_filed(game, seat, played.key, played, worded))
                continue
            worded = _worded("report", subject, facts)
            filed.append(_filed(game, seat, played.key, played, worded, facts.picture))
            _owe_report(game, seat, facts, played.key, _mailed(worded, facts))
    filed.append(_filed(game, None, played.key, played, Words("", "", "")))
    Report.objects.bulk_create(filed)


def enqueue_reminder(game: Game, seat: Seat, battle: engine.Table) -> None:
    """A reminder to a seat that still owes orders; once for each phase, step and deadline."""
    with in_language_of(seat):
        facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
        due = facts_of.deadline(facts, year=False)
        subject = gettext("orders are due {due}").format(due=due)
        away = gettext("The server could not be reached for a while, so this deadline was put off.")
        worded = _worded(
            "reminder",
            f"[{words.tag(game)}] {subject}",
            facts,
            absent=subjects.without_orders(game, facts.situation.scale),
            news=away if game.put_off else "",
        )
    again = f":{game.put_off}" if game.put_off else ""
    key = f"reminder:{seat.pk}:{game.phase}:{game.step}:{int(game.extended)}{again}"
    _owe(game, seat, key, OutboundKind.REMINDER, worded, root=last_report(seat))


def enqueue_extension(game: Game, absent: Sequence[Seat], battle: engine.Table) -> None:
    """The deadline was put off: those who are late and those who wait are told."""
    late = {seat.pk for seat in absent}
    for seat in game.seats.all():
        with in_language_of(seat):
            worded = _of_the_extension(game, seat, absent, battle, late=seat.pk in late)
        key = f"extension:{seat.pk}:{game.phase}:{game.step}"
        _owe(game, seat, key, OutboundKind.NOTICE, worded, root=last_report(seat))


def enqueue_woken(game: Game, battle: engine.Table) -> None:
    """A game that rested goes on: those whose orders it needs are told how it stands, and until when."""
    for seat in seats.owing(game):
        with in_language_of(seat):
            facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
            told = families.told_between(game, seat.name, game.opened_seq + 1, game.version)
            goes_on = gettext("{label} goes on.").format(label=game.label)
            subject = gettext("the game goes on: your orders, please, {by}").format(by=subjects.by(facts))
            worded = _worded(
                "reminder",
                f"[{words.tag(game)}] {subject}",
                facts,
                absent=subjects.without_orders(game, facts.situation.scale),
                news=" ".join([*(one.words for one in told), goes_on]),
            )
        key = f"reminder:{seat.pk}:{game.phase}:{game.step}:woken-{game.version}"
        _owe(game, seat, key, OutboundKind.REMINDER, worded, root=last_report(seat))


def enqueue_called_off(game: Game, battle: engine.Table) -> None:
    """The last mail of a game that has ended with the one that called it."""
    for seat in game.seats.all():
        with in_language_of(seat):
            facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
            above = game.parent.label if game.parent else ""
            if battle.outcome and battle.outcome.unfinished:
                news = gettext(
                    "The time that was agreed for this game is over, and so is it: {above} settles it at "
                    "once from those who still stand here, and nothing is owed from you here any more."
                ).format(above=above)
                subject = gettext("its time is over: {above} settles it").format(above=above)
            else:
                news = gettext(
                    "{above}, which called this game, is over, and so is this one: nobody has won, and "
                    "nothing is owed from you here any more."
                ).format(above=above)
                subject = gettext("called off: {above} is over").format(above=above)
            worded = _worded("extension", f"[{game.label}] {subject}", facts, news="\n".join(wrapped(news)))
        _owe(game, seat, f"called-off:{seat.pk}", OutboundKind.NOTICE, worded, root=last_report(seat))


def enqueue_captain_plays_on(game: Game, seat: Seat, battle: engine.Table) -> None:
    """The last mail to a player whose game is fought to its end by a captain from now on."""
    with in_language_of(seat):
        facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
        news = gettext(
            "The time that was agreed for this game is over. Captains play it to its end for everybody, as "
            "was agreed, and nothing is owed from you here any more; {above} tells you how it ends."
        ).format(above=game.parent.label if game.parent else "")
        subject = gettext("its time is over: captains play on")
        worded = _worded("extension", f"[{game.label}] {subject}", facts, news="\n".join(wrapped(news)))
    _owe(game, seat, f"captain-plays-on:{seat.pk}", OutboundKind.NOTICE, worded, root=last_report(seat))


def _of_the_extension(
    game: Game, seat: Seat, absent: Sequence[Seat], battle: engine.Table, *, late: bool
) -> Words:
    facts = facts_of.gather(game, seat, battle, (), battle, None, settings.BASE_URL)
    due = facts_of.deadline(facts, year=False)
    news = (
        gettext("Not all orders came before the deadline. As agreed it was put off once, to {due} ({until}).")
        if seats.is_sealed(game)
        else gettext(
            "No orders came from {names} before the deadline. As agreed it was put off once, to {due} "
            "({until})."
        )
    ).format(
        names=listed([engine.named(seat.title) for seat in absent]),
        due=due,
        until=words.until(game.phase_due),
    )
    subject = gettext("the deadline was put off to {due}").format(due=due)
    return _worded(
        "reminder" if late else "extension",
        f"[{words.tag(game)}] {subject}",
        facts,
        absent=subjects.without_orders(game, facts.situation.scale),
        news="\n".join(wrapped(news)),
    )


# wording


def _worded(template: str, subject: str, facts: Facts, **extra: Any) -> Words:
    number = 0
    if facts.seat:
        number = look(facts.side_numbers.get(facts.seat.side, 0))
    shown = {**extra, "own_number": number, "subject": subject, **enclosed.shown(facts)}
    page = "note" if template == "extension" else template
    if page == "note":
        shown |= {
            "eyebrow": gettext("Game {label}, {phase_title}").format(
                label=facts.game.label, phase_title=facts.situation.phase_title
            ),
            "title": facts.situation.title,
            "blocks": [{"text": " ".join(extra["news"].split())}],
        }
    return Words(subject, _text(template, facts, **shown), html.report(page, facts, **shown))


def _text(template: str, facts: Facts, **extra: Any) -> str:
    instead = lists.blocks(facts) if facts.seat and facts.seat.lists else {}
    return text.report(template, facts, instead, **extra)


def _mailed(worded: Words, facts: Facts) -> Words:
    """A report without the hashes that the archive keeps with it."""
    return worded._replace(
        text=proofs.without_hashes(worded.text, facts), html=html.without_hashes(worded.html, facts)
    )


# rows


def _filed(
    game: Game,
    seat: Seat | None,
    key: str,
    played: Adjudication | None,
    worded: Words,
    picture: maps.Drawn | None = None,
) -> Report:
    """What the archive is to keep; a map only of what is mailed: others are drawn when somebody asks for
    them."""
    report = Report(
        game=game,
        seat=seat,
        adjudication=played,
        phase=played.phase if played else game.phase,
        key=key,
        subject=worded.subject[:200],
        text=worded.text,
        html=worded.html,
        picture=maps.drawn(picture, MapSize.LARGE) if worded.html else None,
        head_hash=game.head_hash,
    )
    report.seal = seals.of_report(game.uuid, report)
    return report


def _owe_report(game: Game, seat: Seat, facts: Facts, key: str, worded: Words) -> None:
    pictures_shown = [one for one in enclosed.pictures(facts) if f"cid:{one.name}" in worded.html]
    first = key == "start" or key.startswith(("address-", "renewed-"))
    _owe(
        game,
        seat,
        keys.report_key(seat, game, key),
        OutboundKind.REPORT,
        worded,
        pictures_shown,
        at_once=first,
    )


def _owe(
    game: Game,
    seat: Seat,
    key: str,
    kind: OutboundKind,
    worded: Words,
    shown: Sequence[Picture] = (),
    root: OutboundMail | None = None,
    at_once: bool = False,
) -> None:
    """A mail to the seat's player, if a person with an address sits there and wants mail; ``at_once``: even
    if he wants one mail a day."""
    if not seat.email or seat.captain or not seat.wants_mail:
        return
    letter = Letter(
        message_id=outbox.message_id(key, game),
        to=seat.email,
        sender_name=_title(seat, game),
        sender=game_address(game),
        subject=worded.subject,
        date=timezone.now(),
        text=worded.text,
        html=worded.html if seat.html_mail else "",
        pictures=shown,
        reply_to=seats.reply_address(seat, game.phase),
        in_reply_to=root.message_id if root else "",
        references=[root.message_id] if root else [],
        list_id=f"{game.title} <g{game.number}.{settings.MAIL_DOMAIN}>",
        loop_id=loop_id(),
        headers=leaving.headers(seat),
    )
    outbox.enqueue(
        key,
        kind,
        to=seat.email,
        subject=worded.subject,
        rendered=compose(letter),
        game=game,
        seat=seat,
        state=OutboundState.PENDING if at_once else daily.state_of(seat, game, kind),
    )


def _title(seat: Seat, game: Game) -> str:
    """The game's title as its player calls it."""
    with in_language_of(seat):
        return engine.named(game.title)


def last_report(seat: Seat) -> OutboundMail | None:
    """The mail to whose thread everything else of the phase belongs."""
    reports = rows.rows(OutboundMail, _LAST_REPORT, seat.pk, OutboundKind.REPORT)
    return reports[0] if reports else None


# without its bytes: its pictures are large
_LAST_REPORT = """
    SELECT id, message_id FROM games_outboundmail WHERE seat_id = %s AND kind = %s ORDER BY id DESC LIMIT 1
"""


def game_address(game: Game) -> str:
    return f"game-{game.number}@{settings.MAIL_DOMAIN}"


def loop_id() -> str:
    """How this server knows its own mail when it comes back."""
    return f"pbem@{settings.MAIL_DOMAIN}"

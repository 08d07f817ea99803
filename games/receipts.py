"""Answers to mails: the receipt for orders, line by line, and the few other things a player may have to be told.

Every answer is owed under a key made from the mail it answers, so a mail that is read twice is answered once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games import brakes, notes, outbox, rehearsals, seats
from games.languages import in_the_players_language
from games.models import Game, InboundMail, OutboundKind, Report, Seat
from games.reports import lists, words
from games.reports.build import game_address, last_report, loop_id
from games.reports.layout import harmless, listed, wrapped
from games.reports.text import muster, squeezed
from games.submissions import Status, Submission
from pbem.mail.headers import clean
from pbem.mail.reader import WARNINGS, ReadMail
from pbem.mail.writer import Letter, Picture, compose
from rules import engine

MOST_LINES = 200
MOST_UNREADABLE = 10
UNREADABLE_WITHOUT_SUCCESS = 5
POST_HELP = (
    "For the post office, each in a line of its own: MAP; NOACK (no receipt for this mail), QUIET ON (for none), DIGEST ON (one "
    "mail a day for all your games), MAIL OFF; NEW ADDRESS, ADDRESS ADD and an address, ACCEPT QUOTED; NO LETTERS FROM and "
    "a player. A letter to a player stands between PRESS TO and the name, and END PRESS."
)
_NUMBER = re.compile(r"\d+")
_OK, _NOTE = engine.Verdict.OK, engine.Verdict.NOTE
_BAD = (engine.Verdict.AMBIGUOUS, engine.Verdict.UNREADABLE, engine.Verdict.ILLEGAL)


class Answered(msgspec.Struct, frozen=True):
    """One line of the transcript as it is shown: the line, the verdict's word and colour, what is said to it, and the
    ``details`` of what was tried, a line each."""

    line: str
    word: str
    mark: str
    said: str
    rule: str = ""
    details: tuple[str, ...] = ()


class Block(msgspec.Struct, frozen=True):
    """A titled piece of an answer; ``pre`` keeps its lines as they are, ``columns`` keeps them from being broken too;
    ``picture`` stands above it in HTML."""

    text: str
    title: str = ""
    pre: bool = False
    columns: bool = False
    picture: Picture | None = None


# the transcript


def transcript(reading: engine.Reading) -> tuple[list[Answered], str]:
    """(what is said to each line that needs an answer, a closing remark when lines were left out)."""
    said: list[Answered] = []
    unreadable = 0
    most = MOST_UNREADABLE if reading.accepted else UNREADABLE_WITHOUT_SUCCESS
    for line in reading.lines:
        if line.verdict is engine.Verdict.COMMENT or (
            line.verdict is engine.Verdict.COMMAND and not line.message
        ):
            continue
        unreadable += line.verdict is engine.Verdict.UNREADABLE
        if unreadable <= most or line.verdict is not engine.Verdict.UNREADABLE:
            said.append(_answered(line))
    if unreadable > most:
        left = words.more_lines(unreadable - most)
        return said[:MOST_LINES], gettext(
            "{left} could not be understood either and are not shown. HELP brings the words."
        ).format(left=left)
    if len(said) > MOST_LINES:
        return said[:MOST_LINES], gettext("{left} were read and are not shown.").format(
            left=words.more_lines(len(said) - MOST_LINES)
        )
    return said, ""


def _answered(line: engine.LineReading) -> Answered:
    sentences = [part.strip() for part in line.message if part.strip()]
    if line.verdict in _BAD:
        if line.suggestion and not any(line.suggestion in part for part in sentences):
            sentences.append(gettext("Did you mean {suggestion}?").format(suggestion=line.suggestion))
        rule = " ".join(part for part in (line.rule, line.code) if part)
        return Answered(
            line.line, gettext("to mend:"), "mend", _sentences(sentences) or gettext("not understood."), rule
        )
    if _reads_otherwise(line) and not any(line.canonical in part for part in sentences):
        sentences.insert(0, line.canonical)
    word, mark = (gettext("note"), "note") if line.verdict is _NOTE else (gettext("ok"), "ok")
    return Answered(line.line, word, mark, _sentences(sentences), line.rule, line.details)


def _reads_otherwise(line: engine.LineReading) -> bool:
    """Whether the order as it stands is worth showing beside the line as written."""
    return bool(line.canonical) and line.canonical.casefold().split() != line.line.casefold().split()


def _sentences(parts: Sequence[str]) -> str:
    return " ".join(part if part.endswith((".", "?", "!", ":")) else f"{part}." for part in parts)


def transcript_text(said: Sequence[Answered]) -> str:
    lines: list[str] = []
    for answer in said:
        lines += wrapped(clean(answer.line, 300), "> ")
        lines += wrapped(
            answer.said, f"  {answer.word:<8} "[: max(9, len(answer.word) + 3)], " " * 9, margin=answer.rule
        )
        for detail in answer.details:
            lines += wrapped(detail, " " * 9, " " * 11)
    return "\n".join(lines)


# the receipt for orders


@in_the_players_language
def receipt(
    mail: InboundMail,
    seat: Seat,
    submission: Submission,
    read: ReadMail,
    notes: Sequence[str] = (),
    told: Sequence[Block] = (),
) -> None:
    """Owe the receipt for a submission; called inside the transaction that files it. ``told``: what the post office says
    besides."""
    reading = submission.reading
    if reading is None:
        explain(
            mail,
            seat,
            submission.game,
            _subject_of_refusal(submission.status),
            [Block(refusal(submission)), *told],
        )
        return
    game = submission.game
    said, left_out = transcript(reading)
    context = {
        "opening": _opening(mail, game, seat, submission),
        "said": said,
        "transcript": transcript_text(said),
        "left_out": left_out,
        "orders": reading.orders,
        "standing": reading.standing,
        "idle": listed(reading.idle),
        "tried": submission.status is Status.TRIED,
        "changed": submission.status is Status.FILED,
        "extras": [*told, *_extras(submission, seat, read, notes)],
        "undo": gettext("To take all back: CLEAR. To test without changing anything: TRY on top."),
        "escrow": submission.escrow,
    }
    subject = _subject(submission)
    _owe(mail, seat, game, subject, "receipt", context, said=_said(submission, subject))


def _said(submission: Submission, subject: str) -> str:
    """The fingerprint of a receipt that tells of no change and answers no question: an echo of our own mails, or a form
    letter with another number in it each time, gets no second one."""
    reading = submission.reading
    if reading is None or submission.status is not Status.UNCHANGED or _asks(reading):
        return ""
    lines = [_NUMBER.sub("", line.line) for line in reading.lines if line.verdict in _BAD]
    return brakes.fingerprint(subject, [*lines, *reading.orders, *reading.standing])


def has_nothing_to_mend(submission: Submission) -> bool:
    """Orders that stand, with no word to say about them and nothing asked."""
    reading = submission.reading
    filed = submission.status in (Status.FILED, Status.UNCHANGED)
    return (
        filed and reading is not None and not reading.troubled and not _asks(reading) and reading.accepted > 0
    )


def _asks(reading: engine.Reading) -> bool:
    """Whether something was asked that only a receipt can answer."""
    return any(
        command.split()[0] in ("help", "status", "report", "test", "try") for command in reading.commands
    )


def _subject(submission: Submission) -> str:
    reading = submission.reading
    assert reading is not None
    stand = ngettext("{number} stands", "{number} stand", reading.accepted).format(number=reading.accepted)
    mend = gettext(", {troubled} to mend").format(troubled=reading.troubled) if reading.troubled else ""
    if submission.status is Status.TRIED:
        return gettext("only tried, nothing filed: {accepted} would stand{mend}").format(
            accepted=reading.accepted, mend=mend
        )
    asking = engine.asking_of(reading)
    if submission.status is Status.UNCHANGED and asking is not None and not reading.accepted:
        return (
            gettext("you will be asked{mend}").format(mend=mend)
            if asking
            else gettext("you are asked nothing any more{mend}").format(mend=mend)
        )
    if submission.status is Status.UNCHANGED and not reading.accepted and not reading.troubled:
        if "test" in reading.commands:
            return gettext("what your standing orders would have done")
        return (
            gettext("help")
            if any(c.startswith("help") for c in reading.commands)
            else gettext("nothing changed")
        )
    if submission.status is Status.UNCHANGED:
        return gettext("nothing changed{mend}").format(mend=mend)
    if not reading.accepted and not reading.troubled and any(c.startswith("clear") for c in reading.commands):
        return gettext("orders taken back")
    if not reading.accepted and not reading.troubled and "salt" in reading.commands:
        return gettext("your word is mixed into the dice")
    return gettext("orders received: {stand}{mend}").format(stand=stand, mend=mend)


def _opening(mail: InboundMail, game: Game, seat: Seat, submission: Submission) -> str:
    text = gettext("Received {moment}; ").format(moment=words.moment(mail.received_at, seat))
    if game.phase_due:
        due = f"{words.moment(game.phase_due, seat)} ({words.until(game.phase_due)})"
        text += gettext("deadline of {phase_title} {due}.").format(
            phase_title=engine.translated(game.phase_title), due=due
        )
    else:
        text += gettext("for {phase_title}.").format(phase_title=engine.translated(game.phase_title))
    if submission.mending:
        text += gettext(
            " The phase waits {span} for what you still have to write; a line FINAL goes on without it."
        ).format(span=words.span(timedelta(minutes=game.mending_minutes)))
    elif submission.lacking and seat.awaited:
        text += gettext(
            " No order for this phase stands yet, so it waits for you; FINAL in a line of its own closes it as it is."
        )
    return text


def _extras(submission: Submission, seat: Seat, read: ReadMail, notes: Sequence[str]) -> list[Block]:
    """What was asked for with HELP, STATUS and REPORT, and what the player should know about his mail."""
    reading = submission.reading
    assert reading is not None
    blocks = [*lines_not_read(read), *(Block(note) for note in notes)]
    blocks += [Block(gettext(WARNINGS[code])) for code in read.warnings if code in WARNINGS]
    for command in dict.fromkeys(reading.commands):
        word, _, about = command.partition(" ")
        if word == "help":
            blocks.append(Block(_help(about), gettext("THE WORDS OF ORDERS"), pre=True))
        elif word == "status":
            blocks.append(Block(_status(submission, seat), gettext("HOW IT STANDS"), pre=True, columns=True))
        elif word == "report":
            blocks += _last_report(seat)
        elif word == "test":
            tested = reading.tests or reading.standing
            blocks.append(
                Block(rehearsals.told(seat, tested), gettext("WHAT THEY WOULD HAVE DONE"), pre=True)
            )
    if any(line.verdict is engine.Verdict.UNREADABLE for line in reading.lines):
        blocks += _words_we_know(reading)
    return blocks


def _words_we_know(reading: engine.Reading) -> list[Block]:
    """For lines that could not be read: all words if nothing else of the mail could be either, else a hint."""
    if any(command.startswith("help") for command in reading.commands):
        return []
    silent = (engine.Verdict.UNREADABLE, engine.Verdict.COMMENT)
    if all(line.verdict in silent for line in reading.lines):
        return [Block(_help(), gettext("THE WORDS OF ORDERS"), pre=True)]
    return [Block(gettext("A line HELP brings the words of all orders, HELP MOVE those of one."))]


def _help(about: str = "") -> str:
    """Help on a word of the umpire; on all of them, and what the post office understands besides."""
    if about:
        return engine.verb_help(about)
    return "\n".join([engine.verb_help(), "", *wrapped(POST_HELP)])


def lines_not_read(read: ReadMail) -> list[Block]:
    """Order-like lines that were deliberately not carried out; nothing is passed over in silence."""
    blocks = []
    if read.late_orders:
        where = (
            gettext("outside of your #ORDERS block")
            if read.block is not None
            else gettext("below the end or in the signature")
        )
        blocks.append(
            Block(
                _quoted(read.late_orders),
                gettext("FOUND {where}, NOT CARRIED OUT").format(where=where.upper()),
                pre=True,
            )
        )
    talk = [line for line in read.talk if read.orders]
    if talk:
        blocks.append(Block(_quoted(talk[:3]), gettext("TAKEN AS TALK, NOT AS ORDERS"), pre=True))
    return blocks


def _quoted(lines: Sequence[str]) -> str:
    shown = [part for line in lines[:20] for part in wrapped(clean(line, 300), "> ")]
    return "\n".join(
        [*shown, gettext("  and {number} more").format(number=len(lines) - 20)] if len(lines) > 20 else shown
    )


def _status(submission: Submission, seat: Seat) -> str:
    situation = engine.situation(submission.battle, seat.name)
    told = lists.muster(situation) if seat.lists else muster(situation)
    return "\n".join(told).strip("\n")


def _last_report(seat: Seat) -> list[Block]:
    report = Report.objects.filter(seat=seat).order_by("-pk").first()
    return [Block(report.text, gettext("YOUR LAST REPORT"), pre=True, columns=True)] if report else []


# everything else a player may have to be told


def refusal(submission: Submission) -> str:
    """Why nothing was read."""
    game = submission.game
    match submission.status:
        case Status.PHASE_OVER:
            return gettext(
                "This mail was meant for a phase that is over; nothing in it was carried out. Open now is {phase_title}. Reply to the newest report: its address is the one that counts."
            ).format(phase_title=engine.translated(game.phase_title))
        case Status.GAME_OVER:
            return gettext("The game is over; orders are not taken any more. Its archive stays open to you.")
        case Status.MOVED:
            return gettext(
                "The game is not played on this server any more; nothing in your mail was carried out. It goes on where your newest report came from: reply to that one."
            )
        case Status.NOT_STARTED:
            return gettext(
                "The game has not begun: a seat is still free. Your orders were not filed; you will be told."
            )
        case _:
            return gettext(
                "The game is stopped and its game master is told. Your mail is kept, but nothing in it was carried out. Please send it again when the game goes on."
            )


def _subject_of_refusal(status: Status) -> str:
    return {
        Status.PHASE_OVER: gettext("too late for that phase, nothing carried out"),
        Status.GAME_OVER: gettext("the game is over"),
        Status.MOVED: gettext("the game is played elsewhere"),
        Status.NOT_STARTED: gettext("the game has not begun"),
    }.get(status, "the game is stopped")


def explain(
    mail: InboundMail,
    seat: Seat,
    game: Game,
    subject: str,
    blocks: Sequence[Block],
    key: str = "",
    reply_to: str = "",
) -> None:
    """Owe an answer that is no receipt. ``key``: say it only once, whichever mail asks for it; ``reply_to``: another
    address than that for orders."""
    said = brakes.fingerprint(subject, [block.text for block in blocks])
    _owe(mail, seat, game, subject, "answer", {"extras": list(blocks)}, key, said, reply_to)


def answer_key(mail: InboundMail, seat: Seat, said: str) -> str:
    """The one answer to one mail of one seat, however often and by whatever ways the mail arrives."""
    digest = hashlib.sha256(f"{mail.message_id}\n{said}".encode(errors="replace")).hexdigest()
    return f"answer:{seat.pk}:{digest[:32]}"


def _owe(
    mail: InboundMail,
    seat: Seat,
    game: Game,
    subject: str,
    template: str,
    context: dict[str, Any],
    key: str = "",
    said: str = "",
    reply_to: str = "",
) -> None:
    if not seat.email or seat.no_mail:
        return
    if not brakes.may_answer(seat.email, said):
        if said and brakes.is_unusual():
            notes.tell_of_the_breaker(game)
        return
    key = key or answer_key(mail, seat, str(mail.parsed.get("said", "")))
    tagged = f"Re: [{words.tag(game)}] {subject}"
    shared = {
        **context,
        "subject": tagged,
        "game": game,
        "seat": seat,
        "page": f"{settings.BASE_URL}/g/{game.pk}",
    }
    extras: list[Block] = context.get("extras", [])
    root = last_report(seat)
    letter = Letter(
        message_id=outbox.message_id(key),
        to=seat.email,
        sender_name=game.title,
        sender=game_address(game),
        subject=tagged,
        date=timezone.now(),
        text=harmless(
            squeezed(render_to_string(f"mail/{template}.txt", {**shared, "blocks": _as_text(extras)}))
        ),
        html=render_to_string(f"mail/{template}.html", {**shared, "blocks": extras})
        if seat.html_mail
        else "",
        pictures=[block.picture for block in extras if block.picture] if seat.html_mail else [],
        kind="auto-replied",
        reply_to=reply_to or seats.reply_address(seat, game.phase),
        in_reply_to=mail.message_id if mail.message_id.startswith("<") else "",
        references=[i for i in (root.message_id if root else "", mail.message_id) if i.startswith("<")],
        loop_id=loop_id(),
    )
    outbox.enqueue(
        key,
        OutboundKind.RECEIPT,
        to=seat.email,
        subject=tagged,
        rendered=compose(letter),
        game=game,
        seat=seat,
        in_reply_to=mail,
        said=said,
    )


def _as_text(blocks: Sequence[Block]) -> str:
    parts = []
    for block in blocks:
        lines = block.text.split("\n") if block.pre else wrapped(block.text)
        parts.append("\n".join([block.title, *lines] if block.title else lines))
    return "\n\n".join(parts)

"""The receipt for orders: what was read in a mail, what stands, and what was asked for with HELP, STATUS and
the like; or why nothing was read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop, ngettext

from games.answers import (
    asked_beside,
    bounds,
    brakes,
    elsewhere,
    mail_words,
    own_words,
    refusals,
    replies,
    stands,
    subject_lines,
    transcript,
    tried_ways,
)
from games.answers.replies import Block
from games.answers.tested import told as told_by_test
from games.models import Game, GameState, InboundMail, Report, Seat, rows
from games.play.submissions import Status, Submission
from games.record import kin
from games.reports import families, lists, words
from games.reports.layout import fitted, wrapped
from games.reports.text import muster
from pbem.mail.headers import clean
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail
from rules import engine

POST_HELP = gettext_noop(
    "For the post office, each in a line of its own: MAP; TABLE (and a name); NOACK (no receipt for this "
    "mail), QUIET ON (for none), DIGEST ON (one mail a day for all your games), MAIL OFF; NEW ADDRESS, "
    "ADDRESS ADD and an address; ACCEPT for what we asked back; UNDO for your last mail; NO LETTERS FROM and "
    "a player; SURRENDER, OFFER DRAW; AWAY. A letter to a player stands between PRESS TO and the name, and "
    "END PRESS; PRESS TO GM reaches the game master."
)
_NUMBER = re.compile(r"\d+")
FRAME = 11  # lines of every receipt that are neither said to a line, nor an order, nor a block
SURE_TO_STAND = 8  # lines of what stands that are shown whatever else was said


def receipt(
    mail: InboundMail,
    seat: Seat,
    submission: Submission,
    read: ReadMail,
    notes: Sequence[str] = (),
    told: Sequence[Block] = (),
    reply_to: str = "",
) -> None:
    """Owe the receipt for a submission; called inside the transaction that files it. ``told``: what the post
    office says besides; ``reply_to``: the address for orders in this phase, if it is at hand."""
    reading = submission.reading
    if reading is None:
        subject = refusals.subject(submission.status)
        replies.explain(
            mail,
            seat,
            submission.game,
            subject,
            [Block(refusals.words(submission.status, submission.game, seat)), *told],
        )
        return
    game = submission.game
    if submission.status is Status.UNCHANGED and own_words.wrote_no_order(reading):
        noted = [*(Block(note) for note in notes), *told, *lines_not_read(read)]
        own_words.tell_no_order(mail, seat, game, submission.battle, read, noted, reply_to)
        return
    played_now = _is_played_now(submission, seat)
    opening = _opening(mail, game, seat, submission, played_now)
    tried = [*tried_ways.would_stand(submission, seat), *tried_ways.drawn(submission, seat)]
    blocks = list(dict.fromkeys([*told, *tried, *_extras(submission, seat, read, notes)]))
    parts = _within_bounds(seat, submission, blocks, len(wrapped(opening)))
    context = {
        **parts,
        "opening": opening,
        "salt": reading.salt,
        "nothing": not reading.orders and not reading.standing,
        "until_changed": bool(reading.standing),
        "idle": bounds.names(reading.idle),
        "tried": submission.status is Status.TRIED,
        "changed": submission.status is Status.FILED,
        "undo": ""
        if played_now
        else gettext(
            "To take all back: CLEAR, this mail alone: UNDO. To test without changing anything: TRY on top."
        ),
        "escrow": submission.escrow,
    }
    subject = _subject(submission)
    replies.owe(
        mail,
        seat,
        game,
        subject,
        "receipt",
        context,
        said=_said(submission, subject),
        reply_to=reply_to,
        changed=submission.status is Status.FILED,
    )


def _within_bounds(
    seat: Seat, submission: Submission, blocks: Sequence[Block], opening: int
) -> dict[str, object]:
    """What was said to the lines, what stands, and the other blocks of a receipt, in about a hundred lines
    of text. Where that is too little, the list of what stands is shortened first, to that which was not just
    said, then what is said to lines that stand, then help and the like; only then the answers become a line
    each."""
    reading = submission.reading
    assert reading is not None
    page = replies.seat_page(seat)
    room = bounds.MOST_LINES - opening - _frame(submission, reading)
    answers = transcript.answers(reading)
    most, pointed, briefest = transcript.heights(answers)
    wanted = sum(bounds.height(block) for block in blocks if not block.whole)
    shown, left_out = transcript.of(answers, max(room - wanted, briefest))
    stand = stands.whole(reading)
    if most + stand.height + wanted > room:
        stand = stands.not_said(reading, shown)
    beside = min(stand.height, SURE_TO_STAND) + bounds.least(blocks, dropping=True)
    spoken = max(room - stand.height - wanted, min(pointed, room - stand.height - bounds.least(blocks)))
    spoken = min(most, max(spoken, min(briefest, room - beside)))
    shown, left_out = transcript.of(answers, spoken, page)
    if stand != stands.whole(reading):
        stand = stands.not_said(reading, shown)
    left = room - transcript.height(shown) - len(wrapped(left_out) if left_out else ())
    stand = stands.within(stand, max(left - min(wanted, bounds.least(blocks)), SURE_TO_STAND), page)
    return {
        "said": shown,
        "transcript": transcript.as_text(shown),
        "left_out": left_out,
        "stands": stand,
        "extras": bounds.blocks(blocks, left - stand.height, page),
    }


def _frame(submission: Submission, reading: engine.Reading) -> int:
    """The lines of a receipt besides its opening, what is said, what stands and the blocks."""
    tried = 2 if submission.status is Status.TRIED else 0
    idle = len(wrapped(bounds.names(reading.idle))) + 1 if reading.idle else 0
    return FRAME + tried + idle + (2 if reading.salt else 0) + (2 if submission.escrow else 0)


def _said(submission: Submission, subject: str) -> str:
    """The fingerprint of a receipt that tells of no change and answers no question: an echo of our own mails,
    or a form letter with another number in it each time, gets no second one."""
    reading = submission.reading
    if reading is None or submission.status is not Status.UNCHANGED or _asks(reading):
        return ""
    lines = [_NUMBER.sub("", line.line) for line in reading.lines if line.verdict in transcript.TO_MEND]
    return brakes.fingerprint(subject, [*lines, *reading.orders, *reading.standing])


def has_nothing_to_mend(submission: Submission) -> bool:
    """Orders that stand, with no word to say about them and nothing asked."""
    reading = submission.reading
    filed = submission.status in (Status.FILED, Status.UNCHANGED)
    return (
        filed
        and reading is not None
        and not reading.troubled
        and not submission.unread
        and not _asks(reading)
        and reading.accepted > 0
    )


def _asks(reading: engine.Reading) -> bool:
    """Whether something was asked that only a receipt can answer."""
    return any(line.asked for line in reading.lines) or any(
        command.split()[0] in ("help", "status", "report", "test", "try") for command in reading.commands
    )


def _subject(submission: Submission) -> str:
    reading = submission.reading
    assert reading is not None
    stand = ngettext("{number} stands", "{number} stand", reading.accepted).format(number=reading.accepted)
    barred = sum(line.barred for line in reading.lines)
    mend = gettext(", {barred} not possible as things are").format(barred=barred) if barred else ""
    mend += gettext(", {troubled} to mend").format(troubled=reading.troubled) if reading.troubled else ""
    mend += (
        gettext(", {unread} not carried out").format(unread=submission.unread) if submission.unread else ""
    )
    if submission.status is Status.TRIED:
        return gettext("only tried, nothing filed: {accepted} would stand{mend}").format(
            accepted=reading.accepted, mend=mend
        )
    if "final" in reading.commands and not reading.accepted and not reading.troubled:
        number = len(reading.orders)
        return ngettext("final, {number} order stands", "final, {number} orders stand", number).format(
            number=number
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
        if any(c.startswith("help") for c in reading.commands):
            return gettext("help")
        return gettext("your question") if _asks(reading) else gettext("nothing changed")
    if submission.status is Status.UNCHANGED:
        return gettext("nothing changed{mend}").format(mend=mend)
    if not reading.accepted and not reading.troubled and any(c.startswith("clear") for c in reading.commands):
        return gettext("orders taken back")
    if not reading.accepted and not reading.troubled and "salt" in reading.commands:
        return gettext("your word is mixed into the dice")
    return gettext("orders received: {stand}{mend}").format(stand=stand, mend=mend)


def _opening(mail: InboundMail, game: Game, seat: Seat, submission: Submission, played_now: bool) -> str:
    text = gettext("Received {moment}; ").format(moment=words.moment(mail.received_at, seat))
    if game.phase_due:
        due = f"{words.moment(game.phase_due, seat)} ({words.until(game.phase_due)})"
        text += gettext("deadline of {phase_title}: {due}.").format(
            phase_title=engine.translated(game.phase_title), due=due
        )
    else:
        text += gettext("for {phase_title}.").format(phase_title=engine.translated(game.phase_title))
    if game.state == GameState.RESTING:
        text += f" {families.rests(game, kin.known(game, seat.name))}"
    elif submission.waits_until and seat.awaited:
        text += " " + waiting(submission, seat)
    elif played_now:
        text += " " + gettext("Everybody's orders are in: the phase is played now.")
    elif submission.lacking and seat.awaited:
        text += gettext(
            " No order for this phase stands yet, so it waits for you; FINAL in a line of its own closes it "
            "as it is."
        )
    return text


def _is_played_now(submission: Submission, seat: Seat) -> bool:
    """Whether nothing keeps the phase open any more, once this is written."""
    done = submission.status is Status.FILED and not (submission.waits_until or submission.lacking)
    if not (done and seat.awaited):
        return False
    now, opened = timezone.now(), submission.game.opened_seq
    return all(
        one.filed_seq > opened and (one.pk == seat.pk or one.mends_until is None or one.mends_until <= now)
        for one in rows.rows(Seat, _WAITED_FOR, seat.game_id)
    )


_WAITED_FOR = "SELECT id, filed_seq, mends_until FROM games_seat WHERE game_id = %s AND awaited"


def waiting(submission: Submission, seat: Seat) -> str:
    """For what the phase waits, how long, and what ends it."""
    until = submission.waits_until
    assert until is not None
    due = submission.game.phase_due
    ends = min(until, due) if due else until
    span, moment = words.span(ends - timezone.now()), words.moment(ends, seat)
    names = bounds.names(submission.forgotten)
    if submission.mending:
        unmended = bounds.names(submission.unmended)
        text = (
            gettext(
                "The phase waits {span}, until {moment}, for what to do with {names}; a line FINAL goes on "
                "without it."
            ).format(span=span, moment=moment, names=unmended)
            if unmended
            else gettext(
                "The phase waits {span}, until {moment}, for what you still have to write; a line FINAL goes "
                "on without it."
            ).format(span=span, moment=moment)
        )
        more = gettext("In contact or with somebody in range, and without an order: {names}.")
        return f"{text} {more.format(names=names)}" if names else text
    return gettext(
        "In contact or with somebody in range, and without an order: {names}. So the phase waits {span}, "
        "until {moment}, in case you change your mind; a line FINAL goes on at once."
    ).format(names=names, span=span, moment=moment)


def _extras(submission: Submission, seat: Seat, read: ReadMail, notes: Sequence[str]) -> list[Block]:
    """What was asked for with HELP, STATUS and REPORT, and what the player should know about his mail."""
    reading = submission.reading
    assert reading is not None
    meant_elsewhere = elsewhere.found(seat, reading.lines)
    taken = {line.strip() for lines in meant_elsewhere.values() for line in lines}
    talk = [line for line in own_words.talk(read, reading) if line not in taken]
    blocks = [*elsewhere.blocks(meant_elsewhere), *own_words.talk_block(talk), *lines_not_read(read)]
    blocks += [Block(note) for note in notes]
    blocks += [Block(warning) for warning in mail_words.warnings(read)]
    if not reading.accepted:
        blocks += map(Block, subject_lines.not_read(read))
    for command in dict.fromkeys(reading.commands):
        word, _, about = command.partition(" ")
        if word in asked_beside.SHORT and reading.accepted:
            blocks.append(asked_beside.block(submission, seat.name, word, about))
        elif word == "help":
            blocks.append(_words_of_orders(submission.battle, seat, about))
        elif word == "status":
            alone = len(reading.lines) == 1
            status = _status(submission, seat)
            blocks.append(Block(status, gettext("How it stands"), pre=True, columns=True, whole=alone))
        elif word == "language" and (family := families.meant(seat)):
            blocks.append(Block(family))
        elif word == "report":
            blocks += _last_report(seat)
        elif word == "test":
            tested = reading.tests or reading.standing
            blocks.append(Block(told_by_test(seat, tested), gettext("What they would have done"), pre=True))
    if any(line.verdict is engine.Verdict.UNREADABLE and not line.guesses for line in reading.lines):
        blocks += _words_we_know(submission.battle, seat, reading)
    return blocks


def _words_we_know(battle: engine.Table, seat: Seat, reading: engine.Reading) -> list[Block]:
    """For lines that could not be read: examples of what could be ordered now if nothing else of the mail
    could be read either, else a hint."""
    if any(command.startswith("help") for command in reading.commands):
        return []
    silent = (engine.Verdict.UNREADABLE, *transcript.SILENT)
    if all(line.verdict in silent for line in reading.lines):
        return [Block(asked_beside.short_help(battle, seat.name), pre=True)]
    hint = gettext("A line HELP brings the words of all orders, HELP {word} those of one.").format(
        word=words.first_order(engine.scale_of(battle))
    )
    return [Block(hint, hint=True)]


def _words_of_orders(battle: engine.Table, seat: Seat, about: str = "") -> Block:
    """Help on a word of the umpire; on all of them, and what the post office understands besides."""
    told = engine.battle_help(battle, about, seat.name)
    lines = [short for line in told.split("\n") for short in fitted(line)]
    lines += [] if about else ["", *wrapped(gettext(POST_HELP))]
    page = f"{settings.BASE_URL}/orders"
    return Block("\n".join(lines), gettext("The words of orders"), pre=True, page=page)


def lines_not_read(read: ReadMail) -> list[Block]:
    """Order-like lines that were deliberately not carried out; nothing is passed over in silence."""
    blocks = []
    obeyed = engine.is_command if read.block is not None else engine.is_final
    late = [line for line in read.late_orders if not obeyed(line)]
    if late:
        where = (
            gettext("outside of your #ORDERS block")
            if read.block is not None
            else gettext("below the end or in the signature")
        )
        blocks.append(
            Block(
                _quoted(late),
                gettext("Found {where}, not carried out").format(where=where),
                pre=True,
                quotes=True,
            )
        )
    if theirs := read.of(LineClass.ELSEWHERE):
        found = gettext("Found in an order form of another game or phase, not carried out")
        how = gettext("Each form goes by itself, in a reply to a mail of its own game.")
        blocks.append(Block(f"{_quoted(theirs)}\n{how}", found, pre=True, quotes=True))
    return blocks


def _quoted(lines: Sequence[str]) -> str:
    shown = [part for line in lines[:20] for part in wrapped(clean(line, 300), "> ")]
    return "\n".join(
        [*shown, gettext("  and {number} more").format(number=len(lines) - 20)] if len(lines) > 20 else shown
    )


def _status(submission: Submission, seat: Seat) -> str:
    situation = engine.situation(submission.battle, seat.name)
    told = lists.muster(situation) if seat.lists else muster(situation)
    aims = [line for sentence in situation.victory for line in wrapped(sentence, " ", "   ")]
    return "\n".join([*told, *(["", f"{gettext('What is fought for')}:", *aims] if aims else [])]).strip("\n")


def _last_report(seat: Seat) -> list[Block]:
    report = Report.objects.filter(seat=seat).order_by("-pk").first()
    return (
        [Block(report.text, gettext("Your last report"), pre=True, columns=True, whole=True)]
        if report
        else []
    )


# everything else a player may have to be told

"""Lines of a mail that are for the post office and not for the umpire: addresses, how much mail, the map.

Each stands alone on its line; what the umpire's own commands are (HELP, STATUS, TRY ...), the rules know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

import msgspec
from django.conf import settings
from django.utils.translation import gettext, gettext_noop

from games.answers import table_blocks
from games.answers.replies import Block
from games.clockwork.failpoints import failpoint
from games.gate import away, endings, fighting
from games.gate.away import WHEN
from games.letters import addressees
from games.models import Game, InboundMail, MapSize, OutboundMail, OutboundState, Report, Seat
from games.people import addresses, unsubscribing
from games.play import guests
from games.play.endings import Wish
from games.record import eventlog
from games.reports import families, maps
from games.reports.text import muster
from games.seats import seats
from pbem.mail.headers import clean
from pbem.mail.lines import LineClass, MailLine
from pbem.mail.reader import ReadMail
from pbem.mail.writer import Picture
from rules import engine

MOST = 10  # of a mail
_LONGEST_LINE = 300


class PostCommand(StrEnum):
    """What the post office is asked for."""

    NEW_ADDRESS = "new address"
    ADD_ADDRESS = "address add"
    REMOVE_ADDRESS = "address remove"
    MAIL_ON = "mail on"
    MAIL_OFF = "mail off"
    QUIET_ON = "quiet on"
    QUIET_OFF = "quiet off"
    DIGEST_ON = "digest on"
    DIGEST_OFF = "digest off"
    EACH_PHASE = "mail every phase"
    EACH_TURN = "mail every turn"
    CAPTAIN_FIGHTS = "fights captain"
    FIGHTS_MYSELF = "fights myself"
    INVITE = "invite"
    MAP = "map"
    TABLE = "table"
    NO_RECEIPT = "noack"
    ACCEPT = "accept"
    NO_LETTERS = "no letters from"
    LETTERS = "letters from"
    SURRENDER = "surrender"
    FIGHT_ON = "no surrender"
    DRAW = "draw"
    NO_DRAW = "no draw"
    UNDO = "undo"
    AWAY = "away"


class Asked(msgspec.Struct, frozen=True):
    """A command, the address or player that it is about, if any, and the line. ``above``: how many lines read
    as orders stand above it."""

    command: PostCommand
    about: str
    line: str
    above: int = 0


ASKING = frozenset((PostCommand.MAP, PostCommand.TABLE, PostCommand.NO_RECEIPT, PostCommand.ACCEPT))
"""What changes nothing by itself."""
LEADERS = frozenset((PostCommand.CAPTAIN_FIGHTS, PostCommand.FIGHTS_MYSELF, PostCommand.INVITE))
"""Who leads a player's men in a fight."""
SENSITIVE = frozenset((PostCommand.ADD_ADDRESS, PostCommand.INVITE, PostCommand.MAIL_OFF))
"""What could shut a player out if somebody else asked for it: never done for a sender whom nobody
vouches for (``is_sensitive``)."""

_WORDS = (
    (r"(?:new|renew) address", PostCommand.NEW_ADDRESS),
    (r"(?:address add|add address) <?(?:mailto:)?(?P<about>[^\s<>]+@[^\s<>]+?)>?", PostCommand.ADD_ADDRESS),
    (r"(?:address remove|remove address) <?(?:mailto:)?(?P<about>[^\s<>]+@[^\s<>]+?)>?",
     PostCommand.REMOVE_ADDRESS),
    (r"mail on", PostCommand.MAIL_ON),
    (r"mail off", PostCommand.MAIL_OFF),
    (r"quiet(?: on)?", PostCommand.QUIET_ON),
    (r"quiet off", PostCommand.QUIET_OFF),
    (r"digest(?: on)?", PostCommand.DIGEST_ON),
    (r"digest off", PostCommand.DIGEST_OFF),
    (r"mail (?:me )?(?:after )?(?:every|each) phase", PostCommand.EACH_PHASE),
    (r"mail (?:me )?(?:after )?(?:every|each) (?:game )?turn", PostCommand.EACH_TURN),
    (r"fights:?(?: (?:by|with|to|for))?(?: (?:a|the|my))? captain"
     r"(?:[ ,:]+(?P<about>\S.{0,39}))?",
     PostCommand.CAPTAIN_FIGHTS),
    (r"fights:?(?: by)?(?: a)? (?P<about>bold|cautious)(?: captain)?", PostCommand.CAPTAIN_FIGHTS),
    (r"(?:let |have )?(?:an? |the |my )?(?:(?P<about>bold|cautious) )?captain fights? for me",
     PostCommand.CAPTAIN_FIGHTS),
    (r"fights:? (?:by |for )?(?:me|myself|no captain)|i fight myself", PostCommand.FIGHTS_MYSELF),
    (r"(?:please )?invite\b:?(?P<about>(?: .{0,200})?)", PostCommand.INVITE),
    # in the middle of other words it asks nobody, and is told how it is written
    (r".{1,200}\binvite\b.{0,200}\S@\S.{0,100}", PostCommand.INVITE),
    (r"fights:?(?: by| with)? (?P<about><?(?:mailto:)?[^\s<>]+@\S+)", PostCommand.INVITE),
    (r"(?:show |send )?(?:the )?map", PostCommand.MAP),
    (r"(?:show |send )?(?:the )?tables?(?:[ :]+(?P<about>[\w<>/+][\w<>/+, -]{0,59}))?", PostCommand.TABLE),
    (r"no ?ack", PostCommand.NO_RECEIPT),
    (r"(?:i )?accept(?: (?:quoted?|all|these|this|them|it|lines))?", PostCommand.ACCEPT),
    (r"no letters from (?P<about>\S.{0,79})", PostCommand.NO_LETTERS),
    (r"(?:oops,? )?undo(?: (?:that|it|this|all|last|the last|my last)(?: (?:mail|one|orders))?)?"
     r"|take (?:that|it|my last mail|the last mail) back", PostCommand.UNDO),
    (rf"away{WHEN}", PostCommand.AWAY),
    (r"no surrender|(?:i|we) (?:do not|dont|don't|will not|wont|won't) surrender", PostCommand.FIGHT_ON),
    (r"letters from (?P<about>\S.{0,79})", PostCommand.LETTERS),
)  # fmt: skip
_COMMANDS = tuple((re.compile(words, re.IGNORECASE), command) for words, command in _WORDS)
_OF_ADDRESSES = frozenset((PostCommand.ADD_ADDRESS, PostCommand.REMOVE_ADDRESS, PostCommand.INVITE))
"""What is about an address, in which ß is not ss."""
_MAY_COMMAND = (LineClass.ORDER, LineClass.TALK, LineClass.POLITE)


_WISHES = {
    Wish.SURRENDER: PostCommand.SURRENDER,
    Wish.DRAW: PostCommand.DRAW,
    Wish.NO_DRAW: PostCommand.NO_DRAW,
}


_COURTESY = re.compile(r"^please,? (?=\S)|,? (?:please|thanks|thank you)$", re.I)


def command_in(line: str, *, talk: bool = False) -> Asked | None:
    """The command that a line is, from its first to its last word. What is said about the end of the game may
    stand beside other words, where it is ``talk``."""
    if len(line) > _LONGEST_LINE:
        return None
    text = _COURTESY.sub("", " ".join(line.split()).strip(" .!*"))
    for pattern, command in _COMMANDS:
        if match := pattern.fullmatch(text):
            about = match.groupdict().get("about") or ""
            return Asked(
                command, about.lower() if command in _OF_ADDRESSES else about.casefold(), line.strip()
            )
    wish = endings.wish_in(line, talk=talk)
    return Asked(_WISHES[wish], "", line.strip()) if wish else None


_TOLD_TO_US = frozenset(
    (PostCommand.SURRENDER, PostCommand.FIGHT_ON, PostCommand.DRAW, PostCommand.NO_DRAW, PostCommand.UNDO,
     PostCommand.AWAY, *LEADERS)
)  # fmt: skip
"""What in a letter is said to its reader."""


def is_sensitive(asked: Asked) -> bool:
    """Whether a command is one of those; an invitation of nobody is only told how it is written."""
    return asked.command in SENSITIVE and (asked.command is not PostCommand.INVITE or bool(asked.about))


def parted(found: ReadMail, *, letter: bool = False) -> tuple[list[Asked], ReadMail]:
    """(the commands to the post office, the mail without their lines). ``letter``: it came to the address for
    letters to other players."""
    asked: list[Asked] = []
    others: list[MailLine] = []
    orders = 0
    for line in found.lines:
        may = line.kind in _MAY_COMMAND and len(asked) < MOST
        command = command_in(line.text, talk=line.kind is LineClass.TALK) if may else None
        if command and not (letter and command.command in _TOLD_TO_US):
            asked.append(msgspec.structs.replace(command, above=orders))
        else:
            others.append(line)
            orders += line.kind is LineClass.ORDER
    return asked, msgspec.structs.replace(found, lines=tuple(others)) if asked else found


def wishes(asked: Sequence[Asked]) -> list[Wish]:
    """What is said about the end of the game."""
    return [wish for one in asked for wish, command in _WISHES.items() if one.command is command]


def wants_no_receipt(asked: Sequence[Asked], seat: Seat) -> bool:
    """Whether nothing is to be said where there is nothing to mend."""
    others = [one for one in asked if one.command is not PostCommand.NO_RECEIPT]
    return not others and (seat.quiet or bool(asked))


def carry_out(asked: Sequence[Asked], mail: InboundMail, seat: Seat, *, tried: bool = False) -> list[Block]:
    """Do what was asked for, inside the transaction that settles the mail; what is said to each. ``tried``:
    the mail says TRY, and asks nobody else."""
    if tried:
        asked = [one for one in asked if one.command is not PostCommand.INVITE]
    first = next((one for one in asked if one.command is PostCommand.TABLE), None)
    told = [block for one in asked if (block := _one(one, mail, seat, whole=one is first)) is not None]
    failpoint("commands.done")
    return told


def _one(one: Asked, mail: InboundMail, seat: Seat, *, whole: bool) -> Block | None:
    """``whole``: a table is not cut off, which holds for the first of a mail."""
    match one.command:
        case PostCommand.NEW_ADDRESS:
            seats.revoke(seat)
            text = gettext(
                "The reply addresses of all our mails to you have ended. The address of this mail is a new "
                "one: reply to it, or to what comes after it."
            )
        case PostCommand.ADD_ADDRESS:
            text = addresses.ask(seat, one.about)
        case PostCommand.REMOVE_ADDRESS:
            text = addresses.remove(seat, one.about)
        case PostCommand.NO_LETTERS | PostCommand.LETTERS:
            text = addressees.choose(seat, one.about, wanted=one.command is PostCommand.LETTERS)
        case PostCommand.MAP:
            return _last_map(seat)
        case PostCommand.TABLE:
            return table_blocks.asked(Game.objects.get(pk=seat.game_id), one.about, whole=whole)
        case PostCommand.NO_RECEIPT | PostCommand.ACCEPT:
            return None
        case PostCommand.SURRENDER | PostCommand.DRAW:
            return endings.ask(mail, seat, wishes([one])[0])
        case PostCommand.NO_DRAW:
            text = endings.refused(mail, seat)
        case PostCommand.FIGHT_ON:
            text = endings.fight_on(seat)
        case PostCommand.UNDO:
            if mail.parsed.get(UNDONE) == REFUSED:
                return None
            text = _undone(mail)
        case PostCommand.AWAY:
            text = away.told(seat)
        case _:
            text = choose(one.command, seat, one.about)
    return Block(text, f"> {clean(one.line, 60)}")  # as a quote: an echo of this mail asks for nothing


_ANYTHING = gettext_noop("what you asked for")
_SUBJECTS: dict[PostCommand, str] = {
    PostCommand.NEW_ADDRESS: gettext_noop("your new address"),
    PostCommand.ADD_ADDRESS: gettext_noop("your addresses"),
    PostCommand.REMOVE_ADDRESS: gettext_noop("your addresses"),
    PostCommand.MAIL_ON: gettext_noop("how much mail you get"),
    PostCommand.MAIL_OFF: gettext_noop("how much mail you get"),
    PostCommand.QUIET_ON: gettext_noop("how much mail you get"),
    PostCommand.QUIET_OFF: gettext_noop("how much mail you get"),
    PostCommand.DIGEST_ON: gettext_noop("how much mail you get"),
    PostCommand.DIGEST_OFF: gettext_noop("how much mail you get"),
    PostCommand.EACH_PHASE: gettext_noop("how much mail you get"),
    PostCommand.EACH_TURN: gettext_noop("how much mail you get"),
    PostCommand.CAPTAIN_FIGHTS: gettext_noop("who fights for you"),
    PostCommand.FIGHTS_MYSELF: gettext_noop("who fights for you"),
    PostCommand.INVITE: gettext_noop("who fights for you"),
    PostCommand.NO_LETTERS: gettext_noop("whose letters you get"),
    PostCommand.LETTERS: gettext_noop("whose letters you get"),
    PostCommand.MAP: gettext_noop("the map"),
    PostCommand.TABLE: gettext_noop("the tables of this game"),
    PostCommand.FIGHT_ON: gettext_noop("no surrender"),
    PostCommand.UNDO: gettext_noop("undo"),
    PostCommand.AWAY: gettext_noop("while you are away"),
}


def subject(asked: Sequence[Asked]) -> str:
    """What an answer to these commands is about; of several that have no name together, that it answers."""
    about = {_about(one) for one in asked}
    return about.pop() if len(about) == 1 else gettext(_ANYTHING)


def _about(one: Asked) -> str:
    wish = next((wish for wish, command in _WISHES.items() if command is one.command), None)
    if wish is not None:
        return endings.about(wish)
    if one.command is PostCommand.TABLE and one.about:
        return gettext("the table {table}").format(table=clean(one.about, 40))
    return gettext(_SUBJECTS.get(one.command, _ANYTHING))


UNDONE = "undone"
"""Where a mail keeps whether its UNDO took something back; None: a mail with TRY changes nothing. REFUSED:
nothing in the mail was carried out."""
REFUSED = "refused"


def undoes(asked: Sequence[Asked]) -> bool:
    return any(one.command is PostCommand.UNDO for one in asked)


def _undone(mail: InboundMail) -> str:
    if mail.parsed.get(UNDONE, False) is None:
        return gettext("Nothing is undone: a mail with TRY changes nothing. Send UNDO without it.")
    if mail.parsed.get(UNDONE):
        return gettext(
            "Your last mail is undone: what stood before it stands again. Another UNDO goes back one mail "
            "more; for what is asked of you, letters and the like there is none."
        )
    return gettext(
        "There is nothing to undo: no mail of yours that changed your orders in this phase is left. CLEAR "
        "takes back all orders for the phase."
    )


def _last_map(seat: Seat) -> Block:
    """The map of the last report, and who stands where."""
    game = Game.objects.get(pk=seat.game_id)
    situation = engine.situation(eventlog.load(game.pk, game.seen_version).battle, seat.name)
    report = Report.objects.filter(seat=seat).select_related("adjudication").order_by("-pk").first()
    name = f"map-{game.number}-{report.key}@{settings.MAIL_DOMAIN}" if report else ""
    png = _map_of(report, seat.name) if report else b""
    picture = Picture(name, png) if png else None
    title = gettext("Who stands where on the map")
    return Block("\n".join(muster(situation)), title, pre=True, picture=picture)


def _map_of(report: Report, seat: str) -> bytes:
    """That of a report that was not mailed was not drawn then."""
    played = report.adjudication
    if report.picture is not None or played is None:
        return bytes(report.picture or b"")
    before = eventlog.load(report.game_id, played.first_seq - 1).battle
    after = eventlog.load(report.game_id, played.last_seq).battle
    shown = eventlog.seen(report.game, seat, played.first_seq, played.last_seq)
    return maps.drawn(maps.shown(after, seat, before, shown), MapSize.LARGE)


def choose(command: PostCommand, seat: Seat, about: str = "") -> str:
    """Change how much mail a player gets, or who fights for him; what is told to him, in the language
    spoken."""
    if command in (PostCommand.CAPTAIN_FIGHTS, PostCommand.FIGHTS_MYSELF):
        return fighting.choose(seat, command is PostCommand.CAPTAIN_FIGHTS, about)
    if command is PostCommand.INVITE:
        return guests.invite(seat, about)
    family = ""
    if command is PostCommand.MAIL_ON:
        family = families.meant(seat)
        unsubscribing.choose(seat, unsubscribing.MailChoice.ALL)
    elif command is PostCommand.MAIL_OFF:
        family = families.meant(seat)
        unsubscribing.stop(seat)
    else:
        _set(command, seat)
    days = _quiet_days(seat) if command is PostCommand.QUIET_ON else ""
    return " ".join(filter(None, (gettext(_TOLD[command]), days, family)))


def _quiet_days(seat: Seat) -> str:
    """QUIET alone is about receipts, and with a number an order of campaigns: who meant that is told."""
    info = next((one for one in engine.scenarios() if one.slug == seat.game.scenario), None)
    if info is None or not info.has_fights:
        return ""
    return gettext("To be asked for no orders for some days, write how many: QUIET 3.")


def _set(command: PostCommand, seat: Seat) -> None:
    seats.hold(seat)
    begun = Game.objects.values_list("version", flat=True).get(pk=seat.game_id)
    field, value = {
        PostCommand.EACH_PHASE: ("each_phase", begun if seat.each_phase is None else seat.each_phase),
        PostCommand.EACH_TURN: ("each_phase", None),
        PostCommand.QUIET_ON: ("quiet", True),
        PostCommand.QUIET_OFF: ("quiet", False),
        PostCommand.DIGEST_ON: ("digest", True),
        PostCommand.DIGEST_OFF: ("digest", False),
    }[command]
    setattr(seat, field, value)
    everywhere = field == "digest"  # one mail a day is for all of a player's games
    rows = seats.of_same_reader(seat) if everywhere else Seat.objects.filter(pk=seat.pk)
    rows.update(**{field: value})
    if command is PostCommand.DIGEST_OFF:
        waiting = OutboundMail.objects.filter(seat__in=rows, state=OutboundState.GATHERED)
        waiting.update(state=OutboundState.PENDING)


_TOLD = {
    PostCommand.MAIL_ON: gettext_noop("You get reports and reminders again."),
    PostCommand.MAIL_OFF: gettext_noop(
        "You get no more reports and reminders of this game; answers to your mails still come. You keep "
        "your seat, and what you do not order is left to your standing orders. Everything is on your page. "
        "MAIL ON turns it on again."
    ),
    PostCommand.QUIET_ON: gettext_noop(
        "Receipts come only where there is something to mend. QUIET OFF brings them back."
    ),
    PostCommand.QUIET_OFF: gettext_noop("Every mail with orders gets its receipt again."),
    PostCommand.DIGEST_ON: gettext_noop(
        "Reports and reminders of all your games come in one mail a day. What is due within the day still "
        "comes at once, as do questions and answers. DIGEST OFF ends it."
    ),
    PostCommand.DIGEST_OFF: gettext_noop("Reports and reminders come one by one again, at once."),
    PostCommand.EACH_PHASE: gettext_noop(
        "In this game you get a report after every phase, also where nothing is owed from you. MAIL EVERY "
        "TURN brings one report a game turn again."
    ),
    PostCommand.EACH_TURN: gettext_noop(
        "In this game you get one report a game turn, which tells of all its phases. MAIL EVERY PHASE brings "
        "one after each."
    ),
}

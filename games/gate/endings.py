"""What a player says about the end of the game: SURRENDER, a draw, in the words of the language or in plain
ones. Nothing of it counts before he has confirmed it, in reply to a mail of its own at his own address."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db.models import F, Q
from django.utils.translation import gettext, gettext_noop

from games.answers import brakes, refusals, replies
from games.answers.replies import Block
from games.models import InboundMail, InboundState, OutboundMail, Purpose, Seat
from games.play import endings, submissions
from games.play.endings import LASTS, Said, Status, Wish
from games.record import eventlog
from games.reports import words
from games.reports.offered import names
from games.seats import seats
from pbem.mail.headers import clean
from rules import engine

WISH, GIVES_UP, NO_DRAW = "wish", "gives_up", "no_draw"
"""Where a mail keeps what its writer is asked to confirm, and that he has confirmed that he would surrender,
each with the turn in which he wrote it; and what became of his refusing a draw."""
_ASIDE = (
    r"(?:well|ok|okay|so|then|alas|sorry|right|fine|enough|hereby|herewith|now|just|simply|please|really)"
)
_WILL = r"(?: will| would like to| want to| must| have to)?"
_I = rf"(?:(?:{_ASIDE} )*(?:i|we|my men|our men){_WILL} )?(?:{_ASIDE} )*"
_DRAW = r"(?:draw|drawn game|truce|remis)"
_SAYINGS = (
    (Wish.SURRENDER, re.compile(
        rf"{_I}(?:surrender|resign|concede|capitulate|yield|give up|give in|throw in the towel|"
        r"lay down (?:my|our|their) (?:arms|weapons)|admit defeat)"
        r"(?: (?:the|this) (?:game|battle|fight|field))?(?: to you)?(?: now| please)?"
        r"|(?:a |the )?white flag|ich gebe auf|wir geben auf|ich kapituliere|wir ergeben uns|ich ergebe mich"
        r"|je me rends|nous nous rendons|j ?abandonne")),
    (Wish.NO_DRAW, re.compile(
        rf"no {_DRAW}|{_I}(?:refuse|decline|reject|withdraw|take back)(?: (?:the|your|his|my|our|a|this))?"
        rf"(?: (?:offer|offered))?(?: (?:of )?(?:a )?{_DRAW})(?: offer)?|kein remis|pas de nulle")),
    (Wish.DRAW, re.compile(
        rf"(?:{_I}|shall we |lets |let us |how about |what about |would you |do you |can we |could we )"
        r"(?:(?:offer|propose|suggest|accept|take|want|agree to|agree on|ask for|call it|have|make it|"
        r"call this|say)(?: (?:you|him|them|it))? )?"
        rf"(?:(?:a|the|your|his|this) )?{_DRAW}(?: offer| offered| please| then| it is)?"
        r"|ich biete remis|remis angenommen|je propose (?:la|une) nulle|j ?accepte la nulle")),
)  # fmt: skip
_BARE = re.compile(rf"(?:a |the )?{_DRAW}")
_CLAUSES = re.compile(r"[.,;:!?()]+|\s[-–—]+\s")
_UNSURE = re.compile(r"\b(?:if|unless|when|never|not|until|wenn|falls|si|dont|wont|would he|will he)\b")
_SAYS_LITTLE = re.compile(
    r"|(?:well|good) (?:played|fought|done|game)|gg|thanks?(?: you)?(?: for .*)?|ok(?:ay)?|hi(?: \w+)?"
    r"|hello(?: \w+)?|(?:that|it) ?(?:i)?s enough|enough|sorry|please|cheers|you win|you have won"
)


def wish_in(line: str, *, talk: bool) -> Wish | None:
    """What a line says about the end of the game. In ``talk`` it may stand beside other words; a line that
    may be an order says nothing else."""
    text = " ".join(line.replace("'", "").replace("’", "").casefold().split())
    if _UNSURE.search(text):
        return None
    clauses = [clause.strip(" *_-") for clause in _CLAUSES.split(text)]
    found = [wish for clause in clauses if clause and (wish := _meant(clause))]
    if not found or (found[0] is Wish.SURRENDER and "?" in text):
        return None
    if all(_BARE.fullmatch(clause) for clause in clauses if _meant(clause)) and "?" not in text:
        return None  # no more than a word or two, such as the end of a line of ours that was wrapped
    rest = [clause for clause in clauses if not _meant(clause)]
    return found[0] if talk or all(_SAYS_LITTLE.fullmatch(clause) for clause in rest) else None


def _meant(clause: str) -> Wish | None:
    return next((wish for wish, said in _SAYINGS if said.fullmatch(clause)), None)


# asking whether it is meant


def note(mail: InboundMail, seat: Seat, wishes: Sequence[Wish]) -> None:
    """Remember with a mail what its writer is to confirm: the first of what he says."""
    if wishes and wishes[0] is not Wish.NO_DRAW:
        mail.parsed = {**mail.parsed, WISH: [wishes[0], seat.game.turn]}


def refuse(mail: InboundMail, seat: Seat, wishes: Sequence[Wish]) -> None:
    """A draw that is refused is so at once: nobody is asked whether he means it."""
    if Wish.NO_DRAW not in wishes:
        return
    said = endings.look(seat, Wish.NO_DRAW)
    if said.status is Status.REFUSED or eventlog.is_done(seat.game_id, command_of(mail, seat)):
        endings.speak(seat, Wish.NO_DRAW, command_of(mail, seat), lambda said: None)
        said = said._replace(status=Status.REFUSED)
    mail.parsed = {**mail.parsed, NO_DRAW: said.status}


def refused(mail: InboundMail, seat: Seat) -> str:
    """What is told of that."""
    said = endings.look(seat, Wish.NO_DRAW)
    return told(said._replace(status=Status(mail.parsed.get(NO_DRAW, Status.NOTHING))), seat)


def command_of(mail: InboundMail, seat: Seat) -> str:
    """The name of the command that a word is, by whatever way it is confirmed."""
    return f"{submissions.commands_of_mail(seat.name, mail.message_id)}end"


def waits(mail: InboundMail | None) -> Wish | None:
    """What a mail says that waits for its writer's word, if that is not too long ago."""
    wish, turn = (mail.parsed.get(WISH) if mail else None) or (None, 0)
    if mail is None or mail.game is None or wish is None or mail.state != InboundState.DONE:
        return None
    return Wish(wish) if mail.game.turn <= turn + LASTS else None


_ABOUT = {
    Wish.SURRENDER: gettext_noop("your surrender"),
    Wish.DRAW: gettext_noop("your offer of a draw"),
    Wish.NO_DRAW: gettext_noop("no draw"),
}


def about(wish: Wish) -> str:
    """What mails about such a word are about, in a few words for their subjects."""
    return gettext(_ABOUT[wish])


def ask(mail: InboundMail, seat: Seat, wish: Wish) -> Block:
    """Owe the request to confirm it, in a mail of its own; what the answer to this one says of it."""
    said = endings.look(seat, wish, agreed_to_surrender(seat))
    if said.status not in (Status.ENDS, Status.WAITS):
        return Block(told(said, seat))
    if not seat.email or not brakes.may_ask(seat):
        return Block(gettext("You were asked about this often enough today: nothing is done."))
    token = seats.token_for(seat, seat.game.phase, Purpose.CONFIRM, mail.pk)
    what, subject = _asked(wish)
    blocks = [
        Block(
            gettext("{what} (your mail of {moment}, from {sender}). Nothing is done yet.").format(
                what=what, moment=words.moment(mail.received_at, seat), sender=clean(mail.sender, 100)
            )
        ),
        Block(
            gettext(
                "If you mean it: reply to this mail with the line CONFIRM, or press the button on the page "
                "below. {then} That cannot be taken back. If you do not mean it, do nothing, or reply NO; if "
                "you did not write it, reply NOT ME."
            ).format(then=_then(said, seat))
        ),
        Block(seats.confirm_link(token), pre=True),
    ]
    key, reply_to = f"{brakes.ASKED}{wish}:{mail.pk}", seats.address_of(token)
    replies.explain(mail, seat, seat.game, subject, blocks, key, reply_to=reply_to)
    return Block(
        gettext("{what}: you are asked in a mail of its own whether you mean it.").format(
            what=what.rstrip(".")
        )
    )


def _asked(wish: Wish) -> tuple[str, str]:
    if wish is Wish.SURRENDER:
        return gettext("You would surrender."), gettext("do you surrender?")
    return gettext("You would have the game end in a draw."), gettext("do you want a draw?")


def _then(said: Said, seat: Seat) -> str:
    if said.status is Status.WAITS:
        return gettext("Then {names} are asked, and the game ends when all agree.").format(
            names=names(said.waits_for)
        )
    assert said.outcome is not None
    return gettext("Then the game ends at once: {reason}.").format(
        reason=engine.translated(said.outcome.reason)
    )


def only_asked(mail: InboundMail, answers: int) -> bool:
    """Whether the one thing to be answered in a mail is what its writer is asked in a mail of its own."""
    asked = OutboundMail.objects.filter(in_reply_to=mail, dedupe_key__startswith=brakes.ASKED)
    return answers == 1 and WISH in mail.parsed and asked.exists()


# what came of it


def told(said: Said, seat: Seat) -> str:
    """What a player is told of his word, in the language spoken."""
    match said.status:
        case Status.ENDS:
            assert said.outcome is not None
            text = gettext("The game ends: {reason}. The last report follows.").format(
                reason=engine.translated(said.outcome.reason)
            )
            if said.game.parent_id is None:
                return text
            return " ".join((text, gettext("The game that called it goes on with what came of it.")))
        case Status.WAITS if said.wish is Wish.DRAW:
            return gettext(
                "You offer a draw, and {names} are told. The game goes on meanwhile, and orders are owed as "
                "ever. The offer lapses at the end of turn {turn}; REFUSE DRAW takes it back."
            ).format(names=names(said.waits_for), turn=said.until)
        case Status.WAITS:
            return gettext(
                "You would surrender, and {names}, who play for your side too, are told; the other side is "
                "not. The game ends when all of you have said so. It lapses at the end of turn {turn}; NO "
                "SURRENDER takes it back."
            ).format(names=names(said.waits_for), turn=said.until)
        case Status.BEFORE:
            return gettext(
                "You have offered a draw before, and it stands: the word of {names} is awaited. Nothing was "
                "sent again."
            ).format(names=names(said.waits_for))
        case Status.REFUSED:
            return gettext("No offer of a draw stands any more, and the others are told. The game goes on.")
        case Status.NOTHING:
            return gettext("Nobody offers a draw now.")
        case Status.CAPTAIN:
            return gettext(
                "No draw can be agreed in this game: an automaton leads the other side, and it fights to the "
                "end. It would take a surrender (SURRENDER)."
            )
        case Status.OTHERS_FIGHT:
            return gettext(
                "Your surrender would not end this game: others who are enemies would fight on. Your men "
                "obey their standing orders as long as you write nothing; PRESS TO ALL tells everybody what "
                "you have in mind."
            )
    assert said.closed is not None
    if said.closed is submissions.Status.BEING_PLAYED:
        return gettext("The phase is being played just now: say it again when its report has come.")
    return refusals.words(said.closed, said.game, seat)


def done(mail: InboundMail, said: Said) -> None:
    """What a mail says was confirmed, and waits for its writer no more; a surrender may wait for others."""
    left = {name: value for name, value in mail.parsed.items() if name != WISH}
    if said.wish is Wish.SURRENDER and said.status is Status.WAITS:
        left[GIVES_UP] = said.game.turn
    InboundMail.objects.filter(pk=mail.pk).update(parsed=left)


def drop(mail: InboundMail) -> None:
    """It was not meant."""
    left = {name: value for name, value in mail.parsed.items() if name != WISH}
    InboundMail.objects.filter(pk=mail.pk).update(parsed=left)


# a side of several players


def agreed_to_surrender(seat: Seat) -> list[str]:
    """The seats of the game whose players have confirmed that they would surrender, and not too long ago.
    What was said by whoever played before binds nobody."""
    mails = InboundMail.objects.filter(
        game=seat.game_id, state=InboundState.DONE, parsed__gives_up__gte=seat.game.turn - LASTS
    )
    mails = mails.exclude(seat__letters_since__gt=F("received_at"))
    return list(mails.exclude(seat=None).values_list("seat__name", flat=True).distinct())


def fight_on(seat: Seat) -> str:
    """Take back that one would surrender; what is told of it."""
    mails = InboundMail.objects.filter(game=seat.game_id, seat=seat, state=InboundState.DONE)
    said = Q(parsed__gives_up__gte=0) | Q(parsed__wish__0=Wish.SURRENDER.value)
    taken_back = 0
    for mail in mails.filter(said):
        left = {name: value for name, value in mail.parsed.items() if name not in (WISH, GIVES_UP)}
        taken_back += InboundMail.objects.filter(pk=mail.pk).update(parsed=left)
    if taken_back:
        return gettext("Taken back: you do not surrender.")
    return gettext("You had not said that you would surrender.")

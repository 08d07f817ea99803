"""Letters between players in words: who writes to whom, and the text of the mail that brings one."""

from __future__ import annotations

import textwrap

from django.conf import settings
from django.utils.translation import gettext, gettext_noop

from games.letters import text
from games.models import Letter, LetterScope, LetterState, Press, Seat
from games.reports.layout import WIDTH, harmless, wrapped
from rules import engine

ANONYMOUS = "anonymous"
NAMELESS = gettext_noop("somebody who does not give a name")
_INDENT = "   "  # so that no line of a letter can pass for one of ours


def writer(letter: Letter) -> str:
    return gettext(NAMELESS) if letter.anonymous else engine.named(letter.writer.title)


def headline(letter: Letter) -> str:
    """ "Letter from Roger's riders", as subjects and pages say it."""
    match letter.scope:
        case LetterScope.ALL:
            told = gettext("Public letter from {writer}")
        case LetterScope.SIDE:
            told = gettext("Letter to the {side} from {writer}")
        case _:
            told = gettext("Letter from {writer}")
    return told.format(side=side_name(letter.to_side), writer=writer(letter))


def side_name(side: str) -> str:
    return engine.named(side.replace("-", " ").title())


def opening(letter: Letter) -> str:
    """The first line of the mail: the headline, and for how many it is."""
    match letter.scope:
        case LetterScope.ALL:
            told = gettext("{headline}, to everybody:")
        case LetterScope.SIDE:
            told = gettext("{headline}, to your whole side:")
        case _:
            told = gettext("{headline}, to you alone:")
    return told.format(headline=headline(letter))


def addressee_in_words(letter: Letter) -> str:
    """For its writer, who must not learn whom he answers if that one gave no name."""
    match letter.scope:
        case LetterScope.ALL:
            return gettext("everybody")
        case LetterScope.SIDE:
            return gettext("the side of the {side}").format(side=side_name(letter.to_side))
        case LetterScope.SEAT if letter.answers is not None and letter.answers.anonymous and not letter.whom:
            return gettext("the writer who gave no name")
        case LetterScope.SEAT if letter.to_seat is not None:
            return engine.named(letter.to_seat.title)
        case _ if letter.state == LetterState.DELIVERED:
            return gettext("the game master")
        case _:
            return letter.whom or gettext("nobody")


# the mail


def as_text(letter: Letter, seat: Seat) -> str:
    words = [part for line in text.told(letter.text).split("\n") for part in _indented(line)]
    blocks = [wrapped(opening(letter)), words, *_foot(letter, seat)]
    return harmless("\n\n".join("\n".join(block) for block in blocks) + "\n")


def _foot(letter: Letter, seat: Seat) -> list[list[str]]:
    if letter.game.press == Press.PUBLIC:
        answer = gettext(
            "Reply to this mail to answer; in this game all letters are public, so everybody reads your "
            "reply."
        )
    elif letter.scope == LetterScope.ALL:
        answer = gettext(
            "Reply to this mail to answer; only the writer reads that, and never sees your address. To "
            "answer before everybody, write PRESS TO ALL above your words and END PRESS below them."
        )
    else:
        answer = gettext(
            "Reply to this mail to answer; only the writer reads that, and never sees your address."
        )
    stop = gettext(
        "Orders do not belong into the reply. A reply NO LETTERS FROM {name} ends such letters."
    ).format(name=ANONYMOUS if letter.anonymous else letter.writer.name)
    page = f"{settings.BASE_URL}/g/{letter.game.number}/seat/{seat.name}/letters"
    return [wrapped(answer), wrapped(stop), [gettext("All your letters: {page}").format(page=page)]]


def _indented(line: str) -> list[str]:
    return textwrap.wrap(
        line, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False,
        drop_whitespace=True, replace_whitespace=False,
    ) or [""]  # fmt: skip

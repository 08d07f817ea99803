"""Letters between players in words: who writes to whom, and the text of the mail that brings one."""

from __future__ import annotations

import textwrap

from django.conf import settings

from games.models import Game, Letter, LetterScope, Press, Seat
from games.reports.layout import WIDTH, harmless, wrapped

ANONYMOUS = "anonymous"
NAMELESS = "somebody who does not give a name"
_INDENT = "   "  # so that no line of a letter can pass for one of ours


def writer(letter: Letter) -> str:
    return NAMELESS if letter.anonymous else letter.writer.title


def headline(letter: Letter) -> str:
    """ "Letter from Roger's riders", as subjects and pages say it."""
    kind = {LetterScope.ALL: "Public letter", LetterScope.SIDE: f"Letter to the {side_name(letter)}"}
    return f"{kind.get(LetterScope(letter.scope), 'Letter')} from {writer(letter)}"


def side_name(letter: Letter) -> str:
    return letter.to_side.replace("-", " ").title()


def to_reader(letter: Letter) -> str:
    return {LetterScope.ALL: "everybody", LetterScope.SIDE: "your whole side"}.get(
        LetterScope(letter.scope), "you alone"
    )


def addressee_in_words(letter: Letter) -> str:
    """For its writer, who must not learn whom he answers if that one gave no name."""
    match letter.scope:
        case LetterScope.ALL:
            return "everybody"
        case LetterScope.SIDE:
            return f"the side of the {side_name(letter)}"
        case LetterScope.SEAT if letter.answers is not None and letter.answers.anonymous and not letter.whom:
            return "the writer who gave no name"
        case LetterScope.SEAT if letter.to_seat is not None:
            return letter.to_seat.title
        case _:
            return letter.whom or "nobody"


# the mail


def as_text(letter: Letter, seat: Seat) -> str:
    words = [part for line in letter.text.split("\n") for part in _indented(line)]
    blocks = [wrapped(f"{headline(letter)}, to {to_reader(letter)}:"), words, *_foot(letter, seat)]
    return harmless("\n\n".join("\n".join(block) for block in blocks) + "\n")


def _foot(letter: Letter, seat: Seat) -> list[list[str]]:
    game: Game = letter.game
    if game.press == Press.PUBLIC:
        answer = "Reply to this mail to answer; in this game all letters are public, so everybody reads your reply."
    else:
        answer = "Reply to this mail to answer; only the writer reads that, and never sees your address."
        if letter.scope == LetterScope.ALL:
            answer += (
                " To answer before everybody, write PRESS TO ALL above your words and END PRESS below them."
            )
    name = ANONYMOUS if letter.anonymous else letter.writer.name
    stop = f"Orders do not belong into the reply. A reply NO LETTERS FROM {name} ends such letters."
    page = f"{settings.BASE_URL}/g/{game.pk}/seat/{seat.name}/letters"
    return [wrapped(answer), wrapped(stop), [f"All your letters: {page}"]]


def _indented(line: str) -> list[str]:
    return textwrap.wrap(
        line, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False,
        drop_whitespace=True, replace_whitespace=False,
    ) or [""]  # fmt: skip

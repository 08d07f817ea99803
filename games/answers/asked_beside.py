"""HELP and STATUS as lines beside orders: a short answer at the end of the receipt, which is never cut. A
mail that asks for nothing else brings all of it."""

from __future__ import annotations

from django.utils.translation import gettext

from games.answers.replies import Block
from games.play.submissions import Submission
from games.reports import sheet, words
from games.reports.layout import fitted, wrapped
from games.reports.text import fallen, is_out
from rules import engine

HELP, STATUS = "help", "status"
SHORT = (HELP, STATUS)
_WHOLE = ("healthy", "mounted", "to be placed", "in reserve")


def block(submission: Submission, seat: str, word: str, about: str) -> Block:
    """The answer to HELP, HELP and a word, or STATUS."""
    if word == HELP:
        return Block(_help(submission, seat, about), gettext("The words of orders"), pre=True, kept=True)
    return Block(_status(submission, seat), gettext("How it stands"), pre=True, kept=True)


def _help(submission: Submission, seat: str, about: str) -> str:
    """What HELP says of one word; without one, what can be ordered now, with examples."""
    if about:
        return _fitted(engine.battle_help(submission.battle, about, seat))
    more = gettext("HELP in a mail without orders brings all words.")
    return "\n".join([short_help(submission.battle, seat), *wrapped(more)])


def short_help(battle: engine.Table, seat: str) -> str:
    """For somebody who wrote no order: what he could write now."""
    return _fitted("\n".join(engine.short_help(battle, seat)))


def _fitted(text: str) -> str:
    """Lines that are longer than a mail is wide broken at blanks."""
    return "\n".join(short for line in text.split("\n") for short in fitted(line))


def _status(submission: Submission, seat: str) -> str:
    """The turn, how many stand on each side and with how many points, who is hurt or out, and what is
    fought for."""
    situation = engine.situation(submission.battle, seat)
    turn = words.turn(situation)
    if situation.turn and situation.turns:
        turn = gettext("turn {turn} of {turns}").format(turn=situation.turn, turns=situation.turns)
    told = [f"{turn[:1].upper()}{turn[1:]}."]
    for side in sheet.sides(situation):
        told.append(
            gettext("{side}: {standing} of {total} standing, {points}.").format(
                side=words.side(side),
                standing=side.standing,
                total=side.total,
                points=words.points(side.points),
            )
        )
        hurt = [_hurt(row) for row in side.rows if not is_out(row) and row.state not in _WHOLE]
        told += [gettext("Hurt: {figures}.").format(figures=", ".join(hurt))] if hurt else []
        out = fallen(side)
        told += [gettext("Out of the fight: {figures}.").format(figures=", ".join(out))] if out else []
    told += [*situation.notes, *situation.victory]
    told.append(gettext("STATUS in a mail without orders brings the whole list."))
    return "\n".join(line for text in told for line in wrapped(text, " ", "   "))


def _hurt(row: engine.MusterRow) -> str:
    return f"{row.name} ({engine.translated(row.state)}, {row.place})"

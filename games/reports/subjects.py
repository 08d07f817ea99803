"""Subjects of mails, and what happens to whoever does not write."""

from __future__ import annotations

import textwrap

from django.utils.translation import gettext

from games.models import AbsentPolicy, Game
from games.reports import facts as facts_of
from games.reports import families, words
from games.reports.facts import Facts

HEADLINE = 60
"""Letters of a headline: with what is owed behind it a list of mails still shows both."""


def welcome(facts: Facts) -> str:
    title = facts.situation.title
    if facts.owes:
        news = gettext("{title} begins: your orders, please, {by}").format(title=title, by=by(facts))
    else:
        news = gettext("{title} begins").format(title=title)
    return f"[{words.tag(facts.game)}] {news}"


def report(facts: Facts) -> str:
    if facts.outcome:
        winner = facts.outcome[0]
        if winner:
            news = gettext("the game is over: the {winner} have won").format(winner=winner)
        else:
            news = gettext("the game is over: a draw")
        return f"[{facts.game.label}] {news}"
    if facts.owes:
        news = gettext("your orders, please, {by}").format(by=by(facts))
        if _has_news(facts):
            news = f"{_headline(facts.in_short[0])}; {news}"
    elif _has_news(facts):
        news = gettext("{news}; nothing owed from you").format(news=_headline(facts.in_short[0]))
    else:
        news = gettext("after {phase}: nothing owed from you").format(phase=facts.phase)
    return f"[{families.tag(facts.game)}] {news}"


def _has_news(facts: Facts) -> bool:
    return facts.situation.scale == "campaign" and bool(facts.in_short)


def _headline(told: str) -> str:
    """What came first in a day of a campaign, of which there are many: mails are found again by it. What is
    too long ends behind a comma rather than in the middle of what follows it."""
    short = textwrap.shorten(told.rstrip("."), HEADLINE, placeholder=" …")
    whole, comma, cut = short.rpartition(", ")
    return f"{whole} …" if comma and cut.endswith(" …") and len(whole) > HEADLINE // 3 else short


def by(facts: Facts) -> str:
    due = facts_of.deadline(facts, year=False)
    return gettext("by {due}").format(due=due) if due else gettext("when you can")


def without_orders(game: Game, scale: str) -> str:
    """What happens without orders, at the scale of the game; the text's lines are broken where it is
    shown."""
    if game.absent == AbsentPolicy.WAIT:
        return gettext("the game waits for you and the game master is told")
    extended = game.absent == AbsentPolicy.EXTEND_ONCE and not game.extended
    match scale:
        case "campaign" if extended:
            return gettext(
                "the deadline is put off once; after that the day is played with those of your lines that "
                "stand, and groups without any do as they always do without orders"
            )
        case "campaign":
            return gettext(
                "the day is played with those of your lines that stand, and groups without any do as they "
                "always do without orders"
            )
        case "siege" if extended:
            return gettext(
                "the deadline is put off once; after that the day is played by your plan as it stands"
            )
        case "siege":
            return gettext("the day is played by your plan as it stands")
        case _ if extended:
            return gettext(
                "the deadline is put off once; after that your figures act on their standing orders alone"
            )
        case _:
            return gettext("your figures act on their standing orders alone")

"""What the receipt says to the terms of a standing order: whether they can ever be met, and what waits
or ends now.

What was so before it was written does not count (contracts.py of the mechanics): the receipt says where
that matters.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.language import say, say_many
from rules.core.rejection import Rejection
from rules.desk.checked import Checked, refused, sentence
from rules.desk.desk import Desk
from rules.desk.receipts.told import unreadable
from rules.orders.condition import print_fact, print_facts
from rules.orders.lexicon import Lexicon
from rules.orders.parser import print_order
from rules.orders.records import Fact, FactKind, Pick, RefuseOrder, StandingOrder, WatchOrder, figures_of
from rules.orders.terms import often, opposite
from rules.orders.trouble import Code, listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId
from rules.tactical.instructions.facts import holds
from rules.tactical.instructions.terms import standing_orders
from rules.tactical.weapons import weapon_of


def with_terms(desk: Desk, order: StandingOrder, checked: Checked) -> Checked:
    """The answer to a standing order, with what is to be said of its terms."""
    if checked.refused:
        return checked
    battle, lexicon = desk.battle, desk.sheet.lexicon
    for link in order.links:
        never = _never(battle, desk.rules, link)
        if never:
            return refused(Rejection("", never), code=Code.TERMS)
    notes = list(_notes(battle, desk.rules, order, lexicon))
    waiting = list(_waiting(battle, desk.rules, order, lexicon))
    message = (*checked.message, *notes, *waiting)
    return replace(checked, message=message, note=checked.note or bool(notes))


def how_far(battle: Battle, seat: SeatId, text: str, lexicon: Lexicon) -> str:
    """How far a standing order has got, in words; empty for one that is as it was filed."""
    progress = battle.progress.get(seat, {}).get(text)
    if progress is None:
        return ""
    said = []
    if progress.link:
        now = next(f.order for f in standing_orders(battle, seat) if f.text == text)
        assert isinstance(now, StandingOrder)
        said.append(say("now: {order}", order=print_order(replace(now, after_that=None), lexicon)))
    if progress.times:
        said.append(say("used {times} so far", times=often(progress.times)))
    return "; ".join(said)


def _never(battle: Battle, rules: Ruleset, order: StandingOrder) -> str:
    """Why an order could never be used, whatever happens."""
    terms = order.terms
    turns = battle.setup.victory.turns
    if terms.last_turn and terms.last_turn < battle.turn:
        return say(
            "turn {last_turn} is over, this is turn {turn}", last_turn=terms.last_turn, turn=battle.turn
        )
    if 0 < turns < terms.first_turn:
        return say("the battle ends with turn {turns}", turns=turns)
    if isinstance(order, RefuseOrder) and (unread := unreadable(rules, order.at_least)):
        return unread
    pick = getattr(order, "at", None)
    if isinstance(pick, Pick):
        for choice in pick.in_order:
            never = _never_met(battle, order, choice)
            if never:
                return never
    return _nothing_to_keep(battle, rules, order) if terms.keep else ""


def _never_met(battle: Battle, order: StandingOrder, pick: Pick) -> str:
    if pick.charging and "tactics" not in battle.setup.modules:
        return say("nobody charges in this battle: it is fought without the rules of combat tactics")
    men = [battle.figures[f] for f in figures_of(order)]
    if pick.arc == "front" and men and not any(f.rider for f in men):
        names = listed([f.name for f in men], "and")
        return say_many(
            "{names} on foot looks all round: name a direction, such as IN ARC NE",
            "{names} on foot look all round: name a direction, such as IN ARC NE",
            len(men),
            names=names,
        )
    return ""


def _nothing_to_keep(battle: Battle, rules: Ruleset, order: StandingOrder) -> str:
    if rules.tables["weapons"].cell("javelin", "move_defensive") == "no":
        return say(
            "javelins are thrown in one's own phase only (GUI-5.1a), so there is nothing to keep in the "
            "enemy's"
        )
    men = [battle.figures[f] for f in figures_of(order)]
    if not men:
        return ""
    throwers = [f for f in men if weapon_of(battle, rules, f) == "javelin"]
    if not throwers:
        return say_many(
            "{men} has no javelins to keep",
            "{men} have no javelins to keep",
            len(men),
            men=listed([f.name for f in men], "and"),
        )
    if all(f.javelins <= order.terms.keep for f in throwers):
        had = listed(
            [say("{figure} has {javelins}", figure=f.name, javelins=f.javelins) for f in throwers], "and"
        )
        return say("{had}: nothing would be left to throw", had=had)
    return ""


def _notes(battle: Battle, rules: Ruleset, order: StandingOrder, lexicon: Lexicon) -> Iterator[str]:
    """Where an end has come already, or never will."""
    for facts in order.terms.until:
        words = print_facts(facts, lexicon)
        if holds(battle, rules, facts):
            yield (
                say(
                    "As things stand {words} already. What was so before you wrote does not count: the "
                    "order ends when it comes true anew.",
                    words=words,
                )
            )
    for link in order.links:
        for facts in link.terms.until:
            if any(_can_never_be(battle, rules, fact) for fact in facts):
                yield say(
                    "{facts}: that will never come true, so it ends nothing.",
                    facts=sentence(print_facts(facts, lexicon))[:-1],
                )
        for fact in link.terms.facts:
            if _can_never_be(battle, rules, fact):
                yield say(
                    "{fact}, for good: this will never be used.",
                    fact=sentence(print_fact(opposite(fact), lexicon))[:-1],
                )


def _can_never_be(battle: Battle, rules: Ruleset, fact: Fact) -> bool:
    """Whether a fact is not so and cannot become so: about the dead and the gone nothing changes any more."""
    figure = battle.figures.get(fact.subject)
    if figure is None or fact.test == FactKind.FIRED_AT:
        return False
    settled = figure.dead or (figure.hex is None and figure.carried_by is None and not figure.awaited)
    return settled and not holds(battle, rules, (fact,))


def _waiting(battle: Battle, rules: Ruleset, order: StandingOrder, lexicon: Lexicon) -> Iterator[str]:
    terms = order.terms
    waits = [print_fact(opposite(f), lexicon) for f in terms.facts if not holds(battle, rules, (f,))]
    if terms.first_turn > battle.turn:
        yield say("It waits until turn {first_turn}.", first_turn=terms.first_turn)
    elif waits and not any(_can_never_be(battle, rules, fact) for fact in terms.facts):
        yield say("It waits now: {waits}.", waits=listed(waits, "and"))
    ends = terms.times or terms.until or terms.last_turn
    if isinstance(order, WatchOrder) and not order.hold and ends and order.after_that is None:
        yield say("When it has ended, its men shoot as without an order; AFTER THAT hold keeps them from it.")

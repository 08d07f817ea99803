"""Reading the lines of a campaign's orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from rules.campaign.plans.lines import marches, men, panels, places, trade
from rules.campaign.plans.lines.scope import Scope
from rules.campaign.plans.names import Known
from rules.campaign.plans.plainly import plainly
from rules.campaign.plans.plan import (
    Attack,
    Besiege,
    Hold,
    March,
    Order,
    PayBand,
    Plan,
    Quiet,
    Summon,
)
from rules.campaign.plans.sentences import divided
from rules.campaign.plans.words import opened
from rules.campaign.plans.writing import written
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.state.campaign import Campaign
from rules.state.campaign_counters import GroupId
from rules.state.figure import SeatId

LONGEST = 500
_GOES = re.compile(
    r"(?P<who>[^;:.]{1,60}?):?\s+(?:(?:to|toward|towards)\s+.+|\d{1,2} hex(?:es)? [NS][EW]?\b.*)", re.I
)
_MEETS = re.compile(
    r"(?P<who>[^,;:.]{1,60}?)\s*:?(?:\s+(?:shall|should|will|may|is to|are to|must))?\s+"
    r"(?P<said>(?:if (?:attacked|met),? )?(?:(?:always|never|do(?:es)? not|don't|doesn't)\s+)?"
    r"(?:fights?|refuses?|withdraws?|avoids? (?:battle|fights?|a fight)|yields?|surrenders?|flees?"
    r"|runs?|evades?|slips? away|gives? battle)\b.*)",
    re.I,
)
_CONVOY = re.compile(r"(?:the )?(?:convoy )?[a-z]{1,2}c\d{1,3}", re.I)
_CONVOY_GOES_ON = re.compile(
    r"(?:let\s+)?(?:(?:the|our|my)\s+)?convoy(?:\s+(?P<id>[a-z]{0,2}c\d{1,3}))?\s+"
    r"(?:(?:shall|should|is to|must)\s+)?"
    r"(?:(?:go|carr|keep|move|march|travel|continue|proceed)(?:ies|y|es|s)?(?:\s+(?:on|going|moving))?)"
    r"(?:\s+(?:(?:on|along)\s+)?its way|\s+as (?:planned|before))?(?:\s+to\s+(?P<goal>.+))?",
    re.I,
)
"""A convoy that is on its way, by its counter or by none, and that it goes on."""
_SPY = re.compile(r"(?:the )?(?:spy )?(?P<who>[\w'-]+)\b", re.I)
_THE_SPY = re.compile(
    r"^(?:(?:send|let|have|tell|order)\s+)?(?:(?:the|our|my)\s+)?spy"
    r"(?:\s+(?:shall|should|is to|must|will|goes|to go))?"
    r"(?:\s+(?:spy\s+)?on\s+|\s+(?=(?:to|toward|towards|home)\b))",
    re.I,
)
"""A spy by no name, at the beginning of a line."""
_LOOKS = re.compile(
    r"^(?:(?:let|have|tell)\s+)?(?P<who>[\w'-]+)\s+(?:to\s+)?(?:looks?|watch(?:es)?|observes?|has a look)"
    r"\s+(?:(?:at|around|into)\s+)?",
    re.I,
)
_ATTACK_IF = re.compile(
    r"\W*(?:but |and |then )?(?:only )?(?P<how>if|when|unless|provided(?: that)?|as long as) (?P<terms>.+?)"
    r"(?:\s*(?:,|:|\bthen\b)+\s*(?:then\s+)?(?P<order>.+)"
    r"|\s+(?P<bare>(?:attack|storm|assault)\s.+))",
    re.I,
)
"""On what an attack hangs, and behind it the attack."""
_AND_ATTACK = re.compile(
    r"(?P<march>.+?)\s*,?\s+(?:and|then)(?:\s+then)?\s+(?:attack|storm)s?"
    r"(?P<terms>\s*,?\s+(?:only\s+)?(?:if|when|unless|from|until|on|before|after)\b[^;]+)?[\s.!]*",
    re.I,
)
"""A march with an attack, and not on what."""
_TAKES = re.compile(
    r"(?:.{1,40}?\s)?(?:take|capture|raid|sack|conquer|seize|occupy|plunder|pillage)(?:s|es)?\s+(?:the\s+)?"
    r"(?P<place>[\w' -]{2,40}?)(?:\s+(?:with|by)\s+(?P<who>.+?))?[\s.!]*",
    re.I,
)
_READERS: dict[str, Callable[[Scope, str], Iterable[Order]]] = {
    "march": marches.march,
    "hold": marches.hold,
    "meet": marches.meet,
    "join": marches.join,
    "no join": lambda scope, rest: marches.join(scope, f"none {rest}"),
    "split": men.split,
    "merge": men.merge,
    "move": men.move,
    "pass": men.pass_on,
    "garrison": men.garrison,
    "draw": men.draw,
    "lay": men.lay,
    "fetch": men.fetch,
    "recruit": men.recruit,
    "hire": trade.hire,
    "pay": lambda scope, rest: [PayBand(band=scope.known.band(rest))],
    "share": trade.share,
    "lure": trade.lure,
    "convoy": trade.convoy,
    "send": trade.send,
    "spy": trade.spy,
    "ransom": trade.ransom,
    "no ransom": lambda scope, rest: trade.ransom(scope, rest, never=True),
    "attack": places.attack,
    "summon": lambda scope, rest: places.at_place(scope, rest, Summon),
    "siege": places.siege,
    "loot": places.loot,
    "no loot": lambda scope, rest: places.loot(scope, f"0 {rest}"),
    "bargain": lambda scope, rest: places.bargain(scope, rest, never=False),
    "no bargain": lambda scope, rest: places.bargain(scope, rest, never=True),
    "panels": panels.lay,
    "quiet": marches.quiet,
    "no quiet": lambda scope, rest: [Quiet(days=1)],
}


class Reader:
    """Reads lines of orders for a seat, by what its side knows."""

    def __init__(self, at: Campaign, seat: SeatId, plan: Plan | None = None) -> None:
        self.at = at
        self.scope = Scope(at, seat, plan)

    @property
    def known(self) -> Known:
        return self.scope.known

    @property
    def plan(self) -> Plan:
        """What stands besides the line that is read."""
        return self.scope.plan

    @plan.setter
    def plan(self, plan: Plan) -> None:
        self.scope.stands(plan)

    def read(self, line: str) -> tuple[Order, ...]:
        """The orders of a line, each with its text. Raises Misread."""
        if len(line) > LONGEST:
            message = english("a line of orders has at most {most} letters", most=LONGEST)
            raise Misread(Trouble(Code.TOO_LONG, message))
        text = plainly(line)
        try:
            return self._and_attack(text) or self._one(text)
        except Misread as misread:
            found = divided(text, self._begins, self._beside, self.known)
            if found is None:
                raise self._taken(text) or misread from None
            return found

    def filed(self, line: str) -> tuple[Order, ...]:
        """The same of a line that is to stand. Raises Misread too where the text of one would not be read
        again as the order that it is: what is meant would be lost with the mail."""
        found, plan = self.read(line), self.plan
        try:
            for number, order in enumerate(found):
                self.plan = Plan((*plan.orders, *found[:number]))
                if not self._stays(order):
                    message = english("{words!r} cannot be kept as it is meant: say it in other words",
                                      words=line.strip()[:60])  # fmt: skip
                    raise Misread(Trouble(Code.LEFT_OVER, message))
        finally:
            self.plan = plan
        return found

    def _stays(self, order: Order) -> bool:
        try:
            return self.read(order.text) == (order,)
        except Misread:
            return False

    def _one(self, text: str) -> tuple[Order, ...]:
        """What a text says as one order."""
        text = self._if_first(self._going_on(self._spying(text)))
        try:
            verb, rest = opened(text)
        except Misread as misread:
            if (left_out := self._goes(text) or self._meets(text)) is None:
                raise misread
            verb, rest = left_out
        if verb in ("march", "send") and (sent := _SPY.match(rest)) and self.known.is_spy(sent["who"]):
            verb = "spy"
        found = _READERS[verb](self.scope, rest)
        return tuple(replace(order, text=written(order, self.known)) for order in found)

    def _spying(self, text: str) -> str:
        """ "Send the spy to Bari" with the name of the only one there is, and "Gisulfo looks at Bari" in the
        words of the order."""
        found, name = _THE_SPY.match(text), self.known.only_spy()
        if found and name and not any(map(self.known.is_spy, text[found.end() :].split())):
            goal = re.sub(r"^(?!(?:to|toward|towards|home|back)\b)", "to ", text[found.end() :], flags=re.I)
            return f"spy {name} {goal}"
        if (found := _LOOKS.match(text)) and self.known.is_spy(found["who"]):
            return f"spy {found['who']} to {text[found.end() :]}"
        return text

    def _going_on(self, text: str) -> str:
        """ "The convoy goes on" in the words of the order, where that can be one convoy alone."""
        found = _CONVOY_GOES_ON.fullmatch(text.strip(" .!"))
        if found is None:
            return text
        own = [one for one in self.at.convoys.values() if one.seat == self.scope.known.seat]
        said = (found["id"] or "").casefold()
        meant = [one for one in own if not said or one.id == said]
        if len(meant) != 1:
            return text
        return f"send {meant[0].id} to {found['goal'] or self.at.founded(meant[0].goal).name}"

    def _if_first(self, text: str) -> str:
        """ "If stronger, attack Trani with Robert" with what it hangs on behind the attack. Raises Misread
        for other orders behind what they hang on."""
        found = _ATTACK_IF.fullmatch(text.strip(" .!"))
        if found is None:
            return text
        order = found["order"] or found["bare"]
        with suppress(Misread):
            verb, rest = opened(order)
            if verb == "attack" and not places.hangs(rest):
                return f"attack {rest} {found['how']} {found['terms']}"
        message = english("say the order first, and behind it on what it hangs: ATTACK Trani with Robert if"
                          " at least 20 men")  # fmt: skip
        raise Misread(Trouble(Code.VERB, message))

    def _and_attack(self, text: str) -> tuple[Order, ...]:
        """ "March Robert to Trani and attack", where Trani is a place of others: whoever is met on the way,
        and Trani. Nothing for any other line."""
        found = _AND_ATTACK.fullmatch(text)
        if found is None:
            return ()
        orders = self._one(text)
        marches_there = [order for order in orders if isinstance(order, March)]
        attacks: list[Order] = []
        for order in marches_there:
            place = self.at.place_in(order.to) if order.to else None
            if place is None or self.known.ours(place.id):
                return orders
            who = f"{place.name} with {self.known.called(order.group)}"
            attacks += self._beside(f"attack {who}{found['terms'] or ''}", orders)
        return (*orders, *attacks)

    def _taken(self, text: str) -> Misread | None:
        """Of a line that has a place taken, in words that are no order, by which it may be."""
        found = _TAKES.fullmatch(text)
        if found is None:
            return None
        try:
            place = self.known.place(found["place"])
            who = self.known.called(self.known.group(found["who"])) if found["who"] else "Robert"
        except Misread:
            return None
        message = english("places are taken by ATTACK {place} with {group}, or by SIEGE {place} with {group}",
                          place=place.name, group=who)  # fmt: skip
        return Misread(Trouble(Code.VERB, message))

    def _goes(self, text: str) -> tuple[str, str] | None:
        """Of a line without an order word ("Robert to Canosa") the one that is left out."""
        found = _GOES.fullmatch(text.strip(" .!"))
        if found is None:
            return None
        if _CONVOY.fullmatch(found["who"]):
            return "send", text.strip(" .!")
        try:
            if not self.known.is_spy(found["who"]):
                self.known.groups(found["who"])
        except Misread:
            return None
        return "march", text.strip(" .!")

    def _meets(self, text: str) -> tuple[str, str] | None:
        """The same of one that says what somebody does at a meeting ("Robert never fights")."""
        if nobody := re.fullmatch(
            r"(?:nobody|no ?one) (?:shall |should |is to )?fights?\b(?P<rest>.*)", text.strip(" .!"), re.I
        ):
            return "meet", f"all: never fight{nobody['rest']}"
        found = _MEETS.fullmatch(text.strip(" .!"))
        if found is None:
            return None
        try:
            self.known.groups(found["who"])
        except Misread:
            return None
        said = re.sub(r"^(?:does not|doesn't|do not|don't)\b", "never", found["said"], flags=re.I)
        return "meet", f"{found['who']}: {said}"

    def _begins(self, text: str) -> bool:
        """Whether an order begins there: with its word, or with who is ordered."""
        try:
            opened(self._if_first(text))
        except Misread as misread:
            left_out = self._goes(text) or self._meets(text)
            return misread.trouble.code is not Code.VERB or left_out is not None
        return True

    def _beside(self, text: str, before: tuple[Order, ...]) -> tuple[Order, ...]:
        """One order of a line that has others before it."""
        plan, ordered = self.plan, self.known.ordered
        self.plan = Plan((*plan.orders, *before))
        self.known.ordered |= told_where_to_be(before)
        try:
            return self._one(text)
        finally:
            self.plan, self.known.ordered = plan, ordered


def told_where_to_be(orders: Iterable[Order]) -> frozenset[GroupId]:
    """The groups that orders send somewhere, keep where they are or set upon a place."""
    kinds = (March, Hold, Attack, Summon, Besiege)
    return frozenset(order.group for order in orders if isinstance(order, kinds))


def plan_of(at: Campaign, seat: SeatId) -> Plan:
    """The orders that a seat has filed, with the lines that count no more."""
    return plan_from(at, seat, at.standing.get(seat, ()))


def plan_from(at: Campaign, seat: SeatId, lines: Sequence[str]) -> Plan:
    """Orders from lines that were accepted once, in their order."""
    plan, lapsed = read_all(at, seat, lines)
    return replace(plan, lapsed=lapsed)


def read_all(at: Campaign, seat: SeatId, lines: Sequence[str]) -> tuple[Plan, tuple[tuple[str, str], ...]]:
    """Orders from lines that were accepted once, in their order, and those that cannot be read any more,
    each with the reason. Lines that split a group are read first, since others may call the new one by its
    men; each keeps its text, by which it is known when it is done."""
    reader = Reader(at, seat)
    found: dict[int, tuple[Order, ...]] = {}
    lapsed = []
    for number, line in sorted(enumerate(lines), key=lambda one: not one[1].startswith("SPLIT")):
        try:
            found[number] = tuple(replace(order, text=line) for order in reader.read(line))
        except Misread as misread:
            lapsed.append((line, misread.trouble.message))
            continue
        if line.startswith("SPLIT"):
            reader.plan = Plan((*reader.plan.orders, *found[number]))
    return Plan(tuple(order for number in sorted(found) for order in found[number])), tuple(lapsed)

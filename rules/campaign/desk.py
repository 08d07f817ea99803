"""The desk of a campaign: reading a mail of orders.

A line stands until it is done, replaced or taken back. A mail's line takes the place of what stood about the
same group, place, spy or band; several that divide or join groups stand side by side. The order for the day
itself is to do as planned: a mail with any line gives it, and so does "as planned"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from rules.campaign import ahead
from rules.campaign.ahead import groups_in
from rules.campaign.forms import order_form
from rules.campaign.naming import groups_named
from rules.campaign.plans.addressed import Addressed, is_question
from rules.campaign.plans.checking import checked
from rules.campaign.plans.checks.facts import Facts
from rules.campaign.plans.examples import with_own
from rules.campaign.plans.hanging import hangs, orders_something, trouble_of, with_the_order_above
from rules.campaign.plans.headings import beneath_groups, beneath_sieges
from rules.campaign.plans.mentions import is_known, speaks_of
from rules.campaign.plans.merging import SEVERAL, merged, subject
from rules.campaign.plans.offered import perhaps
from rules.campaign.plans.plan import March, Order, Plan, Quiet
from rules.campaign.plans.pronouns import begins_with_one, named, speaks_of_several
from rules.campaign.plans.reading import Reader, plan_from, told_where_to_be
from rules.campaign.plans.sentences import excluding
from rules.campaign.plans.tongues import in_english
from rules.campaign.plans.words import begins_an_order, verb_of
from rules.campaign.waiting import is_ahead_of_a_battle
from rules.core.language import english, say
from rules.desk.answers import in_trouble
from rules.desk.frames import takes_back, without_reason
from rules.desk.lines import command_in, end_in, is_remark
from rules.desk.planning import AS_PLANNED, PlanDesk
from rules.desk.reading import LineReading, Reading, Verdict
from rules.orders.trouble import Code, Misread, Trouble
from rules.scenarios.rosters import plain_name
from rules.state.campaign import Campaign
from rules.state.campaign_counters import GroupId
from rules.state.figure import SeatId

MOST_OF_A_PLAN = 120
_TAKES_BACK = re.compile(
    r"\W*(?:cancel|forget|revoke|undo|withdraw|drop|ignore|take back|scratch|strike)\b", re.I
)
_TAKES_BACK_ALL = re.compile(
    r"\W*(?:cancel|forget|revoke|undo|take back|scratch|strike)"
    r"(?:\s+(?:it|that|this|all|everything|(?:all |my |the |our )*(?:orders?|lines?)))*\W*",
    re.I,
)
_LIFTS = re.compile(r"\W*(?:lift|end|raise|stop|abandon|break off|give up)\s+(?:the|our|my) siege\b", re.I)
_INSTEAD = re.compile(r"\W*instead of (?P<whom>[\w']+)", re.I)
_IF_MET = re.compile(
    r"\W*(?:if|when|whenever)(?: \w+)?(?: is| are| gets?| becomes?)? (?:attacked|met|meets?)\b", re.I
)


def read_orders(at: Campaign, seat: SeatId, lines: Sequence[str]) -> Reading:
    """Read a mail's lines for a seat against what it has filed so far. Answers every line; never raises."""
    desk = _Desk(at, seat)
    desk.mail(lines)
    return desk.reading()


def own_lines(at: Campaign, seat: SeatId, lines: Sequence[str], named: bool) -> tuple[str, ...]:
    """Which of these lines order something, in whatever letters, or say on what the order above hangs;
    ``named``: which begin with an order word or with who is ordered, so that they are not the rest of
    another."""
    desk = _Desk(at, seat)
    found: list[str] = []
    above = False
    for line in lines:
        own = (
            (" " in line.strip() and desk.reads(line))  # one word alone is rather said to people
            or desk.orders_somebody(line)
            or (desk.begins_with_own(line) and bool(in_english(line)))
            or (named and (begins_an_order(line) or desk.begins_with_own(line)))
        )
        of_the_same = above and begins_with_one(line) and desk.addressed.somebody(line, named_above=True)
        if own or of_the_same or (above and not named and hangs(line)):
            found.append(line)
        above = own or of_the_same or (above and hangs(line)) or begins_an_order(line)
    return tuple(found)


class _Desk(PlanDesk):
    """``plan``: what stood before the mail and still does; ``fresh``: what the mail has said; ``kept``:
    both, but for what is only tried."""

    def __init__(self, at: Campaign, seat: SeatId) -> None:
        super().__init__(at.sheets.get(seat, ()))
        self.at = at
        self.seat = seat
        self.plan = plan_from(at, seat, at.standing.get(seat, ()))
        self.fresh = Plan()
        self.kept = self.plan
        self.reader = Reader(at, seat, self.plan)
        self.addressed = Addressed(self.reader.known)
        self.hanging: frozenset[str] = frozenset()  # lines with a condition that stood below them
        self.spoken_of: set[GroupId] = set()  # by lines of the mail that could not be read
        self.filed: list[tuple[str, tuple[Order, ...]]] = []  # what lines of the mail came to
        self.above: list[tuple[Order, ...]] = []  # the same of each line, nothing where it stands for none

    @property
    def whole(self) -> Plan:
        return Plan((*self.plan.orders, *self.fresh.orders))

    def reads(self, line: str) -> bool:
        return self._read(line) is not None

    def _excludes(self, line: str) -> bool:
        """Whether a line holds orders of which one alone can be."""
        try:
            self.reader.filed(line)
        except Misread as misread:
            return misread.trouble.code is Code.TWICE
        return False

    def _read(self, line: str) -> tuple[Order, ...] | None:
        try:
            return self.reader.filed(line)
        except Misread:
            return None

    def begins(self, line: str) -> bool:
        return begins_an_order(line)

    def goes_on_with_all(self, line: str, above: str) -> bool:
        return speaks_of_several(line) and self.reads(above)

    def nobody_asked(self) -> str:
        return say("In a campaign nobody is asked: orders say it ahead.")

    def planned(self, line: str) -> LineReading:
        """A line of orders. What cannot be read and is not put as an order is talk."""
        if self.at.outcome is not None:
            return in_trouble(line, Trouble(Code.GAME_OVER, english("The campaign has ended.")))
        self.reader.known.ordered = self._told_where_to_be()
        answer = self._planned(line)
        if not answer.canonical:
            self.above.append(())
        return answer

    def _planned(self, line: str) -> LineReading:
        try:
            found = self._filed(line)
        except Misread as misread:
            return self._unread(line, misread.trouble)
        if left := self._still_standing(line, found):
            message = english(
                "{line} would still stand: take it back by CLEAR, and send both lines anew", line=left.text
            )
            return replace(
                in_trouble(line, Trouble(Code.TWICE, message)), guesses=tuple(order.text for order in found)
            )
        if len(self.whole.orders) + len(found) > MOST_OF_A_PLAN:
            return in_trouble(
                line, Trouble(Code.TOO_MANY, english("a plan has at most {most} lines", most=MOST_OF_A_PLAN))
            )
        before = (self.plan, self.fresh)
        stood = {order.text for order in self.plan.orders}
        for order in found:
            self.plan, self.fresh = merged(self.plan, self.fresh, order)
        self.reader.plan = self.whole
        answer = self._checked(line, found)
        if answer.code:
            self.plan, self.fresh = before
            self.reader.plan = self.whole
            return answer
        self.above.append(found)
        if self.trying:
            return replace(answer, message=(say("Only tried, not kept."), *answer.message), asked=True)
        self.kept = self.whole
        self.touched, self.sheet = True, (AS_PLANNED,)
        self.filed.append((line, found))
        return replace(answer, again=all(order.text in stood for order in found))

    def _unread(self, line: str, trouble: Trouble) -> LineReading:
        """What is said to a line that could not be read: it is talk, unless it is put as an order."""
        guesses = self._perhaps(line)
        self.spoken_of |= self._own_groups_in(line)
        if hanging := trouble_of(line, trouble, self._read):
            return in_trouble(line, hanging)
        if _TAKES_BACK_ALL.fullmatch(line) or (_TAKES_BACK.match(line) and self._names_what_stands(line)):
            message = english(
                "lines are taken back by CLEAR: CLEAR Robert, CLEAR HIRE, or CLEAR alone for all"
            )
            return in_trouble(line, Trouble(Code.EXPECTED, message))
        if _LIFTS.match(line):
            message = english("whoever besieges lifts his siege by marching away: MARCH Robert to Melfi")
            return in_trouble(line, Trouble(Code.EXPECTED, message))
        if trouble.code is Code.VERB and self.begins_with_own(line) and self.orders_somebody(line):
            message = english(
                "say what they are to do: MARCH Robert to Melfi, HOLD Robert, MEET Robert: refuse"
            )
            return replace(in_trouble(line, Trouble(Code.VERB, message)), guesses=guesses)
        if is_question(line):
            return LineReading(line, Verdict.TALK)
        if trouble.code is Code.VERB and _IF_MET.match(line):
            message = english("say who: MEET Robert: refuse, or MEET all: refuse if 5 or more weaker")
            return in_trouble(line, Trouble(Code.VERB, message))
        if not (
            guesses
            or begins_an_order(line)
            or trouble.suggestion
            or self.orders_somebody(line)
            or line in self.hanging
            or orders_something(line)
        ):
            return LineReading(line, Verdict.TALK)
        return replace(in_trouble(line, trouble), guesses=guesses)

    def _filed(self, line: str) -> tuple[Order, ...]:
        """The orders of a line; where it cannot be read and begins with "they" or the like, with the names of
        those who were ordered above. Raises Misread."""
        try:
            return self._beside_reasons(line, self.reader.filed(line))
        except Misread:
            found = self._read(named(line, self.above, self.reader.known))
            if found is None:
                raise
        return self._beside_the_others(line, found)

    def _beside_reasons(self, line: str, found: tuple[Order, ...]) -> tuple[Order, ...]:
        """What stands beside "as Robert marches to Canosa": that is no mere reason while no line tells Robert
        so. Raises Misread."""
        said = without_reason(line)[1].partition(" ")[2]
        unsaid = [order.text for order in self._read(said) or () if order not in self.whole.orders]
        if unsaid:
            message = english(
                "{line} is a reason here, and stands nowhere: give it a line of its own",
                line="; ".join(unsaid),
            )
            raise Misread(Trouble(Code.LEFT_OVER, message))
        return found

    def _beside_the_others(self, line: str, found: tuple[Order, ...]) -> tuple[Order, ...]:
        """What "he waits there" and "he goes on to Bari" come to: they take the place of no line of this
        mail, unless they say so. Raises Misread."""
        about = {subject(order): order for order in found if not isinstance(order, SEVERAL)}
        for order in self.fresh.orders:
            other = about.get(subject(order))
            if other is not None and other.text != order.text and not takes_back(line):
                raise Misread(excluding(order, other))
        return found

    def _still_standing(self, line: str, found: Sequence[Order]) -> Order | None:
        """What the line above has ordered and another in its place ("no wait, ...") would leave as it is; of
        "instead of Robert, Drogo ..." what Robert is to do of the kind."""
        if stead := _INSTEAD.match(line):
            with suppress(Misread):
                other = self.reader.known.group(stead["whom"])
                kinds = tuple(map(type, found))
                left = (o for o in self.whole.orders if getattr(o, "group", "") == other and type(o) in kinds)
                return next(left, None)
        if not takes_back(line) or not self.above:
            return None
        about = {subject(order) for order in found}
        return next((order for order in self.above[-1] if subject(order) not in about), None)

    def _told_where_to_be(self) -> frozenset[GroupId]:
        """The groups that the mail has sent somewhere, kept where they are or set upon a place so far."""
        return told_where_to_be(self.fresh.orders) | self.spoken_of

    def _own_groups_in(self, line: str) -> set[GroupId]:
        """Whom a line speaks of that could not be read: they are none of the rest."""
        known, said = self.reader.known, set(map(plain_name, re.findall(r"[\w']+", line)))
        return {group for group in known.own_groups() if plain_name(known.called(group)) in said}

    def _names_what_stands(self, line: str) -> bool:
        words = re.findall(r"[\w]+", line.casefold())
        return any(verb_of(word) or plain_name(word) in self.addressed.names for word in words[1:])

    def _perhaps(self, line: str) -> tuple[str, ...]:
        return perhaps(line, self.reader, self._read, self.begins_with_own(line))

    def _checked(self, line: str, found: tuple[Order, ...]) -> LineReading:
        facts = Facts(self.reader.known, self.whole)
        notes: list[str] = []
        details: list[str] = []
        for order in found:
            found_out = checked(facts, order)
            if found_out.trouble is not None:
                return in_trouble(line, found_out.trouble)
            notes += (
                [say("It stands, and could not be done today: {why}.", why=found_out.note)]
                if found_out.note
                else self._without_a_turn(order)
            )
            details += self._named(order, found_out.details) if len(found) > 1 else found_out.details
        canonical = "; ".join(order.text for order in found)
        verdict = Verdict.NOTE if notes else Verdict.OK
        return LineReading(
            line,
            verdict,
            (*self._left_out(line), *notes),
            canonical=canonical,
            details=tuple(details),
            barred=bool(notes),
        )

    def _left_out(self, line: str) -> tuple[str, ...]:
        _, reason = without_reason(line)
        words = "{words!r} adds nothing to the order and was left out."
        return (say(words, words=reason),) if reason else ()

    def _named(self, order: Order, details: tuple[str, ...]) -> tuple[str, ...]:
        """What an order of several on one line comes to, with whose it is; of a march its first line says
        so."""
        group, spy = getattr(order, "group", ""), getattr(order, "spy", "")
        if isinstance(order, March) or not details or not (group or spy):
            return details
        who = self.reader.known.called(group) if group else self.at.spies[spy].name
        return (f"{who}: {details[0]}", *details[1:])

    def _without_a_turn(self, order: Order) -> list[str]:
        """That whoever is to carry it out has no turn in the open phase, since he waits for a battle on a
        board, or has played the day."""
        if isinstance(order, Quiet) and order.days > 1 and (self.at.fights or self.at.still):
            return [say("It stands for later: as long as a battle is open each day is opened by itself.")]
        named = [name for name in ahead.named_in(order) if name in self.at.still]
        waiting = groups_in(self.at, named)
        places = [place.name for place in self.at.setup.places if ahead.of_place(place.id) in named]
        if not waiting and not places:
            return []
        who = groups_named(self.at, waiting) if waiting else ", ".join(places)
        if is_ahead_of_a_battle(self.at):
            words = english("It stands: {who} waits for a battle, and makes day {day} up when that is over.")
        else:
            words = english("It stands for another day: {who} has had day {day}.")
        return [say(words, who=who, day=self.at.day)]

    def orders_somebody(self, line: str) -> bool:
        """Whether a line that cannot be read is put to somebody of one's own."""
        return self.addressed.somebody(line, named_above=any(self.above) and begins_with_one(line))

    def begins_with_own(self, line: str) -> bool:
        """Whether a line begins with one of the seat's groups or spies."""
        return self.addressed.begins(line)

    def arranged(self, lines: list[str]) -> list[str]:
        """What stands beneath "SIEGE Acerenza:" or "Robert:" is a line of that siege or group each; a
        condition below an order goes with that order."""
        whole = beneath_sieges(lines, self.reads)
        whole = beneath_groups(whole, self._names_groups, self.begins_with_own, self.reads, self._excludes)
        whole, self.hanging = with_the_order_above(whole, self._no_order, self._ordered)
        return whole

    def _names_groups(self, text: str) -> bool:
        with suppress(Misread):
            return bool(self.reader.known.groups(text))
        return False

    def _no_order(self, line: str) -> bool:
        return is_remark(line) or command_in(line) is not None or end_in(line) is not None

    def _ordered(self, line: str) -> bool:
        return self.reads(line) or begins_an_order(line) or self.orders_somebody(line)

    def _in_the_end(self) -> Iterator[LineReading]:
        """The answers, as the whole mail makes them: a line that a later one makes possible needs no remark
        any more; one that a later one excludes has another."""
        filed = list(self.filed)
        for answer in self.answers:
            if not (filed and filed[0][0] == answer.line and answer.canonical) or answer.asked:
                yield answer
                continue
            _, found = filed.pop(0)
            if replacing := self._replaced(found):
                note = say("A later line counts instead: {line}", line=replacing.text)
                yield replace(answer, verdict=Verdict.NOTE, message=(note,), details=(), barred=True)
            else:
                again = self._checked(answer.line, found)
                yield answer if again.code else replace(again, again=answer.again)

    def _replaced(self, found: Sequence[Order]) -> Order | None:
        """The line that stands in the place of one of this mail, of which nothing stands."""
        texts = {order.text for order in self.kept.orders}
        if any(order.text in texts for order in found):
            return None
        about = {subject(order) for order in found}
        return next((order for order in self.kept.orders if subject(order) in about), None)

    def clear(self, about: str) -> LineReading:
        """CLEAR alone takes everything back; with a name or an order word behind it what speaks of that."""
        answer = self._cleared(about)
        if answer.verdict is Verdict.COMMAND and not self.trying:
            self.touched, self.kept = True, self.whole
        return answer

    def _cleared(self, about: str) -> LineReading:
        if not about or about.casefold() in ("all", "everything"):
            self.plan, self.fresh, self.sheet = Plan(), Plan(), ()
            self.reader.plan = self.whole
            return LineReading("", Verdict.COMMAND, (say("No orders stand any more."),))
        speaks = speaks_of(self.reader.known, about)
        gone = [order for order in self.whole.orders if speaks(order)]
        if not gone and is_known(self.reader.known, self.addressed, about):
            return LineReading(
                "", Verdict.COMMAND, (say("No line stands that speaks of {about}.", about=about[:40]),)
            )
        if not gone:
            return in_trouble(
                "", Trouble(Code.NAME, english("no line that stands speaks of {word!r}", word=about[:40]))
            )
        self.plan = Plan(tuple(order for order in self.plan.orders if not speaks(order)))
        self.fresh = Plan(tuple(order for order in self.fresh.orders if not speaks(order)))
        self.reader.plan = self.whole
        self.sheet = (AS_PLANNED,)
        return LineReading(
            "", Verdict.COMMAND, tuple(say("Taken back: {line}", line=order.text) for order in gone)
        )

    def _with_own_names(self, answer: LineReading) -> LineReading:
        """What is said of a line that could not be read, with the seat's own men in its examples."""
        if not answer.code:
            return answer
        known = self.reader.known
        return replace(answer, message=tuple(with_own(one, known, answer.line) for one in answer.message))

    def reading(self) -> Reading:
        """What stands afterwards."""
        standing = tuple(order.text for order in self.kept.orders)
        changed = (self.sheet, standing) != (
            self.at.sheets.get(self.seat, ()), self.at.standing.get(self.seat, ()),
        )  # fmt: skip
        return Reading(
            lines=tuple(map(self._with_own_names, self._in_the_end())),
            orders=self.sheet,
            standing=standing,
            idle=(),
            commands=tuple(self.commands),
            changed=self.touched and (changed or bool(self.salt)),
            salt=self.salt or self.at.salts.get(self.seat, ""),
        )


__all__ = ["order_form", "read_orders"]

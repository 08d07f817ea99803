"""Reading a mail of orders: every line is answered, a bad one never spoils a good one, and nothing raises.

The answer holds the complete sets that stand afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.core.language import english, say, translated
from rules.desk import commands
from rules.desk.answers import Spoken, alike, are_apart, as_one, as_tried, cut, illegal, in_trouble, is_bad
from rules.desk.check import TOO_MUCH, at_the_end, check
from rules.desk.clashes import with_clashes
from rules.desk.closing import GOING, is_as_printed, ways_up_to
from rules.desk.desk import Desk
from rules.desk.draft import Draft
from rules.desk.hanging import may_hang_together
from rules.desk.lines import Command, End, command_in, continued, end_in, is_remark
from rules.desk.lines_read import orders_of, slots_in
from rules.desk.perhaps import with_guesses
from rules.desk.reading import Gathered, LineReading, Reading, Verdict
from rules.desk.sheet import Sheet, slots_of
from rules.desk.speech.corrections import as_talk
from rules.desk.speech.grouped import told_in
from rules.desk.speech.misleading import is_unclear, misleads, tells_more
from rules.desk.speech.phrases import Words, words_of
from rules.desk.speech.saying import Saying
from rules.desk.speech.spoken import Speech
from rules.desk.speech.talk import names_own, nearest_order, suggesting
from rules.desk.speech.turning import keeps_him
from rules.desk.speech.whither import as_goal, by_safest_way, moves_nobody, without_stays
from rules.desk.tagging.reading import TaggedLine
from rules.desk.untimely import why_not_now
from rules.orders.joined_names import seen_in
from rules.orders.parser import Part, print_order, read_line
from rules.orders.records import (
    AttackOrder,
    ChargeOrder,
    EnterOrder,
    MoveOrder,
    Order,
    PlaceOrder,
    figures_of,
)
from rules.orders.trouble import Code, Trouble
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId

MOST_LINES = 300
MOST_READINGS = 3  # of a mail whose lines hang together the other way round than they stand


def read_orders(
    battle: Battle, rules: Ruleset, seat: SeatId, lines: Sequence[str], *,
    as_filed: bool = False, guessing: bool = True,
) -> Reading:  # fmt: skip
    """Read a mail's lines for a seat against what it has filed so far. Who goes to a hex goes by the safest
    way, unless he says otherwise; ``as_filed``: by the shortest, as in all that was written before
    that could be said. ``guessing``: what lines that cannot be understood are perhaps meant for is told."""
    foreseen: Sheet | None = None
    for _ in range(MOST_READINGS):
        reader = _Reader(battle, rules, seat)
        reader.as_filed, reader.foreseen = as_filed, foreseen
        reading = reader.read(lines)
        if foreseen is not None and reader.ends.texts() == foreseen.texts():
            break
        foreseen = reader.ends
        if not reader.hangs_together:
            break
    return reading if as_filed or not guessing else with_guesses(reader, lines, reading, read_orders)


class _Reader(Draft):
    def __init__(self, battle: Battle, rules: Ruleset, seat: SeatId) -> None:
        super().__init__(battle, rules, seat)
        self.attacks: list[tuple[int, Order, bool]] = []
        self.sent: set[FigureId] = set()  # who was told where to go, be it possible or not
        self.tried: set[int] = set()
        self.begun = False
        self.ended = ""
        self.as_filed = False
        self.ends = self.sheet  # what stands, or would stand, behind the last line
        self.hangs_together = False  # whether lines above may hang on lines below
        self.speech = Speech(self.desk, seat, self.lexicon)

    def read(self, lines: Sequence[str]) -> Reading:
        joined = continued(lines[:MOST_LINES])
        parsed = [(line, () if is_remark(line) else read_line(line, self.lexicon)) for line in joined]
        self.to_come = [slots_in(parts) for _, parts in parsed]
        self.hangs_together = may_hang_together(orders_of(parsed), self.to_come, self.sheet)
        self.imagine()
        self.desk.placed_anew = frozenset(
            figure
            for _, parts in parsed
            for part in parts
            if isinstance(part.order, PlaceOrder | EnterOrder)
            for figure in figures_of(part.order)
        )
        for line, parts in parsed:
            before = len(self.answers)
            del self.to_come[0]
            self.desk.to_come = frozenset(slot for slots in self.to_come for slot in slots)
            self._line(line, parts)
            if self.kept is not None:
                self.tried.update(range(before, len(self.answers)))
        self._tell_attacks()
        self.ends = self.sheet
        self._tell_tried()
        if len(lines) > MOST_LINES:
            message = english(
                "A mail holds at most {most} lines: {more} more were not read.",
                most=MOST_LINES,
                more=len(lines) - MOST_LINES,
            )
            self.answers.append(in_trouble("", Trouble(Code.TOO_MANY, message)))
        return self.reading()

    # lines

    def _line(self, line: str, parts: tuple[Part, ...]) -> None:
        if is_remark(line):
            if end_in(line) is End.HARD:
                self.ended = line.strip()
            self._remark(line)
            return
        if self.ended:
            self._behind_the_end(line, parts)
            return
        end = end_in(line)
        if end is End.HARD or (end is End.SOFT and self.begun):
            self.ended = line.strip()
            self._remark(line)
            return
        command = command_in(line) or (commands.ending_in(line) if self.sheet.standing else None)
        if command is not None:
            self._command(line, command)
        else:
            before = len(self.answers)
            self._orders(line, parts)
            bad = [answer.line for answer in self.answers[before:] if is_bad(answer)]
            asked = {man for one in bad for man in told_in(words_of(one), self.speech.named)}
            self.desk.asked_back |= asked  # "the rest" are others

    def _remark(self, line: str) -> None:
        self.answers.append(LineReading(line, Verdict.COMMENT))

    def _talk(self, line: str) -> None:
        self.answers.append(LineReading(line, Verdict.TALK))

    def _behind_the_end(self, line: str, parts: tuple[Part, ...]) -> None:
        if all(part.order is None for part in parts) and (
            self.speech.is_talk(line, parts) or not names_own(line, self.lexicon)
        ):
            self._talk(line)
            return
        message = english(
            "This stands below {ended!r}, where your orders end: it was not read. Send it again above.",
            ended=self.ended[:30],
        )
        self.answers.append(in_trouble(line, Trouble(Code.AFTER_END, message, 0)))

    def _orders(self, line: str, parts: tuple[Part, ...]) -> None:
        words, self.speech.seen = seen_in(line, self.lexicon)
        self.speech.nearer, self.speech.tells_men = None, False
        if self.speech.company.is_definition(words):
            self._define(line, words)
            return
        if (refused := self.speech.company.refused_in(words)) is not None:
            self.answers.append(in_trouble(line, refused))
            return
        if self._as_people_say(line, parts, words):
            return
        self.speech.named.heard(words, [part.order for part in parts if part.order is not None])
        if line not in self.perhaps and not self.speech.tells_men and self.speech.is_talk(line, parts):
            self.answers.append(as_talk(line, words, self.answers))
            return
        if (unclear := self.speech.left_open(parts, words)) is not None:
            parts = (Part(0, len(line), trouble=unclear),)
        elif self.speech.nearer is not None and tells_more(self.speech.nearer, parts):
            parts = (msgspec.structs.replace(parts[0], order=None, trouble=self.speech.nearer),)
        if nearest := nearest_order(line, parts, self.lexicon):
            parts = suggesting(parts, nearest)
        self._answer(line, parts)

    def _define(self, line: str, words: Words) -> None:
        self.begun = True
        self.speech.company.named = dict(self.sheet.groups)
        found = self.speech.company.define(words)
        if not isinstance(found, Trouble):
            self.sheet.groups = dict(self.speech.company.named)
            self.filed = self.filed or self.kept is None
        self.answers.append(
            in_trouble(line, found)
            if isinstance(found, Trouble)
            else LineReading(line, Verdict.COMMAND, (found,))
        )

    def _as_people_say(self, line: str, parts: tuple[Part, ...], words: Words) -> bool:
        """Answer a line that is no order of the language, if it is known what is meant by it."""
        misled = misleads(parts, words)
        unclear = misled or is_unclear(parts, words)
        found = self.speech.read(self.desk, line, words, anew=misled) if unclear else None
        several = () if not unclear or isinstance(found, tuple) else self.speech.by_sentences(self.desk, line)
        for one in several:
            self._orders(one, read_line(one, self.lexicon))
        if several:
            return True
        which = isinstance(found, Trouble) and found.ambiguous  # he alone knows who of several is meant
        if unclear and not isinstance(found, tuple) and not which:
            found = self._by_tags(line, words) or found
        if found is None:
            return False
        self.begun = True
        if isinstance(found, Trouble):
            self.answers.append(in_trouble(line, found))
            return True
        first, whose = len(self.answers), []
        for number, (text, parts) in enumerate(self.speech.named.said(found)):
            before = len(self.answers)
            self._answer(text if number else line, parts, spoken=True)
            spoken = Spoken(self._names_in(parts), tuple(map(translated, parts[0].notes)) if parts else ())
            whose += [spoken] * (len(self.answers) - before)
        if not any(index >= first and isinstance(order, AttackOrder) for index, order, _ in self.attacks):
            self.answers[first:] = alike(line, self.answers[first:], found[0].told, whose)
        return True

    def _by_tags(self, line: str, words: Words) -> tuple[Saying, ...] | None:
        """What a line means by what its words do in it; what is not sure is kept, to be asked about."""
        tagged = TaggedLine(self.desk, self.lexicon, self.speech.company, self.speech.named, words)
        read = tagged.read(line)
        self.speech.tells_men = tagged.tells_men
        if read is None or read.sure:
            return read.sayings if read is not None else None
        self.perhaps[line] = Gathered(tuple(saying.text for saying in read.sayings), read.left_out)
        return None

    def _answer(self, line: str, parts: tuple[Part, ...], *, spoken: bool = False) -> None:
        """Answer the orders of a line one by one, or as one; ``spoken``: it was put into other words, so that
        no place in it can be shown."""
        self.begun = True
        parts = without_stays(parts)
        answers = [self._part(line, part) for part in parts]
        if spoken:
            answers = [msgspec.structs.replace(answer, position=-1) for answer in answers]
        if are_apart(answers):
            for part, answer in zip(parts, answers, strict=True):
                self.answers.append(cut(answer, line, part))
        elif answers:
            self.answers.append(as_one(line, answers))
        first_answer = len(self.answers) - (len(answers) if are_apart(answers) else 1)
        for index, part in enumerate(parts):
            if part.order is not None and not is_bad(answers[index]):
                at = first_answer + (index if are_apart(answers) else 0)
                as_printed = keeps_him(line) or is_as_printed(line, answers[index].canonical)
                self.attacks.append((at, part.order, as_printed))

    def _part(self, line: str, part: Part) -> LineReading:
        if part.order is None:
            assert part.trouble is not None
            return in_trouble(line, part.trouble)
        order = as_goal(self.desk, part.order)
        order = order if self.as_filed else by_safest_way(order)
        self.sent.update(figure for kind, figure in slots_of(order) if kind in GOING)
        if (untimely := why_not_now(self, order, part.start)) is not None:
            return in_trouble(line, untimely)
        checked = with_clashes(self.desk, order, check(self.desk, order))
        if checked.refused:
            self._imagine_again(order)
            if self._stands(order):
                stays = say("It stands from before all the same, in its old place.")
                checked = msgspec.structs.replace(checked, message=(*checked.message, stays))
            return illegal(line, part, checked)
        message = [*checked.message, *map(translated, part.notes)]  # its cost first: that is never left out
        replaced = self.sheet.file(order)
        if self._lasts(order):
            self.desk.imagined.follow(order)
        elif isinstance(order, MoveOrder | ChargeOrder):
            self.desk.imagined.forget(order.figure)
        self.filed = self.filed or self.kept is None
        exceptions = self.sheet.own_exceptions(order)
        if exceptions:
            message.append(say("Before it go {exceptions}.", exceptions="; ".join(exceptions)))
        message += replaced
        canonical = print_order(order, self.lexicon)
        if later := moves_nobody(order, line, canonical, self.lexicon):
            message.append(later)
        note = checked.note or bool(replaced or later)
        return LineReading(
            line,
            Verdict.NOTE if note else Verdict.OK,
            tuple(message),
            rule=checked.rule,
            canonical=canonical,
            details=checked.details,
            barred=checked.barred,
            warned=checked.warned,
            gist=checked.gist,
            again=any(canonical in texts for texts in self.before),
        )

    def _tell_attacks(self) -> None:
        """Attacks are told last, when all moves of the mail are known."""
        found, self.attacks = self.attacks, []
        denied = any(one.verdict is Verdict.UNREADABLE and keeps_him(one.line) for one in self.answers)
        last = {order: (at, printed) for at, order, printed in found if isinstance(order, AttackOrder)}
        for order, (index, as_printed) in last.items():
            if not self._stands(order):
                continue
            before = self.answers[index].message
            if not (as_printed or denied or self.as_filed):
                self._go_up_to(order, index)
            checked = at_the_end(self.desk, order)
            answer = self.answers[index]
            ways = answer.message[len(before) :]
            noted = checked.note or answer.verdict is Verdict.NOTE
            self.answers[index] = msgspec.structs.replace(
                answer,
                verdict=Verdict.NOTE if noted else Verdict.OK,
                message=(*ways, *checked.message, *before),  # the odds first: they are never left out
                rule=answer.rule or checked.rule,
                details=(*answer.details, *checked.details),
                barred=answer.barred or checked.barred,
            )

    def _go_up_to(self, order: AttackOrder, index: int) -> None:
        """File the moves of attackers who are not next to whom they attack, with the answer to their line."""
        answer = self.answers[index]
        ways: list[str] = []
        for move, told, noted in ways_up_to(self.desk, order, self.sent):
            self.sheet.file(move)
            self.desk.imagined.follow(move)
            ways.append(print_order(move, self.lexicon))
            verdict = Verdict.NOTE if noted else answer.verdict
            answer = msgspec.structs.replace(answer, message=(*answer.message, *told), verdict=verdict)
        if ways:
            canonical = "; ".join((*ways, answer.canonical))
            self.answers[index] = msgspec.structs.replace(answer, canonical=canonical)

    def _command(self, line: str, command: Command) -> None:
        if command.word == "try":
            self._try(line, command)
            return
        self.begun = self.begun or command.word == "clear"
        commands.carry_out(self, line, command)

    def _try(self, line: str, command: Command) -> None:
        """Alone: the rest of the mail is only tried. Before an order: that order is."""
        if not command.rest:
            self._tell_attacks()
            self.kept = self.kept or self.sheet
            self.begun = True
            self.swap(self.sheet.copy())
            self.answers.append(
                LineReading(line, Verdict.COMMAND, (say("Nothing below this line is kept."),))
            )
            return
        if self.desk.tired:
            self.answers.append(in_trouble(line, Trouble(Code.TOO_MANY, TOO_MUCH, command.position)))
            return
        self._tell_attacks()
        kept, desk = self.kept, self.desk
        if self.tried:
            # several questions: the board is imagined once for all of them
            desk.effort += desk.imagined.waiting
            desk.imagined.play()
        self.kept, self.sheet = self.sheet, self.sheet.copy()
        effort = desk.effort + desk.imagined.waiting
        again, coming = desk.imagined.copy(), self.entering
        self.desk = Desk(self.battle, self.rules, self.sheet, again, effort, trying=True, entering=coming)
        self.desk.placed_anew, self.desk.asked_back = desk.placed_anew, desk.asked_back
        count = len(self.answers)
        self.begun = True
        text = (" " * (len(line) - len(command.rest)) * (not command.asked) + command.rest).rstrip("? ")
        self._orders(text, read_line(text, self.lexicon))
        self._tell_attacks()
        self.note_ways()
        self.answers[count:] = as_tried(self.answers[count:], line, text, command)
        self.tried.update(
            n for n in range(count, len(self.answers)) if self.answers[n].verdict != Verdict.TALK
        )
        desk.effort = self.desk.effort
        self.kept, self.sheet, self.desk = kept, desk.sheet, desk

    def _tell_tried(self) -> None:
        """A mail that only tries is a command; beside orders that stand, what was tried must not count with
        them, and nothing waits for it to be mended."""
        if not self.tried:
            return
        if not self.filed:
            self.commands.append("try")
            return
        for index in self.tried:
            answer = msgspec.structs.replace(self.answers[index], asked=True)
            if answer.verdict in (Verdict.OK, Verdict.NOTE):
                answer = msgspec.structs.replace(answer, verdict=Verdict.COMMAND, canonical="")
            self.answers[index] = answer

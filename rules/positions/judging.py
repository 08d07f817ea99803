"""A position played and asked: everything that is found out, in the order in which it happens.

The phase is played by the engine that plays games, with the dice of the file. Order lines go over the desk as
a player's would; those of [filed ...] lie on the table unread, so that one sees what becomes of orders that
cannot be carried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.language import speaking
from rules.core.rule_ids import citing
from rules.desk.asking import read_reply
from rules.events.asking import DecisionRequested
from rules.events.base import Event
from rules.journal import Stopped
from rules.narrate import narrate
from rules.phases import playing
from rules.positions import asking, papers, telling
from rules.positions.dice import MissingDie, PositionDice
from rules.positions.drawn import drawn
from rules.positions.faults import Fault, PositionError
from rules.positions.findings import Finding
from rules.positions.form import Line, Phase, Section
from rules.positions.imposing import JudgedJournal
from rules.positions.reading import Position
from rules.positions.reading import read as read_position
from rules.positions.states import state_of
from rules.ruleset import Ruleset
from rules.state.battle import Battle

MOST_PHASES = 20


def judge(text: str, *, pictures: bool = False, language: str = "en") -> Iterator[Finding]:
    """Everything about a position file. Never raises for what a file says: a fault is found as anything
    else, and ends it. With ``pictures`` the board is found too, before and after, and how all stand then; the
    report is told in this ``language``, all the rest in English."""
    try:
        position = read_position(text)
        yield from citing_book(_judged(position, pictures, language), position.rules)
    except PositionError as error:
        yield fault(error.fault)
    except Exception as error:  # [exact] may say what no game comes to; and whoever asks gets an answer
        words = f"the engine cannot go on: {type(error).__name__}: {error}. If [exact] is not why, tell us"
        yield Finding("fault", words, data={"error": type(error).__name__})


def citing_book(findings: Iterator[Finding], rules: Ruleset) -> Iterator[Finding]:
    """The same with rules cited as the book in play has them."""
    for found in findings:
        yield citing(found, rules.books, "words", "rule")


def fault(found: Fault) -> Finding:
    """What is to be mended in a file."""
    data = {"suggestion": found.suggestion} if found.suggestion else {}
    hint = f" (perhaps {found.suggestion!r}?)" if found.suggestion else ""
    return Finding("fault", f"{found.message}{hint}", line=found.line, data=data)


def _judged(position: Position, pictures: bool, language: str) -> Iterator[Finding]:
    battle, rules = position.battle, position.rules
    if len(position.phases) > MOST_PHASES:
        raise PositionError(position.phases[MOST_PHASES].number, f"a file plays {MOST_PHASES} phases at most")
    asked = [line for phase in position.phases for section in phase.of("ask") for line in section.lines]
    if len(asked) > asking.MOST:
        words = f"a file asks {asking.MOST} questions at most, not {len(asked)}"
        raise PositionError(asked[asking.MOST].number, words)
    if pictures:
        yield drawn("before", battle, rules)
    table = None
    for number, phase in enumerate(position.phases, start=1):
        last = number == len(position.phases)
        table = _Phase(battle, rules, phase, number, language)
        yield from table.play(last=last)
        battle = table.battle
        if table.stopped and not last:
            raise PositionError(position.phases[number].number, "the phase before was not played to its end")
        if battle.outcome is not None and not last:
            raise PositionError(position.phases[number].number, "the battle was over before this phase")
    if pictures and table is not None:
        yield drawn("after", battle, rules, table.before, table.events)
    for name in position.lines:
        words, data = state_of(battle, name)
        yield Finding("state", words, line=position.lines[name], data=data)


class _Phase:
    """One phase of a file on the table."""

    def __init__(self, battle: Battle, rules: Ruleset, phase: Phase, number: int, language: str) -> None:
        self.battle, self._rules, self._phase, self._number = battle.copy(), rules, phase, number
        self.before: Battle = battle
        self.events: list[Event] = []
        self._language = language
        lines = (line for section in phase.of("dice") for line in section.lines)
        self._dice = PositionDice(lines, {*battle.figures, *battle.horses})
        self._over: Battle | None = None
        self.stopped = False

    def play(self, *, last: bool) -> Iterator[Finding]:
        yield from self._answers("", "before")
        journal = JudgedJournal(self.battle, self._dice)
        try:
            journal.impose([line for s in self._phase.of("results") for line in s.lines], self._rules)
        except MissingDie as missing:
            raise PositionError(self._where("dice", "results"), missing.words) from None
        yield from self._told(self.battle, journal.events)
        self.battle = journal.battle
        for section in self._phase.of("orders"):
            yield from self._orders(section)
        for section in self._phase.of("filed"):
            papers.file(self.battle, section)
        if any(True for _ in self._phase.of("orders", "filed", "dice", "results")) or not last:
            yield from self._played(journal, close=not last or self.battle.setup.victory.turns > 0)
        self._over = self.battle.copy()
        self._over.step = None  # what is asked then is asked of how they stand, not of a step that is over
        yield from self._answers("after")

    def _where(self, *kinds: str) -> int:
        """The line of the first of these headings that the phase has."""
        return next((s.number for kind in kinds for s in self._phase.of(kind)), self._phase.number)

    # orders

    def _orders(self, section: Section) -> Iterator[Finding]:
        """Over the order desk, as a player's mail goes."""
        reading = papers.lay(self.battle, self._rules, section)
        yield from telling.answered(reading, section.lines, self._number)

    # playing

    def _played(self, journal: JudgedJournal, *, close: bool) -> Iterator[Finding]:
        before, imposed = self.battle, journal.imposed
        answers: dict[str, str] = {}
        replies = [line for section in self._phase.of("answers") for line in section.lines]
        missing: MissingDie | None = None
        while True:
            dice = self._dice.copy()
            journal = JudgedJournal(before, dice, answers)
            journal.imposed = imposed
            for one in imposed:
                one.done = one.at_once
            try:
                if playing.play_phase(journal, self._rules) and close:
                    playing.close_phase(journal, self._rules)
            except Stopped:
                question = journal.events[-1]
                assert isinstance(question, DecisionRequested)
                if replies:
                    answers[question.name] = self._reply(question, replies.pop(0))
                    continue
                self.stopped = True
            except MissingDie as error:
                missing = error
                self.stopped = True
            break
        for one in imposed:
            if one.done and not one.at_once:
                words = f"ruled, whatever die and table say: {one.text}"
                yield Finding("note", words, line=one.number, phase=self._number)
        yield from self._told(before, journal.events)
        self.battle = journal.battle
        if missing is not None:
            raise PositionError(self._where("dice", "orders", "filed"), missing.words)
        for number, words in (
            *dice.left_over(),
            *journal.left_over(),
            *((r.number, f"nobody asked what {r.text.strip()!r} answers") for r in replies),
        ):
            yield Finding("fault", words, line=number, phase=self._number)

    def _reply(self, question: DecisionRequested, line: Line) -> str:
        reply = read_reply(question.options, line.text.strip())
        if not reply.key:
            raise PositionError(line.number, f"{question.question} {reply.trouble}")
        return reply.key

    def _told(self, before: Battle, events: Sequence[Event]) -> Iterator[Finding]:
        """What happened, and what the reports say."""
        self.events += events
        yield from telling.happened(events, self._number, self._name)
        with speaking(self._language):
            lines = narrate(before, list(events), None)
        yield from telling.reported(lines, self._number)

    def _name(self, figure: str) -> str:
        return self.battle.figures[figure].name if figure in self.battle.figures else figure

    def _answers(self, *when: str) -> Iterator[Finding]:
        for section in self._phase.of("ask"):
            if section.about in when:
                for line in section.lines:
                    for found in self._answer(line):
                        yield Finding(
                            found.kind,
                            found.words,
                            found.line,
                            found.rule,
                            found.code,
                            self._number,
                            {"asked": line.text.strip(), **found.data},
                        )

    def _answer(self, line: Line) -> Iterator[Finding]:
        """One question that makes no sense keeps nobody from the answers to the others."""
        try:
            yield from asking.answer(self._over or self.battle, self._rules, line)
        except PositionError as error:
            yield fault(error.fault)

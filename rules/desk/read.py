"""Reading a mail of orders: every line is answered, a bad one never spoils a good one, and nothing raises.

The answer holds the complete sets that stand afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rules.core import language
from rules.core.language import english, say, say_many, translated
from rules.desk.answers import are_apart, as_one, cut, illegal, in_trouble, is_bad, once_each
from rules.desk.asking import read_asking, told
from rules.desk.check import TOO_MUCH, at_the_end, check, may_act
from rules.desk.desk import Desk
from rules.desk.fires import crews
from rules.desk.imagined import Imagined
from rules.desk.lines import Command, End, command_in, end_in, is_remark, looks_like_an_order
from rules.desk.reading import LineReading, Reading, Verdict
from rules.desk.sheet import Sheet
from rules.desk.steps import is_over, step_of
from rules.desk.trial import read_test
from rules.orders.lexicon import OWN, Found, lexicon_of
from rules.orders.parser import Part, print_order, read_line
from rules.orders.records import AttackOrder, ChargeOrder, MoveOrder, Order, figures_of
from rules.orders.text import body_of, normalised, tokens
from rules.orders.trouble import Code, Trouble
from rules.orders.verbs import standing_words
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Step
from rules.state.figure import FigureId, SeatId

MOST_LINES = 300
LONGEST_SALT = 64


def read_orders(battle: Battle, rules: Ruleset, seat: SeatId, lines: Sequence[str]) -> Reading:
    """Read a mail's lines for a seat against what it has filed so far."""
    reader = _Reader(battle, rules, seat)
    return reader.read(lines)


class _Reader:
    def __init__(self, battle: Battle, rules: Ruleset, seat: SeatId) -> None:
        self.battle = battle
        self.rules = rules
        self.seat = seat
        self.side = next((s.side for s in battle.setup.seats if s.id == seat), "")
        self.lexicon = lexicon_of(battle, seat)
        spent = battle.spent_orders.get(seat, ())
        filed = tuple(text for text in battle.standing.get(seat, ()) if text not in spent)
        self.sheet = Sheet(self.lexicon, battle.sheets.get(seat, ()), filed)
        self.before = self.sheet.texts()
        self.salt = battle.salts.get(seat, "")
        self.kept: Sheet | None = None  # what stands while the rest of the mail is only tried
        self.commands: list[str] = []
        self.answers: list[LineReading] = []
        self.attacks: list[tuple[int, Order]] = []
        self.tried: set[int] = set()
        self.tests: list[str] = []
        self.filed = False
        self.begun = False
        self.ended = ""
        self.desk = Desk(battle, rules, self.sheet, Imagined(battle, rules))

    @property
    def on_move(self) -> bool:
        return self.battle.side == self.side and self.battle.outcome is None

    def read(self, lines: Sequence[str]) -> Reading:
        joined = _continued(lines[:MOST_LINES])
        parsed = [(line, () if is_remark(line) else read_line(line, self.lexicon)) for line in joined]
        moved = {
            part.order.figure
            for _, parts in parsed
            for part in parts
            if isinstance(part.order, MoveOrder | ChargeOrder)
        }
        self._imagine([m for m in self._moves() if m.figure not in moved], but=moved)
        for line, parts in parsed:
            before = len(self.answers)
            self._line(line, parts)
            if self.kept is not None:
                self.tried.update(range(before, len(self.answers)))
        self._tell_attacks()
        self._tell_tried()
        if len(lines) > MOST_LINES:
            message = english(
                "A mail holds at most {most} lines: {more} more were not read.",
                most=MOST_LINES,
                more=len(lines) - MOST_LINES,
            )
            self.answers.append(in_trouble("", Trouble(Code.TOO_MANY, message)))
        return self._reading()

    def _imagine(self, moves: Sequence[MoveOrder] = (), but: Collection[FigureId] = ()) -> None:
        """Begin the draft anew: with the charges that stand, those of some figures left out, and these moves."""
        charges = [
            c for c in self.sheet.every(ChargeOrder) if isinstance(c, ChargeOrder) and c.figure not in but
        ]
        imagined = Imagined(
            self.battle, self.rules, moves if self.on_move else (), charges if self.on_move else ()
        )
        effort = self.desk.effort + len(moves) + len(charges)
        trying = self.kept is not None
        self.desk = Desk(self.battle, self.rules, self.sheet, imagined, effort, trying=trying)

    def _reading(self) -> Reading:
        sheet = self.kept or self.sheet
        orders, standing = sheet.texts()
        renewed = () if self.kept is not None else self._renewed(standing)
        salted = self.salt != self.battle.salts.get(self.seat, "")
        changed = (orders, standing) != self.before or bool(renewed) or salted
        if self.kept is not None and not changed:
            orders, standing = self.before
        return Reading(
            lines=tuple(once_each(self.answers)),
            orders=orders,
            standing=standing,
            idle=self._idle(sheet),
            commands=tuple(dict.fromkeys(self.commands)),
            changed=changed,
            renewed=renewed,
            tests=tuple(self.tests),
            salt=self.salt,
        )

    def _renewed(self, standing: tuple[str, ...]) -> tuple[str, ...]:
        """Standing orders that were spent, or used in part, and that this mail gives anew."""
        given = {text for answer in self.answers for text in answer.canonical.split("; ")}
        used = {
            *self.battle.spent_orders.get(self.seat, ()),
            *self.battle.progress.get(self.seat, {}),
        }
        return tuple(text for text in standing if text in given and text in used)

    def _idle(self, sheet: Sheet) -> tuple[str, ...]:
        if not self.on_move or is_over(self.battle, Step.MOVEMENT):
            return ()
        ordered = {figure for entry in sheet.orders for figure in figures_of(entry.order)}
        if self.battle.engines:
            ordered |= crews(self.battle, self.rules, self.seat, (entry.order for entry in sheet.orders))
        # one order is enough for a formation
        for formation in self.battle.formations.values():
            if ordered & set(formation.places):
                ordered |= set(formation.places)
        return tuple(
            self.lexicon[f.id]
            for f in self.battle.figures.values()
            if f.seat == self.seat and may_act(f) and f.id not in ordered
        )

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
        command = command_in(line)
        if command is not None:
            self._command(line, command)
        else:
            self._orders(line, parts)

    def _remark(self, line: str) -> None:
        self.answers.append(LineReading(line, Verdict.COMMENT))

    def _behind_the_end(self, line: str, parts: tuple[Part, ...]) -> None:
        if not any(part.order is not None for part in parts):
            self._remark(line)
            return
        message = english(
            "This stands below {ended!r}, where your orders end: it was not read. Send it again above.",
            ended=self.ended[:30],
        )
        self.answers.append(in_trouble(line, Trouble(Code.AFTER_END, message, 0)))

    def _orders(self, line: str, parts: tuple[Part, ...]) -> None:
        first = parts[0].trouble if parts else None
        if not self.begun and first is not None and not looks_like_an_order(line, self.lexicon, first):
            self._remark(line)
            return
        self.begun = True
        answers = [self._part(line, part) for part in parts]
        if are_apart(answers):
            for part, answer in zip(parts, answers, strict=True):
                self.answers.append(cut(answer, line, part))
        elif answers:
            self.answers.append(as_one(line, answers))
        first_answer = len(self.answers) - (len(answers) if are_apart(answers) else 1)
        for index, part in enumerate(parts):
            if part.order is not None and not is_bad(answers[index]):
                self.attacks.append((first_answer + (index if are_apart(answers) else 0), part.order))

    def _part(self, line: str, part: Part) -> LineReading:
        if part.order is None:
            assert part.trouble is not None
            return in_trouble(line, part.trouble)
        order = part.order
        if self.battle.outcome is not None:
            return in_trouble(line, Trouble(Code.GAME_OVER, english("The battle has ended."), part.start))
        if not order.standing and not self.on_move:
            return in_trouble(line, Trouble(Code.NOT_YOUR_PHASE, self._not_now(order), part.start))
        if not order.standing and is_over(self.battle, step_of(order)):
            over = english("The {step} step of this phase is over.", step=step_of(order).value)
            return in_trouble(line, Trouble(Code.NOT_YOUR_PHASE, over, part.start))
        checked = check(self.desk, order)
        if checked.refused:
            self._imagine_again(order)
            return illegal(line, part, checked)
        message = [*map(translated, part.notes), *checked.message]
        replaced = self.sheet.file(order)
        self.filed = self.filed or self.kept is None
        exceptions = self.sheet.own_exceptions(order)
        if exceptions:
            message.append(say("Before it go {exceptions}.", exceptions="; ".join(exceptions)))
        message += replaced
        note = checked.note or bool(replaced)
        return LineReading(
            line,
            Verdict.NOTE if note else Verdict.OK,
            tuple(message),
            rule=checked.rule,
            canonical=print_order(order, self.lexicon),
            details=checked.details,
        )

    def _imagine_again(self, order: Order) -> None:
        """A refused move or charge leaves what was before it in force."""
        if isinstance(order, MoveOrder | ChargeOrder):
            for charge in self.sheet.every(ChargeOrder):
                if isinstance(charge, ChargeOrder) and charge.figure == order.figure:
                    self.desk.imagined.add_charge(charge)
        if isinstance(order, MoveOrder | ChargeOrder) and self.desk.imagined.plan_of(order.figure) is None:
            for old in self.sheet.every(MoveOrder):
                if isinstance(old, MoveOrder) and old.figure == order.figure and old != order:
                    self.desk.imagined.add(old)

    def _not_now(self, order: Order) -> str:
        adjective = self.battle.side_of(self.battle.side).adjective if self.battle.side else "other"
        verb = print_order(order, self.lexicon).split()[0]
        return english(
            "It is the {adjective} phase; your {verb} can wait until your own. Standing orders ({verbs}) are taken now.",
            adjective=adjective,
            verb=verb,
            verbs=standing_words(self.battle.setup.modules),
        )

    def _tell_attacks(self) -> None:
        """Attacks are told last, when all moves of the mail are known."""
        found, self.attacks = self.attacks, []
        last = {order: index for index, order in found if isinstance(order, AttackOrder)}
        for order, index in last.items():
            if not self._stands(order):
                continue
            checked = at_the_end(self.desk, order)
            answer = self.answers[index]
            self.answers[index] = LineReading(
                answer.line,
                Verdict.NOTE if checked.note or answer.verdict is Verdict.NOTE else Verdict.OK,
                (*answer.message, *checked.message),
                rule=answer.rule or checked.rule,
                canonical=answer.canonical,
                details=(*answer.details, *checked.details),
            )

    def _stands(self, order: Order) -> bool:
        return any(entry.order == order for entry in self.sheet.orders)

    # commands

    def _command(self, line: str, command: Command) -> None:
        if command.word == "try":
            self._try(line, command)
            return
        if command.word == "ask":
            self._ask(line, command)
            return
        if command.word == "salt":
            self._salt(line, command)
            return
        if command.word == "language":
            self._language(line, command)
            return
        if command.word == "test":
            answer, tested = read_test(self.desk, self.lexicon, line, command)
            self.answers.append(answer)
            self.tests += [text for text in tested if text not in self.tests]
            self.commands += ["test"] if answer.verdict is Verdict.COMMAND else []
            return
        self.begun = self.begun or command.word == "clear"
        if command.word != "clear":
            word = f"help {command.rest.lower()}".strip() if command.word == "help" else command.word
            self.commands.append(word[:60])
            self.answers.append(LineReading(line, Verdict.COMMAND))
            return
        found = self._clear(command)
        if isinstance(found, Trouble):
            self.answers.append(in_trouble(line, found))
            return
        if self.kept is None:
            self.filed = True
            self.commands.append("clear")
        self.answers.append(LineReading(line, Verdict.COMMAND, (found,)))

    def _ask(self, line: str, command: Command) -> None:
        kinds = read_asking(self.battle, command.rest)
        if isinstance(kinds, Trouble):
            self.answers.append(in_trouble(line, kinds))
        elif self.kept is not None:
            self.answers.append(LineReading(line, Verdict.COMMAND, (say("Only tried, not kept."),)))
        else:
            self.commands = [said for said in self.commands if said.split()[0] != "ask"]
            self.commands.append(" ".join(("ask", *kinds)))
            self.answers.append(LineReading(line, Verdict.COMMAND, told(self.battle, kinds)))

    def _salt(self, line: str, command: Command) -> None:
        """A word for the dice: no rule looks at it, it only changes the digest of the sheets."""
        word = " ".join(command.rest.split())
        if self.battle.outcome is not None:
            self.answers.append(in_trouble(line, Trouble(Code.GAME_OVER, english("The battle has ended."))))
        elif not word or len(word) > LONGEST_SALT or not word.isprintable():
            message = english(
                "Write a word behind SALT, of at most {longest} letters; which one is all the same.",
                longest=LONGEST_SALT,
            )
            self.answers.append(in_trouble(line, Trouble(Code.INCOMPLETE, message, command.position)))
        elif self.kept is not None:
            self.answers.append(LineReading(line, Verdict.COMMAND, (say("Only tried, not kept."),)))
        else:
            self.salt, self.filed = word, True
            self.commands.append("salt")
            message = say("{word!r} is mixed into the dice of this phase.", word=word)
            self.answers.append(LineReading(line, Verdict.COMMAND, (message,)))

    def _language(self, line: str, command: Command) -> None:
        """The choice of a language: whoever reads the mail has made it already, so the answer is worded in it."""
        found = language.asked_for(command.rest)
        if not found:
            message = english("Behind LANGUAGE stands en, de or fr.")
            self.answers.append(in_trouble(line, Trouble(Code.EXPECTED, message, command.position)))
            return
        self.commands.append(f"language {found}")
        self.answers.append(
            LineReading(line, Verdict.COMMAND, (say("From now on you read all this in English."),))
        )

    def _clear(self, command: Command) -> str | Trouble:
        asked = " ".join(command.rest.lower().split()).rstrip(".!")
        names = {"": "orders", "orders": "orders", "my orders": "orders", "standing": "standing"}
        names |= {"standing orders": "standing", "all": "all", "everything": "all", "all orders": "all"}
        if asked in names:
            count = self.sheet.clear(names[asked])
            self._imagine(self._moves())
            what = {"orders": say("for this phase"), "standing": "standing", "all": say("of every kind")}[
                names[asked]
            ]
            return say_many(
                "Taken back: {count} order {what}.",
                "Taken back: {count} orders {what}.",
                count,
                count=count,
                what=what,
            )
        words = tokens(body_of(normalised(command.rest)))
        found = self.lexicon.find(words[:6], OWN)
        if not isinstance(found, Found):
            return found
        gone = self.sheet.clear_figure(found.id)
        self.desk.imagined.forget(found.id)
        return (
            say("Taken back: {gone}.", gone="; ".join(gone))
            if gone
            else say("{name} had no orders.", name=self.lexicon[found.id])
        )

    def _try(self, line: str, command: Command) -> None:
        """Alone: the rest of the mail is only tried. Before an order: that order is."""
        if not command.rest:
            self._tell_attacks()
            self.kept = self.kept or self.sheet
            self.begun = True
            self._swap(self.sheet.copy())
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
        self.desk = Desk(self.battle, self.rules, self.sheet, desk.imagined.copy(), effort, trying=True)
        count = len(self.answers)
        self.begun = True
        self._orders(line, read_line(" " * (len(line) - len(command.rest)) + command.rest, self.lexicon))
        self._tell_attacks()
        for index in range(count, len(self.answers)):
            answer = self.answers[index]
            self.tried.add(index)
            if not is_bad(answer):
                message = (say("Only tried, not kept."), *answer.message)
                self.answers[index] = msgspec.structs.replace(answer, message=message)
        desk.effort = self.desk.effort
        self.kept, self.sheet, self.desk = kept, desk.sheet, desk

    def _tell_tried(self) -> None:
        """A mail that only tries is a command; beside orders that stand, what was tried must not count with them."""
        if not self.tried:
            return
        if not self.filed:
            self.commands.append("try")
            return
        for index in self.tried:
            answer = self.answers[index]
            if answer.verdict in (Verdict.OK, Verdict.NOTE):
                self.answers[index] = msgspec.structs.replace(answer, verdict=Verdict.COMMAND, canonical="")

    def _swap(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._imagine(self._moves())

    def _moves(self) -> list[MoveOrder]:
        return [m for m in self.sheet.every(MoveOrder) if isinstance(m, MoveOrder)]


def _continued(lines: Sequence[str]) -> list[str]:
    """Lines that end with a backslash joined with the next."""
    joined: list[str] = []
    held = ""
    for line in lines:
        line = line.rstrip("\r\n")
        if line.rstrip().endswith("\\") and len(held) < 2000:
            held += line.rstrip()[:-1] + " "
            continue
        joined.append(held + line)
        held = ""
    return [*joined, held] if held else joined

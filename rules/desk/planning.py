"""What the desks of plans have in common: a mail with lines that stand for many days, and commands between
them. Each scale brings its own lines (rules.siege.desk, rules.campaign.desk)."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules.core import language
from rules.core.language import english, say
from rules.desk.answers import in_trouble
from rules.desk.lines import Command, End, command_in, continued, end_in, is_remark
from rules.desk.reading import LineReading, Verdict
from rules.orders.trouble import Code, Trouble

AS_PLANNED = "AS PLANNED"
"""The order for the day itself where a plan stands."""
MOST_LINES = 300
LONGEST_SALT = 64
_AGREES = re.compile(
    r"(?:as planned|as before|go on|carry on|ok(?:ay)?|yes|fine|no changes?|same again"
    r"|(?:the )?same as (?:before|yesterday)|as yesterday|nothing changes|all as before)(?:,? please)?[.! ]*",
    re.IGNORECASE,
)


class PlanDesk(ABC):
    """Reads a mail line by line. ``answers``: so far; ``sheet``: the order for the day; ``touched``:
    something was filed; ``trying``: nothing below is kept."""

    def __init__(self, sheet: tuple[str, ...]) -> None:
        self.answers: list[LineReading] = []
        self.commands: list[str] = []
        self.sheet = sheet
        self.touched = False
        self.trying = False
        self.ended = False
        self.salt = ""

    @abstractmethod
    def reads(self, line: str) -> bool:
        """Whether a line can be read by itself."""

    @abstractmethod
    def begins(self, line: str) -> bool:
        """Whether a line begins as an order does."""

    @abstractmethod
    def planned(self, line: str) -> LineReading:
        """The answer to a line of the plan, which is kept if it can be."""

    @abstractmethod
    def clear(self, about: str) -> LineReading:
        """The answer to CLEAR, which takes lines back."""

    @abstractmethod
    def nobody_asked(self) -> str:
        """Why ASK has no meaning here."""

    def arranged(self, lines: list[str]) -> list[str]:
        """The lines of a mail as each can be read by itself: what stands beneath a heading with it."""
        return lines

    def mail(self, lines: Sequence[str]) -> None:
        """All lines of a mail."""
        whole = self.arranged(continued(list(lines[:MOST_LINES])))
        for line in mended(whole, self.reads, self._begins_behind):
            self.line(line)
        if len(lines) > MOST_LINES:
            message = english("A mail holds at most {most} lines: {more} more were not read.",
                              most=MOST_LINES, more=len(lines) - MOST_LINES)  # fmt: skip
            self.answers.append(in_trouble("", Trouble(Code.TOO_MANY, message)))

    def _begins_behind(self, line: str, above: str) -> bool:
        return command_in(line) is not None or self.begins(line) or self.goes_on_with_all(line, above)

    def goes_on_with_all(self, line: str, above: str) -> bool:
        """Whether a line is an order for those whom the line above has ordered."""
        return False

    def line(self, line: str) -> None:
        if is_remark(line) or self.ended:
            self.ended = self.ended or end_in(line) is End.HARD
            if self.ended and not is_remark(line) and self.reads(line):
                below = Trouble(Code.AFTER_END, english("below the end of the orders"))
                self.answers.append(in_trouble(line, below))
            else:
                self.answers.append(LineReading(line, Verdict.COMMENT))
            return
        end = end_in(line)
        if end is End.HARD or (end is End.SOFT and self.touched):
            self.ended = True
            self.answers.append(LineReading(line, Verdict.COMMENT))
        elif _AGREES.fullmatch(line.strip()):
            self.sheet, self.touched = (AS_PLANNED,), True
            self.answers.append(LineReading(line, Verdict.OK, canonical=AS_PLANNED))
        elif (command := command_in(line)) is not None and command.word != "look":
            self.command(line, command)
        else:
            self.answers.append(self.planned(line))

    def command(self, line: str, command: Command) -> None:
        said = f"{command.word} {command.rest.lower()}".strip()[:60]
        match command.word:
            case "try":
                above = () if self.trying or command.rest or not self.touched else (
                    say("What stands above TRY is filed: it tries what stands below it."),
                )  # fmt: skip
                self.trying = True
                self.answers.append(LineReading(line, Verdict.COMMAND, above, asked=True))
                if command.rest:
                    self.answers[-1] = replace(self.planned(command.rest), line=line, asked=True)
                return
            case "clear":
                answer = self.clear(command.rest.strip(" .!"))
                self.answers.append(replace(answer, line=line))
                if answer.verdict is not Verdict.COMMAND:
                    return
            case "language":
                self._language(line, command)
                return
            case "salt":
                word = " ".join(command.rest.split())
                if not word or len(word) > LONGEST_SALT or not word.isprintable():
                    message = english("Write a word behind SALT, of at most {longest} letters;"
                        " which one is all the same.",
                                      longest=LONGEST_SALT)  # fmt: skip
                    self.answers.append(in_trouble(line, Trouble(Code.INCOMPLETE, message, command.position)))
                    return
                self.salt, self.touched, said = word, True, "salt"
                message = say("{word!r} is mixed into the dice of this phase.", word=word)
                self.answers.append(LineReading(line, Verdict.COMMAND, (message,)))
            case "ask":
                self.answers.append(LineReading(line, Verdict.COMMAND, (self.nobody_asked(),)))
                return
            case _:
                self.answers.append(LineReading(line, Verdict.COMMAND))
        self.commands.append(said)

    def _language(self, line: str, command: Command) -> None:
        found = language.asked_for(command.rest)
        if not found:
            message = english("Behind LANGUAGE stands en, de or fr.")
            trouble = in_trouble(line, Trouble(Code.EXPECTED, message, command.position))
            self.answers.append(replace(trouble, asked=True))
            return
        self.commands.append(f"language {found}")
        said = say("From now on you read all this in English.")
        self.answers.append(LineReading(line, Verdict.COMMAND, (said,)))


def mended(
    lines: Sequence[str], reads: Callable[[str], bool], begins: Callable[[str, str], bool]
) -> list[str]:
    """Lines that a mail program has broken, whole again: where one cannot be read, or what follows cannot,
    and both together can."""
    whole: list[str] = []
    for line in lines:
        if whole and line.strip() and whole[-1].strip() and not is_remark(line) and not is_remark(whole[-1]):
            both = f"{whole[-1].rstrip()} {line.strip()}"
            if not begins(line, whole[-1]) and not reads(line) and reads(both):
                whole[-1] = both
                continue
        whole.append(line)
    return whole

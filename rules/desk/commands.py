"""The lines of a mail that are no orders: what is taken back, asked and chosen."""

from __future__ import annotations

import re

from msgspec.structs import replace

from rules.core import language
from rules.core.language import english, say, say_many
from rules.desk.answers import in_trouble
from rules.desk.asking import read_asking, told
from rules.desk.draft import Draft
from rules.desk.lines import LOOK, Command
from rules.desk.looking import answer as looked_up
from rules.desk.looks import look_in
from rules.desk.reading import LineReading, Verdict
from rules.desk.sheet import Entry
from rules.desk.speech.company import Company
from rules.desk.tested_lines import read_test
from rules.orders.lexicon import OWN, Found
from rules.orders.records import figures_of
from rules.orders.text import written
from rules.orders.trouble import Code, Trouble

LONGEST_SALT = 64
_ENDS = re.compile(
    r"\s*(?:please\s+)?(?:(?:cancel|drop|revoke|forget|end|stop|no\s+more)\s+)"
    r"(?:(?:that|the|this|my|our|any|standing|order)\s+){0,3}(watch|retreat)(ing|es)?\b",
    re.IGNORECASE,
)
_SAYS_LITTLE = frozenset(
    ("for", "the", "at", "of", "order", "orders", "that", "my", "our", "standing", "on", "to", "toward")
)
_SAME = 5  # letters by which "watching" is WATCH


def carry_out(draft: Draft, line: str, command: Command) -> None:
    """Do what a line asks for, and answer it."""
    match command.word:
        case "ask":
            _ask(draft, line, command)
        case "salt":
            _salt(draft, line, command)
        case "language":
            _language(draft, line, command)
        case "test":
            _test(draft, line, command)
        case "clear":
            _clear(draft, line, command)
        case word if word == LOOK:
            _look(draft, line)
        case word:
            said = f"help {command.rest.lower()}".strip() if word == "help" else word
            draft.commands.append(said[:60])
            draft.answers.append(LineReading(line, Verdict.COMMAND))


def _ask(draft: Draft, line: str, command: Command) -> None:
    kinds = read_asking(draft.battle, draft.rules, command.rest)
    if isinstance(kinds, Trouble):
        draft.answers.append(in_trouble(line, kinds))
    elif draft.kept is not None:
        draft.answers.append(LineReading(line, Verdict.COMMAND, (say("Only tried, not kept."),)))
    else:
        draft.commands = [said for said in draft.commands if said.split()[0] != "ask"]
        draft.commands.append(" ".join(("ask", *kinds)))
        draft.answers.append(LineReading(line, Verdict.COMMAND, told(draft.battle, draft.rules, kinds)))


def _salt(draft: Draft, line: str, command: Command) -> None:
    """A word for the dice: no rule looks at it, it only changes the digest of the sheets."""
    word = " ".join(command.rest.split())
    if draft.battle.outcome is not None:
        draft.answers.append(in_trouble(line, Trouble(Code.GAME_OVER, english("The battle has ended."))))
    elif not word or len(word) > LONGEST_SALT or not word.isprintable():
        message = english(
            "Write a word behind SALT, of at most {longest} letters; which one is all the same.",
            longest=LONGEST_SALT,
        )
        draft.answers.append(in_trouble(line, Trouble(Code.INCOMPLETE, message, command.position)))
    elif draft.kept is not None:
        draft.answers.append(LineReading(line, Verdict.COMMAND, (say("Only tried, not kept."),)))
    else:
        draft.salt, draft.filed = word, True
        draft.commands.append("salt")
        message = say("{word!r} is mixed into the dice of this phase.", word=word)
        draft.answers.append(LineReading(line, Verdict.COMMAND, (message,)))


def _language(draft: Draft, line: str, command: Command) -> None:
    """The choice of a language: whoever reads the mail has made it already, so the answer is worded in it."""
    found = language.asked_for(command.rest)
    if not found:
        message = english("Behind LANGUAGE stands en, de or fr.")
        trouble = in_trouble(line, Trouble(Code.EXPECTED, message, command.position))
        draft.answers.append(replace(trouble, asked=True))
        return
    draft.commands.append(f"language {found}")
    draft.answers.append(
        LineReading(line, Verdict.COMMAND, (say("From now on you read all this in English."),))
    )


def _look(draft: Draft, line: str) -> None:
    """What a question about how things stand is answered; if it speaks of nobody known, it is talk."""
    look = look_in(line)
    said = looked_up(draft.desk, draft.lexicon, look) if look is not None else ()
    answer = LineReading(line, Verdict.COMMAND, said, asked=True) if said else LineReading(line, Verdict.TALK)
    draft.answers.append(answer)


def _test(draft: Draft, line: str, command: Command) -> None:
    answer, tested = read_test(draft.desk, draft.lexicon, line, command)
    draft.answers.append(replace(answer, asked=True))
    draft.tests += [text for text in tested if text not in draft.tests]
    draft.commands += ["test"] if answer.verdict is Verdict.COMMAND else []


def _clear(draft: Draft, line: str, command: Command) -> None:
    found = _taken_back(draft, command)
    if isinstance(found, Trouble):
        draft.answers.append(in_trouble(line, found))
        return
    if draft.kept is None:
        draft.filed = True
        draft.commands.append("clear")
    draft.answers.append(LineReading(line, Verdict.COMMAND, (found,)))


def _taken_back(draft: Draft, command: Command) -> str | Trouble:
    asked = " ".join(command.rest.lower().split()).rstrip(".!")
    names = {"": "orders", "orders": "orders", "my orders": "orders", "standing": "standing"}
    names |= {"standing orders": "standing", "all": "all", "everything": "all", "all orders": "all"}
    if asked in names:
        count = draft.sheet.clear(names[asked])
        draft.imagine()
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
    words = written(command.rest).words
    if words and words[0].plain[:_SAME] in {e.text.lower()[:_SAME] for e in draft.sheet.standing}:
        return _standing_ended(draft, command)
    found = draft.lexicon.find(words[:6], OWN)
    if not isinstance(found, Found):
        return found
    gone = draft.sheet.clear_figure(found.id)
    draft.desk.imagined.forget(found.id)
    return (
        say("Taken back: {gone}.", gone="; ".join(gone))
        if gone
        else say("{name} had no orders.", name=draft.lexicon[found.id])
    )


def ending_in(line: str) -> Command | None:
    """What takes back a standing order in words: "cancel WATCH fire at nearest archer", "stop watching"."""
    found = _ENDS.match(line)
    return Command("clear", line[found.start(1) :].strip(), found.start(1)) if found else None


def _standing_ended(draft: Draft, command: Command) -> str | Trouble:
    """Take back the one standing order that is meant: all that is said of it stands in it."""
    said = [word.plain for word in written(command.rest).words if word.kind != "sign"]
    named = {word for word in said[1:] if word not in _SAYS_LITTLE}
    kind = [e for e in draft.sheet.standing if e.text.lower()[:_SAME] == said[0][:_SAME]]
    meant = [e for e in kind if named <= {word.plain for word in written(e.text).words}]
    gone = meant if len(meant) == 1 else _of_a_kind(draft, command, kind)
    if gone:
        draft.sheet.standing = [entry for entry in draft.sheet.standing if entry not in gone]
        draft.imagine()
        return say("Taken back: {gone}.", gone="; ".join(entry.text for entry in gone))
    message = english(
        "which one? Write CLEAR and its words: {orders}", orders="; ".join(e.text for e in meant or kind)
    )
    return Trouble(Code.EXPECTED, message, command.position)


def _of_a_kind(draft: Draft, command: Command, entries: list[Entry]) -> list[Entry]:
    """Those of the standing orders that are for nobody but men of the kind that is named ("the archers")."""
    words = written(command.rest).words[1:]
    while words and words[0].plain in ("for", "of"):
        words = words[1:]
    company = Company(draft.battle, draft.seat, draft.lexicon, draft.sheet.groups)
    chosen = company.at(words, frozenset()) if words else None
    if chosen is None or chosen.length != len(words):
        return []
    men = set(chosen.figures)
    return [e for e in entries if figures_of(e.order) and men.issuperset(figures_of(e.order))]

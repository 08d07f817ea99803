"""The lines of a mail that are no orders: what is taken back, asked and chosen."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core import language
from rules.core.language import english, say, say_many
from rules.desk.answers import in_trouble
from rules.desk.asking import read_asking, told
from rules.desk.draft import Draft
from rules.desk.lines import Command
from rules.desk.reading import LineReading, Verdict
from rules.desk.tested_lines import read_test
from rules.orders.lexicon import OWN, Found
from rules.orders.text import written
from rules.orders.trouble import Code, Trouble

LONGEST_SALT = 64


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

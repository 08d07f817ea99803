"""ASK in a mail: for which kinds of choice a player wants to be asked, and the reading of his answers.

ASK is no order: it lasts until the next ASK, and everybody may know it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec
from rapidfuzz.distance import OSA

from rules.core.choices import Choice, joined
from rules.core.language import say, say_many
from rules.desk.reading import Reading
from rules.orders.text import plain
from rules.orders.trouble import Code, Trouble
from rules.ruleset import Ruleset
from rules.state.battle import Battle

# Words for kinds that no book calls so, and "combat", which stands before a refusal.
_ALSO = {"combat": ""}
_ALL = ("all", "everything", "always")
_NOTHING = ("nothing", "none", "never", "no")
_FILLING = ("and", "or", "me", "for", "about", "my", "path", "please", "who", "the", "of")
_LONGEST = 300


def read_asking(battle: Battle, rules: Ruleset, text: str) -> tuple[str, ...] | Trouble:
    """The kinds that stand behind ASK, in their fixed order; why they cannot be taken."""
    if not battle.setup.options.question_hours:
        return Trouble(
            Code.EXPECTED,
            say("In this game nobody is asked: it was made without questions. Standing orders decide."),
        )
    said = re.findall(r"[a-z]+", plain(text[:_LONGEST]).replace("-", ""))
    words = [word for word in said if word not in _FILLING]
    known = {question.kind: question.kind for question in rules.questions} | _ALSO
    known |= {word: question.kind for question in rules.questions for word in question.also}
    chosen: set[str] = set()
    for word in words:
        if word in _ALL:
            chosen |= set(_kinds_of(rules))
        elif word in _NOTHING and len(words) == 1:
            return ()
        elif word in known or (near := _near(word, known)):
            kind = known.get(word, "") if word in known else known[near]
            chosen |= {kind} & set(_kinds_of(rules))
        else:
            return Trouble(
                Code.EXPECTED,
                say("Nobody is asked about {word!r}. {offer}", word=word, offer=_offer(rules)),
            )
    if not chosen:
        return Trouble(Code.INCOMPLETE, say("Asked about what? {offer}", offer=_offer(rules)))
    return tuple(kind for kind in _kinds_of(rules) if kind in chosen)


def _near(word: str, known: dict[str, str]) -> str:
    near = [k for k in known if len(word) > 3 and OSA.distance(word, k, score_cutoff=1) <= 1]
    return near[0] if len({known[k] for k in near}) == 1 else ""


def _kinds_of(rules: Ruleset) -> tuple[str, ...]:
    return tuple(question.kind for question in rules.questions)


def _offer(rules: Ruleset) -> str:
    return say("Write ASK and {kinds} or all; ASK nothing ends it.", kinds=", ".join(_kinds_of(rules)))


def told(battle: Battle, rules: Ruleset, kinds: Sequence[str]) -> tuple[str, ...]:
    """What the player hears when his ASK is taken."""
    if not kinds:
        return (say("You are asked nothing any more: your standing orders decide."),)
    hours = battle.setup.options.question_hours
    asked = (question.words for question in rules.questions if question.kind in kinds)
    return (
        say("From now on you are asked {kinds}.", kinds="; ".join(asked)),
        say_many(
            "You have {hours} hour for each answer; then your standing orders decide this choice and all "
            "others of that phase.",
            (
                "You have {hours} hours for each answer; then your standing orders decide this choice and "
                "all others of that phase."
            ),
            hours,
            hours=hours,
        ),
        say("The other side can see for what you want to be asked."),
    )


def asking_of(reading: Reading) -> tuple[str, ...] | None:
    """What a mail's last ASK asks for; None if it holds none."""
    said = [command for command in reading.commands if command.split()[0] == "ask"]
    return tuple(said[-1].split()[1:]) if said else None


# answers


class Reply(msgspec.Struct, frozen=True):
    """What an answer says: the key of the choice, or why it is none."""

    key: str = ""
    trouble: str = ""


_NUMBER = re.compile(r"(?<![\d.])#?(\d{1,2})(?!\d)(?!\.\d)")
_AROUND = frozenset(
    {"number", "option", "choice", "answer", "no", "nr", "i", "take", "choose", "my", "is", "it"}
)
_FEW = 3  # so many words may stand before a number; in longer talk a number is no answer
_JOINS = frozenset({"and", "with", "together", "plus"})
_EVERYBODY = frozenset({"all", "everybody", "everyone"})


_STRUCK = re.compile(r"~~?[^~]{1,200}~~?")
_UNMEANT = re.compile(r"^(?://|--|%|/\*|<!--|>)|[?？؟][\s.!)]*$")
_DENIES = re.compile(r"\b(?:not|never|don'?t|dont|nicht|nie|keinesfalls|pas|jamais)\b")
_TIME = re.compile(
    r"\b\d{1,3}\s?(?:days?|hours?|hrs?|h|minutes?|mins?|weeks?|am|pm|tagen?|stunden?|minuten|wochen?|uhr"
    r"|jours?|heures?|semaines?)\b"
)


def read_reply(options: Sequence[Choice], text: str) -> Reply:
    """Read one line of an answer to a question: a number, several numbers where choices go together, or words
    that only one choice has. Never raises."""
    line = plain(" ".join(_STRUCK.sub(" ", text[:_LONGEST]).split()))
    exact = [c for c in options if plain(" ".join(c.words.split()))[:_LONGEST] == line]
    if len(exact) == 1:
        return Reply(exact[0].key)
    if _UNMEANT.search(line) or (_DENIES.search(line) and _NUMBER.search(line)):
        return Reply(trouble=say("No choice is named. {numbers}", numbers=_range(options)))
    line = _TIME.sub(" ", line).strip()
    numbers = [int(n) for n in _NUMBER.findall(line)]
    words = [w for w in re.findall(r"[^\W_]+", line) if not (w.isdigit() and len(w) < 3)]
    if "or" in words and len(numbers) > 1:
        return Reply(
            trouble=say("That names several choices; please name one. {numbers}", numbers=_range(options))
        )
    words = [w for w in words if w not in _AROUND]
    if numbers and (line.lstrip("#(").startswith(str(numbers[0])) or len(words) <= _FEW):
        return _by_numbers(options, numbers)
    if not words:
        return Reply(trouble=say("No choice is named. {numbers}", numbers=_range(options)))
    if len(words) == 1 and words[0] in _EVERYBODY:
        return _joined(options, [c.key for c in options if c.group])
    return _by_words(options, [w for w in words if w not in _JOINS])


def _by_numbers(options: Sequence[Choice], numbers: Sequence[int]) -> Reply:
    wrong = next((n for n in numbers if not 1 <= n <= len(options)), None)
    if wrong is not None:
        return Reply(
            trouble=say("There is no choice {wrong}. {numbers}", wrong=wrong, numbers=_range(options))
        )
    return _joined(options, [options[n - 1].key for n in dict.fromkeys(numbers)])


def _joined(options: Sequence[Choice], keys: Sequence[str]) -> Reply:
    try:
        return Reply(joined(options, keys))
    except ValueError:
        return Reply(
            trouble=say(
                "These choices do not go together; please name one. {numbers}", numbers=_range(options)
            )
        )


def _by_words(options: Sequence[Choice], words: Sequence[str]) -> Reply:
    meant = [c for c in options if all(any(_same(w, own) for own in _words(c)) for w in words)]
    if len(meant) == 1:
        return Reply(meant[0].key)
    if meant:
        numbers = [str(list(options).index(c) + 1) for c in meant]
        return Reply(
            trouble=say(
                "That fits the choices {numbers}. Please answer with one number.", numbers=", ".join(numbers)
            )
        )
    return Reply(trouble=say("That names none of the choices. {numbers}", numbers=_range(options)))


def _words(choice: Choice) -> Iterator[str]:
    yield from re.findall(r"[^\W_]+", plain(f"{choice.words} {choice.key}"))


def _same(word: str, own: str) -> bool:
    return word == own or (
        len(word) > 4 and not word.isdigit() and OSA.distance(word, own, score_cutoff=1) <= 1
    )


def _range(options: Sequence[Choice]) -> str:
    several = say(" Several numbers may stand together.") if any(c.group for c in options) else ""
    return say("Answer with a number from 1 to {count}.{several}", count=len(options), several=several)

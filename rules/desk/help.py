"""Help on the order language, made from the verbs themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from rules.core.language import english, say, translated
from rules.orders.slips import nearest
from rules.orders.verb import Verb
from rules.orders.verbs import (
    IF_EXAMPLES,
    IF_HELP,
    IF_WORDS,
    NOT_YET,
    SPELLINGS,
    TERMS_EXAMPLES,
    TERMS_HELP,
    TERMS_WORDS,
    VERBS,
    verbs_in,
)

MOST_EXAMPLES = 8  # of advanced rules, in the help that a mail brings

COMMAND_HELP: dict[str, str] = {
    "HELP": english("HELP: help on all orders; HELP MOVE: on one of them."),
    "STATUS": english("STATUS (or SHOW ORDERS): the orders that stand for you, and who has none."),
    "REPORT": english("REPORT: the last report once more."),
    "CLEAR": english(
        "CLEAR: takes back your orders for this phase. CLEAR Robert takes back Robert's, CLEAR STANDING the "
        "standing orders, CLEAR ALL everything, CLEAR WATCH and its words that one standing order."
    ),
    "TRY": english(
        "TRY (or CHECK) alone on a line: what stands below is answered like orders, but nothing of it is "
        "kept. TRY before an order tries that line. Everything is told that can be worked out: what each "
        "hex costs, every die, the exact odds."
    ),
    "TEST": english(
        "TEST: what your standing orders would have done in the last phase of the enemy, moment by moment, "
        "and why not; TEST before a standing order tests that one. Nothing is kept."
    ),
    "ASK": english(
        "ASK advance, retreat: you are asked for these choices by a short mail instead of leaving them to "
        "your standing orders; ASK all, ASK nothing. The kinds: watch, oppose, wound, retreat, advance; "
        "with combat tactics also counter, refuse, tortoise; with buildings cover; with castles gate; with "
        "siege works topple, fall, douse, evacuate, cut."
    ),
    "SALT": english(
        "SALT anyword: a word of your own that is mixed into the dice of this phase, so that nobody could "
        "have known them. It changes nothing else."
    ),
    "LANGUAGE": english(
        "LANGUAGE de: your mails and pages are in German from now on; LANGUAGE fr in French, LANGUAGE en in "
        "English. Orders are written the same in all of them."
    ),
    "FINAL": english("FINAL: these are my orders; the phase waits no longer for anything of mine."),
}

Spoken = Callable[[Verb, tuple[str, ...]], tuple[str, ...]]
"""What becomes of the examples of a verb: a battle puts its own men into them."""

ORDER_WORDS: tuple[str, ...] = (*(verb.family for verb in VERBS), "IF", "TERMS")

_HOW_TO = english(
    "One order a line, capitals or not. Names may be shortened as long as they are clear. A hex is 0305, "
    "3.5,\n"
    "3,5 or 03-05. Several orders on a line are parted by THEN, a comma or a semicolon. # begins a comment. "
    "The line END, or\n"
    "thanks, ends your orders. A later order takes the place of the earlier one of the same kind for the "
    "same figure."
)


_FIRE = next(verb for verb in VERBS if verb.family == "FIRE")  # the examples of IF and TERMS are shooters
_BLANKS = re.compile(r"[ \n]+")  # not the no-break blanks of French


def as_they_are(verb: Verb, lines: tuple[str, ...]) -> tuple[str, ...]:
    return lines


def verb_help(word: str = "", modules: Collection[str] | None = None, spoken: Spoken = as_they_are) -> str:
    """Help on one word, or on all of them with an example each: on those of a battle with these advanced
    modules, kept short enough for a mail, or (None) on all there are."""
    asked = " ".join(word.lower().split())[:40]
    if not asked:
        return _overview() if modules is None else _of_battle(modules, spoken)
    own = next((verb for verb in VERBS if verb.family.lower() == asked), None)
    verb = (own, asked) if own is not None else SPELLINGS.get(tuple(asked.split()))
    if verb is not None:
        # CARRY is a word of MOVE, and the first of CARRY LADDER: whoever asks may mean either
        meant = (verb, SPELLINGS.get((*asked.split(), "ladder"), verb))
        families = [one.family for one, _ in meant]
        known = VERBS if modules is None else verbs_in(modules)
        more = [v for v in VERBS if v.family in families and (v is verb[0] or v in known)]
        return "\n\n".join(_of_verb(v, spoken) for v in more)
    if asked in IF_WORDS or asked in ("then", "else"):
        return _page("IF", "", IF_HELP, spoken(_FIRE, IF_EXAMPLES))
    if asked in TERMS_WORDS:
        return _page("TERMS", "", TERMS_HELP, spoken(_FIRE, TERMS_EXAMPLES))
    if asked.upper() in COMMAND_HELP:
        return _wrapped(COMMAND_HELP[asked.upper()])
    if asked in NOT_YET:
        return _wrapped(translated(NOT_YET[asked]).capitalize() + ".")
    known = VERBS if modules is None else verbs_in(modules)
    near = nearest(asked, [word for verb in known for word in verb.words])
    hint = say(" Did you mean {names}?", names=near.upper()) if near else ""
    return (
        say("There is no order {asked}.", asked=asked.upper()) + f"{hint}\n\n{verb_help('', modules, spoken)}"
    )


def _of_verb(verb: Verb, spoken: Spoken) -> str:
    others = ", ".join(w.upper() for w in verb.words[1:])
    return _page(verb.family, others, verb.help, spoken(verb, verb.examples))


def _page(title: str, synonyms: str, text: str, examples: tuple[str, ...]) -> str:
    head = _wrapped(say("{title} (also {synonyms})", title=title, synonyms=synonyms)) if synonyms else title
    return "\n".join([head, "", _wrapped(text), "", *(f"  {example}" for example in examples)])


def _overview() -> str:
    lines = [_wrapped(_HOW_TO), ""]
    lines += [f"  {example}" for verb in VERBS if not verb.module for example in verb.examples[:1]]
    lines += [f"  {IF_EXAMPLES[0]}", f"  {TERMS_EXAMPLES[0]}", ""]
    for module in dict.fromkeys(verb.module for verb in VERBS if verb.module is not None):
        advanced = [
            f"  {example}" for verb in VERBS if verb.module == module for example in verb.examples[:1]
        ]
        lines += [say("In scenarios with {what} also:", what=module.words), *advanced, ""]
    lines += [_wrapped(text) for text in COMMAND_HELP.values()]
    return "\n".join([*lines, "", say("HELP and a word, such as HELP MOVE or HELP TERMS, tells more.")])


def _of_battle(modules: Collection[str], spoken: Spoken) -> str:
    """All words of a battle: an example of each, or of the basic ones alone where there are many."""
    known = verbs_in(modules)
    shown = {verb.family: verb for verb in reversed(known) if not verb.module}
    advanced = {verb.family: verb for verb in reversed(known) if verb.module and verb.family not in shown}
    lines = [_wrapped(_HOW_TO), ""]
    lines += [f"  {spoken(verb, verb.examples)[0]}" for verb in reversed(shown.values())]
    few = len(advanced) <= MOST_EXAMPLES
    lines += [f"  {spoken(verb, verb.examples)[0]}" for verb in reversed(advanced.values())] if few else []
    lines += [f"  {spoken(_FIRE, examples)[0]}" for examples in (IF_EXAMPLES, TERMS_EXAMPLES)] + [""]
    if not few:
        also = ", ".join(reversed(advanced))
        lines += [_wrapped(say("Of the advanced rules of this battle also: {words}.", words=also))]
    commands = ", ".join(word for word in COMMAND_HELP if word != "HELP")
    lines += [
        _wrapped(say("Each alone on its line, beside orders or without any: {words}.", words=commands)),
        _wrapped(say("HELP and a word, such as HELP MOVE, HELP TERMS or HELP FINAL, tells more.")),
    ]
    return "\n".join(lines)


def _wrapped(text: str) -> str:
    return "\n".join(wrap(translated(text)))


def wrap(text: str, width: int = 72) -> list[str]:
    """Lines of at most ``width`` columns, broken at blanks."""
    lines: list[str] = []
    line = ""
    for word in _BLANKS.split(text.strip()):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line else lines

"""A language that nobody speaks: every text of the catalogues in circled letters, so that a plain letter in a
mail is a text that no catalogue has."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from html import unescape
from pathlib import Path

from babel.messages import Catalog
from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real

from rules import engine
from rules.books.registry import rules_of
from rules.core import language
from rules.desk.briefing.casting import Cast
from rules.desk.lines import COMMANDS
from rules.orders.verbs import IF_EXAMPLES, TERMS_EXAMPLES, VERBS
from rules.state.battle import Battle
from rules.state.campaign import Campaign
from rules.state.siege import Siege
from rules.views.picture import badges_of
from tests import messages

CODE = "xx"
_CIRCLED = str.maketrans(
    string.ascii_letters,
    "".join(map(chr, (*range(0x24D0, 0x24EA), *range(0x24B6, 0x24D0)))),
)
_KEPT = re.compile(r"(\{[^{}]*\}|%\(\w+\)s|%%|<[^>]*>|\n)")  # values, and the marks of HTML


def circled(text: str) -> str:
    """The text with all that is its own in circled letters."""
    return "".join(part if n % 2 else part.translate(_CIRCLED) for n, part in enumerate(_KEPT.split(text)))


def write(folder: Path) -> None:
    """The catalogues of the language below a folder."""
    place = folder / CODE / "LC_MESSAGES"
    place.mkdir(parents=True)
    for _, domain, wanted in messages.CATALOGUES:
        catalogue = Catalog(locale="de", fuzzy=False)  # two forms of number, as in English
        for message in wanted():
            if isinstance(message.id, tuple):
                catalogue.add(message.id, tuple(map(circled, message.id)))
            elif message.id:
                catalogue.add(message.id, circled(message.id))
        (place / f"{domain}.mo").write_bytes(messages.compiled(catalogue))


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The server knows the language, whose catalogues lie below the folder, and no other besides English."""
    ours = language.LOCALE
    chosen = [("en", "English"), (CODE, "Pseudo")]
    with override_settings(LOCALE_PATHS=[str(folder)], LANGUAGES=chosen):
        language.LOCALE = folder
        _forget()
        try:
            yield
        finally:
            language.LOCALE = ours
            _forget()
    assert CODE not in dict(settings.LANGUAGES)


def _forget() -> None:
    trans_real._translations = {}
    language._catalogue.cache_clear()
    language._translated.cache_clear()


# what is left of another language

NOT_WORDS = re.compile(
    r"https?://\S+|\S+@[\w.]+"  # addresses
    r"|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|[0-9a-f]{12,}|^(?:secret|promise|escrow|salt|head"
    r"|before) .*$|\b[A-Z]{3}-[\d.]+\w*|\bE-\d+|\[[^\]]*\]|\bx\d|\b(?:GMT|CES?T|UTC)\b|^Re:|#(?:ORDERS "
    r"[^\n]*|END)",
    re.MULTILINE,
)


def left_over(message: EmailMessage, known: Iterable[str]) -> dict[str, str]:
    """The words of a mail in plain letters that are neither names nor orders, each with where it stands."""
    sender = str(message["From"]).rpartition("<")[0]
    shown = [str(message["Subject"]), sender]
    for kind, words in (("plain", str), ("html", _shown)):
        part = message.get_body((kind,))
        if isinstance(part, EmailMessage):
            shown.append(words(str(part.get_content())))
    left: dict[str, str] = {}
    for text in shown:
        left |= _plain_words(text, known)
    return left


_LEFT_IN_ENGLISH = re.compile(
    r'<(\w+)\b[^>]*\s(?:lang="en"|translate="no")[^>]*>.*?</\1>|<(script|style|code)\b.*?</\2>', re.DOTALL
)
_TOLD_BEHIND = re.compile(
    r"\s(?:alt|aria-label|placeholder|content|title|data-(?:kept|broken|agree|wrong|sides-told"
    r'|replay))="([^"]*)"'
)


def left_on_page(html: str, known: Iterable[str]) -> dict[str, str]:
    """The same of a page, with what stands behind its pictures, tables and scripts; but for what says of
    itself that it is in English, or in no language at all."""
    html = _LEFT_IN_ENGLISH.sub(" ", re.sub(r'<meta name="(?:viewport|color-scheme)"[^>]*>', " ", html))
    behind = " . ".join(_TOLD_BEHIND.findall(html))
    return _plain_words(f"{unescape(re.sub(r'<[^>]+>', ' ', html))} {unescape(behind)}", known)


def _shown(html: str) -> str:
    """What a reader of the HTML sees, the words behind pictures with it."""
    html = re.sub(r"<style>.*?</style>|<title>.*?</title>", " ", html, flags=re.DOTALL)
    behind = " ".join(re.findall(r'alt="([^"]*)"', html))
    return unescape(re.sub(r"<[^>]+>", " ", html)) + " " + unescape(behind)


def _plain_words(text: str, known: Iterable[str]) -> dict[str, str]:
    text = NOT_WORDS.sub(" ", text)
    flat = re.sub(r"(\n|^)(> |# )", " ", text)
    flat = " ".join(flat.split())
    for word in sorted({" ".join(one.split()) for one in known}, key=len, reverse=True):
        if word and word in flat:
            flat = re.sub(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", " ", flat)
    return {m[0]: flat[max(0, m.start() - 60) : m.end() + 60] for m in re.finditer(r"[A-Za-z]{2,}", flat)}


def names(battle: engine.Battle | Siege | Campaign) -> set[str]:
    """What is the same in every language: the names of figures, whole and as on their counters, of seats and
    tables, the words of orders, and
    the orders that stand or are proposed now."""
    pieces = battle.figures if isinstance(battle, Battle) else battle.men
    figures = {name for piece in pieces.values() for name in (piece.name, piece.name.upper())}
    if isinstance(battle, Battle):
        figures |= set(badges_of(battle).values())
    if isinstance(battle, Campaign):
        figures |= {name for place in battle.setup.places for name in (place.name, place.name.upper())}
        figures |= {f"{letter}{n}" for letter, last in battle.counters.items() for n in range(1, last + 1)}
        figures |= {spy.name for spy in battle.spies.values()}
    seats = {seat.id for seat in battle.setup.seats}
    examples = {e for verb in VERBS for e in verb.examples} | {*IF_EXAMPLES, *TERMS_EXAMPLES}
    if isinstance(battle, Battle):
        casts = [Cast(battle, rules_of(battle), seat) for seat in seats]
        spoken = [(verb, lines) for verb in VERBS for lines in (verb.examples, IF_EXAMPLES, TERMS_EXAMPLES)]
        examples |= {e for cast in casts for verb, lines in spoken for e in cast.examples(verb, lines)}
    families = {word.upper() for verb in VERBS for word in verb.words} | {"IF", "ASK", "TERMS"}
    families |= {word.upper() for word in COMMANDS}
    tables = {part for found in engine.tables_in_force(battle.setup) for part in found.table.id.split("-")}
    read_by_programs = {"secret", "promise", "escrow", "salt", "head", "before"}
    orders = set()
    with language.speaking(CODE):
        for seat in seats:
            form = engine.order_form(battle, seat).split("\n")
            orders |= {line for line in form if not line.startswith("#")}
            orders |= {line.strip() for line in engine.short_help(battle, seat) if line.startswith("  ")}
            orders |= {order for order, _ in engine.primer(battle, seat)}
            orders |= {*battle.sheets.get(seat, ()), *battle.standing.get(seat, ())}
    return figures | seats | tables | examples | families | read_by_programs | orders

"""How to write orders, and what the rule ids in reports mean."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from textwrap import dedent
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from rules import engine

_RULE = re.compile(r"([A-Z]{3})-(\d+)[0-9.]*[a-z]*")
_BOOKS = {
    "GUI": gettext_noop("Guiscard, battles and sieges"),
    "GUC": gettext_noop("Guiscard, the campaign"),
    "ANA": gettext_noop("The Anarchy, battles"),
    "ANC": gettext_noop("The Anarchy, the campaign"),
    "MON": gettext_noop("Montjoie"),
    "SIE": gettext_noop("Sieges"),
    "RUL": gettext_noop("our rulings"),
    "HSE": gettext_noop("house rules"),
}
_CHAPTERS = {
    "GUI-1": gettext_noop("Characters and their counters"),
    "GUI-2": gettext_noop("The sequence of play"),
    "GUI-3": gettext_noop("The map and its terrain"),
    "GUI-4": gettext_noop("Movement"),
    "GUI-5": gettext_noop("Missile fire"),
    "GUI-6": gettext_noop("Hand-to-hand combat"),
    "GUI-7": gettext_noop("Combat tactics: charges, formations, refusing"),
    "GUI-8": gettext_noop("Houses, chapels and tents"),
    "GUI-9": gettext_noop("Castles"),
    "GUI-10": gettext_noop("Siege tactics: ladders, fire, engines, grapnels"),
    "GUI-11": gettext_noop("Laying siege: days, events, engines and hunger"),
    "GUC-1": gettext_noop("The campaign, and what it is about"),
    "GUC-2": gettext_noop("The map of the campaign"),
    "GUC-3": gettext_noop("What the campaign's sheets keep"),
    "GUC-4": gettext_noop("Counters of the campaign"),
    "GUC-5": gettext_noop("Settlements, cities and castles"),
    "GUC-6": gettext_noop("A day of the campaign"),
    "GUC-7": gettext_noop("Hostility"),
    "GUC-8": gettext_noop("Combat groups"),
    "GUC-9": gettext_noop("Leaders and prestige"),
    "GUC-10": gettext_noop("Spies"),
    "GUC-11": gettext_noop("Supply convoys"),
    "GUC-12": gettext_noop("Money, recruits, mercenaries and loot"),
    "GUC-13": gettext_noop("Encounters"),
    "GUC-14": gettext_noop("Battles of the campaign, and prisoners"),
    "GUC-15": gettext_noop("Sieges in a campaign, and capitulation"),
    "GUC-16": gettext_noop("Setting up a campaign"),
    "GUC-17": gettext_noop("Quick resolution of a fight"),
    "GUC-18": gettext_noop("Weather and season"),
}


@require_safe
def orders_page(request: HttpRequest) -> HttpResponse:
    """The order language in one page."""
    words = [_page_of(word) for word in engine.ORDER_WORDS]
    return render(request, "archive/orders.html", {"help": engine.verb_help(), "words": words})


def _page_of(word: str) -> dict[str, str]:
    """The help on an order word in its parts: other words for it, what it does, examples."""
    head, text, examples = engine.verb_help(word).split("\n\n", 2)
    also = " ".join(head.split()).removeprefix(word).strip(" ()").lower()
    return {"word": word, "also": also, "text": " ".join(text.split()), "examples": dedent(examples)}


@require_safe
def rules_page(request: HttpRequest) -> HttpResponse:
    """All rules that the server plays by, chapter by chapter, and all rulings."""
    chapters = [
        {
            "id": chapter,
            "title": title,
            "rules": [r for r in _index() if _chapter_of(r["id"]) == chapter],
        }
        for chapter, title in _chapters().items()
    ]
    return render(request, "archive/rules.html", {"chapters": chapters, "rulings": _rulings()})


@require_safe
def rules_slash(request: HttpRequest) -> HttpResponse:
    return redirect("rules", permanent=True)


@require_safe
def rule_page(request: HttpRequest, rule: str) -> HttpResponse:
    """Where a rule stands in the books, and how we decided what they leave open about it. A paragraph that
    repeats rules of another book shows those."""
    match = _RULE.fullmatch(rule)
    if match is None:
        raise Http404("There is no such rule.")
    chapter = _chapter_of(rule)
    same = engine.same_rules(rule)
    entries = [r for r in _index() if _covers(rule, r["id"]) or r["id"] in same]
    rulings = [
        r for r in _rulings() if rule == r["id"] or any(_covers(rule, c) or c in same for c in r["rules"])
    ]
    chapters = _chapters()
    if not entries and not rulings and chapter not in chapters:
        raise Http404("There is no such rule.")
    context = {
        "rule": rule,
        "entries": entries,
        "book": gettext(_BOOKS[match[1]]),
        "chapter": chapters.get(chapter, ""),
        "house": chapter in {house.id for house in engine.house_rules()},
        "rulings": rulings,
    }
    return render(request, "archive/rule.html", context)


def _chapters() -> dict[str, str]:
    """The title of each chapter that the server plays by, those of house rules last."""
    of_books = {chapter: gettext(title) for chapter, title in _CHAPTERS.items()}
    return of_books | {chapter.id: chapter.title for chapter in engine.house_rules()}


def _chapter_of(rule: str) -> str:
    """ "GUI-4" of "GUI-4.1a"; empty for what is no rule."""
    match = _RULE.fullmatch(rule)
    return f"{match[1]}-{match[2]}" if match else ""


def _covers(rule: str, cited: str) -> bool:
    """A page of "GUI-6.5" shows the rulings on GUI-6.5b too."""
    return cited == rule or (cited.startswith(rule) and not cited[len(rule)].isdigit())


def _rulings() -> list[dict[str, Any]]:
    """All rulings; one that another took the place of says so in ``superseded_by``."""
    found = _data("rulings.toml", "rulings")
    newer = {old: ruling["id"] for ruling in found for old in ruling.get("supersedes", ())}
    return [ruling | {"superseded_by": newer.get(ruling["id"], "")} for ruling in found]


def _index() -> list[dict[str, Any]]:
    house = (rule for chapter in engine.house_rules() for rule in chapter.rules)
    return [*_data("rule_index.toml", "rules"), *map(msgspec.structs.asdict, house)]


@lru_cache
def _data(name: str, key: str) -> list[dict[str, Any]]:
    text = files("rules").joinpath("data", name).read_text(encoding="utf-8")
    return list(tomllib.loads(text).get(key, []))

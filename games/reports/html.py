"""A report's facts as HTML: the same words as the text, with the map as a picture."""

from __future__ import annotations

import textwrap
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.pictures.ink import look
from games.reports import facts as facts_of
from games.reports import ground, proofs, sheet, text, words
from games.reports.facts import Facts, Told
from games.reports.layout import listed
from pbem.mail.writer import HTML_BYTES, inlined
from rules import engine

PREVIEW = 250  # characters that mail programs show beside a subject, at most
LOG = "<!-- log -->"  # around what a mail leaves out
MAP = "map"  # the picture's name; its cid is map.G12.t3-normans@...


class Paragraph(msgspec.Struct):
    """A numbered paragraph: its first line and what is told below it."""

    number: int
    first: engine.ReportLine | None
    below: list[engine.ReportLine]


class Stage(NamedTuple):
    """A phase that is told of, and its paragraphs."""

    told: Told
    paragraphs: list[Paragraph]


def _check(told: Told) -> dict[str, Any]:
    """How the dice of a phase can be checked."""
    return {
        "phase": told.phase,
        "dice": told.dice,
        "thrown": words.dice(told.dice.count),
        "escrow": proofs.escrow(told.dice),
    }


def report(template: str, facts: Facts, **extra: Any) -> str:
    """A mail's HTML from ``templates/mail/<template>.html``, never longer than what mail programs show whole.

    A report that grew beyond that is set with its tables and paragraphs as plain text; if that is still too
    much, with as many of its lines as fit, and says where the rest stands."""
    context: dict[str, Any] = {
        **extra,
        "facts": facts,
        "game": facts.game,
        "subtitle": facts.phase or words.turn(facts.situation),
        "in_short": facts.in_short,
        "call": text.call(facts),
        "preheader": textwrap.shorten(" ".join(text.in_short(facts)), PREVIEW, placeholder=" …"),
        "stages": [Stage(one, paragraphs(one.lines)) for one in facts.told],
        "sides": [
            _standing(side, look(facts.side_numbers.get(side.id, 0)), get_language())
            for side in sheet.sides(facts.situation)
        ],
        "form": text.form(facts),
        "deadline": facts_of.deadline(facts),
        "awaited": listed(facts.awaited),
        "outcome": text.outcome(facts) if facts.outcome else "",
        "heads": proofs.heads(facts),
        "map_told": engine.translated(facts.picture.summary) if facts.picture else "",
        "checks": [_check(one) for one in facts.told],
        "about": ground.about(facts.board, sheet.works(facts.situation)),
        "scale": facts.situation.scale,
        "calendar": sheet.calendar(facts.situation),
        "companies": sheet.companies(facts.situation),
        "listings": sheet.listings(facts.situation),
        "plain": "",
        "left_out": 0,
    }
    html = _set(template, context)
    return html if _fits(html) else _set_plain(template, facts, context)


def without_hashes(page: str, facts: Facts) -> str:
    """A report as it is mailed (games.reports.proofs.without_hashes)."""
    before, begins, rest = page.partition(LOG)
    hashes, ends, after = rest.partition(LOG)
    if not (begins and ends):
        return page
    if not proofs.agrees(facts):
        return before + hashes + after
    told = render_to_string("mail/proofs.html", {"facts": facts, "proofs": proofs.in_a_line(facts)})
    return before + told + after


def _set_plain(template: str, facts: Facts, context: dict[str, Any]) -> str:
    """The same in plain type, with the longest beginning of what happened that fits."""
    told = text.happened(facts)
    muster = ["", *text.muster(facts.situation)]

    def first(lines: int) -> str:
        kept = [*told[:lines], *muster]
        return _set(template, {**context, "plain": "\n".join(kept), "left_out": len(told) - lines})

    fitting = bisect_left(range(len(told) + 1), True, key=lambda lines: not _fits(first(lines)))
    return first(max(0, fitting - 1))


def _set(template: str, context: dict[str, Any]) -> str:
    return render_to_string(f"mail/{template}.html", context)


def _fits(html: str) -> bool:
    return len(inlined(html).encode()) <= HTML_BYTES


def paragraphs(lines: Sequence[engine.ReportLine]) -> list[Paragraph]:
    """Report lines grouped under the one that begins a numbered paragraph."""
    grouped: list[Paragraph] = []
    for line in lines:
        if line.depth == 0:
            grouped.append(Paragraph(len(grouped) + 1, line, []))
        elif grouped:
            grouped[-1].below.append(line)
        else:
            grouped.append(Paragraph(0, None, [line]))
    return grouped


@lru_cache(maxsize=32)
def _standing(side: engine.MusterSide, number: int, language: str | None) -> SafeString:
    """How a side stands: the same for most who read of a phase in one language."""
    shown = {
        "name": words.side(side),
        "number": number,
        "count": gettext("{standing} of {total} standing, {points}").format(
            standing=side.standing, total=side.total, points=words.points(side.points)
        ),
        "rows": [row for row in side.rows if not text.is_out(row)],
        "fallen": ", ".join(text.fallen(side)),
    }
    return render_to_string("mail/standing.html", {"side": shown})

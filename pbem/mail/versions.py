"""Two versions of one mail, plain text and HTML, held against each other.

Programs write both from one text, and yet never alike: they wrap lines, mark what is bold, draw bullets, add links. So
lines are compared by their letters and figures alone, and a line of one may be several of the other. What one version
quotes, strikes out or hides counts as that in both; an order that stands in one and not like that in the other is neither
read nor dropped: its writer is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from pbem.mail.lines import LineClass, MailLine, bare
from pbem.mail.quotes import QUOTE_MARKS

Why = Literal["parts-differ", "struck", "hidden", "attachment"]
"""Why the parts of a mail make a line one to be asked about."""
DIFFER: Why = "parts-differ"
ATTACHED: Why = "attachment"
_MOST_JOINED = 4
_MOST_CELLS = 8
_LINK = re.compile(
    r"[<\[(](?:https?|tel|sms|mailto|callto|cid|x-apple-[a-z-]{1,30}):[^<>\[\]()\s]{0,500}[>\])]",
    re.IGNORECASE,
)
_BULLET = re.compile(
    r"^\s{0,40}(?:(?:\(?(?:\d{1,2}|[a-z])[.):]|[^\w\s#+]{1,3}|o)\s{1,40}){1,2}", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W_]+|[+-](?=\d)")
_QUOTED = (LineClass.QUOTE, LineClass.QUOTED_ORDER, LineClass.ATTRIBUTION)

Lines = Sequence[MailLine]


class Html(NamedTuple):
    """What the HTML says: its lines, those that are struck out or hidden with the reason, the orders that its tables hold
    by what stands in their rows, the headings of these, and whether that is all of it."""

    lines: Lines
    unmeant: Sequence[tuple[str, Why]] = ()
    rows: Mapping[str, str] = {}
    headings: Iterable[str] = ()
    whole: bool = True


def key(text: str) -> str:
    """What two versions of a line have in common: letters and figures."""
    text = _LINK.sub(" ", QUOTE_MARKS.sub("", text))
    return "".join(_LETTERS.findall(_BULLET.sub("", text, count=1).casefold()))


def compared(
    plain: Lines,
    html: Html,
    looks_like_order: Callable[[str], bool],
    twins: bool = True,
    beside: Iterable[str] = (),
    plain_is_whole: bool = True,
) -> tuple[MailLine, ...]:
    """The lines of the plain text, as far as the HTML bears them out, and what else that orders. ``twins``: the two are
    versions of each other; ``beside``: lines of the plain text that the HTML need not have."""
    shown = _runs(line.text for line in html.lines if line.kind not in _QUOTED)
    shown |= {key(row) for row in html.rows}
    shown |= {key(line) for line in beside}
    quoted = _runs(line.text for line in html.lines if line.kind in _QUOTED)
    unmeant: dict[str, Why] = {}
    for text, why in html.unmeant:
        unmeant.setdefault(key(text), why)
    plain = _rows_restored(plain, html)
    agreed = _agreed(plain, shown)
    found: list[MailLine] = []
    for number, line in enumerate(plain):
        if number in agreed or line.kind not in (LineClass.ORDER, LineClass.TALK):
            found.append(line)
            continue
        like = line.kind is LineClass.ORDER and looks_like_order(bare(line.text, looks_like_order))
        known = key(line.text)
        if known in unmeant:
            found.append(msgspec.structs.replace(line, kind=LineClass.ASIDE, why=unmeant[known]))
        elif known in quoted:
            kind = LineClass.QUOTED_ORDER if like else LineClass.QUOTE
            found.append(msgspec.structs.replace(line, kind=kind))
        elif like and twins and html.whole:
            found.append(msgspec.structs.replace(line, kind=LineClass.ASIDE, why=DIFFER))
        else:
            found.append(line)
    if plain_is_whole:
        found += _in_html_alone(plain, html, looks_like_order)
    return tuple(found)


def _in_html_alone(plain: Lines, html: Html, looks_like_order: Callable[[str], bool]) -> Iterator[MailLine]:
    """Orders of the HTML that the plain text has not, or has in a quote though the HTML tells quotes apart."""
    tells_quotes = any(line.kind in _QUOTED for line in html.lines)
    kinds = [line for line in plain if not (tells_quotes and line.kind in _QUOTED)]
    known = _runs(line.text for line in kinds)
    in_rows = {row: key(cells) for cells, row in html.rows.items()}
    for line in html.lines:
        if line.kind is not LineClass.ORDER or not looks_like_order(bare(line.text, looks_like_order)):
            continue
        if key(line.text) not in known and in_rows.get(line.text) not in known:
            yield MailLine(line.text, LineClass.ASIDE, line.joined, DIFFER)


def says_all(plain: Lines, html: Html, looks_like_order: Callable[[str], bool]) -> bool:
    """Whether each order of the HTML stands somewhere in the plain text too, as a quote it may be: then the HTML only
    tells better whose words they are."""
    anything = [msgspec.structs.replace(line, kind=LineClass.TALK) for line in plain]
    return not any(_in_html_alone(anything, html, looks_like_order))


def _rows_restored(plain: Lines, html: Html) -> Lines:
    """Rows of a table that the plain text has cell by cell, put together as the HTML shows them."""
    ordered = {line.text for line in html.lines if line.kind is LineClass.ORDER}
    rows = {
        key(cells): MailLine(row, LineClass.ORDER, True) for cells, row in html.rows.items() if row in ordered
    }
    rows |= {key(heading): MailLine(heading, LineClass.COMMENT, True) for heading in html.headings}
    if not rows:
        return plain
    restored: list[MailLine] = []
    numbers = _written(plain)
    places = {number: place for place, number in enumerate(numbers)}
    begins = 0
    while begins < len(plain):
        row, ends = None, begins
        joined = ""
        place = places.get(begins, len(numbers))
        for number in numbers[place : place + _MOST_CELLS]:
            joined += key(plain[number].text)
            row = rows.get(joined)
            if row and (number > begins or row.text != plain[number].text):
                ends = number
                break
            row = None
        restored.append(row or plain[begins])
        begins = ends + 1
    return restored


def _written(lines: Lines) -> list[int]:
    """The numbers of the lines that say something and are the writer's own."""
    return [n for n, line in enumerate(lines) if line.kind not in (*_QUOTED, LineClass.BLANK)]


def _agreed(plain: Lines, shown: set[str]) -> set[int]:
    """The lines of which the other version has all, alone or with their neighbours."""
    numbers = _written(plain)
    keys = [key(plain[number].text) for number in numbers]
    agreed: set[int] = set()
    for begins in range(len(keys)):
        joined = ""
        for ends in range(begins, min(begins + _MOST_JOINED, len(keys))):
            joined += keys[ends]
            if joined in shown:
                agreed.update(numbers[begins : ends + 1])
    return agreed


def _runs(texts: Iterable[str]) -> set[str]:
    """The keys of lines, each alone and joined with up to three that follow."""
    keys = [one for one in map(key, texts) if one]
    found = set(keys)
    for length in range(2, _MOST_JOINED + 1):
        found.update("".join(keys[n : n + length]) for n in range(len(keys) - length + 1))
    return found

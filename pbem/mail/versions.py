"""Two versions of one mail, plain text and HTML, held against each other.

Programs write both from one text, and yet never alike: they wrap lines, mark what is bold, draw bullets, add
links. So lines are compared by their letters and figures alone, and a line of one may be several of the
other. What one version quotes, strikes out or hides counts as that in both; an order that stands in one and
not like that in the other is neither read nor dropped: its writer is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from pbem.mail.lines import LineClass, MailLine, bare
from pbem.mail.quotes import QUOTE_MARKS
from pbem.mail.remarks import Why

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
_OF_ROWS = (LineClass.ORDER, LineClass.TALK, LineClass.COMMENT)

Lines = Sequence[MailLine]


class Html(NamedTuple):
    """What the HTML says: its lines, those that are struck out or hidden with the reason, and the orders that
    its tables hold by what stands in their rows."""

    lines: Lines
    unmeant: Sequence[tuple[str, Why]] = ()
    rows: Mapping[str, str] = {}


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the HTML of a mail says of its plain text, line by line, by what two versions of a line have in
    common: which lines it shows, ``quoted`` ones and those that are not meant, the rows of its tables.
    ``headings``: lines that stand above columns. ``asks``: a line that it lacks is asked back."""

    headings: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    unmeant: dict[str, Why] = {}
    rows: dict[str, str] = {}
    asks: bool = False


@lru_cache(4096)  # a line is compared with several others
def key(text: str) -> str:
    """What two versions of a line have in common: letters and figures."""
    text = _LINK.sub(" ", QUOTE_MARKS.sub("", text))
    return "".join(_LETTERS.findall(_BULLET.sub("", text, count=1).casefold()))


def evidence(html: Html, headings: Iterable[str], beside: Iterable[str], asks: bool) -> Evidence:
    """What the HTML says; ``beside``: lines of the plain text that it need not have."""
    ordered = {line.text for line in html.lines if line.kind is LineClass.ORDER}
    shown = [line.text for line in html.lines if line.kind not in (*_QUOTED, LineClass.ASIDE)]
    unmeant: dict[str, Why] = {}
    for text, why in html.unmeant:
        unmeant.setdefault(key(text), why)
    return Evidence(
        tuple(headings),
        tuple(filter(None, map(key, [*shown, *beside]))),
        tuple(filter(None, (key(line.text) for line in html.lines if line.kind in _QUOTED))),
        unmeant,
        {key(cells): row for cells, row in html.rows.items() if row in ordered},
        asks,
    )


def borne_out(
    lines: Lines, said: Evidence, looks_like_order: Callable[[str], bool], meant: Container[str] = ()
) -> tuple[MailLine, ...]:
    """The lines of the plain text, as far as the other version bears them out. ``meant``: lines that count,
    whatever it says of them."""
    lines = without_headings(lines, said.headings)
    if not (said.shown or said.quoted or said.unmeant or said.asks):
        return tuple(lines)
    lines = _rows_restored(lines, said)
    shown = runs(said.shown) | said.rows.keys()
    quoted = runs(said.quoted)
    agreed = _agreed(lines, shown)
    found: list[MailLine] = []
    for number, line in enumerate(lines):
        if line.why == "ours" and number not in agreed and key(line.text) in quoted:
            found.append(msgspec.structs.replace(line, kind=LineClass.QUOTED_ORDER, why="", order=""))
            continue
        if number in agreed or line.kind not in (LineClass.ORDER, LineClass.TALK) or line.text in meant:
            found.append(line)
            continue
        like = line.kind is LineClass.ORDER and looks_like_order(bare(line.text, looks_like_order))
        known = key(line.text)
        if known in said.unmeant:
            found.append(msgspec.structs.replace(line, kind=LineClass.ASIDE, why=said.unmeant[known]))
        elif known in quoted:
            kind = LineClass.QUOTED_ORDER if like else LineClass.QUOTE
            found.append(msgspec.structs.replace(line, kind=kind))
        elif like and said.asks:
            found.append(msgspec.structs.replace(line, kind=LineClass.ASIDE, why=DIFFER))
        else:
            found.append(line)
    return tuple(found)


def without_headings(lines: Lines, headings: Container[str]) -> Lines:
    """What stands above the columns of a table is a remark, wherever orders stand around it."""
    if not headings:
        return lines
    return [
        msgspec.structs.replace(line, kind=LineClass.COMMENT)
        if line.kind in _OF_ROWS and line.text in headings
        else line
        for line in lines
    ]


def in_html_alone(plain: Lines, html: Html, looks_like_order: Callable[[str], bool]) -> Iterator[MailLine]:
    """Orders of the HTML that the plain text has not, or has in a quote though the HTML tells
    quotes apart."""
    tells_quotes = any(line.kind in _QUOTED for line in html.lines)
    here = [line for line in plain if not (tells_quotes and line.kind in _QUOTED)]
    known = runs(filter(None, (key(line.text) for line in here)))
    in_rows = {row: key(cells) for cells, row in html.rows.items()}
    for line in html.lines:
        if line.kind is not LineClass.ORDER or not looks_like_order(bare(line.text, looks_like_order)):
            continue
        if key(line.text) not in known and in_rows.get(line.text) not in known:
            yield MailLine(line.text, LineClass.ASIDE, line.joined, DIFFER)


def struck_out(
    lines: Lines, unmeant: Iterable[tuple[str, Why]], looks_like_order: Callable[[str], bool]
) -> Iterator[MailLine]:
    """Orders that the page has struck out as a whole, where nothing but the page is read. Of one that is
    struck out in part, the rest is read."""
    rest = [set(line.text.split()) for line in lines if line.kind is LineClass.ORDER]
    for text, why in unmeant:
        order = bare(text, looks_like_order)
        if (
            why == "struck"
            and looks_like_order(order)
            and not any(words < set(text.split()) for words in rest)
        ):
            yield MailLine(text, LineClass.ASIDE, why=why, order=order)


def says_all(plain: Lines, html: Html, looks_like_order: Callable[[str], bool]) -> bool:
    """Whether each order of the HTML stands somewhere in the plain text too, as a quote it may be: then the
    HTML only tells better whose words they are."""
    anything = [msgspec.structs.replace(line, kind=LineClass.TALK) for line in plain]
    return not any(in_html_alone(anything, html, looks_like_order))


def _rows_restored(plain: Lines, said: Evidence) -> Lines:
    """Rows of a table that the plain text has cell by cell, put together as the HTML shows them."""
    rows = {
        cells: MailLine(row, LineClass.ORDER, True) for cells, row in said.rows.items() if "\n" not in row
    }
    rows |= {key(heading): MailLine(heading, LineClass.COMMENT, True) for heading in said.headings}
    if not rows:
        return plain
    restored: list[MailLine] = []
    numbers = [n for n, line in enumerate(plain) if line.kind is not LineClass.BLANK]
    places = {number: place for place, number in enumerate(numbers)}
    begins = 0
    while begins < len(plain):
        row, ends, joined = None, begins, ""
        place = places.get(begins, len(numbers))
        for number in numbers[place : place + _MOST_CELLS]:
            if plain[number].kind not in _OF_ROWS:
                break
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


def runs(lines: Iterable[str]) -> set[str]:
    """The keys of lines, each alone and joined with up to three that follow."""
    keys = list(lines)
    found = set(keys)
    for length in range(2, _MOST_JOINED + 1):
        found.update("".join(keys[n : n + length]) for n in range(len(keys) - length + 1))
    return found

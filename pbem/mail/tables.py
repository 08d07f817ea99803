"""Orders in a table, as spreadsheets give them: each row becomes one line, and a heading is no order.

A row is what has tabs between its cells, in plain text and in what is made of HTML. Its cells are joined in
their order; where the order word stands with its hex before the figure, or behind the hex, it is put where
the order language has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from pbem.mail import limits
from pbem.mail.quotes import QUOTED

LONGEST_CELL = 200
MOST_CELLS = 40
_NUMBER = re.compile(r"\(?#?\d{1,3}[.):]?")
_DIGIT = re.compile(r"\d")
_HEADINGS = frozenset(
    """
    figure figures fig man men name names unit units who character piece knight soldier
    order orders action actions verb command what does do instruction
    to hex hexes target targets at on where destination from goal enemy path via toward towards direction
    facing note notes remark remarks comment comments phase turn step no nr n # number id seat side reason why
    figur figuren mann name einheit wer befehl befehle aktion was ziel feld hex felder wohin nach gegner von
    auf bemerkung bemerkungen notiz zug phase nr grund richtung
    figurine personnage nom homme qui ordre ordres action quoi cible vers case but ennemi de à sur destination
    remarque remarques tour numéro direction
    figura hombre nombre quién orden órdenes acción destino objetivo casilla hacia a en enemigo nota notas
    turno personaggio uomo nome chi ordine ordini azione bersaglio verso esagono nemico figura
    figuur wie bevel doel naar vak vijand opmerking figurka kto rozkaz rozkazy cel dokąd pole wróg uwagi
    фигура кто имя приказ действие цель куда гекс враг
    """.split()  # noqa: SIM905
)
_WORD = re.compile(r"[^\W\d_]+|#")


class Tables(msgspec.Struct, frozen=True):
    """A text whose rows are lines that can be read. ``headings``: the lines that are headings; ``rows``: the
    line made of each row, by its cells joined in their order."""

    text: str
    headings: frozenset[str] = frozenset()
    rows: dict[str, str] = {}


def joined(text: str, looks_like_order: Callable[[str], bool]) -> Tables:
    """A text with its rows joined."""
    if "\t" not in text:
        return Tables(text)
    lines = text.split("\n")
    headings: set[str] = set()
    rows: dict[str, str] = {}
    for number, line in enumerate(lines[: limits.TEXT_LINES]):
        cells = _cells(line)
        if len(cells) < 2:
            continue
        in_order = " ".join(cells)
        if _is_heading(cells):
            headings.add(in_order)
            lines[number] = in_order
        else:
            rows[in_order] = lines[number] = _as_order(cells, looks_like_order)
    return Tables("\n".join(lines), frozenset(headings), rows)


def _cells(line: str) -> list[str]:
    """What stands in the cells of a row; nothing for a line that is none, or is quoted."""
    if "\t" not in line or len(line) > limits.LINE_CHARS or QUOTED.match(line):
        return []
    cells = [cell.strip() for cell in line.split("\t", MOST_CELLS)]
    return [" ".join(cell.split()) for cell in cells if cell]


def _is_heading(cells: list[str]) -> bool:
    """Every word in it is one that people write above columns."""
    words = [word for cell in cells for word in _WORD.findall(cell.casefold())]
    return bool(words) and not _DIGIT.search("".join(cells)) and all(word in _HEADINGS for word in words)


def _as_order(cells: list[str], looks_like_order: Callable[[str], bool]) -> str:
    """The line that a row is read as."""
    if len(cells) > 2 and _NUMBER.fullmatch(cells[0]):
        cells = cells[1:]
    if sum(" " in cell and _begins_order(cell, looks_like_order) for cell in cells) > 1:
        return "\n".join(cells)  # orders side by side
    at = next((n for n, cell in enumerate(cells) if _begins_order(cell, looks_like_order)), None)
    if at is None:
        return " ".join(cells)
    word, _, rest = cells[at].partition(" ")
    others = cells[at + 1 :]
    if at == 0 and _DIGIT.search(rest) and others and not _DIGIT.search(others[0]):
        return " ".join([word, others[0], rest, *others[1:]])
    if _DIGIT.search("".join(cells[:at])):
        return " ".join([cells[at], *cells[:at], *others])
    return " ".join(cells)


def _begins_order(cell: str, looks_like_order: Callable[[str], bool]) -> bool:
    word = cell.partition(" ")[0].rstrip(":")
    return word.isalpha() and len(word) < 20 and looks_like_order(word)

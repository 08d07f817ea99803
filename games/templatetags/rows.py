"""Long lists of pages, row by row. A turn of a campaign has hundreds of rows, and a template takes ten times
as long over each of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.models import Game, Seat
from games.templatetags.archive import in_camps, moment, roll_name, rule_link, side_number, state_words
from games.templatetags.mail import named, table_read
from games.views.family import Relative
from games.views.lives import Told
from games.views.moments import LogLine, Roll
from rules import engine

register = template.Library()


@register.filter
def report_line(line: engine.ReportLine, game: Game | None) -> SafeString:
    """What a line of a report says, the table that was read, and the rule."""
    said = escape(line.text)
    if line.source:
        read = table_read(line, game)
        said += f' <span class="source">{read if isinstance(read, SafeString) else escape(read)}</span>'
    if line.rule:
        said += f' <span class="cite">{rule_link(line.rule)}</span>'
    return mark_safe(said)


@register.filter
def log_rows(log: Iterable[LogLine]) -> SafeString:
    """Events in plain words, each with the fields that say something."""
    return mark_safe("".join(map(_log_row, log)))


def _log_row(line: LogLine) -> str:
    place = f"#{line.place} " if line.place else ""
    fields = "".join(
        f' <span class="field"><i>{escape(name)}</i> {escape(value)}</span>'
        for name, value in line.fields
        if value
    )
    return f"<li><strong>{place}{escape(line.name)}</strong>{fields}</li>"


@register.filter
def dice_rows(rolls: Iterable[Roll]) -> SafeString:
    """Rolls with their dice, faces and rules."""
    sided = gettext("D%(sides)s")
    return mark_safe("".join(_dice_row(roll, sided) for roll in rolls))


def _dice_row(roll: Roll, sided: str) -> str:
    die = roll.die
    return (
        f'<tr><th scope="row"><code>{roll_name(die.name)}</code></th>'
        f'<td class="n">{escape(sided % {"sides": die.sides})}</td>'
        f'<td class="n"><span class="die">{die.face}</span></td><td>{rule_link(roll.rule)}</td></tr>'
    )


@register.filter
def listing_rows(table: engine.SheetTable) -> SafeString:
    """A table of a campaign's sheet, each row with the sentences below it."""
    return mark_safe("".join(_listing_row(row, table) for row in table.rows))


def _listing_row(row: engine.SheetRow, table: engine.SheetTable) -> str:
    first, *others = row.cells
    cells = "".join(
        f'<td class="n">{escape(cell)}</td>' if column in table.numbers else f"<td>{escape(cell)}</td>"
        for column, cell in enumerate(others, start=1)
    )
    noted = ' class="noted"' if row.notes else ""
    said = f'<tr{noted}><th scope="row">{escape(first)}</th>{cells}</tr>\n'
    if row.notes:
        words = escape(" ".join(row.notes))
        said += f'<tr class="below"><td colspan="{len(table.columns)}">{words}</td></tr>\n'
    return said


@register.filter
def figure_rows(rows: Iterable[engine.MusterRow]) -> SafeString:
    """The men of a side, as everybody may see them."""
    return mark_safe("".join(map(_figure_row, rows)))


def _figure_row(row: engine.MusterRow) -> str:
    told = engine.translated
    gone = ' class="gone"' if row.state == "dead" or (not row.place and not row.awaited) else ""
    kind = escape(told(row.kind))
    if row.armoured and "armoured" not in row.kind:
        kind += f", {escape(gettext('armoured'))}"
    if row.weapon:
        kind += f", {escape(told(row.weapon))}"
    state = escape(told(row.state))
    if row.remarks:
        state += f" <small>{escape(told(row.remarks))}</small>"
    numbers = "".join(f'<td class="n">{value}</td>' for value in (row.attack, row.defence, row.movement))
    return (
        f'<tr{gone}><th scope="row">{escape(row.name)}</th><td>{kind}</td>'
        f'<td class="hex">{escape(row.place or "–")}</td><td>{state}</td>{numbers}</tr>'
    )


@register.filter
def opponents(seats: Iterable[Seat], scenario: str) -> SafeString:
    """Seats with who plays them, enemies against each other."""
    captain = escape(gettext("captain"))
    return mark_safe(
        "".join(
            (f" <i>{escape(between)}</i> " if between else "")
            + f'<span class="side-{side_number(seat, scenario)}">{escape(named(seat.title))}</span>'
            + (
                f" <small>({captain})</small>"
                if seat.captain
                else f" <small>{escape(seat.player)}</small>"
                if seat.player
                else ""
            )
            for between, seat in in_camps(seats, scenario)
        )
    )


@register.filter
def relative_rows(relatives: Iterable[Relative]) -> SafeString:
    """The games that one has called, of which a game of a year has sixty."""
    return mark_safe("".join(map(_relative_row, relatives)))


def _relative_row(one: Relative) -> str:
    game, against = one.game, escape(one.who)
    label = f'<span class="number">{escape(game.label)}</span>'
    called = f'<span class="game-name">{label}</span>'
    if one.looks:
        against = opponents(one.seats, game.scenario)
        address = escape(_game_address(game.pk))
        called = f'<a class="game-name" href="{address}">{label} {escape(named(game.title))}</a>'
    elif one.leader:
        called = f'<a class="game-name" href="{escape(_game_address(game.pk))}">{label}</a>'
    tag = f"tag tag-{game.state}" if one.looks else "tag"
    told = _told_of(one)
    when = f'\n  <span class="when">{told}</span>' if told else ""
    return (
        f'<li class="game-row">\n  {called}\n  <span class="against">{against}</span>\n'
        f'  <span class="{tag}">{escape(_doing(one))}</span>{when}\n</li>'
    )


def _doing(one: Relative) -> str:
    if one.outcome:
        return gettext("over")
    return state_words(one.game) if one.looks else gettext("being fought")


def _told_of(one: Relative) -> str:
    """How it ended, whom it waits for, or why that is not told."""
    if one.outcome:
        return escape(one.outcome)
    if one.awaited:
        names = ", ".join(escape(named(seat.title)) for seat in one.awaited)
        told = f"{escape(gettext('awaited'))}: {names}"
        if one.game.phase_due:
            told += " · " + gettext("orders due %(when)s") % {"when": moment(one.game.phase_due)}
        return told
    if one.leader:
        return escape(gettext("{name} leads it for you.").format(name=one.leader))
    return "" if one.looks else escape(gettext("Its pages are its players' own until all is over."))


@register.simple_tag
def life_entries(told: Iterable[Told], opened: bool) -> SafeString:
    """The sentences of a life, those of a day beneath it. ``opened``: pages are seen as by whose eyes is
    told."""
    said, before = list[str](), None
    for one in told:
        if before != (day := (one.date, one.key)):
            before = day
            said.append(f"<dt>{_date_of(one, opened)}</dt>")
        said.append(f"<dd>{escape(one.words)}</dd>")
    return mark_safe("".join(said))


def _date_of(one: Told, opened: bool) -> str:
    if not one.key:
        return escape(one.date)
    eyes = f"?as={escape(one.eyes)}" if one.eyes and opened else ""
    return f'<a href="{escape(_turn_address(one.number, one.key))}{eyes}">{escape(one.date)}</a>'


@lru_cache(maxsize=4096)
def _game_address(number: int) -> str:
    return reverse("game", args=[number])


@lru_cache(maxsize=16_384)
def _turn_address(number: int, key: str) -> str:
    return reverse("turn", kwargs={"number": number, "key": key})

"""What the templates of mails need: text in 72 columns, the language of the reader, and the margin of a
report's lines."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.models import Game
from games.reports import maps, tables
from games.reports.layout import wrapped
from rules import engine

register = template.Library()


@register.filter
def shown_wide(png: bytes) -> int:
    """How wide a mail shows a picture."""
    return maps.width_shown(png)


@register.filter
def wrap(text: str) -> str:
    """A paragraph in 72 columns; nothing for nothing."""
    return "\n".join(wrapped(text)) if text else ""


@register.filter
def wrap_order(text: str) -> str:
    """An order in a list, its second line set in."""
    return "\n".join(wrapped(text, "  ", "    "))


@register.filter
def wrap_below(text: str) -> str:
    """What an order does, below it."""
    return "\n".join(wrapped(text, "      "))


@register.filter
def wrap_more(text: str) -> str:
    """What is said below a list of orders."""
    return "\n".join(wrapped(text, "  "))


@register.filter
def wrap_idle(names: str) -> str:
    """Those without orders."""
    return "\n".join(wrapped(gettext("NO ORDERS: {names}.").format(names=names)))


@register.filter
def told(text: str) -> str:
    """What the rules worded in English, in the language of the page."""
    return engine.translated(text)


@register.filter
def named(name: str) -> str:
    """A seat or a side by its name in the language of the page."""
    return engine.named(name)


@register.filter
def table_read(line: engine.ReportLine, game: Game | None) -> SafeString | str:
    """The table that a roll of this line was looked up in, linked to its page in the game, if there is
    one."""
    if not line.source:
        return ""
    if game is None or line.cell is None:
        return f"[{line.source}]"
    return format_html('<a href="{}">[{}]</a>', tables.address(game, line.cell), line.source)


@register.filter
def margin(line: engine.ReportLine, game: Game | None = None) -> SafeString:
    """What stands behind a line of a report: the table read, who may read it, the rule. A report has more
    than a hundred of them, and a template for each would take longer than all the rest."""
    parts = (
        ("r", table_read(line, game)),
        ("you", gettext("(you alone)") if line.private else ""),
        ("r", line.rule),
    )
    return format_html_join("", ' <span class="{}">{}</span>', (part for part in parts if part[1]))

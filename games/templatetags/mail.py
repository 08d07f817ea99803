"""Filters for the text of mails: 72 columns, and the language of the reader."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from games.reports.layout import wrapped
from rules import engine

register = template.Library()


@register.filter
def wrap(text: str) -> str:
    """A paragraph in 72 columns; nothing for nothing."""
    return "\n".join(wrapped(text)) if text else ""


@register.filter
def wrap_order(text: str) -> str:
    """An order in a list, its second line set in."""
    return "\n".join(wrapped(text, "  ", "    "))


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
def capfirst_only(title: str) -> str:
    """ "FOUND BELOW THE END" as "Found below the end"."""
    return title.capitalize()

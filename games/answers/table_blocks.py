"""TABLE in a mail: the tables that a game is played by, or one of them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from games.answers.replies import Block
from games.models import Game
from games.record import eventlog
from games.reports import tables
from games.reports.layout import wrapped
from rules import engine

MOST = 3  # tables of a family that one answer holds


def asked(game: Game, called: str, *, whole: bool = False) -> Block:
    """The table of that name, all of a family ("combat"), or the list; where there is none of that name the
    nearest. ``whole``: nothing of it may be cut off."""
    in_force = engine.tables_in_force(eventlog.load(game.pk, game.seen_version).battle.setup)
    if not in_force:
        return Block(gettext("This game has no tables."))
    if not called:
        lines = tables.list_in_text(in_force)
        return _block(gettext("The tables of this game"), lines, tables.address(game), whole=whole)
    found = engine.tables_meant(called, in_force)[:MOST]
    if not found:
        return Block(_none_such(called, in_force), pre=True, page=tables.address(game))
    lines = [line for one in found for line in ("", one.table.title, "", *tables.in_text(one, in_force))][1:]
    others = [one for one in engine.tables_nearest(called, in_force) if one not in found]
    if others and len(found) == 1:
        lines += ["", *_offered(gettext("The word stands for others too:"), others), ""]
    title = gettext("Table {names}").format(names=", ".join(one.table.id for one in found))
    page = tables.address(game, engine.TableCell(found[0].table.id))
    return _block(title, [*lines, *wrapped(page)], page, whole=whole)


def _none_such(called: str, in_force: tuple[engine.TableInForce, ...]) -> str:
    lines = wrapped(gettext("This game is played by no table {name!r}.").format(name=called))
    if nearest := engine.tables_nearest(called, in_force):
        lines += _offered(gettext("The nearest there are:"), nearest)
    return "\n".join([*lines, *wrapped(gettext("A line TABLE alone lists them all."))])


def _offered(told: str, some: Sequence[engine.TableInForce]) -> list[str]:
    """Tables to ask for, a line each with what is in it."""
    said = [f"TABLE {one.table.id}: {one.table.title}." for one in some]
    return [told, *(line for text in said for line in wrapped(text, "  ", "    "))]


def _block(title: str, lines: list[str], page: str, *, whole: bool) -> Block:
    return Block("\n".join(lines), title, pre=True, columns=True, page=page, whole=whole)

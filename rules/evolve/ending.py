"""Draws offered and refused, and the end that players have agreed on."""

from __future__ import annotations

from rules.events.ending import DrawOffered, DrawRefused, EndAgreed
from rules.evolve.registry import handles
from rules.state.table import Table


@handles(Table, DrawOffered)
def _offered(table: Table, event: DrawOffered) -> None:
    table.draw_offers[event.seat] = table.turn


@handles(Table, DrawRefused)
def _refused(table: Table, event: DrawRefused) -> None:
    table.draw_offers = {}


@handles(Table, EndAgreed)
def _agreed(table: Table, event: EndAgreed) -> None:
    table.agreed = event.outcome

"""The maps that a mail carries: the whole board, and the parts of it where something happens."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from games.models import MapSize
from games.reports import counters, maps
from games.reports.facts import Facts
from pbem.mail.writer import Picture


def shown(facts: Facts) -> dict[str, Any]:
    """What a template needs to show them."""
    png, parts = _whole(facts), _parts(facts)
    return {
        "whole_below": bool(parts) and facts.board is not None,  # what matters of a board comes first
        "map_cid": _cid(facts) if png else "",
        "map_width": maps.width_shown(png),
        "counters": counters.told(facts.board),
        "counters_in_short": counters.in_short(facts.board),
        "counters_page": counters.page(facts.game),
        "parts": [
            {"cid": _part_cid(facts, n), "width": maps.width_shown(part.png), "told": part.told}
            for n, part in enumerate(parts)
        ],
    }


def pictures(facts: Facts) -> list[Picture]:
    png = _whole(facts)
    whole = [Picture(_cid(facts), png)] if png else []
    return [*whole, *(Picture(_part_cid(facts, n), part.png) for n, part in enumerate(_parts(facts)))]


def _whole(facts: Facts) -> bytes:
    """The map as the reader wants it; nothing where the mail has no HTML to show it in."""
    seat = facts.seat
    return maps.drawn(facts.picture, MapSize(seat.map_size)) if seat and seat.html_mail else b""


def _parts(facts: Facts) -> list[maps.Part]:
    """Beside the map."""
    seat = facts.seat
    return maps.parts(facts.picture, MapSize(seat.map_size)) if seat and seat.html_mail else []


def _cid(facts: Facts) -> str:
    """By what is played, not by a count of events: the gaps would tell who wrote how often."""
    phase = "-".join(filter(None, (facts.game.phase_key, facts.game.step)))
    return f"map-{facts.game.number}-{phase}@{settings.MAIL_DOMAIN}"


def _part_cid(facts: Facts, number: int) -> str:
    return f"part{number + 1 if number else ''}-{_cid(facts)}"

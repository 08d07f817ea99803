"""How the server is, in figures: the text that Prometheus and its kin read. Counts and ages alone, of no
player and no game in particular."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Q, Sum
from django.utils import timezone

from games import health
from games.clockwork import heartbeats, hosts
from games.models import Game, GameState, Host, InboundMail, InboundState, OutboundMail, OutboundState

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
WAITING = (OutboundState.PENDING, OutboundState.SENDING, OutboundState.UNKNOWN)


class Metric(NamedTuple):
    """One of them, with its values by label; names end as Prometheus wants: in the unit, or in ``_total``
    for what only grows."""

    name: str
    what: str
    values: dict[str, float]

    def lines(self) -> Iterator[str]:
        yield f"# HELP pbem_{self.name} {self.what}"
        yield f"# TYPE pbem_{self.name} {'counter' if self.name.endswith('_total') else 'gauge'}"
        for label, value in self.values.items():
            yield f"pbem_{self.name}{label} {value:.10g}"


def text() -> str:
    """All of them, as they are asked for. Raises DatabaseError."""
    return "".join(f"{line}\n" for metric in _metrics(timezone.now()) for line in metric.lines())


def _metrics(now: datetime) -> Iterator[Metric]:
    unread = InboundMail.objects.filter(state=InboundState.UNREAD)
    oldest = unread.order_by("received_at").values_list("received_at", flat=True).first()
    yield Metric(
        "oldest_unread_mail_seconds", "Age of the oldest mail that waits to be read.", _age(now, oldest)
    )
    yield Metric("unread_mails", "Mails that wait to be read.", {"": unread.count()})
    out = dict(OutboundMail.objects.values_list("state").annotate(Count("pk")).order_by())
    waiting = {_label("state", state): out.get(state, 0) for state in WAITING}
    yield Metric("unsent_mails", "Mails that have yet to go out, or perhaps went out.", waiting)
    yield Metric("overdue_phases", "Phases that are overdue.", {"": health.overdue().count()})
    games = dict(Game.objects.values_list("state").annotate(Count("pk")).order_by())
    by_state = {_label("state", state): games.get(state, 0) for state in GameState.values}
    yield Metric("games", "Games by their state.", by_state)
    last = heartbeats.last()
    swept = _age(now, last.at) if last else {}
    yield Metric("last_sweep_age_seconds", "Since somebody last looked for work.", swept)
    written = Game.objects.aggregate(events=Sum("version"))["events"] or 0
    yield Metric("events_total", "Events in the logs of all games.", {"": written})
    yield Metric("mails_in_total", "Mails that came in.", {"": InboundMail.objects.count()})
    yield Metric("mails_out_total", "Mails that were accepted.", {"": out.get(OutboundState.ACCEPTED, 0)})
    there = Q(seen__gt=now - hosts.LATELY)
    versions = dict(Host.objects.filter(there).values_list("version").annotate(Count("pk")).order_by())
    running = {_label("version", version): count for version, count in sorted(versions.items())}
    yield Metric("hosts", "Machines that were seen lately, by the version that they run.", running)


def _age(now: datetime, moment: datetime | None) -> dict[str, float]:
    return {"": max(0.0, round((now - moment).total_seconds(), 1)) if moment else 0.0}


def _label(name: str, value: str) -> str:
    escaped = value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
    return f'{{{name}="{escaped}"}}'

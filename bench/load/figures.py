"""What came of it: how late phases and reports were, whether anything was lost or doubled, what it took."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bench.load import server, sink
from bench.measure import Measure
from games import verification
from games.models import Adjudication, Game, GameState, InboundMail, OutboundKind, OutboundMail

WORKER_MEGABYTES, WHOLE_MEGABYTES = 250, 600
SAMPLE = 50  # games whose log is verified


class Wrong(Exception):
    """Something was lost, doubled or forgotten."""


def at(values: Sequence[float], percent: float) -> float:
    """The value below which so many percent lie; 0 for none."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))], 1) if ordered else 0.0


def spread(name: str, values: Sequence[float]) -> Iterator[Measure]:
    """The median and the 99th percentile of so many seconds."""
    yield Measure(f"{name}_p50", at(values, 50), "s")
    yield Measure(f"{name}_p99", at(values, 99), "s")


def memory(name: str, peak: server.Memory) -> Iterator[Measure]:
    """Peaks, beside what they may be."""
    worker, whole = round(peak.worker), round(peak.whole)
    yield Measure(
        f"{name}_memory_worker", worker, "MB", round(WORKER_MEGABYTES / max(1, worker), 2), "250 MB resident"
    )
    parts = ", ".join(f"{part} {size:.0f}" for part, size in peak.parts.items())
    yield Measure(
        f"{name}_memory_whole",
        whole,
        "MB",
        round(WHOLE_MEGABYTES / max(1, whole), 2),
        f"600 MB, shared pages counted once ({parts})",
    )
    yield Measure(f"{name}_memory_whole_resident", round(peak.whole_resident), "MB")


def closings(games: Sequence[int]) -> dict[int, datetime]:
    """When the first phase of each game was closed."""
    done = Adjudication.objects.filter(phase=1, step="").values_list("game", "closed")
    wanted = set(games)
    return {game: closed for game, closed in done if game in wanted}


def last_reports(
    games: Sequence[int], arrivals: Mapping[str, list[sink.Arrival]]
) -> tuple[dict[int, float], list[str]]:
    """(when the last report of each game's first phase reached its player, what is wrong with the mails)."""
    found: dict[int, float] = {}
    counted: dict[int, int] = {}
    wrong = []
    reports = OutboundMail.objects.filter(kind=OutboundKind.REPORT).values_list(
        "game", "message_id", "possible_duplicates"
    )
    wanted = set(games)
    for game, message_id, doubtful in reports.iterator():
        if game not in wanted:
            continue
        came = arrivals.get(message_id, [])
        if len(came) != 1 or doubtful:
            wrong.append(f"G{game}: a report came {len(came)} times, {doubtful} of them sent in doubt")
        found[game] = max([found.get(game, 0.0), *(arrival.time for arrival in came)])
        counted[game] = counted.get(game, 0) + 1
    seats = dict.fromkeys(wanted, 2)
    wrong += [
        f"G{game}: {counted.get(game, 0)} reports for {owed} seats"
        for game, owed in seats.items()
        if counted.get(game, 0) != owed
    ]
    return found, wrong


def receipts(
    posted: Mapping[str, float], arrivals: Mapping[str, list[sink.Arrival]]
) -> tuple[list[float], list[str]]:
    """(seconds from each mail of a player to its receipt, the mails that were not answered exactly once)."""
    found, wrong = [], []
    answers = OutboundMail.objects.exclude(in_reply_to=None).values_list(
        "in_reply_to__message_id", "message_id"
    )
    answered: dict[str, list[str]] = {}
    for question, answer in answers.iterator():
        answered.setdefault(question, []).append(answer)
    for question, moment in posted.items():
        mails = answered.get(question, [])
        came = [arrival.time for answer in mails for arrival in arrivals.get(answer, [])]
        if len(mails) != 1 or len(came) != 1:
            wrong.append(f"the mail {question} has {len(mails)} answers, of which {len(came)} arrived")
        found += [max(came) - moment] if came else []
    return found, wrong


def not_moved_on(games: Sequence[int]) -> list[str]:
    """Games that did not play exactly one phase."""
    phases = dict(Game.objects.values_list("pk", "phase"))
    over = set(Game.objects.filter(state=GameState.OVER).values_list("pk", flat=True))
    return [f"G{g}: stands at phase {phases[g]}" for g in games if phases[g] != 2 and g not in over]


def doubled(arrivals: Mapping[str, list[sink.Arrival]]) -> list[str]:
    """Mails of any kind that came more than once."""
    return [f"{key} came {len(came)} times" for key, came in arrivals.items() if len(came) > 1]


def unsound(games: Sequence[int]) -> list[str]:
    """Of a sample: logs whose chain, dice or digests do not hold."""
    wrong = []
    for game in Game.objects.filter(pk__in=random.sample(list(games), min(SAMPLE, len(games)))):
        try:
            verification.check(game)
        except verification.Broken as error:
            wrong.append(f"{game.label}: {error}")
    return wrong


def unread() -> int:
    return InboundMail.objects.filter(state="unread").count()


def unsent() -> int:
    return OutboundMail.objects.filter(state__in=("pending", "sending", "unknown")).count()

"""What came of it: how late phases and reports were, whether anything was lost or doubled, what it took."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from bench.load import server, sink
from bench.load.progress import tell
from bench.measure import Measure
from games.models import (
    Adjudication,
    Game,
    GameState,
    InboundMail,
    InboundState,
    OutboundKind,
    OutboundMail,
    OutboundState,
    Seat,
)
from games.proof import verification

WORKER_MEGABYTES, WHOLE_MEGABYTES = 225, 460
SAMPLE = 50  # games whose log is verified
MOST_TOLD = 20

Arrivals = Mapping[str, list[sink.Arrival]]


class Wrong(Exception):
    """Something was lost, doubled or forgotten."""


# how far it is


def awaited(games: Sequence[int]) -> Iterator[Seat]:
    """The seats in phase of these games."""
    wanted = set(games)
    seats = Seat.objects.filter(awaited=True).select_related("game").order_by("game")
    return (seat for seat in list(seats) if seat.game_id in wanted)


def unread() -> int:
    return InboundMail.objects.filter(state=InboundState.UNREAD).count()


def unsent() -> int:
    waiting = (OutboundState.PENDING, OutboundState.SENDING, OutboundState.UNKNOWN)
    return OutboundMail.objects.filter(state__in=waiting).count()


def mail_to_do() -> str:
    return f"{unread()} mails unread, {unsent()} unsent"


def all_mail_is_done() -> bool:
    return unread() + unsent() == 0


def closed(games: Sequence[int]) -> int:
    return len(closings(games))


def closings(games: Sequence[int]) -> dict[int, datetime]:
    """When the first phase of each game was closed."""
    wanted = set(games)
    rows = Adjudication.objects.filter(phase=1, step="").values_list("game", "closed")
    return {game: moment for game, moment in rows if game in wanted}


# how long it took


def at(values: Sequence[float], percent: float) -> float:
    """The value below which so many percent lie; 0 for none."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))], 2) if ordered else 0.0


def spread(name: str, seconds: Sequence[float]) -> Iterator[Measure]:
    """The median and the 99th percentile."""
    yield Measure(f"{name}_p50", at(seconds, 50), "s")
    yield Measure(f"{name}_p99", at(seconds, 99), "s")


def last_reports(arrivals: Arrivals, games: Sequence[int]) -> dict[int, float]:
    """When the last report of each game reached its player."""
    found: dict[int, float] = {}
    for game, message_id in _reports(games):
        for arrival in arrivals.get(message_id, []):
            found[game] = max(found.get(game, 0.0), arrival.time)
    return found


def receipts(posted: Mapping[str, float], arrivals: Arrivals) -> tuple[list[float], list[str]]:
    """(seconds from each mail of a player to its receipt, what is wrong: mails that were not answered
    exactly once)."""
    answers: dict[str, list[str]] = defaultdict(list)
    rows = OutboundMail.objects.exclude(in_reply_to=None)
    for letter, answer in rows.values_list("in_reply_to__message_id", "message_id").iterator():
        answers[letter].append(answer)
    times, wrong = [], []
    for letter, moment in posted.items():
        came = [arrival.time for answer in answers[letter] for arrival in arrivals.get(answer, [])]
        if len(came) != 1:
            wrong.append(f"{len(came)} receipts came for the mail {letter}{_fate(letter)}")
        times += [came[0] - moment] if came else []
    return times, wrong


def _fate(message_id: str) -> str:
    """What became of a mail, and the last line of what went wrong with it."""
    mail = InboundMail.objects.filter(message_id=message_id).first()
    return f": {mail.state} {mail.reason} {mail.detail.strip()[-200:]}" if mail else ": it never came in"


def memory(name: str, peak: server.Memory) -> Iterator[Measure]:
    """Peaks, beside what they may be."""
    worker, whole = round(peak.worker), round(peak.whole)
    parts = ", ".join(f"{part} {size:.0f}" for part, size in peak.parts.items())
    against = f"{WORKER_MEGABYTES} MB, resident"
    yield Measure(f"{name}_memory_worker", worker, "MB", round(WORKER_MEGABYTES / max(1, worker), 2), against)
    against = f"{WHOLE_MEGABYTES} MB, shared pages counted once ({parts})"
    yield Measure(f"{name}_memory_whole", whole, "MB", round(WHOLE_MEGABYTES / max(1, whole), 2), against)
    yield Measure(f"{name}_memory_whole_resident", round(peak.whole_resident), "MB")


# what is wrong


def lost_or_doubled(ledger: Path, games: Sequence[int]) -> list[str]:
    """All that is not as it should be: each game has played one phase, whoever is next has one report of it,
    no mail came twice, and of a sample of games the logs hold."""
    arrivals = sink.arrivals(ledger)
    wrong = [f"{key} came {len(came)} times" for key, came in arrivals.items() if len(came) > 1]
    owed = Counter(Seat.objects.filter(awaited=True).values_list("game", flat=True))
    came = Counter(game for game, message_id in _reports(games) if message_id in arrivals)
    wrong += [f"G{g}: {came[g]} reports for {owed[g]} who are next" for g in games if came[g] != owed[g]]
    runs = Counter(Adjudication.objects.values_list("game", flat=True))
    phases = dict(Game.objects.exclude(state=GameState.OVER).values_list("pk", "phase"))
    wrong += [
        f"G{g}: {runs[g]} phases closed, stands at phase {phases.get(g)}"
        for g in games
        if runs[g] != 1 or phases.get(g, 2) != 2
    ]
    doubtful = OutboundMail.objects.filter(possible_duplicates__gt=0).values_list("dedupe_key", flat=True)
    return wrong + [f"{key} may have gone out twice" for key in doubtful] + _unsound(games)


def _reports(games: Sequence[int]) -> Iterator[tuple[int, str]]:
    wanted = set(games)
    rows = OutboundMail.objects.filter(kind=OutboundKind.REPORT).values_list("game", "message_id")
    return ((game, message_id) for game, message_id in rows.iterator() if game in wanted)


def _unsound(games: Sequence[int]) -> list[str]:
    """Of a sample: logs whose chain, dice or digests do not hold."""
    wrong = []
    for game in Game.objects.filter(pk__in=random.sample(list(games), min(SAMPLE, len(games)))):
        try:
            verification.check(game)
        except verification.Broken as error:
            wrong.append(f"{game.label}: {error}")
    return wrong


def verdict(name: str, wrong: Sequence[str]) -> Iterator[Measure]:
    """How much is wrong. Raises Wrong if anything is."""
    for line in wrong[:MOST_TOLD]:
        tell(line)
    yield Measure(f"{name}_wrong", len(wrong), "lost, doubled or forgotten")
    if wrong:
        raise Wrong(f"{len(wrong)} lost, doubled or forgotten")


class Told:
    """What the game master hears of a game that cannot be adjudicated."""

    def __init__(self, game: int, ledger: Path) -> None:
        self.game, self.ledger = game, ledger

    def tries(self) -> int:
        return Game.objects.get(pk=self.game).trouble_count

    def stopped(self) -> bool:
        return Game.objects.get(pk=self.game).state == GameState.BROKEN

    def mails(self) -> list[sink.Arrival]:
        """Those that arrived at the game master's address."""
        ids = OutboundMail.objects.filter(game=self.game, to=server.GAME_MASTER)
        arrivals = sink.arrivals(self.ledger)
        return [a for key in ids.values_list("message_id", flat=True) for a in arrivals.get(key, [])]

    def arrived(self) -> bool:
        return bool(self.mails())

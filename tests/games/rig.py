"""A server of processes to break: run as ``python -m tests.games.rig COMMAND`` with PBEM_... set for it, or
without a command as a desk that carries out one after another: a line of JSON in, a line of JSON out.

Also what its workers load (``celery worker -I tests.games.rig``): an umpire who thinks for a long time while
the file ``slow`` lies in PBEM_VAR, after leaving a note that he has begun. RIG_SCENARIO names the scenario;
"pocket" brings the pocket rules, with reports that are mails to everybody.
"""

from __future__ import annotations

import json
import os
import sys
import time
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

THINKING_SECONDS = 30
SCENARIO = os.environ.get("RIG_SCENARIO", "pocket")


class SetAttribute:
    """Puts things in place for good, where a test would use monkeypatch."""

    def setattr(self, target: Any, name: str, value: Any) -> None:
        setattr(target, name, value)


def think(battle: Any) -> None:
    from django.conf import settings

    if (settings.VAR / "slow").exists():
        (settings.VAR / f"thinking-{battle.phase}").touch()
        time.sleep(THINKING_SECONDS)


def report(played: Any, before: Any, events: Any, after: Any, sights: Any = None) -> None:
    """One mail to everybody for each phase."""
    from games.models import OutboundKind
    from games.outbox import outbox

    game = played.game
    key = f"report:{game.pk}:{before.phase}"
    message = EmailMessage(
        policy=default.clone(max_line_length=200)
    )  # as ours, it does not fold a Message-ID
    message["Subject"], message["From"], message["To"] = key, "games@in.example.org", "all@example.org"
    message["Message-ID"] = outbox.message_id(key, game)
    message.set_content(f"Phase {before.phase}, head {game.head}\n")
    outbox.enqueue(
        key, OutboundKind.REPORT, to="all@example.org", subject=key, rendered=message.as_bytes(), game=game
    )


def install() -> None:
    if seconds := os.environ.get("RIG_LEASE"):  # how long the mail of a worker that died is left alone
        from games.outbox import outbox

        setattr(outbox, "LEASE", timedelta(seconds=int(seconds)))  # noqa: B010
    if SCENARIO == "pocket":
        install_pocket_rules()
    else:
        install_slow_umpire()


def install_pocket_rules() -> None:
    from games.reports import announce
    from tests.games.pocket_rules import PocketRules

    rules = PocketRules()
    rules.put_in_place(SetAttribute())  # type: ignore[arg-type]
    rules.during = think
    setattr(announce, "adjudicated", report)  # noqa: B010


def install_slow_umpire() -> None:
    from rules import engine

    adjudicate = engine.adjudicate

    def slowly(battle: Any, dice: Any, answers: Any = None) -> Any:
        events = adjudicate(battle, dice, answers)
        think(battle)
        return events

    setattr(engine, "adjudicate", slowly)  # noqa: B010


def create(games: int, players: int = 0) -> list[int]:
    """Games of captains; in each the first ``players`` seats are players' who write letters."""
    from games.play.creation import Captain, Player, create_game
    from rules import engine

    seats = [seat.id for seat in engine.replay(engine.new_game(SCENARIO)).setup.seats]
    made = []
    for number in range(games):
        people = {seat: Player(seat.title(), f"{seat}-{number}@example.org") for seat in seats[:players]}
        made.append(create_game(SCENARIO, {seat: people.get(seat) or Captain("bold") for seat in seats}).pk)
    return made


def write() -> int:
    """Every player who is awaited sends his letter for the phase, the same as often as he is asked for it."""
    from games.doors import arrivals
    from games.models import Seat
    from games.seats import seats

    owing = Seat.objects.select_related("game").filter(awaited=True, captain="", game__state="running")
    for seat in owing:
        phase, to = seat.game.phase, seats.reply_address(seat, seat.game.phase)
        head = f"From: {seat.email}\nTo: {to}\nMessage-ID: <{seat.pk}-{phase}@example.org>\nSubject: orders\n"
        arrivals.receive(f"{head}\nHOLD the line {phase}\n".encode(), "smtp", seat.email, [to])
    return len(owing)


def progress() -> list[dict[str, Any]]:
    """How far the games are and what they owe: cheap enough to be asked for again and again."""
    from games.models import Adjudication, Game, OutboundMail

    return [
        {
            "state": game.state,
            "phase": game.phase,
            "runs": Adjudication.objects.filter(game=game).count(),
            "mails": list(
                OutboundMail.objects.filter(game=game).order_by("pk").values_list("dedupe_key", "state")
            ),
        }
        for game in Game.objects.order_by("pk")
    ]


def state() -> list[dict[str, Any]]:
    """Everything that a test asks for, and whether the logs verify."""
    from games.models import Command, Game, OutboundMail, Report
    from games.proof import verification
    from games.record import eventlog

    return [
        {
            **found,
            "trouble": game.trouble,
            "kinds": [row.type for row in eventlog.rows(game.pk)],
            "reports": Report.objects.filter(game=game).exclude(adjudication=None).count(),
            "commands": Command.objects.filter(game=game).count(),
            "duplicates": sum(OutboundMail.objects.values_list("possible_duplicates", flat=True)),
            "verified": verification.check(game).events == game.version,
        }
        for game, found in zip(Game.objects.order_by("pk"), progress(), strict=True)
    ]


def carry_out(command: str, *values: str) -> Any:
    from django.core.management import call_command

    match command:
        case "create":
            call_command("migrate", verbosity=0)
            return create(*map(int, values))
        case "write":
            return write()
        case "progress":
            return progress()
        case "state":
            return state()


def desk() -> None:
    """Whatever connection is left from the command before may lead to a server that was killed since."""
    from django.db import connection

    for line in sys.stdin:
        connection.close()
        print(json.dumps(carry_out(*json.loads(line))), flush=True)


def main(*command: str) -> None:
    import django

    django.setup()
    install()
    if command:
        print(json.dumps(carry_out(*command)))
    else:
        desk()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    main(*sys.argv[1:])
elif Path(sys.argv[0]).parts[-2:] == ("celery", "__main__.py"):
    install()

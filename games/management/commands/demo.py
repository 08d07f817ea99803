"""Play one scenario to its end between two captains, over real SMTP in both directions."""

from __future__ import annotations

import os
import time
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command

from games.demo.mailbox import Mailbox
from games.demo.play import Correspondence, TooSlow, tell_end
from games.play.creation import Player, create_game, days_ahead, rules_options
from games.proof.verification import Broken, check
from games.record import eventlog
from games.reports import sheet
from pbem.processes import Fleet, StartFailed, free_port
from pbem.starting import begin
from rules import engine

TEMPERS = ("bold", "cautious")


class Command(BaseCommand):
    help = "Play one scenario to its end between two captains by mail, with workers in their own processes."

    def add_arguments(self, parser: CommandParser) -> None:
        slugs = [scenario.slug for scenario in engine.scenarios()]
        parser.add_argument("--scenario", choices=slugs, default=slugs[0])
        parser.add_argument(
            "--fights",
            choices=[str(fights) for fights in engine.Fights],
            default=str(engine.Fights.QUICK),
            help="of a siege or a campaign: by one die each, or on boards as games of their own",
        )
        parser.add_argument("--seconds", type=float, default=235.0, help="give up after so long")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            self._play(options["scenario"], options["fights"], options["seconds"])
        except (TooSlow, StartFailed) as error:
            raise CommandError(str(error)) from None

    def _play(self, scenario: str, fights: str, seconds: float) -> None:
        began = time.monotonic()
        inbound, outbound = free_port(), free_port()
        os.environ["PBEM_MAIL_LISTEN"] = f"127.0.0.1:{inbound}"
        call_command("migrate", verbosity=0)
        begin()
        folder = settings.VAR / "demo" / time.strftime("%Y%m%d-%H%M%S")
        environment = {
            "PBEM_MAIL_BACKEND": "smtp",
            "PBEM_MAIL_HOST": "127.0.0.1",
            "PBEM_MAIL_PORT": str(outbound),
            "PBEM_MAIL_LISTEN": f"127.0.0.1:{inbound}",
            "PBEM_SWEEP_SECONDS": "2",
            "PBEM_MAIL_RATE_SEAT": "0",  # a captain writes faster than any player
        }
        with Mailbox(folder, outbound) as mailbox, Fleet(environment) as fleet:
            self.stdout.write("Starting the mail listener, a worker and the clock ...")
            fleet.doorbell()
            fleet.mail_in()
            fleet.hands()
            info = next(s for s in engine.scenarios() if s.slug == scenario)
            tempers = {seat.id: TEMPERS[i % 2] for i, seat in enumerate(info.seats)}
            players = {
                seat.id: Player(f"Captain of {seat.name}", f"{seat.id}@players.example.org")
                for seat in info.seats
            }
            agreed = rules_options(fights=fights, days_ahead=days_ahead(scenario, fights))
            game = create_game(
                scenario,
                players,
                mending_minutes=0,
                recall_minutes=0,
                options=agreed,
            )
            who = " against ".join(f"{seat.name} ({tempers[seat.id]})" for seat in info.seats)
            rounds = sheet.rounds(engine.situation(eventlog.load(game.pk).battle, None))
            self.stdout.write(
                f"{game.label}: {game.title}, {who}, {info.turns} {rounds} at most. Orders go by mail:"
            )
            finished = Correspondence(game, mailbox, tempers, ("127.0.0.1", inbound), self.stdout.write).play(
                seconds - (time.monotonic() - began)
            )
        tell_end(finished, folder, self.stdout.write, settings.BASE_URL)
        try:
            check(finished)
        except Broken as error:
            raise CommandError(f"the log does not verify: {error}") from None
        self.stdout.write(f"Log verified: chain, dice and digests. All in {time.monotonic() - began:.0f} s.")

"""manage.py closephase G12: the game master closes the open phase now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext_noop

from games.management.game_command import game_called
from games.models import Game, GameState
from games.play import adjudication
from games.record.eventlog import Appended
from games.reports import words
from pbem.calling import PROGRAM
from pbem.commands import ChangesGames
from rules import engine


class Command(ChangesGames):
    help = (
        "Close the open phase and adjudicate it with the orders that stand. In the middle of a phase whose "
        "adjudication waits for a player's answer: let standing orders answer, and end it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="G12")
        parser.add_argument(
            "--ask",
            action="store_true",
            help="in the middle of a phase: go on, but still ask whoever is to be asked",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = game_called(options["game"])
        states = (GameState.RUNNING, GameState.HELD, GameState.BROKEN, GameState.ASKING)
        if game.state not in states:
            raise CommandError(f"{game.label} has no open phase: {game.get_state_display()}")
        if game.burnt:
            raise CommandError(f"the dice of {game.label} are known: first {PROGRAM} restored {game.label}")
        try:
            done = (
                _go_on(game, options["ask"])
                if game.played_from
                else adjudication.close_phase(game, gettext_noop("game master"))
            )
        except (adjudication.Diverged, engine.UnknownRuleset) as error:
            raise CommandError(str(error)) from None
        after = Game.objects.get(pk=game.pk)
        self.stdout.write(
            f"{game.label}: events {done.first_seq} to {done.last_seq}; now {after.phase_title or 'over'}"
        )


def _go_on(game: Game, ask: bool) -> Appended:
    """Go on with a phase in the middle of its adjudication: to the next question, or to its end."""
    if not ask:
        return adjudication.finish(game)
    done = adjudication.play_on(game)
    if done is None:
        question = game.questions.select_related("seat").get(answered=None)
        until = words.moment(question.due, None)
        raise CommandError(
            f"{game.label} waits for an answer until {until}; without --ask it goes on at once"
        )
    return done

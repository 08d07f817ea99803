"""manage.py creategame SCENARIO --seat normans=Anna:anna@example.org --seat arabs=captain:bold"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.management.languages import language_called
from games.models import AbsentPolicy, FightEnd, MailMode, Press, PressDelivery
from games.play.creation import MOST_AHEAD, TEMPERS, Captain, Player, create_game, days_ahead, rules_options
from games.record import terms
from games.seats import seats
from pbem.commands import ChangesGames
from pbem.mail.headers import clean_name
from rules import engine


class Command(ChangesGames):
    help = "Make a game and seat its players."

    def add_arguments(self, parser: CommandParser) -> None:
        scenarios = ", ".join(info.slug for info in engine.scenarios())
        parser.add_argument("scenario", help=f"one of {scenarios}")
        parser.add_argument(
            "--seat",
            action="append",
            default=[],
            metavar="SEAT=WHO",
            help='"normans=Anna:anna@example.org" or "arabs=captain:bold"; seats not named stay free',
        )
        parser.add_argument(
            "--language",
            action="append",
            default=[],
            metavar="[SEAT=]LANGUAGE",
            help=(
                "in which the players read their mails and pages: 'de' all of them, 'normans=de' the one "
                "there"
            ),
        )
        parser.add_argument("--title", default="")
        parser.add_argument("--pace", choices=[str(pace) for pace in engine.Pace], default="phase")
        parser.add_argument("--absent", choices=AbsentPolicy.values, default=AbsentPolicy.STANDING)
        parser.add_argument(
            "--hours", type=int, default=72, help="from the opening of a phase to its deadline"
        )
        parser.add_argument(
            "--columns", choices=("revised", "older"), default="revised", help="combat columns"
        )
        parser.add_argument(
            "--fights",
            choices=[str(fights) for fights in engine.Fights],
            default=str(engine.Fights.QUICK),
            help="of a siege or a campaign: by one die each (quick), or as games of their own (board)",
        )
        parser.add_argument(
            "--days-ahead",
            type=int,
            default=2,
            help=(
                "of a campaign whose battles are fought on boards: so many days at most groups go on that an "
                "open one cannot touch; 0: nobody begins the next day before it is over"
            ),
        )
        parser.add_argument(
            "--question-hours",
            type=int,
            default=12,
            help=(
                "the time for an answer of a player who wants to be asked (ASK in a mail); 0: nobody is asked"
            ),
        )
        parser.add_argument(
            "--tables",
            type=Path,
            metavar="FOLDER",
            help="your own tables (*.toml) in place of ours (docs/tables.md)",
        )
        parser.add_argument(
            "--mail",
            choices=MailMode.values,
            default=MailMode.LENIENT,
            help=(
                "strict: orders are taken only from a sender whose mail provider vouches for him, others "
                "are confirmed"
            ),
        )
        parser.add_argument(
            "--press", choices=Press.values, default=Press.ALL, help="which letters the players may write"
        )
        parser.add_argument(
            "--press-anonymous", action="store_true", help="letters may be written without a name"
        )
        parser.add_argument(
            "--press-delivery",
            choices=PressDelivery.values,
            default=PressDelivery.AT_ONCE,
            help="pause: not while a phase is being played; phase: when the phase of their writing is over",
        )
        parser.add_argument(
            "--press-open",
            action="store_true",
            help="the game master may read private letters; the players are told",
        )
        parser.add_argument(
            "--child-hours",
            type=int,
            default=0,
            help="from the opening of a phase to its deadline in games that this one calls; 0: as here",
        )
        parser.add_argument(
            "--fight-days",
            type=int,
            default=14,
            help="for so many days at most a game that this one calls is played; 0: for as long as it takes",
        )
        parser.add_argument(
            "--fight-end",
            choices=FightEnd.values,
            default=FightEnd.CAPTAINS,
            help=(
                "what becomes of it then: captains play it to its end, or it is settled at once from what "
                "stands on its board (quick)"
            ),
        )
        parser.add_argument(
            "--children-open",
            action="store_true",
            help="everybody may look at the games that this one calls before it is over",
        )
        parser.add_argument(
            "--mending", type=int, default=60, help="minutes left to mend lines before an early close"
        )

        parser.add_argument(
            "--recall",
            type=int,
            default=10,
            help=(
                "minutes to change one's mind while a man in contact, or a shooter in range, has no order; "
                "0: none"
            ),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = create_game(
                options["scenario"],
                _takers(options["seat"], options["language"]),
                title=options["title"],
                pace=options["pace"],
                absent=options["absent"],
                deadline_hours=options["hours"],
                mending_minutes=options["mending"],
                recall_minutes=options["recall"],
                mail_mode=options["mail"],
                press=options["press"],
                press_anonymous=options["press_anonymous"],
                press_delivery=options["press_delivery"],
                press_open=options["press_open"],
                child_hours=options["child_hours"],
                children_open=options["children_open"],
                fight_days=options["fight_days"],
                fight_end=options["fight_end"],
                options=_rules_options(options),
                tables=table_pack(options["tables"]) if options["tables"] else None,
            )
        except KeyError as error:
            unknown = str(error.args[0])
            if unknown == options["scenario"]:
                unknown = f"there is no scenario {unknown!r}, see creategame --help"
            raise CommandError(unknown) from error
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{game.label} {game.title}: {game.get_state_display()}")
        for seat in game.seats.all():
            who = seat.player or (f"{seat.captain} captain" if seat.captain else "free")
            link = f"  {seats.seat_link(seat)}" if seat.email else ""
            self.stdout.write(f"  {seat.name}: {who}{link}")


def _rules_options(options: dict[str, Any]) -> dict[str, Any]:
    """What differs from the rules' own defaults. Raises ValueError."""
    if not 0 <= options["question_hours"] <= 24 * 14:
        raise ValueError("--question-hours: 0 (nobody is asked) to 336")
    if not (0 <= options["mending"] < terms.MOST and 0 <= options["recall"] < terms.MOST):
        raise ValueError("--mending, --recall: 0 (no time) or more minutes")
    if not 0 <= options["child_hours"] < terms.MOST:
        raise ValueError("--child-hours: 0 (as long as here) or more hours")
    if not 0 <= options["fight_days"] < terms.MOST:
        raise ValueError("--fight-days: 0 (for as long as it takes) or more days")
    if not 0 <= options["days_ahead"] <= MOST_AHEAD:
        raise ValueError(f"--days-ahead: 0 (nobody goes on) to {MOST_AHEAD}")
    return rules_options(
        combat_columns=options["columns"],
        question_hours=options["question_hours"],
        fights=options["fights"],
        days_ahead=days_ahead(options["scenario"], options["fights"], options["days_ahead"]),
    )


def table_pack(folder: Path) -> dict[str, engine.RuleTable]:
    """The tables in a folder, by id. Raises TableError naming the file that cannot be read, and OSError."""
    pack: dict[str, engine.RuleTable] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix != ".toml":
            continue
        try:
            table = engine.table_from_toml(path.read_text("utf-8"))
        except (engine.TableError, UnicodeDecodeError) as error:
            raise engine.TableError(f"{path.name}: {error}") from error
        pack[table.id] = table
    if not pack:
        raise engine.TableError(f"no table files (*.toml) in {folder}")
    return pack


def _takers(seats: Sequence[str], spoken: Sequence[str]) -> dict[str, Player | Captain]:
    """Who sits where, and in which language he reads: that of his seat, or of all. Raises ValueError,
    CommandError."""
    takers = dict(taker(text) for text in seats)
    languages = {seat: language_called(name) for seat, _, name in (text.rpartition("=") for text in spoken)}
    players = {seat: who for seat, who in takers.items() if isinstance(who, Player)}
    for seat in languages:
        if not players or seat not in ("", *players):
            raise ValueError(f"--language {seat or languages[seat]}: --seat names no player for it")
    for seat, player in players.items():
        takers[seat] = player._replace(language=languages.get(seat) or languages.get("") or player.language)
    return takers


def taker(text: str) -> tuple[str, Player | Captain]:
    """Who sits where: "normans=Anna:anna@example.org". Raises ValueError."""
    seat, _, who = text.partition("=")
    name, colon, rest = who.partition(":")
    if not colon or not rest:
        raise ValueError(f"{text!r}: write normans=Anna:anna@example.org or arabs=captain:bold")
    if name == "captain":
        if rest not in TEMPERS:
            raise ValueError(f"{text!r}: a captain is {' or '.join(TEMPERS)}")
        return seat, Captain(rest)
    if not clean_name(name):
        raise ValueError(f"{text!r}: no character of the name can be seen")
    return seat, Player(name, rest)

"""manage.py seatplayer G12 normans --email anna@example.org: who sits at a seat, and where he writes from."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.core.validators import validate_email

from games.management.game_command import game_called
from games.management.languages import language_called
from games.models import Seat
from games.play import creation
from games.play.creation import TEMPERS, Captain, Player
from games.seats import following, languages, seats
from pbem.commands import ChangesGames
from pbem.mail.headers import clean_name


class Command(ChangesGames):
    help = (
        "Seat somebody at a free seat, or give a seat another name or address. A new --email ends all reply "
        "addresses and links of the seat and sends new ones there; --also lets the same player write from "
        "one more address and ends nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="G12")
        parser.add_argument("seat", metavar="SEAT", help="its short name, such as normans")
        parser.add_argument("--name", type=_name, help="of the player")
        parser.add_argument("--captain", choices=TEMPERS, help="let an automaton play a free seat")
        parser.add_argument("--email", type=_address, help="where he is written to, and writes from")
        parser.add_argument("--also", type=_address, metavar="EMAIL", help="another address he writes from")
        parser.add_argument(
            "--only-here",
            action="store_true",
            help="in a game that another one called: --email is somebody else than plays the seat above, and "
            "from now on this seat does not go with that one",
        )
        parser.add_argument(
            "--language", type=language_called, metavar="de", help="in which he reads his mails and his page"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = game_called(options["game"])
        seat = game.seats.filter(name=options["seat"].lower()).first()
        if seat is None:
            names = ", ".join(game.seats.values_list("name", flat=True))
            raise CommandError(f"{game.label} has the seats {names}, not {options['seat']}")
        if not any(options[given] for given in ("name", "email", "also", "captain", "language")):
            raise CommandError("say what changes: --name, --email, --also or --language")
        if options["only_here"] and not options["email"]:
            raise CommandError("--only-here gives a seat to another person: say --email")
        if not seat.taken and (options["email"] or options["captain"]):
            self._take(seat, options)
            return
        if options["captain"]:
            raise CommandError(f"{seat.title} are taken: a captain plays free seats")
        try:
            seat = creation.change_player(
                seat,
                name=options["name"],
                email=options["email"],
                also=options["also"],
                language=options["language"],
                only_here=options["only_here"],
            )
        except ValueError as error:
            raise CommandError(str(error)) from error
        for one in (seat, *following.follow(seat)):
            self.stdout.write(f"{one.game.label} {one.name}: {one.player}, {', '.join(one.addresses)}")
            self.stdout.write(f"  {seats.seat_link(one)}")

    def _take(self, seat: Seat, options: dict[str, Any]) -> None:
        if options["captain"]:
            taker: Captain | Player = Captain(options["captain"])
        else:
            name = options["name"] or options["email"].partition("@")[0]
            taker = Player(name, options["email"], language=options["language"] or languages.ENGLISH)
        game = creation.take_seat(seat, taker)
        seat = game.seats.get(pk=seat.pk)
        self.stdout.write(
            f"{game.label} {seat.name}: {seat.player or f'{seat.captain} captain'}; "
            f"{game.get_state_display()}"
        )
        if seat.email:
            self.stdout.write(f"  {seats.seat_link(seat)}")


def _name(text: str) -> str:
    if name := clean_name(text):
        return name
    raise CommandError(f"{text!r}: no character of the name can be seen")


def _address(text: str) -> str:
    try:
        validate_email(text)
    except ValidationError as error:
        raise CommandError(f"{text!r} is no mail address") from error
    return text

"""manage.py verify --all | G12 ... | game.jsonl ... [--rules]: is the record what it was, and were
the rules kept?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.management import rehearsing
from games.management.game_command import game_called
from games.models import Game
from games.proof import consistency, family_files, game_files, orphans, testimony, verification
from games.proof.family_rows import Families
from games.proof.readjudication import Rehearsal, Tables
from games.proof.verification import Verified
from games.record import append_only
from pbem.calling import PROGRAM
from rules import engine

MOST_NAMED = 20  # things of one game that do not agree
DATABASE = "the database"


class Command(BaseCommand):
    help = (
        "Check the record: stored games, or exported files, from their first byte; every row that repeats a "
        "stored game's log, or was mailed from it; with --all also that nothing is left of a game that is "
        "gone. With --rules every phase is adjudicated again as well. Exit 1 and name the place if anything "
        "is not as it was. Nothing is changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="G12", help="or an exported file: game.jsonl")
        parser.add_argument("--all", action="store_true", help="every stored game, and what belongs to none")
        parser.add_argument(
            "--rules",
            action="store_true",
            help=f"also what {PROGRAM} rehearse proves, with each game's own tables",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["games"] and not options["all"]:
            raise CommandError("name a game (G12) or a file, or say --all")
        self._kin = Families()
        named = self._all_games() if options["all"] else list(self._with_children(options["games"]))
        rehearsed, broken, unchecked, differing = Rehearsal(), [], [], []
        for name in named:
            try:
                if not self._verify(name):
                    broken.append(name)
                elif options["rules"] and not self._rehearse(name, rehearsed):
                    differing.append(name)
            except (verification.Closed, game_files.PartOfGame) as why:
                self.stdout.write(self.style.WARNING(f"{name} closed, not checked: {why}"))
                unchecked.append(name)
        if not all(map(_is_file, named)) or options["all"]:
            broken += [] if self._database(whole=options["all"]) else [DATABASE]
        if options["all"] or options["rules"]:
            told = in_words({"broken": broken, "not checked": unchecked}) or "whole"
            self.stdout.write(f"the record: {counted(len(named), 'game')}, {told}")
        if options["rules"]:
            self.stdout.write(f"the rules: {rehearsing.all_summed_up(rehearsed)}")
        faults = {"broken": broken, "not checked": unchecked, "would not come out the same": differing}
        if any(faults.values()):
            raise CommandError(in_words(faults))

    def _verify(self, name: str) -> bool:
        """Whether all of it is what it was; else the fault is told. Raises Closed and PartOfGame where that
        cannot be seen."""
        if _is_file(name):
            return self._verify_file(Path(name))
        game = game_called(name)
        try:
            found = verification.check(game)
            kinship = self._kin.compared(game)
            if kinship.faults:
                raise kinship.faults[0]
        except verification.Broken as fault:
            self.stdout.write(self.style.ERROR(f"{name} BROKEN at {fault}"))
            return False
        if not self._agrees(name, consistency.compared(game.pk, self._kin)):
            return False
        self._tell(name, found, kinship.notes)
        return True

    def _verify_file(self, path: Path) -> bool:
        try:
            checked = family_files.check(game_files.read_all(path))
        except game_files.PartOfGame:
            raise
        except OSError as error:
            raise CommandError(str(error)) from error
        except verification.Broken as fault:
            self.stdout.write(self.style.ERROR(f"{path} BROKEN at {fault}"))
            return False
        except game_files.UnreadableFile as error:
            self.stdout.write(self.style.ERROR(f"{path} BROKEN: {verification.Fault.CONTENT}: {error}"))
            return False
        for one in checked:
            self._tell(f"{path} {one.label}" if len(checked) > 1 else f"{path}", one.found, one.notes)
        return True

    def _tell(self, name: str, found: Verified, notes: Iterable[str]) -> None:
        self.stdout.write(f"{name} ok: {told(found)}, head {found.head[:16]}")
        for seq, parent, head in found.forks:
            self.stdout.write(f"  forked at event {seq} from {parent}, whose head there is {head}")
        for seq, phase, why in found.renewals:
            self.stdout.write(f"  look: new dice from phase {phase}, event {seq}, because: {why}")
        for note in notes:
            self.stdout.write(f"  look: {note}")

    def _with_children(self, names: Iterable[str]) -> Iterator[str]:
        """What was named, and behind each stored game those that it has called."""
        for name in names:
            if _is_file(name):
                yield name
            else:
                yield from (game.label for game in self._kin.below(game_called(name)))

    def _all_games(self) -> list[str]:
        tops = Game.objects.filter(parent=None).order_by("pk")
        return [game.label for top in tops for game in self._kin.below(top)]

    def _database(self, *, whole: bool) -> bool:
        """What no single game shows."""
        looks: list[Iterable[object]] = [append_only.faults(connection)]
        looks += [orphans.find(), testimony.without_game()] if whole else []
        sound = [self._agrees(DATABASE, found) for found in looks]
        return all(sound)

    def _agrees(self, name: str, found: Iterable[object]) -> bool:
        """Whether nothing was found; else it is told."""
        lines = [str(odd) for odd in found]
        for line in lines[:MOST_NAMED]:
            self.stdout.write(self.style.ERROR(f"{name} BROKEN: {line}"))
        if len(lines) > MOST_NAMED:
            self.stdout.write(f"{name}: and {len(lines) - MOST_NAMED} more")
        return not lines

    def _rehearse(self, name: str, total: Rehearsal) -> bool:
        """Whether every phase comes out the same under the rules at hand, with the tables that the
        game began with."""
        try:
            each = [
                rehearsing.rehearsed(one, (Tables.OWN,), self.stderr.write)
                for one in rehearsing.subjects(name, alone=True)
            ]
        except (engine.UnknownEvent, game_files.UnreadableFile) as error:
            self.stdout.write(self.style.ERROR(f"{name} CANNOT BE READ: {error}"))
            return False
        for found in each:
            rehearsing.added(total, found)
            verdict = "" if found.equal else self.style.ERROR("WOULD DIFFER: ")
            self.stdout.write(f"  {verdict}{rehearsing.summed_up(found)}")
            for line in rehearsing.told(found):
                self.stdout.write(f"    {line}")
        return all(found.equal for found in each)


def _is_file(name: str) -> bool:
    path = Path(name)
    return path.suffix == ".jsonl" or path.is_file()


def in_words(found: dict[str, list[str]]) -> str:
    """What was found, and where: "broken: G12, G15; not checked: G17"."""
    return "; ".join(f"{what}: {', '.join(names)}" for what, names in found.items() if names)


def counted(number: int, what: str) -> str:
    """ "1 event", "3 events", "no events"."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def told(found: Verified) -> str:
    """What was checked, in a line: as the stand-alone verifier counts it, and the digests of the battle."""
    parts = [
        counted(found.events, "event"),
        counted(found.phases, "phase"),
        f"{found.dice} dice",
        counted(found.secrets, "secret"),
        counted(found.closings, "closing"),
        f"{found.escrows} orders in escrow",
    ]
    further = (
        (found.unrevealed, "dice not revealed yet"),
        (found.unpromised, "dice that nobody promised"),
        (found.escrows_waiting, "orders whose escrow waits for the end of the phase"),
        (found.closed, "papers, escrows and forks closed, not checked: their root is not open yet"),
        (found.orders_without, "orders from before receipts had an escrow"),
    )
    return ", ".join(parts + [f"{number} {words}" for number, words in further if number])

"""The crash runner: ``python -m tests.games.crashes DIRECTORY [--all] [--stages a,b]`` with PBEM_DATABASE_URL set.

A scenario in stages (letters come, a phase is closed, a question is asked and answered, a deadline runs out, ...) is
played once undisturbed. Then every stage is played again from a copy of its database, once for every failpoint that it
passes, in a forked process that is killed there; another process does what the world does after a crash: the sender
sends his letter again, workers start, the sweep finds what is left. The clock stands still and chance is fixed, so the
database and the mails must then be the same to the byte. Prints one JSON object; test_crashes.py judges it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PLAYERS = {"normans": "anna@players.example.org", "lombards": "boris@players.example.org"}
MOST_ROUNDS = 40  # of the sweep, until all is quiet

# how often and when something was tried may differ after a crash; nothing else may
BOOKKEEPING = {
    "Game": {"rung_at"},
    "InboundMail": {"rung_at", "attempts"},
    "OutboundMail": {
        "rung_at", "attempts", "due_at", "lease_until", "lease_token", "accepted_at", "possible_duplicates", "last_error",
    },
}  # fmt: skip


def names_in_the_source() -> list[str]:
    """Every failpoint of the server. A name that is not written out, or stands in two places, is a mistake."""
    found: list[str] = []
    for path in sorted((ROOT / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "failpoint":
                [name] = node.args
                assert isinstance(name, ast.Constant) and isinstance(name.value, str), f"{path}:{node.lineno}"
                assert name.value.startswith(f"{path.stem}."), f"{name.value} in {path}"
                assert name.value not in found, f"{name.value} stands in two places"
                found.append(name.value)
    return found


# the world around the server: clock, chance, bell, post


class Clock:
    """Stands still until it is moved."""

    moment = NOON

    def time_ns(self) -> int:
        return int(self.moment.timestamp()) * 10**9


class AnyDatetime(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


class StandingDatetime(metaclass=AnyDatetime):
    """In place of the class in django.utils.timezone."""

    @staticmethod
    def now(tz: Any = None) -> datetime:
        return clock.moment


class Chance:
    """Reply references that depend on nothing but how many there are, so that a transaction tried again draws alike."""

    def __init__(self) -> None:
        self.drawn = 0

    def choice(self, letters: str) -> str:
        from games.models import ReplyToken
        from games.seats import REF_LENGTH

        if self.drawn % REF_LENGTH == 0:
            self.random = Random(ReplyToken.objects.count())
        self.drawn += 1
        return self.random.choice(letters)


class PostOffice:
    """Takes mails and writes them down at once, as another machine would; ``mood`` says what it does at a mail's first
    attempt: "busy" (try later), "deaf" (no answer after the mail), "no" (refused for good, every time)."""

    def __init__(self) -> None:
        self.ledger = Path()
        self.mood = ""

    def open(self) -> None:
        pass

    def close(self) -> None:
        pass

    def send_messages(self, messages: Any) -> int:
        import smtplib

        [message] = messages
        mime = message.message()
        raw, name = mime.as_bytes(), str(mime["Message-ID"])
        first = not any(line["name"] == name for line in self.lines())
        taken = self.mood != "no" and not (first and self.mood == "busy")
        self.write({"name": name, "bytes": hashlib.sha256(raw).hexdigest() if taken else ""})
        if not taken:
            raise smtplib.SMTPDataError(550 if self.mood == "no" else 451, b"as you see")
        if first and self.mood == "deaf":
            raise smtplib.SMTPServerDisconnected("gone")
        return 1

    def write(self, line: dict[str, str]) -> None:
        with self.ledger.open("a") as ledger:
            ledger.write(json.dumps(line) + "\n")

    def lines(self) -> list[dict[str, str]]:
        return [json.loads(line) for line in self.ledger.read_text().splitlines()] if self.ledger.exists() else []


clock, chance, post, bell = Clock(), Chance(), PostOffice(), list[tuple[str, int]]()


def set_up() -> None:
    """Import everything and put the world in place; no database connection yet, so that the process can be forked."""
    os.environ.setdefault("PBEM_SECRET_KEY", "a key for crash tests only")
    os.environ.update(PBEM_GAME_MASTER="gm@example.org", PBEM_PATIENCE_SECONDS="-1", PBEM_LOG_LEVEL="CRITICAL")
    os.environ["DJANGO_SETTINGS_MODULE"] = "pbem.settings"
    import django

    django.setup()
    from django.utils import timezone

    from games import eventlog, outbox, seats, tasks
    from games.reports import build
    from pbem.celery import app

    def put(target: Any, name: str, value: Any) -> None:
        setattr(target, name, value)

    put(timezone, "datetime", StandingDatetime)
    put(eventlog, "time", SimpleNamespace(time_ns=clock.time_ns))
    put(seats, "secrets", chance)
    put(outbox, "get_connection", lambda: post)
    put(build, "_png", lambda picture: b"a map")
    put(app, "send_task", lambda name, args, **_: bell.append((name.rpartition(".")[2], *args)))
    assert tasks


# databases and their copies


class Sqlite:
    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def name(self, label: str) -> str:
        return str(self.directory / f"{label}.sqlite3")

    def create(self, label: str) -> None:
        pass

    def copy(self, source: str, target: str) -> None:
        shutil.copyfile(self.name(source), self.name(target))

    def drop(self, label: str) -> None:
        for end in ("", "-wal", "-shm"):
            Path(self.name(label) + end).unlink(missing_ok=True)


class Postgresql:
    def __init__(self, url: str) -> None:
        self.url = url

    def name(self, label: str) -> str:
        return f"crash_{label.replace('-', '_')}"

    def _do(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    def create(self, label: str) -> None:
        self._do(f"CREATE DATABASE {self.name(label)}")

    def copy(self, source: str, target: str) -> None:
        self._do(f"CREATE DATABASE {self.name(target)} TEMPLATE {self.name(source)}")

    def drop(self, label: str) -> None:
        self._do(f"DROP DATABASE IF EXISTS {self.name(label)} WITH (FORCE)")


def level_the_sequences() -> None:
    """PostgreSQL does not give back the numbers of a transaction that died; nobody may depend on them, but the keys of
    mails name rows, and they are compared."""
    from django.apps import apps
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for model in apps.get_app_config("games").get_models():
                table = model._meta.db_table
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM {table}), false)"
                )


# what workers do


def drain() -> None:
    """Workers and the sweep, until nothing is left to do."""
    from games import queue, tasks

    for _ in range(MOST_ROUNDS):
        while bell:
            name, row = bell.pop(0)
            try:
                getattr(tasks, name)(row)
            except Exception:  # as a worker: the sweep will find the row again
                traceback.print_exc()
        queue.sweep()
        if not bell:
            return
    raise AssertionError(f"never quiet: {bell}")


def work_alone() -> None:
    from games import queue

    for _ in range(MOST_ROUNDS):
        bell.clear()
        if not queue.work_off():
            return
    raise AssertionError("never done")


# the scenario


class Letter(NamedTuple):
    raw: str
    sender: str
    to: str


class Plan(NamedTuple):
    """What happens in a stage: made once, before its database is copied, so that it can happen twice alike."""

    moment: str
    letters: list[Letter] = []
    command: str = ""  # something a person does; see COMMANDS
    umpire: str = ""  # "fails", "ends": what the rules do in this stage
    mood: str = ""  # of the post office
    alone: bool = False  # no workers: one process does it all


class Stage(NamedTuple):
    name: str
    after: str  # the stage whose end is this one's beginning
    plan: Callable[[], Plan]


def the_game() -> Any:
    from games.models import Game

    return Game.objects.get(pk=1)


def seat_of(name: str) -> Any:
    from games.models import Seat

    return Seat.objects.select_related("game").get(game_id=1, name=name)


def the_question() -> Any:
    from games.models import Question

    return Question.objects.select_related("seat", "game").get(answered=None)


def letter(seat: Any, body: str, number: str, *, to: str = "", sender: str = "") -> Letter:
    from games import seats

    to = to or seats.reply_address(seat, the_game().phase)
    sender = sender or seat.email
    head = f"From: {sender}\nTo: {to}\nSubject: Re: orders\nMessage-ID: <{number}-{seat.pk}@players.example.org>\n"
    return Letter(f"{head}\n{body}\n", sender, to)


def at(moment: datetime | None = None, **more: Any) -> Plan:
    return Plan((moment or clock.moment).isoformat(), **more)


def letters_with_orders(number: str) -> list[Letter]:
    from games import eventlog
    from rules import engine

    battle = eventlog.load(1).battle
    written = []
    for name in engine.awaiting(battle).seats:
        lines = [
            line
            for line in engine.captain_orders(battle, name, "bold")
            if line.split()[0] in ("MOVE", "ATTACK", "FIRE")
        ]
        written.append(letter(seat_of(name), "\n".join([*lines, "FINAL"]), number))
    return written


def build(copies: Callable[[str], None]) -> Plan:
    """A battle, played until a phase in which a player will be asked; ``copies`` keeps the database as it is before
    each phase. The plan is that phase's."""
    from games import submissions
    from games.creation import Player, create_game
    from games.models import GameState

    create_game("orchard", {seat: Player(seat.title(), mail) for seat, mail in PLAYERS.items()})
    for name in PLAYERS:
        submissions.submit(seat_of(name), ["ASK watch, advance, retreat, wound, oppose"], f"ask:{name}")
    drain()
    for phase in range(20):
        clock.moment += timedelta(hours=1)
        plan = at(letters=letters_with_orders(f"phase-{phase}"))
        copies("orders")
        act(plan)
        if the_game().state == GameState.ASKING:
            return plan
        assert not the_game().trouble, the_game().trouble
    raise AssertionError("nobody was asked")


def answering(body: str, number: str) -> Letter:
    from games import seats
    from games.models import Purpose

    question = the_question()
    to = seats.reply_address(question.seat, question.phase, Purpose.ANSWER, question.pk)
    return letter(question.seat, body, number, to=to)


def meanwhile() -> Plan:
    other = next(seat for seat in the_game().seats.all() if seat != the_question().seat)
    return at(clock.moment + MINUTE, letters=[letter(other, "WATCH any", "meanwhile")])


def changed(**fields: Any) -> None:
    from games.models import Game

    Game.objects.filter(pk=1).update(**fields)


def deadline(absent: str = "standing", **more: Any) -> Plan:
    """Ten minutes after the deadline."""
    game = the_game()
    changed(absent=absent)
    return at(game.phase_due + 10 * MINUTE, **more)


def near_the_deadline(**more: Any) -> Plan:
    return at(the_game().remind_at + MINUTE, **more)


def trouble() -> Plan:
    changed(trouble_count=4)
    return deadline(umpire="fails")


def captains() -> Plan:
    """A captain plays the seat on move, and the game ends with that."""
    from games.models import Seat

    Seat.objects.filter(game_id=1, awaited=True).update(captain="bold")
    return at(umpire="ends")


def strange_letters() -> Plan:
    from games.models import Seat

    seat = Seat.objects.get(game_id=1, awaited=True)
    man = next(f.name for f in _figures(seat.name))
    bodies = {
        "try": f"TRY\nMOVE {man} stay",
        "asking": "ASK oppose",
        "empty": "",
        "poison": "POISON",
        "twice": f"MOVE {man} stay\nMOVE Nobody stay",
    }
    letters = [letter(seat, body, number) for number, body in bodies.items()]
    letters.append(letter(seat, "MOVE", "stranger", sender="eve@elsewhere.example.org"))
    return at(clock.moment + MINUTE, letters=letters)


def _figures(seat: str) -> list[Any]:
    from games import eventlog

    return [f for f in eventlog.load(1).battle.figures.values() if f.seat == seat]


def free_seat() -> Plan:
    from games.creation import Player, create_game

    create_game("orchard", {"normans": Player("Carla", "carla@players.example.org")})
    return at(command="sit down")


def sit_down() -> None:
    from games.creation import Player, SeatTaken, take_seat
    from games.models import Seat

    try:
        take_seat(Seat.objects.get(game_id=2, name="lombards"), Player("Dino", "dino@players.example.org"))
    except SeatTaken:
        pass


def move_away() -> None:
    from games.creation import change_player

    change_player(the_question().seat, email="anna@new.example.org")


def finish() -> None:
    from games import adjudication

    if the_game().played_from:
        adjudication.finish(the_game())


def read_again() -> None:
    from games import inbox
    from games.models import InboundMail

    inbox.redeliver(InboundMail.objects.order_by("pk")[0])


COMMANDS = {"sit down": sit_down, "move away": move_away, "finish": finish, "read again": read_again}
BUILT = "built"
STAGES = [
    Stage("alone", "orders", lambda: Plan(**{**load_plan("orders")._asdict(), "alone": True})),
    Stage("meanwhile", BUILT, meanwhile),
    Stage("question-reminder", "meanwhile", lambda: at(the_question().remind_at + MINUTE)),
    Stage("unclear", "question-reminder", lambda: at(letters=[answering("hello there", "unclear")])),
    Stage("answer", "unclear", lambda: at(letters=[answering("1", "answer")])),
    Stage("silence", "unclear", lambda: at(the_question().due + 10 * MINUTE)),
    Stage("new-address", "unclear", lambda: at(command="move away")),
    Stage("finish", "unclear", lambda: at(command="finish")),
    Stage("strange-letters", "finish", strange_letters),
    Stage("read-again", "strange-letters", lambda: at(command="read again")),
    Stage("captains", "finish", captains),
    Stage("reminder", "finish", near_the_deadline),
    Stage("post-busy", "finish", lambda: near_the_deadline(mood="busy")),
    Stage("post-deaf", "finish", lambda: near_the_deadline(mood="deaf")),
    Stage("post-refuses", "finish", lambda: near_the_deadline(mood="no")),
    Stage("extension", "reminder", lambda: deadline("extend_once")),
    Stage("deadline", "extension", deadline),
    Stage("hold", "reminder", lambda: deadline("wait")),
    Stage("trouble", "reminder", trouble),
    Stage("free-seat", "finish", free_seat),
]


def act(plan: Plan) -> None:
    """What happens in a stage. Happening twice must change nothing."""
    from games import inbox

    clock.moment = datetime.fromisoformat(plan.moment)
    for letter in plan.letters:
        inbox.receive(letter.raw.encode(), "smtp", letter.sender, [letter.to])
    if plan.command:
        COMMANDS[plan.command]()
    (work_alone if plan.alone else drain)()


def recover(plan: Plan) -> None:
    """After a crash (or none): it happens again, and the workers come back; a quarter of an hour later, when nobody can
    still be at it, once more."""
    level_the_sequences()
    act(plan)
    clock.moment += 15 * MINUTE
    (work_alone if plan.alone else drain)()


def prepare_the_rules(plan: Plan) -> None:
    from games import inbox
    from rules import engine
    from rules.events.sequence import GameEnded
    from rules.state.battle import Outcome

    real, read = engine.adjudicate, inbox.read

    def umpire(battle: Any, dice: Any, answers: Any = None) -> Any:
        if plan.umpire == "fails":
            raise RuntimeError("a rule that nobody wrote")
        events = real(battle, dice, answers)
        ends = GameEnded(outcome=Outcome(winner="", reason="the crash test is over"))
        return [*events[:-1], ends] if plan.umpire == "ends" else events

    def reader(raw: bytes, *more: Any) -> Any:
        if b"POISON" in raw:
            raise RuntimeError("a mail that nobody can read")
        return read(raw, *more)

    for target, name, value in ((engine, "adjudicate", umpire), (inbox, "read", reader)):
        setattr(target, name, value)
    post.mood = plan.mood


# what is compared


def everything() -> dict[str, list[dict[str, Any]]]:
    """All that the database holds, besides the bookkeeping of attempts, and the state that the logs give."""
    from django.apps import apps

    from games import eventlog, verification
    from games.models import Game
    from rules import engine

    found: dict[str, list[dict[str, Any]]] = {}
    for model in apps.get_app_config("games").get_models():
        left_out = BOOKKEEPING.get(model.__name__, set())
        fields = [f.attname for f in model._meta.concrete_fields if f.attname not in left_out]
        rows = model._default_manager.order_by("pk").values(*fields)
        found[model.__name__] = [{k: _plain(v) for k, v in row.items()} for row in rows]
    found["digests"] = [
        {
            "game": game.pk,
            "digest": engine.digest(eventlog.load(game.pk).battle),
            "verified": verification.check(game).events == game.version,
        }
        for game in Game.objects.order_by("pk")
    ]
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(bytes(value)).hexdigest() if len(value) > 64 else bytes(value).hex()
    return value if isinstance(value, int | str | bool | dict | list | None) else str(value)


def mails_out() -> dict[str, Any]:
    """Which mails the post office took, and how often more than the outbox counts."""
    from games.models import OutboundMail

    counted = dict(OutboundMail.objects.values_list("message_id", "possible_duplicates"))
    taken = [(line["name"], line["bytes"]) for line in post.lines() if line["bytes"]]
    return {
        "mails": sorted(set(taken)),
        "uncounted": [name for name, raw in set(taken) if taken.count((name, raw)) - 1 > counted[name]],
        "doubled": len(taken) - len(set(taken)),
    }


# running


class Passed(dict[str, int]):
    """In place of the armed failpoints: notes what is passed."""

    def __contains__(self, name: object) -> bool:
        self[str(name)] = self.get(str(name), 0) + 1
        return False


class Runner:
    def __init__(self, directory: Path, url: str) -> None:
        self.directory = directory
        self.store = Sqlite(directory) if url.startswith("sqlite") else Postgresql(url)

    def child(self, work: Callable[[], None]) -> int:
        """Run in a process of its own; its wait status."""
        pid = os.fork()
        if pid:
            return os.waitpid(pid, 0)[1]
        from django.db import connection

        try:
            work()
            connection.close()  # SQLite: what is in the journal goes into the file that is copied
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)

    def use(self, label: str) -> None:
        """In a child: the database and the post office of this run."""
        from django.db import connection

        connection.close()
        connection.settings_dict["NAME"] = self.store.name(label)
        post.ledger = self.directory / f"{label}.post"

    def keep(self, label: str, what: str, value: Any) -> None:
        (self.directory / f"{label}.{what}").write_text(json.dumps(value))

    def kept(self, label: str, what: str) -> Any:
        return json.loads((self.directory / f"{label}.{what}").read_text())

    def plan(self, label: str) -> Plan:
        read = self.kept(label, "plan")
        return Plan(read[0], [Letter(*x) for x in read[1]], *read[2:])

    def copy(self, source: str, target: str) -> None:
        self.store.drop(target)
        self.store.copy(source, target)

    # the undisturbed run

    def build(self) -> None:
        from django.core.management import call_command
        from django.db import connection

        def copies(label: str) -> None:
            connection.close()
            self.copy("scratch", label)

        def work() -> None:
            self.use("scratch")
            call_command("migrate", verbosity=0)
            self.keep("orders", "plan", build(copies))

        self.store.create("scratch")
        assert self.child(work) == 0

    def undisturbed(self, name: str) -> None:
        """Play a stage whose plan is made and whose database is copied; keep what it passes and how it ends."""
        from games import failpoints

        def work() -> None:
            self.use(f"{name}-end")
            plan = self.plan(name)
            prepare_the_rules(plan)
            passed = Passed()
            failpoints._armed = passed
            act(plan)
            failpoints._armed = {}
            self.keep(name, "passed", passed)
            recover(plan)
            self.keep(name, "end", {"rows": everything(), **mails_out()})

        self.copy(name, f"{name}-end")
        assert self.child(work) == 0, name

    def prepare(self, stage: Stage) -> None:
        def work() -> None:
            self.use(stage.name)
            if stage.after != "orders":
                clock.moment = datetime.fromisoformat(self.plan(stage.after).moment) + 15 * MINUTE
            self.keep(stage.name, "plan", stage.plan())

        before = stage.after if stage.name == "alone" else f"{stage.after}-end"
        self.copy(before, stage.name)
        assert self.child(work) == 0, stage.name

    def all_undisturbed(self) -> Iterator[str]:
        global load_plan
        load_plan = self.plan
        self.build()
        self.undisturbed("orders")
        yield "orders"
        for stage in STAGES:
            self.prepare(stage._replace(after="orders") if stage.after == BUILT else stage)
            self.undisturbed(stage.name)
            yield stage.name

    # the runs that are killed

    def killed(self, stage: str, name: str, passes: int) -> dict[str, Any]:
        """One crash and what came of it: "" when nothing differs."""
        from games import failpoints

        def dies() -> None:
            self.use("run")
            plan = self.plan(stage)
            prepare_the_rules(plan)
            os.environ[failpoints.VARIABLE] = f"{name}*{passes}"
            failpoints.arm()
            act(plan)

        def comes_next() -> None:
            self.use("run")
            plan = self.plan(stage)
            prepare_the_rules(plan)
            recover(plan)
            self.keep("run", "end", {"rows": everything(), **mails_out()})

        self.copy(stage, "run")
        for end in ("post", "end"):
            (self.directory / f"run.{end}").unlink(missing_ok=True)
        status = self.child(dies)
        result = {"stage": stage, "name": name, "passes": passes, "killed": status == signal.SIGKILL, "doubled": 0}
        if self.child(comes_next) != 0:
            return {**result, "differs": "whoever came next failed"}
        end, wanted = self.kept("run", "end"), self.kept(stage, "end")
        return {**result, "doubled": end["doubled"], "differs": difference(wanted, end)}


def difference(wanted: dict[str, Any], end: dict[str, Any]) -> str:
    """The first difference in words, or nothing."""
    if end["uncounted"]:
        return f"mails doubled and not counted: {end['uncounted']}"
    if wanted["mails"] != end["mails"]:
        return f"other mails: {len(end['mails'])}, not {len(wanted['mails'])}"
    for table, rows in wanted["rows"].items():
        found = end["rows"][table]
        if len(found) != len(rows):
            return f"{table}: {len(found)} rows, not {len(rows)}"
        for before, after in zip(rows, found, strict=True):
            if odd := {k: (v, after[k]) for k, v in before.items() if v != after[k]}:
                return f"{table} {before.get('id', '')}: {odd}"[:600]
    return ""


def chosen(passed: dict[str, dict[str, int]], every: bool) -> list[tuple[str, str, int]]:
    """(stage, failpoint, pass): each failpoint at its first pass in the stage that passes it first, or with ``every`` at
    its first and last pass in every stage."""
    runs: dict[tuple[str, str, int], None] = {}
    seen: set[str] = set()
    for stage, names in passed.items():
        for name, times in names.items():
            if every or name not in seen:
                runs |= {(stage, name, 1): None}
            if every:
                runs |= {(stage, name, times): None}
            seen.add(name)
    return list(runs)


def main(directory: str, *options: str) -> None:
    begun = time.monotonic()
    path = Path(directory)
    os.environ["PBEM_VAR"] = directory
    url = os.environ.setdefault("PBEM_DATABASE_URL", f"sqlite:///{path / 'unused.sqlite3'}")
    set_up()
    runner = Runner(path, urlsplit(url).geturl())
    passed = {stage: runner.kept(stage, "passed") for stage in runner.all_undisturbed()}
    runs = chosen(passed, "--all" in options)
    for option in options:
        if option.startswith("--only="):
            runs = [run for run in runs if run[1] in option.removeprefix("--only=").split(",")]
    results = [runner.killed(*run) for run in runs]
    print(json.dumps({"passed": passed, "results": results, "seconds": time.monotonic() - begun}))


load_plan: Callable[[str], Plan]

if __name__ == "__main__":
    main(*sys.argv[1:])

"""The crash runner: ``python -m tests.games.crashes DIRECTORY [--all] [--only=NAME,...] [--stages=NAME,...]
[--careless] [--to-the-end]`` with PBEM_DATABASE_URL set. ``--to-the-end`` plays every stage undisturbed even
if those before it pass all the failpoints that are named.

A scenario in stages (letters come, a phase is closed, a question is asked and answered, a deadline runs out,
...) is played once undisturbed. Then every stage is played again from a copy of its database, once for every
failpoint that it passes, in a forked process that is killed there; another process does what the world does
after a crash: the sender sends his letter again, workers start, the sweep finds what is left. (That a mail
kills its reader is tried elsewhere: all forks share one.) The clock stands still and chance is fixed, so the
database and the mails must then be the same to the byte. Prints one JSON object; test_crashes.py judges it.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from tests.games.crash_acts import QUARTER, QUARTERS, act, build, prepare_the_rules, recover
from tests.games.crash_ends import difference, everything, mails_out
from tests.games.crash_plans import ALONE, ORDERS, Letter, Plan, Stage
from tests.games.crash_scenario import STAGES
from tests.games.crash_world import Postgresql, Sqlite, clock, outside_calls, post, set_up

ROOT = Path(__file__).resolve().parents[2]


def names_in_the_source() -> list[str]:
    """Every failpoint of the server. A name that is not written out, or stands in two places,
    is a mistake."""
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


# running


class Passed(dict[str, int]):
    """In place of the armed failpoints: notes what is passed, and which statements were written since
    the last one."""

    def __init__(self) -> None:
        super().__init__()
        self.since: list[str] = []
        self.crowded: set[tuple[str, str]] = set()

    def __contains__(self, name: object) -> bool:
        self[str(name)] = self.get(str(name), 0) + 1
        self.since.clear()
        return False

    def statement(self, execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:
        """Wraps every statement: two commits without a failpoint between them are noted."""
        words = sql.split(None, 3)
        if words[0] in ("INSERT", "UPDATE", "DELETE") and not context["connection"].in_atomic_block:
            table = words[2 if words[0] != "UPDATE" else 1].strip('"')
            self.note(f"{words[0]} {table}")
        return execute(sql, values, many, context)

    def note(self, what: str) -> None:
        self.since.append(what)
        if len(self.since) > 1:
            self.crowded.add((self.since[-2], self.since[-1]))


class Runner:
    def __init__(self, directory: Path, url: str) -> None:
        self.directory = directory
        self.store = Sqlite(directory) if url.startswith("sqlite") else Postgresql(url)

    def child(self, work: Callable[[], None]) -> int:
        """Run in a process of its own; its wait status."""
        from django.db import connection

        from pbem.mail import child as reading

        pid = os.fork()
        if pid:
            return os.waitpid(pid, 0)[1]
        if reading._reader:
            reading._reader.owner = os.getpid()
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
        """In this process, so that its forks need not read all templates, tables and catalogues anew. Of the
        game itself nothing stays in memory."""
        from django.core.management import call_command
        from django.db import connection

        from games.record import eventlog

        def copies(label: str) -> None:
            connection.close()
            self.copy("scratch", label)

        self.store.create("scratch")
        self.use("scratch")
        call_command("migrate", verbosity=0)
        self.keep(ORDERS, "plan", build(copies))
        connection.close()
        eventlog.forget()
        outside_calls.clear()

    def undisturbed(self, name: str) -> None:
        """Play a stage whose plan is made and whose database is copied; keep what it passes and
        how it ends."""
        from django.db import connection

        from games.clockwork import failpoints

        def work() -> None:
            self.use(f"{name}-end")
            plan = self.plan(name)
            prepare_the_rules(plan)
            passed = Passed()
            failpoints._armed = passed
            commit = connection.commit

            def committing() -> None:
                commit()
                passed.note("COMMIT")

            connection.commit = committing  # type: ignore[method-assign]
            with connection.execute_wrapper(passed.statement):
                act(plan)
            connection.commit = commit  # type: ignore[method-assign]
            failpoints._armed = {}
            self.keep(name, "passed", passed)
            self.keep(name, "crowded", sorted(passed.crowded))
            self.keep(name, "outside", outside_calls)
            recover(plan)
            self.keep(name, "end", {"rows": everything(), **mails_out()})

        self.copy(name, f"{name}-end")
        assert self.child(work) == 0, name

    def prepare(self, stage: Stage) -> None:
        """Copy the end of the stage before, and make the plan there."""

        def work() -> None:
            self.use(stage.name)
            clock.moment = datetime.fromisoformat(self.plan(stage.after).moment) + QUARTERS * QUARTER
            self.keep(stage.name, "plan", stage.plan())

        self.copy(f"{stage.after}-end", stage.name)
        assert self.child(work) == 0, stage.name

    def all_undisturbed(self) -> Iterator[str]:
        self.build()
        self.undisturbed(ORDERS)
        yield ORDERS
        self.copy(ORDERS, ALONE)
        self.keep(ALONE, "plan", self.plan(ORDERS)._replace(alone=True))
        self.undisturbed(ALONE)
        yield ALONE
        for stage in STAGES:
            self.prepare(stage)
            self.undisturbed(stage.name)
            yield stage.name

    # the runs that are killed

    def killed(self, stage: str, name: str, passes: int) -> dict[str, Any]:
        """One crash and what came of it: "" when nothing differs."""
        from games.clockwork import failpoints

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
        result = {
            "stage": stage,
            "name": name,
            "passes": passes,
            "killed": status == signal.SIGKILL,
            "doubled": 0,
        }
        if self.child(comes_next) != 0:
            return {**result, "differs": "whoever came next failed"}
        end, wanted = self.kept("run", "end"), self.kept(stage, "end")
        return {**result, "doubled": end["doubled"], "differs": difference(wanted, end)}


def chosen(passed: dict[str, dict[str, int]], every: bool) -> list[tuple[str, str, int]]:
    """(stage, failpoint, pass): each failpoint at its first pass in the stage that passes it first, or with
    ``every`` at its first and last pass in every stage."""
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


def _choice(options: Sequence[str], option: str) -> list[str]:
    return [
        name
        for given in options
        if given.startswith(option)
        for name in given.removeprefix(option).split(",")
    ]


def main(directory: str, *options: str) -> None:
    begun = time.monotonic()
    path = Path(directory)
    os.environ["PBEM_VAR"] = directory
    url = os.environ.setdefault("PBEM_DATABASE_URL", f"sqlite:///{path / 'unused.sqlite3'}")
    set_up()
    if "--careless" in options:
        from games.gate import inbox

        inbox.transaction = SimpleNamespace(atomic=lambda **_: nullcontext())  # type: ignore[assignment]
    runner = Runner(path, urlsplit(url).geturl())
    only, stages = _choice(options, "--only="), _choice(options, "--stages=")
    passed: dict[str, dict[str, int]] = {}
    for stage in runner.all_undisturbed():
        passed[stage] = runner.kept(stage, "passed")
        if stages and passed.keys() >= set(stages):
            break
        if only and not {"--all", "--to-the-end"} & {*options} and set(only) <= set().union(*passed.values()):
            break
    runs = [
        (stage, name, passes)
        for stage, name, passes in chosen(passed, "--all" in options)
        if (not only or name in only) and (not stages or stage in stages)
    ]
    results = [runner.killed(*run) for run in runs]
    crowded = [[stage, *pair] for stage in passed for pair in runner.kept(stage, "crowded")]
    outside = sum((Counter(runner.kept(stage, "outside")) for stage in passed), Counter[str]())
    seconds = round(time.monotonic() - begun, 1)
    found = {"passed": passed, "crowded": crowded, "outside": outside, "results": results, "seconds": seconds}
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])

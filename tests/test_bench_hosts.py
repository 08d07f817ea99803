"""The trial of several hosts has machines to be tried on, and a world that calls the other one. Whole it is
run by hand (``python -m bench.hosts``, some minutes)."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from bench import hosts
from bench.load import machines
from bench.load.machines import Machine


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[Machine]]:
    if not machines.possible():
        pytest.skip("no namespaces here")
    with machines.machines(("test-a", "test-b"), tmp_path, {}) as made:
        for machine in made:
            (machine.folder / "code").mkdir(parents=True)
        yield made


@pytest.mark.slow
def test_a_machine_has_a_name_a_version_and_an_address_of_its_own(pair: list[Machine]) -> None:
    pair[0].install("7.1", "# a migration")
    code = "import platform, pbem.version as v; print(platform.node(), v.of_server())"
    assert pair[0].run("-c", code).stdout.split() == ["test-a", "7.1"]
    assert (pair[0].folder / "code" / "games" / "migrations" / "0999_trial.py").exists()
    call = "import socket, sys; socket.create_connection((sys.argv[1], 9), 3)"
    assert "refused" in pair[0].run("-c", call, pair[1].address).stderr, "its neighbour is there"


@pytest.mark.slow
def test_a_machine_that_is_killed_says_no_farewell(pair: list[Machine], monkeypatch: Any) -> None:
    machine = pair[0]
    polite = (
        "import signal, subprocess, sys, time; signal.signal(15, lambda *_: open('farewell', 'w'));"
        "subprocess.Popen(['sleep', '600']); open('up', 'w').close(); time.sleep(600)"
    )
    inside = machine._inside("-c", polite)
    monkeypatch.setattr(machine, "_inside", lambda *_: inside)
    machine.on()
    assert machine.serve
    hosts._until((machine.folder / "code" / "up").exists, "it is up", machine)
    processes = psutil.Process(machine.serve.pid).children(recursive=True)
    assert machine.kill() == len(processes) == 2
    assert not any(process.is_running() for process in processes)
    assert not (machine.folder / "code" / "farewell").exists()


def test_a_mail_that_a_host_does_not_take_goes_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    class Call:
        def __init__(self, address: str, *_: object, **__: object) -> None:
            calls.append(address)
            if address == "dead":
                raise ConnectionRefusedError

        def __enter__(self) -> Call:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def sendmail(self, *_: object) -> None:
            pass

    monkeypatch.setattr(smtplib, "SMTP", Call)
    two: Any = [SimpleNamespace(name=name, address=name) for name in ("dead", "living")]
    exchange = hosts.Exchange(two, Path())
    for number in range(4):
        letter: Any = SimpleNamespace(sender="a", to="b", raw=b"", message_id=str(number))
        exchange.post(letter)
    assert exchange.taken == {"living": 4} and exchange.elsewhere == 2 and len(exchange.posted) == 4
    assert calls == ["dead", "living", "living", "dead", "living", "living"]

"""Machines for a server to run on, all of them inside this one: each has a host name, an address, processes
and a copy of the code of its own (Linux namespaces, which want root).

What all of them call, PostgreSQL's unix socket aside, stands at ``HOME`` of the network between them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil

from pbem.guardian import Guardian

ROOT = Path(__file__).resolve().parents[2]
MARK = os.getpid() % 100_000  # others may have such machines too
NETWORK = f"10.199.{MARK % 250}"
HOME = f"{NETWORK}.1"
BRIDGE = f"pbem{MARK}"
WEB, LISTENER = 8000, 2525
CODE = ("pbem", "games", "rules", "templates", "manage.py")
UNSHARE = ("unshare", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc")


class Machine:
    """One of them. ``serve`` is the process at the root of all of its processes, while it is on."""

    def __init__(self, name: str, number: int, folder: Path, environment: Mapping[str, str]) -> None:
        self.name, self.address, self.folder = name, f"{NETWORK}.{number}", folder / name
        self.environment = {**os.environ, **environment, "PBEM_VAR": str(self.folder / "var")}
        self.serve: subprocess.Popen[bytes] | None = None
        self._guardian = Guardian()

    def install(self, version: str, migration: str = "") -> None:
        """This version of the server, which is this code; ``migration``: with another one of so many
        lines behind the last."""
        code = self.folder / "code"
        shutil.rmtree(code, ignore_errors=True)
        code.mkdir(parents=True)
        for part in CODE:
            source = ROOT / part
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, code / part)
        about = code / f"pbem-{version}.dist-info" / "METADATA"
        about.parent.mkdir()
        about.write_text(f"Metadata-Version: 2.1\nName: pbem\nVersion: {version}\n")
        if migration:
            (code / "games" / "migrations" / "0999_trial.py").write_text(migration)

    def on(self) -> None:
        """Switch it on: all processes of ``manage.py serve``."""
        command = self._inside("-m", "pbem", "serve", "--listen", f"0.0.0.0:{WEB}")
        with self.log.open("ab") as log:
            self.serve = subprocess.Popen(
                command, cwd=self.folder / "code", env=self.environment, stdout=log, stderr=log
            )
        self._guardian.watch(self.serve.pid)

    def run(self, *command: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
        """Run a Python program there, to its end."""
        inside, code = self._inside(*command), self.folder / "code"
        return subprocess.run(
            inside, cwd=code, env=self.environment, capture_output=True, text=True, timeout=seconds
        )

    def off(self) -> None:
        """Stop it, as Ctrl-C does."""
        if self.serve:
            for first in psutil.Process(self.serve.pid).children():
                first.send_signal(signal.SIGTERM)
            self.serve.wait(60)
            self.serve = None

    def kill(self) -> int:
        """The plug is pulled: every process ends by SIGKILL, and before it those that would have others end
        politely. Returns how many there were."""
        assert self.serve
        processes = psutil.Process(self.serve.pid).children(recursive=True)
        for process in sorted(processes, key=lambda process: process.name() != "pbem-guardian"):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.serve.wait()
        self.serve = None
        return len(processes)

    def ready(self) -> str:
        """What /readyz says there; nothing where nobody answers."""
        request = urllib.request.Request(f"http://{self.address}:{WEB}/readyz", headers={"Host": "localhost"})
        with contextlib.suppress(OSError):
            try:
                with urllib.request.urlopen(request, timeout=5) as page:
                    return f"{page.status} {page.read().decode()}"
            except urllib.error.HTTPError as error:
                return f"{error.code} {error.read().decode()}"
        return ""

    @property
    def log(self) -> Path:
        return self.folder / "serve.log"

    def logs(self) -> str:
        """Everything that its processes have said."""
        return "".join(file.read_text() for file in (self.folder / "var" / "log").glob("*.log"))

    def leave(self) -> None:
        with contextlib.suppress(psutil.Error):
            if self.serve:
                self.kill()
        self._guardian.leave()

    def _inside(self, *command: str) -> list[str]:
        named = 'hostname "$0" && exec "$@"'
        here = ["ip", "netns", "exec", _space(self.name), *UNSHARE]
        return [*here, "sh", "-c", named, self.name, sys.executable, *command]


def possible() -> bool:
    """Whether this machine lets us make others inside of it."""
    if not (sys.platform == "linux" and os.geteuid() == 0 and shutil.which("ip") and shutil.which("unshare")):
        return False
    return subprocess.run(["unshare", "--net", *UNSHARE[1:], "true"], capture_output=True).returncode == 0


@contextlib.contextmanager
def machines(names: tuple[str, ...], folder: Path, environment: Mapping[str, str]) -> Iterator[list[Machine]]:
    """So many machines in a network of their own, switched off. It is gone when the block ends."""
    _no_network(names)
    _ip("link", "add", BRIDGE, "type", "bridge")
    made: list[Machine] = []
    try:
        _ip("addr", "add", f"{HOME}/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        for number, name in enumerate(names, 2):
            space, plug = _space(name), f"{BRIDGE}-{number}"
            _ip("netns", "add", space)
            _ip("link", "add", plug, "type", "veth", "peer", "name", "eth0", "netns", space)
            _ip("link", "set", plug, "master", BRIDGE, "up")
            _ip("-n", space, "addr", "add", f"{NETWORK}.{number}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                _ip("-n", space, "link", "set", device, "up")
            made.append(Machine(name, number, folder, environment))
        yield made
    finally:
        for machine in made:
            machine.leave()
        _no_network(names)


def _no_network(names: tuple[str, ...]) -> None:
    for name in names:
        subprocess.run(["ip", "netns", "del", _space(name)], capture_output=True)
    for plug in (*(f"{BRIDGE}-{number}" for number, _ in enumerate(names, 2)), BRIDGE):
        subprocess.run(["ip", "link", "del", plug], capture_output=True)


def _space(name: str) -> str:
    return f"{BRIDGE}-{name}"


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)

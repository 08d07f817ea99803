"""The mail server of all players: takes every mail and notes when it came. Run as a process of its own:

python -m bench.load.sink PORT LEDGER [ADDRESS]
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import defaultdict
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import NamedTuple, TextIO

from aiosmtpd.controller import UnthreadedController
from aiosmtpd.smtp import SMTP, Envelope, Session

MOST_BYTES = 50_000_000
HEADER_BYTES = 20_000


class Arrival(NamedTuple):
    """A mail that was accepted: when (seconds since 1970), for whom, and what it was."""

    time: float
    message_id: str
    to: str
    subject: str


class Ledger:
    """Writes a line for each mail before it says yes."""

    def __init__(self, book: TextIO) -> None:
        self.book = book

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content or b""
        raw = content.encode() if isinstance(content, str) else content
        head = BytesHeaderParser().parsebytes(raw[:HEADER_BYTES])
        for to in envelope.rcpt_tos:
            arrival = Arrival(time.time(), str(head["Message-ID"]).strip(), to, str(head["Subject"]))
            self.book.write(json.dumps(arrival) + "\n")
        self.book.flush()
        return "250 kept"


def arrivals(ledger: Path) -> dict[str, list[Arrival]]:
    """All mails by their Message-ID; more than one behind an id are duplicates."""
    found: dict[str, list[Arrival]] = defaultdict(list)
    for line in ledger.read_text().splitlines() if ledger.exists() else ():
        arrival = Arrival(*json.loads(line))
        found[arrival.message_id].append(arrival)
    return found


async def serve(port: int, ledger: Path, address: str = "127.0.0.1") -> None:
    with ledger.open("a") as book:
        controller = UnthreadedController(
            Ledger(book), hostname=address, port=port, data_size_limit=MOST_BYTES,
            loop=asyncio.get_running_loop(),
        )  # fmt: skip
        server = await controller._create_server()
        async with server:
            await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]))

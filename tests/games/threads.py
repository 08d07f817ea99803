"""Doing several things at once, as the workers of a server do."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


def together(*works: Callable[[], Any]) -> list[BaseException]:
    """Do all of it at the same moment, each in a thread with a connection of its own; what was raised."""
    gate, raised = threading.Barrier(len(works)), list[BaseException]()

    def run(work: Callable[[], Any]) -> None:
        gate.wait()
        try:
            work()
        except BaseException as error:
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised

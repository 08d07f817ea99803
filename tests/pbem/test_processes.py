"""The processes of an embedded server."""

from __future__ import annotations

import socket

import pytest

from pbem.processes import Fleet, StartFailed


def test_a_port_in_use_is_said_instead_of_shared() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, Fleet() as fleet:
        port = other.getsockname()[1]
        with pytest.raises(StartFailed, match=f"127.0.0.1:{port}.*--listen"):
            fleet.web("127.0.0.1", port)

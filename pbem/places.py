"""Where processes listen."""

from __future__ import annotations

import errno

from pbem.environment import SettingError

LAST_PORT = 65_535


class CannotListen(Exception):
    """Why nobody can listen where this process was told to, and what to do."""

    def __init__(self, place: str, choice: str, error: OSError) -> None:
        do = f"choose another address with {choice}"
        match error.errno:
            case errno.EADDRINUSE:
                what = f"another program listens at {place}"
            case errno.EADDRNOTAVAIL:
                what = f"nobody can listen at {place} (that is no address of this machine)"
            case errno.EACCES if "/" not in place:
                what = f"this user may not listen at {place}"
                do = f"give it the right to ports below 1024 (CAP_NET_BIND_SERVICE), or {do}"
            case _:
                what = f"nobody can listen at {place} ({error.strerror or error})"
        super().__init__(f"{what}; {do}")


def address(name: str, place: str) -> tuple[str, int]:
    """Host and port of ``place``, which was chosen by ``name``; a port alone is one of this machine. Raises
    SettingError."""
    host, _colon, port = place.rpartition(":")
    if not (port.isascii() and port.isdecimal()) or int(port) > LAST_PORT:
        raise SettingError(f"{name}={place!r} is not an address with a port, such as 127.0.0.1:8000")
    return host.strip("[]") or "127.0.0.1", int(port)

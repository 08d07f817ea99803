"""What every order is."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """Anything that stands on one line of a mail. ``slot``: the place that it takes on a man's sheet, where a
    later order of the same slot takes it over; its own kind's if empty."""

    standing: ClassVar[bool] = False
    slot: ClassVar[str] = ""

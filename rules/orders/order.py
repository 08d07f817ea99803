"""What every order is."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """Anything that stands on one line of a mail."""

    standing: ClassVar[bool] = False

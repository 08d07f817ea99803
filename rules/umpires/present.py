"""The umpires that this server has: one for each scale at which games are played here."""

from __future__ import annotations

from typing import Any

from rules.events import codec
from rules.umpires.battle import BATTLE
from rules.umpires.campaign import CAMPAIGN
from rules.umpires.port import Umpire, Umpires
from rules.umpires.siege import SIEGE

UMPIRES = Umpires(BATTLE, SIEGE, CAMPAIGN)


def admit(umpire: Umpire[Any]) -> None:
    """From now on games of another scale are played here too. Raises UnknownEvent where its events are
    called as others."""
    codec.admit(umpire.kinds)
    UMPIRES.all.append(umpire)


def dismiss(umpire: Umpire[Any]) -> None:
    """Games of this scale are played here no longer, and their logs cannot be read."""
    UMPIRES.all.remove(umpire)
    codec.dismiss(umpire.kinds)

"""Standing orders for buildings, castles and siege works, as frozen records (GUI-8 to GUI-10).

Those that share a verb with an order of the phase say ANY or WHEN where that one names a hex.
"""

from __future__ import annotations

from rules.orders.lasting_records import StandingOrder
from rules.state.figure import FigureId, Hex


class ShelterOrder(StandingOrder, frozen=True):
    """SHELTER Robert FROM Jemal, or FROM 0405: the side that he keeps covered in cross-fire (GUI-8.3.5,
    GUI-8.3.6). No ``figures``: all of the seat's."""

    figures: tuple[FigureId, ...]
    foe: FigureId = ""
    hex: Hex = ""


class ToppleAnyOrder(StandingOrder, frozen=True):
    """TOPPLE Okeanos any ladder with an enemy on it; TOPPLE any ladder; TOPPLE never (GUI-10.1.6a). No
    ``figures``: all of the seat's. ``empty``: an enemy's ladder with nobody on it too; ``toward``: where its
    other half is to fall."""

    figures: tuple[FigureId, ...]
    empty: bool = False
    toward: Hex = ""
    hold: bool = False


class CutAnyOrder(StandingOrder, frozen=True):
    """CUT Okeanos any rope with an enemy on it; CUT any rope; CUT never (GUI-10.6.4)."""

    figures: tuple[FigureId, ...]
    empty: bool = False
    hold: bool = False


class DouseAnyOrder(StandingOrder, frozen=True):
    """DOUSE Milo any enemy fire; DOUSE any fire in 0405 0406; DOUSE never (GUI-10.2.3). ``own``: what one's
    own side has lit too; ``hexes``: only there."""

    figures: tuple[FigureId, ...]
    own: bool = False
    hexes: tuple[Hex, ...] = ()
    hold: bool = False


class GateStandingOrder(StandingOrder, frozen=True):
    """What both orders about gates have: who, which gate (empty: the one whose chains are in his hex), and
    the distance from it that counts."""

    figures: tuple[FigureId, ...]
    within: int = 0
    hex: Hex = ""
    hold: bool = False


class CloseWhenOrder(GateStandingOrder, frozen=True):
    """CLOSE Milo gate when an enemy is within 4; CLOSE gate always; CLOSE Milo gate never (GUI-9.2.3.2).
    ``within``: 0 for always."""


class OpenWhenOrder(GateStandingOrder, frozen=True):
    """OPEN Milo gate when no enemy is within 8: the same the other way."""


class EvacuateOrder(StandingOrder, frozen=True):
    """EVACUATE Hugo toward 0405: which way out of the flames (GUI-10.2.4a). No ``figures``: all
    of the seat's."""

    figures: tuple[FigureId, ...]
    toward: Hex


class FallOrder(StandingOrder, frozen=True):
    """FALL Hugo toward 0406; FALL Hugo on Zahir then Yusuf; FALL on an enemy: where he comes down who falls
    from a ladder or rope (GUI-10.1.6c). No ``figures``: all of the seat's. One of the three: ``toward``, a
    hex; ``on``, the first of these who is there; ``enemy``, on any."""

    figures: tuple[FigureId, ...]
    toward: Hex = ""
    on: tuple[FigureId, ...] = ()
    enemy: bool = False

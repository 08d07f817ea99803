"""A stockade with platforms along its south side, for tests of ladders and grapnels.

Rows 1 to 4 are inside. In row 4 columns 02 to 06 are platforms, 0104 and 0704 bare ground behind the
stockade; rows 5 and below are outside. 0405 lies south of the platform 0404 and touches no other hex behind
the stockade; 0505 touches 0404, 0504 and 0604.
"""

from __future__ import annotations

from rules.core.facing import Facing
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.works import Ladder
from tests.rules.kit import SIEGE, battle

MAP = "\n".join([". . . . . . ."] * 3 + [". P1 P1 P1 P1 P1 ."] + [". . . . . . ."] * 5)
INSIDE = [f"{c:02d}{r:02d}" for r in range(1, 5) for c in range(1, 8)]


def castle(*pieces: Character, walls: tuple[str, ...] = (), **more: object) -> Battle:
    """The stockade before its first step."""
    stockade = "stockade " + " ".join(INSIDE)
    more = {"step": None, "phase": 3, **more}
    return battle(MAP, *pieces, walls=(stockade, *walls), rules=SIEGE, **more)  # type: ignore[arg-type]


def upright(foot: str = "0405", facing: str = "N", *, since: int = 1, kind: str = "ladder") -> Ladder:
    """A ladder or rope that was put up in phase ``since``."""
    return Ladder(f"{kind}-1", kind, (foot,), Facing(facing), since=since)


def lying(*hexes: str, bearers: tuple[str, ...] = ()) -> Ladder:
    return Ladder("ladder-1", "ladder", hexes, bearers=bearers)


def rope_of(bearer: str) -> Ladder:
    return Ladder("rope-1", "rope", (), bearers=(bearer,))

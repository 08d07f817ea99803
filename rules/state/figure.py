"""Characters and horses, and the values on their counters.

Implements GUI-1, GUI-1.1a, GUI-1.2a, GUI-1.2b, GUI-1.2d, GUI-1.2e, GUI-1.2f, GUI-1.2g; animals have two faces
only (GUI-1.2c, applied in rules.tactical.harm.wounds).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rules.core.places import GROUND, Place

Hex = str
FigureId = str
HorseId = str
SideId = str
SeatId = str


class Health(StrEnum):
    """The four faces of a character (GUI-1.2a); wounded and stunned never go together."""

    HEALTHY = "healthy"
    WOUNDED = "wounded"
    STUNNED = "stunned"
    DEAD = "dead"


class Values(msgspec.Struct, frozen=True, array_like=True):
    """Attack (black), defence (red) and movement allowance in MP (blue) of one counter face (GUI-1.2d)."""

    attack: int
    defence: int
    movement: int


class Faces(msgspec.Struct, frozen=True, omit_defaults=True):
    """The printed faces: values are looked up per face, never derived (GUI-1)."""

    healthy: Values
    wounded: Values
    stunned: Values
    mounted: Values | None = None
    mounted_wounded: Values | None = None


class Arms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What of a counter goes by what its man has in his hands and on his body."""

    faces: Faces
    armoured: bool = False
    weapon: str = ""
    lance: bool = False
    hoplite: bool = False


class Character(msgspec.Struct, frozen=True, omit_defaults=True):
    """One named person (or animal). ``hex`` is None while off the board; ``rear`` only while mounted.
    ``storey``: how high up he is on what stands in that hex, 0 on the ground; so high up a ladder or rope,
    while somebody else may stand at its foot. ``atop``: on whom he fell; both are in that hex until he gets
    off (GUI-10.1.6c). ``sheltered_from``: the enemy, or the hex, on whose side he keeps covered in cross-fire
    (GUI-8.3.5). ``bound``: a prisoner, whom a friend has to free; ``lacks``: what he will be with
    arms again, while he has none (GUC-14.8e)."""

    id: FigureId
    name: str
    side: SideId
    seat: SeatId
    code: str
    kind: str
    faces: Faces
    armoured: bool = False
    weapon: str = ""
    lance: bool = False
    hoplite: bool = False
    leader: bool = False
    animal: bool = False
    sex_or_cloth: str = ""
    hex: Hex | None = None
    rear: Hex | None = None
    mount: HorseId | None = None
    health: Health = Health.HEALTHY
    stunned_in: int = 0
    javelins: int = 4
    leads: tuple[HorseId, ...] = ()
    carries: FigureId | None = None
    carried_by: FigureId | None = None
    left_by: Hex | None = None
    storey: int = GROUND
    atop: FigureId = ""
    sheltered_from: FigureId | Hex = ""
    bound: bool = False
    lacks: Arms | None = None

    @property
    def place(self) -> Place | None:
        """Where he is (a rider with his front half); None while off the board."""
        return None if self.hex is None else Place(self.hex, self.storey)

    @property
    def mounted(self) -> bool:
        return self.mount is not None

    @property
    def dead(self) -> bool:
        return self.health is Health.DEAD

    @property
    def stunned(self) -> bool:
        return self.health is Health.STUNNED

    @property
    def wounded(self) -> bool:
        return self.health is Health.WOUNDED

    @property
    def living(self) -> bool:
        """On the board and not dead; a stunned man is living (GUI-4.1a)."""
        return self.hex is not None and self.health is not Health.DEAD

    @property
    def awaited(self) -> bool:
        """Not on the board yet: still to be placed, or in reserve (GUI-2a). He counts as standing."""
        return (
            self.hex is None
            and self.left_by is None
            and self.carried_by is None
            and self.health is not Health.DEAD
        )

    @property
    def active(self) -> bool:
        """On the board and able to act: neither dead, stunned, on somebody's back (GUI-1.2g) nor a prisoner
        (GUC-14.8e)."""
        return (
            self.living and self.health is not Health.STUNNED and self.carried_by is None and not self.bound
        )

    @property
    def rider(self) -> bool:
        """Has a mounted counter, whether he sits on a horse now or not (GUI-4.4.2c)."""
        return self.faces.mounted is not None

    @property
    def values(self) -> Values:
        """Attack, defence and movement of the face in play (GUI-1.2d)."""
        if self.health in (Health.STUNNED, Health.DEAD):
            return self.faces.stunned
        wounded = self.health is Health.WOUNDED
        if self.mount is not None and self.faces.mounted is not None:
            if wounded:
                return self.faces.mounted_wounded or self.faces.mounted
            return self.faces.mounted
        return self.faces.wounded if wounded else self.faces.healthy

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes covered, front half first; empty while off the board."""
        if self.hex is None:
            return ()
        return (self.hex,) if self.rear is None else (self.hex, self.rear)

    @property
    def archer(self) -> bool:
        return self.code[2:3] == "a"

    @property
    def slinger(self) -> bool:
        return self.code[2:3] == "s"


class Horse(msgspec.Struct, frozen=True, omit_defaults=True):
    """A horse: part of its rider's counter while ridden (``front`` is then None), else a counter
    of two hexes.

    Defence 1, armoured if a cataphract's (GUI-6.8d).
    """

    id: HorseId
    name: str
    side: SideId
    armoured: bool = False
    front: Hex | None = None
    rear: Hex | None = None
    alive: bool = True
    ridden_by: FigureId | None = None
    led_by: FigureId | None = None

    @property
    def loose(self) -> bool:
        """Alive, on the board and nobody in the saddle."""
        return self.alive and self.front is not None

    @property
    def hexes(self) -> tuple[Hex, ...]:
        if self.front is None:
            return ()
        return (self.front,) if self.rear is None else (self.front, self.rear)

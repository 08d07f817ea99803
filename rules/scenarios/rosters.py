"""The figures that scenarios can call up, by name. One file a faction under rules/data/rosters."""

from __future__ import annotations

import tomllib
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from rules.core.tables import DATA, Status
from rules.state.figure import Character, Faces, SeatId, SideId, Values

ROSTERS = DATA / "rosters"


class RosterError(ValueError):
    """A roster file that cannot be used; the message begins with the file and names the figure."""


class RosterFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One counter: its name, code and faces as printed (GUI-1.2d). ``barded``: its horse is
    armoured (GUI-6.8d)."""

    name: str
    code: str
    kind: str
    healthy: Values
    wounded: Values
    stunned: Values
    mounted: Values | None = None
    mounted_wounded: Values | None = None
    armoured: bool = False
    weapon: str = ""
    lance: bool = False
    hoplite: bool = False
    leader: bool = False
    barded: bool = False

    @property
    def id(self) -> str:
        return plain_name(self.name)

    @property
    def rides(self) -> bool:
        return self.mounted is not None

    @property
    def faces(self) -> Faces:
        return Faces(self.healthy, self.wounded, self.stunned, self.mounted, self.mounted_wounded)

    def figure(self, side: SideId, seat: SeatId) -> Character:
        """The counter as it is printed, in the hands of a seat: on foot, and nowhere yet."""
        return Character(
            id=self.id,
            name=self.name,
            side=side,
            seat=seat,
            code=self.code,
            kind=self.kind,
            faces=self.faces,
            armoured=self.armoured,
            weapon=self.weapon,
            lance=self.lance,
            hoplite=self.hoplite,
            leader=self.leader,
        )


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One faction's figures, with where their values come from."""

    faction: str
    status: Status
    note: str
    figures: tuple[RosterFigure, ...]


@lru_cache(maxsize=8192)  # mustering a campaign asks for the same names again and again
def plain_name(name: str) -> str:
    """A name in small letters without accents: the figure's id, unique over all rosters."""
    bare = unicodedata.normalize("NFKD", name)
    return "".join(c for c in bare if not unicodedata.combining(c)).lower().replace(" ", "-")


def roster_from_toml(text: str, file: str = "roster") -> Roster:
    """Read a roster. Raises RosterError with the file and, where one is at fault, the figure."""
    try:
        roster = msgspec.convert(tomllib.loads(text), Roster)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RosterError(f"{file}: {error}") from None
    seen: set[str] = set()
    for figure in roster.figures:
        _check(figure, file)
        if figure.id in seen:
            raise RosterError(f"{file}: {figure.name}: another figure has this name")
        seen.add(figure.id)
    return roster


def _check(figure: RosterFigure, file: str) -> None:
    where = f"{file}: {figure.name}"
    if len(figure.code) != 3 or figure.code[1] not in "ci":
        raise RosterError(f"{where}: the code {figure.code!r} is not origin, c or i, and class (GUI-1.2f)")
    if figure.rides != (figure.code[1] == "c"):
        raise RosterError(f"{where}: the code {figure.code} and the mounted face do not agree (GUI-1.2f)")
    if figure.rides and figure.mounted_wounded is None:
        raise RosterError(f"{where}: a rider needs a face for wounded in the saddle")
    if bool(figure.weapon) != (figure.code[2] in "jsa"):
        raise RosterError(f"{where}: exactly the classes j, s and a carry a missile weapon (GUI-5b)")


@cache
def all_rosters() -> tuple[Roster, ...]:
    """All rosters shipped, by file name. Raises RosterError where two share a name."""
    rosters = tuple(_read(path) for path in sorted(ROSTERS.glob("*.toml")))
    seen: dict[str, str] = {}
    for roster in rosters:
        for figure in roster.figures:
            if figure.id in seen:
                raise RosterError(
                    f"{roster.faction}: {figure.name} is also the name of one of the {seen[figure.id]}"
                )
            seen[figure.id] = roster.faction
    return rosters


def _read(path: Path) -> Roster:
    return roster_from_toml(path.read_text("utf-8"), path.name)


@cache
def roster_figures() -> dict[str, RosterFigure]:
    """Every figure of every roster, by id."""
    return {figure.id: figure for roster in all_rosters() for figure in roster.figures}

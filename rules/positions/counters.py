"""One line of a section [men normans]: who it is, where, and what is said of him.

::

    Robert, 0504-0503                        the counter of the rosters, in the saddle: front half, rear half
    Drogo, spearman, 0506, wounded           a man of a kind, with the values of such a man
    Hugo, man, 0507, attack 8, defence 7     a plain man with values of his own
    Odo, rider, 0602 facing N, 22/8/15       attack/defence/MP of the face in play
    Bruno, horse, 0808-0807, loose
    Odo's horse, horse, 0610-0609            the horse that he came with
    Serlo, off in the saddle                 not on the board yet
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from rules.core.facing import Facing
from rules.core.tables import Tables
from rules.positions import pieces
from rules.positions.boards import misplaced
from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line
from rules.scenarios.rosters import plain_name, roster_figures
from rules.state.board import Board
from rules.state.figure import Character, Faces, Health, Hex, Horse, SideId, Values

HEX = r"[A-Z]?\d{4}"
_PLACE = re.compile(rf"({HEX})(?:/(-?\d+))?", re.IGNORECASE)
_HALVES = re.compile(rf"({HEX})-({HEX})", re.IGNORECASE)
_HIS_HORSE = re.compile(r"(.+)'s horse")
_TRIPLE = re.compile(r"(\d+)/(\d+)/(\d+)")
_FACES = {
    "healthy": "healthy",
    "wounded": "wounded",
    "stunned": "stunned",
    "mounted": "mounted",
    "mounted wounded": "mounted_wounded",
}
_FLAGS = {
    "armoured": ("armoured", True),
    "armored": ("armoured", True),
    "unarmoured": ("armoured", False),
    "unarmored": ("armoured", False),
    "lance": ("lance", True),
    "hoplite": ("hoplite", True),
    "leader": ("leader", True),
    "animal": ("animal", True),
}
_VALUES = {
    "attack": "attack", "defence": "defence", "defense": "defence", "mp": "movement", "move": "movement"
}  # fmt: skip
_OTHERS = {
    "carries": "carries",
    "carried by": "carried_by",
    "atop": "atop",
    "sheltered from": "sheltered_from",
    "left by": "left_by",
}
"""Fields that name somebody else, or a hex."""
_MORE = {
    "man", "rider", "horse", "carcass", "dead", "on foot", "javelins", "facing", "leads", "led by", "seat",
    "code", "loose", "no lance", "no weapon", "barded", "off", "rides", "saddle",
}  # fmt: skip
_LITTLE = {"at", "in", "on", "and", "with", "is", "a", "an", "the", "values", "level", "storey"}


class Counter:
    """One man as he is read from his line; ``figure`` or ``horse`` is what he comes to."""

    def __init__(self, line: Line, side: SideId, board: Board, tables: Tables) -> None:
        self.number = line.number
        self.figure: Character | None = None
        self.horse: Horse | None = None
        self._side, self._board, self._tables = side, board, tables
        name, comma, rest = line.text.partition(",")
        words = line.text.split()
        if not comma or _PLACE.fullmatch(name.split()[0] if name.split() else ""):
            name, rest = words[0], " ".join(words[1:])
        self._name = name.strip().replace("_", " ")
        if not self._name[:1].isalpha() or re.search(r"\d{4}|[+;:/\"<>()|]", self._name):
            raise PositionError(
                self.number, f"a line of men begins with a name: Robert, knight, 0504, not {name!r}"
            )
        self._words = rest.replace(",", " ").split()
        self._hexes: tuple[Hex, ...] = ()
        self._storey = 0
        self._facing: Facing | None = None
        self._fields: dict[str, object] = {}
        self._changed: dict[str, int] = {}
        self._faces: dict[str, Values] = {}
        self._horse: dict[str, object] = {}
        self.leads: list[str] = []
        self._kind = ""
        self._on_foot = False
        self._off = False
        self._saddle = False
        self._rides = ""
        while self._words:
            self._take()
        self._made()

    @property
    def piece(self) -> Character | Horse:
        """The man, or the horse that nobody rides."""
        found = self.figure or self.horse
        assert found is not None
        return found

    def _error(self, message: str) -> PositionError:
        return PositionError(self.number, f"{self._name}: {message}")

    # words

    def _next(self, what: str) -> str:
        if not self._words:
            raise self._error(f"{what} is missing at the end of the line")
        return self._words.pop(0)

    def _phrase(self, known: set[str] | frozenset[str]) -> str:
        """The longest of these that comes next, taken off; "" if none does."""
        for length in (3, 2, 1):
            words = " ".join(self._words[:length]).lower()
            if len(self._words) >= length and words in known:
                del self._words[:length]
                return words
        return ""

    def _take(self) -> None:
        takers: tuple[Callable[[], bool], ...] = (
            self._place, self._face, self._word, self._what_he_is, self._other, self._weapon
        )  # fmt: skip
        if not any(take() for take in takers):
            word = self._words[0]
            known = {*_FLAGS, *_VALUES, *_OTHERS, *_FACES, *pieces.kinds(), *self._weapons(), *_MORE}
            raise unknown(self.number, f"word for a man ({self._name})", word, known)

    def _place(self) -> bool:
        word = self._words[0]
        halves, place = _HALVES.fullmatch(word), _PLACE.fullmatch(word)
        if halves is None and place is None:
            return False
        self._words.pop(0)
        if self._hexes:
            raise self._error(f"he is in {'-'.join(self._hexes)} already, and cannot be in {word} too")
        if halves is not None:
            self._hexes = (halves[1].upper(), halves[2].upper())
        elif place is not None:
            self._hexes = (place[1].upper(),)
            self._storey = int(place[2] or 0)
        if why := misplaced(self._board, self._hexes):
            raise self._error(why)
        return True

    def _face(self) -> bool:
        """A face: his health, or values of it."""
        if found := _TRIPLE.fullmatch(self._words[0]):
            self._words.pop(0)
            for field, value in zip(("attack", "defence", "movement"), found.groups(), strict=True):
                self._changed[field] = int(value)
            return True
        face = self._phrase({*_FACES, "dead", "stunned in phase"})
        if not face:
            return False
        if face == "stunned in phase":
            self._fields.update(health=Health.STUNNED, stunned_in=self._number("the phase"))
        elif self._words and (found := _TRIPLE.fullmatch(self._words[0])):
            self._words.pop(0)
            self._faces[_FACES[face]] = Values(*map(int, found.groups()))
        elif face == "mounted wounded":
            self._fields["health"] = Health.WOUNDED
        elif face != "mounted":
            self._fields["health"] = Health(face)
        return True

    def _word(self) -> bool:
        """Something that is said with a word of its own, and perhaps a number behind it."""
        word = self._words[0].lower()
        if self._phrase({"on foot"}):
            self._on_foot = True
            return True
        if word in _LITTLE and not (word == "on" and self._words[1:2] == ["foot"]):
            self._words.pop(0)
            return True
        if self._phrase({"no lance", "without lance"}):
            self._fields["lance"] = False
        elif word in _FLAGS:
            self._words.pop(0)
            name, value = _FLAGS[word]
            self._fields[name] = value
        elif word in _VALUES:
            self._words.pop(0)
            self._changed[_VALUES[word]] = self._number(word)
        elif word == "javelins":
            self._words.pop(0)
            self._fields["javelins"] = self._number(word)
        elif word == "facing":
            self._words.pop(0)
            self._facing = self._direction()
        elif word in ("seat", "code", "sex"):
            self._words.pop(0)
            name = "sex_or_cloth" if word == "sex" else word
            self._fields[name] = self._next(f"the {word}")
        elif word in ("loose", "alive", "barded"):
            self._words.pop(0)
            if word == "barded":
                self._horse["armoured"] = True
        elif word == "off":
            self._words.pop(0)
            self._off = True
        elif word == "saddle":
            self._words.pop(0)
            self._saddle = True
        elif word == "rides":
            self._words.pop(0)
            self._rides = plain_name(self._next("the horse"))
        else:
            return False
        return True

    def _number(self, what: str) -> int:
        word = self._next(f"the number behind {what!r}")
        if not word.isdecimal() or len(word) > 4:
            raise self._error(f"behind {what!r} a number of up to four digits is expected, not {word[:20]!r}")
        return int(word)

    def _direction(self) -> Facing:
        word = self._next("the direction").upper()
        if word not in Facing.__members__:
            raise self._error(f"{word!r} is no direction: N, NE, SE, S, SW or NW")
        return Facing(word)

    def _what_he_is(self) -> bool:
        kind = self._phrase({*pieces.kinds(), "man", "rider", "horse", "carcass"})
        if not kind:
            return False
        if self._kind:
            raise self._error(f"he is a {self._kind} already, and cannot be a {kind} too")
        self._kind = kind
        return True

    def _other(self) -> bool:
        word = self._phrase({*_OTHERS, "leads", "led by"})
        if not word:
            return False
        other = self._next(f"whom behind {word!r}")
        if word == "leads":
            self.leads.append(plain_name(other))
        elif word == "led by":
            self._horse["led_by"] = plain_name(other)
        else:
            self._fields[_OTHERS[word]] = other.upper() if _PLACE.fullmatch(other) else plain_name(other)
        return True

    def _weapons(self) -> frozenset[str]:
        keys = [str(key) for key in list(self._tables["weapons"].keys())]
        return frozenset([*keys, *(key.replace("_", " ") for key in keys)])

    def _weapon(self) -> bool:
        weapon = self._phrase(self._weapons()) or self._phrase({"no weapon", "without weapon"})
        if not weapon:
            return False
        self._fields["weapon"] = (
            "" if weapon.endswith("no weapon") or "without" in weapon else weapon.replace(" ", "_")
        )
        return True

    # what he comes to

    def _made(self) -> None:
        if self._kind in ("horse", "carcass"):
            self._made_horse()
            return
        figure = self._begun()
        hexes = self._halves(figure)
        down = self._fields.get("health") in (Health.STUNNED, Health.DEAD)
        if self._kind == "rider" and len(hexes) == 1 and not self._on_foot and not down:
            raise self._error("a rider covers two hexes: 0504-0503, or 0504 facing N; or write on foot")
        mounted = len(hexes) == 2 or self._saddle
        fields = {**self._fields, "id": plain_name(self._name), "name": self._name}
        if mounted and not figure.rider and "mounted" not in self._faces:
            raise self._error(
                "he has no horse to sit on, but stands in two hexes: give him one hex, or write rider"
            )
        figure = replace(
            figure,
            hex=hexes[0] if hexes else None,
            rear=hexes[1] if len(hexes) == 2 else None,
            storey=self._storey,
            mount=(self._rides or f"{fields['id']}-horse") if mounted else None,
            **fields,
        )
        self.figure = replace(figure, faces=self._faces_of(figure))
        if not hexes and not self._off and figure.awaited:
            raise self._error("where is he? Give a hex, such as 0504, or 0504-0503 for a rider")
        if mounted:
            self.horse = Horse(
                id=figure.mount or "",
                name=f"{figure.name}'s horse",
                side=self._side,
                armoured=bool(self._horse.get("armoured", pieces.barded(self._name))),
                ridden_by=figure.id,
            )

    def _begun(self) -> Character:
        """The counter as it is printed, before anything is said of it."""
        if self._kind == "rider":
            armoured = bool(self._fields.get("armoured"))
            made = pieces.rider(self._name, "0101", "0101", side=self._side, armoured=armoured)
            return replace(made, rear=None, mount=None)
        if self._kind == "man" or (not self._kind and plain_name(self._name) not in roster_figures()):
            armoured = bool(self._fields.get("armoured"))
            return pieces.man(
                self._name, None, side=self._side, armoured=armoured, rides="mounted" in self._faces
            )
        if self._kind:
            return pieces.of_kind(self._kind, self._side)
        return pieces.of_roster(self._name, self._side)

    def _halves(self, figure: Character) -> tuple[Hex, ...]:
        """His hexes: a rider of whom only the front half is named has his tail behind where he faces."""
        if len(self._hexes) != 1 or self._facing is None or self._on_foot or not figure.rider:
            return self._hexes
        behind = self._board.neighbour(self._hexes[0], self._facing.turned(3))
        if behind is None:
            raise self._error(f"there is no hex behind {self._hexes[0]} for the rear half of his horse")
        return (self._hexes[0], behind)

    def _faces_of(self, figure: Character) -> Faces:
        """His faces; a value that is given alone is one of the face in play, and the faces behind it
        follow from it."""
        faces = figure.faces
        if self._changed:
            saddle = figure.mounted
            first = faces.mounted if saddle and faces.mounted is not None else faces.healthy
            hurt = figure.health in (Health.STUNNED, Health.DEAD)
            shown = figure.values if hurt or figure.wounded else first
            given = replace(shown, **self._changed)
            if hurt:
                faces = replace(faces, stunned=given)
            elif figure.wounded:
                faces = replace(faces, mounted_wounded=given) if saddle else replace(faces, wounded=given)
            elif saddle:
                wounded = replace(pieces.halved(given), movement=given.movement)
                faces = replace(faces, mounted=given, mounted_wounded=wounded)
            else:
                faces = replace(faces, healthy=given, wounded=pieces.halved(given))
        return replace(faces, **self._faces) if self._faces else faces

    def _made_horse(self) -> None:
        hexes = self._hexes
        if len(hexes) == 1 and self._facing is not None:
            behind = self._board.neighbour(hexes[0], self._facing.turned(3))
            hexes = (hexes[0], behind) if behind is not None else hexes
        if len(hexes) != 2 and not (self._off and not hexes):
            raise self._error("a horse covers two hexes: 0504-0503, head first")
        dead = self._kind == "carcass" or self._fields.get("health") is Health.DEAD
        his = _HIS_HORSE.fullmatch(self._name)
        self.horse = Horse(
            id=f"{plain_name(his[1])}-horse" if his else plain_name(self._name),
            name=self._name,
            side=self._side,
            front=hexes[0] if hexes else None,
            rear=hexes[1] if hexes else None,
            alive=not dead,
            **self._horse,  # type: ignore[arg-type]
        )

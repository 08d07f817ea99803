"""What the words of one seat's orders can mean: the names of figures and horses, and the hexes of the board.

Plain data, made from a battle once for each mail. Names resolve with or without accents, in any case, by
unambiguous beginnings, and through small slips of the keyboard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from rules.core.language import english
from rules.orders.alike import cause, latin, script_of
from rules.orders.text import Line, Token, plain, tokens
from rules.orders.trouble import Code, Misread, Trouble, listed
from rules.orders.words import KEYWORDS, NO_NAMES
from rules.state.battle import Battle
from rules.state.board import BoardData, board_of
from rules.state.figure import Character, Hex, SeatId, SideId


class Role(StrEnum):
    """Whose a name is, seen from the seat."""

    OWN = "own"
    FRIEND = "friend"
    ALLY = "ally"
    NEUTRAL = "neutral"
    ENEMY = "enemy"
    HORSE = "horse"
    ENGINE = "engine"


OWN = frozenset({Role.OWN})
TARGETS = frozenset({Role.ENEMY, Role.HORSE})
HORSES = frozenset({Role.HORSE})
ENGINES = frozenset({Role.ENGINE})
PEOPLE = frozenset({Role.OWN, Role.FRIEND, Role.ALLY, Role.NEUTRAL, Role.ENEMY})

MOST_NAME_WORDS = 8
"""Of "Aubrey the Younger of San Marco's horse" there are seven; the home of a man has up to three."""
MOST_KEPT = 4096


class Found(msgspec.Struct, frozen=True):
    """A name that was understood: whose, over how many words, and what to tell when it was not
    spelt like that."""

    id: str
    length: int
    note: str = ""


class Lexicon:
    """The vocabulary of one seat. ``names`` gives id and name for each role; ``letters`` the panels' letters,
    if the hexes of this board carry one; ``modules`` the advanced rules whose verbs are read; ``areas`` the
    named places, ``grounds`` those where the seat places its men."""

    def __init__(
        self,
        names: Mapping[Role, Mapping[str, str]],
        hexes: Collection[Hex],
        letters: Sequence[str] = (),
        modules: Sequence[str] = (),
        areas: Sequence[str] = (),
        grounds: Sequence[str] = (),
    ) -> None:
        self.hexes = hexes
        self.letters = tuple(letters)
        self.modules = tuple(modules)
        self.areas = tuple(areas)
        self.grounds = tuple(grounds)
        self.role: dict[str, Role] = {}
        self.name: dict[str, str] = {}
        self._exact: dict[tuple[str, ...], list[str]] = {}
        self._words: dict[str, tuple[str, ...]] = {}
        for role, people in names.items():
            for person, name in people.items():
                self._add(role, person, name)
        self._handles = {person: self._handle(person) for person in self.name}
        self._joined = {person: " ".join(words) for person, words in self._words.items()}
        self._looks: dict[tuple[str, ...], list[str]] = {}
        for person, words in self._words.items():
            self._looks.setdefault(_looks(words), []).append(person)
        self._by_first: dict[str, tuple[str, ...]] = {}
        self._found: dict[tuple[object, ...], Found | Trouble] = {}  # what was looked up, as it was written
        self._scripts = frozenset(script_of(letter) for name in self.name.values() for letter in name)

    def _add(self, role: Role, person: str, name: str) -> None:
        self.role[person] = role
        self.name[person] = name
        words = _words(name) or _words(person)
        self._words[person] = words
        for spelling in dict.fromkeys((words, _words(person))):
            if spelling:
                self._exact.setdefault(spelling, []).append(person)

    def _handle(self, person: str) -> str:
        """What is printed for somebody: the name, or the id where the name would not lead back to him."""
        name = self.name[person]
        return (
            name
            if self._exact.get(_words(name)) == [person] and len(_words(name)) <= MOST_NAME_WORDS
            else person
        )

    def __getitem__(self, person: str) -> str:
        """The name to print for a figure or horse."""
        return self._handles.get(person, person)

    # names

    def find(self, words: Sequence[Token], roles: frozenset[Role]) -> Found | Trouble:
        """Who is meant at the beginning of these words. Only those of the given roles are considered, unless
        nobody of them fits."""
        spelt = self._spelt(words)
        if not spelt:
            position = words[0].position if words else -1
            return Trouble(Code.NAME, english("a name was expected here"), position)
        as_written = (roles, spelt, *(word.text for word in words[: len(spelt)]))
        found = self._found.get(as_written)
        if found is None:
            if len(self._found) >= MOST_KEPT:
                self._found.clear()
            found = self._found[as_written] = self._look_up(words, spelt, roles)
        if isinstance(found, Trouble) and found.position != words[0].position:
            return msgspec.structs.replace(found, position=words[0].position)
        return found

    def _look_up(
        self, words: Sequence[Token], spelt: tuple[str, ...], roles: frozenset[Role]
    ) -> Found | Trouble:
        return (
            self._exactly(words, spelt, roles)
            or self._alike(words, spelt, roles)
            or self._beginning(words, spelt, roles)
            or self._misspelt(words, spelt, roles)
        )

    def _spelt(self, words: Sequence[Token]) -> tuple[str, ...]:
        spelt: list[str] = []
        for token in words[:MOST_NAME_WORDS]:
            if token.kind not in ("word", "number"):
                break
            spelt.append(token.plain)
        return tuple(spelt)

    def _exactly(
        self, words: Sequence[Token], spelt: tuple[str, ...], roles: frozenset[Role]
    ) -> Found | Trouble | None:
        elsewhere: list[str] = []
        for length in range(len(spelt), 0, -1):
            everybody = self._exact.get(spelt[:length], [])
            fitting = [p for p in everybody if self.role[p] in roles]
            if len(fitting) == 1:
                return Found(fitting[0], length)
            if fitting:
                return self._ambiguous(words[0], fitting)
            elsewhere = elsewhere or everybody
        return self._not_of(words[0], elsewhere[0], roles) if elsewhere else None

    def _beginning(
        self, words: Sequence[Token], spelt: tuple[str, ...], roles: frozenset[Role]
    ) -> Found | Trouble | None:
        if spelt[0] in KEYWORDS or spelt[0] in NO_NAMES or len(spelt[0]) < 2:
            return None
        perhaps = self._with_first(spelt[0])
        elsewhere: list[str] = []
        for length in range(len(spelt) if perhaps else 0, 0, -1):
            if any(word in KEYWORDS for word in spelt[1:length]):
                continue
            everybody = [p for p in perhaps if _begins(spelt[:length], self._words[p])]
            fitting = self._rather_men([p for p in everybody if self.role[p] in roles])
            if len(fitting) == 1:
                return Found(fitting[0], length)
            if fitting:
                return self._ambiguous(words[0], fitting)
            elsewhere = elsewhere or everybody
        if len(elsewhere) == 1:
            return self._not_of(words[0], elsewhere[0], roles)
        return None

    def _rather_men(self, fitting: list[str]) -> list[str]:
        """Without the horses, where a name cut short may be a man's: "Anas" is Anas the Black, not his
        horse."""
        men = [p for p in fitting if self.role[p] is not Role.HORSE]
        return men or fitting

    def _with_first(self, word: str) -> tuple[str, ...]:
        """Whose name may begin with this word. Kept, because every place of a line is asked about many times,
        and a mail may hold thousands of words that are nobody's name."""
        found = self._by_first.get(word)
        if found is None:
            if len(self._by_first) >= MOST_KEPT:
                self._by_first.clear()
            found = tuple(p for p, whole in self._words.items() if _begins((word,), whole))
            self._by_first[word] = found
        return found

    def _alike(
        self, words: Sequence[Token], spelt: tuple[str, ...], roles: frozenset[Role]
    ) -> Found | Trouble | None:
        """A name in which letters of another script stand for Latin ones that look the same, or the other way
        round; said in a note. Never guessed where two names look alike."""
        looks = tuple(plain(latin(word.text)) for word in words[: len(spelt)])
        for length in range(len(looks), 0, -1):
            everybody = self._looks.get(looks[:length], [])
            fitting = [p for p in everybody if self.role[p] in roles]
            if len(fitting) == 1:
                written = " ".join(word.text for word in words[:length])
                return self._read_as(written, Found(fitting[0], length))
            if fitting:
                return self._ambiguous(words[0], fitting)
            if everybody:
                return self._not_of(words[0], everybody[0], roles)
        if looks == spelt:
            return None
        found = self._beginning(words, looks, roles)
        return self._read_as(words[0].text, found) if isinstance(found, Found) else found

    def _read_as(self, written: str, found: Found) -> Found:
        why = cause(written)
        note = english("{written} read as {name}.", written=written, name=self[found.id])
        if why:
            note = english("{written} read as {name}: {why}.", written=written, name=self[found.id], why=why)
        return msgspec.structs.replace(found, note=note)

    def why_unknown(self, written: str) -> str:
        """What is odd about a word's letters, unless names of this battle are written like that."""
        if any(script in self._scripts for letter in written if (script := script_of(letter))):
            return ""
        return cause(written)

    def _misspelt(
        self, words: Sequence[Token], spelt: tuple[str, ...], roles: frozenset[Role]
    ) -> Found | Trouble:
        """A clearly unique near miss is accepted and said; anything else is only suggested."""
        written = words[0].text
        if spelt[0] in KEYWORDS:
            return Trouble(
                Code.NAME,
                english("a name was expected before {written!r}", written=written),
                words[0].position,
            )
        for length in (2, 1):
            if length > len(spelt) or any(word in KEYWORDS for word in spelt[:length]):
                continue
            guess = " ".join(spelt[:length])
            person = self._near(guess)
            if person is not None and self.role[person] in roles:
                as_written = " ".join(t.text for t in words[:length])
                return Found(
                    person,
                    length,
                    english("{written} read as {name}.", written=as_written, name=self[person]),
                )
        pool = {p: j for p, j in self._joined.items() if self.role[p] in roles}
        nearest = process.extractOne(
            spelt[0][:40], pool, scorer=JaroWinkler.normalized_similarity, score_cutoff=0.75
        )
        suggestion = self[nearest[2]] if nearest else ""
        unknown = english("nobody called {written} is in this battle", written=written[:40])
        if why := self.why_unknown(written):
            unknown = english(
                "nobody called {written} is in this battle: {why}", written=written[:40], why=why
            )
        return Trouble(Code.NAME, unknown, words[0].position, suggestion)

    def _near(self, guess: str) -> str | None:
        if len(guess) < 4 or len(guess) > 40:
            return None
        slips = 1 if len(guess) < 6 else 2
        near = process.extract(guess, self._joined, scorer=OSA.distance, score_cutoff=slips + 1, limit=3)
        if not near or near[0][1] > slips or (len(near) > 1 and near[1][1] <= near[0][1] + (slips > 1)):
            return None
        return str(near[0][2])

    def _ambiguous(self, word: Token, fitting: Iterable[str]) -> Trouble:
        candidates = tuple(self[p] for p in fitting)
        return Trouble(
            Code.WHICH_NAME,
            english("{word} could be {candidates}", word=word.text, candidates=listed(candidates[:8])),
            word.position,
            "",
            candidates,
        )

    def _not_of(self, word: Token, person: str, roles: frozenset[Role]) -> Trouble:
        name = self[person]
        if self.role[person] is Role.ENGINE:
            return Trouble(
                Code.WRONG_TARGET, english("{name} is an engine: SHOOT or PUSH it", name=name), word.position
            )
        if roles == ENGINES:
            return Trouble(Code.WRONG_TARGET, english("{name} is not an engine", name=name), word.position)
        if roles == OWN:
            return Trouble(
                Code.NOT_YOURS, english("{name} is not under your command", name=name), word.position
            )
        if roles == HORSES:
            return Trouble(Code.WRONG_TARGET, english("{name} is not a horse", name=name), word.position)
        match self.role[person]:
            case Role.OWN | Role.FRIEND:
                whose = english("on your own side")
            case Role.ALLY:
                whose = english("your ally")
            case Role.NEUTRAL:
                whose = english("neutral, no enemy of yours")
            case _:
                whose = english("not somebody for this")
        return Trouble(Code.WRONG_TARGET, english("{name} is {whose}", name=name, whose=whose), word.position)

    # hexes

    def hex(self, token: Token) -> Hex:
        """The hex that a token names. Raises Misread for one that is not on the board, or on
        several panels."""
        label = token.plain
        if token.kind == "hex" and label in self.hexes:
            return label
        if token.kind == "hex" and label[0].isdigit() and self.letters:
            there = [letter + label for letter in self.letters if letter + label in self.hexes]
            if len(there) == 1:
                return there[0]
            if there:
                message = english(
                    "{token} is on several panels: {there}", token=token.text, there=listed(there)
                )
                raise Misread(Trouble(Code.WHICH_HEX, message, token.position, "", tuple(there)))
        message = english("there is no hex {token} on this board", token=token.text[:20])
        if why := cause(token.text[:20]):
            message = english("there is no hex {token} on this board: {why}", token=token.text[:20], why=why)
        raise Misread(Trouble(Code.HEX, message, token.position, self._hex_like(token)))

    def _hex_like(self, token: Token) -> Hex:
        digits = "".join(c for c in token.plain if c.isdecimal())[:4]
        for guess in (digits.zfill(4), *(letter + digits.zfill(4) for letter in self.letters)):
            if guess in self.hexes:
                return guess
        return ""


def _words(name: str) -> tuple[str, ...]:
    """A name cut as the reader cuts a line, so that what is printed reads back."""
    cut = tokens(Line(name, tuple(range(len(name)))))
    return tuple(t.plain for t in cut) if all(t.kind in ("word", "number") for t in cut) else ()


def _looks(words: tuple[str, ...]) -> tuple[str, ...]:
    """How words look, whatever the script of each letter."""
    return tuple(plain(latin(word)) for word in words)


def _begins(spelt: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    if len(spelt) == 1:
        return whole[0].startswith(spelt[0]) or spelt[0] in whole
    return len(spelt) <= len(whole) and all(w.startswith(s) for s, w in zip(spelt, whole, strict=False))


def lexicon_of(battle: Battle, seat: SeatId) -> Lexicon:
    """The vocabulary of a seat: its own figures, those of its side's other seats and of its allies, neutrals,
    the enemies, the horses. The same object as long as the names are the same."""
    side = next((s.side for s in battle.setup.seats if s.id == seat), "")
    figures = tuple((f.id, f.name, _role(battle, f, seat, side)) for f in battle.figures.values())
    horses = tuple((h.id, h.name or h.id, Role.HORSE) for h in battle.horses.values())
    engines = tuple((e.id, e.name, Role.ENGINE) for e in battle.engines.values())
    deployment = battle.deployment_of(seat)
    grounds = tuple(area.name for area in deployment.areas) if deployment is not None else ()
    return _lexicon((*figures, *horses, *engines), battle.setup.board, battle.setup.modules, grounds)


def _role(battle: Battle, figure: Character, seat: SeatId, side: SideId) -> Role:
    if figure.seat == seat:
        return Role.OWN
    if battle.hostile(side, figure.side):
        return Role.ENEMY
    if not battle.friendly(side, figure.side):
        return Role.NEUTRAL
    return Role.FRIEND if figure.side == side else Role.ALLY


@lru_cache(maxsize=256)
def _lexicon(
    people: tuple[tuple[str, str, Role], ...],
    board: BoardData,
    modules: tuple[str, ...],
    grounds: tuple[str, ...],
) -> Lexicon:
    names: dict[Role, dict[str, str]] = {role: {} for role in Role}
    for person, name, role in people:
        names[role][person] = name
    letters = tuple(p.letter for p in board.panels) if len(board.panels) > 1 else ()
    return Lexicon(names, board_of(board).cells, letters, modules, board_of(board).areas, grounds)

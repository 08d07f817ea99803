"""Where to, and whom or what to look at: by hexes, steps, things and persons. What had to be guessed is a
doubt, so that it is offered and not filed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from rules.core.facing import Facing
from rules.desk.speech import compass
from rules.desk.speech.aways import Away
from rules.desk.speech.clause import Clause, Unknown, Unsure, goes_somewhere
from rules.desk.speech.phrases import text_of
from rules.desk.speech.vocabulary import HOLDING, Deed
from rules.desk.tagging import things
from rules.desk.tagging.acts import Act, Unplain
from rules.desk.tagging.describing import Person
from rules.desk.tagging.looking import TWELFTHS
from rules.desk.tagging.model import model
from rules.desk.tagging.nearing import Nearing
from rules.desk.tagging.words import words_in
from rules.orders.text import Token
from rules.orders.trouble import Trouble
from rules.state.figure import FigureId, Hex

Words = tuple[Token, ...]

_FAR = words_in("far towards toward direction closer nearer possible near")
_RELATIVE = words_in("next beside near between behind of away from around not")
_STEPS = words_in("hex hexes hexs hx step steps field fields space spaces paces")
_NEARER = words_in("nearer closer towards toward")
_ONWARD = words_in("forward forwards fwd ahead onward onwards advances advance front approach approaches")
_BACKWARD = words_in("back backs backwards rearwards rear withdraw withdraws retreat retreats falls off")
_FILLING = words_in("""
    the a an to of in into at on by for up down over out more about full straight due good just only or
    so some side end way towards toward max mp direction as far he gets possible can my our his their
    that this right
    """)
_ATTACKING = words_in("""
    from side sides both behind flank flanks rear the his their two all with a at front back opposite
    different
    """)
_FROM_BEHIND = words_in("behind rear back")
_HIS_PLACE = frozenset(("left", "place", "spot", "post", "old", "gone", "was"))
_MOST_SKIPPED = 4


class Places(Nearing):
    """Reads the places of an act. Part of Composing, which says who was spoken of."""

    clauses: list[Clause]
    far: bool

    def _grammar(self, text: str) -> list[Clause]:
        raise NotImplementedError

    # where to

    def _where(self, act: Act, who: Person) -> list[Clause]:
        """Raises Unplain where it is not plain."""
        words = act.place
        far = self.far or any(word.plain in _FAR for word in words)
        ways: tuple[Callable[[], list[Clause] | None], ...] = (
            lambda: self._by_hexes(who, words, far),
            lambda: self._by_the_grammar(who, words, far, most=1),
            lambda: self._by_steps(act, who),
            lambda: self._by_the_grammar(who, words, far),
            lambda: self._by_the_grammar(who, self._named_for(words, who), far),
            lambda: self._by_person(who, words, far),
            lambda: self._by_thing(who, words),
            lambda: self._by_direction(who, words),
        )
        if {word.plain for word in words} & _HIS_PLACE:
            self.doubts.append(text_of(words))  # where he is, or where he was
        if act.deed == "leave" and (found := self._out_of(who, words)):
            return found
        for way in ways:
            if found := way():
                return found
        if act.deed == "leave" and not any(word.kind in ("hex", "number") for word in words):
            self.doubts.append(text_of(words))
            return [Clause(Deed.GO, who.ids, away=Away("far"))]
        raise Unplain

    def _by_hexes(self, who: Person, words: Words, far: bool) -> list[Clause] | None:
        hexes = [self.lexicon.hex(word) for word in words if word.kind == "hex"]
        plain = {word.plain for word in words}
        if not hexes or plain & _RELATIVE:
            return None
        stands = self.desk.battle.figures[who.ids[0]].hexes
        if len(who.ids) == 1 and len(hexes) > 1 and hexes[0] in stands:
            hexes = hexes[1:]  # "2005 to 1708": he stands at the first
        if len(hexes) == 1:
            return [Clause(Deed.GO, who.ids, hex=hexes[0], far=far)]
        if "or" in plain:
            return [Clause(Deed.GO, who.ids, spots=tuple(hexes))]
        if len(hexes) == len(who.ids):
            return [Clause(Deed.GO, (man,), hex=at) for man, at in zip(who.ids, hexes, strict=True)]
        if len(who.ids) == 1:
            return [Clause(Deed.WRITTEN, who.ids, text=" ".join(hexes))]
        raise Unplain

    def _unplaced(self, act: Act, who: Person) -> list[Clause]:
        """Where those go of whom is said no more than how far, which way, or that they are to get away: a
        doubt."""
        if not any(model().knows(word.plain, act.deed) for word in act.verb):
            raise Unplain  # "bless his heart" is no going
        words = tuple(word for how in act.how for word in how)
        self.doubts.append(text_of(act.verb))
        if any(word.plain in _STEPS for word in (*words, *act.verb)):
            counted = replace(act, place=words or act.verb)
            return self._by_steps(counted, who) or []
        if act.deed == "leave":
            return [Clause(Deed.GO, who.ids, away=Away("far"))]
        said = (*act.verb, *words)
        where = things.first_direction(said) or self._way_of(act, {word.plain for word in said})
        return [self._headed(man, where) for man in who.ids]

    # so many hexes

    def _by_steps(self, act: Act, who: Person) -> list[Clause] | None:
        """ "Two hexes north", "three hexes nearer", "back off a hex"."""
        words = act.place
        many = 0
        for at, word in enumerate(words):
            behind = words[at + 1].plain if at + 1 < len(words) else ""
            before = words[at - 1].plain if at else ""
            counts = behind in _STEPS or before in _STEPS or len(words) == 1
            if (said := compass.number(word)) and (counts or (word.plain not in ("a", "an", "one"))):
                many = said
                break
        if not many:
            return None
        plain = {word.plain for word in words}
        if plain & {"behind", "within", "of", "short", "between"}:
            return None
        where = things.first_direction(words)
        whom = self._somebody(words, who)
        if whom is not None or (not where and plain & _NEARER):
            return self._nearer(who, many, whom, away=bool(plain & {"away", "from"}))
        if not where:
            where = things.first_direction(act.verb) or self._way_of(act, plain)
            self.doubts.append(text_of(words))
        elif not all(
            w in _FILLING or w in _STEPS or _is_number(t) or things.direction([t], 0)
            for w, t in _plain(words)
        ):
            self.doubts.append(text_of(words))
        return [self._stepped(man, many, where) for man in who.ids]

    def _way_of(self, act: Act, plain: Collection[str]) -> str:
        said = {*plain, *(word.plain for word in act.verb)}
        if said & _BACKWARD or act.deed == "leave":
            return "back"
        if said & (_ONWARD | _NEARER):
            return "forward"
        raise Unplain

    def _stepped(self, man: FigureId, many: int, where: str) -> Clause:
        """So many hexes in a direction; where two hexes are, either, as a doubt."""
        figure, board = self.desk.battle.figures[man], self.desk.battle.board
        found = compass.hex_there(self.desk.battle, figure, many, where)
        if not isinstance(found, Trouble):
            return Clause(Deed.GO, (man,), steps=(many, where))
        self.doubts.append(where)
        at = figure.hex
        if at is None:
            raise Unplain
        ring = [there for there in board.within(at, many) if board.distance(at, there) == many]
        if sides := compass.sides(where):
            last = things.last_of(board, at, where)
            near, ways = board.distance(at, last), _between(sides)
            ring = [
                one for one in ring if board.distance(one, last) < near and board.bearing(at, one) in ways
            ]
            return self._spots(man, ring)
        foes = self._foes_of(man)
        if not foes or where not in ("forward", "back"):
            raise Unplain
        far = {there: min(board.distance(there, foe) for foe in foes) for there in ring}
        best = min(far.values()) if where == "forward" else max(far.values())
        return self._spots(man, [there for there in ring if far[there] == best])

    def _nearer(self, who: Person, many: int, whom: FigureId | None, *, away: bool) -> list[Clause] | None:
        """So many hexes towards somebody, or away from him; towards the nearest enemy where nobody is
        said."""
        board, figures = self.desk.battle.board, self.desk.battle.figures
        self.doubts.append(str(many))
        out: list[Clause] = []
        for man in who.ids:
            at = figures[man].hex
            goals = list(figures[whom].hexes) if whom is not None else self._foes_of(man)
            if at is None or not goals:
                raise Unplain
            goal = min(goals, key=lambda there: (board.distance(at, there), there))
            wanted = board.distance(at, goal) + (many if away else -many)
            ring = [there for there in board.within(at, many) if board.distance(there, goal) == wanted]
            if not ring:
                return None
            out.append(self._spots(man, [there for there in ring if there != goal]))
        return out

    def _spots(self, man: FigureId, hexes: Sequence[Hex]) -> Clause:
        if not hexes:
            raise Unplain
        return Clause(Deed.GO, (man,), spots=tuple(sorted(hexes)))

    # by the grammar's own words

    def _by_the_grammar(
        self, who: Person, words: Words, far: bool, most: int = _MOST_SKIPPED
    ) -> list[Clause] | None:
        """Where to in the words that the grammar knows, with what it does not know left out in front."""
        names = " and ".join(self.lexicon[man] for man in who.ids)
        for skipped in range(min(most, len(words))):
            if any(word.plain in HOLDING for word in words[:skipped]):
                break
            rest = text_of(words[skipped:])
            for text in (f"{names} go {rest}", f"{names} go to {rest}", f"{names} go to the {rest}"):
                try:
                    read = self._grammar(text)
                except (Unknown, Unsure):
                    continue
                deeds = (Deed.GO, Deed.LEAVE, Deed.JOIN)
                if read and all(clause.deed in deeds and goes_somewhere(clause) for clause in read):
                    if most == 1 and any(clause.steps[0] for clause in read):
                        return None
                    if any(word.plain not in _FILLING for word in words[:skipped]):
                        self.doubts.append(text_of(words[:skipped]))
                    return [replace(one, far=one.far or far) for one in read]
        return None

    # by things

    def _by_thing(self, who: Person, words: Words) -> list[Clause] | None:
        """ "Behind the hedge", "the east door", "the north side of the house": always a doubt, since which
        of its hexes is meant is guessed."""
        battle = self.desk.battle
        plain = {word.plain for word in words}
        if plain & {"away", "from", "not", "between", "clear"} or (plain & {"out"} and "of" in plain):
            return None
        thing = things.called(battle, self.lexicon, words)
        if thing is None:
            return None
        hexes = thing.hexes
        self.doubts.append(text_of(words))
        if where := things.first_direction(words):
            hexes = things.on_side(battle.board, hexes, where) or hexes
        labels = [self.lexicon.hex(word) for word in words if word.kind == "hex"]
        if labels:
            hexes = [at for at in hexes if any(battle.board.distance(at, one) <= 1 for one in labels)]
        lead = {word.plain for word in words[: thing.begin]}
        start = battle.figures[who.ids[0]].hexes
        if lead & {"behind", "beyond"}:
            hexes = things.beyond(battle.board, thing, self._foes_of(who.ids[0]))
        elif lead & {"other", "far"}:
            hexes = things.beyond(battle.board, thing, start)
        return [Clause(Deed.GO, who.ids, spots=tuple(hexes), far=True)] if hexes else None

    def _out_of(self, who: Person, words: Words) -> list[Clause] | None:
        """ "Quits the marsh": of those who stand in it."""
        thing = things.called(self.desk.battle, self.lexicon, words)
        hexes = any(word.kind == "hex" for word in words)
        if thing is None or thing.sides or hexes or things.first_direction(words):
            return None
        figures = self.desk.battle.figures
        if not all(set(figures[man].hexes) & set(thing.hexes) for man in who.ids):
            return None
        self.doubts.append(text_of(words))
        return [Clause(Deed.GO, who.ids, away=Away("leave", hexes=tuple(thing.hexes)))]

    def _by_direction(self, who: Person, words: Words) -> list[Clause] | None:
        """A direction and no number: as far as he gets, as a doubt."""
        where = things.first_direction(words)
        plain = {word.plain for word in words}
        if not where and plain & _ONWARD:
            where = "forward"
        if not where and plain & _BACKWARD:
            where = "back"
        known = _FILLING | _ONWARD | _BACKWARD | _FAR | _STEPS
        if not where or not all(one in known or things.direction([word], 0) for one, word in _plain(words)):
            return None
        self.doubts.append(text_of(words))
        return [self._headed(man, where) for man in who.ids]

    def _headed(self, man: FigureId, where: str) -> Clause:
        figure, board = self.desk.battle.figures[man], self.desk.battle.board
        at = figure.hex
        if at is None:
            raise Unplain
        if compass.sides(where):
            return Clause(Deed.GO, (man,), hex=things.last_of(board, at, where), far=True)
        if where == "back":
            return Clause(Deed.GO, (man,), away=Away("far"))
        foes = sorted(self._foes_of(man), key=lambda there: (board.distance(at, there), there))
        if not foes:
            raise Unplain
        return Clause(Deed.GO, (man,), spots=tuple(board.neighbours(foes[0])), far=True)

    # where from

    def _up_to(self, act: Act, who: Person, foes: Sequence[FigureId]) -> None:
        """ "From 1510 and 1511", "from the north": where those who fight go first."""
        figures, board = self.desk.battle.figures, self.desk.battle.board
        hexes = [self.lexicon.hex(word) for word in act.place if word.kind == "hex"]
        plain = {word.plain for word in act.place}
        at_foe = [at for foe in foes if foe in figures for at in figures[foe].hexes]
        hexes = [at for at in hexes if at not in at_foe]
        if hexes:
            if len(hexes) != len(who.ids):
                raise Unplain
            for man, there in zip(who.ids, hexes, strict=True):
                if there not in figures[man].hexes:
                    self.clauses.append(Clause(Deed.GO, (man,), hex=there))
            return
        sides = compass.sides(things.first_direction(act.place))
        if sides and len(at_foe) == 1:
            around = [board.neighbour(at_foe[0], side) for side in sides]
            spots = [one for one in around if one is not None]
            spots = [one for one in spots if not any(one in figures[man].hexes for man in who.ids)]
            if spots and len(spots) == len(sides):
                self.doubts.append(text_of(act.place))
                self.clauses.append(Clause(Deed.GO, who.ids, spots=tuple(spots)))
        elif (plain & _FROM_BEHIND and "both" not in plain) or not plain <= _ATTACKING:
            self.doubts.append(text_of(act.place))


def _between(sides: Sequence[Facing]) -> set[int]:
    """The bearings from one side of a hex to the other."""
    found = sorted(TWELFTHS[side.value] for side in sides)
    return set(range(found[0], found[-1] + 1))


def _is_number(word: Token) -> bool:
    return bool(compass.number(word))


def _plain(words: Words) -> list[tuple[str, Token]]:
    return [(word.plain, word) for word in words]

"""Standing orders to shoot in the enemy's phase, read by what they are made of: who, at whom, how far, and
what says that it is not for now. In which order that stands does not matter; nothing may be left over."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import say
from rules.desk.speech import compass
from rules.desk.speech.clauses import Clauses
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.saying import Saying
from rules.orders.lexicon import PEOPLE, Role
from rules.orders.picks import KINDS
from rules.orders.text import Token
from rules.state.figure import FigureId

_TIMES = phrases_in(
    """
    in the enemy turn, in the enemy phase, in the enemys turn, in the enemys phase, in their turn, in
    their phase, during the enemy turn, during the enemy phase, during the enemys turn, during the
    enemys phase, during their turn, during their phase, in enemy phase, in enemy turn, while they move,
    while the enemy moves, when it is their turn, on their turn, in his turn, in his phase, in the other
    turn, during their move, during their movement, during the enemy movement, from now on, standing
    order, standing orders, as a standing order
    """
)
_OF_SIDE = phrases_in("turn, phase, move, movement, turns, phases, half")
_WATCHES = phrases_in(
    """
    watch, watches, keep watch, keeps watch, keep a watch, keeps a watch, on watch, overwatch, on
    overwatch, watch fire, watches fire, watch for, watches for, guard, guards, reaction fire,
    opportunity fire, defensive fire, keep watching, keeps watching, keep an eye out, keeps an eye out,
    watching
    """
)
_SHOOTS = phrases_in(
    """
    shoot, shoots, fire, fires, loose, looses, let fly, lets fly, fire at will, shoot at will, shooting,
    firing, open fire, opens fire, take a shot, takes a shot, sling, slings, free to shoot, free to fire
    """
)
_ANYBODY = phrases_in(
    """
    whoever, anyone, anybody, everybody, everyone, someone, somebody, the first, first, any enemy, an
    enemy, the enemy, enemies, enemy, anything, everything, the first one, first one, any man, any of
    them, one of them, the first enemy, those, any foe, targets, target, anyone who, anybody who,
    whoever of them, what, whatever, any target, any, all, the ones, something
    """
)
_NEAREST = phrases_in(
    "nearest, closest, the nearest, the closest, whoever is nearest, nearest enemy, nearest one"
)
_COMES = phrases_in(
    """
    come, comes, get, gets, move, moves, is, are, approach, approaches, step, steps, walk, walks, ride,
    rides, advance, advances, enter, enters, show up, shows up, appear, appears, pass, passes, come up,
    comes up, come near, comes near, gets near, come forward, comes forward, coming, moving, comes any
    """
)
_WHEN = phrases_in("if, when, whenever, once, as soon as, every time, should, in case, who, that, which")
_AT_MOST = phrases_in(
    """
    within, inside, up to, at up to, out to, no further than, no farther than, not further than, not
    farther than, no more than, not more than, at most, max, maximum, range, at range, a range of, only
    within, within range, not over, not beyond, not above, upto, but only within, within a range of, for
    up to
    """
)
_UNDER = phrases_in("under, closer than, nearer than, less than, below, fewer than")
_BEYOND = phrases_in(
    "beyond, further than, farther than, more than, over, outside, past, above, further away than"
)
_OR_LESS = phrases_in(
    "or less, or nearer, or closer, or fewer, max, maximum, at most, on, and less, and closer, range"
)
_NOT_SO = phrases_in("not, instead of, rather than, no longer, not at, not up to, in place of, and not")
_NOT_MORE = phrases_in(
    """
    not at more than that, not more than that, not further, no further, not farther, not beyond that,
    not at more, not further than that, no further than that, no more, not beyond, but not further, not
    any further
    """
)
_NOT = phrases_in(
    "dont, do not, doesnt, does not, never, no, not to, must not, should not, shall not, wont, will not"
)
_PREFERRED = phrases_in(
    """
    rather than, before, in preference to, over, by preference, first, if possible, preferably, for
    preference, sooner than, more than, and only then, and not
    """
)
_LITTLE_TEXT = """
    the should shall may can will must to then and but so now only also please at on hexes hex of all
    always just they them him he his their it for us with by my our whom of three two both four be a an
    them here near still other there : , ;
"""
_LITTLE = frozenset(_LITTLE_TEXT.split())


def may_watch(words: Sequence[Token]) -> bool:
    """Whether a line speaks of shooting or watching at all."""
    return len(words) <= _LONGEST and any(word.plain in _SIGNALS for word in words)


class Watching:
    """One line; ``sayings`` is None where it says anything else."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.words = clauses.words
        self.at = 0
        self.who: list[FigureId] = []
        self.foes: list[str] = []
        self.kinds: list[str] = []
        self.within = self.other = 0
        self.how = "first"
        self.shoots = self.later = self.denied = self.beyond = self.preferred = False

    def sayings(self) -> list[Saying] | None:
        while self.at < len(self.words):
            length = self._step()
            if not length:
                return None
            self.at += length
        return self._made()

    def _step(self) -> int:
        word = self.words[self.at]
        if word.kind in ("hex", "number") and not self._number(self.at):
            return 0
        if length := self._phrase(_TIMES) or self._their_turn():
            self.later = True
            return length
        if length := self._range():
            return length
        if length := self._phrase(_WATCHES):
            self.shoots = self.later = True
            return length
        if length := self._phrase(_SHOOTS):
            self.shoots = True
            return length
        if length := self._phrase(_NOT):
            self.denied = True
            moves = self._phrase(_COMES, self.at + length)  # "they do not move, they only shoot"
            return 0 if moves else length
        return self._kind() or self._whom() or self._trigger() or self._men() or self._little()

    def _phrase(self, phrases: tuple[str, ...], at: int | None = None) -> int:
        return self.clauses._phrase(phrases, self.at if at is None else at)

    def _number(self, at: int) -> int:
        if at >= len(self.words) or self.words[at].plain in ("a", "an", "the", "no"):
            return 0
        return compass.number(self.words[at])

    def _their_turn(self) -> int:
        """ "In the Byzantine turn", "during the Arabs' phase"."""
        at = self.at + self._phrase(("in the", "during the", "in", "during"))
        if at == self.at or not self.clauses._names_side(at):
            return 0
        behind = self._phrase(_OF_SIDE, at + 1)
        return at + 1 + behind - self.at if behind else 0

    # how far

    def _range(self) -> int:
        if length := self._phrase(_NOT_MORE):
            many = self._number(self.at + length)
            if not many:
                return length if self.within else 0
        for phrases, less in ((_AT_MOST, 0), (_UNDER, 1), (_BEYOND, 0)):
            length = self._phrase(phrases)
            behind = self.at + length
            behind += self.words[behind : behind + 1] != () and self.words[behind].plain in ("about", "a")
            many = self._number(behind) if length else 0
            if many and not self.within:
                self.within, self.beyond = many - less, phrases is _BEYOND
                return behind + 1 - self.at
        if (length := self._phrase(_NOT_SO)) and (many := self._number(self.at + length)):
            self.other = many
            return length + 1
        return self._so_far()

    def _so_far(self) -> int:
        """ "From 12 hexes on", "10 or less", "8 hexes"."""
        begin = self.at + (self.words[self.at].plain in ("from", "at"))
        many = self._number(begin)
        if not many or self.within:
            return 0
        end = begin + 1
        end += self.words[end : end + 1] != () and self.words[end].plain in ("hex", "hexes")
        less = self._phrase(_OR_LESS, end)
        if not less and end == begin + 1:
            return 0
        self.within = many
        return end + less - self.at

    # at whom

    def _kind(self) -> int:
        """ "Horsemen rather than men on foot", behind what says that they shoot."""
        if not self.shoots:
            return 0
        at = self.at
        found = next((said for said in sorted(KINDS, key=len, reverse=True) if self._phrase((said,), at)), "")
        if not found or self.words[at].plain in ("horse", "horses"):
            return 0
        behind = at + len(found.split())
        if self._phrase(_SHOOTS, behind):
            return 0  # they are those who shoot
        self.kinds.append(KINDS[found])
        if length := self._phrase(_PREFERRED, behind):
            self.preferred = True
            behind += length
            skipped = behind + (
                self.words[behind : behind + 1] != () and self.words[behind].plain in ("men", "the")
            )
            other = next((s for s in sorted(KINDS, key=len, reverse=True) if self._phrase((s,), skipped)), "")
            behind = skipped + len(other.split()) if other else behind
        return behind - at

    def _whom(self) -> int:
        if length := self._phrase(_NEAREST):
            self.how = "nearest"
            return length
        if length := self._phrase(_ANYBODY):
            return length
        foe = self.clauses.person_at(self.at, PEOPLE)
        if foe is not None and self.clauses.lexicon.role[foe.id] is Role.ENEMY:
            self.foes.append(foe.id)
            return foe.length
        if self.clauses._names_side(self.at):
            return 1
        return 0

    def _trigger(self) -> int:
        if length := self._phrase(_WHEN):
            return length
        if length := self._phrase(_COMES):
            self.later = self.later or self.at > 0
            return length
        return 0

    def _men(self) -> int:
        found = self.clauses.men_at(self.at)
        if found is None:
            return 0
        before = self.words[self.at - 1].plain if self.at else ""
        if self.who and not set(found[0]) <= set(self.who) and before in ("of", "to", "from", "near"):
            return 0
        self.who += [man for man in found[0] if man not in self.who]
        named = range(self.at, self.at + found[1])
        self.shoots = self.shoots or any(self._phrase(_SHOOTS, at) for at in named)  # "archers who can fire"
        return found[1]

    def _little(self) -> int:
        if self.words[self.at].plain in _LITTLE:
            return 1
        return self.clauses.remark_at(self.at)

    def _made(self) -> list[Saying] | None:
        if not self.shoots or not self.later or len(set(self.foes)) > 1 or (self.foes and self.kinds):
            return None
        names = " + ".join(self.clauses.lexicon[man] for man in self.who)
        if {man.id for man in self.clauses.company.men if man.living} <= set(self.who):
            names = ""
        if self.denied and not self.within and not (self.foes or self.kinds):
            return [Saying(f"WATCH {names} hold")]
        if not self.within or self.denied is not self.beyond or self.other == self.within:
            return None
        at = self.clauses.lexicon[self.foes[0]] if self.foes else self.how
        if self.kinds:
            at = f"{self.how} {' '.join(dict.fromkeys(self.kinds))}"
            if self.preferred:
                at = f"{at} within {self.within} then {self.how}"
        told = []
        if self.other:
            told.append(say("Within {new} hexes from now on, not {old}.", new=self.within, old=self.other))
        text = " ".join(f"WATCH {names} fire at {at} within {self.within}".split())
        return [Saying(text, (*told, *self.clauses.told))]


_SIGNALS = frozenset(phrase.split()[0] for phrase in (*_WATCHES, *_SHOOTS))
_LONGEST = 40  # words

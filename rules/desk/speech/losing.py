"""Standing orders about losses, read by what they are made of: where those run who are driven back, and who
is hit first. The order of the words does not matter; nothing may be left over."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.speech import compass
from rules.desk.speech.clauses import Clauses
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.saying import Saying
from rules.orders.lexicon import OWN
from rules.orders.text import Token
from rules.state.figure import FigureId

_DRIVEN = phrases_in(
    """
    driven back, pushed back, forced back, thrown back, beaten back, has to retreat, have to retreat,
    must retreat, has to fall back, have to fall back, must fall back, has to run, have to run, must
    run, has to give way, have to give way, must give way, has to give ground, have to give ground, must
    give ground, loses a fight, lose a fight, loses, lose, is beaten, are beaten, has to go back, have
    to go back, must go back, you have to, he has to, they have to, we have to, has to flee, have to
    flee, must flee, retreats, retreat, all retreats, routed
    """
)
_RUNS = phrases_in(
    """
    retreats, retreat, retreating, runs, run, falls back, fall back, flees, flee, goes, go, goes back,
    go back, withdraws, withdraw, pulls back, pull back, heads, head, gives ground, give ground, backs
    off, back off, retires, retire, moves, move, back, away, makes for, make for
    """
)
_TOWARDS = phrases_in("toward, towards, to, in the direction of, in direction of, direction, for")
_ALWAYS = phrases_in(
    """
    if, when, whenever, in case, once, always, every time, from now on, standing order, as a standing
    order, if necessary, if needed, if need be, only, should, shall, will, must, is to, are to, please,
    then, is, are, gets, get, the, a, an, any, anybody, anyone, somebody, someone, whoever, who, he,
    they, we, us, you, all, everybody, everyone, one, of, mine, my, our, men, man, hex, and, so, it,
    has, have, to be, to get, be, that, those, also, should be, ever, back, do so
    """
)
_WOUNDS = phrases_in(
    """
    wound, wounds, wounded, hit, hits, hurt, casualties, casualty, losses, loss, injured, injury, the
    wound, takes a wound, take a wound, gets hurt, gets hit, take a hit, take the wound, takes the
    wound, take the hit
    """
)
_IN_TURN = phrases_in(
    """
    first, then, next, after him, after that, and, and then, second, third, before anyone else, before
    anybody else, before the others, before all others, only then, in that order, in this order, rather
    than the others, let it be, it should be, it is, take, takes, choose, pick, goes, go, give, gives,
    should go, goes to, go to, to, if possible, on, falls on, for, by preference, has to, have to, must,
    needs to, suffer, suffers, with
    """
)
_NOT_SO = frozenset(("not", "last", "spare", "never", "except", "but", "no", "dont", "unless", "until", "or"))
_SIGNALS_TEXT = """
    wound wounds wounded hit hits hurt casualties casualty losses loss driven pushed forced thrown
    beaten retreat retreats retreating fall falls flee flees run runs give routed lose loses
"""
_SIGNALS = frozenset(_SIGNALS_TEXT.split())
_LONGEST = 30  # words


def may_lose(words: Sequence[Token]) -> bool:
    return len(words) <= _LONGEST and any(word.plain in _SIGNALS for word in words)


class Losing:
    """One line; ``sayings`` is None where it says anything else."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.words = clauses.words

    def sayings(self) -> list[Saying] | None:
        if any(word.plain in _NOT_SO for word in self.words):
            return None
        return self._retreat() or self._wounds()

    def _phrase(self, phrases: tuple[str, ...], at: int) -> int:
        return self.clauses._phrase(phrases, at)

    def _retreat(self) -> list[Saying] | None:
        """Where those run who are driven back."""
        who: tuple[FigureId, ...] = ()
        at, goal, driven, runs = 0, "", False, False
        while at < len(self.words):
            word = self.words[at]
            if length := self._phrase(_DRIVEN, at):
                driven, at = True, at + length
            elif word.kind == "hex":
                led = self.words[at - 1].plain if at else ""
                if goal or led not in ("to", "toward", "towards", "of", "for", "hex", "direction"):
                    return None
                goal, at = word.plain, at + 1
            elif length := self._phrase(_TOWARDS, at) or self._phrase(_RUNS, at):
                runs, at = True, at + length
            elif found := compass.direction(self.words, at):
                at += found[1]
            elif word.plain in ("everybody", "everyone", "all") or word.plain in (",", ":"):
                at += 1
            elif not who and (men := self.clauses.men_at(at)) is not None:
                who, at = men[0], at + men[1]
            elif length := self._phrase(_ALWAYS, at):
                at += length
            else:
                return None
        if not (goal and driven and runs):
            return None
        return [Saying(" ".join(f"RETREAT {self._names(who)} toward {goal}".split()))]

    def _wounds(self) -> list[Saying] | None:
        """Who is hit first, if somebody must be."""
        order: list[FigureId] = []
        at, wounds, listed = 0, False, False
        while at < len(self.words):
            if length := self._phrase(_WOUNDS, at):
                wounds, at = True, at + length
            elif length := self._phrase(_IN_TURN, at):
                listed, at = (
                    listed or self.words[at].plain not in ("to", "and", "on", "for", "go"),
                    at + length,
                )
            elif self.words[at].plain in (",", ":", ";"):
                at += 1
            elif (one := self.clauses.person_at(at, OWN)) is not None:
                behind = at + one.length
                if one.id in order or self.clauses._is(behind, "is", "gets", "has", "moves", "stays", "was"):
                    return None
                order.append(one.id)
                at = behind
            elif length := self._phrase(_ALWAYS, at):
                at += length
            else:
                return None
        if not (order and wounds and listed):
            return None
        names = " then ".join(self.clauses.lexicon[man] for man in order)
        return [Saying(f"WOUND first {names}")]

    def _names(self, who: tuple[FigureId, ...]) -> str:
        if {man.id for man in self.clauses.company.men if man.living} <= set(who):
            return ""
        return " + ".join(self.clauses.lexicon[man] for man in who)

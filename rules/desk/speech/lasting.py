"""Standing orders in words: "hold your fire until somebody is within 6", "don't advance after combat".

A line is compared as a whole: names, groups and hexes are slots of a pattern, and no word of it is left over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules.core.language import say
from rules.desk.speech import compass
from rules.desk.speech.clause import Unsure
from rules.desk.speech.clauses import Clauses
from rules.desk.speech.saying import Saying
from rules.desk.speech.standing_phrases import PATTERNS, REMARK
from rules.orders.lexicon import PEOPLE, Role
from rules.orders.slips import nearest
from rules.orders.text import Token
from rules.state.figure import FigureId

Made = list[Saying] | None
_LONGEST = 400  # letters of a line that patterns are held against

_TENS = {"ten": 10, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70}
_PARTS = {("one", "in", "three"): 33, ("one", "in", "two"): 50, ("one", "in", "four"): 25, ("a", "third"): 33,
          ("one", "third"): 33, ("a", "half"): 50, ("even", "chance"): 50, ("even", "odds"): 50,
          ("two", "in", "three"): 67, ("a", "quarter"): 25, ("one", "in", "five"): 20}  # fmt: skip


def _share(words: Sequence[Token], at: int) -> tuple[int, int] | None:
    """A share in percent, "forty" or "one in three", and over how many words."""
    for said, percent in _PARTS.items():
        if tuple(word.plain for word in words[at : at + len(said)]) == said:
            return percent, len(said)
    tens = _TENS.get(words[at].plain, 0)
    return (tens, 1) if tens > _TENS["ten"] else None


_SIGNALS = re.compile(
    "fire|shoot|shot|loos|advanc|pursu|follow|counter|at+ac|fight|combat|wound|hit|hurt|retreat|run|flee|"
    "driven|pushed|forced|beaten|thrown|back|javelin|arrow|bow|stone|missile|target|rout|break|fall"
)


def may_last(words: Sequence[Token]) -> bool:
    """Whether a line speaks of anything that a standing order is about."""
    return any(_SIGNALS.search(word.plain) for word in words)


class Lasting:
    """The patterns, held against one line."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.lexicon = clauses.lexicon
        self.men: list[tuple[FigureId, ...]] = []
        self.foes: list[str] = []
        self.hexes: list[str] = []
        self.text = ""
        self.commas: list[int] = []  # before which of the words and slots something new begins
        self.commas_said: dict[int, int] = {}  # and which word of the line that is
        self.said: list[str] = []
        self._makers: dict[str, Callable[[re.Match[str]], Made]] = {
            "watch": self._watch,
            "held_fire": self._held_fire,
            "no_advance": self._no_advance,
            "counter": self._counter,
            "no_counter": self._no_counter,
            "attack_at": self._attack_at,
            "attack_best": self._attack_best,
            "wounds": self._wounds,
            "retreat": self._retreat,
            "retreat_of_all": self._retreat_of_all,
        }

    def read(self) -> list[Saying] | None:
        """The standing orders that a line means; None where it fits no pattern."""
        self.text = self._slotted()
        if len(self.text) > _LONGEST:
            return None
        whole = self.text
        for text in (whole, *self._without_remarks(whole)):
            self.text = text
            for pattern, means in PATTERNS:
                match = re.fullmatch(pattern, self.text)
                if match is not None and (made := self._makers[means](match)) is not None:
                    return [replace(made[0], told=(*made[0].told, *self._left_out(whole))), *made[1:]]
        return None

    def _without_remarks(self, whole: str) -> Sequence[str]:
        """The line without a reason or a remark at its end."""
        for at in self.commas:
            before, behind = " ".join(whole.split()[:at]), " ".join(whole.split()[at:])
            if re.fullmatch(REMARK, behind):
                return (before,)
        return ()

    def _left_out(self, whole: str) -> tuple[str, ...]:
        if self.text == whole:
            return ()
        said = self.said[self.commas_said[len(self.text.split())] :]
        return (say("{words!r} adds nothing to the order and was left out.", words=" ".join(said)),)

    def _slotted(self) -> str:
        """The line with slots: M0 for men of one's own, F0 for an enemy, H0 for a hex."""
        out: list[str] = []
        at, words = 0, self.clauses.words
        self.said = [word.text for word in words]
        while at < len(words):
            word = words[at]
            if at in self.clauses.breaks or word.plain in (",", ";", "because", "since"):
                self.commas.append(len(out))
                self.commas_said[len(out)] = at + (word.kind == "sign")
            if word.kind == "hex":
                self.hexes.append(word.plain)
                out.append(f"H{len(self.hexes) - 1}")
                at += 1
                continue
            if word.kind == "sign":
                at += 1
                continue
            if word.plain in ("everybody", "everyone"):
                out.append("everybody")
                at += 1
                continue
            men = None
            try:
                men = self.clauses.men_at(at)
            except Unsure:
                men = None
            if men is not None:
                self.men.append(men[0])
                out.append(f"M{len(self.men) - 1}")
                at += men[1]
                continue
            foe = self.clauses.person_at(at, PEOPLE)
            if foe is not None and self.lexicon.role[foe.id] is Role.ENEMY:
                self.foes.append(foe.id)
                out.append(f"F{len(self.foes) - 1}")
                at += foe.length
                continue
            if word.kind == "word" and (share := _share(words, at)):
                out.append(str(share[0]))
                at += share[1]
                continue
            if len(word.plain) > len("an") and (many := compass.number(word)) > 1 and word.kind == "word":
                out.append(str(many))
                at += 1
                continue
            meant = nearest(word.plain, ("attack", "attacks"), 1) if len(word.plain) > len("atac") else ""
            out.append(meant or word.plain)
            at += 1
        return " ".join(out)

    # what they come to

    def _say(self, text: str, *told: str) -> list[Saying]:
        return [Saying(" ".join(text.split()), told)]

    def _names(self, slot: str | None) -> str:
        """The men of a slot by their names; nothing for everybody."""
        if not slot:
            return ""
        men = self.men[int(slot.strip()[1:])]
        if {man.id for man in self.clauses.company.men if man.living} <= set(men):
            return ""
        return " + ".join(self.lexicon[man] for man in men)

    def _whom(self, match: re.Match[str]) -> str:
        slots = match.groupdict()
        slot = slots.get("at") or slots.get("foe")
        if slots.get("at") and slots.get("foe") and slots["at"] != slots["foe"]:
            at, foe = (self.foes[int(slots[name][1:])] for name in ("at", "foe"))
            if at != foe:
                return ""
        if slot:
            return self.lexicon[self.foes[int(slot[1:])]]
        return "nearest" if slots.get("how") in ("nearest", "closest") else "first"

    def _watch(self, match: re.Match[str]) -> Made:
        slots = match.groupdict()
        who, whom = self._names(slots["who"]), self._whom(match)
        if not whom or (whom == "first" and slots.get("else")):
            return None
        if not slots["who"] and "M" in self.text:
            return None
        if slots.get("not") == slots["n"]:
            return None
        within = int(slots["n"]) - bool(slots.get("closer"))
        if within < 1:
            return None
        told = []
        if slots.get("else"):
            told.append(say("He watches for nobody else; what others watch for stays as it was."))
        if slots.get("not"):
            told.append(say("Within {new} hexes from now on, not {old}.", new=slots["n"], old=slots["not"]))
        return self._say(f"WATCH {who} fire at {whom} within {within}", *told)

    def _no_advance(self, match: re.Match[str]) -> Made:
        slots = match.groupdict()
        never = self._say(f"ADVANCE {self._names(slots['who'])} never")
        if not slots.get("but"):
            return never
        return [*never, *self._say(f"ADVANCE {self._names(slots['but'])} always")]

    def _counter(self, match: re.Match[str]) -> Made:
        slots = match.groupdict()
        whom = "any mounted" if slots.get("kind") else "anyone"
        share = f"at {slots['n']} percent or better" if slots.get("n") else ""
        return self._say(f"COUNTER {self._names(slots.get('who'))} charge {whom} {share}")

    def _no_counter(self, match: re.Match[str]) -> Made:
        return self._say(f"COUNTER {self._names(match['who'])} never")

    def _held_fire(self, match: re.Match[str]) -> Made:
        if not match["who"]:
            return None
        watch = self._watch(match)
        men = self.men[int(match["who"][1:])]
        desk = self.clauses.desk
        if watch is None or desk is None or any(desk.fires(man) for man in men):
            return None
        stays = [Saying(f"MOVE {self.lexicon[man]} stay") for man in men if not desk.imagined.has_move(man)]
        return [*stays, *watch]

    def _attack_best(self, match: re.Match[str]) -> Made:
        return self._say(f"ATTACK best at {int(match['n']):+d} or better")

    def _attack_at(self, match: re.Match[str]) -> Made:
        slots = match.groupdict()
        if not (slots["a"] or slots["b"] or slots["better"] or " only " in f" {self.text} "):
            return None
        who = self._names(slots["who"] or slots["who2"] or slots["who3"])
        return self._say(f"ATTACK {who} best at {int(slots['n']):+d} or better")

    def _wounds(self, match: re.Match[str]) -> Made:
        slots = match.groupdict()
        said = f"{slots['list']} {slots.get('more') or ''}"
        order = [man for slot in re.findall(r"M(\d+)", said) for man in self.men[int(slot)]]
        if not order or len(set(order)) != len(order) or "last" in said:
            return None
        told = []
        if but := slots.get("but"):
            spared = self.men[int(but.split("M")[1])]
            if set(spared) & set(order):
                return None
            names = ", ".join(self.lexicon[man] for man in spared)
            told.append(say("Behind those named nobody is spared: {names} may still be hit.", names=names))
        return self._say(f"WOUND first {' then '.join(self.lexicon[man] for man in order)}", *told)

    def _retreat(self, match: re.Match[str]) -> Made:
        where = self.hexes[int(match["h"][1:])]
        return self._say(f"RETREAT {self._names(match['who'])} toward {where}")

    def _retreat_of_all(self, match: re.Match[str]) -> Made:
        return self._say(f"RETREAT toward {self.hexes[int(match['h'][1:])]}")

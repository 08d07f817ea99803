"""Standing orders in words: "hold your fire until somebody is within 6", "don't advance after combat".

A line is compared as a whole: names, groups and hexes are slots of a pattern, and no word of it is left over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rules.core.language import say
from rules.desk import compass
from rules.desk.clause import Unsure
from rules.desk.clauses import Clauses
from rules.desk.saying import Saying
from rules.orders.lexicon import PEOPLE, Role
from rules.orders.slips import nearest
from rules.state.figure import FigureId

Made = list[Saying] | None
_LONGEST = 400  # letters of a line that patterns are held against

_COMES = "(?:is|are|comes?|gets?|moves?|steps?|walks?|rides?)"
_WITHIN = (
    r"(?:up )?(?:to )?(?:within|inside|(?P<closer>closer than|nearer than)) (?P<n>\d+)(?: hex(?:es|s)?)?"
    r"(?: range)?(?: of (?:him|them|us|it|M\d+))?"
)
_SOMEBODY = (
    "(?:somebody|someone|anybody|anyone|any one|an enemy|any enemy|the enemy|enemies|they|he|one of them|"
    r"something|(?P<foe>F\d+))"
)
_WHOEVER = (
    "(?:whoever|who ever|anyone who|anybody who|anyone that|everybody who|anything that|the first who|"
    "the first that|the first to|first to|the first enemy who|the first enemy that|the first one who|"
    "any enemy who|any enemy that)"
)
_THEN_SHOOT = (
    "(?: (?:and )?(?:then )?(?:shoots?|fires?)(?: at)?(?: the)? (?P<how>nearest|closest|first)(?: one)?)?"
)
_FIRST = "(?:the )?(?:first|first one|first enemy|anyone|anybody)"
_SHOOTS = "(?:fires?|shoots?|looses?)(?: at| on)?"
_WHEN = "(?:if|when|whenever|once|as soon as)"
_HOLDS = "(?:holds? (?:your |his |their )?fire|(?:dont|do not|does not|doesnt) (?:shoot|fire))"
_ELSE = "(?P<else> nobody else| no one else| only him| and nobody else)?"
_OR_BETTER = "(?: or (?:better|more|higher|above|over)|plus)?"
_UNDER = "(?:under|below|less than|worse than|lower than|at less than)"
_NOT = "(?:dont|do not|does not|doesnt|never|no|not|wont|will not|nobody|no one)"
_ADVANCES = "(?:advances?|pursues?|pursuit|follows? up|advancing)"
_FOUGHT = "(?: after (?:a |the |their |his )?(?:combats?|fights?|melee|winning|win|victory))?"
_RUNS_WHO = "(?: who (?:runs?|flees?|retreats?|routs?|breaks?|is driven back|must run|has to run))"
_WHO_RUNS = "whoever (?:runs|flees|has to run|must run)"
_RUNS = "(?:must |should )?(?:runs?|flees?|retreats?|routs?|falls? back|goes?|run away)"
_SHARE = r"(?: it is| its| we have)?(?: at)?(?: least)? (?P<n>\d+)(?: percent| per cent)?"
_ODDS = "(?: it is| its| they are| we are| we have| odds are)?(?: at)?(?: least)?"
_HURT = "(?:(?:must|has to|have to|needs to|is to) (?:be|get)|gets|is) (?:wounded|hurt|hit)"
_SOME_MAN = "(?:one|somebody|someone|anybody|anyone|one of us|one of mine|a man)"
_LIST = r"(?P<list>(?:first ?|then |next |and |last |to |M\d+ ?)+)(?P<but> ?not M\d+)?"
_WHO = r"(?:(?P<who>M\d+) )?"
_FROM_NOW_ON = "(?:new |as a )?standing orders? |from now on "
_LEAD = f"(?:{_FROM_NOW_ON}|please )*"
_TAIL = "(?: only| please| pls| from now on| this game)*"


class Lasting:
    """The patterns, held against one line."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.lexicon = clauses.lexicon
        self.men: list[tuple[FigureId, ...]] = []
        self.foes: list[str] = []
        self.hexes: list[str] = []
        self.text = ""

    def read(self) -> list[Saying] | None:
        """The standing orders that a line means; None where it fits no pattern."""
        self.text = self._slotted()
        if len(self.text) > _LONGEST:
            return None
        for pattern, make in self._patterns():
            match = re.fullmatch(pattern, self.text)
            if match is not None and (made := make(match)) is not None:
                return made
        return None

    def _slotted(self) -> str:
        """The line with slots: M0 for men of one's own, F0 for an enemy, H0 for a hex."""
        out: list[str] = []
        at, words = 0, self.clauses.words
        while at < len(words):
            word = words[at]
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
            if len(word.plain) > len("an") and (many := compass.number(word)) > 1 and word.kind == "word":
                out.append(str(many))
                at += 1
                continue
            meant = nearest(word.plain, ("attack", "attacks"), 1) if len(word.plain) > len("atac") else ""
            out.append(meant or word.plain)
            at += 1
        return " ".join(out)

    def _patterns(self) -> Sequence[tuple[str, Callable[[re.Match[str]], Made]]]:
        return (
            (
                f"{_LEAD}{_WHO}(?:all )?{_HOLDS} (?:until|till) (?:theyre |{_SOMEBODY} "
                f"{_COMES} )?{_WITHIN}{_THEN_SHOOT}{_TAIL}",
                self._held_fire,
            ),
            (f"{_LEAD}{_WHO}(?:all )?{_SHOOTS} {_WHOEVER} {_COMES} {_WITHIN}{_TAIL}", self._watch),
            (
                rf"(?:{_FROM_NOW_ON}){_WHO}(?:all )?{_SHOOTS} {_FIRST} {_WITHIN}"
                rf"(?: not (?P<not>\d+))?{_TAIL}",
                self._watch,
            ),
            (
                rf"{_LEAD}{_WHEN} {_SOMEBODY} {_COMES} {_WITHIN}(?: of (?:him|them|M\d+))? (?:then )?"
                rf"(?P<who>M\d+) {_SHOOTS} (?:him|them|her|(?P<at>F\d+)){_ELSE}{_TAIL}",
                self._watch,
            ),
            (rf"{_LEAD}{_WHEN} {_SOMEBODY} {_COMES} {_WITHIN} (?P<who>M\d+) {_SHOOTS}{_TAIL}", self._watch),
            (
                rf"{_LEAD}(?P<who>M\d+) {_SHOOTS} (?P<at>F\d+) {_WHEN} (?:he|she) {_COMES} {_WITHIN}"
                f"{_ELSE}{_TAIL}",
                self._watch,
            ),
            (
                rf"{_LEAD}(?P<who>M\d+) {_SHOOTS}(?: him| her| them)? {_WHEN} {_SOMEBODY} {_COMES} {_WITHIN}"
                f"{_ELSE}{_TAIL}",
                self._watch,
            ),
            (f"{_LEAD}{_WHO}{_NOT} {_ADVANCES}{_FOUGHT}{_TAIL}", self._no_advance),
            (rf"{_LEAD}{_NOT} advance{_FOUGHT} (?:with|for) (?P<who>M\d+){_TAIL}", self._no_advance),
            (
                f"{_LEAD}(?:only )?{_WHO}counter ?-?charg(?:es?|ing) (?:only )?(?:with|at|if|when){_SHARE}"
                f"{_OR_BETTER}{_TAIL}",
                self._counter,
            ),
            (f"{_LEAD}{_WHO}{_NOT} counter ?-?charges?{_TAIL}", self._no_counter),
            (
                rf"{_LEAD}(?:(?P<a>only ){_WHO}attacks?|(?P<who2>M\d+ )?attacks?(?P<b> only)?) (?:only )?"
                rf"(?:if|at|with|when|where){_ODDS} (?P<n>\+?\d+)"
                f"(?P<better> or (?:better|more|higher|above|over))?{_TAIL}",
                self._attack_at,
            ),
            (
                f"{_LEAD}{_NOT} attack(?:s|ing)?(?: with| by)?(?: nobody| anybody| anyone| anything)?"
                rf"(?: at)? {_UNDER} (?P<n>\+?\d+){_TAIL}",
                lambda match: self._say(f"ATTACK best at {int(match['n']):+d} or better"),
            ),
            (
                rf"{_LEAD}attacks? (?:with |by )?(?:nobody|no one) (?:at )?{_UNDER} (?P<n>\+?\d+){_TAIL}",
                lambda match: self._say(f"ATTACK best at {int(match['n']):+d} or better"),
            ),
            (f"{_LEAD}(?:my )?(?:wounds?|hits?|wounded) (?:go |goes |are |to )*{_LIST}{_TAIL}", self._wounds),
            (
                f"{_LEAD}if {_SOME_MAN} {_HURT} (?:then )?(?:take |choose |pick |it is |let it be )?"
                f"{_LIST}{_TAIL}",
                self._wounds,
            ),
            (
                rf"{_LEAD}(?P<list>M\d+) takes? (?:the )?(?:wounds?|hits?) first"
                rf"(?P<more>(?: then| and| next| M\d+)*){_TAIL}",
                self._wounds,
            ),
            (
                rf"(?:{_FROM_NOW_ON})+(?:everybody|(?P<who>M\d+))?{_RUNS_WHO}? ?{_RUNS} "
                rf"(?:toward|towards|to) (?P<h>H\d+){_TAIL}",
                self._retreat,
            ),
            (
                rf"(?:{_FROM_NOW_ON})?(?:everybody |(?P<who>M\d+) )?retreats? "
                rf"(?:toward|towards|to) (?P<h>H\d+) from now on",
                self._retreat,
            ),
            (
                rf"{_LEAD}(?:(?:everybody|(?P<who>M\d+)){_RUNS_WHO}|{_WHO_RUNS}) {_RUNS} "
                rf"(?:toward|towards|to) (?P<h>H\d+){_TAIL}",
                self._retreat,
            ),
        )

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
        return self._say(f"ADVANCE {self._names(match['who'])} never")

    def _counter(self, match: re.Match[str]) -> Made:
        who = self._names(match["who"])
        return self._say(f"COUNTER {who} charge anyone at {match['n']} percent or better")

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

    def _attack_at(self, match: re.Match[str]) -> Made:
        slots = match.groupdict()
        if not (slots["a"] or slots["b"] or slots["better"] or " only " in f" {self.text} "):
            return None
        who = self._names(slots["who"] or slots["who2"])
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

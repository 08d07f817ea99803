"""Standing orders in acts: whom to shoot at in the enemy's phase, where to fall back to, whether to
follow up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.desk.speech import compass
from rules.desk.speech.phrases import text_of
from rules.desk.speech.vocabulary import HOLDING
from rules.desk.tagging import things
from rules.desk.tagging.acts import Act, Unplain
from rules.desk.tagging.describing import NEAREST, is_one_off
from rules.desk.tagging.persons import HE, THEY, Persons
from rules.desk.tagging.words import words_in
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN
from rules.orders.parser import parse
from rules.orders.text import Token
from rules.orders.trouble import Trouble
from rules.state.figure import FigureId, Hex

Words = Sequence[Token]


COMES = words_in("""
    come comes comin coming came get gets getting move moves moving approach approaches enter enters
    appear appears show shows cross crosses step steps pass passes ride rides pop pops leave leaves run
    runs walk walks jump jumps advance advances climb climbs arrive arrives near nears close closes
    reach reaches peep peeps stir stirs go goes showing emerge emerges attack attacks charge charges
    within closer nearer
    """)
ANYBODY = words_in("""
    anyone anybody someone somebody anything something whoever whatever one they enemy enemies foe foes
    any1 sum1 smbdy who that which everybody everyone target targets moves mover man men first
    """)
PICKED = words_in("mounted foot armoured unarmoured wounded unhurt stunned archer leader horse")
"""What a target may be picked by."""
_UNDER = frozenset(("under", "closer", "nearer", "less", "below", "fewer", "inside"))
_WITHIN = frozenset(("hex", "hexes", "hx", "hexs", "within", "cases", "case", "in", "range", "rng"))
_BEATEN = words_in("""
    beaten driven pushed forced thrown pushback defeat defeated reverse repulsed lose loses lost losing
    beat retreat back repelled bounced bounce bounces licked broken give way withdraw worsted attacked
    fails fail failed badly fortune
    """)
_NOT_TOWARD = words_in("from not past behind beyond away out between inside")
_WON = words_in("""
    win wins won beaten beat dies dead falls fall down runs run flees flee breaks break gives back
    retreats retreat recoils gone withdraws goes loses victory victorious succeed succeeds killed
    """)
_DENIALS = HOLDING - {"if", "until", "till", "when", "before", "after", "while", "once", "whenever", "but"}
_ALWAYS = frozenset(("yes", "always", "allowed", "may", "free"))
_HOLDS = words_in("hold holds wait waits save saves keep keeps")
_KEEPS = frozenset(("stay", "stays", "hold", "holds", "keep", "keeps", "put"))
_LITTLE = words_in("""
    the a an if when whenever once as soon only at to of on from up out in is are be by or so and then
    than for with any all more most us our we him he it them there here hexes hex it's its his their may
    might should shall will would does do can could has have again now still already less under closer
    nearer inside below max least range rng hx hexs cases case also yet just anyway too this forward
    near
    """)
_SHORTEST = 4  # letters of a word in which a slip is looked for
_WOUNDS = words_in("wound wounds losses loss casualty casualties wnd injuries injury")
_COUNTS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fourteen": 14, "sixteen": 16,
}  # fmt: skip


class Standing:
    """``doubts``: words of a standing order that it could not hold."""

    def __init__(self, persons: Persons, doubts: list[str], line: Words) -> None:
        self.said = {word.plain for word in line}
        self.persons, self.lexicon, self.doubts = persons, persons.lexicon, doubts
        self.wounded: list[FigureId] = []

    def kind(self, act: Act) -> str:
        """Which standing order an act is, "" for none."""
        said = {word.plain for word in act.verb}
        if act.deed in ("watch", "retreat", "advance"):
            return act.deed
        if act.deed == "charge" and any(word.startswith("counter") for word in said):
            return "counter"
        if act.deed == "other":
            if any(word.startswith(("counter", "refus", "declin")) for word in said):
                return "counter" if any(word.startswith("counter") for word in said) else "refuse"
            if self.said & _WOUNDS:
                return "wound"
        if self.wounded and act.is_bare and not act.terms:
            return "wound"
        return ""

    def line(self, kind: str, act: Act, who: Sequence[FigureId], before: tuple[FigureId, ...]) -> str:
        """The order; "" where it is one with others."""
        if act.held:
            raise Unplain
        if act.spared:
            self.doubts += [text_of(words) for words in act.spared]
        if kind == "watch":
            return self.watch(act, who, before)
        if kind == "retreat":
            return self.retreat(act, who)
        if kind == "advance":
            return self.advance(act, who)
        if kind == "wound":
            if act.denied or not who or act.foe or act.place or act.terms:
                raise Unplain
            self.doubts += [text_of(words) for words in act.but]
            self.wounded += who
            return ""
        return self._odds(kind, act, who)

    def _odds(self, kind: str, act: Act, who: Sequence[FigureId]) -> str:
        """Counter-charges and refusals, at all or from some odds on."""
        if act.terms or act.place or act.foe:
            raise Unplain
        words = [word for how in act.how for word in how]
        numbers = [word.plain for word in words if word.kind == "number"]
        if act.denied:
            return self.checked(f"{kind.upper()} {self.names(who)} never")
        always = "charge anyone" if kind == "counter" else "always"
        if words and not (
            len(numbers) == 1 and kind == "counter" and any("%" in word.text for word in words)
        ):
            self.doubts.append(text_of(words))
            numbers = []
        at = f"at {numbers[0].rstrip('%')} percent or better" if numbers else ""
        return self.checked(f"{kind.upper()} {self.names(who)} {always} {at}")

    def wounds(self) -> list[str]:
        """Who takes a wound before whom, as the line gave it."""
        if not self.wounded:
            return []
        return [self.checked(f"WOUND first {' then '.join(self.lexicon[one] for one in self.wounded)}")]

    def without(self, lines: Sequence[str], line: str) -> list[str]:
        """The orders before one, without what it says more exactly for the same men."""
        head = line.partition(" fire at ")[0]
        same = [one for one in lines if one.startswith("WATCH") and one.partition(" fire at ")[0] == head]
        if any(not one.endswith("fire at first") for one in same):
            raise Unplain
        return [one for one in lines if one not in same]

    def names(self, who: Iterable[FigureId]) -> str:
        """Those of a standing order; "" for all of the seat's."""
        ids = tuple(who)
        able = [man for man in self.persons.present() if not (man.stunned or man.animal)]
        if {man.id for man in able} <= set(ids):
            return ""
        return " + ".join(self.lexicon[one] for one in ids)

    def checked(self, text: str) -> str:
        """An order as it was put together; raises Unplain where the language has no such thing."""
        text = " ".join(text.split())
        if isinstance(parse(text, self.lexicon), Trouble):
            raise Unplain
        return text

    # shooting in the enemy's phase

    def watch(self, act: Act, who: Iterable[FigureId], before: tuple[FigureId, ...]) -> str:
        """``before``: the enemies of whom the line spoke last."""
        parts = [*act.foe, *act.how, act.place, *act.terms]
        words = [word for part in parts for word in part]
        if any(word.plain in ("not", "never", "nobody") for part in (act.verb, *act.how) for word in part):
            raise Unplain
        holds = {word.plain for word in act.verb} & _HOLDS
        if any(word.plain == "unless" for word in words) and not act.denied and not holds:
            raise Unplain
        if act.denied and not any(
            word.plain in ("unless", "until", "till", "til", "before") for word in words
        ):
            if words:
                raise Unplain
            return self.checked(f"WATCH {self.names(who)} hold")
        if act.place and not any(word.kind in ("hex", "number") for word in act.place):
            self.doubts.append(text_of(act.place))
            words = [word for word in words if word not in act.place]
        return self.checked(f"WATCH {self.names(who)} fire at {self._whom(words, before)}")

    def _whom(self, words: Words, before: tuple[FigureId, ...]) -> str:
        named = tuple(dict.fromkeys(one.id for _, one in self.persons.enemies(words)))
        plain = [word.plain for word in words]
        hexes = [self.lexicon.hex(word) for word in words if word.kind == "hex"]
        within = self._within(words)
        kinds = tuple(dict.fromkeys(SPELT[kind] for kind in self.persons.kinds(words)))
        if not named and not kinds and set(plain) & (HE | THEY) and not set(plain) & ANYBODY:
            named = before
        self._left(words, named)
        if named and kinds:
            raise Unplain
        at = "nearest" if set(plain) & NEAREST and not within else "first"
        at = " then ".join(self.lexicon[one] for one in named) if named else f"{at} {' '.join(kinds)}"
        at += f" within {within}" if within else ""
        return f"{at} entering {' '.join(hexes)}" if hexes else at

    def _within(self, words: Words) -> int:
        found: list[int] = []
        for at, word in enumerate(words):
            many = (
                int(word.plain)
                if word.kind == "number" and word.plain.isdigit()
                else _COUNTS.get(word.plain, 0)
            )
            around = {one.plain for one in words[max(0, at - 4) : at + 3]}
            if not many or (word.kind != "number" and not around & (_WITHIN | _UNDER)):
                continue
            if word.plain == "one" and "hex" not in around:
                continue
            strictly = (
                around & (_UNDER - {"inside"}) and around & {"than", "under", "below"} and "or" not in around
            )
            found.append(many - bool(strictly))
        if len(found) > 1:
            raise Unplain
        return found[0] if found else 0

    def _left(self, words: Words, named: Sequence[FigureId]) -> None:
        known = {part for one in named for part in self.lexicon[one].lower().split()}
        for at, word in enumerate(words):
            plain = word.plain
            if (
                word.kind != "word"
                or plain in _LITTLE
                or plain in COMES
                or plain in ANYBODY
                or plain in _COUNTS
            ):
                continue
            if (
                plain in SPELT
                or plain in NEAREST
                or plain in HE | THEY
                or plain in ("until", "till", "unless", "til")
            ):
                continue
            if plain in known or any(at == place for place, _ in self.persons.enemies(words)):
                continue
            self.doubts.append(word.text)

    # when beaten, and when the others are

    def retreat(self, act: Act, who: Iterable[FigureId]) -> str:
        """Where to those go who are beaten."""
        hexes = [self.lexicon.hex(word) for word in act.place if word.kind == "hex"]
        friends = {one.id for _, one in self.persons.names(act.place, OWN)}
        if not hexes and len(friends) == 1:
            hexes = list(self.persons.battle.figures[friends.pop()].hexes[:1])
            self.doubts.append(text_of(act.place))
        if not hexes and act.place and not act.denied:
            hexes = self._there(act.place, tuple(who))
            self.doubts.append(text_of(act.place))
        if len(hexes) != 1 or act.denied:
            raise Unplain
        for term in act.terms:
            self._only(term, _BEATEN)
        return self.checked(f"RETREAT {self.names(who)} toward {hexes[0]}")

    def _there(self, words: Words, who: Sequence[FigureId]) -> list[Hex]:
        """The hex of a thing, or the end of the board in a direction, as it is seen from the man, or from
        the middle of the men."""
        if any(word.plain in _NOT_TOWARD for word in words):
            raise Unplain
        battle = self.persons.battle
        men = [man for man in self.persons.present() if man.id in who] or self.persons.present()
        stand = sorted(man.hex for man in men if man.hex is not None)
        if not stand:
            raise Unplain
        start = min(stand, key=lambda at: (sum(battle.board.distance(at, other) for other in stand), at))
        thing = things.called(battle, self.lexicon, words)
        where = things.first_direction(words)
        if thing is not None and not where:
            return [min(thing.hexes, key=lambda at: (battle.board.distance(start, at), at))]
        if not compass.sides(where):
            raise Unplain
        return [things.last_of(battle.board, start, where)]

    def advance(self, act: Act, who: Iterable[FigureId]) -> str:
        """Whether those who win follow up."""
        words = {word.plain for part in (act.verb, *act.how) for word in part}
        denied = act.denied or bool(words & (_DENIALS | _KEEPS))
        alone = False
        for term in (*act.terms, *act.how):
            if "alone" in {word.plain for word in term}:
                alone = True
            elif term in act.terms:
                self._only(term, _WON)
        if act.place or act.facing or (alone and denied):
            raise Unplain
        if alone:
            self.doubts.append("alone")
            return self.checked(f"ADVANCE {self.names(who)} if alone")
        if not denied and act.how and not words & _ALWAYS:
            self.doubts += [text_of(how) for how in act.how]
        return self.checked(f"ADVANCE {self.names(who)} {'never' if denied else 'always'}")

    def _only(self, term: Words, said: frozenset[str]) -> None:
        """That a condition says no more than when the standing order counts anyhow; raises Unplain where it
        speaks of something else."""
        plain = {word.plain for word in term}
        slipped = any(len(word) > _SHORTEST and is_one_off(word, other) for word in plain for other in said)
        if not plain & said and not slipped:
            raise Unplain
        if plain & _DENIALS or any(word.kind in ("hex", "number") for word in term):
            self.doubts.append(text_of(term))

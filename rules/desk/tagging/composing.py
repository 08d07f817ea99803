"""Acts as clauses: who is meant in this battle, and what he is to do. What is not plain in it is kept
as a doubt, so that it is offered and not filed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from rules.desk.desk import Desk
from rules.desk.speech.clause import Clause, Unknown, goes_somewhere
from rules.desk.speech.clauses import Clauses
from rules.desk.speech.company import Company
from rules.desk.speech.named import Named
from rules.desk.speech.phrases import Words, text_of, words_of
from rules.desk.speech.vocabulary import Deed
from rules.desk.tagging.acts import Act, Unplain
from rules.desk.tagging.addressees import NOBODY, Addressees
from rules.desk.tagging.conditions import NOTHING, Conditions, Kind, Term
from rules.desk.tagging.describing import Person
from rules.desk.tagging.harming import HARMING, Harming
from rules.desk.tagging.persons import HE, THEY, Persons
from rules.desk.tagging.standing import Standing
from rules.desk.tagging.tidying import together, without_stays
from rules.desk.tagging.words import words_in
from rules.desk.tagging.works import carried, takes_post, work
from rules.orders.lexicon import OWN, Lexicon
from rules.state.figure import FigureId

_GOES = ("go", "leave", "join")
EMPTY_HOW = words_in("""
    quickly fast slowly carefully quietly at once max mp full speed double all his their run pace now
    right away straight hard best with the as can he they you u sword axe bow spear mace blade shot
    arrow arrows aimed steady from behind flank rear side both sides back using everything got has and
    """)
_SAME = frozenset(("same", "ditto", "likewise", "too", "also", "idem", "well"))
_WHERE_HE_IS = words_in("where he she they it is are stands stand in his their place here there put at the")
_HELPING = words_in("""
    with w wi support supports supporting supported help helps helping assist assists assisting joins join
    aid aids alongside behind after beside follows follow
    """)
_EVERYBODY = words_in("""
    anybody anyone any evry1 evrybody evryone everybdy whoever who is are gets get be hands ranks beaten
    we us mine units host everybody everyone all men army one troops our my the people ours
    """)


class Composing(Harming):
    """The acts of one line, each behind those before it. ``clauses`` and ``lines`` are what comes of them,
    ``doubts`` the words for which that is not sure."""

    def __init__(
        self, desk: Desk, lexicon: Lexicon, company: Company, named: Named, busy: frozenset[FigureId],
        pairs: Sequence[tuple[FigureId, ...]], words: Words,
    ) -> None:  # fmt: skip
        self.desk, self.lexicon, self.company, self.named = desk, lexicon, company, named
        self.busy, self.pairs = busy, pairs
        self.persons = Persons(desk.battle, lexicon, company, busy)
        self.clauses: list[Clause] = []
        self.doubts: list[str] = []
        self.lines: list[str] = []  # orders that are for all
        self.addressees = Addressees(self.persons, named, self.doubts, words)
        self.told, self.before = self.addressees.told, self.addressees.before
        self.conditions = Conditions(desk, self.persons, self.doubts)
        self.standing = Standing(self.persons, self.doubts, words)
        self.owing: list[tuple[Act, Person]] = []  # goings of which is said behind them where to
        self.denied: list[FigureId] = []  # those of whom it is said what they are not to do
        self.holding: list[FigureId] = []  # those who are not to shoot
        self.waiting, self.behind_fact = NOTHING, False
        self.words = words
        self.foes: tuple[FigureId, ...] = named.targets if len(named.targets) == 1 else ()
        spoken_of = {one.id for _, one in self.persons.enemies(words)}
        if len(spoken_of) == 1:
            self.foes = tuple(spoken_of)  # "Ruggiero has no armour, so Turstin goes for him"

    def of(self, acts: Sequence[Act]) -> list[Clause]:
        """Raises Unplain, Unknown or Unsure where an act is not plain."""
        for number, (act, following) in enumerate(zip_longest(acts, acts[1:])):
            self._foe_behind(act, following)
            self.leads_on = (
                following is not None and following.same and following.deed in ("attack", "strike")
            )
            behind = act.deed == "leave" and following is not None and following.same and following.place
            if self._is_led_on(act, left=bool(behind)) and any(one.place for one in acts[number + 1 :]):
                who = self.addressees.of(act)
                self.owing.append((act, who))
                self.before.append(who.ids)  # "out of the water, to 1408": where to is said behind it
                continue
            self._act(act)
        for act, who in self.owing:
            self._owed(act, who)
        if not set(self.denied) <= self.told:
            raise Unplain  # nothing is said of what they are to do instead
        holding = [man for man in self.holding if man not in self.told or self.desk.fires(man)]
        if holding:
            self.clauses.append(Clause(Deed.HOLD_FIRE, tuple(holding)))
        self.lines += self.standing.wounds()
        said = {word.plain for word in self.words}
        return together(without_stays(self.clauses), said, self.doubts)

    def _foe_behind(self, act: Act, following: Act | None) -> None:
        """ "Kosmas shoots first, Argyris second, always Anquetil": whom both harm is said behind."""
        if (
            following is None
            or act.same
            or following.same
            or not following.who
            or following.deed not in ("", act.deed)
        ):
            return
        waits = act.terms or act.denied or following.terms or following.denied or following.behind
        if act.deed in HARMING and not (act.foe or act.place or waits) and following.foe:
            act.foe = list(following.foe)
            self.doubts.append("")

    # one act

    def _act(self, act: Act) -> None:
        if act.behind == "rather":
            return
        for words in act.terms:
            spoken_of = {one.id for _, one in self.persons.names(words, OWN)}
            if len(spoken_of) == 1 and not self.before:
                self.before.append(tuple(spoken_of))  # "if Olivier is driven back he goes to 0511"
        if self._stands(act):
            return
        term = self.conditions.of(act, self.foes, self.clauses)
        term = self._lasts(act, term)
        if term.kind is Kind.COMES:
            unless = any(word.plain == "unless" for words in act.terms for word in words)
            if act.deed in ("fire", "strike") and (act.denied or not unless):
                act.deed = "watch"
                self._stands(act)
                return
            if act.deed != "stay":
                raise Unplain  # an enemy comes in his own phase alone
        who = self.addressees.of(act)
        if act.is_bare and (act.held or act.spared):
            raise Unplain
        if act.is_bare:
            self._the_same(act, who)
            self.conditions.hang(self.clauses, len(self.clauses) - 1, term)
            return
        begin = len(self.clauses)
        self._hows(act)
        if act.held or (act.spared and not act.foe):
            self.doubts.append("")
        self._done(act, who, term)
        if term.kind is Kind.UNABLE:
            self.conditions.second_choice(self.clauses, begin)
        self.conditions.hang(self.clauses, begin, term)

    def _lasts(self, act: Act, term: Term) -> Term:
        """What an act waits for that follows one which waits: of the same men the same, of others perhaps."""
        before = self.waiting
        if act.terms or act.behind == "else":
            self.waiting = term if term.kind is Kind.FACT and (act.led or act.behind) else NOTHING
            self.behind_fact = term.kind is Kind.FACT and not self.waiting.fact
            return term
        his = all({word.plain for word in words} <= HE | THEY for words in act.who)
        if before.fact and his:
            return before
        if before.fact or (self.behind_fact and his):
            self.doubts.append("")
        return term

    def _stands(self, act: Act) -> bool:
        """Whether an act is a standing order, for those who are told or for all."""
        lasting = self.standing.kind(act)
        if not lasting:
            return False
        nobody = {word.plain for word in act.denial} & NOBODY
        everybody = lasting in ("retreat", "advance") and all(
            word.plain in _EVERYBODY for words in act.who for word in words
        )
        but, act.but = (act.but, []) if lasting == "advance" else ([], act.but)
        told = (act.who and not everybody) or (not act.who and self.before and not nobody)
        who = self.addressees.of(act).ids if told else ()
        if not act.who and "neither" in {word.plain for word in act.denial}:
            who = self.addressees.all_before()
        if lasting == "advance" and act.only and who:
            self.lines.append("ADVANCE never")
        line = self.standing.line(lasting, act, who, self.foes)
        for words in but:
            says = "always" if line.endswith("never") else "never"
            left_out = self.addressees.left_out(words)
            self.lines.append(f"ADVANCE {self.standing.names(left_out)} {says}")
        self.told.update(who)
        self.lines = [*self.standing.without(self.lines, line), line] if line else self.lines
        if who:
            self.before.append(who)
        return True

    def _done(self, act: Act, who: Person, term: Term) -> None:
        deed = act.deed
        if act.denied:
            deed = self._not_done(act, who)
            if not deed:
                return
        if not deed:
            deed = self._unsaid(act)
        if deed == "join" and term.kind in (Kind.NONE, Kind.POSSIBLE) and self._helps(act, who):
            return
        if act.friend and act.foe and not act.place and deed in ("join", "attack", "strike"):
            self._harm(act, self._with_friend(act, who), "strike")
        elif deed in HARMING:
            if len(act.foe) != 1 or not self._at_best(act, who, deed):
                self._harm(act, who, deed)
        elif deed == "stay":
            self._stay(act, who)
        elif deed in _GOES:
            self._go(act, who)
        elif deed == "turn":
            self._turn(act, who)
        else:
            self._by_grammar(act, who)

    def _add(self, clause: Clause) -> None:
        self.clauses.append(clause)
        self.persons.told |= set(clause.who)
        self.told.update(clause.who)
        if not self.before or self.before[-1] != clause.who:
            self.before.append(clause.who)

    def _is_led_on(self, act: Act, *, left: bool) -> bool:
        """Whether an act says no more than that some are to go, or what they leave."""
        said = (act.place and not left) or act.friend or act.foe or act.facing or act.how
        return act.deed in ("go", "leave") and not (said or act.terms or act.denied or act.held or act.spared)

    def _owed(self, act: Act, who: Person) -> None:
        """Where those go of whom the line behind it does not say where to."""
        sent = {man for clause in self.clauses if goes_somewhere(clause) for man in clause.who}
        left = tuple(man for man in who.ids if man not in sent)
        if left:
            for clause in self._unplaced(act, Person(left, each=who.each)):
                self._add(clause)

    def _the_same(self, act: Act, who: Person) -> None:
        """ "Ralph too": they do as those before them, on this line or above it."""
        if not any(word.plain in _SAME for word in self.words):
            self._helping(act, who)
            return
        if self.clauses:
            self._add(replace(self.clauses[-1], who=who.ids))
        else:
            self._add(Clause(Deed.STAY, who.ids, same=True, each=who.each))

    def _helping(self, act: Act, who: Person) -> None:
        """ "Roger hits Khaled; Arthur in support", "William goes to 1312, Odo with him"."""
        places = [word.position for words in act.who for word in words]
        at = [at for at, word in enumerate(self.words) if word.position in places]
        around = {word.plain for word in self.words[max(at[0] - 3, 0) : at[-1] + 4]} if at else set()
        last = self.clauses[-1] if self.clauses else None
        if last is None or not around & _HELPING or last.given or act.terms or set(last.who) & set(who.ids):
            raise Unplain
        self.doubts.append("")
        if last.deed is Deed.GO:
            self._add(Clause(Deed.GO, who.ids, beside=last.who[-1], far=True))
        elif last.whom:
            self._add(replace(last, who=who.ids))
        else:
            raise Unplain

    def _not_done(self, act: Act, who: Person) -> str:
        """What those are to do who are told what they are not to do; "" for nothing more than is said
        besides."""
        if act.deed in ("go", "leave", "join", "climb") and set(who.ids) <= self.told:
            return ""  # "lifts the ladder, but no climbing yet"
        if act.deed in ("go", "leave", "join", "climb"):
            act.place, act.facing, act.friend, act.foe = (), (), (), []
            return "stay"
        if act.deed == "fire" and not act.foe:
            self.holding += who.ids
            self.before.append(who.ids)
            return ""
        if act.deed in HARMING:
            self.denied += who.ids
            self.before.append(who.ids)
            return ""
        raise Unplain

    def _hows(self, act: Act) -> None:
        self.far = False
        for how in act.how:
            plain = {word.plain for word in how}
            if "far" in plain:
                self.far = True
            elif not plain <= EMPTY_HOW and not any(word.kind == "hex" for word in how):
                self.doubts.append(text_of(how))

    # going, staying, turning

    def _stay(self, act: Act, who: Person) -> None:
        hexes = [word for word in act.place if word.kind == "hex"]
        figures = self.desk.battle.figures
        if hexes and not all(
            any(self.lexicon.hex(at) in figures[man].hexes for at in hexes) for man in who.ids
        ):
            raise Unplain  # "keeps 0914", who is not there
        if act.place and not hexes and not {word.plain for word in act.place} <= _WHERE_HE_IS:
            there = self.persons.all_at(act.place)
            if there is not None and not set(who.ids) <= set(there.ids):
                raise Unplain  # "stays in the yard", who is outside
            self.doubts.append(text_of(act.place))
        if act.friend:
            self.doubts.append(text_of(act.friend))
        if act.facing:
            self._turn(act, who)
            return
        self._add(Clause(Deed.STAY, who.ids, each=who.each))

    def _turn(self, act: Act, who: Person) -> None:
        words = act.facing or act.place or tuple(token for foe in act.foe for token in foe)
        if not words:
            raise Unplain
        for man in who.ids:
            self._look(man, words)
        self.before.append(who.ids)

    def _look(self, man: FigureId, words: Words) -> None:
        """Somebody's direction: where he goes, if the line sends him to a hex."""
        going = [one for one in self.clauses if man in one.who and one.deed is Deed.GO and not one.given]
        if not going or going[-1].facing:
            self._add(Clause(Deed.TURN, (man,), facing=self._looking(man, words)))
            return
        last = going[-1]
        at = next(at for at, one in enumerate(self.clauses) if one is last)
        left = tuple(one for one in last.who if one != man)
        looking = self._looking(man, words, last.hex or None)
        self.doubts += [] if last.hex else [text_of(words)]
        self.clauses[at : at + 1] = [
            *([replace(last, who=left)] if left else []),
            replace(last, who=(man,), facing=looking),
        ]

    def _go(self, act: Act, who: Person) -> None:
        if act.foe and not act.place:
            person = self.persons.foe(act.foe[0], self.foes)
            if person is None or len(person.ids) != 1:
                raise Unplain
            self.foes = person.ids
            self._add(Clause(Deed.GO, who.ids, beside=person.ids[0], each=who.each, far=self.far))
            return
        if act.friend and not act.place:
            friend = self.persons.own(act.friend)
            if friend is None or len(friend.ids) != 1:
                raise Unplain
            self.doubts += [text_of(act.verb)] if act.deed == "join" else []
            self._add(Clause(Deed.GO, who.ids, beside=friend.ids[0], each=who.each, far=self.far))
            return
        if not act.place:
            if act.deed == "go" and self.leads_on:
                self.before.append(who.ids)  # "goes and hits Carlo": whom he hits says where to
                return
            for clause in self._unplaced(act, who):
                self._add(clause)
            self.before.append(who.ids)
            return
        if act.friend:
            self.doubts.append(text_of(act.friend))
        for clause in self._where(act, who):
            for one in self._facing(clause, act.facing):
                self._add(replace(one, each=who.each))
        self.before.append(who.ids)

    def _grammar(self, text: str) -> list[Clause]:
        reader = Clauses(
            self.desk, self.lexicon, self.company, self.named, words_of(text), (), self.busy, (), self.pairs
        )
        return reader.read()

    # standing orders and the rest

    def _by_grammar(self, act: Act, who: Person) -> None:
        names = " and ".join(self.lexicon[man] for man in who.ids)
        parts = (act.verb, *act.foe, act.friend, act.place)
        rest = " ".join(text_of(part) for part in parts if part)
        try:
            found = self._grammar(f"{names} {rest}")
        except Unknown:
            found = self._worked(act, who)
        for clause in found:
            self._add(clause)

    def _worked(self, act: Act, who: Person) -> list[Clause]:
        self.doubts.append(text_of(act.verb))
        if act.place and takes_post(act):
            return self._where(act, who)
        if act.friend and takes_post(act):
            return self._by_person(who, act.friend, far=True) or []
        try:
            return work(act, who.ids, self.desk, self.lexicon)
        except Unplain:
            if act.deed == "carry" and act.place:
                return [carried(self._where(act, who), who.ids, self.desk)]
            if act.deed == "climb" and act.place:
                return self._where(act, who)
            raise

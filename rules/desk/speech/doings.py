"""What a clause tells somebody to do, with whom or where to, read behind the words that say who."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rules.core.language import english
from rules.desk.speech.clause import Clause, Unsure
from rules.desk.speech.helping import HELPS
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.phrases import text_of, words_of
from rules.desk.speech.targets import Targets
from rules.desk.speech.vocabulary import DEEDS, HOLDING, LITTLE, ONE_WORD, Deed
from rules.orders.lexicon import OWN, PEOPLE, Role
from rules.orders.parser import parse
from rules.orders.records import StandingOrder
from rules.orders.slips import nearest
from rules.orders.trouble import Code, Trouble
from rules.orders.words import KEYWORDS
from rules.state.figure import FigureId

_BELONGINGS = phrases_in(
    """
    horse, mount, horses, side, flank, rear, back, men, leader
    """
)
_SHORTEST_SLIP = 5  # letters
_ONTO = phrases_in(
    """
    at, on, upon, against, with, towards, down, for, instead, into, onto, in, both, all, out, over,
    away, together
    """
)
_PARTICLES = phrases_in(
    """
    off, down, up, out, over, back, away, too, as
    """
)
_ALONG = phrases_in(
    """
    together with, along with, with the help of, with help from, with, alongside, helped by, aided
    by, supported by, and also
    """
)
_WORKING = ("throw", "throws", "climb", "climbs", "march", "marches", "retreat", "retreats")
_MISSILES = phrases_in(
    """
    with a javelin, with his javelin, with javelins, with their javelins, with his javelins, with an
    arrow, with arrows, with his bow, with their bows, with the bow, with a stone, with stones, with
    his sling, with the sling, with a sling stone, with slings, with his arrows, with their arrows,
    with a bow
    """
)
_OVER_TO = (
    "over to",
    "to",
    "up to",
    "across to",
    "down to",
    "along to",
    "back to",
    "over",
    "up",
    "on to",
    "towards",
)
_BESIDE = ("next to", "beside", "alongside", "right next to", "close to")
_JOINING = (",", ";", "and", "then", "&", "+", "n", ":", ">", "=", "again", "back", "there")
_AND_THERE = ("and", "to", "then", "&", "and then", "and there", ",", "there")
_MOUNTING = ("get", "gets", "jump", "jumps", "leap", "leaps", "hop", "hops", "climb", "climbs")
_BARE = ("on", "x", "against", "vs", "versus")


class Doings(Targets):
    """What is done to an enemy, and which deed a clause is about."""

    def _deed(self) -> bool:
        at = self.at
        if self._is(at, *HELPS):
            if self._helps_again(at):
                return True
            at = self.at = self._helped(at + 1) or at
        found = DEEDS.all_at(self.words, at)
        if not found and self.waiting and (misspelt := self._misspelt(at)):
            found = [misspelt]
        first = self.words[at].plain
        if found and found[0][0] == Deed.STRIKE and first in _BARE and not self._after_subject():
            found = []
        for means, length in found:
            deed = Deed(means)
            if (
                deed in (Deed.LEAVE, Deed.GO)
                and first == "back"
                and self._tried(lambda: self._goes(Deed.GO, at))
            ):
                return True
            if self._tried(partial(self._done_by, deed, at + length)):
                return True
        if found and self._as_written():
            return True
        if self.waiting and self.found and self.found[-1].whom and self._target(at) is not None:
            return self._harms(self.found[-1].deed, at)  # "Gilbert shoots Kosmas, Ralph Alexio"
        if self.waiting and self.found and self.found[-1].deed is Deed.THROW and self._is(at, "at"):
            return self._tried(lambda: self._at_the_wall(Deed.THROW, at))  # "Radko at 0809", the hook too
        if self._without_a_verb(at):
            return True
        return self.waiting and (self._as_written() or self._somehow())

    def _without_a_verb(self, at: int) -> bool:
        """ "Robert at Sandro", "Ivo to 1312": what is done is said by the little word alone."""
        first = self.words[at].plain
        stays = bool(self.found) and self.found[-1].deed is Deed.STAY and self.found[-1].who == self.who
        led = first in ("to", "back", "into", "next", "beside", "up", "behind", "towards")
        last = self.found[-1] if self.found else None
        if last is not None and last.deed is Deed.JOIN and last.beside and self._follows_to(at, last.beside):
            raise Unsure(self._who_goes(last.beside, at))
        joined = self.at == 0 or self.at in self.breaks or self.words[self.at - 1].plain in _JOINING
        if (self._after_subject() and first != "where") or (led and joined and not stays):
            if first == "at" and self._harms(Deed.STRIKE, at):
                return True
            led = self._is(at - 1, ":", ">") and self._target(at) is not None
            if led and self._harms(Deed.STRIKE, at, bare=self._is(at - 1, ":")):
                return True
            if self._is(at, "into") and self._target(at + 1) is not None and self._harms(Deed.ATTACK, at + 1):
                return True
            if not stays and not self._sent_already(first) and self._tried(lambda: self._goes(Deed.GO, at)):
                return True
        return False

    def _follows_to(self, at: int, whom: str) -> bool:
        """Whether a hex stands right behind him whom somebody follows: "follows Robert to 1313"."""
        before = self.person_at(at - 1, PEOPLE)
        return before is not None and before.id == whom and self._is(at, "to", "at") and self._is_hex(at + 1)

    def _who_goes(self, whom: str, at: int) -> Trouble:
        message = english(
            "who goes to {hex}? Write where {name} goes, and behind it who follows him",
            hex=self.words[at + 1].text,
            name=self.lexicon[whom],
        )
        return Trouble(Code.EXPECTED, message)

    def _sent_already(self, first: str) -> bool:
        """Whether a place with no verb of its own, "behind Predrag", follows a hex or a distance for the same
        men: it says more of that place, and is no second order."""
        last = self.found[-1] if self.found else None
        sent = last is not None and last.who == self.who and bool(last.hex or last.steps[0])
        return sent and not self.waiting and first in ("next", "beside", "behind")

    def _somehow(self) -> bool:
        """A verb that nobody knows before "to" and a hex: "trundles over to 0806" goes there, as anybody
        would."""
        at = self.at
        if not self._unknown(at) or self._is(at, "is", "has", "was", "who", "that"):
            return False
        behind = at + 1
        while length := self._phrase(_OVER_TO, behind):
            behind += length
        if self._phrase(_BESIDE, behind) or (self._is(behind, "in") and self._phrase(_BESIDE, behind + 1)):
            said = self.words[at].text
            if not self._tried(partial(self._goes, Deed.GO, behind)) or not self.found[-1].beside:
                return False
            self.told.append(english("{written} read as {name}.", written=said, name="MOVE"))
            return True
        if behind == at + 1 or not self._is_hex(behind) or not self._ends(behind + 1):
            return False
        there = self.words[at].text
        self.told.append(english("{written} read as {name}.", written=there, name="MOVE"))
        self._done(Clause(Deed.GO, self.who, hex=self._hex(behind), each=self.each), behind + 1)
        return True

    def _tried(self, read: Callable[[], bool]) -> bool:
        """Whether this reads what stands here; if not, nothing is kept of it."""
        at, told, targets = self.at, len(self.told), self.targets
        found, waiting = list(self.found), self.waiting
        if read():
            return True
        self.at, self.targets, self.found, self.waiting = at, targets, found, waiting
        del self.told[told:]
        return False

    def _as_written(self) -> bool:
        """An order of the language that has no other words, such as OPEN or THROW GRAPNEL: what stands
        here up to where the clause ends, for each of those who are told."""
        first = self.words[self.at].plain
        if (
            not self.who
            or first not in self._verbs
            or (DEEDS.at(self.words, self.at) and first not in _WORKING)
        ):
            return False
        ends = [end for end in range(self.at + 1, len(self.words) + 1) if self._ends(end)]
        for end in ends[-1:] + ends[:-1]:
            said = text_of(self.words[self.at : end])
            orders = [parse(f"{self.lexicon[man]} {said}", self.lexicon) for man in self.who]
            if all(not isinstance(order, Trouble | StandingOrder) for order in orders):
                self._done(Clause(Deed.WRITTEN, self.who, text=said, each=self.each), end)
                return True
        return False

    def _misspelt(self, at: int) -> tuple[str, int] | None:
        """The deed that a word right behind somebody's name was meant for, but for a slip of the keyboard."""
        word = self.words[at]
        if word.kind != "word" or len(word.plain) < _SHORTEST_SLIP or word.plain in {*HOLDING, *KEYWORDS}:
            return None
        meant = nearest(word.plain, ONE_WORD, 1)
        turned = sorted(meant) == sorted(word.plain)
        if (
            not meant
            or (meant[0] != word.plain[0] and not turned)
            or LITTLE.at(self.words, at)
            or self.person_at(at, PEOPLE) is not None
        ):
            return None
        self.told.append(english("{written} read as {name}.", written=word.text, name=meant))
        found = DEEDS.at(words_of(meant))
        return (found[0], 1) if found is not None else None

    def _done_by(self, deed: Deed, behind: int) -> bool:
        match deed:
            case Deed.ATTACK | Deed.STRIKE | Deed.FIRE | Deed.CHARGE:
                return not self._stays_in_hex(behind) and self._harms(deed, behind)
            case Deed.STAY | Deed.HOLD_FIRE:
                return self._stays(deed, behind)
            case Deed.TURN:
                return self._turns(behind)
            case Deed.LIGHT:
                return self._lights(behind)
            case Deed.CARRY | Deed.RAISE | Deed.LAY:
                return self._ladder(deed, behind)
            case Deed.CLIMB | Deed.THROW:
                return self._at_the_wall(deed, behind)
        return self._goes(deed, behind)

    def _after_subject(self) -> bool:
        """Whether nothing was said yet of those who were named last."""
        return not self.found or self.found[-1].who != self.who or self._men_before()

    def _men_before(self) -> bool:
        at = self.at - 1
        while at >= 0 and (self.words[at].plain in (",", ":") or LITTLE.at(self.words, at)):
            at -= 1
        return at >= 0 and self.person_at(at, OWN) is not None

    def _harms(self, deed: Deed, at: int, *, bare: bool = False) -> bool:
        at = self._skip(at, _ONTO)
        if self._is(at, ",") and self._is(at - 1, "target", "targets"):
            at += 1
        if deed in (Deed.ATTACK, Deed.STRIKE) and self._harm_theirs(at):
            return True
        begin = at
        lance = deed is Deed.FIRE and any(w.plain in ("lance", "lances") for w in self.words[self.at : at])
        whom, nearest, how, at = self._all_targets(at)
        if (
            deed is Deed.ATTACK
            and self.words[self.at].plain in ("hit", "hits")
            and all(map(self._shoots, self.who))
        ):
            deed = Deed.STRIKE
        if not whom and not nearest and deed is Deed.ATTACK and len(self.targets) == 1 and self._ends(at):
            whom = list(self.targets)
        sees = self.found[-1].sight if self.found and self.found[-1].who == self.who else ""
        if not whom and not nearest and deed is Deed.FIRE and sees and self._ends(at):
            whom = [sees]
        fought = self.words[self.at].plain.startswith(("fight", "keep", "carry", "go", "continue"))
        if not whom and not nearest and deed is Deed.ATTACK and fought and self._ends(at):
            opponent = self._opponent(self.at, at - self.at)
            whom = [opponent[0]] if opponent is not None else []
        if not whom and not nearest and deed is not Deed.STRIKE and self._is_hex(at):
            whom, at = [self._enemy_in(at)], at + 1
        if (not whom and not nearest) or self._mounts(whom):
            return False
        self.targets = tuple(whom) or self.targets
        if (shot := self._phrase(_MISSILES, at)) and deed in (Deed.ATTACK, Deed.STRIKE, Deed.FIRE):
            deed, at = Deed.FIRE, at + shot
        at, at_least = self._threshold(at)
        if self._is(at, "respectively"):
            return how == "together" and self._each_his_own(deed, whom, at + 1)
        at = self._and_not(at, whom)
        if self._is(at, *_PARTICLES) and self._ends(at + 1):
            at += 1
        at = self._along(deed, at)
        if self._is(at, "s", "'s") or (self._is(at, *_BELONGINGS) and self.words[at - 1].plain.endswith("s")):
            return False
        charges = any(self.words[i].plain == "gallop" for i in range(self.at, min(len(self.words), at + 5)))
        if charges and deed is Deed.STRIKE:
            deed = Deed.CHARGE
        said = " ".join(word.text for word in self.words[self.at : begin])
        self._closes(deed, whom)
        self._done(
            Clause(
                deed, self.who, tuple(whom), nearest, at_least=at_least, lance=lance, each=self.each,
                bare=bare, said=said, joined=how, kinds=self.kinds_meant if nearest else (),
            ),
            at,
        )  # fmt: skip
        return True

    def _mounts(self, whom: Sequence[str]) -> bool:
        """ "Get on leon's horse": that is no attack on it."""
        horse = any(one not in self.battle.figures for one in whom)
        return horse and self._is(self.at, *_MOUNTING) and not self._is(self.at + 1, "at")

    def _shoots(self, man: FigureId) -> bool:
        """Whether somebody is there to shoot, and nobody stands next to him."""
        figure = self.battle.figures[man]
        beside = {near for at in figure.hexes for near in self.battle.board.neighbours(at)}
        free = not any(
            foe.living and beside & set(foe.hexes) and self.lexicon.role.get(foe.id) is Role.ENEMY
            for foe in self.battle.figures.values()
        )
        return free and (figure.archer or figure.slinger)

    def _stays_in_hex(self, at: int) -> bool:
        """Whether words are those for staying as well, and a hex follows: "stays at 1016"."""
        stays = any(means == Deed.STAY for means, _ in DEEDS.all_at(self.words, self.at))
        return stays and self._is_hex(self._skip(at, _ONTO))

    def _closes(self, deed: Deed, whom: Sequence[str]) -> None:
        """ "Goes up and hits Carlo": who is not next to him goes there first."""
        if not self.closing or deed not in (Deed.ATTACK, Deed.STRIKE) or len(whom) != 1:
            self.closing = False
            return
        self.closing = False
        there = self.battle.figures[whom[0]].hexes if whom[0] in self.battle.figures else ()
        board, figures = self.battle.board, self.battle.figures
        near = {at for here in there for at in board.neighbours(here)}
        afar = tuple(man for man in self.who if not near & set(figures[man].hexes))
        if afar:
            self.found.append(Clause(Deed.GO, afar, beside=whom[0], far=True))

    def _along(self, deed: Deed, at: int) -> int:
        """ "With Tancred" behind whom he attacks: they do it together."""
        at = self._skip_empty(at)
        comma = self._is(at, ",")
        length = self._phrase(_ALONG, at + comma)
        at = at + comma if length else at
        men = self.men_at(at + length) if length and deed is not Deed.CHARGE else None
        end = at + length + men[1] if men is not None else at
        end = self._skip(end, ("all", "both", "joining", "helping", "in", "too", "him"))
        if men is None or not self._ends(end):
            return at - comma if length else at
        self.who = tuple(dict.fromkeys((*self.who, *men[0])))
        return end

    def _each_his_own(self, deed: Deed, whom: list[str], at: int) -> bool:
        if len(whom) != len(self.who):
            return False
        for man, foe in zip(self.who, whom, strict=True):
            self._done(Clause(deed, (man,), (foe,)), at)
        return True

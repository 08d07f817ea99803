"""Groups of one's own men as people speak of them: "all archers", "the rest", "mauger & gui", and those that
a mail names itself (GROUP left = Odo Hamo Ivo)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.core.language import english, say
from rules.desk.check import may_act
from rules.desk.lines import COMMANDS
from rules.desk.speech.bands import Band, Bands
from rules.desk.speech.bands import may_begin as may_begin_a_band
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.vocabulary import HOLDING, JOINTS, Phrasebook, longest
from rules.orders.groups import SPELT
from rules.orders.lexicon import OWN, Found, Lexicon
from rules.orders.text import Token
from rules.orders.trouble import Code, Trouble, listed
from rules.orders.verb import EVERYBODY
from rules.orders.verbs import first_words
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.tactical.deploying.deployment import is_of_kind

_JOINTS = frozenset({"and", "&", "+", ",", "n"})
_BEFORE = frozenset({"the", "my", "our", "both", "every", "all", "of", "two", "three", "four"})
_EVERYBODY = ("everybody", "everyone", "men")
_REST = ("rest", "others", "remaining")
_NO_NAMES = frozenset(
    (*_BEFORE, *_JOINTS, *_REST, *EVERYBODY, "him", "her", "it", "he", "she", "they", "them")
)
# A line that holds one of these would say something else than it does, and "never attack" order an attack.
_SAY_HOW = HOLDING | JOINTS | frozenset(
    (*COMMANDS, "group", "ungroup", "undo", "accept", "press", "end", "to", "at", "on", "with", "in", "of",
     "by", "from", "for", "else", "toward", "towards", "within", "dead", "x")
)  # fmt: skip
_BEGINNINGS = frozenset((*_BEFORE, *_REST, *_EVERYBODY, "horse", *(spelt.split()[0] for spelt in SPELT)))
_BUT = phrases_in(
    """
    but, except, without, save, bar, apart from, other than, aside from, except for, but for, excluding,
    minus, not counting, not including, with the exception of, save for, but not, not, barring, besides,
    bar for
    """
)
MOST_GROUPS = 20
_KIND_WORDS = 2  # at most in the name of a kind
_SHORTEST_NAME = 3


_LEFT = ("everyone", "everybody", "anyone", "anybody", "all men", "the men", "those", "all", "men", "others",
         "all others", "the others", "everyone else", "everybody else")  # fmt: skip
_UNTOLD = ("not mentioned", "i did not mention", "i didnt mention", "not named", "not listed", "i forgot",
           "without orders", "without an order", "with no orders", "not ordered", "not mentioned above",
           "without order", "not named above", "i have not mentioned", "i havent mentioned",
           "not told otherwise", "not in the list")  # fmt: skip
_NOT_NAMED = tuple(
    f"{who}{which} {what}"
    for who in _LEFT
    for which in ("", " who is", " who are", " whos", " that are")
    for what in _UNTOLD
)
_SAID_GENERALLY = Phrasebook({"left": _NOT_NAMED})


_EVERY = ("all", "both", "every", "each", "any")
_PAIR = 2
_OF_EACH = ("knight", "sergeant")  # behind "each" or "no", which are not seen where they are looked up
_BODIES_OF_MEN = ("infantry", "cavalry", "foot", "horse")


class Chosen(msgspec.Struct, frozen=True):
    """Whom the first words of a line mean, over how many words, and what to tell of it; ``shooting``: of them
    only those who have a shot; ``by_name``: whether all of them were named; ``whom``: enemies by whom it is
    said who they are."""

    figures: tuple[FigureId, ...]
    length: int
    told: tuple[str, ...] = ()
    shooting: bool = False
    by_name: bool = False
    whom: tuple[str, ...] = ()


class Company:
    """The men of a seat as groups. ``busy``: those who have an order of the phase by now, whom "the rest"
    leaves out; ``named``: the groups that the seat has given a name, in earlier mails too."""

    def __init__(
        self, battle: Battle, seat: SeatId, lexicon: Lexicon, named: Mapping[str, tuple[FigureId, ...]]
    ) -> None:
        self.battle = battle
        self.lexicon = lexicon
        self.men = [f for f in battle.figures.values() if f.seat == seat]
        self.bands = Bands(battle, lexicon, self.men)
        self.whom: tuple[str, ...] = ()  # enemies by whom it was said who they are
        self.shooting = False  # whether of those who were asked for last only those with a shot are meant
        self.named = dict(named)
        self.refused: set[str] = set()  # kinds of men that this mail took for names of groups

    # groups that a player names

    def is_definition(self, words: Sequence[Token]) -> bool:
        """GROUP, a name and a sign, or nothing but GROUP or UNGROUP and a word."""
        if len(words) < 2 or words[0].plain not in ("group", "ungroup"):
            return False
        return len(words) == 2 or (words[0].plain == "group" and words[2].plain in ("=", ":", "is", "are"))

    def define(self, words: Sequence[Token]) -> str | Trouble:
        """Keep a group, or end it; what the receipt says of it."""
        name = words[1]
        if words[0].plain == "ungroup" or [word.plain for word in words[3:]] in (["nobody"], ["none"]):
            return self._ended(name)
        if name.kind != "word" or name.plain in {*first_words(self.lexicon.modules), *_SAY_HOW}:
            message = english("{word} is an order word: call the group otherwise", word=name.text)
            return Trouble(Code.TWICE, message, name.position)
        found = self.lexicon.find(words[1:2], frozenset(self.lexicon.role.values()))
        if name.plain in _NO_NAMES or name.plain in SPELT or (isinstance(found, Found) and not found.note):
            self.refused |= {name.plain} & set(SPELT)
            message = english("{word} means somebody already: call the group otherwise", word=name.text)
            return Trouble(Code.TWICE, message, name.position)
        members = self._members(words[3:])
        if isinstance(members, Trouble):
            return members
        if not members:
            message = english("behind GROUP stand a name, = and its men: GROUP left = Odo Hamo")
            return Trouble(Code.INCOMPLETE, message, name.position)
        if name.plain not in self.named and len(self.named) >= MOST_GROUPS:
            message = english("there are {most} groups, and no room for more: UNGROUP one", most=MOST_GROUPS)
            return Trouble(Code.TOO_MANY, message, name.position)
        self.named[name.plain] = members
        told = say(
            "{name}: {members}. Known from now on, until UNGROUP {name}.",
            name=name.text,
            members=", ".join(self.lexicon[figure] for figure in members),
        )
        gone = [self.lexicon[f] for f in members if self.battle.figures[f].dead]
        return f"{told} {say('Dead: {names}.', names=listed(gone, 'and'))}" if gone else told

    def refused_in(self, words: Sequence[Token]) -> Trouble | None:
        """Why a line cannot be read that speaks of a group whose name was refused: it would mean the kind."""
        for word in words:
            if word.plain in self.refused:
                message = english("the group {word} was refused above: call it otherwise", word=word.text)
                return Trouble(Code.NAME, message, word.position)
        return None

    def _ended(self, name: Token) -> str | Trouble:
        if name.plain not in self.named:
            known = ", ".join(self.named)
            message = english("there is no group {name}", name=name.text)
            if known:
                message = english("there is no group {name}, but {known}", name=name.text, known=known)
            return Trouble(Code.NAME, message, name.position)
        del self.named[name.plain]
        return say("{name} is no group any more.", name=name.text)

    def _members(self, words: Sequence[Token]) -> tuple[FigureId, ...] | Trouble:
        members: list[FigureId] = []
        at = 0
        while at < len(words):
            if words[at].plain in _JOINTS:
                at += 1
                continue
            if words[at].plain in self.named:
                members += self.named[words[at].plain]
                at += 1
                continue
            found = self.lexicon.find(words[at : at + 6], OWN)
            if isinstance(found, Trouble):
                return found
            members.append(found.id)
            at += found.length
        return tuple(dict.fromkeys(members))

    # who is meant

    def unclear(self, words: Sequence[Token]) -> Band | None:
        """Men who are described here, where it is not known who they are."""
        if not words or words[0].plain in self.named or _SAID_GENERALLY.at(words) is not None:
            return None
        band = self.bands.at(words, frozenset())
        return band if band is not None and not band.clear else None

    def counts_men(self, words: Sequence[Token], busy: frozenset[FigureId]) -> bool:
        """Whether so many men are described here: "2 archers", "both spearmen"."""
        band = self.bands.at(words, busy)
        return band is not None and band.clear

    def may_begin(self, word: Token) -> bool:
        """Whether a group, apart from names joined, may begin with this word."""
        return word.plain in _BEGINNINGS or word.plain in self.named or may_begin_a_band(word.plain)

    def one_of_several(self, words: Sequence[Token]) -> Trouble | None:
        """Why it cannot be known who is meant by "the knight", where there are several."""
        at = 0
        while at < len(words) and words[at].plain in (*_BEFORE, "a", "an", "one"):
            at += 1
        kinds, end = self._kinds(words, at)
        if not kinds or _is_plural(words[end - 1].plain) or any(w.plain in _EVERY for w in words[:at]):
            return None
        men = [m for m in self.men if m.hex and all(is_of_kind(self.battle, m, kind) for kind in kinds)]
        fitting = tuple(self.lexicon[one] for one in self._ids(men))
        behind = words[end + (words[end : end + 1] != () and words[end].plain == ",") :]
        if len(fitting) < 2 or self._name(behind) is not None:
            return None
        said = " ".join(word.text for word in words[:end])
        message = english("{word} could be {candidates}", word=said, candidates=listed(fitting[:8]))
        return Trouble(Code.WHICH_NAME, message, words[0].position, "", fitting)

    def spelt_out(self, words: tuple[Token, ...], busy: frozenset[FigureId]) -> tuple[str, int] | None:
        """For "all but Odo": the names that are left, and over how many words. None if nobody is taken out of
        a group there, or it is not clear who."""
        found = self._item(words, busy)
        if found is None or found[2]:
            return None
        members, at, _ = found
        comma = at < len(words) and words[at].plain == ","
        length = longest(_BUT, words, at + comma)
        if not length:
            return None
        at += comma + length
        out: list[FigureId] = []
        while (found := self._item(words[at:], busy)) is not None:
            out += found[0]
            at += found[1]
            behind = at
            while behind < len(words) and words[behind].plain in _JOINTS:
                behind += 1
            if behind == at or self._item(words[behind:], busy) is None:
                break
            at = behind
        at += bool(comma and at < len(words) and words[at].plain == ",")
        left = [f for f in members if f not in out and may_act(self.battle.figures[f])]
        return (" + ".join(self.lexicon[f] for f in left), at) if out and left else None

    def exceptions_first(self, words: tuple[Token, ...], busy: frozenset[FigureId]) -> tuple[Token, ...]:
        """The words with those who are taken out of a group at the end of a line right behind the group:
        "all archers stay except Ralph"."""
        found = self._item(words, busy) if words and self.may_begin(words[0]) else None
        if found is None or found[2]:
            return words
        last = (at for at in range(len(words) - 2, found[1], -1) if longest(_BUT, words, at))
        at = next(last, 0)
        if not at or words[at].plain == "not":
            return words
        whole = self.spelt_out((*words[: found[1]], *words[at:]), busy)
        if whole is None or whole[1] != found[1] + len(words) - at:
            return words
        before = at - (words[at - 1].plain == ",")
        return (*words[: found[1]], *words[at:], *words[found[1] : before])

    def at(self, words: Sequence[Token], busy: frozenset[FigureId]) -> Chosen | None:
        """The group with which these words begin: one or several selections or names, joined. None if there
        is none, or but one man by his name; nobody, if none of it can do anything."""
        members: list[FigureId] = []
        items, at, by_name = 0, 0, True
        self.shooting, self.whom = False, ()
        while (found := self._item(words[at:], busy)) is not None:
            figures, length, is_name = found
            by_name = by_name and is_name
            items += 1
            at += length
            if not figures and not members:
                break  # nobody is such a one: who is named behind him is somebody else
            if not is_name and (named := self._apposed(figures, words, at)) is not None:
                figures, at = named
            members += figures
            behind = at
            while behind < len(words) and words[behind].plain in _JOINTS:
                behind += 1
            if behind == at or self._item(words[behind:], busy) is None:
                break
            if words[behind].plain in ("all", "both", "every") and words[behind - 1].plain == ",":
                break  # "the hoplites, all three"
            at = behind
        if not items or (items == 1 and by_name):
            return None
        return self._able(tuple(dict.fromkeys(members)), at, by_name)

    def _apposed(
        self, figures: tuple[FigureId, ...], words: Sequence[Token], begin: int
    ) -> tuple[tuple[FigureId, ...], int] | None:
        """The names behind a kind of men, where all of them are such: "the spearmen, Walter and Hugo"."""
        at = begin + (begin < len(words) and words[begin].plain in (",", ":"))
        found: list[FigureId] = []
        while (one := self._name(words[at:])) is not None and one.id in figures:
            found.append(one.id)
            at += one.length
            behind = at
            while behind < len(words) and words[behind].plain in _JOINTS:
                behind += 1
            if behind == at or (following := self._name(words[behind:])) is None:
                break
            if following.id not in figures:
                return None
            at = behind
        return (tuple(found), at) if found else None

    def _item(
        self, words: Sequence[Token], busy: frozenset[FigureId]
    ) -> tuple[tuple[FigureId, ...], int, bool] | None:
        """A selection or a name, over how many words, and whether it is a name."""
        one = self._one(words, busy)
        if one is not None:
            return *one, False
        named = self._name(words)
        return None if named is None else ((named.id,), named.length, True)

    def _able(self, members: tuple[FigureId, ...], length: int, by_name: bool) -> Chosen:
        able = tuple(f for f in members if by_name or may_act(self.battle.figures[f]))
        names = [self.lexicon[f] for f in members if f not in able]
        told = (
            (say("Left out, since they can do nothing: {names}.", names=", ".join(names)),) if names else ()
        )
        return Chosen(able, length, told, self.shooting, by_name, self.whom)

    def _name(self, words: Sequence[Token]) -> Found | None:
        if not words or words[0].kind != "word" or len(words[0].plain) < _SHORTEST_NAME:
            return None
        found = self.lexicon.find(words[:6], OWN)
        return found if isinstance(found, Found) else None

    def _one(
        self, words: Sequence[Token], busy: frozenset[FigureId]
    ) -> tuple[tuple[FigureId, ...], int] | None:
        if (said := _SAID_GENERALLY.at(words)) is not None:
            return self._free(busy), said[1]
        if words and words[0].plain not in self.named and (band := self.bands.at(words, busy)) is not None:
            self.shooting, self.whom = self.shooting or band.shooting, (*self.whom, *band.whom)
            return (band.figures, band.length) if band.clear else None
        at, every = 0, False
        while at < len(words) and words[at].plain in _BEFORE:
            every = every or words[at].plain in ("all", "both", "every")
            at += 1
        pair = any(word.plain == "both" for word in words[:at])
        if pair and len(self.men) != _PAIR and (at == len(words) or words[at].plain in ("them", "you", "us")):
            return None  # two of whom was spoken before
        if at == len(words):
            return (self._ids(self.men), at) if every else None
        word, led = words[at].plain, at > 0
        if word in self.named:
            return self.named[word], at + 1
        if word in _REST:
            return self._free(busy), at + 1
        if word in _EVERYBODY or (every and word in ("them", "you", "us")):
            every, at = True, at + 1
        kinds, at = self._kinds(words, at)
        if not kinds and 0 < at < len(words) and words[at].plain == "horse":
            kinds, at = ["mounted"], at + 1  # "the horse all stay"
        if not kinds and not every:
            return None
        if not kinds and at < len(words) and words[at].plain in ("else", "others", "other"):
            return self._free(busy), at + 1
        men = [m for m in self.men if m.hex and all(is_of_kind(self.battle, m, kind) for kind in kinds)]
        inside, length = self._place(words[at:])
        if inside:
            men = [m for m in men if any(self.battle.board.lies_in(h, (inside,)) for h in m.hexes)]
        one = words[at - 1].plain
        if kinds and not every and len(men) > 1 and not (_is_plural(one) or (not led and one in _OF_EACH)):
            return None  # "archer" where there are several
        return self._ids(men), at + length

    def _kinds(self, words: Sequence[Token], at: int) -> tuple[list[str], int]:
        kinds: list[str] = []
        while at < len(words):
            for length in range(_KIND_WORDS, 0, -1):
                spelt = " ".join(word.plain for word in words[at : at + length])
                whole = at + length <= len(words)
                if whole and spelt in SPELT and self._name(words[at:]) is None:
                    kinds.append(SPELT[spelt])
                    at += length
                    break
            else:
                break
        return kinds, at

    def _place(self, words: Sequence[Token]) -> tuple[str, int]:
        """The place in "in the yard", and over how many words."""
        if not words or words[0].plain not in ("in", "inside", "at"):
            return "", 0
        at = 2 if len(words) > 1 and words[1].plain == "the" else 1
        if at < len(words) and (words[at].kind == "hex" or words[at].plain in self.lexicon.areas):
            return words[at].plain, at + 1
        return "", 0

    def _free(self, busy: frozenset[FigureId]) -> tuple[FigureId, ...]:
        return self._ids([man for man in self.men if may_act(man) and man.id not in busy])

    def _ids(self, men: Sequence[Character]) -> tuple[FigureId, ...]:
        return tuple(man.id for man in men if not man.dead and man.left_by is None)


def names(figures: Sequence[FigureId], lexicon: Lexicon) -> str:
    return listed([lexicon[figure] for figure in figures], "and")


def _is_plural(word: str) -> bool:
    """Whether a word for a kind of men means all of them: "archers", "spearmen", "the infantry"."""
    return word.endswith(("s", "men")) or word in _BODIES_OF_MEN

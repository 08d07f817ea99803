"""Lines that the order language does not know, read as people mean them: groups, "him", "next to Sandro",
turns of phrase. What comes out are lines of the order language; each is then read, checked and told like any
other.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.core.language import english, say
from rules.desk.desk import Desk
from rules.desk.questions import question_in
from rules.desk.speech import phrases, whither
from rules.desk.speech.addressed import Addressed, is_question, takes_the_form
from rules.desk.speech.bearers import pairs_at_ladders
from rules.desk.speech.company import Company
from rules.desk.speech.grouped import busy, group_first, swallowed
from rules.desk.speech.misleading import is_no_horse, is_twisted
from rules.desk.speech.named import LADDER_WORK, Named
from rules.desk.speech.phrases import FOLLOWS, Words, text_of, words_of
from rules.desk.speech.placed import Placed
from rules.desk.speech.plainly import plainly
from rules.desk.speech.saying import Saying
from rules.desk.speech.sentences import sentences, takes_back
from rules.desk.speech.talk import is_talk, two_figures
from rules.orders.lexicon import OWN, Lexicon
from rules.orders.parser import WILL, Part, parse, read_line
from rules.orders.records import AttackOrder, FireOrder, HaulOrder, MoveOrder, figures_of
from rules.orders.text import written
from rules.orders.trouble import Code, Trouble
from rules.orders.verb import Verb
from rules.state.figure import FigureId, SeatId

_SIDE_BY_SIDE = (*FOLLOWS, "next", "beside", "alongside", "adjacent")
_JOINTLY = (AttackOrder, HaulOrder, *LADDER_WORK)
_GROUP_NAMES = frozenset(
    ("left", "right", "centre", "center", "van", "vanguard", "reserve", "rearguard", "wing", "flank")
)
_NOBODY_NAMED = (Code.VERB, Code.NAME, Code.EXPECTED)
MOST_WORDS = 60  # nobody says more in one breath
MOST_LINES = 60  # into which one may be cut
_MEANT_SO = ("fire", "hold", "first", "only", "always", "never", "entering")  # of standing orders


class Speech(Placed):
    """The lines of one mail: each is read behind those before it, which named men and groups."""

    def __init__(self, desk: Desk, seat: SeatId, lexicon: Lexicon) -> None:
        self.desk = desk
        self.lexicon = lexicon
        self.company = Company(desk.battle, seat, lexicon, desk.sheet.groups)
        self.named = Named(lexicon)
        self.addressed = Addressed(lexicon, self.company, self.named)
        self.nearer: Trouble | None = None  # what keeps the last line from being read, once put otherwise
        self.seen: tuple[str, ...] = ()  # what of the last line's words was read otherwise than written
        self.tells_men = False  # whether the words of the last line seem to tell men to do something
        self.ordered = False  # whether the last line told a group, or him of the line above, to do something

    # reading

    def read(
        self, desk: Desk, line: str, words: Words, *, anew: bool = False
    ) -> tuple[Saying, ...] | Trouble | None:
        """What a line means that could not be read as it stands: lines that can; why nobody can know; or None
        where it says nothing that is known here. ``anew``: nothing of it is read as the language has it."""
        self.desk = desk
        self.company.named = desk.sheet.groups
        while words and words[0].plain == ";":  # put into other words, a line that begins so is a remark
            words = words[1:]
        words = self.company.exceptions_first(words, self._busy(words))
        found = None if anew else self._phrased(desk, words)
        if isinstance(found, tuple):
            read = [part for saying in found for part in read_line(saying.text, self.lexicon)]
            sure = bool(read) and not is_no_horse(read, words)
            if sure and (len(read) == 1 or not any(word.plain in _SIDE_BY_SIDE for word in words)):
                return self._seen(found)
            found = found if sure else None
        plain = self._plainly(line, words)
        found = found if plain is None else plain  # who goes first is known there
        if not isinstance(found, tuple):
            return found
        return swallowed(self.desk, self.lexicon, self.company, words, found) or self._seen(found)

    def _seen(self, found: tuple[Saying, ...]) -> tuple[Saying, ...]:
        """What a line means, with the names in it that were hard to see."""
        first = msgspec.structs.replace(found[0], told=(*self.seen, *found[0].told))
        return (first, *found[1:])

    def _plainly(self, line: str, words: Words) -> tuple[Saying, ...] | Trouble | None:
        """The line clause by clause; None if any of it could not be read after all."""
        if len(words) > MOST_WORDS:
            return None
        pairs = pairs_at_ladders(self.desk.battle, self.company)
        found = plainly(
            self.desk, self.lexicon, self.company, self.named, line, words, self._busy(words), pairs
        )  # fmt: skip
        if not isinstance(found, tuple):
            return found
        parts = [part for saying in found for part in read_line(saying.text, self.lexicon)]
        readable = all(part.trouble is None for part in parts)
        return found if readable and len(found) <= MOST_LINES else None

    def _phrased(self, desk: Desk, words: Words) -> tuple[Saying, ...] | Trouble | None:
        """The line in the turns of phrase that are put into the words of the order language as a whole."""
        self.desk, self.nearer, self.ordered = desk, self._lasting(words), False
        if len(words) > MOST_WORDS:
            return None
        if phrases.never_advances(words):
            return (Saying("ADVANCE never"),)
        if (again := self.named.again(words)) is not None:
            return again
        if (but := self.company.spelt_out(words, self._busy(words))) is not None:
            words = (*words_of(but[0]), *words[but[1] :])
        if phrases.denies(words):
            return None
        named = self.named.without_pronouns(words)
        if isinstance(named, Trouble):
            return named
        self.ordered = bool(named[1])
        phrased = phrases.phrased(named[0], self.lexicon)
        told = (*named[1], *phrased.told)
        found = self._cut(phrased.words)
        if isinstance(found, Trouble) or found is None:
            return found
        first = msgspec.structs.replace(found[0], told=(*told, *found[0].told))
        sayings = (first, *found[1:])
        for saying in sayings:
            for part in read_line(saying.text, self.lexicon):
                if part.trouble is not None:
                    self.nearer = self.nearer or msgspec.structs.replace(part.trouble, position=-1)
                    return self.nearer if self.ordered else None
        return sayings if len(sayings) <= MOST_LINES else None

    def _lasting(self, words: Words) -> Trouble | None:
        """What a line means that begins like a standing order and cannot be read as one."""
        own = self.named.people(words, OWN)
        at = own[0][0] + own[0][1].length if own and not own[0][0] else 0
        verb = self._verb(words[at:]) if own else None
        if verb is None:
            return None
        if any(word.plain in _MEANT_SO for word in words):  # he knows what it is: it is told as ever
            return None
        hexes = [word.plain for word in words if word.kind == "hex"]
        message = whither.misread_standing(verb.record, own[0][1].id, hexes, self.lexicon)
        return Trouble(Code.EXPECTED, message) if message else None

    # one line, or several

    def by_sentences(self, desk: Desk, line: str) -> list[str]:
        """The sentences of a line that cannot be read as a whole, where some of them can, and none that
        cannot may take back what the others say; none otherwise."""
        found = sentences(line, self.lexicon)
        if len(found) < 2:
            return []
        some = False
        for one in found:
            parts, words = read_line(one, self.lexicon), written(one).words
            known = bool(parts) and all(part.order is not None for part in parts)
            if known or isinstance(self.read(desk, one, words), tuple):
                some = True
            elif self.is_talk(one, parts) and takes_back(words):
                return []
        return found if some else []

    def is_for_men(self, line: str) -> bool:
        """Whether a line says something to men of the seat's."""
        question = question_in(line)
        if question is not None:
            return bool(question.order) and self._asks_of_men(written(question.order).words)
        words = written(line).words
        if self.company.is_definition(words):
            return True
        if self.named.people(words, OWN) and not self.is_talk(line, read_line(line, self.lexicon)):
            return True
        if self.addressed.orders_men(line):
            return True
        chosen = self.company.at(words, frozenset())
        return chosen is not None and self.named.speaks_of_him(words[chosen.length :])

    def _asks_of_men(self, words: Words) -> bool:
        """Whether an order that a question is about names one of the seat's men or begins with some."""
        named = bool(self.named.people(words, OWN)) or self.company.at(words, frozenset()) is not None
        return named or words[0].plain in ("he", "she", "they", "both")

    def begins_with_men(self, line: str) -> bool:
        """Whether the first words of a line are a man of the seat's, a group or a kind of its men."""
        words = written(line).words
        if not words or words[0].plain in WILL:
            return False
        return self.named.name(words, OWN) is not None or self.company.at(words, frozenset()) is not None

    def is_talk(self, line: str, parts: Sequence[Part]) -> bool:
        """Whether a line in which no order could be read was never meant as one."""
        if is_question(line, written(line).words):
            return all(part.order is None for part in parts)
        return is_talk(line, parts, self.lexicon) and not self.addressed.orders_men(line)

    def left_open(self, parts: Sequence[Part], words: Words) -> Trouble | None:
        """What is answered to him who sends no orders but "as printed", and where a line would be read as
        something else than it says."""
        if is_twisted(parts, words):
            message = english(
                "when or at whom is not clear here: write a line for each order, or IF ... THEN ... ELSE ..."
            )
            return Trouble(Code.CONDITION, message, 0)
        if any(part.order is not None for part in parts) and is_no_horse(parts, words):
            message = english("a horse archer is a man: name the one who is meant")
            return Trouble(Code.EXPECTED, message, 0)
        lost = all(part.trouble is not None and part.trouble.code in _NOBODY_NAMED for part in parts)
        tells = self.tells_men and self.nearer is None and two_figures(words, self.lexicon) is None
        if lost and (tells or self.addressed.points_at_them(words)):
            message = english(
                "this may be for your men, but who is to do what is not clear: write their names and an order"
            )
            return Trouble(Code.EXPECTED, message, 0)
        if not takes_the_form(words):
            return None
        message = english("this mail holds no such orders: send the lines of the form back that you want")
        return Trouble(Code.INCOMPLETE, message, 0)

    def _cut(self, words: Words) -> tuple[Saying, ...] | Trouble | None:
        if not words:
            return None
        if (two := phrases.in_its_order(words)) and (subject := self.named.people(words, OWN)):
            first = subject[0][1]
            name = words_of(self.lexicon[first.id])
            rest = two[1] if self.named.people(two[1], OWN) else (*name, *two[1])
            return self._each((*name, *two[0]), rest)
        if (halves := phrases.one_or_other(words)) is not None:
            return self._one_or_other(*halves)
        return self._grouped(words)

    def _each(self, *lines: Words) -> tuple[Saying, ...] | Trouble | None:
        sayings: list[Saying] = []
        for line in lines:
            found = self._grouped(line)
            if isinstance(found, Trouble) or found is None:
                return found
            sayings += found
        return tuple(sayings)

    def _one_or_other(self, first: Words, second: Words) -> tuple[Saying, ...] | Trouble | None:
        """A charge, and what is done if it comes to nothing: both stand beside each other."""
        order = parse(text_of(first), self.lexicon)
        if isinstance(order, Trouble) or len(figures_of(order)) != 1:
            return None
        if self._verb(second) is None:
            return None
        name = words_of(self.lexicon[figures_of(order)[0]])
        other = parse(text_of((*name, *second)), self.lexicon)
        if (
            isinstance(other, Trouble)
            or type(order).__name__ != "ChargeOrder"
            or not isinstance(other, AttackOrder)
        ):
            return None
        told = say("The second is carried out where the first comes to nothing.")
        return Saying(text_of(first)), Saying(text_of((*name, *second)), (told,))

    def _grouped(self, words: Words) -> tuple[Saying, ...] | Trouble | None:
        words = group_first(self.lexicon, self.company, words, self._busy(words))
        if (several := self.company.one_of_several(words)) is not None:
            return several
        chosen = self.company.at(words, self._busy(words))
        if chosen is None:
            return self._no_group(words) or self._placed(words, ())
        rest = words[chosen.length :]
        while rest and rest[0].plain in (*WILL, ",", ":"):
            if (
                rest[0].plain == "to"
                and len(rest) > 1
                and (rest[1].kind == "hex" or self._verb(rest[1:]) is None)
            ):
                break
            rest = rest[1:]
        verb = self._verb(rest)
        goes = bool(rest) and (rest[0].kind == "hex" or rest[0].plain in ("to", "into", "next", *FOLLOWS))
        if verb is None and not goes:
            return None
        if verb is not None and not chosen.by_name and issubclass(verb.record, FireOrder):
            return None  # who of them has a shot is known when the line is read clause by clause
        self.ordered = True
        if not chosen.figures:
            message = english("there is nobody of them who can do anything now")
            return Trouble(Code.CANNOT_ACT, message, words[0].position)
        told = chosen.told
        if verb is not None and (issubclass(verb.record, _JOINTLY) or verb.record.standing):
            line = f"{' + '.join(self.lexicon[f] for f in chosen.figures)} {text_of(rest)}"
            return (Saying(line, told),)
        taken: list[str] = []
        sayings: list[Saying] = []
        goal = self._goal(rest, verb)
        for figure in chosen.figures:
            way, nearby = self._near(goal, figure, rest, taken)
            found = self._placed((*words_of(self.lexicon[figure]), *way), taken)
            if not found:
                return None
            if nearby:
                found = (msgspec.structs.replace(found[0], told=(nearby, *found[0].told)), *found[1:])
            taken += [word.plain for word in words_of(found[0].text) if word.kind == "hex"]
            sayings += found
        return (msgspec.structs.replace(sayings[0], told=(*told, *sayings[0].told)), *sayings[1:])

    def _goal(self, rest: Words, verb: Verb | None) -> str:
        """The one hex to which a group is sent; "" where it is sent to none, or on a way of several."""
        cells = self.desk.battle.board.cells
        hexes = [word.plain for word in rest if word.kind == "hex" and word.plain in cells]
        moves = verb is None or verb.record is MoveOrder
        return hexes[0] if moves and len(hexes) == 1 and rest[-1].kind == "hex" else ""

    def _near(self, goal: str, figure: FigureId, rest: Words, taken: Sequence[str]) -> tuple[Words, str]:
        """Where somebody goes whose group is sent to a hex that another of them has by now: the nearest one
        to it; and what is told of that."""
        if not goal or goal not in taken:
            return rest, ""
        found = whither.around(self.desk, figure, goal, taken)
        if not found:
            return rest, ""
        told = whither.taken_by_another(goal, found)
        if found == self.desk.battle.figures[figure].hex:
            return words_of("stay"), told
        return (*rest[:-1], *words_of(found)), told

    def _no_group(self, words: Words) -> Trouble | None:
        """An order to the left or the reserve, where the mail has said of no such group who is in it."""
        named = words[0].plain in _GROUP_NAMES and not self.named.people(words[:1], OWN)
        if not named or self._verb(words[1:]) is None:
            return None
        message = english("who is meant by {word}? Write GROUP {word} = and the names", word=words[0].text)
        return Trouble(Code.NAME, message, words[0].position)

    def _busy(self, words: Words) -> frozenset[FigureId]:
        """Whom "the rest" leaves out."""
        return busy(self.desk, self.lexicon, words)

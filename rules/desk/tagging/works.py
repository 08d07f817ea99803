"""Acts with ladders, ropes, fires and horses whose words the grammar does not know: what they come to by
what was tagged. Always a doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.desk.check import check
from rules.desk.desk import Desk
from rules.desk.speech import features
from rules.desk.speech.clause import Clause
from rules.desk.speech.vocabulary import Deed
from rules.desk.tagging.acts import Act, Unplain
from rules.desk.tagging.words import words_in
from rules.orders.fire_records import DouseOrder, LightOrder
from rules.orders.lexicon import Lexicon
from rules.orders.records import Order
from rules.state.figure import FigureId, Hex

_DOWN = words_in("down dn descend descends descending off dismount dismounts")
_HORSE = words_in("horse horses horseback saddle saddles mount mounts mounted remount remounts steed")
_QUENCH = words_in("douse douses extinguish extinguishes quench quenches smother smothers")
_CUT = words_in("cut cuts sever severs hack hacks chop chops snip snips")
_ROPE = frozenset(("rope", "ropes"))
_TAKING_POST = words_in("occupy occupies form forms regroup regroups gather gathers rally rallies man mans")
GOES = (Deed.GO, Deed.JOIN, Deed.LEAVE)


def takes_post(act: Act) -> bool:
    """Whether no more is ordered than to be somewhere: "form up at 1009"."""
    return act.deed == "other" and any(word.plain in _TAKING_POST for word in act.verb)


def work(act: Act, who: Sequence[FigureId], desk: Desk, lexicon: Lexicon) -> list[Clause]:
    """Raises Unplain where it is not plain what is to be done."""
    men = tuple(who)
    words = (*act.verb, *act.place)
    said = {word.plain for word in words}
    hexes = tuple(dict.fromkeys(lexicon.hex(word) for word in act.place if word.kind == "hex"))
    match act.deed:
        case "raise" if len(hexes) <= 1:
            return [Clause(Deed.RAISE, men, hex=hexes[0] if hexes else "")]
        case "carry" if len(hexes) == 1:
            return [Clause(Deed.CARRY, men, hex=hexes[0])]
        case "lay":
            return [Clause(Deed.LAY, men)]
        case "throw" if len(hexes) <= 1:
            return [Clause(Deed.THROW, (man,), hex=hexes[0] if hexes else "") for man in men]
        case "light" if len(hexes) <= 1:
            return [Clause(Deed.LIGHT, (man,), hex=hexes[0] if hexes else _lit(desk, man)) for man in men]
        case "climb":
            return [_climbing(desk, lexicon, man, down=bool(said & _DOWN)) for man in men]
        case "other":
            return [_other(desk, man, said, hexes) for man in men]
    raise Unplain


def carried(clauses: Sequence[Clause], who: Sequence[FigureId], desk: Desk) -> Clause:
    """That a ladder is carried where its bearers are sent; raises Unplain where that is no hex."""
    board, figures = desk.battle.board, desk.battle.figures
    spots: set[Hex] = set()
    for clause in clauses:
        spots |= {*clause.spots, *((clause.hex,) if clause.hex else ())}
        if clause.beside:
            spots |= {near for at in figures[clause.beside].hexes for near in board.neighbours(at)}
    if not spots:
        raise Unplain
    return Clause(Deed.CARRY, tuple(who), spots=tuple(sorted(spots)))


def _beside(desk: Desk, man: FigureId, order: Callable[[Hex], Order]) -> Hex:
    """The one hex beside somebody in which he can carry out such an order."""
    near = features.around(desk.battle.board, desk.battle.figures[man].hexes)
    found = [at for at in sorted(near) if not (c := check(desk, order(at))).refused and not c.note]
    if len(found) != 1:
        raise Unplain
    return found[0]


def _lit(desk: Desk, man: FigureId) -> Hex:
    return _beside(desk, man, lambda at: LightOrder(man, at))


def _climbing(desk: Desk, lexicon: Lexicon, man: FigureId, *, down: bool) -> Clause:
    if down:
        return Clause(Deed.WRITTEN, (man,), text="climb down")
    stood = {at for said in features.STANDING for at in features.called(desk.battle, lexicon, said) or ()}
    if not stood & features.around(desk.battle.board, desk.battle.figures[man].hexes):
        raise Unplain
    return Clause(Deed.CLIMB, (man,))


def _other(desk: Desk, man: FigureId, said: set[str], hexes: Sequence[Hex]) -> Clause:
    figure = desk.battle.figures[man]
    text = ""
    if said & _CUT and said & _ROPE:
        text = " ".join(("cut rope", *hexes))
    elif (said & _QUENCH or ("fire" in said and said & {"out", "off"})) and len(hexes) <= 1:
        text = f"douse {hexes[0] if hexes else _beside(desk, man, lambda at: DouseOrder((man,), at))}"
    elif said & _HORSE and figure.mounted and said & _DOWN:
        text = "dismount"
    elif said & _HORSE and not figure.mounted and not said & _DOWN:
        text = "mount"
    if not text:
        raise Unplain
    return Clause(Deed.WRITTEN, (man,), text=text)

"""Enemies as people describe them: "the wounded archer on the south wall", "the javelin man next to Ivo"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from rules.core.language import english
from rules.desk.speech.phrase_list import phrases_in
from rules.orders.groups import SPELT
from rules.orders.lexicon import PEOPLE, Found, Lexicon, Role
from rules.orders.text import Token
from rules.orders.trouble import Code, Trouble, listed
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.tactical.deploying.deployment import is_of_kind

_ENEMY = frozenset({Role.ENEMY})
_BEFORE = phrases_in(
    """
    the, that, their, this, enemy, enemys, a, an, those, these, his, our, my, one, of
    """
)
_STATES = phrases_in(
    """
    wounded, stunned, unhurt, healthy, hurt, mounted, unhorsed, dismounted, injured, bleeding,
    limping, armoured, armored, unarmoured, unarmored, crippled
    """
)
_LOOKS = phrases_in(
    """
    big, large, huge, fat, tall, small, little, nasty, bloody, damned, damn, cursed, bloody, poor,
    old, young, ugly, brave, lone, lonely, wretched, bold, cheeky, dangerous, annoying, great,
    strong, wicked, fine, good, lousy, same, first, blasted, proud, single, solitary, nearby, foul,
    dear
    """
)
_ANYONE = phrases_in(
    """
    man, guy, fellow, chap, bloke, one, lad, dude, soldier, warrior, enemy, foe, opponent, bastard,
    rascal, devil, fighter, fella, sod, beggar, brute, bugger, villain, person, figure, target
    """
)
_KINDS = {
    "bowman": "archer", "crossbowman": "archer", "shooter": "archer", "sniper": "archer",
    "horseman": "mounted", "cavalryman": "mounted", "footman": "foot", "foot soldier": "foot",
    "infantryman": "foot", "boss": "leader", "chief": "leader", "commander": "leader", "captain": "leader",
    "lord": "leader", "chieftain": "leader", "general": "leader", "capitano": "leader", "spear": "spearman",
    "lancer": "spearman", "javelineer": "javelinman", "javelin": "javelinman", "javelinist": "javelinman",
    "thrower": "javelinman", "pikeman": "spearman", "man on foot": "foot", "man on horseback": "mounted",
    "rider": "mounted", "big boss": "leader", "light horseman": "light cavalry",
    "heavy horseman": "heavy cavalry", "warlord": "leader", "emir": "emir",
}  # fmt: skip
_ARMS = (
    ("with the bow", "archer"), ("with a bow", "archer"), ("with bow", "archer"),
    ("with the sling", "slinger"), ("with a sling", "slinger"), ("with the javelins", "javelinman"),
    ("with the javelin", "javelinman"), ("with a javelin", "javelinman"), ("with javelins", "javelinman"),
    ("on horseback", "mounted"), ("on a horse", "mounted"), ("on the horse", "mounted"),
    ("in armour", "armoured"), ("in armor", "armoured"), ("who is wounded", "wounded"),
    ("who is hurt", "wounded"), ("who was wounded", "wounded"), ("who is stunned", "stunned"),
    ("thats wounded", "wounded"), ("with the spear", "spearman"), ("with a spear", "spearman"),
)  # fmt: skip
_NEXT_TO = phrases_in(
    """
    next to, beside, adjacent to, near, by, in front of, facing, fighting, attacking, close to, who
    stands next to, standing next to, who is next to, who is beside, right next to, who attacks, who
    is fighting, who fights, who faces, who is facing, in contact with, standing beside, who stands
    beside, opposite, that is next to, thats next to, who is attacking, engaged with, pressing, who
    presses
    """
)
_IN = phrases_in(
    """
    in, at, on, standing in, standing at, who stands in, who stands at, who is in, who is at, who
    stands on, standing on, who is on, over in, over at, up on, up in
    """
)
_WALLS = phrases_in(
    """
    wall, walls, stockade, palisade, platform, rampart, tower, ladder, rope, roof
    """
)
_SIDES = phrases_in(
    """
    the, north, south, east, west, northern, southern, eastern, western, a, hex, their
    """
)


_SAID_OF_MEN = (*_STATES, *_LOOKS, *_ANYONE, *_KINDS, *_NEXT_TO, *_IN, *_WALLS, *_SIDES)
WORDS_FOR_MEN = frozenset(
    word for said in (*_SAID_OF_MEN, *(arm for arm, _ in _ARMS)) for word in said.split()
)


class Described(msgspec.Struct, frozen=True):
    """Who is meant, over how many words."""

    id: str
    length: int


def described(
    battle: Battle,
    lexicon: Lexicon,
    words: Sequence[Token],
    at: int,
    roles: frozenset[Role] = _ENEMY,
    him: Collection[Hex] = (),
) -> Described | Trouble | None:
    """The one man whom the words at this place describe; whom they could mean, where several fit; None
    where nobody is described. ``roles``: whose man he may be; ``him``: where he stands
    who is told, whom "next to him" means."""
    begin = at
    at, states = _while(words, at, _BEFORE), []
    while at < len(words) and words[at].plain in (*_STATES, *_LOOKS):
        states += [words[at].plain] if words[at].plain in _STATES else []
        at += 1
    led = at > begin
    kind, length = _kind(words, at)
    anyone = at < len(words) and words[at].plain in _ANYONE
    named = lexicon.find(words[at : at + 6], roles) if at < len(words) and words[at].kind == "word" else None
    if led and not length and not anyone and isinstance(named, Found) and lexicon.role[named.id] in roles:
        man = battle.figures.get(named.id)
        if not named.note and man is not None and _fits(battle, man, "", states):
            return Described(named.id, at + named.length - begin)
    if led and not length and not anyone and states and words[at - 1].plain in _STATES:
        anyone = at == len(words) or words[at].kind == "sign"  # "the wounded", and no more
        at -= anyone
    if not length and not anyone:
        return None
    if not led:
        return None  # "archers" alone: one's own
    at += length or 1
    named = lexicon.find(words[at : at + 6], roles) if at < len(words) and words[at].kind == "word" else None
    if isinstance(named, Found) and not named.note and lexicon.role[named.id] in roles:
        return Described(named.id, at + named.length - begin)
    men = [
        figure for figure in battle.figures.values()
        if lexicon.role.get(figure.id) in roles and figure.living and _fits(battle, figure, kind, states)
    ]  # fmt: skip
    plain = at
    men, at = _placed(battle, lexicon, men, words, at, him)
    if not length and not states and at == plain:
        return None
    if len(men) == 1:
        return Described(men[0].id, at - begin)
    if (meant := _named_behind(lexicon, men, words, at)) is not None:
        return Described(meant[0], meant[1] - begin)
    said = " ".join(word.text for word in words[begin:at])
    names = tuple(lexicon[man.id] for man in men)
    if men:
        message = english("{word} could be {candidates}", word=said, candidates=listed(names[:8]))
        return Trouble(Code.WHICH_NAME, message, words[begin].position, "", names)
    return Trouble(Code.NAME, english("no enemy fits: {words}", words=said), words[begin].position)


def _named_behind(
    lexicon: Lexicon, men: Sequence[Character], words: Sequence[Token], at: int
) -> tuple[str, int] | None:
    """The enemy of these who is named behind the description of several, and where his name ends: "the
    wounded one, Romanos"."""
    at += at < len(words) and words[at].plain in (",", ":")
    named = lexicon.find(words[at : at + 6], _ENEMY) if at < len(words) and words[at].kind == "word" else None
    fits = isinstance(named, Found) and any(man.id == named.id for man in men)
    return (named.id, at + named.length) if fits and isinstance(named, Found) else None


def apposed(battle: Battle, lexicon: Lexicon, words: Sequence[Token], at: int, whom: str) -> int:
    """Over how many words more is said of somebody named what holds for him anyway: "Tariq their leader",
    "Musa in 1913", "Carlo (wounded)"."""
    man = battle.figures.get(whom)
    if man is None:
        return 0
    begin = at
    behind = at + 1 if at < len(words) and words[at].plain == "," else at
    led = _while(words, behind, ("the", "their", "that", "a", "our", "my", "his", "is"))
    kind, length = _kind(words, led)
    state = led < len(words) and words[led].plain in _STATES
    if (length and led > behind and _fits(battle, man, kind, ())) or (
        state and _fits(battle, man, "", (words[led].plain,))
    ):
        following = led + (length or 1)
        if (
            following == len(words)
            or words[following].plain in _STATES
            or words[following].kind == "sign"
            or led > behind
        ):
            return following - begin
    place = next((at + len(one.split()) for one in _IN if _stands(words, at, one)), at)
    place = _while(words, place, ("the", "hex"))
    if place < len(words) and words[place].kind == "hex" and place > at:
        label = words[place].plain
        if any(there == label or there[1:] == label for there in man.hexes):
            return place + 1 - begin
    return 0


def _while(words: Sequence[Token], at: int, known: Sequence[str]) -> int:
    while at < len(words) and words[at].plain in known:
        at += 1
    return at


def _kind(words: Sequence[Token], at: int) -> tuple[str, int]:
    for length in (3, 2, 1):
        said = " ".join(word.plain for word in words[at : at + length])
        if len(words) >= at + length and (kind := _KINDS.get(said) or SPELT.get(said)):
            return kind, length
    return "", 0


def _fits(battle: Battle, man: Character, kind: str, states: Sequence[str]) -> bool:
    if kind and not (man.kind == kind or is_of_kind(battle, man, kind)):
        return False
    tests = {
        "wounded": man.wounded, "hurt": man.wounded, "stunned": man.stunned, "mounted": man.mounted,
        "unhurt": not man.wounded and not man.stunned, "healthy": not man.wounded and not man.stunned,
        "unhorsed": man.rider and not man.mounted, "dismounted": man.rider and not man.mounted,
        "injured": man.wounded, "bleeding": man.wounded, "limping": man.wounded, "crippled": man.wounded,
        "armoured": man.armoured, "armored": man.armoured, "unarmoured": not man.armoured,
        "unarmored": not man.armoured,
    }  # fmt: skip
    return all(tests[state] for state in states)


def _placed(
    battle: Battle,
    lexicon: Lexicon,
    men: list[Character],
    words: Sequence[Token],
    at: int,
    him: Collection[Hex],
) -> tuple[list[Character], int]:
    """Those of them who are where the words say; where the board knows no such place all are."""
    while at < len(words):
        if words[at].plain in ("on", "standing") and at + 1 < len(words) and words[at + 1].plain == "foot":
            men, at = [man for man in men if not man.mounted], at + 2
            continue
        armed = next((arm for arm in _ARMS if _stands(words, at, arm[0])), None)
        if armed is not None:
            states = (armed[1],) if armed[1] in _STATES else ()
            men = [m for m in men if _fits(battle, m, "" if states else armed[1], states)]
            at += len(armed[0].split())
            continue
        behind = max((at + len(near.split()) for near in _NEXT_TO if _stands(words, at, near)), default=0)
        if behind and behind < len(words) and words[behind].plain in ("him", "her", "them") and him:
            men = [m for m in men if _adjacent(battle, m.hexes, tuple(him))]
            at = behind + 1
            continue
        whom = lexicon.find(words[behind : behind + 6], PEOPLE) if behind and behind < len(words) else None
        if isinstance(whom, Found):
            there = battle.figures[whom.id].hexes
            men = [m for m in men if m.id != whom.id and _adjacent(battle, m.hexes, there)]
            at = behind + whom.length
            continue
        led = max((at + len(one.split()) for one in _IN if _stands(words, at, one)), default=0)
        place = _while(words, led, _SIDES) if led else at
        if place < len(words):
            if words[place].kind == "hex":
                label = words[place].plain
                men = [m for m in men if any(label in (there, there[1:]) for there in m.hexes)]
                at = place + 1
                continue
            if led and words[place].plain in lexicon.areas:
                area = words[place].plain
                men = [m for m in men if any(battle.board.lies_in(there, (area,)) for there in m.hexes)]
                at = place + 1
                continue
            if led and words[place].plain in _WALLS:
                up = [m for m in men if m.storey > 0]
                men, at = (up or men), place + 1
                continue
        break
    return men, at


def _stands(words: Sequence[Token], at: int, phrase: str) -> bool:
    parts = phrase.split()
    return [word.plain for word in words[at : at + len(parts)]] == parts


def _adjacent(battle: Battle, some: Sequence[str], others: Sequence[str]) -> bool:
    return any(battle.board.adjacent(a, b) for a in some for b in others)

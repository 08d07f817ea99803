"""The words by which people describe men of their own: how many, what they are, carry and can do, in what
state they are and where."""

from __future__ import annotations

from collections.abc import Callable

from rules.desk.speech.phrase_list import phrases_in
from rules.orders.groups import SPELT
from rules.state.figure import Character

Test = Callable[[Character], bool]

DETERMINERS = frozenset(phrases_in("the, my, our, your, those, these, of, us"))
EVERY = frozenset(phrases_in("all, every, each, any, both"))
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "both": 2,
            "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8}  # fmt: skip
MEN = frozenset(
    phrases_in(
        """
        men, lads, guys, boys, fellows, chaps, troops, soldiers, people, ones, folk, warriors, fighters,
    lot, bunch, party, blokes
        """
    )
)
MAN = frozenset(phrases_in("man, lad, guy, fellow, chap, one, soldier, warrior, fighter, bloke"))
WHOEVER = frozenset(
    phrases_in(
        """
        everyone, everybody, anyone, anybody, those, these, all, whoever, whichever
        """
    )
)
OTHERS = frozenset(phrases_in("other, others, remaining, rest"))
KINDS = {
    "bowman": "archer", "bowmen": "archer", "footman": "foot", "footmen": "foot", "foot soldier": "foot",
    "foot soldiers": "foot", "horse": "mounted", "cavalryman": "mounted", "cavalrymen": "mounted",
    "infantryman": "foot", "infantrymen": "foot", "spear": "spearman", "javelineers": "javelinman",
    "javelineer": "javelinman", "throwers": "javelinman", "lancers": "spearman", "foot": "foot",
    "men on foot": "foot", "mounted men": "mounted", "slinger": "slinger", "slingers": "slinger",
}  # fmt: skip
SINGULAR = frozenset(
    phrases_in(
        """
        bowman, footman, foot_soldier, cavalryman, infantryman, spear, javelineer, slinger, archer,
    rider, horseman, knight, sergeant, spearman, javelinman, peasant, leader, hoplite, varangian,
    koursor, cataphract, emir, horse_archer, javelin_man, javelin_thrower
        """
    )
)
LINKS = frozenset(
    phrases_in(
        """
        who, that, which, is, are, am, was, were, standing, stand, stands, still, now, currently,
    presently, right, just, already, yet, over, there, up, down, back, ahead, whos, theyre,
    currently
        """
    )
)
NOT = frozenset(
    phrases_in(
        """
        not, isnt, arent, wasnt, werent, no, without, dont, doesnt, havent, hasnt
        """
    )
)
HAVING = frozenset(
    phrases_in(
        """
        with, have, has, carry, carries, carrying, bear, bears, holding, got, own, owns, having
        """
    )
)
ARMS: dict[str, Test] = {
    "bow": lambda man: "bow" in man.weapon,
    "sling": lambda man: "sling" in man.weapon,
    "javelin": lambda man: "javelin" in man.weapon and man.javelins > 0,
    "lance": lambda man: man.lance,
    "spear": lambda man: man.lance or man.kind == "spearman",
    "missile": lambda man: bool(man.weapon) or man.lance,
    "horse": lambda man: man.mounted,
    "armour": lambda man: man.armoured,
}  # fmt: skip
ARM_WORDS = {
    "bow": "bow", "bows": "bow", "sling": "sling", "slings": "sling", "javelin": "javelin",
    "javelins": "javelin", "lance": "lance", "lances": "lance", "spear": "spear", "spears": "spear",
    "missile": "missile", "missiles": "missile", "horse": "horse", "horses": "horse", "mount": "horse",
    "mounts": "horse", "armour": "armour", "armor": "armour",
}  # fmt: skip
OF_ARMS = frozenset(phrases_in("a, an, the, any, their, his, some, weapon, weapons, left, still, one"))
STATES: dict[str, Test] = {
    "wounded": lambda man: man.wounded,
    "unhurt": lambda man: not man.wounded and not man.stunned,
    "stunned": lambda man: man.stunned,
    "mounted": lambda man: man.mounted,
    "foot": lambda man: not man.mounted,
    "unhorsed": lambda man: man.rider and not man.mounted,
    "armoured": lambda man: man.armoured,
    "unarmoured": lambda man: not man.armoured,
}
STATE_PHRASES = {
    "wounded": "wounded, hurt, injured, limping, bleeding",
    "unhurt": "unhurt, healthy, unwounded, fit, uninjured",
    "stunned": "stunned",
    "mounted": "mounted, on horseback, on horses, on a horse, on their horses, on his horse, in the saddle",
    "foot": "on foot, on their feet",
    "unhorsed": "unhorsed, dismounted, off his horse, off their horses",
    "armoured": "armoured, armored, in armour, in armor",
    "unarmoured": "unarmoured, unarmored",
}
STATE_WORDS = {said: state for state, text in STATE_PHRASES.items() for said in phrases_in(text)}
FIGHTING = phrases_in(
    """
    in contact, in combat, in melee, in a fight, in a melee, in the fight, in the melee, fighting,
    engaged, touching an enemy, next to an enemy, beside an enemy, adjacent to an enemy, locked in
    combat, in close combat, with an enemy next to him, with an enemy next to them, with enemies
    next to them, in touch with an enemy, hand to hand
    """
)
FIGHTING_WHOM = phrases_in(
    """
    in contact with, in combat with, fighting, engaged with, fighting with, fighting against, in touch
    with, facing, touch, touches, touching, engaging, attacking
    """
)
FREE = phrases_in(
    """
    unengaged, idle, free, spare, unoccupied, doing nothing, with nothing to do, out of contact, out of
    combat, with no enemy next to him, with no enemy next to them, with no enemy near, with nobody next
    to them, without an enemy next to them
    """
)
CAN_SHOOT = phrases_in(
    """
    can shoot, can fire, can see, can reach, has a shot, have a shot, in range, in bowshot, has a shot at,
    have a shot at, can shoot at, can hit, in range of, in bowshot of, with a shot at, with a shot, has him in
    range, can see him, can throw, can throw at, can sling, can reach him, able to shoot, able to see,
    who see, can see her
    """
)
AT = frozenset(
    phrases_in(
        """
        at, by, near, in, inside, on, around, beside, with, amid, among, along, behind, within, under
        """
    )
)
NEXT_TO = phrases_in(
    """
    next to, beside, near, near to, by, adjacent to, close to, alongside, around, right next to, standing
    with, closest to, nearest to, nearest, closest, round
    """
)
FIRST = frozenset(
    (*DETERMINERS, *EVERY, *NUMBERS, *WHOEVER, *MEN, *(said.split()[0] for said in STATE_WORDS),
     *(said.split()[0] for said in (*KINDS, *SPELT)), "unengaged", "idle", "spare", "free")
) - {"one", "us", "of", "on", "in", "off", "horse", "foot", "spear", "limping", "fit"}  # fmt: skip

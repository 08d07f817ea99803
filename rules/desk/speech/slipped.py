"""Words as thumbs write them, put right before a line is read clause by clause: slips, words run together,
the short forms of the telephone, and the commonest words of German and French."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.core.language import english
from rules.desk.speech.described import WORDS_FOR_MEN
from rules.desk.speech.vocabulary import EVERY_WORD, HOLDING, ONE_WORD, SPOKEN, Deed, phrases_of
from rules.orders.groups import SPELT
from rules.orders.lexicon import PEOPLE, Found, Lexicon
from rules.orders.slips import nearest
from rules.orders.text import Token, written
from rules.orders.words import KEYWORDS

Words = tuple[Token, ...]
_GOING_ON = ("keep", "keeps", "continue", "continues", "start", "starts", "begin", "begins")
KNOWN = frozenset(phrase for deed in Deed for phrase in phrases_of(deed))
_SHORTEST_SLIP = 4  # letters of a word in which a slip is mended ...
_SURE_SLIP = 5  # ... and of one in which two letters need not merely be turned round
_LONG = 8  # letters of one in which two slips are
_SHORT_FORMS = {
    "u": "you", "ur": "your", "r": "are", "b4": "before", "thru": "through", "nd": "and", "frm": "from",
    "fr": "from", "twd": "towards", "twds": "towards", "nxt": "next", "tgt": "target", "atk": "attack",
    "attk": "attack", "attks": "attacks", "atks": "attacks", "mvs": "moves", "w": "with", "wi": "with",
    "wth": "with", "agn": "again", "gonna": "going to", "wanna": "want to", "gotta": "has to",
    "lemme": "let me", "gimme": "give me", "em": "them", "abt": "about", "bk": "back", "fwd": "forward",
    "plz": "please", "pls": "please", "ppl": "men", "evry": "every", "everyones": "everyone is",
    "wherever": "where", "tho": "though", "til": "till", "untill": "until", "cuz": "because",
    "coz": "because", "yr": "your", "cld": "could", "shld": "should", "wld": "would", "nr": "near",
    "bcs": "because", "rite": "right", "2wards": "towards", "ny": "any", "hexs": "hexes", "hx": "hex",
    "opp": "opposite", "amd": "and", "adn": "and", "ot": "to", "teh": "the", "tot": "to", "hte": "the",
    "fro": "for", "fo": "of", "hsi": "his",
}  # fmt: skip
_FOREIGN = {
    "und": "and", "dann": "then", "nach": "to", "zu": "to", "zum": "to the", "zur": "to the", "auf": "at",
    "mit": "with", "greift": "attacks", "angreifen": "attack", "attackiert": "attacks",
    "attackieren": "attack", "schiesst": "shoots", "schiessen": "shoot", "geht": "goes", "gehe": "go",
    "gehen": "go", "lauft": "runs", "laufen": "run", "bleibt": "stays", "bleiben": "stay", "bleib": "stay",
    "wartet": "waits", "warten": "wait", "alle": "all", "bogenschutzen": "archers", "ritter": "knights",
    "neben": "next to", "hinter": "behind", "zwischen": "between", "zuruck": "back", "reitet": "rides",
    "reiten": "ride", "zieht": "moves", "ziehen": "move", "der": "the", "die": "the", "das": "the",
    "den": "the", "dem": "the", "bitte": "please", "halt": "hold", "halten": "hold", "et": "and",
    "puis": "then", "vers": "towards", "attaque": "attacks", "attaquent": "attack", "attaquez": "attack",
    "tirent": "shoot", "tirez": "shoot", "reste": "stays", "restent": "stay", "restez": "stay",
    "va": "goes", "vont": "go", "avance": "moves", "avancent": "move", "sur": "at", "le": "the",
    "la": "the", "les": "the", "tous": "all", "avec": "with", "derriere": "behind", "entre": "between",
    "recule": "withdraws", "charges": "charges", "ataca": "attacks", "atacan": "attack",
    "dispara": "shoots", "mueve": "moves", "queda": "stays",
}  # fmt: skip
_SURELY_FOREIGN = frozenset(_FOREIGN) - {
    "die",
    "den",
    "halt",
    "la",
    "le",
    "va",
    "reste",
    "charges",
    "et",
    "der",
    "das",
    "avance",
}
_ENGLISH_TEXT = """
    able about above across after again ago all almost alone along already also although always among
    another any anyway apart around arrow arrows away back bad battle because been before began behind
    being below best better between big black blood blow board bold both boys bring brother brown built
    business call called came cannot care case cause certain chance change check choice clear close cold
    come coming corner could count country course cover cross dark days dead deal dear death deep did
    die dinner done door doubt down drink drive during each early earth easy either else end enemy
    enough even ever every evening eyes face fact fair fall family far fast father fear feel feet few
    field fight final find fine fire first flank floor food foot force four free friend friends from
    front full game gate gave gentle getting give given glad goes going gone good great green ground
    group grow guess half hand hands happen happy hard have head hear heard heart heavy held hello help
    here high hill hold holding home honour hope horse hour house however idea inside into iron just
    keep kept kill kind king knew know large last late later laugh lead least leave left less letter
    life light like likely line little live long longer look lord lose lost luck lunch made mail main
    make makes man many mark matter maybe mean means meant meet men middle might mind mine minute moment
    more morning most mother mouth much must name near need never next nice night none nose note nothing
    number off often once one only open order other our out outside over own part past peace people
    perhaps place plan play please point poor power press pretty problem pull push put quick quiet quite
    rain rather reach ready real really reason rest right river road room round rule rules run safe said
    same save say scrub second see seem seen send sense serve set shall shame share sharp she shield
    ship short shot should show side sight silly since sir skin sky sleep small some something soon
    sorry sort sound space spare speak spear speed spot spring stand start state step still stone stop
    store story strange street strong stuff such sun sure sweet sword table take talk tall tell than
    thank thanks that their them then there these they thing things think this those though thought
    three through throw time tired today together tomorrow too top touch toward town tree tried true
    trust try turn twice two under until upon use used usual very view wait walk wall want war was watch
    water weak weather week weekend well went were west what when where which while white who whole whom
    whose why wide wife wild will win wind wing wish with within without woman women wonder wood word
    words work world worse worth would wound write wrong yard year years yes yesterday yet you young
    your yours shore ridge stream bank banks bridge banner shout shouts shoes shoulder horde stray story
    sharp share shares store stare stake stakes beer bear board chair chart chance change charm flight
    fright frost light flame fame fare fir firm film fort forth forty form force forge month mouth move
    mover movie north stir star staff stall stain stays stool tool track trade trail train trash trick
    trip trot tent turns plate place plain plane plant point pool hell hello heel held hole hold hood
    hoof hook mist moist most must muster ghost guest quest quiet quit quite writer rider riders raider
    reader leader ladder later latter matter better letter hide hides hiding hunt hunts happens mind
    minds mine swap swaps defend defends matters bite bites clean climb closer nearer farther further
    faster slower comes gets whoever whichever somebody someone anybody anyone gap corner yard field
    bridge window windows door doors roof tower cellar stairs bitter butter winter water wafer tower
    flower lower power shower hunter number lumber member timber
"""
_ENGLISH = frozenset(_ENGLISH_TEXT.split())


def smoothed(words: Words, lexicon: Lexicon) -> tuple[Words, tuple[str, ...]]:
    """The words put right, and what to tell of that."""
    foreign = any(word.plain in _SURELY_FOREIGN for word in words)
    out: list[Token] = []
    told: list[str] = []
    for at, word in enumerate(words):
        means = _meant(word, words[at + 1 : at + 2], lexicon, foreign)
        if means is None:
            out.append(word)
            continue
        out += [part._replace(position=word.position, text=part.text) for part in written(means).words]
        if word.plain not in _SHORT_FORMS:
            told.append(english("{written} read as {name}.", written=word.text, name=means))
    return tuple(out), tuple(told)


def going_on(words: Words) -> Words:
    """The words with "hammers" for "keeps hammering"."""
    out: list[Token] = []
    for at, word in enumerate(words):
        before = words[at - 1].plain if at else ""
        stem = word.plain.removesuffix("ing")
        found = next((one for one in (stem, f"{stem}e", stem[:-1]) if one in ONE_WORD), "")
        if (
            before in _GOING_ON
            and stem != word.plain
            and found
            and out
            and f"{before} {word.plain}" not in KNOWN
        ):
            out[-1] = word._replace(plain=found)
        else:
            out.append(word)
    return tuple(out)


def _meant(word: Token, following: Sequence[Token], lexicon: Lexicon, foreign: bool) -> str | None:
    """What a word was meant for; None where it stands as it is."""
    if word.kind != "word":
        return None
    if word.plain == "w" and not (following and _is_name(following[0], lexicon)):
        return None
    if word.plain in _SHORT_FORMS and not _is_name(word, lexicon):
        return _SHORT_FORMS[word.plain]
    if (
        word.plain == "an"
        and following
        and (following[0].plain in SPOKEN or _mended(following[0].plain) in SPOKEN)
    ):
        return "and"
    if word.plain == "too" and following and following[0].kind == "hex":
        return "to"
    if foreign and word.plain in _FOREIGN:
        return _FOREIGN[word.plain]
    if len(word.plain) < _SHORTEST_SLIP or _known(word.plain, lexicon) or _is_name(word, lexicon):
        return None
    return _parted(word.plain, lexicon) or _mended(word.plain) or None


def _known(word: str, lexicon: Lexicon) -> bool:
    return (
        word in EVERY_WORD
        or word in KEYWORDS
        or word in HOLDING
        or word in _ENGLISH
        or word in WORDS_FOR_MEN
        or word.removesuffix("s") in WORDS_FOR_MEN
        or word in lexicon.areas
        or word in SPELT
        or word.removesuffix("s") in EVERY_WORD
        or word.removesuffix("s") in _ENGLISH
        or word.removesuffix("ing") in EVERY_WORD
        or word.removesuffix("ed") in EVERY_WORD
        or word.removesuffix("d") in EVERY_WORD
        or word.removesuffix("ly") in _ENGLISH
    )


def _is_name(word: Token, lexicon: Lexicon) -> bool:
    return isinstance(lexicon.find((word,), PEOPLE), Found)


def _doubled(word: str) -> str:
    """The word without its last double letter: "arow" for "arrow"."""
    for at in range(len(word) - 1, 0, -1):
        if word[at] == word[at - 1]:
            return word[:at] + word[at + 1 :]
    return word


@lru_cache(maxsize=4096)
def _mended(word: str) -> str:
    """The word of ours that this one was meant for, but for a slip of the thumb; "" if there is none."""
    slips = 2 if len(word) >= _LONG else 1
    if word in _DOUBLED:
        return _DOUBLED[word]
    meant = nearest(word, _LIKELY, slips)
    if not meant or meant == word:
        return ""
    turned = sorted(meant) == sorted(word)
    if turned:
        return meant
    return meant if len(word) >= _SURE_SLIP and meant[0] == word[0] else ""


_LIKELY = tuple(sorted(word for word in EVERY_WORD if len(word) >= _SHORTEST_SLIP))
_DOUBLED = {_doubled(word): word for word in _LIKELY if _doubled(word) != word}


def _parted(word: str, lexicon: Lexicon) -> str:
    """Two words run together, of which each is known: "attackSandro", "to1310"; "" for others."""
    for cut in range(2, len(word) - 1):
        left, right = word[:cut], word[cut:]
        if right.isdigit():
            if len(right) == 4 and (left in EVERY_WORD or left in KEYWORDS or left in _names(lexicon)):
                return f"{left} {right}"
            continue
        some = left in _names(lexicon) or (len(left) > 2 and left in EVERY_WORD) or left in ("to", "on", "at")
        others = right in _names(lexicon) or (len(right) > 3 and right in EVERY_WORD)
        if some and others and (left in _names(lexicon) or right in _names(lexicon)):
            return f"{left} {right}"
    return ""


@lru_cache(maxsize=64)
def _names(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(name.casefold() for name in lexicon.name.values() if " " not in name)

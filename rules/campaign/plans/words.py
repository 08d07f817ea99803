"""The order words of campaigns: how a line begins, in whatever order and however politely it is said."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.campaign.plans.nearest import nearest
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble


class Verb(NamedTuple):
    """``words`` for it besides itself; ``example`` of a line."""

    words: tuple[str, ...]
    example: str


VERBS: dict[str, Verb] = {
    "march": Verb(
        ("go", "come", "walk", "ride", "advance", "head", "travel", "proceed", "return", "lead", "continue"),
        "MARCH Robert to Melfi by road",
    ),
    "hold": Verb(("stay", "wait", "rest", "remain", "halt", "stand"), "HOLD Robert"),
    "meet": Verb(("meeting", "encounter"), "MEET Robert: fight if odds 3 to 2, refuse if 5 or more weaker"),
    "join": Verb((), "JOIN any battle next to Drogo if Robert fights"),
    "split": Verb(("divide", "detach", "separate"), "SPLIT Robert: 3 knights, 4 archers under Hugo with 5 D"),
    "merge": Verb(("unite", "combine"), "MERGE Drogo with Robert"),
    "move": Verb(("transfer", "shift"), "MOVE 3 archers from Robert to Drogo"),
    "pass": Verb(("hand", "give"), "PASS 5 D from Robert to Drogo"),
    "garrison": Verb(("man", "defend"), "GARRISON Venosa at least 8"),
    "draw": Verb(("take",), "DRAW 3 archers from Melfi for Robert"),
    "lay": Verb(("leave", "bed"), "LAY wounded of Robert"),
    "fetch": Verb(("collect",), "FETCH Robert from Venosa"),
    "recruit": Verb(("raise", "levy", "enlist"), "RECRUIT Robert 3 light infantry, 2 peasants"),
    "hire": Verb(("engage",), "HIRE mercenaries up to 20 D, else promise a share"),
    "pay": Verb((), "PAY m1"),
    "share": Verb((), "SHARE m1 6 points"),
    "lure": Verb(("draw near", "invite"), "LURE m1 toward Robert"),
    "convoy": Verb(("supply",), "CONVOY 3 from Salerno to Melfi with Drogo"),
    "send": Verb(("redirect",), "SEND nc1 to Venosa"),
    "spy": Verb(("scout",), "SPY Gisulfo to Bari and back"),
    "ransom": Verb(("redeem", "buy free"), "RANSOM Drogo from the purse of Robert"),
    "attack": Verb(("storm", "assault"), "ATTACK Trani with Robert if at least 20 men"),
    "summon": Verb(("demand",), "SUMMON Trani with Robert"),
    "siege": Verb(("besiege", "lay siege to", "invest"), "SIEGE Acerenza with Robert"),
    "loot": Verb(("plunder", "pillage"), "LOOT 3 with Robert"),
    "bargain": Verb(("negotiate", "capitulate"), "NO BARGAIN for Venosa"),
    "panels": Verb(("panel",), "PANELS forest: orchard, defile"),
    "quiet": Verb((), "QUIET up to 2 days"),
}
DENIED = ("join", "ransom", "loot", "bargain", "quiet")
"""What NO may stand before."""
SHORTEST = 4
"""Letters of an order word that is not written out."""
_FIRST_FEW = 6  # words among which the order word is looked for
_POLITE = re.compile(
    r"^\W*(?:(?:could|can|would|will|may)\s+(?:you\s+)?)?(?:(?:please|pls|kindly|then|and|also|now|next|so"
    r"|let(?: us|'s)?|have|make|tell"
    r"|(?:we|i)(?:\s+(?:want|order|will|shall|would like|should like))?(?:\s+to)?"
    r"|you\s+(?:will|shall|should|are)(?:\s+to)?|orders?(?: are)?|to|my|our|the|an?)\b[\s,:]*)*(?=\S)",
    re.I,
)
_QUESTION = re.compile(
    r"what|when|where|which|while|who|whom|whose|why|how|if|that|this|there|these|those|until|till|since|from"
    r"|should|would|could|good|best|everything",
    re.I,
)
"""Words that are near to an order word ("wait", "halt") and never meant for one."""
_MODAL = r"(?:(?:should|shall|must|will|is|are|may|can|to|please|now|then|also|going)\s+)*"


def _forms(word: str) -> tuple[str, ...]:
    if word.endswith(("ss", "sh", "ch", "x", "o")):
        return word, f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word, f"{word[:-1]}ies"
    return word, f"{word}s"


FORMS = {
    form: verb for verb, found in VERBS.items() for word in (verb, *found.words) for form in _forms(word)
}
_VERB = "|".join(sorted(map(re.escape, FORMS), key=len, reverse=True)).replace(r"\ ", r"\s+")
_NO = r"(?:no|never|don'?t|doesn'?t|do(?:es)?\s+not|not)\s+"
_BEGINS = re.compile(rf"(?P<no>{_NO})?(?P<verb>{_VERB})\b[:,]?\s*(?P<rest>.*)", re.I | re.S)
_INSIDE = re.compile(
    rf"(?P<who>[^:;]{{1,60}}?)\s*[,:]?\s+{_MODAL}(?P<no>{_NO})?(?P<verb>{_VERB})\b[:,]?\s*(?P<rest>.*)",
    re.I | re.S,
)


def opened(line: str) -> tuple[str, str]:
    """The order word of a line ("no ransom" for one that is denied), and the rest with its subject first.
    Raises Misread where there is none."""
    text = " ".join(line.replace("’", "'").split()).strip(" .!;")
    for said in (text, _POLITE.sub("", text)):
        if found := _BEGINS.fullmatch(said):
            return _verb(found), found["rest"].strip()
    said = _POLITE.sub("", text)
    found = _INSIDE.fullmatch(said)
    if (
        found
        and len(found["who"].split()) <= _FIRST_FEW
        and not re.match(r"(?:if|when|what|why|how)\b", said, re.I)
    ):
        return _verb(found), f"{found['who'].strip(' ,')} {found['rest']}".strip()
    word = said.split(" ", 1)[0].strip(",:;") if said else ""
    short, _, rest = said.partition(" ")
    if verb := _abbreviated(short):
        return verb, rest.strip()
    verbs = ", ".join(verb.upper() for verb in VERBS)
    asks = _QUESTION.fullmatch(word) is not None
    likely = verb_of(nearest(word, FORMS)).upper() if len(word) > 2 and not asks else ""
    raise Misread(
        Trouble(
            Code.VERB,
            english("{word!r} is no order of a campaign", word=word[:30])
            if likely
            else english("{word!r} is no order of a campaign: {verbs}", word=word[:30], verbs=verbs),
            suggestion=likely,
        )
    )


def _abbreviated(short: str) -> str:
    """The order word of which the first letters stand there, four or more; empty if that is not one alone."""
    said = short.casefold().rstrip(".:,")
    if len(said) < SHORTEST:
        return ""
    found = {verb for verb in VERBS if verb.startswith(said)}
    return found.pop() if len(found) == 1 else ""


def _verb(found: re.Match[str]) -> str:
    verb = FORMS[" ".join(found["verb"].casefold().split())]
    if not found["no"]:
        return verb
    if verb not in DENIED:
        message = english(
            "NO stands before {verbs}: other lines are taken back by CLEAR",
            verbs=", ".join(v.upper() for v in DENIED),
        )
        raise Misread(Trouble(Code.EXPECTED, message))
    return f"no {verb}"


def begins_an_order(line: str) -> bool:
    """Whether a line is put as an order: it begins with an order word, or has one in capitals."""
    text = _POLITE.sub("", " ".join(line.split()).strip(" .!;"))
    found = _BEGINS.fullmatch(text)
    if found and (found["verb"].casefold() in VERBS or found["verb"].isupper()):
        return True
    return any(verb_of(word) and word.isupper() for word in re.findall(r"[A-Za-z]{3,}", text)[:_FIRST_FEW])


def verb_of(word: str) -> str:
    """The order word that a word is a form of; empty if it is none."""
    return FORMS.get(word.casefold(), "")

"""What a player says about the game or himself: that something is wrong, that he does not understand, or
that somebody else is to play in his place, which a machine cannot judge or do, so that it is answered kindly
and brought to the game master; that he is away."""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.translation import gettext

from games.answers.replies import Block
from games.gate import away, enclosed
from games.letters import letters
from games.letters import text as letter_text
from games.letters.letters import Draft
from games.models import InboundMail, LetterState, Seat
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail

WHOM = "game master"
_THINGS = "server|system|program|software|machine|computer|game|report|dice|die roll|map"
_OURS = rf"(?:the |your |this )?(?:{_THINGS})"
_WRONG = re.compile(
    r"\b(?:cheat\w*|rigged|unfair|not fair|scandal\w*|i (?:want to )?complain|complaint|a bug|buggy"
    r"|(?:this|that|it|which|something|everything|there)(?: is| was|s| must be| has gone)? "
    r"(?:all |just |clearly |simply |so )?"
    r"(?:wrong|a mistake|an error|impossible|ridiculous|nonsense|not right|not possible|unfair)"
    rf"|{_OURS} (?:is|was|has|are|did|does|made|got|must)(?: \w+)? "
    r"(?:wrong|broken|cheat\w*|error|mistake|mad|nonsense)"
    r"|you (?:got|have got) (?:it|that|this) wrong|(?:does not|doesnt|did not|didnt) work"
    r"|das ist falsch|das stimmt nicht|betrug|unfair|cest faux|triche\w*)\b"
)
_LOST = re.compile(
    r"\b(?:(?:do not|dont|did not|didnt|cannot|cant) understand|makes? no sense|(?:i am|im) (?:confused|lost)"
    r"|what is going on|(?:how|what) does this (?:work|mean)|no idea what"
    r"|verstehe (?:das |es |ich )?nicht|comprends (?:pas|rien))\b"
)
_SEAT = r"(?:seat|game|side|place in (?:this|the) game)"
_LEAVES = re.compile(
    rf"\b(?:(?:hand|give|pass|turn)(?:ing)?(?: over| up)? my {_SEAT}"
    rf"|tak(?:es?|ing|en) (?:over (?:my {_SEAT}|from me|for me)|my seat)"
    r"|plays? (?:on )?(?:for me from now on|instead of me|in my place|in my stead)"
    r"|i (?:have to|must|want to|will|would like to|am going to) "
    r"(?:quit|drop out|leave (?:this|the) game|stop playing)"
    r"|(?:übergebe|überlasse|gebe) (?:meinen|den) (?:platz|sitz)|übernimmt (?:meinen (?:platz|sitz)|für mich)"
    r"|(?:cède|laisse) ma place|(?:prend|prendra|reprend) ma place|quitte la partie)\b"
)
_SAID = (LineClass.TALK, LineClass.HEADING, LineClass.POLITE, LineClass.ORDER)
_LONGEST = 300


def found_in(found: ReadMail) -> str:
    """What a mail complains of: "wrong", "lost" (he does not understand), "leaves" (somebody else is to
    play), or "" for nothing of the kind."""
    said = [_plain(line) for line in found.of(*_SAID) if len(line) <= _LONGEST]
    if any(_WRONG.search(line) for line in said):
        return "wrong"
    if any(_LEAVES.search(line) for line in said):
        return "leaves"
    return "lost" if any(_LOST.search(line) for line in said) else ""


def _plain(line: str) -> str:
    return " ".join(line.replace("'", "").replace("’", "").casefold().split())


def bring(mail: InboundMail, found: ReadMail, seat: Seat) -> list[Block]:
    """Bring a complaint to the game master, inside the transaction that settles the mail; what its writer is
    told."""
    if any(away.says_so(line) for line in found.of(*_SAID)):
        return [Block(away.told(seat))]
    what = found_in(found)
    if not what:
        return []
    words = letter_text.own_words(found) or "\n".join(found.of(*_SAID))
    key = enclosed.key_of(mail, seat, 0, f"complaint\n{words}")
    sent = letters.write(Draft(seat, WHOM, words[: letter_text.MOST_BYTES // 4], key, mail=mail))
    if sent.state != LetterState.DELIVERED:
        return [Block(letters.told(sent))]
    return [Block(" ".join((_heard(what, seat), gettext("To write to him again: PRESS TO GM."))))]


def _heard(what: str, seat: Seat) -> str:
    page = f"{settings.BASE_URL}/g/{seat.game.number}"
    if what == "leaves":
        return gettext(
            "Your words have gone to the game master, who is a person: only he gives a seat to somebody "
            "else, and it helps him to know the name and the address. Until he has done so nothing has "
            "changed, and orders are yours to send. Whoever plays for you for a while only may write from "
            "his own address, once you have sent ADDRESS ADD and that address."
        )
    if what == "lost":
        return gettext(
            "Sorry that this is not clear. Your words have gone to the game master, who is a person and will "
            "see them. Meanwhile: HELP brings the words of orders, REPORT the last report once more, STATUS "
            "how it stands; TRY before an order tells what it would do; and {page} shows it all with the map."
        ).format(page=page)
    return gettext(
        "Thank you for saying so: your words have gone to the game master, who is a person and can see what "
        "happened. Nothing was changed by it. Each line of a report names its rule, and every die can be "
        "checked by anybody: the page of the turn has its dice, from {page}."
    ).format(page=page)

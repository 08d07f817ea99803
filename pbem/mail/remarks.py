"""Lines that hold an order which their writer did not give: behind a comment's mark, in brackets, struck out,
as a question, or below a heading such as "plan for next turn:". They are shown to him and asked back."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

Why = Literal["", "remark", "struck", "question", "plan", "attachment", "parts-differ", "hidden", "ours"]
"""Why a line is asked back; what a player is told of it is for others to word."""
LooksLikeOrder = Callable[[str], bool]


class Aside(NamedTuple):
    """The order in a line, without what marks it, and why it is asked back."""

    order: str
    why: Why


_MARK = re.compile(r"^\s{0,40}(?://+|--+|%+|\brem\b|<!--+|/\*+)\s{0,40}", re.IGNORECASE)
_MARK_BEHIND = re.compile(r"\s{0,40}(?:--+>|\*+/)\s{0,40}$")
_STRUCK = re.compile(r"~~?([^~\n]{1,400})~~?")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_QUESTION = re.compile(r"(?:[?？؟]+[\s.!)\"'*_]{0,8}|\[[?？؟]{1,3}\]\s{0,8})$")
_ASKS_US = re.compile(
    r"^\W{0,8}(?:try|test|help|status|report|show|map|send)\b|^\W{0,8}i?f\b.{1,300}\bthen\b", re.IGNORECASE
)
"""What is meant as it stands, question mark or not."""
_ASKS_WHETHER = re.compile(
    r"^\W{0,8}(?:(?:and|so|but|ok|okay|also|then|well)\b\W{1,3}){0,3}(?:(?:can(?:'?t|not)?|could(?:n'?t)?)\s"
    r"|(?:is|are|will|would|does|do)\s.{1,60}\b(?:able\s+to|possible|any\s+way|reach|get\s+to|make\s+it)\b"
    r"|what\s+(?:if|happens|would\s+happen)\b|(?:what|how)\s.{0,40}\b(?:odds|chances?)\b"
    r"|(?:the\s+)?(?:odds|chances?)\s+(?:of|for)\s"
    r"|(?:who(?:m|\s+else)?|what|which\s.{1,40})"
    r"\s(?:can|could|does|do|will|has|have|is|are|shots?|targets?)\s"
    r"|how\s+(?:far|many\s+hexes)\s|what(?:'?s|\s+is)\s+the\s+distance\s"
    r"|where(?:'?s|\s+(?:is|are|does))\s"
    r"|(?:is|are|has|have|does|do)\s.{1,60}\b(?:range|sight|view|shots?|targets?|lines?|see)\b)",
    re.IGNORECASE,
)
"""A question whether something can be done, or how things stand: whoever knows the order language answers
it."""
_ASKS_FOR = re.compile(
    r"\b(?:please|pls|plz|kindly)\b"
    r"|^\W{0,8}(?:\w{1,5}\W{1,3}){0,3}(?:can|could|will|would)\s+(?:you|u|we|i)\b",
    re.IGNORECASE,
)
"""An order that is put as a question: it is asked back."""
_OPENS = re.compile(r"^\s{0,40}(?:(/\*)|(<!--))")
_LATER = re.compile(
    r"\b(?:next|following\s+(?:turn|round|phase|move)s?|turn\s+after|not\s+(?:for\s+)?now|not\s+these"
    r"|rejected|discarded|cancell?ed|withdrawn|deleted|sketch|brainstorm\w*|if\s+that\s+fails|later|tomorrow"
    r"|afterwards|plan\w*|ideas?|maybe|perhaps|possibl[ey]|future|drafts?|alternativ\w*|options?|what\s+if"
    r"|consider\w*|thinking|thoughts?|not\s+yet|don'?t|do\s+not|ignore|old|previous|last|earlier|example"
    r"|suppose|wish\w*|notes?|reminder|to\s?do|intend\w*|instead\s+of|question|nächste[nrs]?|naechste[nrs]?"
    r"|später|spaeter|morgen|idee\w*|vielleicht|evtl|eventuell|entwurf|überleg\w*|alte?[nrs]?|letzte[nrs]?"
    r"|beispiel|notiz\w*|vorhaben|prochaine?s?|tours?\s+suivants?|plus\s+tard|demain|idées?|peut-être"
    r"|brouillon|anciens?|dernière?s?|exemple|projet\w*|próxim[oa]s?|siguiente\s+turno|turno\s+s(?:ig"
    r"|eg)ui(?:e)?nte|luego|amanhã|depois|mañana|ideas?|quizás?|tal\s+vez|borrador|anterior(?:es)?"
    r"|últim[oa]s?|ejemplo|prossim[oa]|turno\s+successivo|dopo|domani|idee|forse|bozza|precedent[ei]"
    r"|ultim[oa]|esempio|piano|volgende\s+(?:beurt|ronde|fase|zet|keer)|later|misschien|concept|vorige"
    r"|voorbeeld|nästa|senare|kanske|förra|næste|neste|senere|måske|kanskje|ensi\s+vuoro\w*"
    r"|seuraava\w*\s+vuoro\w*|myöhemmin|ehkä|następn\w*|później|może|poprzedni\w*|další\s+(?:tah|kolo)"
    r"|příště|příští|později|možná|następna|következő\s+(?:kör|forduló|lépés)\w*|később|talán|(?:tura"
    r"|runda)\s+viitoare|mai\s+târziu|sonraki|belki|επόμεν\w*\s+γύρ\w*|αργότερα|ίσως|(?:следующ"
    r"|наступн)\w*\s+(?:ход|раунд|фаз|хід|ход)\w*|позже|пізніше|потом|может|можливо|план\w*|прошл\w*)\b"
    r"|下一?(?:回合|轮|輪|步)|以后|次の(?:ターン|手番|フェイズ)|あとで|다음\s?(?:턴|차례)|나중에",
    re.IGNORECASE,
)
"""Not "the following": "Mijn orders zijn de volgende:" is a heading of what is meant."""
_OF_A_HEADING = re.compile(
    r"\d{1,2}|[a-c]|turns?|rounds?|phases?|moves?|orders?|things?|thoughts?|my|our|the|an?|for|of|in|on|to"
    r"|and|or|some|only|plan\w*|pläne|im|ab|am|für|fuer|die|der|das|dem|den|des|zum|zug|züge|runden?|phasen?"
    r"|befehle?|meine?|von|pour|au|aux|du|le|la|les|de|tours?|coups?|ordres?|mes|para|por|el|los|las|turnos?"
    r"|rondas?|fases?|[oó]rdenes|per|il|al|del|dei|ordini|voor|het|beurt|ronde|fase|nästa|drag|för|til|tur"
    r"|runde|na|w|dla|tura|turę|turze|tah|kolo|на|для|в|ход|хода|ходы",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\b(?:turns?|rounds?|phases?|moves?|orders?|plan\w*|ideas?|drafts?|notes?|later|alternativ\w*|options?"
    r"|examples?|to\s?do|zug|züge|runden?|phasen?|befehle?|idee\w*|entwurf|später|spaeter|notiz\w*|beispiel"
    r"|tours?|coups?|ordres?|idées?|brouillon|exemple|turnos?|rondas?|fases?|[oó]rdenes|borrador|ejemplo"
    r"|ordini|bozza|esempio|beurt|ronde|fase|drag|tur|runde|tura|turę|turze|tah|kolo|ход|хода|ходы"
    r"|план\w*)\b",
    re.IGNORECASE,
)
_SPEAKS_TO_SOMEBODY = re.compile(
    r"^(?:dear|liebe[rs]?|chère?s?|car[oiae]|estimad\w*|querid\w*|beste|kära)\b[^,;]{0,60}$|"
    r"\b(?:(?:e-?)?mails?|messages?|nachricht|courriel|correo|bericht)\b",
    re.IGNORECASE,
)
"""A greeting, or a word about another mail: no heading, whatever words are in it."""
_HEX = re.compile(r"\b[A-Za-z]?\d{4}\b")
_LONGEST_HEADING = 80
_LONGEST_BARE = 5  # words of a heading without a colon


def aside(text: str, like: LooksLikeOrder) -> Aside | None:
    """The order that a line holds without giving it, if it does."""
    text = text.strip()
    if (inner := _enclosed(text)) is not None and like(inner):
        return Aside(inner, "remark")
    marked = _MARK.match(text)
    if marked:
        inner = _MARK_BEHIND.sub("", text[marked.end() :]).strip()
        if like(inner):
            return Aside(inner, "remark")
    if _STRUCK.search(text):
        left = " ".join(_STRUCK.sub(" ", text).split())
        inner = left if like(left) else " ".join(_STRUCK.sub(r" \1 ", text).split())
        if like(inner):
            return Aside(inner, "struck")
    if _QUESTION.search(text) and not (_ASKS_US.match(text) or asks_whether(text)):
        inner = _QUESTION.sub("", text).strip()
        if like(inner):
            return Aside(inner, "question")
    return None


def asks_whether(text: str) -> bool:
    """Whether a line asks if something can be done, and does not ask for it."""
    return bool(_ASKS_WHETHER.match(text)) and not _ASKS_FOR.search(text)


def _enclosed(text: str) -> str | None:
    """What stands in the one pair of brackets that a line is."""
    text = text.rstrip(".!;, ")
    closing = _PAIRS.get(text[:1])
    if closing is None or text[-1] != closing:
        return None
    depth = 0
    for number, letter in enumerate(text):
        depth += (letter == text[0]) - (letter == closing)
        if depth == 0 and number < len(text) - 1:
            return None
    return text[1:-1].strip()


def is_heading(text: str) -> bool:
    """Whether a line stands above others: what follows it is something else than what came before."""
    text = text.strip(" *_=~#")
    return text.endswith((":", "：")) and len(text) <= _LONGEST_HEADING and not _HEX.search(text)


@lru_cache(4096)  # most mails say the same in two versions
def is_for_later(text: str) -> bool:
    """Whether a line is a heading of what is not meant now ("plan for next turn:"), with a colon, or as a
    line of its own that holds nothing but words of such headings."""
    text = _enclosed(text) or text
    text = text.strip(" *_=~#<>").rstrip(" .…–—-")
    colon = text.endswith((":", "："))
    if len(text) > _LONGEST_HEADING or _HEX.search(text) or not (colon or _is_short(text)):
        return False  # what is cheap to look for, and rules out most lines, before what is not
    if not _LATER.search(text) or _SPEAKS_TO_SOMEBODY.search(text):
        return False
    if colon:
        return True
    text = text.removeprefix("---").strip()
    if not _SUBJECT.search(text):
        return False
    return all(_OF_A_HEADING.fullmatch(word) for word in _LATER.sub(" ", text).split())


def _is_short(text: str) -> bool:
    """Whether a line may be a heading without a colon."""
    return len(text.removeprefix("---").split(None, _LONGEST_BARE)) <= _LONGEST_BARE


def set_apart(lines: list[str], like: LooksLikeOrder) -> tuple[list[str], list[tuple[str, Aside]]]:
    """(the bare lines of a sheet, those that are asked back with what is in them)."""
    bare: list[str] = []
    apart: list[tuple[str, Aside]] = []
    inside, later = commented(lines), False
    for number, text in enumerate(lines):
        if is_for_later(text) and not text.lstrip().startswith("#"):
            later = True
        elif is_heading(text):
            later = False
        found = aside(text, like)
        if found is None and number in inside and like(text):
            found = Aside(text.strip(" /*<!->"), "remark")
        if found is None and later and like(text) and not text.lstrip().startswith(("#", ";")):
            found = None if is_for_later(text) else Aside(text.strip(), "plan")
        if found is not None:
            apart.append((text.strip(), found))
        else:
            bare.append(text)
    return bare, apart


def commented(lines: list[str]) -> set[int]:
    """The lines of comments that go over several (/* ... */, <!-- ... -->), as far as they have an end."""
    ends: dict[str, int] = {}
    closing: list[dict[str, int]] = [{}] * len(lines)
    for number in range(len(lines) - 1, -1, -1):
        for mark in ("*/", "-->"):
            if mark in lines[number]:
                ends = {**ends, mark: number}
        closing[number] = ends
    found: set[int] = set()
    number = 0
    while number < len(lines):
        opened = _OPENS.match(lines[number])
        end = closing[number].get("*/" if opened[1] else "-->") if opened else None
        if end is not None and end > number:
            found.update(range(number, end + 1))
            number = end
        number += 1
    return found

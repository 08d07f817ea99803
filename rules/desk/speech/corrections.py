"""What somebody takes back on the same line: "Robert to 1411. No, he stays and fights". Only what stands
behind it counts, if it is for all the men who were told something before it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.core.language import english
from rules.desk.answers import in_trouble, stands_above
from rules.desk.reading import LineReading, Verdict
from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.phrases import Words
from rules.desk.speech.vocabulary import longest
from rules.orders.trouble import Code, Trouble

_TAKES_BACK = phrases_in(
    """
    no wait, no sorry, sorry no, wait no, no no, oh no, ah no, er no, wait, scrap that, forget that,
    scratch that, correction, on second thought, on second thoughts, on second thoughts no, actually no,
    no actually, i mean, sorry i mean, no i mean, make that, no make that, sorry wrong, no better, no
    rather, or rather, hang on, no hang on, hold on no, strike that, belay that, cancel that, sorry
    scrap that, ok no, no not that, no forget that, no scrap that, wait sorry, no wait sorry, sorry make
    that
    """
)
_TAKES_BACK_ABOVE = (
    *_TAKES_BACK,
    *phrases_in(
        """
        forget it, forget this, forget the last, forget the above, forget about that, cancel it, cancel this,
        cancel the last, ignore that, ignore this, ignore the above, ignore the last, disregard that,
        disregard the above, delete that, never mind, better not, rather not, i meant, undo that, take that
        back, not that, that was wrong, wrong, unless, only if, but only if, but not if, only when, but only
        when, except if, or not, or maybe not, maybe not, perhaps not, or better, or maybe, or perhaps
        """
    ),
)
NOT_TAKEN_BACK = Trouble(
    Code.EXPECTED,
    english(
        "this may take back or change what stands above, which stands as it was: CLEAR and a name take an "
        "order back, and a new order comes in its place"
    ),
    0,
)
_HE = ("he", "she", "they", "let", "leave", "both", "him")
_LITTLE = (",", ";", ":", "ok", "well", "then", "no", "sorry", "instead", "and", "better", "rather")


def as_talk(line: str, words: Words, above: Sequence[LineReading]) -> LineReading:
    """The answer to talk. What may take back or change the order right above it is none."""
    back = _takes_back_above(words) and stands_above(above)
    return in_trouble(line, NOT_TAKEN_BACK) if back else LineReading(line, Verdict.TALK)


def _takes_back_above(words: Words) -> bool:
    """Whether a line begins as one that takes back or changes what stands above: "scrap that", "no, Ivo"."""
    begin = 0
    while begin < len(words) and words[begin].plain in ("ok", "oh", "but", "and", "hm", "hmm", "well", ","):
        begin += 1
    rest = words[begin:]
    plainly_no = rest[:1] != () and rest[0].plain == "no" and (len(rest) == 1 or rest[1].plain in (",", *_HE))
    return plainly_no or longest(_TAKES_BACK_ABOVE, words, begin) > 0


def taken_back(words: Words, breaks: Collection[int]) -> tuple[Words, Words] | None:
    """What is taken back, and what counts; None where nothing is."""
    for at in range(1, len(words)):
        if at not in breaks and words[at - 1].plain not in (",", ";"):
            continue
        begin = at + (words[at].plain in ("ok", "oh", "but", "and", "hm", "hmm", "well"))
        length = longest(_TAKES_BACK, words, begin)
        if not length and words[begin : begin + 1] and words[begin].plain == "no":
            behind = words[begin + 1 : begin + 2]
            plainly_no = behind and (behind[0].plain in (",", *_HE) or begin + 1 in breaks)
            length = 1 if plainly_no else 0
        if not length:
            continue
        end = begin + length
        while end < len(words) and words[end].plain in _LITTLE:
            end += 1
        return words[:at], words[end:]
    return None

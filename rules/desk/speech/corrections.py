"""What somebody takes back on the same line: "Robert to 1411. No, he stays and fights". Only what stands
behind it counts, if it is for all the men who were told something before it."""

from __future__ import annotations

from collections.abc import Collection

from rules.desk.speech.phrase_list import phrases_in
from rules.desk.speech.phrases import Words
from rules.desk.speech.vocabulary import longest

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
_HE = ("he", "she", "they", "let", "leave", "both", "him")
_LITTLE = (",", ";", ":", "ok", "well", "then", "no", "sorry", "instead", "and", "better", "rather")


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

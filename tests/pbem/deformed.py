"""Replies to our mails of which little is left that shows what is quoted: cut at any line, wrapped anew,
without marks, below headings in forty languages or below none."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.pbem.languages import LANGUAGES
from tests.pbem.replies import ADDRESS, NAME, REPORT, attribution

RECEIPT = [
    "Received Sun 22 Nov 2026 18:41 CET; deadline of turn 1, Norman phase Tue",
    "24 Nov 2026 20:00 CET (in 2 days).",
    "",
    "> move robert 2008",
    "  ok     MOVE Robert 2109 2008. 1 of 6 MP.",
    "> retreat toward 2305",
    "  ok",
    "> MOVE Hugo 1911",
    "  ok     2 of 8 MP.",
    "",
    "STANDING NOW",
    "",
    "  MOVE Robert 2109 2008",
    "  MOVE Hugo 1911",
    "  RETREAT toward 2305",
    "",
    "NO ORDERS: William, Geoffrey, Turstin, Odo, Walter, Ivo, Hamo, Gilbert,",
    "Ralph and Anquetil.",
    "",
    "Orders seal: 1c9e6a7710b44f2a9f0c6b1d3f1e7a55 (shown again, opened, in",
    "the report).",
    "To take all back: CLEAR. To test without changing anything: TRY on top.",
    "Game page: https://pbem.example.org/g/1",
]
HEADINGS = {
    **{f"{code} {kind}": attribution(getattr(words, kind)) for code, words in LANGUAGES.items()
       for kind in ("gmail", "apple")},
    "Hindi": f"रवि, 22 नव॰ 2026 को 4:02 pm बजे को {NAME} <{ADDRESS}> ने लिखा:",
    "Thai": f"ในวันที่ อา. 22 พ.ย. 2569 เวลา 16:02 {NAME} <{ADDRESS}> เขียนว่า:",
    "Bengali": f"রবি, ২২ নভে, ২০২৬ তারিখে ৪:০২ PM টায় {NAME} <{ADDRESS}> লিখেছেন:",
    "Tamil": f"ஞாயி., 22 நவ., 2026, பிற்பகல் 4:02 அன்று, {NAME} <{ADDRESS}> எழுதியது:",
    "Telugu": f"ఆది, 22 నవం, 2026న 4:02 PMకు {NAME} <{ADDRESS}> ఇలా వ్రాసారు:",
    "Marathi": f"रवि, २२ नोव्हें, २०२६ रोजी ४:०२ म.उ. वाजता {NAME} <{ADDRESS}> यांनी लिहिले:",
    "Gujarati": f"રવિ, 22 નવે, 2026 ના રોજ 04:02 PM વાગ્યે {NAME} <{ADDRESS}> એ લખ્યું:",
    "Kannada": f"ಭಾನು, ನವೆಂ 22, 2026 ರಂದು 04:02 ಅಪರಾಹ್ನ ಸಮಯಕ್ಕೆ {NAME} <{ADDRESS}> ಅವರು ಬರೆದಿದ್ದಾರೆ:",
    "Malayalam": f"2026, നവം 22 ഞാ, 4:02 PM-ന് {NAME} <{ADDRESS}> ഇങ്ങനെ എഴുതി:",
    "Amharic": f"እሑድ, 22 ኖቬም 2026 በ 4:02 ከሰዓት ላይ {NAME} <{ADDRESS}> እንዲህ ብሎ ጻፈ:",
    "Khmer": f"នៅ អាទិត្យ 22 វិច្ឆិកា 2026 នៅ​ម៉ោង 4:02 ល្ងាច {NAME} <{ADDRESS}> បាន​សរសេរ៖",
    "Georgian": f"კვი, 22 ნოე. 2026, 16:02-ზე {NAME} <{ADDRESS}> დაწერა:",
    "Armenian": f"Կիր, 22 նոյ 2026 թ., 16:02 {NAME} <{ADDRESS}> գրել է.",
    "Sinhala, no mailbox": f"{NAME} මෙසේ ලියා ඇත:",
    "an unknown language": "Klaatu barada nikto:",
    "an unknown rule": "* * * * * * * * * * * *",
    "GroupWise": f">>> {NAME} <{ADDRESS}> 22.11.2026 16:02 >>>",
    "Notes": (f"{NAME} <{ADDRESS}>\n22/11/2026 16:02\n\nTo\nanna@example.org\ncc\n\nSubject\n"
              "[G1 T1 Norman] your orders"),
    "NetEase": f"At 2026-11-22 16:02:00, \"{NAME}\" <{ADDRESS}> wrote:",
    "Rediff": (f"From: {NAME} &lt;{ADDRESS}&gt;\nSent: Sun, 22 Nov 2026 16:02:00 GMT+0530\n"
               "To: anna@example.org\nSubject: [G1 T1 Norman] your orders"),
    "none": "",
    "none, and no blank line": "\0",
}  # fmt: skip
OWN = (
    ["MOVE Robert to 2008", "ATTACK Hugo + Walter ON Carlo", "RETREAT toward 2305"],
    ["WATCH Anquetil fire at first rider within 8"],
    ["MOVE William 2007", "MOVE Hugo facing NE"],
    ["Hello,", "", "MOVE Odo 2106 2005", "FIRE Gilbert AT Carlo", "", "Anna"],
    ["charge will have to wait", "move robert 2008 facing nw", "retreat never"],
    ["MOVE Hugo stay", "MOVE Robert to 2008"],  # words of our own form, typed
    ["Thanks! Orders come tomorrow."],
    [],
)
FORM = REPORT[REPORT.index("#ORDERS G1 T1 Norman") : REPORT.index("#END") + 1]
_SPACE = re.compile(r"\s+")


class Deformed(NamedTuple):
    """A reply, and the lines in it that its writer wrote."""

    text: str
    own: list[str]
    what: str


Change = Callable[[list[str], random.Random], list[str]]


def wrapped(lines: list[str], luck: random.Random) -> list[str]:
    width = luck.randrange(50, 77)
    return [part for line in lines for part in textwrap.wrap(line, width, break_long_words=False) or [""]]


def through_html(lines: list[str], luck: random.Random) -> list[str]:
    """As html2text and its kin write what had been HTML."""
    escaped = [re.sub(r"^(\d+)\.", r"\1\\.", line.replace("#", "\\#").replace("_", "\\_")) for line in lines]
    return [f"  * {line}" if line and luck.random() < 0.2 else line for line in escaped]


def without_blanks(lines: list[str], luck: random.Random) -> list[str]:
    return [line for line in lines if line.strip()]


def with_more_blanks(lines: list[str], luck: random.Random) -> list[str]:
    return [part for line in lines for part in (line, "")]


def indented(lines: list[str], luck: random.Random) -> list[str]:
    return [f"    {line}" for line in lines]


def squeezed(lines: list[str], luck: random.Random) -> list[str]:
    return [_SPACE.sub(" ", line).strip() for line in lines]


def in_capitals(lines: list[str], luck: random.Random) -> list[str]:
    return [line.upper() for line in lines]


def in_bold(lines: list[str], luck: random.Random) -> list[str]:
    return [f"*{line.strip()}*" if line.strip() else line for line in lines]


def as_it_was(lines: list[str], luck: random.Random) -> list[str]:
    return lines


CHANGES: tuple[Change, ...] = (
    as_it_was, wrapped, wrapped, through_html, without_blanks, with_more_blanks, indented, squeezed,
    in_capitals, in_bold,
)  # fmt: skip


def mails(number: int, seed: int = 12) -> Iterator[Deformed]:
    """So many replies, every heading and every change among them."""
    luck = random.Random(seed)
    headings = list(HEADINGS)
    for n in range(number):
        heading = headings[n % len(headings)]
        change = CHANGES[(n // len(headings)) % len(CHANGES)]
        own = list(luck.choice(OWN))
        original = luck.choice((REPORT, REPORT, RECEIPT, FORM if len(own) > 1 else REPORT))
        cut = luck.choice((0, luck.randrange(len(original)), luck.randrange(len(original))))
        kept = original[cut:] if luck.random() < 0.7 else original[: len(original) - cut]
        above = HEADINGS[heading]
        gap = [] if above == "\0" else ["", above, ""] if above else ["", ""]
        text = "\n".join([*own, *gap, *change(kept, luck)])
        what = f"{n}: {heading}, {change.__name__}, from line {cut} of {len(original)}"
        yield Deformed(text, own, what)


# forms that their writer filled in


class Filled(NamedTuple):
    """A form as it came back: the orders in it that were changed, those that were not, and whether it is
    whole, and stands in a quote."""

    text: str
    changed: list[str]
    kept: list[str]
    whole: bool
    marked: bool
    what: str


def filled_forms(number: int, seed: int = 21) -> Iterator[Filled]:
    luck = random.Random(seed)
    orders = [line for line in FORM[1:-1] if not line.startswith("#")]
    for n in range(number):
        change = CHANGES[n % len(CHANGES)] if CHANGES[n % len(CHANGES)] is not in_capitals else as_it_was
        picked = luck.sample(orders, luck.randrange(1, 4))
        changed = {
            line: f"MOVE {line.split()[1]} {luck.choice(('2008', '1909 2009', 'facing NW'))}"
            for line in picked
        }
        lines = [changed.get(line, line) for line in FORM]
        whole = luck.random() < 0.6
        if not whole:
            begin = luck.randrange(1, len(lines) - 8)
            lines = lines[begin:] + REPORT[REPORT.index("#END") + 1 :]
        marked = luck.random() < 0.4
        shown = change(lines, luck)
        text = "\n".join(f"> {line}" if marked else line for line in shown)
        above = luck.choice(
            ("", "", "Here you are.\n\n", f"{HEADINGS['Hindi']}\n", "Klaatu barada nikto:\n\n")
        )
        yield Filled(
            above + text,
            [new for old, new in changed.items() if new in lines],
            [line for line in orders if line in lines],
            whole, marked or above.startswith(HEADINGS["Hindi"]),
            f"{n}: {change.__name__}, whole {whole}, marked {marked}, below {above[:10]!r}",
        )  # fmt: skip

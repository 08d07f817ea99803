"""How long an answer may become: about a hundred lines, whatever the mail was. What is left out is counted
and named, with the page where it stands whole; a report that was asked for is resent whole."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

import msgspec
from django.utils.translation import gettext, ngettext

from games.reports import words
from games.reports.layout import listed, wrapped
from pbem.mail.headers import clean
from pbem.mail.writer import Picture

MOST_LINES = 100
LEAST_OF_A_BLOCK = 4  # its title, two lines of it and a blank one
THE_REST = 5  # lines that tell which blocks found no room
MOST_OF_A_QUOTE = 20  # lines that a block of the reader's own lines is sure of
MOST_NAMES = 24
MOST_TITLES = 3
LONGEST_TITLE = 40


class Block(msgspec.Struct, frozen=True):
    """A piece of an answer. Its title is set in capitals in the text, unless it is a quoted line; ``pre``
    keeps its lines as they are, ``columns`` keeps them from being broken too; ``picture`` stands above it in
    HTML, ``alt`` for those who cannot see it. ``whole``: a report that was asked for, never cut; ``page``:
    where what is cut off is to be read; ``kept``: what somebody has to do, never cut either; ``quotes``:
    lines of his own mail, which no page shows, so they have room before help and the like; ``hint``: what
    may be left out without a word."""

    text: str
    title: str = ""
    pre: bool = False
    columns: bool = False
    picture: Picture | None = None
    alt: str = ""
    whole: bool = False
    page: str = ""
    kept: bool = False
    quotes: bool = False
    hint: bool = False


def shares(wanted: Sequence[int], room: int) -> list[int]:
    """The room parted fairly: nobody gets more than he wants, and who wants little leaves the rest
    to the others."""
    given = [0] * len(wanted)
    waiting = sorted(range(len(wanted)), key=lambda n: wanted[n])
    for place, n in enumerate(waiting):
        given[n] = min(wanted[n], max(room, 0) // (len(waiting) - place))
        room -= given[n]
    return given


def first_of(lengths: Sequence[int], room: int) -> int:
    """How many things of these lengths, one below the other, there is room for; one at least."""
    count = used = 0
    for length in lengths:
        used += length
        if used > room and count:
            break
        count += 1
    return count


def blocks(given: Sequence[Block], room: int, page: str) -> list[Block]:
    """The blocks of an answer in so many lines. ``page``: where what is left out is shown, if a block
    does not say."""
    bounded = [block for block in given if not block.whole]
    if sum(map(height, bounded)) <= room:
        return list(given)
    ranked = sorted(bounded, key=_rank)
    shown = ranked[: max(room // LEAST_OF_A_BLOCK, 1, sum(block.kept for block in bounded))]
    left = [block for block in bounded if not any(block is other for other in shown)]
    room -= THE_REST if left else 0
    lengths: dict[int, int] = {}
    for rank in range(4):
        some = [block for block in shown if _rank(block) == rank]
        later = sum(LEAST_OF_A_BLOCK for block in shown if _rank(block) > rank)
        wanted = [height(block) for block in some]
        parted = wanted if rank == 0 else shares(wanted, room - later)
        lengths |= {id(block): most for block, most in zip(some, parted, strict=True)}
        room -= sum(parted)
    cut = {id(block): _cut(block, lengths[id(block)], page) for block in shown}
    told = [cut.get(id(block), block) for block in given if block.whole or id(block) in cut]
    return [*told, *_no_room([block for block in left if not block.hint])]


def least(given: Sequence[Block], *, dropping: bool = False) -> int:
    """The lines that blocks cannot do without, the reader's own lines before all; ``dropping``: if all other
    blocks may be left out but told of."""
    own = sum(
        height(block) if block.kept else min(height(block), MOST_OF_A_QUOTE)
        for block in given
        if _rank(block) < 2
    )
    others = [block for block in given if not block.whole and _rank(block) >= 2]
    of_others = sum(min(height(block), LEAST_OF_A_BLOCK) for block in others)
    return own + (min(of_others, THE_REST) if dropping else of_others)


def _rank(block: Block) -> int:
    return 0 if block.kept else 1 if block.quotes else 3 if block.hint else 2


def _no_room(left: Sequence[Block]) -> list[Block]:
    """Which blocks are left out."""
    if not left:
        return []
    titles = list(dict.fromkeys(_called(block) for block in left))
    which = "; ".join([*titles[:MOST_TITLES], *(["..."] if len(titles) > MOST_TITLES else [])])
    text = ngettext(
        "{number} more answer found no room here ({titles}): ask for it in another mail.",
        "{number} more answers found no room here ({titles}): ask for them in another mail.",
        len(left),
    )
    return [Block(text.format(number=len(left), titles=which))]


def _called(block: Block) -> str:
    """Its title, or how it begins, in whole words."""
    return block.title or shorten(clean(block.text), LONGEST_TITLE, placeholder=" ...")


def height(block: Block) -> int:
    """The lines that a block takes, with its title and the blank line behind it."""
    return len(_lines(block)) + bool(block.title) + 1


def _lines(block: Block) -> list[str]:
    return block.text.split("\n") if block.pre else wrapped(block.text)


def _cut(block: Block, most: int, page: str) -> Block:
    lines = _lines(block)
    room = max(most - bool(block.title) - 1, 2)
    if len(lines) <= room:
        return block
    if not block.pre:
        return msgspec.structs.replace(block, text=" ".join(lines[:room]) + " ...")
    hidden = len(lines) - room + 1
    told = _not_quoted(hidden) if block.quotes else not_shown(hidden, block.page or page)
    return msgspec.structs.replace(block, text="\n".join([*lines[: room - 1], told]))


def not_shown(lines: int, page: str) -> str:
    return gettext("... and {left}: {page}").format(left=words.more_lines(lines), page=page)


def _not_quoted(lines: int) -> str:
    return ngettext(
        "  ... and {number} more line of your mail", "  ... and {number} more lines of your mail", lines
    ).format(number=lines)


def names(all_of_them: Sequence[str]) -> str:
    """A list of names, not too long."""
    if len(all_of_them) <= MOST_NAMES:
        return listed(all_of_them)
    more = len(all_of_them) - MOST_NAMES
    others = ngettext("{number} other", "{number} others", more).format(number=more)
    return listed([*all_of_them[:MOST_NAMES], others])

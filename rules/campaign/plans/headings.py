"""Headings over lines of orders: "SIEGE Acerenza:" and "Robert:", beneath which each line is of that siege,
or of that group."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rules.campaign.plans.hanging import hangs
from rules.desk.lines import command_in, is_remark

Says = Callable[[str], bool]
_SIEGE = re.compile(
    r"\W*(?P<head>(?:the )?(?:siege|besiege)(?: of)? [^:]{2,40}?)(?P<by> (?:with|by) [^:]{2,40})?:\s*", re.I
)
_GROUP = re.compile(r"\W*(?P<who>[^\W\d][^:]{0,40}?)\s*:\s*")
_ADDS = re.compile(r"\W*(?:but|only|and|except|provided)\b", re.I)
"""How a condition of the order above begins."""
_BULLET = re.compile(r"^\s*(?:[-*\u2022+]|\(?\d{1,2}[.):]|\(?[a-z][.)])\s+", re.I)


def beneath_sieges(lines: Sequence[str], reads: Says) -> list[str]:
    """What stands beneath "SIEGE Acerenza:", line by line, with that heading."""
    whole: list[str] = []
    head = ""
    for line in lines:
        if head and _of_the_siege(head, line, reads):
            said, above = _said(line), whole[-1].rstrip(" .,;")
            if above.strip() == head:
                whole[-1] = f"{head} {said}"
            elif not reads(above):  # a condition alone: it holds for what stands below it
                whole[-1] = f"{above}, {said}"
            elif not reads(f"{head} {said}") and reads(f"{above} {said}"):
                whole[-1] = f"{above} {said}"
            else:
                whole.append(f"{head} {said}")
            continue
        found = _SIEGE.fullmatch(line)
        head = f"{found['head']}:" if found else ""
        whole.append(line.rstrip(": ") if found and found["by"] else line)
    return whole


def _of_the_siege(head: str, line: str, reads: Says) -> bool:
    said = _said(line)
    if not said or _ends(line):
        return False
    return bool(re.match(r"(?:if|when)\b", said, re.I)) or reads(f"{head} {said}")


def beneath_groups(lines: Sequence[str], names: Says, begins: Says, reads: Says, excludes: Says) -> list[str]:
    """What stands beneath "Robert:", down to an empty line or another that begins with a name, as lines of
    that group: one with the line above where both can be read so. ``names``: groups are called so;
    ``begins``: a line begins with one's own; ``excludes``: it holds orders of which one alone can
    be, which is asked then. A condition goes with the line above, or with the one below where it can."""
    whole: list[str] = []
    head = ""
    left = list(lines)
    while left:
        line = left.pop(0)
        said = _said(line)
        found = _GROUP.fullmatch(line)
        if found and names(found["who"]):
            head = found["who"]
            whole.append(line)
            continue
        if not head or _ends(line) or begins(said) or _by_itself(head, line, reads):
            head = ""
            whole.append(line)
            continue
        first = whole[-1].strip().rstrip(":").strip() == head
        above = f"{head}:" if first else f"{whole[-1].rstrip(' .,;')};"
        if hangs(said) and not reads(f"{above} {said}"):
            below = _said(left[0]) if left and not (_ends(left[0]) or begins(_said(left[0]))) else ""
            three = f"{above} {said}, {below}"
            leads = first or reads(three) or (not _ADDS.match(said) and reads(f"{head}: {below}"))
            if below and leads:  # what cannot be read so is asked back, and nothing of it stands without it
                whole[-1] = three
                left.pop(0)
            else:
                whole[-1] = f"{above} {said}" if first else f"{above[:-1]} {said}"
        elif first or reads(f"{above} {said}") or excludes(f"{above} {said}"):
            whole[-1] = f"{above} {said}"
        else:
            whole.append(f"{head}: {said}")
    return whole


def _ends(line: str) -> bool:
    return is_remark(line) or command_in(line) is not None


def _by_itself(head: str, line: str, reads: Says) -> bool:
    """Whether a line is an order, and none of those whom the heading names."""
    return not reads(f"{head}: {_said(line)}") and reads(line)


def _said(line: str) -> str:
    return _BULLET.sub("", line).strip()

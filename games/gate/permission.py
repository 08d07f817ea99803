"""Who may do what by mail: the whole table, over plain facts.

| address of the mail      | From        | verdict   | lenient        | strict         |
|---|---|---|---|---|
| valid                    | the player  | pass      | act            | act            |
| valid                    | the player  | none      | act unverified | confirm        |
| valid, sensitive request | the player  | none      | confirm        | confirm        |
| valid                    | the player  | fail      | confirm        | confirm        |
| valid                    | anybody     | any       | confirm        | confirm        |
| of our confirmation mail | the player  | any       | act            | act            |
| of our confirmation mail | anybody     | any       | silence        | silence        |
| old or revoked           | the player  | pass      | tell it is old | tell it is old |
| old or revoked           | the player  | none      | tell it is old | silence        |
| old or revoked           | the player  | fail      | silence        | silence        |
| old or revoked           | anybody     | any       | silence        | silence        |
| none, but in our thread  | the player  | pass      | act            | act            |
| none or wrong            | the player  | pass      | confirm        | confirm        |
| none or wrong            | the player  | none      | where to write | silence        |
| none or wrong            | the player  | fail      | silence        | silence        |
| none or wrong            | anybody     | pass      | unknown        | unknown        |
| none or wrong            | anybody     | none/fail | silence        | silence        |

Who is asked to confirm, or told anything but "unknown", is told at the registered address, never where the
mail says it came from. A mail that only asks to be told something (HELP, STATUS, REPORT) needs no
confirmation where the player's own domain vouches for it. A mail that the player has confirmed, or the game
master let through, is acted upon.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from games.models import MailMode, Purpose
from games.seats.seats import Standing
from pbem.mail.authentication import Verdict


class Permission(StrEnum):
    """What is to be done with a mail that a person wrote."""

    ACT = "act"
    ACT_UNVERIFIED = "act, and say that nobody vouched for the sender"
    CONFIRM = "hold, and ask the player at his registered address"
    TELL_OLD = "tell the player that the phase of this address is over"
    TELL_WHERE = "hold, and tell the player where to write"
    TELL_UNKNOWN = "tell a stranger that nobody is known here by this address"
    SILENCE = "nothing"


class Facts(msgspec.Struct, frozen=True):
    """What is known about a mail. ``known``: From is one of the player's addresses; ``in_thread``: it has no
    address of a seat, but answers a mail of ours to that seat; ``read_only``: it asks to be told something
    and nothing else; ``sensitive``: it asks for what could shut the player out if somebody else wrote it;
    ``released``: the player has confirmed it, or the game master has let it through."""

    standing: Standing
    known: bool
    verdict: Verdict
    mode: MailMode = MailMode.LENIENT
    purpose: Purpose = Purpose.ORDERS
    in_thread: bool = False
    read_only: bool = False
    sensitive: bool = False
    released: bool = False


def permission(facts: Facts) -> Permission:
    """The cell of the table that a mail falls into."""
    if facts.released:
        return Permission.ACT
    if facts.purpose in (Purpose.CONFIRM, Purpose.ADDRESS):
        asked = facts.known and facts.standing is Standing.VALID
        return Permission.ACT if asked else Permission.SILENCE
    match facts.standing:
        case Standing.VALID if not facts.in_thread:
            return _at_valid_address(facts)
        case Standing.OLD | Standing.REVOKED:
            return _at_old_address(facts)
        case _:
            return _without_address(facts)


def _at_valid_address(facts: Facts) -> Permission:
    if not facts.known or facts.verdict is Verdict.FAIL:
        return Permission.CONFIRM
    if facts.verdict is Verdict.PASS:
        return Permission.ACT
    confirm = facts.mode == MailMode.STRICT or facts.sensitive
    return Permission.CONFIRM if confirm else Permission.ACT_UNVERIFIED


def _at_old_address(facts: Facts) -> Permission:
    if not facts.known or facts.verdict is Verdict.FAIL:
        return Permission.SILENCE
    if facts.verdict is Verdict.NONE and facts.mode == MailMode.STRICT:
        return Permission.SILENCE
    return Permission.TELL_OLD


def _without_address(facts: Facts) -> Permission:
    if not facts.known:
        return Permission.TELL_UNKNOWN if facts.verdict is Verdict.PASS else Permission.SILENCE
    match facts.verdict:
        case Verdict.PASS:
            return Permission.ACT if facts.in_thread or facts.read_only else Permission.CONFIRM
        case Verdict.NONE if facts.mode == MailMode.LENIENT:
            return Permission.TELL_WHERE
        case _:
            return Permission.SILENCE

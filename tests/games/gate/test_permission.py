"""Who may do what by mail, cell by cell."""

from __future__ import annotations

from itertools import product

import pytest

from games.gate.permission import Facts, Permission, permission
from games.models import MailMode, Purpose
from games.seats.seats import Standing
from pbem.mail.authentication import Verdict

WORDS = {
    "act": Permission.ACT,
    "unverified": Permission.ACT_UNVERIFIED,
    "confirm": Permission.CONFIRM,
    "old": Permission.TELL_OLD,
    "where": Permission.TELL_WHERE,
    "unknown": Permission.TELL_UNKNOWN,
    "-": Permission.SILENCE,
}

# address of the mail, From is the player's, then the verdict: pass, none, fail; first lenient, then strict
TABLE = """
valid            yes    act      unverified  confirm    act      confirm  confirm
valid            no     confirm  confirm     confirm    confirm  confirm  confirm
valid/sensitive  yes    act      confirm     confirm    act      confirm  confirm
valid/read-only  yes    act      unverified  confirm    act      confirm  confirm
old              yes    old      old         -          old      -        -
old              no     -        -           -          -        -        -
revoked          yes    old      old         -          old      -        -
revoked          no     -        -           -          -        -        -
none             yes    confirm  where       -          confirm  -        -
none             no     unknown  -           -          unknown  -        -
wrong            yes    confirm  where       -          confirm  -        -
wrong            no     unknown  -           -          unknown  -        -
none/read-only   yes    act      where       -          act      -        -
none/read-only   no     unknown  -           -          unknown  -        -
none/sensitive   yes    confirm  where       -          confirm  -        -
valid/in-thread  yes    act      where       -          act      -        -
valid/in-thread  no     unknown  -           -          unknown  -        -
old/in-thread    yes    old      old         -          old      -        -
revoked/in-thread yes   old      old         -          old      -        -
"""
COLUMNS = [(mode, verdict) for mode in MailMode for verdict in Verdict]
CELLS = [
    (*line.split()[:2], mode, verdict, WORDS[word])
    for line in TABLE.strip().splitlines()
    for (mode, verdict), word in zip(COLUMNS, line.split()[2:], strict=True)
]


@pytest.mark.parametrize(("address", "known", "mode", "verdict", "wanted"), CELLS, ids=str)
def test_the_table(address, known, mode, verdict, wanted):
    standing, *more = address.split("/")
    facts = Facts(
        standing=Standing(standing),
        known=known == "yes",
        verdict=verdict,
        mode=mode,
        in_thread="in-thread" in more,
        read_only="read-only" in more,
        sensitive="sensitive" in more,
    )
    assert permission(facts) is wanted


def test_the_columns_are_as_the_table_is_written():
    assert (
        list(product((MailMode.LENIENT, MailMode.STRICT), (Verdict.PASS, Verdict.NONE, Verdict.FAIL)))
        == COLUMNS
    )


EVERYTHING = list(product(Standing, (True, False), Verdict, MailMode, Purpose, (True, False), (True, False)))


def facts_of(standing, known, verdict, mode, purpose, in_thread, sensitive) -> Facts:
    return Facts(standing, known, verdict, mode, purpose, in_thread, sensitive=sensitive)


def test_whatever_the_facts_nobody_acts_for_a_stranger():
    for cell in EVERYTHING:
        facts = facts_of(*cell)
        if not facts.known:
            assert permission(facts) not in (Permission.ACT, Permission.ACT_UNVERIFIED), facts


def test_whatever_the_facts_a_disowned_mail_acts_only_at_an_address_that_the_player_alone_was_given():
    for cell in EVERYTHING:
        facts = facts_of(*cell)
        if facts.verdict is Verdict.FAIL and facts.purpose not in (Purpose.CONFIRM, Purpose.ADDRESS):
            assert permission(facts) in (Permission.CONFIRM, Permission.SILENCE, Permission.TELL_UNKNOWN), (
                facts
            )


@pytest.mark.parametrize("purpose", [Purpose.CONFIRM, Purpose.ADDRESS])
def test_an_answer_to_our_own_question_needs_no_verdict(purpose):
    for verdict, mode in product(Verdict, MailMode):
        assert permission(Facts(Standing.VALID, True, verdict, mode, purpose)) is Permission.ACT
        assert permission(Facts(Standing.VALID, False, verdict, mode, purpose)) is Permission.SILENCE
    assert permission(Facts(Standing.REVOKED, True, Verdict.PASS, purpose=purpose)) is Permission.SILENCE


def test_who_was_let_through_by_a_person_is_let_through():
    for cell in EVERYTHING:
        facts = facts_of(*cell)
        released = Facts(facts.standing, facts.known, facts.verdict, facts.mode, facts.purpose, released=True)
        assert permission(released) is Permission.ACT

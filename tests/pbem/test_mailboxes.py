"""Which spellings of an address are one mailbox to a limit."""

from __future__ import annotations

import pytest

from pbem.mail.mailboxes import mailbox_of


@pytest.mark.parametrize(
    ("spelling", "mailbox"),
    [
        ("victim@example.org", "victim@example.org"),
        ("VICTIM@Example.ORG", "victim@example.org"),
        ("victim+tag@example.org", "victim@example.org"),
        ("victim+a+b@example.org", "victim@example.org"),
        ("victim+@example.org", "victim@example.org"),
        ("+tag@example.org", "+tag@example.org"),
        ("vic.tim@example.org", "vic.tim@example.org"),
        ("v.i.c.t.i.m+x@gmail.com", "victim@gmail.com"),
        ("Victim@googlemail.com", "victim@gmail.com"),
        ("victim@gmail.com.", "victim@gmail.com"),
        ("vic-tim_x@pm.me", "victimx@proton.me"),
        ("victim-news@yahoo.co.uk", "victim@yahoo.co.uk"),
        ("victim@mac.com", "victim@icloud.com"),
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@BÜCHER.example", "anna@xn--bcher-kva.example"),
        ("anna@xn--bcher-kva.example", "anna@xn--bcher-kva.example"),
        ("anna@bu\u0308cher.example", "anna@xn--bcher-kva.example"),
        ("ａｎｎａ@example.org", "anna@example.org"),
        ("STRASSE@example.org", "strasse@example.org"),
        ("straße@example.org", "strasse@example.org"),
        (" anna@example.org ", "anna@example.org"),
        ("anna\u200b@example.org", "anna@example.org"),
    ],
)  # fmt: skip
def test_a_mailbox(spelling: str, mailbox: str) -> None:
    assert mailbox_of(spelling) == mailbox


@pytest.mark.parametrize("nonsense", ["", "@", "a@", "@b", "a@b@c", "+@+", "\x00", "a" * 300, "\ud800@x.org"])
def test_it_takes_any_text(nonsense: str) -> None:
    assert mailbox_of(nonsense) == mailbox_of(nonsense.upper())

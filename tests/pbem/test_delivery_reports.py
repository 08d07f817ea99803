"""What mail servers report of a mail: by the standard, beside it, and not at all."""

from __future__ import annotations

import pytest

from pbem.mail.delivery_reports import COMPLAINED, DEFERRED, DELIVERED, HARD, SOFT, read_report
from tests.stopwatch import stopwatch


def report(fields: str, original: str = "Subject: a report of ours\n\nMOVE\n") -> bytes:
    """A delivery report as RFC 3464 shapes it."""
    return f"""From: Mail Delivery Subsystem <mailer-daemon@players.example.org>
To: bounce+00000001-0123456789abcdef@in.example.org
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I could not deliver your mail: 550 5.1.1 no such user.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.players.example.org
Arrival-Date: Sun, 22 Nov 2026 12:00:00 +0000

Final-Recipient: rfc822; anna@players.example.org
{fields}

--b
Content-Type: message/rfc822

{original}
--b--
""".encode()


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 user unknown", HARD),
        ("Action: failed\nStatus: 5.1.10 (undeliverable)", HARD),
        ("Action: Failed", HARD),
        ("Status: 5.1.2", HARD),
        ("Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 mailbox full", SOFT),
        ("Action: failed\nStatus: 5.3.4", SOFT),
        ("Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.7.1 blocked", SOFT),
        ("Action: failed\nStatus: 4.4.7 (delivery time expired)", SOFT),
        ("Action: delayed\nStatus: 4.4.1\nWill-Retry-Until: Tue, 24 Nov 2026 12:00:00 +0000", DEFERRED),
        ("Action: delayed\nStatus: 5.0.0", DEFERRED),
        ("Status: 4.2.2", DEFERRED),
        ("Action: delivered\nStatus: 2.0.0", DELIVERED),
        ("Action: relayed", DELIVERED),
        ("Action: expanded\nStatus: 5.1.1", DELIVERED),
    ],
    ids=str,
)  # fmt: skip
def test_action_and_status_go_before_what_the_text_says(fields: str, kind: str) -> None:
    found = read_report(report(fields))
    assert found and found.kind == kind


def test_the_other_servers_words_are_kept_on_one_line() -> None:
    found = read_report(
        report("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550\n 5.1.1 user\tunknown")
    )
    assert found and found.said == "smtp; 550 5.1.1 user unknown"


def test_of_several_recipients_the_worst_counts() -> None:
    found = read_report(
        report("Action: delivered\n\nFinal-Recipient: rfc822; b@x.org\nAction: failed\nStatus: 5.1.1")
    )
    assert found and found.kind == HARD


def test_a_report_inside_of_the_returned_mail_does_not_count() -> None:
    inner = (
        report("Action: failed\nStatus: 5.1.1")
        .decode()
        .replace('"b"', '"inner"')
        .replace("\n--b", "\n--inner")
    )
    found = read_report(report("Action: delayed\nStatus: 4.0.0", inner))
    assert found and found.kind == DEFERRED


FEEDBACK = """From: <abuse@provider.example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: text/plain

This is an email abuse report.

--b
Content-Type: message/feedback-report

Feedback-Type: %s
User-Agent: SomeGenerator/1.0
Version: 1

--b
Content-Type: message/rfc822

Subject: a report of ours

--b--
"""


def test_a_complaint() -> None:
    found = read_report((FEEDBACK % "abuse").encode())
    assert found and found.kind == COMPLAINED


@pytest.mark.parametrize("kind", ["auth-failure", "not-spam", "virus", "dmarc"])
def test_other_feedback_is_no_complaint(kind: str) -> None:
    assert read_report((FEEDBACK % kind).encode()) is None


OLD_STYLE = (
    b"From: MAILER-DAEMON@mx.example.org\nSubject: failure notice\n\n<anna@players.example.org>:\n%s\n"
)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (b"203.0.113.1 does not like recipient. Remote host said: 550 5.1.1 no such user", SOFT),
        (b"said: 550 mailbox unavailable", SOFT),
        (b"452 4.2.2 mailbox full, will be tried again", DEFERRED),
    ],
)
def test_a_report_without_form_is_guessed_at_and_counts_for_less(words: bytes, kind: str) -> None:
    found = read_report(OLD_STYLE % words)
    assert found and found.kind == kind
    assert read_report(OLD_STYLE % words, null_sender=False) is None


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00" * 100,
        b"From: anna@players.example.org\n\nI get error 550 5.1.1 when I open the map.\n",
        (
            b"From: anna@players.example.org\nAuto-Submitted: auto-replied\nSubject: away\n\n"
            b"Back on 5.5.2027, room 550.\n"
        ),
        b"From: MAILER-DAEMON@x.org\n\nyour mail was not delivered\n",
        report("Action: failed")[:300],
        report("").replace(b"message/delivery-status", b"text/plain").replace(b"550 5.1.1", b""),
    ],
)
def test_what_is_no_report_is_none(raw: bytes) -> None:
    """Above all a vacation note, which goes to the envelope sender too."""
    assert read_report(raw) is None


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: multipart/report; boundary=b\n\n"
        + b"--b\nContent-Type: message/delivery-status\n\n" * 50_000,
        b"Content-Type: message/delivery-status\n\n" + b"Action: failed\n\n" * 200_000,
        b"From: mailer-daemon@x.org\n\n" + b"5.1." * 1_000_000,
        b"From: " + b"mail " * 1_000_000 + b"\n\n550",
        b"Content-Type: multipart/report; boundary=b\n\n"
        + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" * 5_000,
    ],
    ids=["parts", "blocks", "numbers", "sender", "nested"],
)  # fmt: skip
def test_hostile_reports_cost_little(raw: bytes) -> None:  # attacks 18, 19, 25
    with stopwatch() as took:
        read_report(raw)
    assert took.seconds < 2

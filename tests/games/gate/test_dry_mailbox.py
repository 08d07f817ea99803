"""manage.py readmail: any file is answered, quickly, with nothing of Django and no database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.measure import pace
from games.gate import dry_mailbox
from games.gate.dry_mailbox import as_dictionary, reading
from pbem.mail.lines import LineClass
from tests.pbem.clients import CLIENTS, forms_of
from tests.pbem.clients_web import gmail_web
from tests.pbem.mail_kit import MAILS, letter
from tests.pbem.replies import ORDERS, Body, Reply, mail_of

ROOT = Path(__file__).resolve().parents[3]
KEYS = {"act", "answer", "reason", "text", "quoted_orders", "lines", "warnings"}
ANYTHING = {
    "empty": b"",
    "one byte": b"\xff",
    "zeros": bytes(100_000),
    "all bytes": bytes(range(256)) * 400,
    "no header": b"MOVE Drogo 0808\n",
    "only headers": b"From: a@example.org\nSubject: x",
    "five megabytes": b"From: a@example.org\n\n" + b"MOVE Drogo 0808\n" * 330_000,
    "six megabytes of base64": b"Content-Transfer-Encoding: base64\n\n" + b"TU9WRQ==\n" * 700_000,
    "an executable": Path(sys.executable).resolve().read_bytes()[:5_500_000],
}


def readmail(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "readmail", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize("what", ANYTHING)
def test_any_file_whatsoever_is_answered_with_code_0(what, tmp_path):
    file = tmp_path / "mail"
    file.write_bytes(ANYTHING[what])
    done = readmail(str(file), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found) >= KEYS
    assert all(set(line) == {"line", "class", "verdict"} for line in found["lines"])


def test_it_needs_neither_django_nor_a_database(tmp_path):
    out = readmail(
        str(MAILS / "yahoo.eml"), "--json", PBEM_DATABASE_URL="nothing://", PBEM_VAR="/nowhere/at/all"
    )
    assert out.returncode == 0
    code = (
        f"import sys; from games.gate.dry_mailbox import main; main([{str(MAILS / 'yahoo.eml')!r}]); "
        "print('django' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True)
    assert told.stdout.endswith("False\n")


def test_what_is_read_and_what_is_not(tmp_path):
    file = tmp_path / "mail"
    file.write_bytes(mail_of(gmail_web(Reply()), "both"))
    found = json.loads(readmail(str(file), "--json").stdout)
    assert found["act"] is True
    assert found["answer"] is True
    assert found["reason"] == ""
    assert [line["line"] for line in found["lines"] if line["verdict"] == "read"] == list(ORDERS)
    assert any("MOVE William stay" in line for line in found["quoted_orders"])
    quoted = [line for line in found["lines"] if "MOVE William stay" in line["line"]]
    assert quoted[0]["class"] == "quoted order"
    assert quoted[0]["verdict"] == "not read: quoted"


def test_an_automaton_is_neither_obeyed_nor_answered():
    found = as_dictionary(reading(letter("MOVE Drogo 0808", "Auto-Submitted: auto-replied")))
    assert (found["act"], found["answer"], found["reason"]) == (False, False, "auto-submitted")
    assert found["lines"][0]["verdict"] == "not read: auto-submitted"


def test_a_missing_file_and_a_wrong_question_are_the_callers_fault(tmp_path):
    assert readmail(str(tmp_path / "none.eml")).returncode == 2
    assert readmail(str(tmp_path)).returncode == 2
    assert readmail().returncode == 2
    assert readmail("a", "b").returncode == 2
    assert readmail("a", "--xml").returncode == 2
    assert b"usage" in readmail("--help").stdout


def test_a_mail_may_come_from_standard_input():
    found = json.loads(readmail("-", "--json", stdin=letter("MOVE Drogo 0808\n")).stdout)
    assert [line["verdict"] for line in found["lines"]] == ["read", ""]


def test_for_people_it_is_a_list_of_lines():
    told = readmail(str(MAILS / "gmail-phone.eml")).stdout.decode()
    assert "order  MOVE Drogo 0808 0908" in told


def test_whatever_breaks_in_reading_is_an_answer_too(monkeypatch):
    def falls(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(dry_mailbox, "read", falls)
    found = as_dictionary(reading(letter("MOVE Drogo 0808")))
    assert (found["act"], found["reason"]) == (False, "unreadable")


def test_every_class_of_line_has_a_verdict_that_says_whether_it_is_read():
    orders = [kind for kind in LineClass if dry_mailbox.verdict(kind, "") == "read"]
    assert orders == [LineClass.ORDER]


def test_the_whole_command_is_quick(tmp_path):
    """CPU time of the process from its start to its end, the least of several: the machine may be busy."""
    file = tmp_path / "mail"
    file.write_bytes(mail_of(gmail_web(Reply()), "both"))
    took = []
    for _ in range(5):
        before = os.times()
        assert readmail(str(file), "--json").returncode == 0
        after = os.times()
        took.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
        if took[-1] < 0.2:
            break
        time.sleep(0.2)
    assert min(took) < 0.3 * pace()  # 0.12 s on an idle machine


def test_its_json_is_one_line():
    done = readmail(str(MAILS / "yahoo.eml"), "--json")
    assert done.stdout.count(b"\n") == 1
    assert done.stdout.endswith(b"}\n")


@pytest.mark.parametrize("name", CLIENTS)
def test_the_reply_is_what_its_writer_wrote(name):
    client = CLIENTS[name]
    for style in ("top", "bottom", "inline"):
        for language in ("en", "de", "ru", "ja"):
            words = Reply(language).words
            above = [words.greeting, "", *ORDERS, "", words.closing, "Anna"]
            own = above if style != "inline" else [*ORDERS[:2], "", *ORDERS[2:]]
            body = client.write(Reply(language, style))
            for form in forms_of(client, body, style):
                if (name, form) == ("K-9", "html"):
                    continue  # the collection's has its signature as text, tags and all
                found = as_dictionary(reading(mail_of(body, form)))["reply"]
                assert found.split() == "\n".join(own).split(), (style, language, form)


def test_a_signature_a_footer_and_armour_are_none_of_it():
    body = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nHello,\n* MOVE Drogo 0808\n  and on\n\n\n\n"
        "Anna\n"
        "Sent from my phone\n- -- \nAnna Comnena\nMOVE Robert 0101\n# a line\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQIz\n-----END PGP SIGNATURE-----\n"
    )
    found = as_dictionary(reading(letter(body)))
    assert found["reply"] == "Hello,\n* MOVE Drogo 0808\n  and on\n\nAnna"


def test_why_a_line_is_asked_back_is_told():
    html = "<p>MOVE Drogo 0808</p><p><s>MOVE Robert 0101</s></p>"
    found = as_dictionary(reading(mail_of(Body("MOVE Drogo 0808\nMOVE Robert 0101\n", html), "both")))
    assert [line["verdict"] for line in found["lines"][:2]] == ["read", "not read: asked back (struck)"]
    assert found["reply"] == "MOVE Drogo 0808"

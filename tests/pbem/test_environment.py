"""Settings from environment variables, and the checks before going public."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import checks, settings
from pbem import environment as env
from pbem.environment import SettingError


def test_an_sqlite_address() -> None:
    assert env.database("sqlite:////var/lib/pbem.db")["NAME"] == "/var/lib/pbem.db"
    assert env.database("sqlite:///games.db")["NAME"] == "games.db"
    assert env.database("sqlite:///games.db")["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_postgresql_address() -> None:
    found = env.database("postgresql://robert:gu%40scard@db.example.org:5433/games?sslmode=require")
    assert (found["NAME"], found["USER"], found["PASSWORD"]) == ("games", "robert", "gu@scard")
    assert (found["HOST"], found["PORT"]) == ("db.example.org", "5433")
    assert found["OPTIONS"]["sslmode"] == "require"
    assert env.database("postgresql://postgres:@/postgres?host=/tmp/socket")["HOST"] == "/tmp/socket"


def test_limits_of_a_postgresql_connection_can_be_overruled() -> None:
    found = env.database("postgresql://db/games?options=-c%20lock_timeout%3D9s")
    assert found["OPTIONS"]["options"].startswith("-c lock_timeout=5s ")
    assert found["OPTIONS"]["options"].endswith(" -c lock_timeout=9s")
    assert found["CONN_HEALTH_CHECKS"] and found["CONN_MAX_AGE"] == 60


@pytest.mark.parametrize("url", ["", "mysql://x/y", "games.db"])
def test_another_address_is_refused(url: str) -> None:
    with pytest.raises(SettingError):
        env.database(url)


def settings_with(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> object:
    """What a variable is read as."""
    monkeypatch.setenv(name, value)
    return {
        "PBEM_BASE_URL": lambda: env.web_address(name, "http://localhost:8000"),
        "PBEM_DATABASE_URL": lambda: env.database(value),
        "PBEM_GAME_MASTER": lambda: env.mail_address(name),
        "PBEM_LOG_LEVEL": lambda: env.one_of(name, "INFO", ("INFO", "ERROR")),
        "PBEM_MAIL_DOMAIN": env.mail_domain,
        "PBEM_REDIS_URL": lambda: env.bell(name, "redis+socket:///tmp/redis.sock"),
        "PBEM_WORKERS": lambda: env.number(name, 2, least=1),
    }[name]()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PBEM_BASE_URL", "games.example.org", "https://games.example.org"),
        ("PBEM_BASE_URL", "https://", "https://games.example.org"),
        ("PBEM_BASE_URL", "https://x:99999", "https://games.example.org"),
        ("PBEM_DATABASE_URL", "postgresql://u:p@h:abc/x", "postgresql://user:password@host:5432/name"),
        ("PBEM_DATABASE_URL", "postgresql://u:p@h", "postgresql://user:password@host:5432/name"),
        ("PBEM_DATABASE_URL", "postgresql://u:sec/ret@h/x", "are written %2F"),
        ("PBEM_GAME_MASTER", "nobody", "gm@example.org"),
        ("PBEM_LOG_LEVEL", "loud", "INFO, ERROR"),
        ("PBEM_MAIL_DOMAIN", "https://in.example.org/", "in.example.org"),
        ("PBEM_REDIS_URL", "localhost:6379", "redis://host:6379/0"),
        ("PBEM_REDIS_URL", "redis:/localhost", "redis://host:6379/0"),
        ("PBEM_REDIS_URL", "redis://h:99999", "redis://host:6379/0"),
        ("PBEM_WORKERS", "0", "less than 1"),
    ],
)
def test_what_cannot_be_used_is_said_with_what_would_be(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    with pytest.raises(SettingError, match=name) as said:
        settings_with(monkeypatch, name, value)
    assert words in str(said.value) and "sec" not in str(said.value), "a password is never repeated"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PBEM_BASE_URL", "https://games.example.org:8443/pbem"),
        ("PBEM_BASE_URL", "http://[::1]:8000"),
        ("PBEM_DATABASE_URL", "postgresql:///?service=games"),
        ("PBEM_GAME_MASTER", ""),
        ("PBEM_REDIS_URL", "redis://:secret@bell/3"),
        ("PBEM_REDIS_URL", "redis+socket:///run/redis.sock?virtual_host=3"),
        ("PBEM_REDIS_URL", "rediss://bell:6380"),
    ],
)
def test_what_can_be_used_is_let_in(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    settings_with(monkeypatch, name, value)


def test_flags_and_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, meaning in (("yes", True), ("ON", True), ("0", False), ("", True)):
        monkeypatch.setenv("PBEM_X", value)
        assert env.flag("PBEM_X", True) is meaning
    monkeypatch.setenv("PBEM_X", "perhaps")
    with pytest.raises(SettingError, match="PBEM_X"):
        env.flag("PBEM_X")
    with pytest.raises(SettingError, match="PBEM_X"):
        env.number("PBEM_X", 1)


def test_the_kept_secret_stays_the_same_and_is_ours_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret"
    first = env.kept_secret(path)
    assert len(first) >= 50 and env.kept_secret(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [p.name for p in path.parent.iterdir()] == ["secret"]


def test_what_lies_there_is_nobody_elses_business(tmp_path: Path) -> None:
    made = env.folder("PBEM_VAR", tmp_path / "new" / "var")
    assert not made.stat().st_mode & stat.S_IRWXO
    (open_to_all := tmp_path / "old").mkdir(0o755)
    assert env.folder("PBEM_VAR", open_to_all).stat().st_mode & stat.S_IRWXO, "a chosen one stays as it is"


def test_a_long_path_still_has_a_socket(tmp_path: Path) -> None:
    assert env.socket_path(tmp_path, "redis.sock") == tmp_path / "redis.sock"
    assert len(str(env.socket_path(tmp_path / ("x" * 200), "redis.sock"))) < 100


def check_deploy(**variables: str) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PBEM_")}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy"],
        env={**clean, **variables},
        capture_output=True,
        text=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    return done.stdout + done.stderr


def test_check_names_what_is_missing_in_the_embedded_set_up(tmp_path: Path) -> None:
    said = check_deploy(PBEM_VAR=str(tmp_path))
    for name in (
        "SECRET_KEY",
        "DATABASE_URL",
        "REDIS_URL",
        "MAIL_DOMAIN",
        "MAIL_HOST",
        "BASE_URL",
        "GAME_MASTER",
    ):
        assert f"PBEM_{name}" in said, name


def test_check_warns_of_what_kills_workers_in_tests(tmp_path: Path) -> None:
    said = check_deploy(PBEM_VAR=str(tmp_path), PBEM_FAILPOINT="nowhere.at_all*2")
    assert "PBEM_FAILPOINT is set to nowhere.at_all*2" in said
    assert "PBEM_FAILPOINT" not in check_deploy(PBEM_VAR=str(tmp_path))


def test_a_page_that_fails_is_mailed_to_nobody() -> None:
    """Its address may be the link that opens a seat, and whoever watches asks again and again. Django mails
    each to ADMINS, where there are some."""
    assert not hasattr(settings, "ADMINS")


def test_check_knows_a_setting_that_is_misspelt(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PBEM_BASEURL", "PBEM_ANYMAIL_X_KEY", "PBEM_MAIL_HOST"):
        monkeypatch.setenv(name, "x")
    hints = {message.msg: message.hint for message in checks.misspelt(None)}
    assert hints["settings: PBEM_BASEURL is none of this server"] == "did you mean PBEM_BASE_URL?"
    assert not [found for found in hints if "ANYMAIL" in found or "MAIL_HOST" in found]


def test_check_is_content_with_a_production_set_up(tmp_path: Path) -> None:
    said = check_deploy(
        PBEM_VAR=str(tmp_path),
        PBEM_SECRET_KEY="x7Gq" * 20,
        PBEM_DATABASE_URL="postgresql://pbem:secret@db.example.net/pbem",
        PBEM_REDIS_URL="redis://redis.example.net:6379/0",
        PBEM_MAIL_DOMAIN="in.example.net",
        PBEM_MAIL_BACKEND="anymail.backends.postmark.EmailBackend",
        PBEM_ANYMAIL_POSTMARK_SERVER_TOKEN="t",
        PBEM_BASE_URL="https://pbem.example.net",
        PBEM_PROXIES="10.0.0.0/8",
        PBEM_GAME_MASTER="gm@example.net",
    )
    assert "pbem.W" not in said, said


@pytest.mark.parametrize(("proxies", "said_so"), [("", True), ("none", False), ("10.0.0.0/8", False)])
def test_pages_at_https_need_to_know_their_proxy(tmp_path: Path, proxies: str, said_so: bool) -> None:
    said = check_deploy(
        PBEM_VAR=str(tmp_path), PBEM_BASE_URL="https://pbem.example.net", PBEM_PROXIES=proxies
    )
    assert ("pbem.W011" in said) is said_so

"""Whose word on the caller, the host and https is believed: that of the operator's own proxies."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from games.views.network import network_of
from pbem import proxies
from pbem.environment import SettingError

STRANGER, OURS, CALLER = "203.0.113.9", "10.1.2.3", "198.51.100.7"


@pytest.fixture(autouse=True)
def behind_a_proxy(settings: Any) -> None:
    settings.PROXIES = [ip_network("10.0.0.0/8"), ip_network("2001:db8:1::/48")]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.ALLOWED_HOSTS = ["games.example.org"]


def seen(address: str, **headers: str) -> HttpRequest:
    """A call as everything behind the middleware sees it."""
    found: list[HttpRequest] = []

    def look(request: HttpRequest) -> HttpResponse:
        found.append(request)
        return HttpResponse()

    named = {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    meta = {"REMOTE_ADDR": address, "HTTP_HOST": "games.example.org", **named}
    proxies.believed(look)(RequestFactory().get("/", **meta))
    return found[0]


@pytest.mark.parametrize(
    ("proxy", "told", "caller"),
    [
        (OURS, CALLER, CALLER),
        (
            OURS,
            f"1.2.3.4, {CALLER}",
            CALLER,
        ),  # what stands before the proxy's own word anybody may have written
        (OURS, f"1.2.3.4, {CALLER}, 10.9.9.9", CALLER),  # two proxies of ours, one behind the other
        (OURS, "10.9.9.9", "10.9.9.9"),
        (OURS, "2001:db8::1", "2001:db8::1"),
        ("2001:db8:1::5", CALLER, CALLER),
        (OURS, "", OURS),
        (OURS, "unknown", OURS),
        (OURS, f"nonsense, {CALLER}", CALLER),
        (OURS, f"{CALLER}, nonsense", OURS),
        (STRANGER, CALLER, STRANGER),
        (STRANGER, "127.0.0.1", STRANGER),
        (STRANGER, "10.1.1.1", STRANGER),
        ("", CALLER, ""),
        ("unix", CALLER, "unix"),
    ],
)
def test_who_called(proxy: str, told: str, caller: str) -> None:
    assert seen(proxy, x_forwarded_for=told).META["REMOTE_ADDR"] == caller


@pytest.mark.parametrize(("proxy", "secure"), [(OURS, True), (STRANGER, False), ("127.0.0.1", False)])
def test_whether_it_came_by_https(proxy: str, secure: bool) -> None:
    assert seen(proxy, x_forwarded_proto="https").is_secure() is secure
    assert not seen(proxy, x_forwarded_proto="http").is_secure()


@pytest.mark.parametrize("proxy", [OURS, STRANGER])
@pytest.mark.parametrize(
    "name",
    ["x_forwarded_host", "x_forwarded_port", "x_forwarded_for", "x_forwarded_prefix", "x_real_ip",
     "forwarded", "via",
     "true_client_ip", "cf_connecting_ip", "x_client_ip", "client_ip"],
)  # fmt: skip
def test_no_other_word_gets_any_further(settings: Any, proxy: str, name: str) -> None:
    settings.USE_X_FORWARDED_HOST = settings.USE_X_FORWARDED_PORT = True
    request = seen(proxy, **{name: "evil.example"})
    assert "evil.example" not in request.META.values()
    assert request.get_host() == "games.example.org"
    assert request.META[proxies.FORWARDED]


def test_a_call_without_a_proxy_says_so() -> None:
    assert proxies.FORWARDED not in seen(STRANGER).META


def test_nobody_is_believed_unless_the_operator_said_so(settings: Any) -> None:
    settings.PROXIES, settings.SECURE_PROXY_SSL_HEADER = [], None
    request = seen("127.0.0.1", x_forwarded_for=CALLER, x_forwarded_proto="https")
    assert request.META["REMOTE_ADDR"] == "127.0.0.1" and not request.is_secure()


@pytest.mark.django_db
def test_a_stranger_does_not_talk_himself_past_https(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    told = {"HTTP_HOST": "games.example.org", "HTTP_X_FORWARDED_PROTO": "https"}
    assert Client(REMOTE_ADDR=STRANGER, **told).get("/").status_code == 301
    assert Client(REMOTE_ADDR=OURS, **told).get("/").status_code == 200


def test_networks_are_counted_as_households() -> None:
    assert network_of(seen("2001:db8::1")) == network_of(seen("2001:db8::ffff")) == "2001:db8::/64"
    assert network_of(seen("::ffff:192.0.2.1")) == network_of(seen("192.0.2.1")) == "192.0.2.1"
    assert network_of(seen("")) == network_of(seen("nonsense")) == "unknown"


def test_what_the_operator_may_say() -> None:
    assert proxies.networks(["none"]) == []
    assert proxies.networks(["127.0.0.1", "fd00::/8"]) == [ip_network("127.0.0.1"), ip_network("fd00::/8")]
    with pytest.raises(SettingError, match="PBEM_PROXIES"):
        proxies.networks(["the-proxy"])

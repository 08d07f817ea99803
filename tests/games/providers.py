"""Mail providers as they call a server: how each of them signs, and the interfaces from which mails
are fetched.

Their calls are in provider_mail.py and provider_tracking.py; ``Secret`` says with which secret
one is made."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509.oid import NameOID
from svix.webhooks import Webhook

import pbem.webhooks.sns
from pbem.webhooks.table import PROVIDERS

RECIPIENT = "orders+k7qd2m-9fm2hx4tr8wz0ab1@in.example.org"
SENDER = "anna@players.example.org"
BODY = "MOVE Drogo 0808\r\n"
HEADERS = [
    ("From", f"Anna <{SENDER}>"),
    ("To", RECIPIENT),
    ("Subject", "Re: orders"),
    ("Date", "Sun, 22 Nov 2026 12:00:00 +0000"),
    ("Message-ID", "<letter-1@players.example.org>"),
]
TEXT_TYPE = [("MIME-Version", "1.0"), ("Content-Type", 'text/plain; charset="utf-8"')]
RAW = "".join(f"{name}: {value}\r\n" for name, value in [*HEADERS, *TEXT_TYPE]) + f"\r\n{BODY}"
TOPIC = "arn:aws:sns:eu-west-1:123456789012:mail"
CERTIFICATE_URL = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem"
SVIX_SECRET = "whsec_" + b64encode(b"resend secret 0123456789").decode()


class Call(NamedTuple):
    """One HTTP call; ``data`` is a dictionary for forms and bytes for JSON."""

    path: str
    data: Any
    headers: dict[str, str] = {}

    def make(self, client: Any) -> Any:
        if isinstance(self.data, bytes):
            return client.post(self.path, self.data, content_type="application/json", headers=self.headers)
        return client.post(self.path, self.data, headers=self.headers)


class Secret(NamedTuple):
    """What a caller knows: all the right secrets, or none of them."""

    right: bool = True

    @property
    def basic(self) -> dict[str, str]:
        login = f"hook:{'right' if self.right else 'wrong'}"
        return {"Authorization": f"Basic {b64encode(login.encode()).decode()}"}

    def key(self, name: str) -> bytes:
        return str(SETTINGS[name]).encode() if self.right else b"another key"


RIGHT, WRONG = Secret(), Secret(right=False)


@cache
def rsa_key(right: bool) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


@cache
def ec_key(right: bool) -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def public(key: Any) -> str:
    """A public key as these providers show it: PEM without its first and last line."""
    pem = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return "".join(pem.decode().splitlines()[1:-1])


@cache
def certificate(right: bool) -> bytes:
    """A certificate for the key that signs as SNS."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sns.amazonaws.com")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(rsa_key(right).public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .sign(rsa_key(right), hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM)


SETTINGS: dict[str, Any] = {
    "WEBHOOK_SECRET": "hook:right",
    "AMAZON_SES_SNS_TOPICS": TOPIC,
    "BREVO_API_KEY": "brevo key",
    "MAILERSEND_INBOUND_SECRET": "mailersend inbound",
    "MAILERSEND_SIGNING_SECRET": "mailersend signing",
    "MAILGUN_WEBHOOK_SIGNING_KEY": "mailgun key",
    "MAILTRAP_API_TOKEN": "mailtrap token",
    "MAILTRAP_INBOUND_SECRET": "mailtrap inbound",
    "MAILTRAP_TRACKING_SECRET": "mailtrap tracking",
    "MANDRILL_WEBHOOK_KEY": "mandrill key",
    "POSTAL_WEBHOOK_KEY": public(rsa_key(True)),
    "RESEND_API_KEY": "resend key",
    "RESEND_INBOUND_SECRET": SVIX_SECRET,
    "RESEND_SIGNING_SECRET": SVIX_SECRET,
    "SENDGRID_TRACKING_WEBHOOK_VERIFICATION_KEY": public(ec_key(True)),
    "UNISENDER_GO_API_KEY": "unisender key",
}


def settings_for(url: str) -> dict[str, Any]:
    """All that Anymail must know, with the providers' interfaces at the address of a server of ours."""
    return {
        **SETTINGS,
        "BREVO_API_URL": f"{url}/brevo/",
        "MAILTRAP_API_URL": f"{url}/mailtrap/",
        "RESEND_API_URL": f"{url}/resend/",
        "AMAZON_SES_CLIENT_PARAMS": {
            "endpoint_url": f"{url}/s3",
            "region_name": "eu-west-1",
            "aws_access_key_id": "id",
            "aws_secret_access_key": "secret",
            "config": {"retries": {"max_attempts": 0}},
        },
    }


class Interfaces:
    """The web interfaces of providers from which mails are fetched; ``down`` makes them fail."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.down = False
        interfaces = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                interfaces.asked.append(self.path)
                found = None if interfaces.down else interfaces.answer(self.path)
                self.send_response(200 if found is not None else 503)
                self.send_header("Content-Length", str(len(found or b"")))
                self.end_headers()
                self.wfile.write(found or b"")

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path: str) -> bytes | None:
        pages = {
            "/resend/emails/receiving/email-1": {"raw": {"download_url": f"{self.url}/raw"}},
            "/resend/emails/receiving/email-2": {
                "from": f"Anna <{SENDER}>", "to": [RECIPIENT], "subject": "Re: orders", "text": BODY,
                "message_id": "<letter-1@players.example.org>", "headers": {"Delivered-To": RECIPIENT},
            },
            "/mailtrap/inbound/inboxes/7/messages/m-1": {"id": "m-1", "raw_message_url": f"{self.url}/raw"},
        }  # fmt: skip
        if path in pages:
            return json.dumps(pages[path]).encode()
        if path == "/raw" or path.startswith("/s3/"):
            return RAW.encode()
        return b"%PDF-1.7" if path == "/brevo/inbound/attachments/token-1" else None

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


# signing


def as_json(path: str, payload: Any, **headers: str) -> Call:
    return Call(f"/anymail/{path}/", json.dumps(payload).encode(), headers)


def shared(path: str, payload: Any, secret: Secret) -> Call:
    return as_json(path, payload, **secret.basic)


def hmac_signed(path: str, payload: Any, header: str, key: bytes) -> Call:
    body = json.dumps(payload).encode()
    return Call(
        f"/anymail/{path}/", body, {header: hmac.new(key, body, hashlib.sha256).hexdigest(), **RIGHT.basic}
    )


def mailgun_signature(secret: Secret, moment: float | None = None) -> dict[str, str]:
    timestamp, token = str(int(moment or time.time())), secrets.token_hex(25)
    key = secret.key("MAILGUN_WEBHOOK_SIGNING_KEY")
    signature = hmac.new(key, f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {"timestamp": timestamp, "token": token, "signature": signature}


def postal_signed(path: str, payload: Any, secret: Secret) -> Call:
    body = json.dumps(payload).encode()
    signature = rsa_key(secret.right).sign(body, padding.PKCS1v15(), hashes.SHA1())
    return Call(
        f"/anymail/{path}/", body, {"X-Postal-Signature": b64encode(signature).decode(), **RIGHT.basic}
    )


def mandrill_signed(events: list[Any], secret: Secret) -> Call:
    data = {"mandrill_events": json.dumps(events)}
    signed = "http://hook:right@testserver/anymail/mandrill/" + "".join(
        k + v for k, v in sorted(data.items())
    )
    digest = hmac.new(secret.key("MANDRILL_WEBHOOK_KEY"), signed.encode(), hashlib.sha1).digest()
    return Call(
        "/anymail/mandrill/", data, {"X-Mandrill-Signature": b64encode(digest).decode(), **RIGHT.basic}
    )


def svix_signed(path: str, payload: Any, secret: Secret) -> Call:
    body, now = json.dumps(payload), datetime.now(UTC)
    key = SVIX_SECRET if secret.right else "whsec_" + b64encode(b"another").decode()
    signature = Webhook(key).sign("msg-1", now, body)
    headers = {"svix-id": "msg-1", "svix-timestamp": str(int(now.timestamp())), "svix-signature": signature}
    return Call(f"/anymail/{path}/", body.encode(), {**headers, **RIGHT.basic})


def sns(path: str, message: Any, secret: Secret = RIGHT, **changes: str) -> Call:
    """A message of SNS; ``changes`` are made before it is signed."""
    text = message if isinstance(message, str) else json.dumps(message)
    body = {
        "Type": "Notification", "MessageId": str(hashlib.md5(text.encode()).hexdigest()), "TopicArn": TOPIC,
        "Message": text, "Timestamp": "2026-11-22T12:00:00.000Z", "SignatureVersion": "2",
        "SigningCertURL": CERTIFICATE_URL, **changes,
    }  # fmt: skip
    names = ("Message", "MessageId", "SubscribeURL", "Subject", "Timestamp", "Token", "TopicArn", "Type")
    signed = "".join(f"{name}\n{body[name]}\n" for name in names if name in body)
    algorithm = hashes.SHA256() if body["SignatureVersion"] == "2" else hashes.SHA1()
    signature = rsa_key(secret.right).sign(signed.encode(), padding.PKCS1v15(), algorithm)
    body["Signature"] = b64encode(signature).decode()
    kinds = {"x-amz-sns-message-type": body["Type"], "x-amz-sns-message-id": body["MessageId"]}
    return Call(f"/anymail/{path}/", json.dumps(body).encode(), {**kinds, **RIGHT.basic})


# fixtures, for the tests that import them


@pytest.fixture(scope="module")
def interfaces() -> Iterator[Interfaces]:
    running = Interfaces()
    yield running
    running.close()


@pytest.fixture
def every_provider(settings: Any, interfaces: Interfaces, monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator expects the calls of all providers."""
    settings.MAIL_WEBHOOKS = list(PROVIDERS)
    settings.ANYMAIL = settings_for(interfaces.url)
    monkeypatch.setattr(pbem.webhooks.sns, "certificate", lambda url: certificate(True))
    monkeypatch.setattr(interfaces, "down", False)

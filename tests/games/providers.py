"""Mail providers as they call a server: their documented payloads, signed as each of them signs.

``INBOUND`` and ``TRACKING`` hold a function for each provider (and each form of its calls) that makes a call out of a
mail, or of what became of one. ``Post`` says with which secret it is made."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509.oid import NameOID
from svix.webhooks import Webhook

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


def _json(path: str, payload: Any, **headers: str) -> Call:
    return Call(f"/anymail/{path}/", json.dumps(payload).encode(), headers)


def _shared(path: str, payload: Any, secret: Secret) -> Call:
    return _json(path, payload, **secret.basic)


def _hmac(path: str, payload: Any, header: str, key: bytes) -> Call:
    body = json.dumps(payload).encode()
    return Call(
        f"/anymail/{path}/", body, {header: hmac.new(key, body, hashlib.sha256).hexdigest(), **RIGHT.basic}
    )


def mailgun_signature(secret: Secret, moment: float | None = None) -> dict[str, str]:
    timestamp, token = str(int(moment or time.time())), secrets.token_hex(25)
    key = secret.key("MAILGUN_WEBHOOK_SIGNING_KEY")
    signature = hmac.new(key, f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {"timestamp": timestamp, "token": token, "signature": signature}


def _postal(path: str, payload: Any, secret: Secret) -> Call:
    body = json.dumps(payload).encode()
    signature = rsa_key(secret.right).sign(body, padding.PKCS1v15(), hashes.SHA1())
    return Call(
        f"/anymail/{path}/", body, {"X-Postal-Signature": b64encode(signature).decode(), **RIGHT.basic}
    )


def _mandrill(events: list[Any], secret: Secret) -> Call:
    data = {"mandrill_events": json.dumps(events)}
    signed = "http://hook:right@testserver/anymail/mandrill/" + "".join(
        k + v for k, v in sorted(data.items())
    )
    digest = hmac.new(secret.key("MANDRILL_WEBHOOK_KEY"), signed.encode(), hashlib.sha1).digest()
    return Call(
        "/anymail/mandrill/", data, {"X-Mandrill-Signature": b64encode(digest).decode(), **RIGHT.basic}
    )


def _svix(path: str, payload: Any, secret: Secret) -> Call:
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


# mail that comes in


def postmark(secret: Secret, *, raw: str = RAW, to: str = RECIPIENT) -> Call:
    payload = {
        "FromFull": {"Email": SENDER, "Name": "Anna"}, "OriginalRecipient": to, "MessageID": "22c74902",
        "Headers": [{"Name": "Return-Path", "Value": f"<{SENDER}>"}], "RawEmail": raw, "Attachments": [],
    }  # fmt: skip
    return _shared("postmark/inbound", payload, secret)


def postmark_parsed(secret: Secret) -> Call:
    payload = {
        "FromFull": {"Email": SENDER, "Name": "Anna"}, "ToFull": [{"Email": RECIPIENT, "Name": ""}],
        "OriginalRecipient": RECIPIENT, "Subject": "Re: orders", "MessageID": "22c74902", "TextBody": BODY,
        "HtmlBody": "", "Headers": [{"Name": "Message-ID", "Value": "<letter-1@players.example.org>"}],
        "Attachments": [{"Name": "a.pdf", "Content": b64encode(b"%PDF").decode(), "ContentType": "application/pdf"}],
    }  # fmt: skip
    return _shared("postmark/inbound", payload, secret)


def mailgun(secret: Secret, *, raw: str = RAW, signature: dict[str, str] | None = None) -> Call:
    form = {"recipient": RECIPIENT, "sender": SENDER, "body-mime": raw}
    return Call(
        "/anymail/mailgun/inbound_mime/", {**form, **(signature or mailgun_signature(secret))}, RIGHT.basic
    )


def mailgun_parsed(secret: Secret) -> Call:
    form = {
        "recipient": RECIPIENT, "sender": SENDER, "body-plain": BODY, "stripped-text": BODY,
        "message-headers": json.dumps(HEADERS), **mailgun_signature(secret),
    }  # fmt: skip
    return Call("/anymail/mailgun/inbound/", form, RIGHT.basic)


def mailersend(secret: Secret) -> Call:
    data = {
        "object": "message", "id": "6402ab57f79d39d7e10f2523", "recipients": {"rcptTo": [{"email": RECIPIENT}]},
        "sender": {"email": SENDER}, "raw": RAW, "spf_check": {"code": "+", "value": None}, "dkim_check": False,
        "created_at": "2026-11-22T12:00:00.525000Z",
    }  # fmt: skip
    payload = {"type": "inbound.message", "inbound_id": "x", "data": data}
    return _hmac("mailersend/inbound", payload, "Signature", secret.key("MAILERSEND_INBOUND_SECRET"))


def mandrill(secret: Secret) -> Call:
    message = {
        "raw_msg": RAW, "email": RECIPIENT, "sender": None, "spam_report": {"score": 1.7},
        "spf": {"result": "pass", "detail": ""}, "dkim": {"signed": True, "valid": True},
    }  # fmt: skip
    return _mandrill([{"event": "inbound", "ts": 1507856722, "msg": message}], secret)


def mailjet(secret: Secret) -> Call:
    payload = {
        "Sender": SENDER, "Recipient": RECIPIENT, "Date": "20261122T120000", "From": f"Anna <{SENDER}>",
        "Subject": "Re: orders", "Headers": {**dict(HEADERS), "Received": ["by a", "by b"]}, "Text-part": BODY,
        "Parts": [
            {"Headers": {"Content-Type": ['text/plain; charset="UTF-8"']}, "ContentRef": "Text-part"},
            {"Headers": {"Content-Type": ["image/png"]}, "ContentRef": "Attachment1"},
        ],
        "Attachment1": b64encode(b"\x89PNG").decode(), "SpamAssassinScore": "1.7",
    }  # fmt: skip
    return _shared("mailjet/inbound", payload, secret)


def brevo(secret: Secret) -> Call:
    item = {
        "Uuid": ["aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"], "MessageId": "<letter-1@players.example.org>",
        "Headers": {**dict(HEADERS), "Delivered-To": RECIPIENT, "Return-Path": f"<{SENDER}>"},
        "RawTextBody": BODY, "RawHtmlBody": "", "SpamScore": 2.9,
        "Attachments": [{"Name": "a.pdf", "ContentType": "application/pdf", "DownloadToken": "token-1"}],
    }  # fmt: skip
    return _shared("brevo/inbound", {"items": [item]}, secret)


def mailtrap(secret: Secret) -> Call:
    event = {
        "event": "inbound.message_received", "event_id": "e-1", "timestamp": 1700000000000, "inbox_id": 7,
        "message_id": "m-1",
    }  # fmt: skip
    key = secret.key("MAILTRAP_INBOUND_SECRET")
    return _hmac("mailtrap/inbound", {"events": [event]}, "Mailtrap-Signature", key)


def resend(secret: Secret, email_id: str = "email-1") -> Call:
    data = {"email_id": email_id, "from": f"Anna <{SENDER}>", "to": [RECIPIENT], "subject": "Re: orders"}
    payload = {"type": "email.received", "created_at": "2026-11-22T12:00:00.000Z", "data": data}
    return _svix("resend/inbound", payload, secret)


def resend_parsed(secret: Secret) -> Call:
    return resend(secret, "email-2")


def postal(secret: Secret) -> Call:
    payload = {
        "id": 233843, "rcpt_to": RECIPIENT, "mail_from": SENDER, "base64": True, "size": len(RAW),
        "message": b64encode(RAW.encode()).decode(),
    }  # fmt: skip
    return _postal("postal/inbound", payload, secret)


def sendgrid(secret: Secret) -> Call:
    form = {
        "email": RAW, "envelope": json.dumps({"to": [RECIPIENT], "from": SENDER}), "SPF": "pass",
        "dkim": "{@players.example.org : pass}", "spam_score": "0.1",
    }  # fmt: skip
    return Call("/anymail/sendgrid/inbound/", form, secret.basic)


def sendgrid_parsed(secret: Secret) -> Call:
    form = {
        "headers": "".join(f"{name}: {value}\n" for name, value in HEADERS), "text": BODY, "attachments": "0",
        "envelope": json.dumps({"to": [RECIPIENT], "from": SENDER}), "charsets": json.dumps({"text": "UTF-8"}),
    }  # fmt: skip
    return Call("/anymail/sendgrid/inbound/", form, secret.basic)


def sparkpost(secret: Secret) -> Call:
    relayed = {
        "content": {"email_rfc822": RAW, "email_rfc822_is_base64": False, "headers": [], "subject": "Re: orders"},
        "msg_from": SENDER, "rcpt_to": RECIPIENT, "protocol": "smtp", "webhook_id": "1",
    }  # fmt: skip
    return _shared("sparkpost/inbound", [{"msys": {"relay_message": relayed}}], secret)


def _ses(action: dict[str, str], **more: Any) -> dict[str, Any]:
    verdicts = {f"{name}Verdict": {"status": "PASS"} for name in ("spf", "dkim", "dmarc", "spam", "virus")}
    return {
        "notificationType": "Received", "mail": {"source": SENDER, "messageId": "ses-1", "destination": [RECIPIENT]},
        "receipt": {"recipients": [RECIPIENT], "action": action, **verdicts}, **more,
    }  # fmt: skip


def amazon_ses(secret: Secret) -> Call:
    action = {"type": "SNS", "topicArn": TOPIC, "encoding": "BASE64"}
    return sns("amazon_ses/inbound", _ses(action, content=b64encode(RAW.encode()).decode()), secret)


def amazon_ses_in_s3(secret: Secret) -> Call:
    action = {"type": "S3", "topicArn": TOPIC, "bucketName": "mails", "objectKey": "ses-1"}
    return sns("amazon_ses/inbound", _ses(action), secret)


INBOUND: dict[str, Callable[[Secret], Call]] = {
    call.__name__: call
    for call in (
        amazon_ses, amazon_ses_in_s3, brevo, mailersend, mailgun, mailgun_parsed, mailjet, mailtrap, mandrill, postal,
        postmark, postmark_parsed, resend, resend_parsed, sendgrid, sendgrid_parsed, sparkpost,
    )
}  # fmt: skip
TAKEN_APART = {"brevo", "mailgun_parsed", "mailjet", "postmark_parsed", "resend_parsed", "sendgrid_parsed"}


# what became of mail that went out: each call says that it bounced for good


class Sent(NamedTuple):
    """A mail that went out: what the provider calls it, our own name for it, and to whom it went."""

    provider_id: str
    name: str
    to: str


def bounced_amazon_ses(secret: Secret, sent: Sent) -> Call:
    bounce = {
        "bounceType": "Permanent", "bounceSubType": "General",
        "bouncedRecipients": [{"emailAddress": sent.to, "diagnosticCode": "smtp; 550 5.1.1 user unknown"}],
    }  # fmt: skip
    mail = {"messageId": sent.provider_id, "destination": [sent.to]}
    return sns("amazon_ses/tracking", {"eventType": "Bounce", "bounce": bounce, "mail": mail}, secret)


def bounced_brevo(secret: Secret, sent: Sent) -> Call:
    payload = {
        "event": "hard_bounce", "email": sent.to, "message-id": sent.provider_id, "ts_epoch": 1700000000000,
        "reason": "550 no such user",
    }  # fmt: skip
    return _shared("brevo/tracking", payload, secret)


def bounced_mailersend(secret: Secret, sent: Sent) -> Call:
    data = {
        "type": "hard_bounced", "id": "62f11", "created_at": "2026-11-22T12:00:00.000000Z",
        "email": {"message": {"id": sent.provider_id}, "recipient": {"email": sent.to}, "status": "rejected"},
        "morph": {"object": "recipient_bounce", "reason": "host said 550"},
    }  # fmt: skip
    payload = {"type": "activity.hard_bounced", "data": data}
    return _hmac("mailersend/tracking", payload, "Signature", secret.key("MAILERSEND_SIGNING_SECRET"))


def bounced_mailgun(secret: Secret, sent: Sent) -> Call:
    event = {
        "event": "failed", "severity": "permanent", "reason": "bounce", "id": "G9Bn5", "timestamp": 1700000000.5,
        "recipient": sent.to, "message": {"headers": {"message-id": sent.provider_id.strip("<>")}},
        "delivery-status": {"code": 550, "message": "no such user"}, "user-variables": {"mail": sent.name},
    }  # fmt: skip
    return _shared("mailgun/tracking", {"signature": mailgun_signature(secret), "event-data": event}, RIGHT)


def bounced_mailjet(secret: Secret, sent: Sent) -> Call:
    event = {
        "event": "bounce", "time": 1700000000, "MessageID": 19421777835146490, "email": sent.to, "hard_bounce": True,
        "error": "user unknown", "Payload": json.dumps({"mail": sent.name}),
    }  # fmt: skip
    return _shared("mailjet/tracking", [event], secret)


def bounced_mailtrap(secret: Secret, sent: Sent) -> Call:
    event = {
        "event": "bounce", "event_id": "e-2", "message_id": sent.provider_id, "sending_stream": "transactional",
        "email": sent.to, "timestamp": 1700000000, "response": "550 5.1.1 no such user", "response_code": 550,
    }  # fmt: skip
    key = secret.key("MAILTRAP_TRACKING_SECRET")
    return _hmac("mailtrap/tracking", {"events": [event]}, "Mailtrap-Signature", key)


def bounced_mandrill(secret: Secret, sent: Sent) -> Call:
    message = {
        "email": sent.to,
        "_id": sent.provider_id,
        "diag": "smtp;550 5.1.1 no such user",
        "metadata": {},
    }
    event = {"event": "hard_bounce", "ts": 1700000000, "_id": sent.provider_id, "msg": message}
    return _mandrill([event], secret)


def bounced_postal(secret: Secret, sent: Sent) -> Call:
    message = {
        "id": int(sent.provider_id),
        "token": "Mz",
        "direction": "outgoing",
        "to": sent.to,
        "tag": None,
    }
    payload = {"message": message, "status": "HardFail", "details": "Could not deliver", "output": "550"}
    return _postal("postal/tracking", {"event": "MessageDeliveryFailed", "timestamp": 1700000000.1,
                                       "uuid": "5fec5077", "payload": payload}, secret)  # fmt: skip


def bounced_postmark(secret: Secret, sent: Sent) -> Call:
    payload = {
        "RecordType": "Bounce", "Type": "HardBounce", "ID": 901542550, "MessageID": sent.provider_id,
        "Email": sent.to, "Details": "smtp;550 5.1.1", "BouncedAt": "2026-11-22T12:00:00Z",
    }  # fmt: skip
    return _shared("postmark/tracking", payload, secret)


def bounced_resend(secret: Secret, sent: Sent) -> Call:
    data = {
        "email_id": sent.provider_id, "to": [sent.to],
        "bounce": {"message": "The recipient's email provider sent a hard bounce message", "type": "Permanent"},
    }  # fmt: skip
    payload = {"type": "email.bounced", "created_at": "2026-11-22T12:00:00.000Z", "data": data}
    return _svix("resend/tracking", payload, secret)


def bounced_sendgrid(secret: Secret, sent: Sent) -> Call:
    event = {
        "event": "bounce", "type": "bounce", "email": sent.to, "timestamp": 1700000000, "sg_event_id": "sg-1",
        "anymail_id": sent.provider_id, "status": "5.1.1", "reason": "550 5.1.1 no such user",
    }  # fmt: skip
    body, moment = json.dumps([event]).encode(), "1700000000"
    signature = ec_key(secret.right).sign(moment.encode() + body, ec.ECDSA(hashes.SHA256()))
    headers = {
        "X-Twilio-Email-Event-Webhook-Signature": b64encode(signature).decode(),
        "X-Twilio-Email-Event-Webhook-Timestamp": moment,
        **RIGHT.basic,
    }
    return Call("/anymail/sendgrid/tracking/", body, headers)


def bounced_sparkpost(secret: Secret, sent: Sent) -> Call:
    event = {
        "type": "bounce", "bounce_class": "10", "event_id": "92356927693813856", "timestamp": "1700000000",
        "transmission_id": sent.provider_id, "raw_rcpt_to": sent.to, "raw_reason": "550 5.1.1 no such user",
    }  # fmt: skip
    return _shared("sparkpost/tracking", [{"msys": {"message_event": event}}], secret)


def bounced_unisender_go(secret: Secret, sent: Sent) -> Call:
    event = {
        "event_name": "transactional_email_status", "status": "hard_bounced", "email": sent.to, "job_id": "j",
        "event_time": "2026-11-22 12:00:00", "metadata": {"anymail_id": sent.provider_id},
        "delivery_info": {"delivery_status": "err_user_unknown", "destination_response": "550 no such user"},
    }  # fmt: skip
    key = secret.key("UNISENDER_GO_API_KEY").decode()
    signed = json.dumps({"auth": key, **event}).encode()
    auth = hashlib.md5(signed).hexdigest()
    return Call("/anymail/unisender_go/tracking/", signed.replace(key.encode(), auth.encode()), RIGHT.basic)


TRACKING: dict[str, Callable[[Secret, Sent], Call]] = {
    call.__name__.removeprefix("bounced_"): call
    for call in (
        bounced_amazon_ses, bounced_brevo, bounced_mailersend, bounced_mailgun, bounced_mailjet, bounced_mailtrap,
        bounced_mandrill, bounced_postal, bounced_postmark, bounced_resend, bounced_sendgrid, bounced_sparkpost,
        bounced_unisender_go,
    )
}  # fmt: skip


def interfaces() -> Iterator[Interfaces]:
    """A fixture's body: the providers' interfaces, up for the time of some tests."""
    running = Interfaces()
    yield running
    running.close()

"""What became of mail that went out, as each provider tells it: that it bounced for good."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from games.models import OutboundKind, OutboundMail
from games.outbox import outbox
from tests.games.providers import (
    RIGHT,
    Call,
    Secret,
    ec_key,
    hmac_signed,
    mailgun_signature,
    mandrill_signed,
    postal_signed,
    shared,
    sns,
    svix_signed,
)  # fmt: skip


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
    return shared("brevo/tracking", payload, secret)


def bounced_mailersend(secret: Secret, sent: Sent) -> Call:
    data = {
        "type": "hard_bounced", "id": "62f11", "created_at": "2026-11-22T12:00:00.000000Z",
        "email": {"message": {"id": sent.provider_id}, "recipient": {"email": sent.to}, "status": "rejected"},
        "morph": {"object": "recipient_bounce", "reason": "host said 550"},
    }  # fmt: skip
    payload = {"type": "activity.hard_bounced", "data": data}
    return hmac_signed("mailersend/tracking", payload, "Signature", secret.key("MAILERSEND_SIGNING_SECRET"))


def bounced_mailgun(secret: Secret, sent: Sent) -> Call:
    event = {
        "event": "failed", "severity": "permanent", "reason": "bounce", "id": "G9Bn5",
        "timestamp": 1700000000.5,
        "recipient": sent.to, "message": {"headers": {"message-id": sent.provider_id.strip("<>")}},
        "delivery-status": {"code": 550, "message": "no such user"}, "user-variables": {"mail": sent.name},
    }  # fmt: skip
    return shared("mailgun/tracking", {"signature": mailgun_signature(secret), "event-data": event}, RIGHT)


def bounced_mailjet(secret: Secret, sent: Sent) -> Call:
    event = {
        "event": "bounce", "time": 1700000000, "MessageID": 19421777835146490, "email": sent.to,
        "hard_bounce": True,
        "error": "user unknown", "Payload": json.dumps({"mail": sent.name}),
    }  # fmt: skip
    return shared("mailjet/tracking", [event], secret)


def bounced_mailtrap(secret: Secret, sent: Sent) -> Call:
    event = {
        "event": "bounce", "event_id": "e-2", "message_id": sent.provider_id,
        "sending_stream": "transactional",
        "email": sent.to, "timestamp": 1700000000, "response": "550 5.1.1 no such user", "response_code": 550,
    }  # fmt: skip
    key = secret.key("MAILTRAP_TRACKING_SECRET")
    return hmac_signed("mailtrap/tracking", {"events": [event]}, "Mailtrap-Signature", key)


def bounced_mandrill(secret: Secret, sent: Sent) -> Call:
    message = {
        "email": sent.to,
        "_id": sent.provider_id,
        "diag": "smtp;550 5.1.1 no such user",
        "metadata": {},
    }
    event = {"event": "hard_bounce", "ts": 1700000000, "_id": sent.provider_id, "msg": message}
    return mandrill_signed([event], secret)


def bounced_postal(secret: Secret, sent: Sent) -> Call:
    message = {
        "id": int(sent.provider_id),
        "token": "Mz",
        "direction": "outgoing",
        "to": sent.to,
        "tag": None,
    }
    payload = {"message": message, "status": "HardFail", "details": "Could not deliver", "output": "550"}
    return postal_signed("postal/tracking", {"event": "MessageDeliveryFailed", "timestamp": 1700000000.1,
                                       "uuid": "5fec5077", "payload": payload}, secret)  # fmt: skip


def bounced_postmark(secret: Secret, sent: Sent) -> Call:
    payload = {
        "RecordType": "Bounce", "Type": "HardBounce", "ID": 901542550, "MessageID": sent.provider_id,
        "Email": sent.to, "Details": "smtp;550 5.1.1", "BouncedAt": "2026-11-22T12:00:00Z",
    }  # fmt: skip
    return shared("postmark/tracking", payload, secret)


def bounced_resend(secret: Secret, sent: Sent) -> Call:
    data = {
        "email_id": sent.provider_id, "to": [sent.to],
        "bounce": {"message": "The recipient's email provider sent a hard bounce message",
                   "type": "Permanent"},
    }  # fmt: skip
    payload = {"type": "email.bounced", "created_at": "2026-11-22T12:00:00.000Z", "data": data}
    return svix_signed("resend/tracking", payload, secret)


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
    return shared("sparkpost/tracking", [{"msys": {"message_event": event}}], secret)


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
        bounced_amazon_ses, bounced_brevo, bounced_mailersend, bounced_mailgun, bounced_mailjet,
        bounced_mailtrap, bounced_mandrill, bounced_postal, bounced_postmark, bounced_resend,
        bounced_sendgrid, bounced_sparkpost, bounced_unisender_go,
    )
}  # fmt: skip


def sent(seat: Any, provider_id: str = "<1234@provider.example.com>") -> tuple[OutboundMail, Sent]:
    """A mail that a provider took from us."""
    key = f"test:{OutboundMail.objects.count()}"
    mail = outbox.enqueue(
        key,
        OutboundKind.NOTICE,
        to=seat.email,
        subject="s",
        rendered=b"Subject: s\n\nt\n",
        game=seat.game,
        seat=seat,
    )
    OutboundMail.objects.filter(pk=mail.pk).update(provider_id=provider_id)
    return mail, Sent(provider_id, mail.message_id.strip("<>"), seat.email)

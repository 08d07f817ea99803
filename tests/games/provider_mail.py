"""Mail as each provider brings it, in every form of its calls."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any

from tests.games.providers import (
    BODY,
    HEADERS,
    RAW,
    RECIPIENT,
    RIGHT,
    SENDER,
    TOPIC,
    Call,
    Secret,
    hmac_signed,
    mailgun_signature,
    mandrill_signed,
    postal_signed,
    shared,
    sns,
    svix_signed,
)  # fmt: skip


def postmark(secret: Secret, *, raw: str = RAW, to: str = RECIPIENT) -> Call:
    payload = {
        "FromFull": {"Email": SENDER, "Name": "Anna"}, "OriginalRecipient": to, "MessageID": "22c74902",
        "Headers": [{"Name": "Return-Path", "Value": f"<{SENDER}>"}], "RawEmail": raw, "Attachments": [],
    }  # fmt: skip
    return shared("postmark/inbound", payload, secret)


def postmark_parsed(secret: Secret) -> Call:
    payload = {
        "FromFull": {"Email": SENDER, "Name": "Anna"}, "ToFull": [{"Email": RECIPIENT, "Name": ""}],
        "OriginalRecipient": RECIPIENT, "Subject": "Re: orders", "MessageID": "22c74902", "TextBody": BODY,
        "HtmlBody": "", "Headers": [{"Name": "Message-ID", "Value": "<letter-1@players.example.org>"}],
        "Attachments": [{"Name": "a.pdf", "Content": b64encode(b"%PDF").decode(),
                         "ContentType": "application/pdf"}],
    }  # fmt: skip
    return shared("postmark/inbound", payload, secret)


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
        "object": "message", "id": "6402ab57f79d39d7e10f2523",
        "recipients": {"rcptTo": [{"email": RECIPIENT}]},
        "sender": {"email": SENDER}, "raw": RAW, "spf_check": {"code": "+", "value": None},
        "dkim_check": False,
        "created_at": "2026-11-22T12:00:00.525000Z",
    }  # fmt: skip
    payload = {"type": "inbound.message", "inbound_id": "x", "data": data}
    return hmac_signed("mailersend/inbound", payload, "Signature", secret.key("MAILERSEND_INBOUND_SECRET"))


def mandrill(secret: Secret) -> Call:
    message = {
        "raw_msg": RAW, "email": RECIPIENT, "sender": None, "spam_report": {"score": 1.7},
        "spf": {"result": "pass", "detail": ""}, "dkim": {"signed": True, "valid": True},
    }  # fmt: skip
    return mandrill_signed([{"event": "inbound", "ts": 1507856722, "msg": message}], secret)


def mailjet(secret: Secret) -> Call:
    payload = {
        "Sender": SENDER, "Recipient": RECIPIENT, "Date": "20261122T120000", "From": f"Anna <{SENDER}>",
        "Subject": "Re: orders", "Headers": {**dict(HEADERS), "Received": ["by a", "by b"]},
        "Text-part": BODY,
        "Parts": [
            {"Headers": {"Content-Type": ['text/plain; charset="UTF-8"']}, "ContentRef": "Text-part"},
            {"Headers": {"Content-Type": ["image/png"]}, "ContentRef": "Attachment1"},
        ],
        "Attachment1": b64encode(b"\x89PNG").decode(), "SpamAssassinScore": "1.7",
    }  # fmt: skip
    return shared("mailjet/inbound", payload, secret)


def brevo(secret: Secret) -> Call:
    item = {
        "Uuid": ["aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"], "MessageId": "<letter-1@players.example.org>",
        "Headers": {**dict(HEADERS), "Delivered-To": RECIPIENT, "Return-Path": f"<{SENDER}>"},
        "RawTextBody": BODY, "RawHtmlBody": "", "SpamScore": 2.9,
        "Attachments": [{"Name": "a.pdf", "ContentType": "application/pdf", "DownloadToken": "token-1"}],
    }  # fmt: skip
    return shared("brevo/inbound", {"items": [item]}, secret)


def mailtrap(secret: Secret) -> Call:
    event = {
        "event": "inbound.message_received", "event_id": "e-1", "timestamp": 1700000000000, "inbox_id": 7,
        "message_id": "m-1",
    }  # fmt: skip
    key = secret.key("MAILTRAP_INBOUND_SECRET")
    return hmac_signed("mailtrap/inbound", {"events": [event]}, "Mailtrap-Signature", key)


def resend(secret: Secret, email_id: str = "email-1") -> Call:
    data = {"email_id": email_id, "from": f"Anna <{SENDER}>", "to": [RECIPIENT], "subject": "Re: orders"}
    payload = {"type": "email.received", "created_at": "2026-11-22T12:00:00.000Z", "data": data}
    return svix_signed("resend/inbound", payload, secret)


def resend_parsed(secret: Secret) -> Call:
    return resend(secret, "email-2")


def postal(secret: Secret) -> Call:
    payload = {
        "id": 233843, "rcpt_to": RECIPIENT, "mail_from": SENDER, "base64": True, "size": len(RAW),
        "message": b64encode(RAW.encode()).decode(),
    }  # fmt: skip
    return postal_signed("postal/inbound", payload, secret)


def sendgrid(secret: Secret) -> Call:
    form = {
        "email": RAW, "envelope": json.dumps({"to": [RECIPIENT], "from": SENDER}), "SPF": "pass",
        "dkim": "{@players.example.org : pass}", "spam_score": "0.1",
    }  # fmt: skip
    return Call("/anymail/sendgrid/inbound/", form, secret.basic)


def sendgrid_parsed(secret: Secret) -> Call:
    form = {
        "headers": "".join(f"{name}: {value}\n" for name, value in HEADERS), "text": BODY, "attachments": "0",
        "envelope": json.dumps({"to": [RECIPIENT], "from": SENDER}),
        "charsets": json.dumps({"text": "UTF-8"}),
    }  # fmt: skip
    return Call("/anymail/sendgrid/inbound/", form, secret.basic)


def sparkpost(secret: Secret) -> Call:
    relayed = {
        "content": {"email_rfc822": RAW, "email_rfc822_is_base64": False, "headers": [],
                    "subject": "Re: orders"},
        "msg_from": SENDER, "rcpt_to": RECIPIENT, "protocol": "smtp", "webhook_id": "1",
    }  # fmt: skip
    return shared("sparkpost/inbound", [{"msys": {"relay_message": relayed}}], secret)


def _ses(action: dict[str, str], **more: Any) -> dict[str, Any]:
    verdicts = {f"{name}Verdict": {"status": "PASS"} for name in ("spf", "dkim", "dmarc", "spam", "virus")}
    return {
        "notificationType": "Received",
        "mail": {"source": SENDER, "messageId": "ses-1", "destination": [RECIPIENT]},
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
        amazon_ses, amazon_ses_in_s3, brevo, mailersend, mailgun, mailgun_parsed, mailjet, mailtrap, mandrill,
        postal, postmark, postmark_parsed, resend, resend_parsed, sendgrid, sendgrid_parsed, sparkpost,
    )
}  # fmt: skip
TAKEN_APART = {"brevo", "mailgun_parsed", "mailjet", "postmark_parsed", "resend_parsed", "sendgrid_parsed"}

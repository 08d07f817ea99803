"""Messages of Amazon SNS: from the right topic, with a signature that Amazon made, or not at all.

Anymail leaves the signature unchecked. The certificate is fetched from the message's own SigningCertURL, so
that address is looked at strictly: SNS itself in the topic's region, and nothing else that ends in
amazonaws.com.
"""

from __future__ import annotations

import re
from base64 import b64decode
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from pbem.webhooks.arrived import Forged

PATIENCE_SECONDS = 10
CERTIFICATE_BYTES = 32 * 1024
_TOPIC = re.compile(
    r"arn:(?P<partition>aws|aws-cn|aws-us-gov):sns:(?P<region>[a-z]{2}(?:-[a-z]+)+-\d):\d{12}:[\w-]{1,256}"
)
_CERTIFICATE = re.compile(r"/SimpleNotificationService-[0-9a-f]{8,64}\.pem")
_SIGNED = {
    "Notification": ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    "SubscriptionConfirmation": ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn",
                                 "Type"),
    "UnsubscribeConfirmation": ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn",
                                "Type"),
}  # fmt: skip
_HASHES = {"1": hashes.SHA1, "2": hashes.SHA256}


def verify(message: dict[str, Any], topics: list[str]) -> None:
    """Raises Forged unless SNS signed this message for one of the topics."""
    topic = str(message.get("TopicArn"))
    if topic not in topics:
        raise Forged(f"the topic {topic[:200]} is none of ours")
    signed, hash_of = _SIGNED.get(str(message.get("Type"))), _HASHES.get(str(message.get("SignatureVersion")))
    if signed is None or hash_of is None:
        raise Forged("an unknown kind of message or signature")
    url = str(message.get("SigningCertURL"))
    _check_host(url, topic)
    if not _CERTIFICATE.fullmatch(urlsplit(url).path) or urlsplit(url).query:
        raise Forged("not the address of a certificate")
    text = "".join(f"{name}\n{message[name]}\n" for name in signed if name in message)
    key = x509.load_pem_x509_certificate(certificate(url)).public_key()
    if not isinstance(key, rsa.RSAPublicKey):
        raise Forged("not a key of SNS")
    try:
        key.verify(b64decode(str(message.get("Signature"))), text.encode(), padding.PKCS1v15(), hash_of())
    except (InvalidSignature, ValueError):
        raise Forged("the signature is wrong") from None


def confirm(message: dict[str, Any]) -> None:
    """Follow the link of a verified SubscriptionConfirmation, if it leads where it should. Raises Forged."""
    url, topic = str(message.get("SubscribeURL")), str(message.get("TopicArn"))
    _check_host(url, topic)
    asked = parse_qs(urlsplit(url).query)
    if asked.get("Action") != ["ConfirmSubscription"] or asked.get("TopicArn") != [topic]:
        raise Forged("not the address of a confirmation")
    fetch(url)


def _check_host(url: str, topic: str) -> None:
    found = _TOPIC.fullmatch(topic)
    if not found:
        raise Forged("no such topic can be")
    ending = "amazonaws.com.cn" if found["partition"] == "aws-cn" else "amazonaws.com"
    parts = urlsplit(url)
    if (parts.scheme, parts.netloc) != ("https", f"sns.{found['region']}.{ending}"):
        raise Forged(f"{parts.netloc[:100]} is not SNS in the topic's region")


@lru_cache(maxsize=16)
def certificate(url: str) -> bytes:
    """The certificate at an address that was looked at; kept, since it serves for months."""
    return fetch(url)


def fetch(url: str) -> bytes:
    """What stands at an address, without following it elsewhere."""
    with requests.get(url, timeout=PATIENCE_SECONDS, allow_redirects=False, stream=True) as answer:
        if answer.status_code != 200:
            raise Forged(f"{urlsplit(url).netloc} answered {answer.status_code}")
        return bytes(answer.raw.read(CERTIFICATE_BYTES, decode_content=True))

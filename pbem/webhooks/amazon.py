"""Amazon SES behind SNS: Anymail's views, and before them our own look at topic and signature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.webhooks.amazon_ses import AmazonSESInboundWebhookView, AmazonSESTrackingWebhookView
from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.http import HttpRequest

from pbem.mail.limits import SMTP_BYTES
from pbem.webhooks import sns
from pbem.webhooks.arrived import Away, Forged


class Verified:
    """Every message must come from a topic of ours and bear Amazon's signature."""

    def validate_request(self, request: HttpRequest) -> None:
        topics = str(settings.ANYMAIL.get("AMAZON_SES_SNS_TOPICS", "")).replace(",", " ").split()
        try:
            sns.verify(self._parse_sns_message(request), topics)  # type: ignore[attr-defined]
        except Forged as error:
            raise AnymailWebhookValidationFailure(str(error)) from error

    def auto_confirm_sns_subscription(self, message: dict[str, Any]) -> None:
        sns.confirm(message)


class Inbound(Verified, AmazonSESInboundWebhookView):  # type: ignore[misc]
    """Mail received; where it lies in S3, its bytes are kept as they came."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fetched: list[bytearray] = []

    def fetch_s3_chunks(self, bucket_name: str, object_key: str) -> Iterator[bytes]:
        mail = bytearray()
        self.fetched.append(mail)
        try:
            for chunk in super().fetch_s3_chunks(bucket_name, object_key):
                mail += chunk
                if len(mail) > SMTP_BYTES:
                    break
                yield chunk
        except (BotoCoreError, ClientError) as error:
            raise Away(f"{bucket_name}: {error}") from error


class Tracking(Verified, AmazonSESTrackingWebhookView):  # type: ignore[misc]
    """What became of mail that went out."""

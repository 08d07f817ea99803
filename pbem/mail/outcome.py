"""What a failed attempt to send a mail means: whether it is refused for good, not taken yet, taken after all,
or nobody can tell."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from enum import Enum
from typing import Any

from pbem.mail.providers import Provider


class Outcome(Enum):
    TAKEN = "taken"  # an earlier attempt had come through
    NOT_TAKEN = "not taken"  # certainly not; later perhaps
    REFUSED = "refused"  # for good
    UNKNOWN = "unknown"


# our account, our quota or our speed: nothing is wrong with the mail
_COME_AGAIN = {401, 402, 403, 407, 425, 429}
_TIMED_OUT = 408
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)  # on our own disk: no line to anybody says so
_THROTTLED = ("Throttl", "TooManyRequests", "LimitExceeded", "SendingPaused")


def outcome(error: Exception, provider: Provider) -> Outcome:
    """What an error says of the mail that was being sent when it came."""
    said = _said(error)
    if any(word in said for word in provider.has_it):
        return Outcome.TAKEN
    if any(word in said for word in provider.works_on_it):
        return Outcome.UNKNOWN
    if _is_refusal(error):
        return Outcome.REFUSED
    status = _web_status(error)
    if status is not None:
        return _of_web_status(status, said)
    if _never_connected(error):
        return Outcome.NOT_TAKEN
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return Outcome.NOT_TAKEN
    return _of_smtp(error)


def _is_refusal(error: Exception) -> bool:
    """Whether it never left this machine, or the provider refuses every recipient. What speaks to providers
    is loaded where something went wrong: many servers have none."""
    from anymail import exceptions as anymail

    return isinstance(
        error,
        anymail.AnymailConfigurationError
        | anymail.AnymailRecipientsRefused
        | anymail.AnymailSerializationError
        | anymail.AnymailUnsupportedFeature,
    )


def _never_connected(error: Exception) -> bool:
    from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

    return any(isinstance(cause, NewConnectionError | ConnectTimeoutError) for cause in _causes(error))


def _of_web_status(status: int, said: str) -> Outcome:
    if status in _COME_AGAIN or (400 <= status < 500 and any(word in said for word in _THROTTLED)):
        return Outcome.NOT_TAKEN
    return Outcome.REFUSED if 400 <= status < 500 and status != _TIMED_OUT else Outcome.UNKNOWN


def _of_smtp(error: Exception) -> Outcome:
    refused = getattr(error, "recipients", None)  # smtplib.SMTPRecipientsRefused
    codes = [int(code) for code, _ in refused.values()] if isinstance(refused, dict) else []
    code = max(codes, default=getattr(error, "smtp_code", None))
    if not isinstance(code, int) or code <= 0:
        return Outcome.UNKNOWN
    return Outcome.REFUSED if code >= 500 else Outcome.NOT_TAKEN


def _web_status(error: Exception) -> int | None:
    """The status that a provider's web interface answered with."""
    status = getattr(error, "status_code", None)
    response = getattr(error, "response", None)
    if status is None and isinstance(response, dict):  # Amazon's library
        status = response.get("ResponseMetadata", {}).get("HTTPStatusCode")
    return status if isinstance(status, int) else None


def _said(error: Exception) -> str:
    response = getattr(error, "response", None)
    return str(response) if isinstance(response, dict) else str(getattr(response, "text", ""))


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and what it was made of; libraries hide that in several places."""
    seen: list[BaseException] = []
    waiting: list[Any] = [error]
    while waiting:
        cause = waiting.pop()
        if isinstance(cause, BaseException) and not any(cause is known for known in seen):
            seen.append(cause)
            waiting += [cause.__cause__, cause.__context__, getattr(cause, "reason", None), *cause.args]
    yield from seen

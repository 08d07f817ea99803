"""The doors at which mail providers knock: ``/anymail/PROVIDER/inbound/`` and
``/anymail/PROVIDER/tracking/``.

Anymail checks the provider's signature or our shared secret; what it leaves open is checked in pbem.webhooks
and games.doors.seen_calls. 200 is said when everything of the call is stored, also to a mail that nobody can
read: that is kept for a person. Only if the database or the provider's own interface is away must the
provider come again.
"""

from __future__ import annotations

import json
import logging
import traceback
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, UnreadablePostError
from django.utils.datastructures import MultiValueDictKeyError
from django.views.decorators.csrf import csrf_exempt

from games.clockwork import tallies
from games.clockwork.failpoints import failpoint
from games.delivery import deliveries
from games.doors import receivers, seen_calls
from games.doors.seen_calls import Refused
from games.models import DeliveryKind
from pbem.webhooks import arrived, outcomes, table

logger = logging.getLogger(__name__)


def _away(*more: type[Exception]) -> tuple[type[Exception], ...]:
    """What is raised where the provider must come again. Libraries that speak to providers are loaded by whom
    one calls: few servers have any."""
    from requests import RequestException

    return OperationalError, InterfaceError, RequestException, arrived.Away, *more


def _refusals() -> tuple[type[Exception], ...]:
    from anymail.exceptions import AnymailConfigurationError

    return AnymailConfigurationError, arrived.Forged


@csrf_exempt
def call(request: HttpRequest, provider: str, door: str) -> HttpResponse:
    """A provider calls. 404 unless the operator expects its calls, 400 unless it proves who it is."""
    found = table.open_door(provider, door)
    if found is None:
        raise Http404
    if request.method in ("HEAD", "GET"):  # some look whether anybody is at home before they come
        return HttpResponse()
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST", "HEAD", "GET"])
    try:
        view = found.load()()
        view.setup(request)
    except Exception:  # a package that is missing, a key that is none
        logger.exception("the webhook of %s cannot be opened", provider)
        return HttpResponse(status=503)
    return _answer(request, provider, door, view)


def _answer(request: HttpRequest, provider: str, door: str, view: Any) -> HttpResponse:
    try:
        if _too_large(request):
            tallies.count(f"too large: {provider}")
            return HttpResponse()
        _check(request, view)
    except Refused as error:
        return _refused(request, provider, error)
    except _away(UnreadablePostError):
        logger.exception("a call of %s could not be checked", provider)
        return HttpResponse(status=503)
    try:
        _take(request, provider, door, view)
    except Refused as error:
        return _refused(request, provider, error)
    except _away():
        logger.exception("a call of %s could not be taken", provider)
        return HttpResponse(status=503)
    except Exception:  # ours, and no reason for the provider to come again for days
        logger.exception("a call of %s", provider)
        _keep(request, provider, traceback.format_exc())
    failpoint("webhooks.taken")
    return HttpResponse()


def _too_large(request: HttpRequest) -> bool:
    """Also reads the call as a whole: a form that was taken apart cannot be had so any more."""
    try:
        return len(request.body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    except RequestDataTooBig:
        return True


def _check(request: HttpRequest, view: Any) -> None:
    """Raises Refused unless the call bears the provider's signature or our secret."""
    try:
        view.run_validators(request)
    except _away():
        raise
    except Exception as error:  # what cannot even be checked is as good as forged
        raise Refused(f"{type(error).__name__}: {error}"[:300]) from error


def _refused(request: HttpRequest, provider: str, error: Refused) -> HttpResponse:
    logger.warning("a call of %s was refused: %s", provider, error)
    tallies.count(f"refused: {provider}")
    asked_for = settings.ANYMAIL.get(table.SHARED) and "Authorization" not in request.headers
    if provider == "amazon_ses" and asked_for:  # SNS shows its password only when asked
        return HttpResponse(status=401, headers={"WWW-Authenticate": 'Basic realm="mail"'})
    return HttpResponse(status=400)


def _take(request: HttpRequest, provider: str, door: str, view: Any) -> None:
    """Do what the call is for, all of it or nothing. Raises Refused, and what is raised when
    something is away."""
    if provider == "mandrill":  # both kinds of its calls come to one address
        door = "inbound" if _mandrill_brings_mail(request) else "tracking"
    if door == "inbound":
        mails, trouble = _mails(request, provider, view)
    else:
        happened = _outcomes(request, provider, view)
    with transaction.atomic():
        if provider == "mailgun" and not seen_calls.first_time(request):
            return
        failpoint("webhooks.is_new")
        if door == "tracking":
            for outcome in happened:
                _note(provider, outcome)
        elif trouble:
            receivers.keep(provider, mails[0], trouble)
        else:
            for mail in mails:
                receivers.take_in(provider, mail)


def _keep(request: HttpRequest, provider: str, trouble: str) -> None:
    """A call that a mistake of ours kept from being taken waits for the game master."""
    with transaction.atomic():
        receivers.keep(provider, arrived.unreadable(request), trouble)


def _mandrill_brings_mail(request: HttpRequest) -> bool:
    try:
        calls = json.loads(request.POST["mandrill_events"])
        return any(isinstance(found, dict) and found.get("event") == "inbound" for found in calls)
    except (MultiValueDictKeyError, ValueError, TypeError):
        return False


def _mails(request: HttpRequest, provider: str, view: Any) -> tuple[list[arrived.Arrived], str]:
    """The mails of a call, or the call itself and why it cannot be read."""
    try:
        return arrived.mails(provider, view, request), ""
    except _refusals() as error:
        raise Refused(str(error)) from error
    except _away():
        raise
    except Exception:  # whatever a payload gives rise to must not bring it back for days
        logger.exception("a call of %s cannot be read", provider)
        return [arrived.unreadable(request)], traceback.format_exc()


def _outcomes(request: HttpRequest, provider: str, view: Any) -> list[outcomes.Outcome]:
    try:
        found = [outcomes.outcome(event) for event in view.parse_events(request)]
    except _refusals() as error:
        raise Refused(str(error)) from error
    except _away():
        raise
    except Exception:
        logger.exception("a call of %s cannot be read", provider)
        tallies.count(f"unreadable: {provider}")
        return []
    return [outcome for outcome in found if outcome]


def _note(provider: str, outcome: outcomes.Outcome) -> None:
    mail = deliveries.find_mail(outcome.names, outcome.recipient)
    if mail is None:
        return tallies.count(f"of a mail not ours: {provider}")
    kind = DeliveryKind(outcome.kind)
    happening = deliveries.Happening(
        provider, outcome.key, kind, mail, outcome.said, outcome.happened, outcome.provider_id
    )
    deliveries.note(happening)

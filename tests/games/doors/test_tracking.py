"""The tracking webhooks of every provider: what became of our mails is noted once, and of no others."""

from __future__ import annotations

import json

import pytest

from games.clockwork import tallies
from games.models import DeliveryEvent, DeliveryKind
from tests.games.post_kit import same_game as game
from tests.games.provider_tracking import TRACKING, Sent, sent
from tests.games.providers import RIGHT, WRONG, every_provider, interfaces

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("every_provider")]
__all__ = ["every_provider", "game", "interfaces"]  # fixtures


class TestTracking:
    @pytest.mark.parametrize("name", TRACKING)
    def test_a_bounce_of_our_mail_is_noted(self, client, seat, name):
        mail, known = sent(seat, "233843" if name == "postal" else "<1234@provider.example.com>")
        assert TRACKING[name](RIGHT, known).make(client).status_code == 200
        event = DeliveryEvent.objects.get()
        assert (event.mail, event.seat, event.source, event.kind) == (mail, seat, name, DeliveryKind.HARD)

    @pytest.mark.parametrize("name", TRACKING)
    def test_a_replay_has_no_effect(self, client, seat, name):  # attack 29
        _, known = sent(seat, "233843")
        call = TRACKING[name](RIGHT, known)
        assert [call.make(client).status_code for _ in range(3)] == [200, 200, 200]
        assert DeliveryEvent.objects.count() == 1

    @pytest.mark.parametrize("name", TRACKING)
    def test_a_wrong_secret_is_refused(self, client, seat, name):  # attack 27
        _, known = sent(seat, "233843")
        assert TRACKING[name](WRONG, known).make(client).status_code == 400
        assert not DeliveryEvent.objects.exists()
        assert tallies.today() == {f"refused: {name}": 1}

    @pytest.mark.parametrize("name", TRACKING)
    def test_a_mail_that_is_not_ours_is_only_counted(self, client, seat, name):  # attack 33
        known = Sent("999", "nobody@example.org", seat.email)
        assert TRACKING[name](RIGHT, known).make(client).status_code == 200
        assert not DeliveryEvent.objects.exists()
        assert tallies.today() == {f"of a mail not ours: {name}": 1}

    @pytest.mark.parametrize("name", TRACKING)
    def test_nor_does_another_recipient_count(self, client, seat, name):
        _, known = sent(seat, "233843")
        assert TRACKING[name](RIGHT, known._replace(to="else@example.org")).make(client).status_code == 200
        assert not DeliveryEvent.objects.exists()

    @pytest.mark.parametrize(
        ("change", "kind"),
        [
            ({"Type": "SoftBounce"}, DeliveryKind.SOFT),
            ({"Type": "Transient"}, DeliveryKind.DEFERRED),
            ({"RecordType": "SpamComplaint", "Type": "SpamComplaint"}, DeliveryKind.COMPLAINED),
            ({"RecordType": "Delivery"}, DeliveryKind.DELIVERED),
            ({"RecordType": "SubscriptionChange", "SuppressionReason": "HardBounce"}, DeliveryKind.HARD),
            ({"RecordType": "SubscriptionChange", "SuppressionReason": "ManualSuppression"},
             DeliveryKind.SUPPRESSED),
            ({"RecordType": "Open"}, None),
            ({"RecordType": "Click"}, None),
        ],
        ids=str,
    )  # fmt: skip
    def test_every_kind_of_event(self, client, seat, change, kind):
        _, known = sent(seat)
        call = TRACKING["postmark"](RIGHT, known)
        payload = {**json.loads(call.data), **change}
        assert call._replace(data=json.dumps(payload).encode()).make(client).status_code == 200
        assert [event.kind for event in DeliveryEvent.objects.all()] == ([kind] if kind else [])

    def test_our_own_name_for_the_mail_is_enough(self, client, seat):
        """Before the provider's name for it was written down, or where it has none."""
        mail, known = sent(seat, "")
        assert TRACKING["mailjet"](RIGHT, known).make(client).status_code == 200
        assert DeliveryEvent.objects.get().mail == mail

"""The admin: everything can be looked at, the log and the mails cannot be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games import models

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnly(ModelAdmin):
    """Rows to look at. Corrections of a game are new events, made by commands."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Game)
class GameAdmin(ReadOnly):
    list_display = ("label", "title", "state", "phase_short", "phase_due", "version")
    list_filter = ("state", "scenario")
    exclude = ("nonce",)  # half of what the dice are derived from


@admin.register(models.Event)
class EventAdmin(ReadOnly):
    list_display = ("game", "seq", "type", "version", "text")
    list_filter = ("type",)
    fields = ("game", "seq", "type", "version", "text", "command_id", "recorded_us", "hash_hex")
    readonly_fields = ("text", "hash_hex")

    @admin.display(description="data")
    def text(self, event: models.Event) -> str:
        return bytes(event.data).decode("utf-8", errors="backslashreplace")

    @admin.display(description="hash")
    def hash_hex(self, event: models.Event) -> str:
        return bytes(event.hash).hex()


@admin.register(models.Command)
class CommandAdmin(ReadOnly):
    list_display = ("game", "command_id", "first_seq", "last_seq")


@admin.register(models.Seat)
class SeatAdmin(ReadOnly):
    list_display = ("game", "name", "player", "captain", "awaited", "proven", "proof")


@admin.register(models.SeatRequest)
class SeatRequestAdmin(ReadOnly):
    list_display = ("asked", "player", "mailbox", "network", "seat", "ended", "taken")
    exclude = ("ref",)  # half of what the link is derived from


@admin.register(models.InboundMail)
class InboundMailAdmin(ReadOnly):
    list_display = ("received_at", "sender", "seat", "state", "reason")
    list_filter = ("state", "reason")
    exclude = ("raw", "payload")


class PossiblyDoubled(admin.FieldListFilter):
    """Mails that went out again although an earlier attempt may have come through."""

    def expected_parameters(self) -> list[str | None]:
        return ["possible_duplicates__gt"]

    def choices(self, changelist: Any) -> Any:
        chosen = "possible_duplicates__gt" in self.used_parameters
        remove = changelist.get_query_string(remove=["possible_duplicates__gt"])
        yield {"selected": not chosen, "query_string": remove, "display": "All"}
        yield {
            "selected": chosen,
            "query_string": changelist.get_query_string({"possible_duplicates__gt": 0}),
            "display": "Perhaps twice",
        }


@admin.register(models.OutboundMail)
class OutboundMailAdmin(ReadOnly):
    list_display = (
        "created",
        "kind",
        "to",
        "seat",
        "state",
        "attempts",
        "possible_duplicates",
        "in_doubt_since",
    )
    list_filter = ("state", "kind", ("possible_duplicates", PossiblyDoubled))
    exclude = ("rendered",)


@admin.register(models.DeliveryEvent)
class DeliveryEventAdmin(ReadOnly):
    list_display = ("noted", "kind", "seat", "source", "said")
    list_filter = ("kind", "source")


@admin.register(models.Tally)
class TallyAdmin(ReadOnly):
    list_display = ("day", "what", "count")
    list_filter = ("what",)


@admin.register(models.Report)
class ReportAdmin(ReadOnly):
    list_display = ("game", "key", "seat", "created")
    exclude = ("picture", "html")

"""Commands, reports and mails are sealed with the server's key (games.record.seals); what is there already is sealed
as it stands. Games, reports and adjudications get the triggers that keep them from being deleted."""

from django.db import migrations, models

from games.record import append_only, seals

BATCH = 200
LOG = ("games_event", "games_command")
KEPT = ("games_game", "games_adjudication", "games_report")


def seal(apps, schema_editor):
    append_only.remove(schema_editor.connection, LOG)
    uuids = dict(apps.get_model("games", "Game").objects.values_list("pk", "uuid"))
    event = apps.get_model("games", "Event")
    heads = event.objects.values_list("hash", flat=True)

    def of_command(row):
        head = heads.filter(game_id=row.game_id, seq=row.last_seq).first()
        placed = (row.command_id, row.first_seq, row.last_seq)
        return seals.of_command(uuids[row.game_id], *placed, bytes(head or b""), row.outcome)

    makers = {
        "Command": of_command,
        "Report": lambda row: seals.of_report(uuids[row.game_id], row),
        "OutboundMail": seals.of_mail,
    }
    for name, maker in makers.items():
        _seal_all(apps.get_model("games", name), maker)
    append_only.install(schema_editor.connection, LOG + KEPT)


def _seal_all(model, maker):
    numbers = list(model.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(numbers), BATCH):
        rows = model.objects.filter(pk__in=numbers[start : start + BATCH])
        for row in rows.select_related("adjudication") if model.__name__ == "Report" else rows:
            model.objects.filter(pk=row.pk).update(seal=maker(row))


def unguard(apps, schema_editor):
    append_only.remove(schema_editor.connection, KEPT)


def _column():
    return models.BinaryField(editable=False, max_length=32, null=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0016_form_two")]
    operations = [
        migrations.AddField("command", "seal", _column()),
        migrations.AddField("report", "seal", _column()),
        migrations.AddField("outboundmail", "seal", _column()),
        migrations.RunPython(seal, unguard),
    ]

"""What people did with mails, and what became of ours, gets the triggers of the event log."""

from django.db import migrations

from games.record import append_only

TABLES = ("games_mailhandled", "games_deliveryevent")


def install(apps, schema_editor):
    append_only.install(schema_editor.connection, TABLES)


def remove(apps, schema_editor):
    append_only.remove(schema_editor.connection, TABLES)


class Migration(migrations.Migration):
    dependencies = [("games", "0013_language")]
    operations = [migrations.RunPython(install, remove)]

"""The triggers that keep the event log append-only."""

from django.db import migrations

from games.record import append_only


def install(apps, schema_editor):
    append_only.install(schema_editor.connection, append_only.LOG)


def remove(apps, schema_editor):
    append_only.remove(schema_editor.connection, append_only.LOG)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_record")]
    operations = [migrations.RunPython(install, remove)]

"""The commands get the triggers of the event log, in a database that was made before they had any."""

from django.db import migrations

from games.record import append_only


def install(apps, schema_editor):
    append_only.install(schema_editor.connection, append_only.LOG)


class Migration(migrations.Migration):
    dependencies = [("games", "0007_undelivered")]
    operations = [migrations.RunPython(install, migrations.RunPython.noop)]

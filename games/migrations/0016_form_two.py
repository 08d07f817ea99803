
"""The second form of the log: leaves for each audience, one link for each command."""

from django.db import migrations, models

from games.record import append_only


def install(apps, schema_editor):
    """SQLite has made the table of events anew, and forgotten its triggers."""
    append_only.install(schema_editor.connection, append_only.LOG)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_answers_index'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='audience',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='event',
            name='shown',
            field=models.BinaryField(db_default=b'', default=b''),
        ),
        migrations.AddField(
            model_name='game',
            name='audiences',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.AddField(
            model_name='game',
            name='form',
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name='game',
            name='linked_seq',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='links',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='promises',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='game',
            name='sealed_root',
            field=models.BinaryField(blank=True, db_default=b'', default=b''),
        ),
        migrations.RunPython(install, install),
    ]

"""How much was answered lately is counted for every answer (games.answers.brakes)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0014_mail_append_only")]
    operations = [
        migrations.AddIndex(
            model_name="outboundmail",
            index=models.Index(fields=["kind", "created"], name="outbound_kind_created"),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_letters")]

    operations = [
        migrations.AddField("seat", "no_mail", models.BooleanField(default=False)),
        migrations.AddField("seat", "html_mail", models.BooleanField(default=True)),
        migrations.AddField(
            "seat",
            "map_size",
            models.CharField(
                choices=[("large", "Large"), ("small", "Small"), ("none", "None")], default="large", max_length=5
            ),
        ),
        migrations.AddField("seat", "lists", models.BooleanField(default=False)),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_another_server'),
    ]

    operations = [
        migrations.AddField(
            model_name='inboundmail',
            name='authentication',
            field=models.JSONField(blank=True, default=dict),
        ),
    ]

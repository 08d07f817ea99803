from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0026_mends_for'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['parent', 'ended', 'phase_due', 'state'], name='games_lobby'),
        ),
    ]


import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_another_server'),
    ]

    operations = [
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.BigIntegerField()),
                ('fold', models.CharField(max_length=64)),
                ('seal', models.BinaryField(max_length=32)),
                ('data', models.BinaryField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='games.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'seq', 'fold'), name='snapshot_once')],
            },
        ),
    ]

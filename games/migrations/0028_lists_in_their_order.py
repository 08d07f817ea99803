from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0027_lobby_lists'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('parent__isnull', True), ('by_invitation', False)), fields=['state', 'created'], name='games_open'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('parent__isnull', True), ('ended__isnull', True)), fields=['phase_due'], name='games_running'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('parent__isnull', True), ('ended__isnull', False)), fields=['ended'], name='games_finished'),
        ),
        migrations.RemoveIndex(
            model_name='game',
            name='games_lobby',
        ),
    ]

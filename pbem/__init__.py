"""The post office: settings, Celery, URLs, mail in and out. It knows no game and no rule."""

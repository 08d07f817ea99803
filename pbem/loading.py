"""What the processes of a server have in common, loaded once before they are forked (pbem.forking).

Loading opens no connection, starts no thread and asks no database: all that begins in the processes
themselves.
"""

from __future__ import annotations

from importlib import import_module

COMMANDS = ("smtpd", "imappoll", "sweep", "clock")
MODULES = [
    "billiard.popen_fork",
    "billiard.sharedctypes",
    "billiard.synchronize",
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.app.routes",
    "celery.apps.worker",
    "celery.concurrency.prefork",
    "celery.events.receiver",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "cffi.cparser",
    "kombu.mixins",
    "kombu.transport.redis",
    "django.conf.locale.en.formats",
    "django.contrib.auth.context_processors",
    "django.contrib.messages.context_processors",
    "django.contrib.messages.storage.fallback",
    "django.contrib.sessions.backends.db",
    "django.contrib.sessions.serializers",
    "django.core.wsgi",
    "django.db.models.sql.compiler",
    "django.template.context_processors",
    "django.template.loaders.app_directories",
    "django.template.loaders.cached",
    "django.template.loaders.filesystem",
    "django.views.static",
    "granian._loops",
    "granian.cli",
    "granian.server.mp",
    "granian.wsgi",
    "importlib.readers",
    "multiprocessing.popen_fork",
    "pbem.stopping",
]
"""What libraries only load when it is needed, and every process would load for itself."""


def load() -> None:
    """Everything, for a process that forks."""
    import django

    django.setup()
    from django.apps import apps
    from django.conf import settings
    from django.core.management import get_commands, load_command_class
    from django.template import engines
    from django.urls import get_resolver
    from django.utils.module_loading import import_string

    from pbem import installed, version
    from pbem.celery import app

    settings.LOGGING_CONFIG = None  # it is done: once more in each process, and each has loggers of its own
    signing = ["pbem.mail.signing"] if settings.DKIM_KEY else []
    checking = ["pbem.mail.own_check"] if settings.MAIL_VERIFY else []
    for name in [*MODULES, *signing, *checking]:
        import_module(name)
    for name in [*settings.MIDDLEWARE, settings.EMAIL_BACKEND]:
        import_string(name)
    assert get_resolver().url_patterns  # imports all pages
    app.loader.import_default_modules()
    app.finalize()
    for name in COMMANDS:
        load_command_class(get_commands()[name], name)
    engines.all()
    for model in apps.get_models():  # what a model remembers of itself once it was asked for
        assert str(model._default_manager.filter(pk=1).query)
    installed.missing()
    version.of_server()

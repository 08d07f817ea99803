"""Settings. Every one can be chosen by an environment variable; docs/operators/settings.md lists them."""

from __future__ import annotations

import os
from email.utils import formataddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pbem import bells
from pbem import environment as env
from pbem.mail.providers import provider_name
from pbem.proxies import networks

ROOT = Path(__file__).resolve().parent.parent
IS_CHECKOUT = (ROOT / "manage.py").exists()
VAR = Path(env.text("PBEM_VAR") or (ROOT / "var" if IS_CHECKOUT else env.data_home() / "pbem")).resolve()
env.folder("PBEM_VAR", VAR)

# the server

DEBUG = env.flag("PBEM_DEBUG")
SECRET_KEY_IS_CHOSEN = bool(env.text("PBEM_SECRET_KEY"))
SECRET_KEY = env.text("PBEM_SECRET_KEY") or env.kept_secret(VAR / "secret_key")
SECRET_KEY_FALLBACKS = env.words("PBEM_SECRET_KEY_FALLBACKS")
BASE_URL = env.web_address("PBEM_BASE_URL", "http://localhost:8000")
_address = urlsplit(BASE_URL)
ALLOWED_HOSTS = [
    _address.hostname or "localhost",
    "localhost",
    "127.0.0.1",
    "[::1]",
    *env.words("PBEM_HOSTS"),
]
CSRF_TRUSTED_ORIGINS = [BASE_URL]
SECURE = _address.scheme == "https"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^readyz$", r"^metrics$"]  # whoever watches asks the server itself
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
# the networks of the proxies in front, whose word on the caller and on https is believed; nobody else's is
PROXIES = networks(env.words("PBEM_PROXIES"))
PROXIES_ARE_CHOSEN = bool(env.text("PBEM_PROXIES"))
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
# who may ask for figures at /metrics; empty: there is no such page
METRICS = networks(env.words("PBEM_METRICS"), "PBEM_METRICS")
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # pbem.urls has it find its pages
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "pbem",
    "games",
]
MIDDLEWARE = [
    "pbem.health.alive",
    "pbem.proxies.believed",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pbem.gzipped.QuickGZip",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "games.views.reading.in_the_readers_language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.views.security.content_security_policy",
    "games.views.security.private",
    "games.views.family.Door",
    "games.views.trouble.WhatIsMissing",
]
ROOT_URLCONF = "pbem.urls"
WSGI_APPLICATION = "pbem.wsgi.application"
ASGI_APPLICATION = "pbem.asgi.application"
TEMPLATE_FOLDERS = [
    ROOT / "templates",
    ROOT / "pbem" / "templates",
]  # an installed package has them below pbem
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": TEMPLATE_FOLDERS,
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]
LANGUAGE_COOKIE_NAME = "language"  # of the pages that belong to no seat
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SECURE = SECURE
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_TZ = True
TIME_ZONE = "UTC"

# files for the browser

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "pbem.static_names.ByContent"},
}
WHITENOISE_USE_FINDERS = True  # what was not collected is found all the same
WHITENOISE_AUTOREFRESH = DEBUG

# the record

DATABASE_URL = env.text("PBEM_DATABASE_URL") or f"sqlite:///{VAR / 'pbem.sqlite3'}"
DATABASES = {"default": env.database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MARKS = env.text("PBEM_MARKS")  # a file, or an address: how far each game was played, beside the database

# the doorbell

REDIS_SOCKET = env.socket_path(VAR, "redis.sock")
REDIS_URL = env.bell("PBEM_REDIS_URL", f"redis+socket://{REDIS_SOCKET}")
# off, or where there is none: only the sweep finds work
DOORBELL = bells.ring()
# processes that read, adjudicate and send; on two cores a third has time while others wait for PostgreSQL
WORKERS = env.number("PBEM_WORKERS", 2 if DATABASE_URL.startswith("sqlite:") else 3, least=1)
SWEEP_SECONDS = env.number("PBEM_SWEEP_SECONDS", 5, least=1)
PATIENCE_SECONDS = env.number("PBEM_PATIENCE_SECONDS", 20)  # a ring unanswered for so long is repeated
SILENCE_MINUTES = env.number(
    "PBEM_SILENCE_MINUTES", 15
)  # without a sweep, until the game master is told; 0: never
RETRY_SECONDS = env.number("PBEM_RETRY_SECONDS", 30)  # pause after a failed adjudication; doubled each time

# mail

MAIL_DOMAIN = env.mail_domain()
MAIL_LISTEN = env.text("PBEM_MAIL_LISTEN") or "127.0.0.1:2525"
AUTHSERV_ID = env.text("PBEM_AUTHSERV_ID")  # of our own mail exchanger, whose verdicts on senders count
MAIL_VERIFY = env.flag("PBEM_MAIL_VERIFY")  # check signatures here: the listener is the mail exchanger
MAIL_BACKEND = env.text("PBEM_MAIL_BACKEND") or ("smtp" if env.text("PBEM_MAIL_HOST") else "file")
EMAIL_BACKEND = {
    "smtp": "django.core.mail.backends.smtp.EmailBackend",
    "file": "pbem.mail_to_files.EmailBackend",
    "console": "django.core.mail.backends.console.EmailBackend",
}.get(MAIL_BACKEND, MAIL_BACKEND)
# somebody's own server, as it is without any setting: who sits at the machine is seated without a mail first
AT_HOME = MAIL_BACKEND == "file" and not PROXIES and _address.hostname in ("localhost", "127.0.0.1", "::1")
EMAIL_FILE_PATH = VAR / "sent"
EMAIL_HOST = env.text("PBEM_MAIL_HOST") or "localhost"
EMAIL_PORT = env.number("PBEM_MAIL_PORT", 25, least=1)
EMAIL_HOST_USER = env.text("PBEM_MAIL_USER")
EMAIL_HOST_PASSWORD = env.text("PBEM_MAIL_PASSWORD")
EMAIL_USE_TLS = env.flag("PBEM_MAIL_STARTTLS")
EMAIL_USE_SSL = env.flag("PBEM_MAIL_TLS")
if EMAIL_USE_TLS and EMAIL_USE_SSL:
    raise env.SettingError(
        "PBEM_MAIL_STARTTLS and PBEM_MAIL_TLS are both on: port 587 wants the first, 465 the other"
    )
EMAIL_TIMEOUT = 30
MAIL_BOUNCES = env.flag(
    "PBEM_MAIL_BOUNCES", MAIL_BACKEND == "smtp"
)  # every mail has a bounce address of its own
DKIM_KEY = env.text("PBEM_DKIM_KEY")  # a PEM file, or its text; empty: mail is signed by whoever relays it
DKIM_SELECTOR = env.text("PBEM_DKIM_SELECTOR") or ("pbem" if DKIM_KEY else "")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = formataddr(("Play by mail", f"games@{MAIL_DOMAIN}"))
GAME_MASTER = env.mail_address("PBEM_GAME_MASTER")  # the address that is told when a game needs a hand
# no ADMINS: Django would mail them every page that failed, with links that open seats in it; logs hide those
os.environ.setdefault(
    "AWS_MAX_ATTEMPTS", "1"
)  # Amazon's library sends again by itself: that is the outbox's business
ANYMAIL: dict[str, Any] = {
    "IGNORE_UNSUPPORTED_FEATURES": True,  # a map beside the text rather than no mail
    **{
        name.removeprefix("PBEM_ANYMAIL_"): value
        for name, value in os.environ.items()
        if name.startswith("PBEM_ANYMAIL_")
    },
}

# the ways in

MAIL_WEBHOOKS = env.words("PBEM_MAIL_WEBHOOKS")  # the providers that may call
# the provider of our outgoing mail tells by webhook what becomes of it
MAIL_TRACKING = env.flag("PBEM_MAIL_TRACKING", provider_name(EMAIL_BACKEND) in MAIL_WEBHOOKS)
WEBHOOK_WINDOW_SECONDS = env.number(
    "PBEM_MAIL_WEBHOOK_WINDOW", 300
)  # how old a signature without a body may be
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024  # a mail in a call, as JSON, whole and in parts
MAIL_LMTP_LISTEN = env.text("PBEM_MAIL_LMTP_LISTEN") or str(env.socket_path(VAR, "lmtp.sock"))
MAIL_IMAP_URL = env.text("PBEM_MAIL_IMAP_URL")
MAIL_IMAP_DONE = env.text(
    "PBEM_MAIL_IMAP_DONE"
)  # the folder for mail that is stored; empty: it is marked as read
# mails in an hour, from the world to one seat, from one unknown address, from one unknown domain
RATE_SEAT = env.number("PBEM_MAIL_RATE_SEAT", 30)
RATE_ADDRESS = env.number("PBEM_MAIL_RATE_ADDRESS", 10)
RATE_DOMAIN = env.number("PBEM_MAIL_RATE_DOMAIN", 200)

# pbem.W007 says the one thing that mends all four: an address with https
SILENCED_SYSTEM_CHECKS = [] if SECURE else [f"security.W{number}" for number in ("004", "008", "012", "016")]

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "pbem.logs.Redacting", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {"mail.log": {"level": "ERROR"}},  # it would tell every line of every SMTP conversation
    "root": {"handlers": ["console"], "level": env.one_of("PBEM_LOG_LEVEL", "INFO", LEVELS)},
}

"""Settings. Every one can be chosen by an environment variable; docs/operators.md lists them."""

from __future__ import annotations

import os
from email.utils import formataddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pbem import environment as env

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(env.text("PBEM_VAR") or ROOT / "var").resolve()
VAR.mkdir(parents=True, exist_ok=True)

# the server

DEBUG = env.flag("PBEM_DEBUG")
SECRET_KEY_IS_CHOSEN = bool(env.text("PBEM_SECRET_KEY"))
SECRET_KEY = env.text("PBEM_SECRET_KEY") or env.kept_secret(VAR / "secret_key")
SECRET_KEY_FALLBACKS = env.words("PBEM_SECRET_KEY_FALLBACKS")
BASE_URL = (env.text("PBEM_BASE_URL") or "http://localhost:8000").rstrip("/")
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
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "anymail",
    "pbem",
    "games",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.views.security.content_security_policy",
]
ROOT_URLCONF = "pbem.urls"
WSGI_APPLICATION = "pbem.wsgi.application"
ASGI_APPLICATION = "pbem.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
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
USE_TZ = True
TIME_ZONE = "UTC"

# files for the browser

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_USE_FINDERS = True  # the embedded server needs no collectstatic
WHITENOISE_AUTOREFRESH = DEBUG

# the record

DATABASE_URL = env.text("PBEM_DATABASE_URL") or f"sqlite:///{VAR / 'pbem.sqlite3'}"
DATABASES = {"default": env.database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# the doorbell

REDIS_SOCKET = env.socket_path(VAR, "redis.sock")
REDIS_URL = env.text("PBEM_REDIS_URL") or f"redis+socket://{REDIS_SOCKET}"
DOORBELL = env.flag("PBEM_DOORBELL", True)  # off: only the sweep finds work
SWEEP_SECONDS = env.number("PBEM_SWEEP_SECONDS", 5)
PATIENCE_SECONDS = env.number("PBEM_PATIENCE_SECONDS", 20)  # a ring unanswered for so long is repeated

# mail

MAIL_DOMAIN = env.text("PBEM_MAIL_DOMAIN") or "in.example.org"
MAIL_LISTEN = env.text("PBEM_MAIL_LISTEN") or "127.0.0.1:2525"
MAIL_BACKEND = env.text("PBEM_MAIL_BACKEND") or ("smtp" if env.text("PBEM_MAIL_HOST") else "file")
EMAIL_BACKEND = {
    "smtp": "django.core.mail.backends.smtp.EmailBackend",
    "file": "pbem.mail_to_files.EmailBackend",
    "console": "django.core.mail.backends.console.EmailBackend",
}.get(MAIL_BACKEND, MAIL_BACKEND)
EMAIL_FILE_PATH = VAR / "sent"
EMAIL_HOST = env.text("PBEM_MAIL_HOST") or "localhost"
EMAIL_PORT = env.number("PBEM_MAIL_PORT", 25)
EMAIL_HOST_USER = env.text("PBEM_MAIL_USER")
EMAIL_HOST_PASSWORD = env.text("PBEM_MAIL_PASSWORD")
EMAIL_USE_TLS = env.flag("PBEM_MAIL_STARTTLS")
EMAIL_USE_SSL = env.flag("PBEM_MAIL_TLS")
EMAIL_TIMEOUT = 30
DEFAULT_FROM_EMAIL = SERVER_EMAIL = formataddr(("Play by mail", f"games@{MAIL_DOMAIN}"))
GAME_MASTER = env.text("PBEM_GAME_MASTER")  # the address that is told when a game needs a hand
ADMINS = [("Game master", GAME_MASTER)] if GAME_MASTER else []
ANYMAIL: dict[str, Any] = {
    name.removeprefix("PBEM_ANYMAIL_"): value
    for name, value in os.environ.items()
    if name.startswith("PBEM_ANYMAIL_")
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "pbem.logs.Redacting", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {"mail.log": {"level": "ERROR"}},  # it would tell every line of every SMTP conversation
    "root": {"handlers": ["console"], "level": env.text("PBEM_LOG_LEVEL") or "INFO"},
}

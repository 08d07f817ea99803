"""The doorbell: Celery on Redis.

The database is the truth. A message that is lost, doubled, delayed or overtaken has no effect, because every
piece of work due can be found again from rows (games.queue). So there is no result backend and no message
with a date.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

from celery import Celery
from celery.signals import (
    beat_init,
    task_postrun,
    task_prerun,
    worker_before_create_process,
    worker_init,
)
from django.conf import settings
from django.db import close_old_connections
from kombu.exceptions import ChannelError

from pbem import forking
from pbem.starting import begin_or_end

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
# a worker would run the checks of Django at its start, and tell nobody what they found
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("pbem")
app.conf.update(
    broker_url=settings.REDIS_URL,
    broker_connection_retry_on_startup=True,
    broker_transport_options={
        "visibility_timeout": 900,  # more than twice the longest task
        # whoever rings does not wait for a Redis that is down (workers have broker_connection_retry)
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.1,
        "interval_max": 0.1,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "retry_on_timeout": True,
        "health_check_interval": 30,
    },
    task_serializer="json",
    accept_content=["json"],
    task_ignore_result=True,
    task_publish_retry=False,
    # every task may be run twice; a worker that dies gives its task back
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    # a task that fails does not loop: the sweep finds its row again
    task_acks_on_failure=True,
    task_acks_on_timeout=True,
    task_soft_time_limit=240,
    task_time_limit=300,
    worker_prefetch_multiplier=1,
    # a new process has to draw all maps again, so it is replaced for its size rather than for its age
    worker_max_tasks_per_child=10_000,
    worker_max_memory_per_child=235_000,  # KiB
    worker_soft_shutdown_timeout=30,
    worker_enable_soft_shutdown_on_idle=True,
    worker_cancel_long_running_tasks_on_connection_loss=True,
    worker_hijack_root_logger=False,
    task_default_queue="maint",
    task_routes={
        "games.tasks.adjudicate_game": {"queue": "adjudicate"},
        "games.tasks.read_mail": {"queue": "mail"},
        "games.tasks.send_mail": {"queue": "relay"},
        "games.tasks.keep_snapshot": {"queue": "maint"},
        "games.tasks.sweep": {"queue": "maint"},
    },
    beat_schedule={
        "sweep": {
            "task": "games.tasks.sweep",
            "schedule": float(settings.SWEEP_SECONDS),
            "options": {"expires": 2 * settings.SWEEP_SECONDS},
        }
    },
    beat_scheduler="pbem.beat:EvenPauses",
    timezone="UTC",
)
# by itself Celery closes the connection to the database before and after every task: see keep_connections
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize
app.autodiscover_tasks(["games"])

COLLECTS_AFTER = 10_000  # objects made and not freed: with 700, as usual, a phase takes 3 % longer
# what a worker listens to when it is to do everything: celery -A pbem worker -Q $ALL_QUEUES
ALL_QUEUES = "adjudicate,mail,relay,maint"


def unheard(task: str) -> int:
    """How many rings wait in the queue of a task, those that are being attended to aside. Raises what
    Redis raises."""
    route = app.amqp.router.route({}, task)
    with app.connection_or_acquire() as connection:
        try:
            return int(
                connection.default_channel.queue_declare(route["queue"].name, passive=True).message_count
            )
        except ChannelError:  # nobody has rung there yet
            return 0


def listens_to(task: str) -> bool:
    """Whether the worker that this process belongs to is told of such a task."""
    return app.amqp.router.route({}, task)["queue"].name in app.amqp.queues.consume_from


_begun = False


def begin_once(**_: Any) -> None:
    """Neither a worker's first process nor a clock that is forked from it asks the database for anything
    else, so this is asked apart."""
    global _begun
    if not _begun:
        forking.apart(begin_or_end)
        _begun = True


def share_memory(**_: Any) -> None:
    """What is loaded before a worker's process is forked is never garbage: left alone it stays shared by
    all of them. What a phase needs lives as long as the phase: it is looked through less often than usual."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTS_AFTER)
    forking.spare_memory()


def keep_connections(**_: Any) -> None:
    """A connection to the database lasts from task to task, as Django's settings say; one that
    broke is closed."""
    close_old_connections()


beat_init.connect(begin_once, weak=False)
worker_init.connect(begin_once, weak=False)
worker_before_create_process.connect(share_memory, weak=False)
task_prerun.connect(keep_connections, weak=False)
task_postrun.connect(keep_connections, weak=False)

"""The job worker as a process of its own: it runs what is waiting and what the clock asks for."""

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select, text

from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.messages.models import Sms
from tests import database
from tests.waiting import until

LEFT = "select task_name from procrastinate_jobs where status in ('todo', 'doing') and scheduled_at is null"


def test_the_worker_sends_messages_and_keeps_its_hours(real: Any, tmp_path: Path) -> None:
    with real.new_session.begin() as session:
        row = Sms(template="SBDJ", receiver="13800000003", content="x")
        other = Sms(template="SBDJ", receiver="13800001111", content="x")
        session.add_all([row, other])
        session.flush()
        for one in (row, other):
            jobs.enqueue(session, "sms.send", sms_id=one.id)
        session.execute(  # a job that a killed worker left begun, and the hour to look for such
            text(
                "insert into procrastinate_jobs (queue_name, task_name, args, status)"
                " values ('default', 'sms.sweep', '{}', 'doing')"
            )
        )
        jobs.enqueue(session, "system.rescue")
        jobs.enqueue(session, "system.clean")
    env = {**os.environ, **database.environment(real.urls, tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "tejian.cli", "worker"], env=env, stderr=subprocess.PIPE, text=True
    )
    try:

        def done() -> bool:
            assert process.poll() is None, process.stderr and process.stderr.read()
            with real.new_session() as session:
                states = {r.receiver: r.state for r in session.execute(select(Sms.receiver, Sms.state))}
                left = session.scalars(text(LEFT)).all()
            return states == {"13800000003": "失败", "13800001111": "发送中"} and not left

        until(done, "the jobs are not done")
        with real.new_session() as session:
            failed = session.scalar(text("select count(*) from procrastinate_jobs where status = 'failed'"))
            later = session.scalars(
                text("select task_name from procrastinate_jobs where scheduled_at is not null")
            ).all()
        assert failed == 0
        assert {"sms.ask", "sms.simulator.receipt"} <= set(later)
    finally:
        process.terminate()
        process.wait(20)


def test_periodic_jobs_are_declared_with_their_hours() -> None:
    due = {t.task.name: t.croniter for t in jobs.app.periodic_registry.periodic_tasks.values()}
    evening = datetime(2026, 11, 25, 22, tzinfo=clock.SHANGHAI).timestamp()
    hours = {name: datetime.fromtimestamp(one.get_next(float, evening), clock.SHANGHAI) for name, one in due.items()}
    assert hours["system.clean"] == datetime(2026, 11, 26, 3, 17, tzinfo=clock.SHANGHAI)
    assert hours["sms.reconcile"] == datetime(2026, 11, 26, 2, 30, tzinfo=clock.SHANGHAI)
    registered = {t.task.name for t in jobs.app.periodic_registry.periodic_tasks.values()}
    assert {name for name, _ in jobs._periodic} == registered

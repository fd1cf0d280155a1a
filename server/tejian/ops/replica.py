"""A streaming replica of the embedded database, for reading only: made in a data folder of its own, then run from it.

The embedded database is closed to replication until a replica is asked for. It keeps a gigabyte of its log for one that
is stopped; a replica that was away for longer is made anew.
"""

import secrets
import signal
import threading
from dataclasses import replace
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo

from tejian.settings import Settings, write_private

from . import pgbinaries, postgres

ROLE = "tejian_replica"
ACCESS = f"local replication {ROLE} scram-sha-256\n"
KEPT = "1GB"
CONFIG = """
# Long reports on the replica are not cut off by the cleaning of the primary.
hot_standby_feedback = on
max_standby_streaming_delay = 60s
"""


def make(primary: Path, target: Path) -> None:
    """Copy the running database of one data folder into another, which follows it from then on."""
    primary, target = primary.absolute(), target.absolute()
    source = postgres.known(primary)
    password = secrets.token_hex(16)
    open_to_copies(primary, source, password)
    target.mkdir(parents=True, exist_ok=True)
    folder, account = postgres.new_place(target)
    address = make_conninfo("", host=source.socket, port=postgres.PORT, user=ROLE, application_name=ROLE)
    pgbinaries.run(
        "pg_basebackup", "-D", folder, "-d", address, "-R", "-X", "stream", "-c", "fast",
        account=account, env={"PGPASSWORD": password},
    )  # fmt: skip
    with (folder / "postgresql.auto.conf").open("a") as config:
        config.write(CONFIG)
    postgres.remember(target, replace(source, data=str(target), folder=str(folder), socket=""))


def open_to_copies(primary: Path, source: postgres.Cluster, password: str) -> None:
    """Open the primary to replication by one role, through its private socket only."""
    access = Path(source.folder) / "pg_hba.conf"
    if ACCESS not in access.read_text():
        with access.open("a") as lines:
            lines.write(ACCESS)
    with psycopg.connect(postgres.urls(primary, "postgres").admin, autocommit=True) as admin:
        if admin.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [ROLE]).fetchone() is None:
            admin.execute(f"CREATE ROLE {ROLE} LOGIN REPLICATION")
        admin.execute(f"ALTER ROLE {ROLE} PASSWORD '{password}'")  # made by secrets.token_hex
        admin.execute(f"ALTER SYSTEM SET wal_keep_size = '{KEPT}'")
        admin.execute("SELECT pg_reload_conf()")


def run(settings: Settings, target: Path) -> int:
    """Make the replica if it is not there, and run it until told to stop."""
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: stopped.set())
    if postgres.status(target).state == "absent":
        with postgres.running(settings.data_dir):
            make(settings.data_dir, target)
    try:
        url = postgres.ensure_running(target)
        write_private(target / "replica.url", url)
        print(
            f"只读副本已启动 / the replica runs: TEJIAN_REPLICA_URL=$(cat {target.absolute()}/replica.url)", flush=True
        )
        stopped.wait()
    finally:
        postgres.stop(target)
    return 0

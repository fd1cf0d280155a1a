"""Tables of the job queue, as its library had them in version 3.10; its own later changes become migrations here."""

from pathlib import Path

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SQL = Path(__file__).parents[1] / "sql" / "procrastinate_3_10.sql"

DROP = """
DROP TABLE procrastinate_events, procrastinate_periodic_defers, procrastinate_jobs, procrastinate_workers CASCADE;
DO $$
DECLARE made record;
BEGIN
    FOR made IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'procrastinate%'
    LOOP EXECUTE 'DROP FUNCTION ' || made.name; END LOOP;
END $$;
DROP TYPE procrastinate_job_to_defer_v1;
DROP TYPE procrastinate_job_status;
DROP TYPE procrastinate_job_event_type;
"""


def upgrade() -> None:
    _run(SQL.read_text())


def downgrade() -> None:
    _run(DROP)


def _run(script: str) -> None:
    # Straight to the driver: SQLAlchemy would read the percent signs in the functions as parameters.
    op.get_bind().connection.driver_connection.execute(script)  # type: ignore[union-attr]

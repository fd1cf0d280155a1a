"""What the database knows for /metrics and /readyz."""

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from tejian.watch.chain import api as chain
from tejian.watch.models.health import BAD, HealthState

JOBS = text("select status::text, count(*) from procrastinate_jobs group by 1")
SESSIONS = text("select count(*) from sys_session where last_used > now() - interval '30 minutes'")


def gauges(db: Session) -> dict[tuple[str, str], float]:
    """(name, labels) → value, in Prometheus' words."""
    out = {("tejian_jobs", f'status="{status}"'): float(n) for status, n in db.execute(JOBS)}
    out["tejian_sessions_active", ""] = float(db.scalar(SESSIONS) or 0)
    out["tejian_chain_rows_waiting", ""] = float(chain.waiting(db))
    for row in db.scalars(select(HealthState).order_by(HealthState.sort)):
        out["tejian_health_bad", f'check="{row.code}"'] = float(row.state == BAD)
    return out

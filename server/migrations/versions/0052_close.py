"""The days of cashiers and the months of institutes, closed after their money was counted."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

MONEY = sa.Numeric(14, 2)
TIME = sa.DateTime(timezone=True)


def text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def record(table: str) -> list[sa.Column[object] | sa.PrimaryKeyConstraint]:
    return [
        *(text("step", 16), sa.Column("step_since", TIME), sa.Column("limit_at", TIME), text("opened_by", 64)),
        *(text("id", 32), sa.Column("version", sa.Integer(), nullable=False), text("createby", 32)),
        *(sa.Column("createtime", TIME, nullable=False), text("updateby", 64)),
        sa.Column("updatetime", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
    ]


def sums(*names: str) -> list[sa.Column[object]]:
    return [sa.Column(name, MONEY, nullable=False) for name in names]


def upgrade() -> None:
    op.create_table(
        "chaday",
        *(text("userid", 32), text("username", 64), sa.Column("day", sa.Date(), nullable=False), text("orgid", 32)),
        sa.Column("entrycount", sa.Integer(), nullable=False),
        *sums("cash", "pos", "transfer"),
        sa.Column("counts", JSONB(), nullable=False),
        *sums("counted", "difference"),
        *(text("reason", 500), text("closedby", 64), sa.Column("closed", TIME)),
        *(text("reviewby", 64), sa.Column("reviewed", TIME)),
        *record("chaday"),
    )
    op.create_index("uq_chaday_day", "chaday", ["userid", "day"], unique=True)
    op.create_index("ix_chaday_org_day", "chaday", ["orgid", "day"])
    op.create_table(
        "chamonth",
        *(text("month", 7), sa.Column("begins", sa.Date(), nullable=False), text("orgid", 32)),
        *(sa.Column(n, sa.Integer(), nullable=False) for n in ("daycount", "entrycount")),
        *sums("cash", "pos", "transfer", "online", "difference"),
        *(text("closedby", 64), sa.Column("closed", TIME)),
        *record("chamonth"),
    )
    op.create_index("uq_chamonth_month", "chamonth", ["orgid", "month"], unique=True)
    op.create_index("ix_chaentry_at", "chaentry", ["at", "id"])
    # the days on which money was taken before there was a close are open
    op.execute(
        """
        insert into chaday (id, version, createby, createtime, updateby, updatetime, step, step_since, opened_by, userid,
          username, day, orgid, entrycount, cash, pos, transfer, counts, counted, difference, reason, closedby, reviewby)
        select replace(gen_random_uuid()::text, '-', ''), 1, e.userid, now(), '', now(), 'OPEN', now(), '', e.userid,
          max(e.username), e.day, max(coalesce(u.org_id, '')), 0, 0, 0, 0, '{}', 0, 0, '', '', ''
        from chaentry e left join sys_user u on u.id = e.userid
        where e.kind = 'paid' and e.way in ('cash', 'pos', 'transfer') group by e.userid, e.day
        """
    )
    op.execute(
        """
        insert into chamonth (id, version, createby, createtime, updateby, updatetime, step, step_since, opened_by,
          month, begins, orgid, daycount, entrycount, cash, pos, transfer, online, difference, closedby)
        select replace(gen_random_uuid()::text, '-', ''), 1, '', now(), '', now(), 'MONTH', now(), '',
          to_char(day, 'YYYY-MM'), min(date_trunc('month', day)::date), orgid, 0, 0, 0, 0, 0, 0, 0, ''
        from chaday group by to_char(day, 'YYYY-MM'), orgid
        """
    )


def downgrade() -> None:
    op.drop_index("ix_chaentry_at", "chaentry")
    op.drop_table("chamonth")
    op.drop_table("chaday")

"""Who inspects an item of a declaration; report checks whose source exists by now.

Rows of rule tables that an administrator changed are left.
"""

import json

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0085"
down_revision = "0078"
branch_labels = None
depends_on = None

CHANGES: tuple[tuple[str, str, dict[str, tuple[str, str]]], ...] = (
    (
        "report_checks",
        "GD03",
        {"off": ("各管线的日期由规则逐条计算，没有人填写", ""), "each": ("", "says"), "field": ("", "nextdate")},
    ),
)


def _change(back: bool) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :tbl and rowkey = :key and data @> cast(:old as jsonb) and validto is null"
    )
    for tbl, key, columns in CHANGES:
        old, new = ({name: pair[at] for name, pair in columns.items()} for at in ((1, 0) if back else (0, 1)))
        op.execute(change.bindparams(tbl=tbl, key=key, old=json.dumps(old), new=json.dumps(new)))


def upgrade() -> None:
    people = postgresql.ARRAY(sa.String(32))
    op.add_column("appmain", sa.Column("takers", people, server_default="{}", nullable=False))
    op.execute(
        "update appmain m set takers = t.people from (select b.appmain_id, array_agg(distinct w.who) people"
        " from appbuss b cross join lateral unnest(b.inspectors) as w(who) group by b.appmain_id) t"
        " where t.appmain_id = m.id"
    )
    op.create_index("ix_appmain_takers", "appmain", ["takers"], postgresql_using="gin")
    _change(False)


def downgrade() -> None:
    _change(True)
    op.drop_index("ix_appmain_takers", table_name="appmain", postgresql_using="gin")
    op.drop_column("appmain", "takers")

"""A step of the flow is configured by class and sort of inspection, for named handlers, from a day on."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0290"
down_revision = "0281"
branch_labels = None
depends_on = None

KEYS = postgresql.ARRAY(sa.String(32))
WORDS = {"equclass": 64, "seisort": 4, "testsort": 8}


def upgrade() -> None:
    for name, size in WORDS.items():
        op.add_column("sys_flow_conf", sa.Column(name, sa.String(size), nullable=False, server_default=""))
        op.alter_column("sys_flow_conf", name, server_default=None)
    op.add_column("sys_flow_conf", sa.Column("actors", KEYS, nullable=False, server_default="{}"))
    op.add_column("sys_flow_conf", sa.Column("validfrom", sa.Date()))
    op.execute("update sys_flow_conf set seisort = substr(scope, 2) where scope like 's%'")
    op.execute("update sys_flow_conf set equclass = scope where scope not like 's%'")
    op.drop_column("sys_flow_conf", "scope")
    for table in ("appmain", "appbuss"):
        op.add_column(table, sa.Column("handlers", KEYS, nullable=False, server_default="{}"))


def downgrade() -> None:
    for table in ("appmain", "appbuss"):
        op.drop_column(table, "handlers")
    op.add_column("sys_flow_conf", sa.Column("scope", sa.String(64), nullable=False, server_default=""))
    op.alter_column("sys_flow_conf", "scope", server_default=None)
    op.execute("update sys_flow_conf set scope = case when seisort <> '' then 's' || seisort else equclass end")
    for name in ("validfrom", "actors", *WORDS):
        op.drop_column("sys_flow_conf", name)

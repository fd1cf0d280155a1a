"""The step that a move blamed and the materials of a declaration: written by nobody, read by nobody."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("flow_log", "duty_step")
    op.drop_column("appmain", "materials")


def downgrade() -> None:
    op.add_column("appmain", sa.Column("materials", postgresql.JSONB(), nullable=False, server_default="[]"))
    op.add_column("flow_log", sa.Column("duty_step", sa.String(32), nullable=False, server_default=""))
    for table, name in (("appmain", "materials"), ("flow_log", "duty_step")):
        op.alter_column(table, name, server_default=None)

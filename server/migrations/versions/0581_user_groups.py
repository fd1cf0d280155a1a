"""Groups of people who take work up together."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import record, texts

revision = "0581"
down_revision = "0580"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = "sys_user_group"
    enabled = sa.Column("enabled", sa.Boolean(), nullable=False)
    op.create_table(table, *texts(name=64, org_id=32, equclass=64, remark=256), enabled, *record(table))
    op.create_index("uq_sys_user_group_name", table, ["org_id", "name"], unique=True)
    groups = sa.Column("group_ids", postgresql.ARRAY(sa.String(32)), server_default="{}", nullable=False)
    op.add_column("sys_user", groups)


def downgrade() -> None:
    op.drop_column("sys_user", "group_ids")
    op.drop_table("sys_user_group")

"""A signature may be confirmed by the second factor, and says which reasons of the inspectors it covers."""

import sqlalchemy as sa
from alembic import op

revision = "0640"
down_revision = "0631"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sys_session", sa.Column("signed_way", sa.String(16), nullable=False, server_default=""))
    op.add_column("import_run", sa.Column("way", sa.String(16), nullable=False, server_default=""))
    op.add_column("report_signature", sa.Column("answers", sa.String(64), nullable=False, server_default=""))
    op.alter_column("report_signature", "answers", server_default=None)


def downgrade() -> None:
    op.drop_column("report_signature", "answers")
    op.drop_column("import_run", "way")
    op.drop_column("sys_session", "signed_way")

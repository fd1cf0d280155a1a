"""A signature says which pictures stood under the record; '' of those that were made before it did."""

import sqlalchemy as sa
from alembic import op

revision = "0610"
down_revision = "0601"
branch_labels = None
depends_on = None


def upgrade() -> None:
    evidence = sa.Column("evidence", sa.String(64), server_default="", nullable=False)
    op.add_column("report_signature", evidence)
    op.alter_column("report_signature", "evidence", server_default=None)


def downgrade() -> None:
    op.drop_column("report_signature", "evidence")

"""Reminders of problems, each once for a deadline; the rules by which they are sent."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, record, texts

revision = "0552"
down_revision = "0551"
branch_labels = None
depends_on = None
TABLE = "supervision_defect_reminder"


def upgrade() -> None:
    parent = sa.ForeignKey("supervision_defect.id", name=f"fk_{TABLE}_defect_id_supervision_defect", ondelete="CASCADE")
    of_defect = sa.Column("defect_id", sa.String(32), parent, nullable=False)
    counts = [sa.Column(name, sa.Integer(), nullable=False) for name in ("level", "people")]
    op.create_table(
        TABLE,
        of_defect,
        *texts(code=32, said=200, whom=200),
        *days("deadline", "sent", null=False),
        *counts,
        *record(TABLE),
    )
    op.create_index(f"uq_{TABLE}", TABLE, ["defect_id", "deadline", "code"], unique=True)


def downgrade() -> None:
    op.drop_table(TABLE)

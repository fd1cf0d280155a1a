"""Devices that were changed wait in a table to be checked again, instead of a job for each change."""

import sqlalchemy as sa
from alembic import op

revision = "0320"
down_revision = "0300"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "equipment_quality_waiting",
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("equdatasysid", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_equipment_quality_waiting")),
    )
    # what a job of the version before still wants to check
    op.execute(
        "insert into equipment_quality_waiting (equdatasysid)"
        " select jsonb_array_elements_text(args -> 'ids') from procrastinate_jobs"
        " where task_name = 'archives.quality_of' and status in ('todo', 'doing')"
    )
    op.execute("delete from procrastinate_jobs where task_name = 'archives.quality_of' and status = 'todo'")


def downgrade() -> None:
    op.drop_table("equipment_quality_waiting")

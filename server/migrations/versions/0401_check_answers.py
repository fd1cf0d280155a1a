"""Answers of check lists, whatever record they belong to."""

from alembic import op

from migrations.shorthand import record, texts

revision = "0401"
down_revision = "0400"
branch_labels = None
depends_on = None


def upgrade() -> None:
    said = texts(checklist=32, owner_id=32, item=32, text=500, result=4, value=200, finding=500)
    op.create_table("check_answer", *said, *record("check_answer"))
    op.create_index("uq_check_answer", "check_answer", ["checklist", "owner_id", "item"], unique=True)


def downgrade() -> None:
    op.drop_table("check_answer")

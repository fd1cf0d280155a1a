"""Old short messages are found by their age until their numbers are hidden."""

from alembic import op

revision = "0087"
down_revision = "0086"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_sms_kept", "sms", ["createtime"], postgresql_where="content <> ''")


def downgrade() -> None:
    op.drop_index("ix_sms_kept", "sms")

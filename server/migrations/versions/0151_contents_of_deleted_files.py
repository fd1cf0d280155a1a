"""Deleted attachments whose content is still kept are found by the moment of their deletion."""

import sqlalchemy as sa
from alembic import op

revision = "0151"
down_revision = "0150"
branch_labels = None
depends_on = None


def upgrade() -> None:
    still_kept = sa.text("deleted AND key <> ''")
    op.create_index("ix_attachment_deleted", "attachment", ["updatetime"], postgresql_where=still_kept)


def downgrade() -> None:
    op.drop_index("ix_attachment_deleted", "attachment")

"""The money of the people of a station, found by person.

Revision ID: 0773
"""

from alembic import op

revision = "0773"
down_revision = "0772"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_chaentry_user", "chaentry", ["userid", "at"])


def downgrade() -> None:
    op.drop_index("ix_chaentry_user", "chaentry")

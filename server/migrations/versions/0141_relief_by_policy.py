"""Lines of relief are summed by their policy."""

import sqlalchemy as sa
from alembic import op

revision = "0141"
down_revision = "0140"
branch_labels = None
depends_on = None


def upgrade() -> None:
    of_policies = sa.text("policy_id <> ''")
    op.create_index("ix_chaline_policy", "chaline", ["policy_id", "charge_id"], postgresql_where=of_policies)


def downgrade() -> None:
    op.drop_index("ix_chaline_policy", "chaline")

"""What an institution inspects in another city than its own is found by the city of the device."""

from alembic import op

revision = "0810"
down_revision = "0800"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('create index ix_appbuss_org_city on appbuss (cheorg, "left"(areacode, 4), id)')


def downgrade() -> None:
    op.drop_index("ix_appbuss_org_city", "appbuss")

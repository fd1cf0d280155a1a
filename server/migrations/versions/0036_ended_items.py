"""The order of items that have ended: between the newest numbers there are few of them."""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

PAST = "step in ('DONE', 'ENDED', 'VOID', 'REFUSED')"
MADE = {"ix_appbuss_ended_no": ["seisn", "id"], "ix_appbuss_org_ended_no": ["cheorg", "seisn", "id"]}


def upgrade() -> None:
    for name, columns in MADE.items():
        op.create_index(name, "appbuss", columns, postgresql_where=PAST)


def downgrade() -> None:
    for name in MADE:
        op.drop_index(name, "appbuss")

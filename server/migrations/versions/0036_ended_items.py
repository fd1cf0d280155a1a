"""The order of items that have ended, for between the newest numbers there are few of them; what is under way by its
due day."""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

OPEN = "step not in ('DONE', 'ENDED', 'VOID')"
PAST = "step in ('DONE', 'ENDED', 'VOID', 'REFUSED')"
MADE = {"ix_appbuss_ended_no": ["seisn", "id"], "ix_appbuss_org_ended_no": ["cheorg", "seisn", "id"]}


def upgrade() -> None:
    for name, columns in MADE.items():
        op.create_index(name, "appbuss", columns, postgresql_where=PAST)
    op.create_index("ix_appbuss_org_open_due", "appbuss", ["cheorg", "duedate"], postgresql_where=OPEN)


def downgrade() -> None:
    op.drop_index("ix_appbuss_org_open_due", "appbuss")
    for name in MADE:
        op.drop_index(name, "appbuss")

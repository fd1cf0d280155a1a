"""The lists of audited and of accepted work begin with the newest, from an index."""

from alembic import op

revision = "0540"
down_revision = "0531"
branch_labels = None
depends_on = None

INDEXES = {"ix_appbuss_audited": "auditedat", "ix_appbuss_accepted": "acceptdate"}


def upgrade() -> None:
    for name, column in INDEXES.items():
        op.create_index(name, "appbuss", [column, "id"], postgresql_where=f"{column} is not null")


def downgrade() -> None:
    for name in INDEXES:
        op.drop_index(name, "appbuss")

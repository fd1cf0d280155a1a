"""A policy of relief waits for a second person; those that count or were switched off stand so."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import subject

revision = "0472"
down_revision = "0471"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in subject():
        column.server_default = sa.DefaultClause("") if not column.nullable else None
        op.add_column("chareliefpolicy", column)
        if not column.nullable:
            op.alter_column("chareliefpolicy", column.name, server_default=None)
    for name, size in (("backreason", 256), ("agreedby", 64)):
        op.add_column("chareliefpolicy", sa.Column(name, sa.String(size), nullable=False, server_default=""))
    op.execute(
        "UPDATE chareliefpolicy SET step = CASE WHEN enabled THEN 'FORCE' ELSE 'STOPPED' END, step_since = now()"
    )

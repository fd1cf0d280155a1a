"""The number of a safety valve stands whole in its inspections: up to 64 characters, where a device code has 20."""

import sqlalchemy as sa
from alembic import op

revision = "0131"
down_revision = "0130"
branch_labels = None
depends_on = None

TABLES = (
    "appitem",
    "appbuss",
    "report_change",
    "inspection_hazard",
    "inspection_notice",
    "chaitem",
    "transfer",
)


def upgrade() -> None:
    for table in TABLES:  # longer, so that no row is written anew
        op.alter_column(table, "equcode", type_=sa.String(64), existing_type=sa.String(20), existing_nullable=False)
    for table in ("appitem", "appbuss"):
        op.execute(
            f"update {table} t set equcode = v.valveno from safety_valve v"
            " where t.equdatasysid = v.samvalveid and length(v.valveno) > 20 and t.equcode = left(v.valveno, 20)"
        )


def downgrade() -> None:
    for table in TABLES:
        op.alter_column(
            table,
            "equcode",
            type_=sa.String(20),
            existing_type=sa.String(64),
            existing_nullable=False,
            postgresql_using="left(equcode, 20)",
        )

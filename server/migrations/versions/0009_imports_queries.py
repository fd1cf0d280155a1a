"""Imports, saved queries and data quality."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def record() -> list[sa.Column]:
    """What every business table has."""
    moment = sa.DateTime(timezone=True)
    return [
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("createtime", moment, nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.Column("updatetime", moment, nullable=False),
    ]


def upgrade() -> None:
    op.create_index("ix_equipment_96333", "equipment", ["ele96333code"])
    op.create_table(
        "import_run",
        *record(),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("user_name", sa.String(64), nullable=False),
        sa.Column("view_no", sa.String(64), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("filename", sa.String(200), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("good", sa.Integer(), nullable=False),
        sa.Column("bad", sa.Integer(), nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("message", sa.String(500), nullable=False),
        sa.Column("faults", JSONB(), nullable=False),
        sa.Column("errors_key", sa.String(64), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
    )
    op.create_index("ix_import_run_user", "import_run", ["user_id", "createtime"])
    # A number in the document of a device, null when it is none: for conditions and their indexes.
    op.execute(
        """
        create function tj_number(t text) returns numeric immutable parallel safe language sql as
        $$ select case when t ~ '^-?[0-9]{1,15}([.][0-9]{1,10})?$' then t::numeric end $$
        """
    )
    op.create_index(
        "ix_equipment_params",
        "equipment",
        ["params"],
        postgresql_using="gin",
        postgresql_ops={"params": "jsonb_path_ops"},
    )
    op.create_table(
        "query_setting",
        *record(),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("owner_id", sa.String(32), nullable=False),
        sa.Column("owner_name", sa.String(64), nullable=False),
        sa.Column("org_id", sa.String(32), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("matchall", sa.Boolean(), nullable=False),
        sa.Column("conditions", JSONB(), nullable=False),
        sa.Column("columns", JSONB(), nullable=False),
        sa.Column("sort", sa.String(64), nullable=False),
        sa.Column("remark", sa.String(200), nullable=False),
    )
    op.create_index("ix_query_setting_kind", "query_setting", ["kind", "owner_id"])


def downgrade() -> None:
    op.drop_table("query_setting")
    op.drop_index("ix_equipment_params", "equipment")
    op.execute("drop function tj_number(text)")
    op.drop_table("import_run")
    op.drop_index("ix_equipment_96333", "equipment")

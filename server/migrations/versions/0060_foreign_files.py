"""Imports of foreign files: what their headings and words mean, kept per source."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "import_source",
        sa.Column("org_id", sa.String(length=32), nullable=False),
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("view_no", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("columns", postgresql.JSONB(), nullable=False),
        sa.Column("words", postgresql.JSONB(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_source")),
    )
    op.create_index("uq_import_source_name", "import_source", ["org_id", "unit_id", "view_no", "name"], unique=True)
    op.add_column("import_run", sa.Column("units", postgresql.JSONB(none_as_null=True), nullable=True))
    for name in ("found", "meaning"):
        op.add_column("import_run", sa.Column(name, postgresql.JSONB(), server_default="{}", nullable=False))
    op.add_column("import_run", sa.Column("drafts", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    for name in ("drafts", "units", "meaning", "found"):
        op.drop_column("import_run", name)
    op.drop_index("uq_import_source_name", table_name="import_source")
    op.drop_table("import_source")

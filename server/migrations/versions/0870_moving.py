"""Moving in: projects with their files, what becomes of each row, old numbers, what a load made; packages moved out."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import record, texts

revision = "0870"
down_revision = "0860"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "moving_project",
        *texts(org_id=32, name=60, system=60, remark=500),
        sa.Column("drafts", sa.Boolean(), nullable=False),
        sa.Column("makes", sa.Boolean(), nullable=False),
        *texts(state=8, message=500),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("passed", sa.Integer(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        *texts(worker_id=32, sender_id=32),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        *texts(approver_id=32),
        sa.Column("approved", sa.DateTime(timezone=True), nullable=True),
        *texts(reason=500),
        sa.Column("loaded", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone", sa.DateTime(timezone=True), nullable=True),
        sa.Column("before", sa.Numeric(6, 2), nullable=True),
        sa.Column("after", sa.Numeric(6, 2), nullable=True),
        sa.Column("held", postgresql.JSONB(), nullable=False),
        *record("moving_project"),
    )
    op.create_index("ix_moving_project_org", "moving_project", ["org_id", "createtime"])
    op.create_table(
        "moving_file",
        sa.Column(
            "project_id",
            sa.String(32),
            sa.ForeignKey("moving_project.id", name="fk_moving_file_project_id", ondelete="CASCADE"),
            nullable=False,
        ),
        *texts(name=200, key=64, memo=64),
        sa.Column("size", sa.Integer(), nullable=False),
        *texts(format=8, encoding=16, separator=4, kind=16, state=8, message=500),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("found", postgresql.JSONB(), nullable=False),
        sa.Column("meaning", postgresql.JSONB(), nullable=False),
        sa.Column("counts", postgresql.JSONB(), nullable=False),
        sa.Column("loaded", sa.DateTime(timezone=True), nullable=True),
        *record("moving_file"),
    )
    op.create_index("ix_moving_file_project", "moving_file", ["project_id", "createtime"])
    op.create_table(
        "moving_row",
        sa.Column(
            "file_id",
            sa.String(32),
            sa.ForeignKey("moving_file.id", name="fk_moving_row_file_id", ondelete="CASCADE"),
            nullable=False,
        ),
        *texts(project_id=32),
        sa.Column("line", sa.Integer(), nullable=False),
        *texts(oldkey=64, title=100, state=8, field=100, why=500),
        sa.Column("leaves", sa.Boolean(), nullable=False),
        *texts(target_id=32, digest=64),
        sa.Column("cells", sa.Text(), nullable=False),
        *record("moving_row"),
    )
    op.create_index("ix_moving_row_file", "moving_row", ["file_id", "state", "line"])
    op.create_index("ix_moving_row_line", "moving_row", ["line", "id"])
    op.create_index("ix_moving_row_project", "moving_row", ["project_id", "line", "id"])
    op.create_table(
        "moving_number",
        *texts(org_id=32, system=60, kind=16, oldkey=64, title=100, target_id=32, file_id=32),
        sa.Column("made", sa.Boolean(), nullable=False),
        *texts(digest=64),
        *record("moving_number"),
    )
    op.create_index("ix_moving_number_file", "moving_number", ["file_id"])
    op.create_index(
        "ix_moving_number_oldkey", "moving_number", ["oldkey"], postgresql_ops={"oldkey": "text_pattern_ops"}
    )
    op.create_index("uq_moving_number", "moving_number", ["org_id", "system", "kind", "oldkey"], unique=True)
    op.create_table(
        "moving_trace",
        sa.Column(
            "file_id",
            sa.String(32),
            sa.ForeignKey("moving_file.id", name="fk_moving_trace_file_id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("place", sa.Integer(), nullable=False),
        *texts(model=64, target_id=32),
        sa.Column("was", sa.Integer(), nullable=False),
        *record("moving_trace"),
    )
    op.create_index("ix_moving_trace_file", "moving_trace", ["file_id", "model", "place"])
    op.create_table(
        "moving_counter",
        sa.Column(
            "file_id",
            sa.String(32),
            sa.ForeignKey("moving_file.id", name="fk_moving_counter_file_id", ondelete="CASCADE"),
            nullable=False,
        ),
        *texts(series=64, period=16),
        sa.Column("was", sa.Integer(), nullable=True),
        sa.Column("raised", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("file_id", "series", "period", name="pk_moving_counter"),
    )
    op.create_table(
        "moving_out",
        *texts(org_id=32, name=60, why=200, extent=8, unit_id=32),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        *texts(state=8, message=500),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("passed", sa.Integer(), nullable=False),
        *texts(asker_id=32, first_id=32),
        sa.Column("firsttime", sa.DateTime(timezone=True), nullable=True),
        *texts(second_id=32),
        sa.Column("secondtime", sa.DateTime(timezone=True), nullable=True),
        *texts(reason=500),
        sa.Column("ready", sa.DateTime(timezone=True), nullable=True),
        sa.Column("size", sa.BigInteger(), nullable=False),
        *texts(digest=64),
        sa.Column("manifest", postgresql.JSONB(), nullable=False),
        *record("moving_out"),
    )
    op.create_index("ix_moving_out_org", "moving_out", ["org_id", "createtime"])
    op.create_table(
        "moving_piece",
        sa.Column(
            "out_id",
            sa.String(32),
            sa.ForeignKey("moving_out.id", name="fk_moving_piece_out_id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("place", sa.Integer(), nullable=False),
        *texts(key=64),
        sa.PrimaryKeyConstraint("out_id", "place", name="pk_moving_piece"),
    )


def downgrade() -> None:
    for table in (
        "moving_piece",
        "moving_out",
        "moving_counter",
        "moving_trace",
        "moving_number",
        "moving_row",
        "moving_file",
        "moving_project",
    ):
        op.drop_table(table)

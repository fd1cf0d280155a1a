"""Equipment and unit changes: effective days, merges, deletions, corrections."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

CODES = "equcode || '|' || regcode || '|' || usecertno || '|' || prono || '|' || equidentcode || '|' || ele96333code"


def _search_columns(codes: str, size: int) -> None:
    """The generated search columns of the devices, over these codes."""
    op.drop_index("ix_equipment_grams", "equipment")
    op.drop_column("equipment", "grams")
    op.drop_column("equipment", "searchtext")
    text, pieces = sa.Computed(f"lower({codes})", persisted=True), sa.Computed(f"tj_grams({codes})", persisted=True)
    op.add_column("equipment", sa.Column("searchtext", sa.String(length=size), text, nullable=False))
    op.add_column("equipment", sa.Column("grams", postgresql.ARRAY(sa.Text()), pieces, nullable=False))
    op.create_index("ix_equipment_grams", "equipment", ["grams"], postgresql_using="gin")


def upgrade() -> None:
    op.add_column("audit_log", sa.Column("since", sa.Date(), nullable=True))
    op.add_column("unit", sa.Column("unitDel", sa.Integer(), server_default="0", nullable=False))
    op.add_column("unit", sa.Column("mergedtoid", sa.String(length=32), server_default="", nullable=False))
    op.create_index("ix_unit_tel", "unit", ["tel"])
    op.add_column("equipment", sa.Column("oldcodes", sa.String(length=1000), server_default="", nullable=False))
    _search_columns(f"{CODES} || '|' || oldcodes", 1400)
    op.create_table(
        "archive_trace",
        sa.Column("entity", sa.String(length=16), nullable=False),
        sa.Column("how", sa.String(length=4), nullable=False),
        sa.Column("object_id", sa.String(length=32), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("place", sa.String(length=256), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("orgid", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("by_name", sa.String(length=64), nullable=False),
        sa.Column("keptid", sa.String(length=32), nullable=False),
        sa.Column("keptname", sa.String(length=256), nullable=False),
        sa.Column("keptcode", sa.String(length=32), nullable=False),
        sa.Column("moves", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("before", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("seen_version", sa.Integer(), nullable=False),
        sa.Column("addedcodes", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=4), nullable=False),
        sa.Column("back_by", sa.String(length=64), nullable=False),
        sa.Column("back_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_archive_trace")),
    )
    op.create_index("ix_archive_trace_kept", "archive_trace", ["keptid"], unique=False)
    op.create_index("ix_archive_trace_object", "archive_trace", ["object_id"], unique=False)
    op.create_index("ix_archive_trace_time", "archive_trace", ["entity", "createtime", "id"], unique=False)
    op.create_table(
        "merge_moved",
        sa.Column("trace_id", sa.String(length=32), nullable=False),
        sa.Column("ref", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("before", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("trace_id", "ref", "key", name=op.f("pk_merge_moved")),
    )
    op.create_table(
        "equipment_state",
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("action", sa.String(length=8), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("reason", sa.String(length=8), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("useorgname", sa.String(length=200), nullable=False),
        sa.Column("fromstatus", sa.String(length=4), nullable=False),
        sa.Column("tostatus", sa.String(length=4), nullable=False),
        sa.Column("fromarea", sa.String(length=12), nullable=False),
        sa.Column("toarea", sa.String(length=12), nullable=False),
        sa.Column("fromplace", sa.String(length=256), nullable=False),
        sa.Column("toplace", sa.String(length=256), nullable=False),
        sa.Column("fromorg", sa.String(length=32), nullable=False),
        sa.Column("toorg", sa.String(length=32), nullable=False),
        sa.Column("fromorgname", sa.String(length=200), nullable=False),
        sa.Column("toorgname", sa.String(length=200), nullable=False),
        sa.Column("shareduntil", sa.Date(), nullable=True),
        sa.Column("by_name", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_equipment_state")),
    )
    op.create_index("ix_equipment_state_device", "equipment_state", ["equdatasysid", "day"], unique=False)
    op.create_index("ix_equipment_state_from", "equipment_state", ["fromorg", "createtime"], unique=False)
    op.create_index("ix_equipment_state_to", "equipment_state", ["toorg", "createtime"], unique=False)
    op.create_table(
        "archive_correction",
        sa.Column("corrno", sa.String(length=32), nullable=False),
        sa.Column("entity", sa.String(length=16), nullable=False),
        sa.Column("object_id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=256), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("orgid", sa.String(length=32), nullable=False),
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("lines", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("summary", sa.String(length=500), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("step", sa.String(length=16), nullable=False),
        sa.Column("step_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("limit_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_by", sa.String(length=64), nullable=False),
        sa.Column("applicant", sa.String(length=64), nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("auditor", sa.String(length=64), nullable=False),
        sa.Column("audited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opinion", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_archive_correction")),
    )
    op.create_index("ix_archive_correction_object", "archive_correction", ["object_id"], unique=False)
    op.create_index("ix_archive_correction_org", "archive_correction", ["orgid", "step", "createtime"], unique=False)
    op.create_index("ix_archive_correction_time", "archive_correction", ["createtime", "id"], unique=False)
    op.create_index(
        "uq_archive_correction_no", "archive_correction", ["corrno"], unique=True, postgresql_where="corrno <> ''"
    )


def downgrade() -> None:
    for name in ("archive_correction", "equipment_state", "merge_moved", "archive_trace"):
        op.drop_table(name)
    _search_columns(CODES, 400)
    op.drop_column("equipment", "oldcodes")
    op.drop_index("ix_unit_tel", "unit")
    op.drop_column("unit", "mergedtoid")
    op.drop_column("unit", "unitDel")
    op.drop_column("audit_log", "since")

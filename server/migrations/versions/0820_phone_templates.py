"""Templates on phones: the edition that a pack and held operations have, and the checks that read it.

Revision ID: 0820
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0820"
down_revision = "0811"
branch_labels = None
depends_on = None

PACK, HELD = "pack_job", "held_job"
CHANGED = {
    "X16": (
        {"condition": "result == '×' and not photo"},
        {"condition": "result == '×' and not photo and duty is empty"},
    ),
    "X24": (
        {"off": "移动端离线录入尚未启用", "each": "", "condition": ""},
        {"off": "", "each": "once", "condition": "pack != version"},
    ),
}


def upgrade() -> None:
    for table in (PACK, HELD):
        op.add_column(table, sa.Column("template", sa.String(16), nullable=False, server_default=""))
        op.add_column(table, sa.Column("edition", sa.Integer(), nullable=False, server_default="0"))
        op.execute(
            f"update {table} set template = r.template, edition = r.template_version"
            f" from original_record r where r.id = {table}.record_id"
        )
    op.add_column(HELD, sa.Column("written_id", sa.String(32), nullable=False, server_default=""))
    op.create_index("ix_held_job_written", HELD, ["written_id"], postgresql_where=sa.text("written_id <> ''"))
    for code, (before, after) in CHANGED.items():
        _change(code, before, after)


def downgrade() -> None:
    for code, (before, after) in CHANGED.items():
        _change(code, after, before)
    op.drop_index("ix_held_job_written", HELD)
    op.drop_column(HELD, "written_id")
    for table in (HELD, PACK):
        op.drop_column(table, "edition")
        op.drop_column(table, "template")


def _change(code: str, before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": code} | before), new=json.dumps(after)))

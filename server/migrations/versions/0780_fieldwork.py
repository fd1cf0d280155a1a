"""Terminals of inspectors, what they were given and what came from them; conflicts of records.

Revision ID: 0780
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from migrations.shorthand import days, moments, record, subject, texts

revision = "0780"
down_revision = "0773"
branch_labels = None
depends_on = None

OPS, CONFLICTS = "record_op", "record_conflict"


def _numbers(*names: str) -> list[sa.Column]:
    return [sa.Column(name, sa.Integer(), nullable=False, server_default="0") for name in names]


def _documents(*names: str) -> list[sa.Column]:
    return [sa.Column(name, JSONB(), nullable=True) for name in names]


def upgrade() -> None:
    op.create_table(
        "terminal",
        *texts(user_id=32, device=64, name=64, app=32, orgid=32, deptid=32),
        *texts(address=64, blockreason=200, blockedby=32),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("clockoff", "lastseq", "jobs")),
        *moments("contact", "blocked"),
        *subject(),
        *record("terminal"),
    )
    op.create_index("uq_terminal_device", "terminal", ["user_id", "device"], unique=True)
    op.create_index("ix_terminal_org", "terminal", ["orgid", "contact", "id"])
    of_terminal = "terminal.id"
    op.create_table(
        "terminal_day",
        sa.Column(
            "terminal_id", sa.String(32), sa.ForeignKey(of_terminal, name="fk_terminal_day_terminal_id"), nullable=False
        ),
        *texts(user_id=32, orgid=32, deptid=32, app=32, address=64),
        *days("day", null=False),
        *moments("first", "last", null=False),
        *_numbers("contacts", "jobs", "operations", "photos"),
        *record("terminal_day"),
    )
    op.create_index("uq_terminal_day", "terminal_day", ["terminal_id", "day", "app", "address"], unique=True)
    op.create_index("ix_terminal_day_org", "terminal_day", ["orgid", "last", "id"])
    op.create_table(
        "pack_job",
        *texts(user_id=32, record_id=32),
        sa.Column(
            "appbuss_id", sa.String(32), sa.ForeignKey("appbuss.id", name="fk_pack_job_appbuss_id"), nullable=False
        ),
        *moments("given", null=False),
        *record("pack_job"),
    )
    op.create_index("uq_pack_job", "pack_job", ["user_id", "appbuss_id", "record_id"], unique=True)
    op.create_index("ix_pack_job_record", "pack_job", ["record_id"])
    op.create_index("ix_pack_job_item", "pack_job", ["appbuss_id"])
    op.create_table(
        OPS,
        *texts(
            opid=64, user_id=32, user_name=64, orgid=32, deptid=32, record_id=32, appbuss_id=32, path=200, words=200
        ),
        *texts(app=32, digest=64, state=8, message=500),
        sa.Column(
            "terminal_id", sa.String(32), sa.ForeignKey(of_terminal, name="fk_record_op_terminal_id"), nullable=False
        ),
        sa.Column("seq", sa.Integer(), nullable=False),
        *_documents("base", "value", "working"),
        *_numbers("baseversion", "clockoff", "recordversion"),
        *moments("at"),
        *record(OPS),
    )
    op.create_index("uq_record_op_seq", OPS, ["terminal_id", "seq"], unique=True)
    op.create_index("uq_record_op_opid", OPS, ["opid"], unique=True, postgresql_where=sa.text("opid <> ''"))
    op.create_index("ix_record_op_path", OPS, ["record_id", "path", "createtime"])
    named = sa.text("appbuss_id <> ''")
    op.create_index("ix_record_op_item", OPS, ["appbuss_id", "createtime"], postgresql_where=named)
    op.create_index("ix_record_op_org", OPS, ["orgid", "createtime", "id"])
    op.create_index("ix_record_op_user", OPS, ["user_id", "createtime", "id"])
    op.create_table(
        "record_rows",
        sa.Column(
            "record_id",
            sa.String(32),
            sa.ForeignKey("original_record.id", name="fk_record_rows_record_id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("rows", JSONB(), nullable=False),
        sa.Column("gone", JSONB(), nullable=False),
        *record("record_rows"),
        sa.UniqueConstraint("record_id", name="uq_record_rows_record_id"),
    )
    op.create_table(
        CONFLICTS,
        sa.Column(
            "appbuss_id",
            sa.String(32),
            sa.ForeignKey("appbuss.id", name="fk_record_conflict_appbuss_id"),
            nullable=False,
        ),
        *texts(record_id=32, reportno=40, equname=128, unitname=200, path=200, words=200, decider=8, main_id=32),
        *texts(
            orgid=32,
            deptid=32,
            mineshown=500,
            mine_id=32,
            mineon=32,
            theirson=32,
            theirsshown=500,
            theirs_id=32,
            theirs_name=64,
        ),
        *texts(workingshown=500, valueshown=500, decidedby=32, reason=500),
        *_documents("mine", "theirs", "base", "working", "value"),
        *moments("mineat", "decided"),
        *subject(),
        *record(CONFLICTS),
    )
    still = sa.text("step = 'DC'")
    op.create_index("ix_record_conflict_open", CONFLICTS, ["record_id", "path"], postgresql_where=still)
    op.create_index("ix_record_conflict_item", CONFLICTS, ["appbuss_id"], postgresql_where=still)
    op.create_index("ix_record_conflict_org", CONFLICTS, ["orgid", "step", "createtime"])
    op.create_index("ix_record_conflict_main", CONFLICTS, ["main_id", "step", "createtime"])


def downgrade() -> None:
    for table in (CONFLICTS, "record_rows", OPS, "pack_job", "terminal_day", "terminal"):
        op.drop_table(table)

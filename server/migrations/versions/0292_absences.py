"""When colleagues are away; check P08 of reports speaks of it. A row that an administrator changed is left."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0292"
down_revision = "0291"
branch_labels = None
depends_on = None

TABLE = "staff_leave"
WORDS = {"user_id": 32, "username": 64, "org_id": 32, "dept_id": 32, "kind": 4, "reason": 500}
WORDS |= {"createby": 32, "updateby": 64}
BEFORE = {"code": "P08", "off": "没有检验人员请假、外出、暂停的台账"}
SPEAKS = {"off": "", "each": "list", "of": "people", "condition": "state is not empty"}
SILENT = {"off": BEFORE["off"], "each": "", "of": "", "condition": ""}


def _change(old: dict[str, str], new: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps(old), new=json.dumps(new)))


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.String(size), nullable=False) for name, size in WORDS.items()),
        *(sa.Column(name, sa.Date(), nullable=False) for name in ("begins", "ends")),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_leave")),
    )
    op.create_index("ix_staff_leave_user", TABLE, ["user_id", "ends"])
    op.create_index("ix_staff_leave_org", TABLE, ["org_id", "begins", "id"])
    _change(BEFORE, SPEAKS)


def downgrade() -> None:
    _change({"code": "P08", "condition": SPEAKS["condition"]}, SILENT)
    op.drop_table(TABLE)

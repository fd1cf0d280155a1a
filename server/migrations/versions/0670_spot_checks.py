"""报告质量抽查: the draws and the reports that were drawn.

Revision ID: 0670
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0670"
down_revision = "0661"
branch_labels = None
depends_on = None
CHECK, ITEM = "spot_check", "spot_item"


def upgrade() -> None:
    whose = [*texts(checkno=32, orgid=32, equclass=4, note=200, seed=64, framedigest=64, drawer_id=32)]
    numbers = [sa.Column(name, sa.Integer(), nullable=False) for name in ("sample", "frame")]
    when = [*days("datefrom", "dateto", null=False), *moments("drawn", "finished")]
    op.create_table(CHECK, *whose, *numbers, *when, *subject(), *record(CHECK))
    op.create_index("ix_spot_check_org", CHECK, ["orgid", "createtime"])
    parents = [
        sa.Column(name, sa.String(32), sa.ForeignKey(f"{table}.id", name=f"fk_{ITEM}_{name}_{table}"), nullable=False)
        for name, table in (("check_id", CHECK), ("appbuss_id", "appbuss"))
    ]
    report = texts(orgid=32, seisn=32, reportno=32, unitname=200, equclass=4, template=16, chedept=32)
    found = texts(errorclass=4, errorplace=100, errortext=500, person_id=32, checker_id=32)
    answered = texts(answer=500, measure=500, closer_id=32)
    place = sa.Column("place", sa.Integer(), nullable=False)
    signers = sa.Column("signers", sa.ARRAY(sa.String(32)), nullable=False)
    moved = moments("checked", "answered", "closed")
    op.create_table(ITEM, *parents, place, signers, *report, *found, *answered, *moved, *subject(), *record(ITEM))
    op.create_index("uq_spot_item_report", ITEM, ["check_id", "appbuss_id"], unique=True)
    op.create_index("ix_spot_item_appbuss_id", ITEM, ["appbuss_id"])
    op.create_index("ix_spot_item_org", ITEM, ["orgid", "step", "createtime"])
    op.create_index("ix_spot_item_person", ITEM, ["person_id", "step"])


def downgrade() -> None:
    op.drop_table(ITEM)
    op.drop_table(CHECK)

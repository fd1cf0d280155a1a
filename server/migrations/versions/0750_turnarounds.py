"""大检修: projects, the devices filed under them, and their amounts of work.

Revision ID: 0750
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

from migrations.shorthand import days, moments, record, subject, texts

revision = "0750"
down_revision = "0744"
branch_labels = None
depends_on = None
PROJECT, ITEM, WORK = "turnaround_project", "turnaround_item", "turnaround_work"


def amounts(*names: str, null: bool = True) -> list[sa.Column]:  # type: ignore[type-arg]
    return [sa.Column(name, sa.Numeric(12, 2), nullable=null) for name in names]


def upgrade() -> None:
    what = texts(projectno=32, name=128, unitsysid=32, unitname=200, plant=128, orgid=32, dept_id=32, remark=500)
    what += [*days("begins", "ends", null=False), *moments("started", "completed", "closed"), *texts(closer_id=32)]
    op.create_table(PROJECT, *what, *subject(), *record(PROJECT))
    numbered = {"postgresql_where": sa.text("projectno <> ''")}
    op.create_index("uq_turnaround_project_no", PROJECT, ["projectno"], unique=True, **numbered)
    op.create_index("ix_turnaround_project_org", PROJECT, ["orgid", "createtime"])
    op.create_index("ix_turnaround_project_unit", PROJECT, ["unitsysid", "step"])

    what = [
        *texts(project_id=32, kind=4, equdatasysid=32, lineid=32, objectno=64, objectname=128, innerno=64),
        *texts(cheorg=32, equclacode=8, seisort=4, testsort=8, packageno=64, inspectornames=256),
        *texts(result=4, problem=500, finisher_id=32),
        *days("ninspdate", "planbegin", "planend", "begun", "finished", "agreed"),
        sa.Column("inspectors", ARRAY(sa.String(32)), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], [f"{PROJECT}.id"], name="fk_turnaround_item_project_id_turnaround_project"
        ),
    ]
    op.create_table(ITEM, *what, *subject(), *record(ITEM))
    op.create_index("ix_turnaround_item_project", ITEM, ["project_id", "kind", "planend"])
    op.create_index("ix_turnaround_item_time", ITEM, ["createtime", "id"])
    op.create_index("ix_turnaround_item_device", ITEM, ["equdatasysid"])
    op.create_index("ix_turnaround_item_line", ITEM, ["lineid"])
    op.create_index("ix_turnaround_item_inspectors", ITEM, ["inspectors"], postgresql_using="gin")

    what = [
        *texts(item_id=32, method=16, unit=8, why=200),
        *amounts("planned", null=False),
        *amounts("done", "unqualified"),
        sa.ForeignKeyConstraint(
            ["item_id"], [f"{ITEM}.id"], name="fk_turnaround_work_item_id_turnaround_item", ondelete="CASCADE"
        ),
    ]
    op.create_table(WORK, *what, *record(WORK))
    op.create_index("ix_turnaround_work_item_id", WORK, ["item_id"])


def downgrade() -> None:
    for table in (WORK, ITEM, PROJECT):
        op.drop_table(table)

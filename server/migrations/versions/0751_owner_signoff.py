"""业主签认: sheets that an owner signs, and what an owner disagrees with.

Revision ID: 0751
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0751"
down_revision = "0750"
branch_labels = None
depends_on = None
SHEET, LINE, DISSENT = "owner_sheet", "owner_sheet_line", "owner_dissent"
PROJECT, ITEM = "turnaround_project", "turnaround_item"


def _refers(table: str, column: str, to: str, **more: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=f"fk_{table}_{column}_{to}", **more)  # type: ignore[arg-type]


def upgrade() -> None:
    what = texts(sheetno=32, project_id=32, orgid=32, unitsysid=32, unitname=200, title=128, sender_id=32)
    what += [*texts(signer_id=32, opinion=500), *moments("sent", "signed"), _refers(SHEET, "project_id", PROJECT)]
    op.create_table(SHEET, *what, *subject(), *record(SHEET))
    op.create_index("uq_owner_sheet_no", SHEET, ["sheetno"], unique=True, postgresql_where=sa.text("sheetno <> ''"))
    op.create_index("ix_owner_sheet_project", SHEET, ["project_id", "step"])
    op.create_index("ix_owner_sheet_unit", SHEET, ["unitsysid", "step", "createtime"])
    op.create_index("ix_owner_sheet_time", SHEET, ["createtime", "id"])

    what = [*texts(sheet_id=32, item_id=32, result=4, amounts=1000), *days("finished")]
    what += [_refers(LINE, "sheet_id", SHEET, ondelete="CASCADE"), _refers(LINE, "item_id", ITEM)]
    op.create_table(LINE, *what, *record(LINE))
    op.create_index("ix_owner_sheet_line_sheet_id", LINE, ["sheet_id"])
    op.create_index("ix_owner_sheet_line_item_id", LINE, ["item_id"])

    what = texts(dissentno=32, project_id=32, item_id=32, sheet_id=32, orgid=32, unitsysid=32, unitname=200, topic=4)
    what += [*texts(content=1000, sender_id=32, reply=1000, replier_id=32, reason=500, closer_id=32)]
    what += [*days("due", null=False), *moments("sent", "replied", "closed"), _refers(DISSENT, "project_id", PROJECT)]
    op.create_table(DISSENT, *what, *subject(), *record(DISSENT))
    numbered = {"postgresql_where": sa.text("dissentno <> ''")}
    op.create_index("uq_owner_dissent_no", DISSENT, ["dissentno"], unique=True, **numbered)
    op.create_index("ix_owner_dissent_project", DISSENT, ["project_id", "step"])
    op.create_index("ix_owner_dissent_unit", DISSENT, ["unitsysid", "step", "createtime"])
    op.create_index("ix_owner_dissent_item", DISSENT, ["item_id"])
    op.create_index("ix_owner_dissent_time", DISSENT, ["createtime", "id"])


def downgrade() -> None:
    for table in (DISSENT, LINE, SHEET):
        op.drop_table(table)

"""Checks of units by two officers, and the problems that they find: one table, whatever else will find some."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0530"
down_revision = "0520"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _checks()
    _defects()


def _checks() -> None:
    table = "supervision_check"
    whose = texts(checkno=32, checktype=4, target=4, town=4, unitsysid=32, unitname=200, areacode=12, org_id=32)
    who = texts(officer_id=32, second_id=32, purpose=500, certnos=100, present=64, summary=500)
    signed = texts(signway=4, signedby=64, signpost=64, refusal=200, witnesses=100, signer_id=32, counter_id=32)
    came = texts(orderno=32, rechecker_id=32, outcome=500, act=4, reason=500)
    when = [*days("planday", null=False), *moments("begun", "signed", "countersigned"), *days("rechecked", "closed")]
    op.create_table(table, *whose, *who, *signed, *came, *when, *subject(), *record(table))
    for name, columns in {"unit": ["unitsysid"], "area": ["areacode"], "org": ["org_id"]}.items():
        op.create_index(f"ix_{table}_{name}", table, columns)
    op.create_index(f"ix_{table}_plan", table, ["planday", "id"])
    child = f"{table}_device"
    parent = sa.ForeignKey(f"{table}.id", name=f"fk_{child}_check_id_{table}", ondelete="CASCADE")
    of_check = sa.Column("check_id", sa.String(32), parent, nullable=False)
    op.create_table(child, of_check, *texts(equdatasysid=32), *record(child))
    op.create_index(f"ix_{child}_check_id", child, ["check_id"])
    op.create_index(f"ix_{child}_equipment", child, ["equdatasysid"])


def _defects() -> None:
    table = "supervision_defect"
    whose = texts(defectno=32, sourcekind=4, source_id=32, sourceno=32, item=32, itemtext=500, org_id=32, town=4)
    whose += texts(areacode=12, unitsysid=32, unitname=200, equdatasysid=32)
    what = texts(content=500, basis=200, level=4, clause=32, handling=4, act=4, demand=500)
    came = texts(mender=64, plan=500, measure=500, answerer_id=32, confirmer_id=32, second_id=32, lifter_id=32)
    when = days("deadline", "extended", "issued", "donedate", "confirmed", "lifted", "closed")
    rest = [*texts(reason=500), *moments("answered"), *subject(), *record(table)]
    op.create_table(table, *whose, *what, *came, *when, *rest)
    op.create_index(f"ix_{table}_source", table, ["source_id"])
    op.create_index(f"ix_{table}_device", table, ["equdatasysid"])
    for name, column in {"unit": "unitsysid", "area": "areacode", "org": "org_id"}.items():
        op.create_index(f"ix_{table}_{name}", table, [column, "step"])
    numbered = sa.text("defectno <> ''")
    op.create_index(f"uq_{table}_no", table, ["defectno"], unique=True, postgresql_where=numbered)


def downgrade() -> None:
    op.drop_table("supervision_defect")
    op.drop_table("supervision_check_device")
    op.drop_table("supervision_check")

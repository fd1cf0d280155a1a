"""重大问题报告: what an institute reports to the bureau at once."""

from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0550"
down_revision = "0541"
branch_labels = None
depends_on = None
TABLE = "serious_report"


def upgrade() -> None:
    whose = texts(seriousno=32, sourcekind=4, source_id=32, sourceno=40, org_id=32, toorg=32, equdatasysid=32)
    whose += texts(unitsysid=32, unitname=200, areacode=12)
    what = texts(level=4, problem=1000, measures=1000, suggestion=500, latereason=200, feedback=1000)
    who = texts(author_id=32, auditor_id=32, approver_id=32, sender_id=32, receiver_id=32, answerer_id=32)
    when = [*days("found", null=False), *days("closed")]
    when += moments("submitted", "audited_at", "approved", "sent", "received", "answered")
    op.create_table(TABLE, *whose, *what, *who, *when, *subject(), *record(TABLE))
    for name, columns in {
        "org": ["org_id", "step"],
        "to": ["toorg", "step"],
        "area": ["areacode", "step"],
        "device": ["equdatasysid"],
        "source": ["source_id"],
        "time": ["createtime", "id"],
    }.items():
        op.create_index(f"ix_{TABLE}_{name}", TABLE, columns)


def downgrade() -> None:
    op.drop_table(TABLE)

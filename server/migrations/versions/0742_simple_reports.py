"""简易报告: reports from elsewhere or from before, kept with their file.

Revision ID: 0742
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0742"
down_revision = "0701"
branch_labels = None
depends_on = None
REPORT = "simple_report"


def upgrade() -> None:
    what = texts(orgid=32, reportno=32, kind=4, maker=200, equdatasysid=32, equname=100, unitname=200)
    what += [*days("inspdate", null=False), *days("nextdate"), *texts(conclusion=100, remark=200)]
    held = [sa.Column("pages", sa.Integer(), nullable=False)]
    held += [*texts(archivebox=32, archiver_id=32, digest=64, verifycode=16), *moments("archived")]
    given = [*texts(way=8, receiver=64, giver_id=32), *moments("given")]
    op.create_table(REPORT, *what, *held, *given, *subject(), *record(REPORT))
    op.create_index("uq_simple_report_no", REPORT, [sa.text("upper(reportno)"), "orgid"], unique=True)
    op.create_index("ix_simple_report_step", REPORT, ["orgid", "step", "createtime"])
    op.create_index("ix_simple_report_equipment", REPORT, ["equdatasysid"])


def downgrade() -> None:
    op.drop_table(REPORT)

"""体系文件: editions of documents, the departments to which they are given, and who has received them."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0599"
down_revision = "0598"
branch_labels = None
depends_on = None

FILE, OFFICE, RECEIPT = "quality_file", "quality_file_office", "quality_file_receipt"


def _parent(table: str, **more: str) -> sa.Column:
    key = sa.ForeignKey(f"{FILE}.id", name=f"fk_{table}_file_id", **more)
    return sa.Column("file_id", sa.String(32), key, nullable=False)


def upgrade() -> None:
    whose = texts(orgid=32, fileno=40, edition=20, title=120, filetype=4, usedfor=200, cause=500)
    people = texts(writer_id=32, auditor_id=32, approver_id=32, issuer_id=32)
    when = [*moments("written", "audited_at", "approved", "issued"), *days("effective", "ended")]
    op.create_table(FILE, *whose, *people, *when, *days("plandue", null=False), *subject(), *record(FILE))
    op.create_index("ix_quality_file_org", FILE, ["orgid", "step", "fileno"])
    op.create_index("uq_quality_file_edition", FILE, ["orgid", "fileno", "edition"], unique=True)
    unfinished = sa.text("step in ('0','1','2','3','4')")
    op.create_index("uq_quality_file_unfinished", FILE, ["orgid", "fileno"], unique=True, postgresql_where=unfinished)
    op.create_table(OFFICE, _parent(OFFICE, ondelete="CASCADE"), *texts(dept_id=32), *record(OFFICE))
    op.create_index("ix_quality_file_office_file_id", OFFICE, ["file_id"])
    op.create_table(
        RECEIPT,
        _parent(RECEIPT),
        *texts(orgid=32, user_id=32, userdept=32),
        *moments("received"),
        sa.Column("chased", sa.Integer(), nullable=False),
        *record(RECEIPT),
    )
    op.create_index("ix_quality_file_receipt_file_id", RECEIPT, ["file_id"])
    op.create_index("uq_quality_file_receipt", RECEIPT, ["file_id", "user_id"], unique=True)
    op.create_index("ix_quality_file_receipt_user", RECEIPT, ["user_id", "received"])
    op.create_index("ix_quality_file_receipt_org", RECEIPT, ["orgid", "createtime"])


def downgrade() -> None:
    for table in (RECEIPT, OFFICE, FILE):
        op.drop_table(table)

"""Samples at a laboratory, what it said of them, and findings behind approved reports."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from migrations.shorthand import days, moments, record, subject, texts

revision = "0811"
down_revision = "0810"
branch_labels = None
depends_on = None

SAMPLE, EVENT, FINDING = "lab_sample", "lab_event", "lab_finding"


def upgrade() -> None:
    op.create_table(
        SAMPLE,
        *texts(sampleno=32, appbuss_id=32, seisn=32, unitname=200, equname=128, itemname=200, name=64, amount=32),
        *texts(place=128, asked=300, sender_id=32, labno=64, taker_id=32, outcome=200, problem=500),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("itemseq", "edition")),
        *days("drawnday"),
        *moments("sent", "received", "reviewed", "taken"),
        sa.Column("values", JSONB(), nullable=False),
        sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name="fk_lab_sample_appbuss"),
        *subject(),
        *record(SAMPLE),
    )
    op.create_index("uq_lab_sample_no", SAMPLE, ["sampleno"], unique=True, postgresql_where="sampleno <> ''")
    op.create_index("ix_lab_sample_item", SAMPLE, ["appbuss_id"])
    op.create_index("ix_lab_sample_time", SAMPLE, ["createtime", "id"])
    op.create_index("ix_lab_sample_step", SAMPLE, ["step", "createtime"])
    op.create_table(
        EVENT,
        *texts(sample_id=32, eventkey=64, kind=16, outcome=200, reason=300, became=300),
        *moments("at", null=False),
        sa.Column("values", JSONB(), nullable=False),
        sa.ForeignKeyConstraint(["sample_id"], ["lab_sample.id"], name="fk_lab_event_sample", ondelete="CASCADE"),
        *record(EVENT),
    )
    op.create_index("uq_lab_event", EVENT, ["sample_id", "eventkey"], unique=True)
    op.create_table(
        FINDING,
        *texts(findno=32, sample_id=32, appbuss_id=32, reportno=32, unitname=200, equname=128, orgid=32, what=500),
        *texts(verdict=4, opinion=500, judge_id=32),
        *moments("judged"),
        sa.ForeignKeyConstraint(["sample_id"], ["lab_sample.id"], name="fk_lab_finding_sample"),
        *subject(),
        *record(FINDING),
    )
    op.create_index("ix_lab_finding_sample_id", FINDING, ["sample_id"])
    op.create_index("ix_lab_finding_step", FINDING, ["step", "createtime", "id"])


def downgrade() -> None:
    for table in (FINDING, EVENT, SAMPLE):
        op.drop_table(table)

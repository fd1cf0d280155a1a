"""Sub-reports are papers of their own; what reports in hand only listed waits to be written.

The lists of reports that are issued stay as they were printed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0277"
down_revision = "0274"
branch_labels = None
depends_on = None

IN_HAND = "('BGLR', 'BGQR', 'BGSH_FX', 'BGSH', 'BGSP')"


def upgrade() -> None:
    op.create_table(
        "inspection_sub_report",
        sa.Column("appbuss_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("subno", sa.String(length=48), nullable=False),
        sa.Column("subname", sa.String(length=64), nullable=False),
        sa.Column("subresult", sa.String(length=200), nullable=False),
        sa.Column("testdate", sa.Date(), nullable=True),
        sa.Column("tester_id", sa.String(length=32), nullable=False),
        sa.Column("tester", sa.String(length=64), nullable=False),
        sa.Column("writer_id", sa.String(length=32), nullable=False),
        sa.Column("writer", sa.String(length=64), nullable=False),
        sa.Column("auditor_id", sa.String(length=32), nullable=False),
        sa.Column("auditor", sa.String(length=64), nullable=False),
        sa.Column("auditedon", sa.Date(), nullable=True),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("seisn", sa.String(length=32), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=64), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("step", sa.String(length=16), nullable=False),
        sa.Column("step_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("limit_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_by", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_sub_report")),
        sa.ForeignKeyConstraint(
            ["appbuss_id"], ["appbuss.id"], name=op.f("fk_inspection_sub_report_appbuss_id_appbuss")
        ),
    )
    op.create_index("uq_inspection_sub_report", "inspection_sub_report", ["appbuss_id", "seq"], unique=True)
    op.create_index("ix_inspection_sub_report_step", "inspection_sub_report", ["step", "createtime", "id"])
    op.create_index("ix_inspection_sub_report_time", "inspection_sub_report", ["createtime", "id"])
    carry_over()


def carry_over() -> None:
    """What the records of reports in hand listed becomes a sub-report of the main inspector, to be written."""
    op.execute(
        "insert into inspection_sub_report (appbuss_id, seq, subno, subname, subresult, testdate, tester_id, tester,"
        " writer_id, writer, auditor_id, auditor, pages, seisn, equname, equcode, unitname, id, version, createby,"
        " createtime, updateby, updatetime, step, step_since, opened_by)"
        " select b.id, s.n, b.reportno || '-' || lpad(s.n::text, 2, '0'), left(s.sub->>'subname', 64),"
        " left(coalesce(s.sub->>'subresult', ''), 200), b.inspdate, b.scinspector, b.scinspectorname, b.scinspector,"
        " b.scinspectorname, '', '', 0, b.seisn, b.equname, b.equcode, b.unitname,"
        " replace(gen_random_uuid()::text, '-', ''), 1, b.createby, now(), '', now(), 'WRITE', now(), ''"
        " from appbuss b join original_record r on r.appbuss_id = b.id,"
        " jsonb_array_elements(r.measures->'subs'->'rows') with ordinality s(sub, n)"
        f" where b.step in {IN_HAND} and coalesce(s.sub->>'subname', '') <> ''"
    )
    op.execute(
        "update original_record r set measures = r.measures - 'subs' from appbuss b"
        f" where b.id = r.appbuss_id and r.measures ? 'subs' and b.step in {IN_HAND}"
    )


def downgrade() -> None:
    op.drop_table("inspection_sub_report")

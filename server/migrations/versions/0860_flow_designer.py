"""Flows are drawn: where a step leads and to which steps it is sent back, drafts of a version, and their trials."""

import sqlalchemy as sa
from alembic import op
from migrations.shorthand import days, moments, record, subject, texts
from sqlalchemy.dialects import postgresql

revision = "0860"
down_revision = "0850"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("leads", "backs"):
        op.add_column("sys_flow_conf", sa.Column(name, postgresql.ARRAY(sa.String(16)), nullable=True))
    op.create_table(
        "flow_edition",
        *record("flow_edition"),
        *subject(),
        *texts(name=100, document=128, remark=500, drafter=64, drafter_id=32, publisher=64, editionno=32),
        *days("effective"),
        *moments("published"),
        sa.Column("rowcount", sa.Integer(), nullable=False),
        sa.Column("base_version", sa.Integer(), nullable=False),
        sa.Column("conf_version", sa.Integer(), nullable=True),
        sa.Column("lines", postgresql.JSONB(), nullable=False),
    )
    op.create_index("ix_flow_edition_effective", "flow_edition", ["effective"])
    op.create_table(
        "flow_trial",
        *record("flow_trial"),
        *texts(edition_id=32, name=100, orgid=32, madeby=64, state=8, message=500),
        *days("firstday", "lastday", null=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("total", "passed", "moved", "paths", "limits", "actors", "backs")
        ),
        *moments("ended"),
        sa.ForeignKeyConstraint(
            ["edition_id"], ["flow_edition.id"], name="fk_flow_trial_edition_id_flow_edition", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_flow_trial_edition_id", "flow_trial", ["edition_id"])
    op.create_index("ix_flow_trial_org", "flow_trial", ["orgid", "createtime"])
    op.create_table(
        "flow_trial_line",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        *texts(trial_id=32, appbuss_id=32, seisn=32, equname=128, unitname=200, way=8, step=16, before=200, after=200),
        sa.PrimaryKeyConstraint("id", name="pk_flow_trial_line"),
        sa.ForeignKeyConstraint(
            ["trial_id"], ["flow_trial.id"], name="fk_flow_trial_line_trial_id_flow_trial", ondelete="CASCADE"
        ),
    )
    for name, column in (("trial", "id"), ("way", "way"), ("step", "step"), ("seisn", "seisn")):
        more = ["id"] if name in ("way", "step") else []
        op.create_index(f"ix_flow_trial_line_{name}", "flow_trial_line", ["trial_id", column, *more])


def downgrade() -> None:
    for table in ("flow_trial_line", "flow_trial", "flow_edition"):
        op.drop_table(table)
    for name in ("backs", "leads"):
        op.drop_column("sys_flow_conf", name)

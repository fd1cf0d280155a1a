"""Versions of report templates, their trials; the day whose templates a record has."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def keys(name: str) -> sa.Column[list[str]]:
    return sa.Column(name, postgresql.ARRAY(sa.String(32)), nullable=False)


def record(table: str) -> list[sa.Column[object] | sa.PrimaryKeyConstraint]:
    return [
        *(text("id", 32), number("version"), text("createby", 32)),
        *(sa.Column("createtime", TIME, nullable=False), text("updateby", 64)),
        sa.Column("updatetime", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
    ]


def of(table: str, column: str, parent: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_{parent}"
    return sa.ForeignKeyConstraint([column], [f"{parent}.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "report_template",
        *(text("templateno", 32), text("template", 16), text("title", 100), number("edition")),
        *(keys("base"), keys("ended"), keys("added")),
        *(text("name", 100), text("document", 128), sa.Column("effective", sa.Date()), text("remark", 500)),
        *(number("rowcount"), text("drafter", 64), text("drafter_id", 32)),
        *(text("publisher", 64), sa.Column("published", TIME), text("step", 16), sa.Column("step_since", TIME)),
        *(sa.Column("limit_at", TIME), text("opened_by", 64)),
        *record("report_template"),
    )
    op.create_index("ix_report_template_template", "report_template", ["template", "effective"])
    op.create_table(
        "report_template_row",
        *(text("version_id", 32), text("tbl", 32), number("seq")),
        sa.Column("data", postgresql.JSONB(), nullable=False),
        *(text("base_id", 32), sa.Column("gone", sa.Boolean(), nullable=False), text("clause", 300)),
        *(text("reason", 300), text("changedby", 64)),
        *record("report_template_row"),
        of("report_template_row", "version_id", "report_template"),
    )
    op.create_index("ix_report_template_row_version", "report_template_row", ["version_id", "tbl", "seq"])
    op.create_table(
        "report_template_trial",
        *(text("version_id", 32), text("name", 100), text("orgid", 32)),
        *(sa.Column("firstday", sa.Date(), nullable=False), sa.Column("lastday", sa.Date(), nullable=False)),
        *(text("madeby", 64), text("state", 8), number("total"), number("passed"), number("conclusions")),
        *(number("findings"), number("left_out"), text("message", 500), sa.Column("ended", TIME)),
        *record("report_template_trial"),
        of("report_template_trial", "version_id", "report_template"),
    )
    op.create_index("ix_report_template_trial_version_id", "report_template_trial", ["version_id"])
    op.create_table(
        "report_template_trial_line",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        *(text("trial_id", 32), text("appbuss_id", 32), text("seisn", 32), text("reportno", 32)),
        *(text("equname", 128), text("unitname", 200), sa.Column("inspdate", sa.Date()), text("way", 16)),
        *(text("before", 8), text("after", 8), text("more", 1000), text("less", 1000)),
        sa.PrimaryKeyConstraint("id", name="pk_report_template_trial_line"),
        of("report_template_trial_line", "trial_id", "report_template_trial"),
    )
    op.create_index("ix_report_template_trial_line_trial", "report_template_trial_line", ["trial_id", "id"])
    op.add_column("appbuss", sa.Column("templateday", sa.Date()))
    # what was made already keeps the templates of the day on which it was
    op.execute(
        "update appbuss set templateday = (r.createtime at time zone 'Asia/Shanghai')::date"
        " from original_record r where r.appbuss_id = appbuss.id"
    )


def downgrade() -> None:
    op.drop_column("appbuss", "templateday")
    for table in ("report_template_trial_line", "report_template_trial", "report_template_row", "report_template"):
        op.drop_table(table)

"""The figures of a year as they were counted."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

UNITS = ("useunits", "maintainers", "makers", "installers", "persons")
FIGURES = ("total", "inuse", "stopped", "scrapped", "registered", "due", "done", "inspected", "unqualified")


def record() -> list[sa.Column]:
    """What every business table has."""
    moment = sa.DateTime(timezone=True)
    return [
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("createtime", moment, nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.Column("updatetime", moment, nullable=False),
    ]


def upgrade() -> None:
    op.create_table(
        "annual_edition",
        *record(),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("upto", sa.Date(), nullable=False),
        sa.Column("countedat", sa.DateTime(timezone=True), nullable=False),
        sa.Column("countedby", sa.String(64), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in UNITS),
    )
    op.create_index("uq_annual_edition_year", "annual_edition", ["year", "number"], unique=True)
    op.create_table(
        "annual_figure",
        *record(),
        sa.Column("edition_id", sa.String(32), sa.ForeignKey("annual_edition.id", ondelete="CASCADE"), nullable=False),
        sa.Column("area", sa.String(6), nullable=False),
        sa.Column("equclass", sa.String(8), nullable=False),
        sa.Column("seisort", sa.String(4), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in FIGURES),
    )
    op.create_index("ix_annual_figure_edition", "annual_figure", ["edition_id", "seisort"])
    op.create_index(
        "ix_appbuss_year",
        "appbuss",
        ["inspdate"],
        postgresql_include=["equdatasysid", "equclass", "areacode", "seisort", "unqualcode", "duedate"],
        postgresql_where=sa.text("step in ('BGDY', 'BGGD', 'BGFF', 'DONE')"),
    )


def downgrade() -> None:
    op.drop_index("ix_appbuss_year", table_name="appbuss")
    op.drop_table("annual_figure")
    op.drop_table("annual_edition")

"""Whole fee tables as drafts and versions; charges by the acceptance day of their items."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def record(table: str) -> list[sa.Column[object] | sa.PrimaryKeyConstraint]:
    return [
        *(text("id", 32), sa.Column("version", sa.Integer(), nullable=False), text("createby", 32)),
        *(sa.Column("createtime", TIME, nullable=False), text("updateby", 64)),
        sa.Column("updatetime", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
    ]


def upgrade() -> None:
    op.create_table(
        "feetable",
        *(
            text("tableno", 32),
            text("name", 100),
            text("document", 128),
            sa.Column("effective", sa.Date()),
            text("remark", 500),
        ),
        *(sa.Column("rowcount", sa.Integer(), nullable=False), text("drafter", 64), text("drafter_id", 32)),
        *(text("publisher", 64), sa.Column("published", TIME), text("step", 16), sa.Column("step_since", TIME)),
        *(sa.Column("limit_at", TIME), text("opened_by", 64)),
        *record("feetable"),
    )
    op.create_table(
        "feetablerow",
        *(text("table_id", 32), sa.Column("seq", sa.Integer(), nullable=False)),
        sa.Column("data", postgresql.JSONB(), nullable=False),
        *record("feetablerow"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["feetable.id"], name="fk_feetablerow_table_id_feetable", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_feetablerow_table", "feetablerow", ["table_id", "seq"])
    op.create_index("ix_chaitem_acceptdate", "chaitem", ["acceptdate", "charge_id"], postgresql_where=sa.text("live"))


def downgrade() -> None:
    op.drop_index("ix_chaitem_acceptdate", table_name="chaitem")
    op.drop_table("feetablerow")
    op.drop_table("feetable")

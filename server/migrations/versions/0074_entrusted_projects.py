"""Entrusted projects."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
TABLE = "entrusted_project"


def text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def upgrade() -> None:
    op.create_table(
        TABLE,
        *(text("entrustno", 32), text("unitsysid", 32), text("unitname", 200), text("name", 128)),
        *(text("category", 4), text("content", 1000), text("contractno", 64), sa.Column("amount", sa.Numeric(12, 2))),
        *(text("sampleno", 64), text("sample", 200), text("leader", 32), text("leadername", 64)),
        *(sa.Column("startdate", sa.Date()), sa.Column("duedate", sa.Date()), sa.Column("finished", sa.Date())),
        *(text("reportno", 64), text("outcome", 500), text("archiveno", 64), text("archivebox", 64)),
        *(sa.Column("archived", sa.Date()), text("archivist", 64), text("org_id", 32), text("dept_id", 32)),
        *(text("step", 16), sa.Column("step_since", TIME), sa.Column("limit_at", TIME), text("opened_by", 64)),
        *(text("id", 32), sa.Column("version", sa.Integer(), nullable=False), text("createby", 32)),
        *(sa.Column("createtime", TIME, nullable=False), text("updateby", 64)),
        sa.Column("updatetime", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{TABLE}"),
    )
    op.create_index(f"uq_{TABLE}_no", TABLE, ["entrustno"], unique=True, postgresql_where=sa.text("entrustno <> ''"))
    op.create_index(f"ix_{TABLE}_time", TABLE, ["createtime", "id"])


def downgrade() -> None:
    op.drop_table(TABLE)

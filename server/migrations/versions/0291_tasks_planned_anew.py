"""The main inspector asks for another day or another person, and who arranges answers."""

import sqlalchemy as sa
from alembic import op

revision = "0291"
down_revision = "0290"
branch_labels = None
depends_on = None

TABLE = "task_request"
WORDS = {"appbuss_id": 32, "kind": 4, "seisn": 32, "unitname": 200, "equname": 128, "useplace": 256, "people": 256}
WORDS |= {"wantperson": 32, "wantname": 64, "reason": 500, "applicant": 64, "answer": 500, "answeredby": 64}
WORDS |= {"step": 16, "opened_by": 64, "createby": 32, "updateby": 64}
DAYS, MOMENTS = ("plandate", "wantday"), ("answeredat", "step_since", "limit_at")


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.String(size), nullable=False) for name, size in WORDS.items()),
        *(sa.Column(name, sa.Date()) for name in DAYS),
        *(sa.Column(name, sa.DateTime(timezone=True)) for name in MOMENTS),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name=op.f("fk_task_request_appbuss_id_appbuss")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_task_request")),
    )
    op.create_index("ix_task_request_appbuss_id", TABLE, ["appbuss_id"])
    waiting = sa.text("step = 'WAIT'")
    op.create_index("uq_task_request_open", TABLE, ["appbuss_id"], unique=True, postgresql_where=waiting)
    op.create_index("ix_task_request_step", TABLE, ["step", "createtime"])
    op.create_index("ix_task_request_time", TABLE, ["createtime", "id"])


def downgrade() -> None:
    op.drop_table(TABLE)

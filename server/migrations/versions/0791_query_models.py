"""通用查询模型: models of queries with their conditions.

Revision ID: 0791
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import moments, record, subject, texts

revision = "0791"
down_revision = "0790"
branch_labels = None
depends_on = None
MODEL, CONDITION = "query_model", "query_condition"


def upgrade() -> None:
    own = texts(modelno=32, name=60, source=64, columns=2000, sort=64, roles=1000, remark=500, owner_id=32)
    edition = sa.Column("edition", sa.Integer(), nullable=False)
    op.create_table(MODEL, *own, edition, *moments("published", "ended"), *subject(), *record(MODEL))
    op.create_index("ix_query_model_owner", MODEL, ["owner_id"])
    for name, step in (("used", "SY"), ("draft", "CG")):
        where = sa.text(f"step = '{step}'")
        op.create_index(f"uq_query_model_{name}", MODEL, ["modelno"], unique=True, postgresql_where=where)
    whose = sa.ForeignKey(f"{MODEL}.id", name=f"fk_{CONDITION}_model_id_{MODEL}", ondelete="CASCADE")
    op.create_table(
        CONDITION,
        sa.Column("model_id", sa.String(32), whose, nullable=False),
        *texts(prop=64, op=8, value=200),
        *record(CONDITION),
    )
    op.create_index("ix_query_condition_model_id", CONDITION, ["model_id"])


def downgrade() -> None:
    for table in (CONDITION, MODEL):
        op.drop_table(table)

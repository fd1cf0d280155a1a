"""How many amounts of a public fee were typed by hand: somebody else agrees to them, and the four ways find them."""

import sqlalchemy as sa
from alembic import op

revision = "0471"
down_revision = "0470"
branch_labels = None
depends_on = None

WAITING = """
UPDATE chamain SET byhand = counted.n FROM (
    SELECT charge_id, count(*) AS n FROM chaline WHERE kind = 'manual' GROUP BY charge_id
) AS counted
WHERE counted.charge_id = chamain.id AND chamain.nature = '非税' AND chamain.step IN ('DRAFT', 'WAIT')
"""


def upgrade() -> None:
    op.add_column("chamain", sa.Column("byhand", sa.SmallInteger(), nullable=False, server_default="0"))
    op.create_index("ix_chaline_byhand", "chaline", ["charge_id"], postgresql_where="kind = 'manual'")
    op.execute(WAITING)

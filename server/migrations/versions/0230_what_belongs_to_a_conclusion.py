"""What a record states beside limits belongs to the conclusions that have them.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0230"
down_revision = "0222"
branch_labels = None
depends_on = None

ALLOWED = "1021,1022,1024,1025"
OF = {"monitormonths": "1024,1025", "limits": "1015,1016,1022,1024,1025,8012,8014"}
OF |= dict.fromkeys(("permitpress", "permittemp", "permitmedium", "permitfill", "permitpersons"), ALLOWED)


def upgrade() -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb) where tbl = 'record_fields' and validto is null"
        " and data ->> 'name' = :name and data ->> 'kinds' <> 'all' and not data ? 'conclusions'"
    )
    for name, codes in OF.items():
        op.execute(change.bindparams(name=name, new=json.dumps({"conclusions": codes})))


def downgrade() -> None:
    op.execute("update rule_row set data = data - 'conclusions' where tbl = 'record_fields'")

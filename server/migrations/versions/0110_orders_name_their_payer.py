"""An order of payment names its charge and payer, as a receipt does: its list is found without the charges.

The index over items without a charge leaves out those of drafts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0110"
down_revision = "0101"
branch_labels = None
depends_on = None

COPIED = {"chargesysid": 32, "payunitname": 200}
FACETS = (
    "tj_facets(ARRAY[('s=' || (state))], ARRAY[]::text[],"
    " ARRAY['c='], ARRAY[((createtime) AT TIME ZONE 'Asia/Shanghai')::date])"
)

OF_UNCHARGED = ["appno", "unitname", "equname", "equcode", "equclass", "seisort", "testsort", "acceptdate", "fee"]
OF_UNCHARGED += ["status", "step", "chedept"]


def upgrade() -> None:
    _uncharged("'', '7'")
    for name, size in COPIED.items():
        op.add_column("chaorder", sa.Column(name, sa.String(size), nullable=False, server_default=""))
    op.execute(
        "update chaorder set chargesysid = c.chargesysid, payunitname = c.payunitname"
        " from chamain c where c.id = charge_id"
    )
    for name in COPIED:
        op.alter_column("chaorder", name, server_default=None)
    _text("payunitname || '|' || chargesysid || '|' || orderno || '|' || platformno")


def downgrade() -> None:
    _uncharged("'', '0', '7'")
    _text("orderno || '|' || platformno")
    for name in COPIED:
        op.drop_column("chaorder", name)


def _uncharged(states: str) -> None:
    """Index the items whose charge stands so."""
    op.drop_index("ix_appbuss_uncharged")
    op.create_index(
        *("ix_appbuss_uncharged", "appbuss", ["cheorg", "seisn", "id"]),
        postgresql_where=sa.text(f"chargestate in ({states}) and not imported"),
        postgresql_include=OF_UNCHARGED,
    )


def _text(whole: str) -> None:
    """Keep another text in which an order is looked for, and its index."""
    op.drop_column("chaorder", "searchtext")  # and its index
    kept = sa.Computed(f"lower({whole})", persisted=True)
    op.add_column("chaorder", sa.Column("searchtext", sa.String(600), kept, nullable=False))
    op.get_bind().exec_driver_sql(
        f"CREATE INDEX ix_chaorder_facets ON chaorder USING gin ({FACETS}, tj_grams(searchtext))"
    )

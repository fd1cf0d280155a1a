"""Charges, their entries, receipts, requests and orders are found by an index over facets and pieces of their texts."""

import sqlalchemy as sa
from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None

TEXTS = {
    "chamain": "payunitname || '|' || chargesysid || '|' || paycode || '|' || registerby",
    "chaentry": "ref",
    "chaorder": "orderno || '|' || platformno",
    "chainvoice": "billno || '|' || title || '|' || chargesysid",
    "chabill": "payunitname || '|' || chargesysid || '|' || requestno || '|' || billno",
}
NO = "ARRAY[]::text[]"
FACETS = {
    "chamain": f"tj_facets(ARRAY[('u=' || (payunitsysid)), ('t=' || (step)), ('n=' || (nature))], {NO},"
    " ARRAY['c='], ARRAY[((createtime) AT TIME ZONE 'Asia/Shanghai')::date])",
    "chaentry": f"tj_facets(ARRAY[('w=' || (way)), ('k=' || (kind)), ('p=' || (userid))], {NO}, ARRAY['d='], ARRAY[day])",
    "chaorder": f"tj_facets(ARRAY[('s=' || (state))], {NO},"
    " ARRAY['c='], ARRAY[((createtime) AT TIME ZONE 'Asia/Shanghai')::date])",
    "chainvoice": f"tj_facets(ARRAY[('k=' || (kind)), ('s=' || (state))], {NO},"
    " ARRAY['i='], ARRAY[((issued) AT TIME ZONE 'Asia/Shanghai')::date])",
    "chabill": f"tj_facets(ARRAY[('t=' || (step))], {NO},"
    " ARRAY['c='], ARRAY[((createtime) AT TIME ZONE 'Asia/Shanghai')::date])",
}
# in the order of the lists, with the key that makes it certain; and by the day of a search
ORDERS = {
    "ix_chamain_no": ("chamain", ["chargesysid", "id"]),
    "ix_chaorder_no": ("chaorder", ["orderno", "id"]),
    "ix_chainvoice_issued": ("chainvoice", ["issued", "id"]),
    "ix_chabill_no": ("chabill", ["requestno", "id"]),
    "ix_chamain_created": ("chamain", ["createtime"]),
    "ix_chaorder_created": ("chaorder", ["createtime"]),
    "ix_chabill_created": ("chabill", ["createtime"]),
    "ix_chaitem_appbuss": ("chaitem", ["appbuss_id"]),
}
LONGER = {
    "ix_chamain_org_no": ("chamain", ["orgid", "chargesysid"]),
    "ix_chabill_org": ("chabill", ["orgid", "requestno"]),
}


def upgrade() -> None:
    for table, whole in TEXTS.items():
        kept = sa.Computed(f"lower({whole})", persisted=True)
        op.add_column(table, sa.Column("searchtext", sa.String(600), kept, nullable=False))
        op.get_bind().exec_driver_sql(
            f"CREATE INDEX ix_{table}_facets ON {table} USING gin ({FACETS[table]}, tj_grams(searchtext))"
        )
    for name, (table, columns) in ORDERS.items():
        op.create_index(name, table, columns)
    op.create_index("ix_chaorder_different", "chaorder", ["orderno", "id"], postgresql_where="state = '6'")
    for name, (table, columns) in LONGER.items():
        op.drop_index(name)
        op.create_index(name, table, [*columns, "id"])


def downgrade() -> None:
    for name, (table, columns) in LONGER.items():
        op.drop_index(name)
        op.create_index(name, table, columns)
    for name in (*ORDERS, "ix_chaorder_different"):
        op.drop_index(name)
    for table in TEXTS:
        op.drop_index(f"ix_{table}_facets")
        op.drop_column(table, "searchtext")

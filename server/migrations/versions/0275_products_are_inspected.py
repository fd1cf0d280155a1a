"""A product is declared by its maker: it lies in the maker's area.

Supervised manufacture, type tests and tests on order are of products, which the ledger keeps. What is witnessed and
handed in when a thing is built is not what is when it is made.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0275"
down_revision = "0252"
branch_labels = None
depends_on = None


OF_ALL, OF_BUILT = "all", "0102,0103,0104,0105,0106,0107"


def _rename(before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || jsonb_build_object('sorts', cast(:after as text)),"
        " rowkey = (data->>'kinds') || '|' || :after || '|' || (data->>'seq')"
        " where tbl in ('supervision_points', 'supervision_documents') and data->>'sorts' = :before"
    )
    op.execute(change.bindparams(before=before, after=after))


CHECKS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "JJ08": (
        {
            "off": "制造监检的申报没有关联产品批次（产品台账按批次登记，业务单没有产品编号）",
            "sentence": "监检产品编号{nos}不在批次范围或数量不符",
            "each": "",
            "condition": "",
        },
        {
            "off": "",
            "sentence": "监检产品编号{made_foreign}不在产品台账的编号范围内"
            "|监检产品数量合计{made_counted}，与产品台账的{made_quantity}不符",
            "each": "once",
            "condition": "made_foreign is not empty or (made_counted is not empty and made_counted != made_quantity)",
        },
    ),
    "JJ09": (
        {"off": "制造监检的申报没有关联产品批次，型式试验证书没有台账"},
        {"off": "型式试验证书没有台账"},
    ),
}


def _change(code: str, before: dict[str, str], after: dict[str, str]) -> None:
    """A row that an administrator changed is left."""
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": code} | before), new=json.dumps(after)))


def upgrade() -> None:
    _rename(OF_ALL, OF_BUILT)
    for code, (before, after) in CHECKS.items():
        _change(code, before, after)
    op.add_column("product", sa.Column("areacode", sa.String(12), nullable=False, server_default=""))
    op.execute("update product p set areacode = u.areacode from unit u where u.unitsysid = p.makersysid")
    op.create_index("ix_product_maker", "product", ["makersysid", "createtime", "id"])


def downgrade() -> None:
    for code, (before, after) in CHECKS.items():
        _change(code, after, before)
    _rename(OF_BUILT, OF_ALL)
    op.drop_index("ix_product_maker", "product")
    op.drop_column("product", "areacode")

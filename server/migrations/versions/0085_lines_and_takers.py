"""Who inspects an item of a declaration; report checks whose source exists by now.

Rows of rule tables that an administrator changed are left.
"""

import json

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0085"
down_revision = "0081"
branch_labels = None
depends_on = None

CHANGES: tuple[tuple[str, str, dict[str, tuple[str, str]]], ...] = (
    (
        "report_checks",
        "GD03",
        {"off": ("各管线的日期由规则逐条计算，没有人填写", ""), "each": ("", "says"), "field": ("", "nextdate")},
    ),
    (
        "report_checks",
        "GD10",
        {
            "off": ("原始记录还不能更正设备参数", ""),
            "each": ("", "call"),
            "of": ("", "line_archive"),
            "field": ("", "pipelength"),
        },
    ),
    (
        "report_checks",
        "AF06",
        {
            "off": ("延长的校验周期只能在安全阀台账登记，报告的下次日期由周期规则计算，不会超过", ""),
            "each": ("", "row"),
            "of": ("", "valves"),
            "condition": (
                "",
                "nextcaldate is not empty and newruledate is not empty and nextcaldate > newruledate",
            ),
            "field": ("", "nextcaldate"),
        },
    ),
    (
        "report_checks",
        "WT03",
        {
            "off": ("评估结论没有有效期限的栏目", ""),
            "each": ("", "once"),
            "condition": ("", "validto is empty and limits is empty"),
            "field": ("", "validto"),
        },
    ),
    (
        "report_checks",
        "N04",
        {
            "sentence": (
                "模板{template}第{version}版在检验日期{inspdate}不是有效版本，应为第{expected}版",
                "模板{template}第{template_version}版在检验日期{inspdate}不是有效版本，应为第{expected_version}版",
            ),
            "off": ("模板管理尚未启用，每个模板目前只有一个版本", ""),
            "each": ("", "once"),
            "condition": ("", "template_version != expected_version"),
            "field": ("", "inspdate"),
        },
    ),
    (
        "report_checks",
        "N05",
        {
            "off": ("没有带生效日期的检验依据清单", ""),
            "each": ("", "once"),
            "condition": ("", "basis is not empty"),
            "field": ("", "inspdate"),
        },
    ),
    (
        "report_layouts",
        "QP-DJ",
        {
            "nextform": ("day", "month"),
            "body": (
                "overview conditions instruments findings tables items curves photos",
                "overview conditions instruments findings tables rows:cyl:result:报废 items curves photos",
            ),
        },
    ),
)


def _change(back: bool) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :tbl and rowkey = :key and data @> cast(:old as jsonb) and validto is null"
    )
    for tbl, key, columns in CHANGES:
        old, new = ({name: pair[at] for name, pair in columns.items()} for at in ((1, 0) if back else (0, 1)))
        op.execute(change.bindparams(tbl=tbl, key=key, old=json.dumps(old), new=json.dumps(new)))


def upgrade() -> None:
    people = postgresql.ARRAY(sa.String(32))
    op.add_column("appmain", sa.Column("takers", people, server_default="{}", nullable=False))
    op.execute(
        "update appmain m set takers = t.people from (select b.appmain_id, array_agg(distinct w.who) people"
        " from appbuss b cross join lateral unnest(b.inspectors) as w(who) group by b.appmain_id) t"
        " where t.appmain_id = m.id"
    )
    op.create_index("ix_appmain_takers", "appmain", ["takers"], postgresql_using="gin")
    _change(False)


def downgrade() -> None:
    _change(True)
    op.drop_index("ix_appmain_takers", table_name="appmain", postgresql_using="gin")
    op.drop_column("appmain", "takers")

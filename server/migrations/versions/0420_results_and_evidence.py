"""Rules of results and evidence: rows that were wrong are mended, those that changed their limit end on the day.

What is new of the product comes with its tables when they are loaded. A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0420"
down_revision = "0401"
branch_labels = None
depends_on = None

# table, key: from this day on no rule any more
ENDED = [
    ("report_basis", "4*||《起重机械安全技术规程》（TSG 51-2023）"),
    ("seisort_rules", "3000|31*,32*,33*,34*|01|0102"),
    ("seisort_rules", "3000|31*,32*,33*,34*|01|0103"),
    ("seisort_rules", "3000|31*,32*,33*,34*|01|0104"),
    ("seisort_rules", "3000|31*,32*,33*,34*|01|0105"),
    ("report_item_limits", "DT-DJ|A1.2.5.7|runvelocity||1.75|"),
    ("report_item_limits", "RQ-DJ|19|testpress|1.25*testbase*sratio||testkind in ('01','03')"),
    ("report_item_limits", "RQ-DJ|19|testpress|1.10*testbase*sratio||testkind=='02'"),
    ("report_item_limits", "QZ-DJ|4.3.2|platecount|2||"),
    ("report_item_limits", "QZ-DJ|7.1|insulation|0.5||"),
    ("report_item_limits", "CC-GG|13|routegrade||10|traincarnum is empty or traincarnum==0"),
    ("report_item_limits", "CC-GG|13|routegrade||4|traincarnum>0"),
    ("report_item_limits", "YL-DJ|13|wheelwear||10|"),
    ("report_item_limits", "SD-QM|24|clearground|2.5||crosskind is empty or crosskind=='无人'"),
    ("report_item_limits", "SD-QM|24|clearground|3.0||crosskind=='有人'"),
    ("report_item_limits", "SD-QM|24|clearground|5.0||crosskind=='道路'"),
    ("report_item_limits", "GD-DJ|21|testpress|1.5*testbase*sratio||testkind=='01'"),
    ("report_item_limits", "GD-DJ|21|testpress|1.15*testbase||testkind=='02'"),
    ("report_item_limits", "DT-JC|A1.2.5.6|runvelocity||1.75|"),
    ("report_item_limits", "RQ-NY|3|metaltemp|15||testkind=='02'"),
    ("report_item_limits", "RQ-NY|4|testpress|1.25*testbase*sratio||testkind in ('01','03')"),
    ("report_item_limits", "RQ-NY|4|testpress|1.10*testbase*sratio||testkind=='02'"),
    ("report_item_limits", "RQ-NY|4|teststress||0.9|testkind in ('01','03')"),
    ("report_item_limits", "RQ-NY|4|teststress||0.8|testkind=='02'"),
    ("report_item_limits", "RQ-NY|5|holdmin|30||testkind is empty or testkind!='02'"),
    ("report_item_limits", "RQ-NY|5|holdmin|10||testkind=='02'"),
    ("report_item_limits", "RC-QM|9|testpress|1.25*testbase*sratio||testkind in ('01','03')"),
    ("report_item_limits", "RC-QM|9|testpress|1.10*testbase*sratio||testkind=='02'"),
    ("record_fields", "crosskind|all|"),
]
# table, key: what the row said, what it says
CHANGED = [
    (
        "record_fields",
        "entrywide|all|",
        {"label": "出入口宽度不小于扶手带外缘加 80 mm", "source": "限值", "check_state": "constructed"},
        {
            "label": "出入口宽度不小于扶手带外缘间距的 2 倍加每边 80 mm",
            "source": "TSG T7001-2023 附件A2 A2.2.2.2",
            "check_state": "checked",
        },
    ),
    (
        "record_fields",
        "testkind|all|",
        {"options": "", "source": "压力试验表"},
        {"options": "press.kind", "source": "压力试验表的试验种类"},
    ),
    (
        "report_tables",
        "SD-QM|clear|clearance|",
        {"limit": "", "source": "GB 12352"},
        {
            "limit": "(crosskind=='无人' and clearance>=2.5) or (crosskind=='有人' and clearance>=3.0) or (crosskind=='道路' and clearance>=5.0)",
            "source": "GB 12352（有异议）：每处按其下方情况判定",
        },
    ),
    ("table_points", "RC-QM|thick", {"condition": ""}, {"condition": "kind not in ('2230','2250')"}),
    (
        "report_checks",
        "X09",
        {"condition": "key and result == '—' and not excused and note is empty"},
        {"condition": "key and result == '—' and not excused and note is empty and not untrue"},
    ),
    (
        "report_checks",
        "X10",
        {"condition": "excused and result not in ('','—') and result is not empty"},
        {"condition": "excused and result not in ('','—') and result is not empty and not untrue"},
    ),
    (
        "report_checks",
        "GL11",
        {"off": "", "each": "items", "of": "GL-WJ:21,GL-WJ:27", "condition": "result == '—'"},
        {"off": "由“项目结果能否成立”的规则拒绝，不再另问", "each": "", "of": "", "condition": ""},
    ),
    (
        "report_checks",
        "DT08",
        {"condition": "over15 and result == '—'"},
        {
            "condition": "over15 and result == '—' and not (item_no == 'A1.2.5.1' and ((suspkind is not empty and suspkind == '包覆带') or (DT_DJ_A1_2_5_2 is not empty and DT_DJ_A1_2_5_2 != '—')))"
        },
    ),
    (
        "report_checks",
        "DT09",
        {
            "off": "",
            "each": "item",
            "of": "DT-DJ:A1.2.3.10",
            "condition": "(machineroom == '02' and result == '—') or (machineroom == '01' and result == '√')",
        },
        {"off": "由“项目结果能否成立”的规则拒绝，不再另问", "each": "", "of": "", "condition": ""},
    ),
    (
        "report_checks",
        "DT17",
        {"condition": "(drivemode != '03' and result == '√') or (drivemode == '03' and result == '—')"},
        {
            "condition": "(item_no == 'A3.3.3' and ((drivemode != '03' and result == '√') or (drivemode == '03' and result == '—'))) or (item_no == 'A3.3.5(2)' and ((drivemode != '01' and result == '√') or (drivemode == '01' and result == '—')))"
        },
    ),
    (
        "report_checks",
        "QZ04",
        {"condition": "moltenmetal == '1' and result == '—'"},
        {
            "condition": "moltenmetal == '1' and result == '—' and not (item_no == '4.3.4' and kind in ('4170','4190','4270'))"
        },
    ),
    (
        "report_checks",
        "QZ05",
        {"condition": "workenv == '02' and equgroup in ('41','42','47') and QZ_DJ_5_6 == '—'"},
        {
            "condition": "workenv == '02' and equgroup in ('41','42','47') and kind not in ('4240','4760') and QZ_DJ_5_6 == '—'"
        },
    ),
    ("report_checks", "QZ06", {"condition": "QZ_DJ_5_5 == '—'"}, {"condition": "kind != '4760' and QZ_DJ_5_5 == '—'"}),
    (
        "report_checks",
        "QZ12",
        {"off": "", "each": "once", "condition": "safemonitor == '1' and QZ_DJ_8_1 == '—'"},
        {"off": "由“项目结果能否成立”的规则拒绝，不再另问", "each": "", "condition": ""},
    ),
    (
        "report_checks",
        "CC04",
        {"off": "", "each": "items", "of": "CC-DJ:15,CC-DJ:16,CC-DJ:17,CC-DJ:19", "condition": "result == '—'"},
        {"off": "由“项目结果能否成立”的规则拒绝，不再另问", "each": "", "of": "", "condition": ""},
    ),
    (
        "report_checks",
        "CC05",
        {"condition": "(exmark is not empty or explace is not empty) and CC_DJ_28 == '—'"},
        {
            "condition": "((exmark is not empty and exmark not in ('无','/','／','—','-','没有','否','非防爆','不适用')) or (explace is not empty and explace not in ('无','/','／','—','-','没有','否','非防爆','不适用'))) and CC_DJ_28 == '—'"
        },
    ),
]
RIDES = "6*||《大型游乐设施安全技术规程》（TSG 71-2023）"  # in force since that day
# the lists of items stood in the text of a note
LISTS = r"""
update rule_row set data = data || jsonb_build_object('items', case
  when data->>'note' like '%items: (failed%' then 'mother'
  else coalesce(substring(data->>'note' from 'items: ([A-Z0-9+-]+)'), '') end)
where tbl = 'seisort_rules' and not (data ? 'items')
"""
# what a rule is about the days of its own inspection for
PERIODIC = "over15|loadtestdue|brakedue|supdate|contractdate|oldstandard"


def _change(table: str, key: str, before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :table and rowkey = :key and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(table=table, key=key, old=json.dumps(before), new=json.dumps(after)))


def upgrade() -> None:
    for table, key in ENDED:
        end = sa.text(
            "update rule_row set validto = current_date where tbl = :table and rowkey = :key and validto is null"
        )
        op.execute(end.bindparams(table=table, key=key))
    for table, key, before, after in CHANGED:
        _change(table, key, before, after)
    op.execute(LISTS)
    began = "update rule_row set validfrom = date '2024-03-01' where tbl = 'report_basis' and rowkey = :key"
    op.execute(sa.text(began).bindparams(key=RIDES))
    told = "update rule_row set data = data || jsonb_build_object('periodic', case when data->>'condition' ~ :days then 'Y' else '' end)"
    op.execute(sa.text(told + " where tbl = 'report_item_prefill'").bindparams(days=PERIODIC))


def downgrade() -> None:
    op.execute("update rule_row set data = data - 'items' where tbl = 'seisort_rules'")
    op.execute("update rule_row set data = data - 'periodic' where tbl = 'report_item_prefill'")
    for table, key, before, after in CHANGED:
        _change(table, key, after, before)
    for table, key in ENDED:
        again = sa.text(
            "update rule_row set validto = null where tbl = :table and rowkey = :key and validto is not null"
        )
        op.execute(again.bindparams(table=table, key=key))

"""What is filled in for an indicator and for a form."""

from tejian.kit.forms.formview import Table, field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.statistics import permissions as p
from tejian.statistics.counted.api import BEHIND
from tejian.statistics.models.filed import COUNT, DIVISIONS, DRAFT, FORMULA, KINDS, StatBalance, StatColumn
from tejian.statistics.models.filed import Indicator as I
from tejian.statistics.models.filed import StatForm as F

INDICATORS, FORMS = "/api/statistics/indicator", "/api/statistics/form"
DICTIONARY, LIST = "/dataStatistics/jcDataDictMaintain", "/dataStatistics/jcDataStatistics"
INDICATOR_PAGE, PAGE = f"{DICTIONARY}Detail?id={{id}}", "/dataStatistics/jcDataStatisticsPreviewForm?id={id}"
COUNTS, WORKS_OUT = {"kind": (COUNT,)}, {"kind": (FORMULA,)}
RIGHTS = Rights(p.FORM_QUERY, p.FORM_SAVE)
CODE_HELP = "两个大写字母和两三位数字，如 EQ08"

INDICATOR_FORM = form_of(
    "stat_indicator_form",
    "统计指标",
    INDICATORS,
    field_of(I.code, required=True, help=CODE_HELP),
    field_of(I.name, required=True),
    field_of(I.unit, required=True),
    field_of(I.kind, type="radio", options=KINDS, required=True),
    field_of(
        I.behind,
        type="select",
        options={code: one.label for code, one in BEHIND.items()},
        when=COUNTS,
        required=True,
    ),
    field_of(I.timed, when=COUNTS, help="按设备的登记、报告的检验、隐患的登记、问题的下达日期"),
    field_of(I.asks, type="textarea", span=24, when=COUNTS, help="如 使用状态=在用；超期未检=是，几个值用逗号隔开"),
    field_of(I.formula, span=24, when=WORKS_OUT, required=True, help="如 EQ13/EQ09*100，除数为零时显示为“—”"),
    field_of(I.definition, type="textarea", span=24, required=True),
    field_of(I.source, span=24, required=True, help="哪份文件的哪一条"),
)
COLUMNS = form_of(
    "stat_column_form",
    "栏目",
    FORMS,
    field_of(StatColumn.code, type="select", options_url=f"{INDICATORS}/offered", required=True, span=12),
    field_of(StatColumn.heading, span=12, help="不写时为指标名称"),
)
BALANCES = form_of(
    "stat_balance_form",
    "平衡关系",
    FORMS,
    field_of(StatBalance.whole, required=True, span=8),
    field_of(StatBalance.parts, required=True, span=16, help="如 EQ09+EQ10"),
)
FORM = form_of(
    "stat_form_form",
    "统计报表",
    FORMS,
    field_of(F.code, required=True, help="两个大写字母和两三位数字，如 TJ01"),
    field_of(F.name, required=True),
    field_of(F.division, type="radio", options=DIVISIONS, required=True),
    field_of(F.source, span=24, required=True, help="哪份文件的哪张表"),
    field_of(F.note, type="textarea", span=24),
    tables=[
        Table("columns", "栏目", COLUMNS, "添加栏目", least=1, most=20, of=StatColumn.form_id),
        Table("balances", "平衡关系", BALANCES, "添加平衡关系", most=20, of=StatBalance.form_id),
    ],
)
INDICATOR_ACTS = standard(INDICATOR_FORM, RIGHTS, [DRAFT], new="新增指标", page=INDICATOR_PAGE)
ACTS = standard(FORM, RIGHTS, [DRAFT], new="新增报表", page=PAGE)

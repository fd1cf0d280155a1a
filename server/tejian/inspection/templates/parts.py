"""What a template is made of: the rule tables of which it has rows, and what of them is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tejian.inspection.rules.api import NOT, PHOTO_DUTIES, is_of
from tejian.system.rules.api import column_label, own_columns

OWN, SHARED = "template", "templates"  # the column that says whose a row is: of one template, or of several
ITEMS, LIMITS, PREFILLS, TABLES, POINTS = (
    "report_items",
    "report_item_limits",
    "report_item_prefill",
    "report_tables",
    "table_points",
)
CONDITIONS, FIELDS, CONCLUSIONS, GRADES = "report_conditions", "record_fields", "conclusion_rules", "grade_rules"
ROWS = "row_rules"
TEXTS, PRESENCE, EVIDENCE = "report_item_texts", "report_item_presence", "report_item_evidence"
LAYOUTS, BLOCKS, NEEDS = "report_layouts", "report_fields", "instrument_needs"
PHONE = "report_item_phone"
CLAUSES = ("clause", "source_clause", "source")
YES_NO = {"Y": "是", "N": "否"}
CHOICES: Mapping[str, Mapping[str, str]] = {
    "key_item": YES_NO,
    "value_type": {"check": "核查", "measure": "测量"},
    "role": {"param": "参数", "key": "标识", "input": "录入", "computed": "计算", "result": "结果", "photo": "附图"},
    "read": YES_NO,
    "photo": {one: words for one, words in PHOTO_DUTIES.items() if one},
    "nextform": {"month": "到月", "day": "到日"},
}


@dataclass(frozen=True)
class Part:
    """A rule table as a part of a template. `shown` are its columns on the page with their widths; 0 takes the rest."""

    table: str
    title: str
    noun: str
    shown: Mapping[str, int]
    names: Sequence[str]  # the columns by which people know a row
    owner: str = OWN
    fixed: Sequence[str] = ()  # columns that a draft does not change
    tab: str = ""  # under the tab of another part
    adds: bool = True

    @property
    def columns(self) -> list[str]:
        """What a draft may change of a row, beside its clause."""
        hidden = {OWN, SHARED, "seq", *self.fixed} if self.table == ITEMS else {OWN, SHARED, *self.fixed}
        return [one for one in own_columns(self.table) if one not in hidden]

    @property
    def ordered(self) -> bool:
        """Whether its rows have an order that their number says."""
        return self.table == ITEMS

    def label(self, column: str) -> str:
        return column_label(self.table, column)

    def words(self, row: Mapping[str, str]) -> str:
        """A row as people call it."""
        return " ".join(filter(None, (row.get(one, "") for one in self.names)))[:120]

    def is_of(self, row: Mapping[str, str], template: str) -> bool:
        """Whether a row of the rule table is of this template."""
        if self.owner == OWN:
            return row.get(OWN, "") == template
        return is_of(named(row), [template])


def named(row: Mapping[str, str]) -> list[str]:
    """The templates that a shared row names."""
    return [one.strip() for one in row.get(SHARED, "").split(",") if one.strip()]


def is_whole(row: Mapping[str, str], template: str) -> bool:
    """Whether a row is of this template alone."""
    return row.get(OWN, "") == template or (named(row) == [template] and not template.startswith(NOT))


_PARTS = [
    Part(
        ITEMS,
        "检验项目",
        "项目",
        {"item_no": 110, "section": 120, "content": 190, "requirement_summary": 0, "key_item": 80, "unit": 60},
        ("item_no", "content"),
    ),
    Part(
        LIMITS,
        "项目限值",
        "限值",
        {"item_no": 110, "label": 200, "unit": 70, "low": 90, "high": 120, "expr": 0},
        ("item_no", "label"),
    ),
    Part(
        PREFILLS,
        "缺省结果",
        "缺省结果",
        {"item_no": 110, "scope": 80, "condition": 220, "result": 60, "sentence": 0},
        ("item_no", "condition"),
    ),
    Part(
        TEXTS,
        "检验内容与要求",
        "要求",
        {"item_no": 110, "number": 110, "requirement": 0, "basis": 240},
        ("item_no",),
        tab=ITEMS,
    ),
    Part(
        PHONE,
        "移动端录入",
        "移动端项目",
        {"item_no": 110, "spot": 150, "turn": 70, "photo": 130, "phrases": 0},
        ("item_no",),
    ),
    Part(
        PRESENCE,
        "结果能否成立",
        "结果规则",
        {"ruleid": 110, "item_no": 100, "result": 60, "condition": 240, "level": 90, "sentence": 0},
        ("item_no", "result", "condition"),
        tab=PREFILLS,
    ),
    Part(
        EVIDENCE,
        "结果的依据",
        "结果依据",
        {"ruleid": 110, "item_no": 100, "needs": 220, "least": 80, "level": 90, "sentence": 0},
        ("item_no", "needs"),
        tab=PREFILLS,
    ),
    Part(
        TABLES,
        "测量表格",
        "表格列",
        {"table_code": 90, "title": 190, "role": 70, "label": 150, "unit": 60, "formula": 170, "limit": 0},
        ("title", "label"),
    ),
    Part(
        POINTS,
        "表格的最少行数",
        "最少行数",
        {"table_code": 100, "least": 160, "condition": 150, "items": 150, "label": 0},
        ("table_code",),
        tab=TABLES,
    ),
    Part(
        CONDITIONS,
        "现场条件",
        "条件",
        {"label": 180, "unit": 60, "low": 70, "high": 70, "expr": 140, "outside": 0},
        ("label",),
    ),
    Part(
        FIELDS,
        "结果与输入项",
        "结果项",
        {"label": 190, "unit": 60, "kind": 80, "low": 70, "high": 70, "options": 150, "default": 0},
        ("label",),
        owner=SHARED,
        fixed=("kinds", "sorts"),
        adds=False,
    ),
    Part(
        CONCLUSIONS,
        "检验结论",
        "结论规则",
        {"seq": 60, "condition": 240, "code": 70, "text": 0, "needs": 150, "worse_to": 100},
        ("ruleid",),
        owner=SHARED,
        fixed=("classes", "kinds", "sorts"),
        adds=False,
    ),
    Part(
        ROWS,
        "管线与安全阀的结论",
        "逐行结论规则",
        {"seq": 60, "condition": 240, "code": 70, "text": 0, "needs": 150, "worse_to": 100},
        ("ruleid",),
        owner=SHARED,
        fixed=("stage", "classes", "kinds", "sorts"),
        tab=CONCLUSIONS,
        adds=False,
    ),
    Part(
        GRADES,
        "缺陷评级",
        "评级规则",
        {"seq": 60, "condition": 0, "grade_from": 80, "grade_to": 80, "needs": 150},
        ("ruleid",),
        owner=SHARED,
        fixed=("classes", "kinds", "sorts"),
        tab=CONCLUSIONS,
        adds=False,
    ),
    Part(
        NEEDS,
        "所需仪器",
        "仪器",
        {"item_no": 110, "content": 180, "words": 0, "needs": 240},
        ("item_no", "content"),
        tab=LIMITS,
    ),
    Part(
        LAYOUTS,
        "报告版式",
        "版式",
        {"name": 160, "noun": 70, "seal": 110, "signers": 230, "body": 0},
        ("name",),
        adds=False,
    ),
    Part(BLOCKS, "报告中的设备参数", "参数", {"block": 110, "fields": 0}, ("block",), tab=LAYOUTS),
]
PARTS = {one.table: one for one in _PARTS}

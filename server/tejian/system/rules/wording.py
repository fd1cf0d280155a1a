"""Rules in Chinese: conditions, formulas and codes as people read them, not as they are computed."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from tejian import data
from tejian.kit.ground.dictionary import Words

Word = Callable[[str], str]

# an expression as it stands in a table → how it is said; longer ones first
SIGNS = [
    (r"not \((\w+) is empty\)", r"\1已登记"),
    (r"\b(\w+) is not empty", r"\1已登记"),
    (r"\b(\w+) is empty", r"\1未登记"),
    (r"==", "＝"),
    (r"!=", "≠"),
    (r"<=", "≤"),
    (r">=", "≥"),
    (r"\bin \(([^)]*)\)", r"为 \1"),
    (r"\bnot\b", "非"),
    (r"\band\b", "且"),
    (r"\bor\b", "或"),
    (r"\bmin\(", "取小("),
    (r"\bmax\(", "取大("),
    (r"\bfloor\(", "取整("),
    (r"\bcount\(", "个数("),
    (r"\*", "×"),
    (r"/", "÷"),
]
BOUNDED = re.compile(r"(min|max)\((\d+(?:\.\d+)?), ?(.*)\)")
BOUND = {"min": "不超过", "max": "不低于"}
NAME = re.compile(r"(?<![\w'])[A-Za-z_]\w*(?![\w'(])", re.ASCII)
CODED = re.compile(r"([A-Za-z_]\w*)(?= 为 '|＝|≠)", re.ASCII)
QUOTED = re.compile(r"'([^']*)'")


def expression(text: str, word: Word, words: Callable[[str], Mapping[str, str]]) -> str:
    """An expression; `word` says a name, `words` the dictionary of a name whose codes are compared."""
    text = bounded(text)
    for pattern, sign in SIGNS:
        text = re.sub(pattern, sign, text)
    parts = re.split(r"( 且 | 或 )", text)
    own = {"kind": "设备品种"}
    return "".join(
        NAME.sub(lambda name: own.get(name.group()) or word(name.group()), _coded(part, words)) for part in parts
    )


def bounded(text: str) -> str:
    """A formula within a number: `max(4000,1.5*length)` is 1.5*length，不低于 4000."""
    found = BOUNDED.fullmatch(text)
    if not found or not _closed(found[3]):
        return text
    return f"{bounded(found[3])}，{BOUND[found[1]]} {found[2]}"


def _closed(text: str) -> bool:
    """Whether each bracket is closed within the text, and nothing of the outer call stands beside."""
    depth = 0
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth < 0 or (sign == "," and depth == 0):
            return False
    return depth == 0


def _coded(part: str, words: Callable[[str], Mapping[str, str]]) -> str:
    """One comparison with the words of its codes."""
    named = CODED.search(part)
    if not named:
        return part
    known = words(named.group(1))
    return QUOTED.sub(lambda code: known.get(code.group(1), code.group(1)), part).replace(",", "、")


def kinds(text: str, known: Words) -> str:
    """A pattern of kinds: `41*,42*` by the names of the categories."""
    names = {**known.get("C601", {}), **known.get("C602", {})}
    return "、".join(names.get(one.rstrip("*").ljust(4, "0"), one) for one in text.split(",") if one != "all") or "全部"


# which columns hold what; the others are words already, numbers or numbers of the regulation
EXPRESSIONS = frozenset(
    [
        "condition",
        "spare",
        "months",
        "minmonths",
        "maxmonths",
        "extmaxmonths",
        "expr",
        "limit",
        "formula",
        "factor",
        "calc",
        "band_expr",
        "low",
        "high",
        "least",
        "spare",
    ]
)
NAMES = frozenset(
    [
        "datefield",
        "wantedby",
        "base",
        "mirror",
        "archive",
        "field",
        "lower",
        "higher",
        "name",
        "fields",
        "rule",
        "next_date_field",
        "next_date_field_updated",
        "kind_or_condition",
        "first_inspection_rule",
        "requirement_summary",
    ]
)
KINDS = frozenset(["kind_filter", "kinds", "classes", "class_code", "equclass", "kindgroup", "requiredfor"])
SORTS = frozenset(["sorts", "testsort", "alsoby", "seisort"])
LISTS = frozenset(["needs", "signers"])  # several words with signs between them
# how the platform computes, not what an engineer judges; it stands in the table itself
UNSAID = frozenset(
    [
        "table_code",
        "column",
        "goes_to_item",
        "each",
        "of",
        "lets",
        "params",
        "body",
        "curves",
        "line_role",
        "param_field",
        "block",
        "key",
        "seq",
        "step",
        "method",
    ]
)
UNSAID_OF = {
    "report_checks": {"condition", "field"},
    "report_conditions": {"code"},
    "seisort_rules": {"note"},
    "fees": {"formula", "band"},
    "report_fields": {"fields"},
    "report_notices": {"notices"},
    "table_points": {"items", "check"},
    "report_item_evidence": {"needs", "rows", "least", "ruleid"},
    "report_item_presence": {"ruleid"},
    "report_layouts": {"notices"},
    "report_tables": {"options", "row_source"},
    "inspection_rules": {"legal_cycle_rule"},
}
YES = {"Y": "是", "N": "否", "1": "是", "0": "否"}
MARKS = [
    "capdesign",
    "read",
    "needed",
    "strict",
    "hard",
    "periodic",
    "loadtest",
    "required",
    "allowed",
    "locked",
    "key_item",
    "proof",
    "closed",
]
CODES = {"code": "C605", "worse_to": "C605", "fromstatus": "C637", "tostatus": "C637", "works": "C640"}
CODES |= {"regstatus": "C636", "toregstatus": "C636"}  # columns with codes of a dictionary
CODED_TABLES = ("conclusion_rules", "state_change", "construction_sorts")
TYPES = {
    **{"bool": "是否", "text": "文字", "int": "整数", "decimal": "数", "date": "日期", "dict": "选项", "enum": "选项"},
    **{"ref": "引用", "person": "人员", "check": "检查", "measure": "测量", "photo": "附图"},
}
NEEDS = {
    **{
        "notice": "意见通知书",
        "problems": "问题描述",
        "report_bureau": "报告监察机构",
        "stopuse": "停用",
        "none": "无",
    },
    **{"rectifydue": "整改期限", "limits": "限制条件", "shorten": "缩短周期", "remark": "备注", "certificate": "证书"},
    **{"validto": "有效期", "evaluation": "安全评定"},
}
SIGNERS = {
    "inspectors": "检验人员",
    "compiler": "编制人",
    "reviewer": "审核人",
    "approver": "批准人",
    "checker": "校核人",
}
# what some columns may hold besides
SAID: dict[str, dict[str, str]] = {
    **dict.fromkeys(MARKS, YES),
    **dict.fromkeys(("value_type", "type"), TYPES),
    "stage": {"line": "管线", "valve": "安全阀"},
    "phase": {"any": "不限", "first": "首次检验之前", "later": "首次检验之后"},
    "precision": {"day": "日", "month": "月"},
    "kind": {"number": "数", "count": "整数", "flag": "是否", "date": "日期", "choice": "选项", "text": "文字"},
    "role": {"param": "表头", "key": "行名", "input": "录入", "computed": "算出", "result": "结果", "photo": "附图"},
    "level": {"hard": "不通过不得提交", "soft": "须说明原因"},
    "writes": {"result": "最近检验", "detection": "最近检测"},
    "subject": {"valve": "安全阀", "product": "产品", "product or device": "产品或设备"},
    "hold": {"H": "停止点", "W": "见证点"},
    "itemform": {"check": "检查", "measure": "测量"},
    "nextform": {"month": "月", "day": "日"},
    "next_effect": {
        **{"advance": "按周期推算", "grade": "按等级推算", "limited": "写明日期", "keep": "不变", "none": "没有"},
        **{"mother": "同原检验"},
    },
    "entity": {"equipment": "设备", "unit": "单位"},
    "act": {"stop": "停用", "restart": "启用", "logout": "注销", "move": "迁移", "scrap": "报废"},
    "action": {"DJ": "定期检验", "JC": "自行检测", "ZD": "125% 制动试验"},
    "scope": {"item": "整项", "part": "部分内容"},
    "photo": {"always": "须拍照", "fault": "不符合时须拍照"},
    "relation": {"same": "与档案相同", "most": "不大于档案"},
    "items": {"mother": "原检验不合格的项目"},
    "options": {"press.kind": "耐压试验表的试验种类"},
    "value": {"first": "首次检验", "stored": "档案所存", "count": "计数", "fail": "不合格"},
}
KIND_OF = ("record_fields", "conclusion_names")  # tables whose kind is how something is typed
# names that no table gives a label
OWN_NAMES = {
    **{
        "today": "今天",
        "kind": "设备品种",
        "equgroup": "设备类别前两位",
        "inspdate": "检验日期",
        "finding": "缺陷",
        "points": "点数",
    },
    **{"unfilled": "未填项数", "failed": "不合格项数", "failedkey": "不合格重点项数", "limitfail": "超限项数"},
    **{"limitfailkey": "超限重点项数", "rectified": "整改后合格项数", "rectifiedkey": "整改后合格重点项数"},
    **{"monitored": "监护使用项数", "unmonitored": "不能监护使用项数", "worstgrade": "最差等级"},
    **{"designended": "超过设计使用年限", "qty": "数量", "kcal": "大卡", "supdate": "监督检验日期", "line": "管线"},
    **{
        "oldstandard": "按旧标准制造",
        "contractdate": "合同日期",
        "brakedue": "到制动试验年份",
        "loadtestdue": "到额定载荷试验年份",
        "suspkind": "悬挂装置种类",
    },
    **{"hasnonmetalsheave": "有非金属反绳轮", "hascounterweightgear": "有对重安全钳", "hascarhatch": "有轿厢安全窗"},
    **{
        "hascardoor": "有轿门",
        "except": "除",
        "uncertain": "有异议",
        "hostclass": "所在设备种类",
        "eledoornumber": "层门数",
        "rows": "已填行数",
        "linecount": "申报管线数",
        "suspnum": "悬挂绳根数",
    },
    **{
        "cylnum": "气瓶只数",
        "all": "全部",
        "code": "统一社会信用代码",
        "usertype": "单位性质",
        "legalman": "法定代表人",
    },
    **{"address": "地址", "contact": "联系人", "tel": "电话", "floor": "取整", "count": "计数", "policy": "按减免政策"},
    **{
        "manual": "手工金额",
        "ref": "原检验的费用",
        "over15": "使用超过 15 年",
        "fail": "不合格",
        "nselfcheckdate": "下次自行检测日期",
    },
}
# over the rows of a table: how a result is taken of a column
OVER = {
    **{"max": "最大", "min": "最小", "sum": "合计", "mean": "平均", "count": "行数", "countfail": "不合格数"},
    **{"spread": "极差", "first": "首个", "worst": "最差", "minif": "最小", "maxif": "最大", "sumif": "合计"},
    **{"countif": "个数", "at": "所在行"},
}
OVER_NAME = re.compile(rf"({'|'.join(OVER)})_(\w+)", re.ASCII)
OF_LINE = "line_"  # before a field of the line that the row of a table is about
PLACE = re.compile(r"\{(\w+)\}", re.ASCII)


@cache
def labels() -> Mapping[str, str]:
    """What fields, results of records and names of conclusions are called, as the tables come."""
    words: dict[str, str] = {}
    for table, name, label in (
        ("report_tables", "column", "label"),
        ("report_item_limits", "field", "label"),
        ("report_conditions", "code", "label"),
        ("fee_names", "name", "label"),
        ("inspection_setting", "key", "label"),
        ("conclusion_names", "name", "label"),
        ("record_fields", "name", "label"),
        ("equipment_fields", "field", "label_zh"),
    ):
        words |= {row[name]: row[label] for row in data.rows(table) if row[name] and row[label]}
    return words | OWN_NAMES


@cache
def _dictionaries() -> Mapping[str, str]:
    """Field → the dictionary of its codes."""
    return {row["field"]: row["dict"] for row in data.rows("equipment_fields") if row["dict"]}


def name_of(name: str) -> str:
    """What a name in a rule is called; of a result over rows, which and of what."""
    known = labels()
    if name in known:
        return known[name]
    if name.startswith(OF_LINE):
        return f"管线的{name_of(name.removeprefix(OF_LINE))}"
    over = OVER_NAME.fullmatch(name)
    return f"{OVER[over[1]]}{known.get(over[2], over[2])}" if over else name


def _each(value: str, word: Word) -> str:
    return re.sub(r"[A-Za-z_]\w*", lambda one: word(one.group()), value, flags=re.ASCII)


def said(table: str, column: str, value: str, known: Words) -> str:
    """What stands in a column of a rule, in words."""
    coded = _dictionaries()
    if column in SAID and (column != "kind" or table in KIND_OF):
        return SAID[column].get(value, value)
    if column in KINDS:
        return kinds(value, known)
    if column in SORTS:
        sorts = {**known.get("C603", {}), **known.get("C604", {}), "all": "全部", "rule": "各类检验", "note": "说明"}
        return "、".join(sorts.get(one, one) for one in re.split("[,/]", value))
    if column in CODES and table in CODED_TABLES:
        codes = known.get(CODES[column], {})
        return "、".join(codes.get(one, one) for one in re.split("[,/]", value))
    if column in NAMES:
        return _each(value, name_of)
    if column in LISTS:
        return _each(value, lambda name: NEEDS.get(name) or SIGNERS.get(name) or name_of(name))
    if column in EXPRESSIONS:
        return expression(value, name_of, lambda name: known.get(coded.get(name, ""), {}))
    return PLACE.sub(lambda one: f"〔{labels().get(one[1], '…')}〕", value)

"""Steps of a fee table, and the columns of its rows."""

from tejian.system.rules.api import CHECKED, DRAFT, PUBLISHED, VOID, WITHDRAWN

__all__ = ["CHECKED", "DRAFT", "PUBLISHED", "VOID", "WITHDRAWN"]

TABLE = "fees"  # the rule table that charges are computed from
NOTE = "note"  # rows that only help to read the others: no file carries them, none is ended
ROLES = {"base": "基本", "surcharge": "加收", "option": "可选", "quantity": "数量", "rule": "规则"}
RULE_CLASS, RULE_SORT = "ALL", "rule"  # of a row that works on a whole item or charge
UNCALCULATED = ("-", "policy", "manual")
MOST_ROWS = 2_000
# column of a row → what file, list and differences call it
LABELS = {
    "feecode": "收费代码",
    "equclass": "种类",
    "testsort": "检验类型",
    "item": "收费项目",
    "band": "档次",
    "basis": "计费基数",
    "unit": "单位",
    "formula": "公式说明",
    "amount": "标准金额",
    "nature": "性质",
    "line_role": "行别",
    "kind_filter": "设备类别",
    "band_expr": "档次条件",
    "calc": "计算",
    "param_field": "所用参数",
    "instead": "代替",
    "excludes": "不同收",
    "source": "文件依据",
    "note": "说明",
}

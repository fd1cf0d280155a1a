"""What is filled in for a model: its list, its columns, a condition."""

from typing import Any

from tejian.kit.forms.formview import Field, dialog, field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.system import permissions as p
from tejian.system.models.querymodels import DRAFT
from tejian.system.models.querymodels import QueryCondition as C
from tejian.system.models.querymodels import QueryModel as Q

from .asking import OPERATORS

API = "/api/system/queryModel"
LIST = "/sysmng/generalQueMdl"
PAGE, RESULT = f"{LIST}Detail?id={{id}}", f"{LIST}Result?id={{id}}"
_of_list: dict[str, Any] = {"of_picked": True, "span": 24}
FORM = form_of(
    "query_model_form",
    "查询模型",
    API,
    field_of(Q.name, required=True, span=12),
    field_of(Q.source, type="select", options_url=f"{API}/sources", required=True, span=12, help="您能看到的清单"),
    Field("roles", "共享给角色", "selectMulti", size=1000, options_url=f"{API}/roles", span=24, help="不选时只有自己"),
    field_of(Q.remark, type="textarea", span=24),
)
COLUMNS = dialog(
    "query_model_columns",
    "选列 {name}",
    Field(
        *("columns", "显示的列", "selectMulti", True),
        size=2000,
        options_url=f"{API}/columnsOf",
        help="按选的次序显示",
        **_of_list,
    ),
    Field("sort", "排序", "select", size=64, options_url=f"{API}/sortsOf", help="不选时按原来的次序", **_of_list),
    width=640,
    ok="保存",
)
CONDITION = dialog(
    "query_model_condition",
    "加条件 {name}",
    field_of(C.prop, type="select", options_url=f"{API}/searchesOf", required=True, **_of_list),
    field_of(C.op, type="select", options=OPERATORS, required=True, span=24),
    field_of(C.value, required=True, span=24, help="按清单里的词写，几个值用逗号隔开；天数写数字，日期写2026-01-31"),
    width=640,
    ok="添加",
)
ACTS = standard(FORM, Rights(p.MODEL_QUERY, p.MODEL_SAVE), [DRAFT], new="新增模型", page=PAGE)

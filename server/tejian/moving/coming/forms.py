"""What is filled in for a project, and the dialog in which it is sent back."""

from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.moving import permissions as p
from tejian.moving.models import MovingProject as P

API, ROUTE = "/api/moving/project", "/sysmng/moving"
FILES, ROWS, NUMBERS = "/api/moving/file", "/api/moving/row", "/api/moving/number"
PAGE = f"{ROUTE}/detail?id={{id}}"
FORM = form_of(
    "moving_project_form",
    "迁入项目",
    API,
    field_of(P.name, required=True, span=12, help="如：2026年老系统迁入"),
    field_of(P.system, required=True, span=12, help="旧编号按旧系统区分；同一系统再次迁入时填同样的名称"),
    field_of(P.makes, span=12, default=True, help="设备的使用、制造、维保单位未建档时按名称新建"),
    field_of(P.drafts, span=12, default=True, help="只缺必填项、又能认定是哪一台的，装入后到“待完善档案”补全"),
    field_of(P.remark, type="textarea", span=24),
)
ACTS = standard(FORM, Rights(p.QUERY, p.SAVE), new="新建项目", page=PAGE)
BACK = add_form(
    FormView(
        "moving_back",
        "退回 {name}",
        f"{API}/back",
        [Group("", [Field("reason", "退回原因", "textarea", required=True, size=500, span=24)])],
        width=560,
        ok="退回",
        done="已退回，提交人可修改后再试装",
    )
)

"""The head of a draft, what the drawing sends, and the dialogs of its moves."""

from typing import Annotated

from pydantic import BeforeValidator
from pydantic import Field as Input

from tejian import data
from tejian.inspection.models.designer import FlowEdition as E
from tejian.kit.forms.form import Form, OneId, Version, Words, as_keys
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of
from tejian.system.rules.api import dialogs

CALLS = "/api/flowDesigner"
CLASSES = {row["value"] for row in data.rows("dictionaries") if row["type"] == "C601"}
MOST = 400  # rows of a flow
Keys = Annotated[list[Annotated[str, Input(max_length=32, pattern=r"^@?[0-9a-zA-Z_-]+$")]], BeforeValidator(as_keys)]
Days = Annotated[Annotated[int, Input(ge=1, le=365)] | None, BeforeValidator(lambda v: None if v in ("", None) else v)]


class LineForm(Form):
    """A row of the drawing."""

    step: str = Input(title="环节", max_length=16)
    used: bool = Input(default=True, title="启用")
    limit_days: Days = Input(default=None, title="时限")
    equclass: Words = Input(default_factory=list, title="设备种类", max_length=20)
    seisort: str = Input(default="", title="检验类别", max_length=4)
    testsort: str = Input(default="", title="检验类型", max_length=8)
    actors: Keys = Input(default_factory=list, title="办理人", max_length=100)
    leads: Words = Input(default_factory=list, title="通向", max_length=20)
    backs: Words = Input(default_factory=list, title="可退回到", max_length=20)
    source: str = Input(default="", title="依据", max_length=256)


class CheckForm(OneId):
    """The rows of a draft, saved or not."""

    rows: list[LineForm] = Input(default_factory=list, title="环节", max_length=MOST)


class SaveForm(CheckForm):
    """The same to be saved over the version that was read."""

    version: Version = None


class CompareForm(OneId):
    """Beside which version a draft is put; without one that it was drawn from."""

    against: Version = Input(default=None, title="流程版本")


HEAD = [
    field_of(E.name, required=True, span=24),
    field_of(E.document, span=24, help="提交前必填：批准这次调整的文件名称与文号"),
    field_of(E.effective, span=12, help="提交前必填：从这一天申报的业务起执行，已在办的仍按原版本"),
    field_of(E.remark, type="textarea", span=24),
]
OPEN = add_form(
    FormView(
        "flow_open_form",
        "起草流程",
        f"{CALLS}/open",
        [Group("", HEAD)],
        width=640,
        note="以最新版本的全部环节为起点",
        ok="起草",
    )
)
FORM = add_form(
    FormView("flow_edition_form", "流程草案", f"{CALLS}/saveHead", [Group("", HEAD)], f"{CALLS}/loadHead", width=640)
)
PUBLISH = dialog(
    "flow_form_publish",
    "发布 {name}",
    Field("opinion", "意见", "textarea", span=24, size=500),
    note="自 {effective} 起申报的业务按这一版本流转，此前的不变",
    ok="发布",
    done="已发布",
)
DIALOGS = dialogs("flow_form_edition", PUBLISH, "版本")

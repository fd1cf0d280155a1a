"""The head of a draft, and the dialogs of its moves."""

from tejian.charging.models.tables import FeeTable as T
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of
from tejian.system.rules.api import dialogs

CALLS = "/api/chamain/feeTable"
FORM = add_form(
    FormView(
        "cha_feetable_form",
        "收费标准草案",
        f"{CALLS}/save",
        [
            Group(
                "",
                [
                    field_of(T.name, required=True, span=24),
                    field_of(T.document, span=24, help="提交前必填：批准这份标准的文件名称与文号"),
                    field_of(T.effective, span=12, help="提交前必填：从这一天受理的业务起执行"),
                    field_of(T.remark, type="textarea", span=24),
                ],
            )
        ],
        load_url=f"{CALLS}/load",
        width=640,
    )
)


PUBLISH = dialog(
    "cha_form_publish_table",
    "发布 {name}",
    Field("opinion", "意见", "textarea", span=24, size=500),
    note="自 {effective} 起受理的业务按这份标准收费，此前受理的不变",
    ok="发布",
    done="已发布",
)
DIALOGS = dialogs("cha_form_table", PUBLISH, "标准")

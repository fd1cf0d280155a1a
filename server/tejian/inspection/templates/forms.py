"""What is filled in for a version of a template: its head, its rows, and the dialogs of its moves."""

from tejian import data
from tejian.inspection.models.templates import TemplateRow as X
from tejian.inspection.models.templates import TemplateVersion as T
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.system.rules.api import dialogs

from .parts import CHOICES, PARTS, Part

CALLS = "/api/reportTemplate"
LONG = {"requirement_summary", "content", "condition", "expr", "formula", "limit", "sentence", "text", "body", "fields"}
LONG |= {"phrases", "words", "needs", "signers", "curves", "outside", "options"}
NEEDED = {"item_no", "content", "table_code", "title", "column", "label", "code", "name", "ruleid", "field", "result"}

HEAD = [
    field_of(T.name, required=True, span=24, help="如 2027 版"),
    field_of(T.document, span=24, help="提交前必填：批准修改的文件名称与文号"),
    field_of(T.effective, span=12, help="提交前必填：从这一天检验的记录起使用"),
    field_of(T.remark, type="textarea", span=24),
]
FORM = add_form(
    FormView(
        "report_template_form",
        "模板草案",
        f"{CALLS}/save",
        [Group("", HEAD)],
        load_url=f"{CALLS}/load",
        width=640,
    )
)
OPEN = add_form(
    FormView(
        "report_template_open",
        "起草新版本 {name}",
        f"{CALLS}/open",
        [Group("", HEAD)],
        width=640,
        ok="起草",
        note="以现行模板的全部内容为草案，修改、试算后提交，由他人发布",
        done="已起草，请在报告模板版本中修改",
    )
)
OF_VERSION = Field(
    "version_id", "版本", "hidden", True, size=32, refers=Refers(T, parent=X.version_id, said="不能改到其他版本")
)
WHY = [
    Field("clause", "依据条款", required=True, size=300, span=24, help="规范编号与条款，或机构文件"),
    Field("reason", "变更原因", "textarea", size=300, span=24, help="重点项目改为一般项目时必填"),
]


def row_form(part: Part) -> FormView:
    """The form of a row of one part."""
    fields = [
        Field(
            one,
            part.label(one),
            "select" if one in CHOICES else "textarea" if one in LONG else "text",
            required=one in NEEDED and all(row[one] for row in data.rows(part.table)),
            size=1000 if one in LONG else 300,
            span=24 if one in LONG else 12,
            options=CHOICES.get(one),
        )
        for one in part.columns
    ]
    return add_form(
        FormView(
            f"report_template_{part.table}",
            part.noun,
            f"{CALLS}/{part.table}/save",
            [Group("内容", [OF_VERSION, *fields]), Group("依据", WHY)],
            load_url=f"{CALLS}/{part.table}/load",
            width=760,
        )
    )


ROW_FORMS = {table: row_form(part) for table, part in PARTS.items()}
REMOVE = add_form(
    FormView(
        "report_template_remove",
        "取消一行",
        f"{CALLS}/row/remove",
        [
            Group(
                "",
                [
                    Field("reason", "取消原因", "textarea", True, size=300, span=24),
                ],
            )
        ],
        load_url=f"{CALLS}/row/load",
        width=520,
        ok="取消该行",
    )
)
DIALOGS = dialogs(
    "report_template",
    dialog(
        "report_template_publish",
        "发布 {name}",
        Field("opinion", "意见", "textarea", span=24, size=500),
        note="自 {effective} 起检验的新记录使用本版；已生成的原始记录仍用原版",
        ok="发布",
        done="已发布",
    ),
    "模板",
)
__all__ = ["CALLS", "DIALOGS", "FORM", "OPEN", "REMOVE", "ROW_FORMS"]

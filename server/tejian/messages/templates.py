"""The texts of short messages: their form and what a text may hold."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.errors import BadInput
from tejian.kit.formview import Field, FormView, Group, add_form
from tejian.kit.user import User

from .api import PART
from .models import SmsTemplate

# What the business fills in, template by template (inspection/effects.py, approval.py).
PARTS = {"unitname", "appno", "count", "missing", "due", "seisn", "fee", "date", "inspectors", "place", "reportno"}
PARTS |= {"expressno", "equname"}

TEMPLATE_FORM = add_form(
    FormView(
        "sms_template_form",
        "短信模板",
        "/api/smssend/template/save",
        [
            Group(
                "",
                [
                    Field("code", "模板类型", "dict", dict="C665", required=True, span=12),
                    Field("auto", "自动发送", "bool", default="1", span=6),
                    Field("enabled", "启用", "bool", default="1", span=6),
                    Field(
                        "content",
                        "模板内容",
                        "textarea",
                        required=True,
                        size=500,
                        span=24,
                        help="{appno} 等由业务填入；以【签名】开头",
                    ),
                ],
            )
        ],
        load_url="/api/smssend/template/load",
        width=680,
    )
)


def before_template_save(db: Session, me: User, row: SmsTemplate, values: dict[str, Any]) -> None:
    """One template a type; only parts that the business fills; nothing else is read as a template."""
    code = values.get("code")
    if code and db.scalar(select(SmsTemplate.id).where(SmsTemplate.code == code, SmsTemplate.id != (row.id or ""))):
        raise BadInput("模板类型：该类型已有模板", field="code")
    if content := values.get("content"):
        if unknown := [n for n in PART.findall(content) if n not in PARTS]:
            raise BadInput(f"模板内容：不认识{{{unknown[0]}}}", field="content")
        if "{" in (rest := PART.sub("", content)) or "}" in rest:
            raise BadInput("模板内容：括号不配对", field="content")

"""The texts of short messages: their form and what a text may hold."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User

from .models import SmsTemplate
from .parts import PART, words_of

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
                    Field("auto", "自动发送", "bool", default="1", span=4),
                    Field("legal", "退订后仍发送", "bool", span=4, help="法律、法规要求告知的才勾选"),
                    Field("enabled", "启用", "bool", default="1", span=4),
                    Field(
                        "content",
                        "模板内容",
                        "textarea",
                        required=True,
                        size=500,
                        span=24,
                        help="花括号里的项目由业务填入，各类短信可用的见列表的“可用项目”；以【签名】开头",
                    ),
                ],
            )
        ],
        load_url="/api/smssend/template/load",
        width=680,
    )
)


def before_template_save(db: Session, me: User, row: SmsTemplate, values: dict[str, Any]) -> None:
    """One template for each kind that is sent; a text names only what the business fills into it."""
    code = values.get("code") or row.code
    if db.scalar(select(SmsTemplate.id).where(SmsTemplate.code == code, SmsTemplate.id != (row.id or ""))):
        raise BadInput("模板类型：该类型已有模板", field="code")
    usable = words_of(code)
    if not usable:
        raise BadInput("模板类型：没有业务发送这一类短信", field="code")
    content = values.get("content", row.content)
    if unknown := [word for word in PART.findall(content) if word not in usable]:
        may = "、".join(f"{{{word}}}" for word in usable)
        raise BadInput(f"模板内容：不认识{{{unknown[0]}}}，可用的有{may}", field="content")
    if "{" in (rest := PART.sub("", content)) or "}" in rest:
        raise BadInput("模板内容：括号不配对", field="content")

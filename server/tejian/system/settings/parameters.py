"""System parameters and number rules: values that are checked for what they steer."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import case, select, text
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit import clock, outgoing, stamping
from tejian.kit.actions import Action
from tejian.kit.audit import security_event
from tejian.kit.errors import BadInput, Refused
from tejian.kit.formview import Field, FormView, Group, add_form
from tejian.kit.listview import Col, ListView, Search, add_list, col, like, same
from tejian.kit.numbering import PART, PERIODS, NumberRule, formatted
from tejian.kit.user import User
from tejian.system import permissions as p

from .cache import bump
from .models import Param
from .screens import edit, is_on

Check = Callable[[str], str | None]  # the sentence that refuses


def between(low: int, high: int) -> Check:
    def check(value: str) -> str | None:
        ok = value.isdecimal() and len(value) < 9 and low <= int(value) <= high
        return None if ok else f"应为{low}至{high}的整数"

    return check


def one_of(*values: str) -> Check:
    return lambda value: None if value in values else f"只能是{'、'.join(values)}"


def web_address(value: str) -> str | None:
    """Empty, or an http address without a user name in it."""
    return None if not value or re.fullmatch(r"https?://[A-Za-z0-9.\-\[\]:]+(/[^\s@]*)?", value) else "应为http(s)网址"


def called_address(value: str) -> str | None:
    """An address that the server itself calls: one that the installation names."""
    return web_address(value) or outgoing.refusal(value)


KINDS: dict[str, Check] = {
    "session.idle_minutes": between(1, 480),
    "session.absolute_hours": between(1, 24),
    "login.captcha": one_of("always", "after_failures", "never"),
    "login.lock_after": between(3, 20),
    "login.lock_minutes": between(1, 1440),
    "login.address_limit": between(5, 10_000),
    "login.encoding": one_of("base64", "sm2"),
    "login.second_factor": one_of("0", "1"),
    "login.token_store": one_of("1", "2"),
    "password.min_length": between(8, 64),
    "password.history": between(0, 20),
    "password.max_days": between(0, 365),
    "sso.url": called_address,
    "exchange.platform_url": called_address,
    "reading.records_per_hour": between(0, 100_000),
    "health.webhook": called_address,
    "health.sms": one_of("0", "1"),
    "health.backup_hours": between(0, 1000),
    "health.drill_days": between(0, 1000),
    "health.queue_minutes": between(1, 1440),
    "health.disk_percent": between(1, 50),
    "health.certificate_days": between(1, 365),
    "sso.service": web_address,
    "seal.stamp_url": lambda value: None if value == stamping.SIMULATOR else called_address(value),
    "sso.forced": one_of("0", "1"),
    "charge.platform_fault": one_of("", "late", "twice", "second", "amount", "forged", "file", "mixed"),
    "charge.invoice_platform": one_of("builtin", "simulator"),
    "charge.invoice_fault": one_of("", "busy", "lost", "slow", "repeated", "amount", "refused", "mixed"),
    "charge.invoice_tries": between(1, 50),
    "security.three_admins": one_of("0", "1"),
    "sms.per_number_hour": between(1, 100),
    "sms.per_user_hour": between(1, 10_000),
}

SET = "已设置"  # what is shown of a secret
YES_NO = {"1": "是", "0": "否"}
_shown = case((Param.secret & (Param.value != ""), SET), else_=Param.value)

param_list = add_list(
    ListView(
        no="sys_param_list",
        title="系统参数",
        permission=p.PARAM_QUERY,
        export_permission=p.EXPORT,
        source=select(Param),
        key=Param.id,
        visible=Param.visible,
        url="/api/system/param/findList",
        sort="grp",
        page_size=50,
        columns=[
            col(Param.label, 280, fixed="left"),
            Col("value", "参数值", _shown, 260),
            col(Param.protects, 60),
            col(Param.grp, 110),
            col(Param.key, 180, type="code"),
            col(Param.source, 220),
            col(Param.updateby, 90),
            col(Param.updatetime, 140),
            Col("id", "", Param.id),
            Col("version", "", Param.version),
        ],
        search=[
            like("label", "名称、键或值", Param.label, Param.key, _shown, quick=True),
            Search("protects", "受控", lambda v: Param.protects.is_(is_on(v)), widget="select", options=YES_NO),
            like("grp", "分组", Param.grp, quick=True),
        ],
        actions=[
            replace(edit(p.PARAM_SAVE, "sys_param_form"), when={"protects": ["false"]}),
            Action(
                "ask",
                "申请变更",
                p.PROTECTION_ASK,
                place="row",
                kind="form",
                needs="one",
                form="sys_protection_param_form",
                when={"protects": ["true"]},
            ),
        ],
    )
)

PARAM_FORM = add_form(
    FormView(
        "sys_param_form",
        "系统参数",
        "/api/system/param/save",
        [
            Group(
                "",
                [
                    Field("label", "参数名称", "readonly", span=24),
                    Field("key", "参数键", "readonly", span=24),
                    Field("value", "参数值", "textarea", size=512, span=24),
                    Field("source", "依据", size=256, span=24),
                ],
            )
        ],
        load_url="/api/system/param/load",
        width=620,
    )
)


def before_param_save(db: Session, me: User, row: Param, values: dict[str, Any]) -> None:
    """Parameters come with the platform; a value must be one that its reader understands."""
    if not row.id:
        raise Refused("系统参数随平台提供，不能新增")
    values["value"] = value = values.get("value") or ""  # an empty value is a value: it switches something off
    if row.protects:
        raise Refused("该参数关系到平台安全，由安全管理员申请、第二人同意后变更")
    refuse_value(row, value)
    _note(db, row, value)


def _note(db: Session, row: Param, value: str) -> None:
    if value != row.value:
        security_event(db, "参数变更", row.key, f"{shown(row)} → {shown(row, value)}")


def shown(row: Param, value: str | None = None) -> str:
    """The value of a parameter, or another one of it, as people may see it."""
    found = row.value if value is None else value
    return SET if found and row.secret else found


def refuse_value(row: Param, value: str) -> None:
    """Refuse what the reader of the parameter does not understand."""
    if said := KINDS.get(row.key, lambda v: None)(value):
        raise BadInput(f"{row.label}：{said}", field="value")


def set_protected(db: Session, row: Param, value: str) -> None:
    """Set a parameter that protects, after a second person agreed."""
    refuse_value(row, value)
    _note(db, row, value)
    row.value = value
    bump(db, "param")


def set_value(db: Session, key: str, value: str) -> None:
    """Set a parameter that a business switches itself; who may says the call."""
    row = db.scalars(select(Param).where(Param.key == key).with_for_update()).one()
    _note(db, row, value)
    row.value = value
    bump(db, "param")


def after_param_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    bump(db, "param")


RESETS = {"day": "每日", "month": "每月", "year": "每年", "never": "不重置"}
DATES = {"yyyy", "yy", "MM", "dd"}
NEEDED = {
    "day": ({"yyyy", "yy"}, {"MM"}, {"dd"}),
    "month": ({"yyyy", "yy"}, {"MM"}),
    "year": ({"yyyy", "yy"},),
    "never": (),
}
SAMPLE = {"kind": "TD", "org": "NB"}

number_list = add_list(
    ListView(
        no="sys_number_list",
        title="业务编号定义",
        permission=p.NUMBER_SAVE,
        export_permission=p.EXPORT,
        source=select(NumberRule),
        key=NumberRule.id,
        visible=NumberRule.visible,
        url="/api/system/number/findList",
        sort="code",
        columns=[
            col(NumberRule.label, 200, fixed="left"),
            col(NumberRule.code, 100, type="code"),
            col(NumberRule.pattern, 240, type="code"),
            col(NumberRule.reset, 90, type="dict", words=RESETS),
            col(NumberRule.source, 240),
            col(NumberRule.updateby, 90),
            col(NumberRule.updatetime, 140),
            Col("id", "", NumberRule.id),
            Col("version", "", NumberRule.version),
        ],
        search=[
            like("label", "名称或代码", NumberRule.label, NumberRule.code, quick=True),
            same("reset", "重新计数", NumberRule.reset, widget="select", options=RESETS, quick=True),
        ],
        actions=[
            edit(p.NUMBER_SAVE, "sys_number_form"),
            Action("previewNumber", "预览", p.NUMBER_SAVE, place="row", needs="one"),
        ],
    )
)

NUMBER_FORM = add_form(
    FormView(
        "sys_number_form",
        "编号规则",
        "/api/system/number/save",
        [
            Group(
                "",
                [
                    Field("label", "名称", required=True, size=64, span=12),
                    Field("code", "编号代码", "readonly", span=12),
                    Field(
                        "pattern",
                        "格式",
                        required=True,
                        size=128,
                        span=12,
                        help="{yyyy} {yy} {MM} {dd} 日期，{seq:4} 四位流水号，{kind} {org} 业务给出的部分",
                    ),
                    Field("reset", "重新计数", "select", required=True, options=RESETS, span=12),
                    Field("source", "依据", size=256, span=24),
                ],
            )
        ],
        load_url="/api/system/number/load",
        width=660,
    )
)


def refuse_pattern(pattern: str, reset: str, named: set[str]) -> None:
    """Refuse a format that could make the same number twice, or that names what the business does not give."""
    parts = [m.group(1) for m in PART.finditer(pattern)]
    if parts.count("seq") != 1:
        raise BadInput("格式：须有且只有一个流水号{seq}", field="pattern")
    if "{" in (rest := PART.sub("", pattern)) or "}" in rest:
        raise BadInput("格式：括号不配对", field="pattern")
    if unknown := [x for x in parts if x not in DATES | {"seq"} | named]:
        raise BadInput(f"格式：不认识{{{unknown[0]}}}", field="pattern")
    if missing := [x for x in named if x not in parts]:
        raise BadInput(f"格式：须保留{{{missing[0]}}}，否则编号会重复", field="pattern")
    for group in NEEDED[reset]:
        if not group & set(parts):
            raise BadInput(
                f"格式：{RESETS[reset]}重新计数时须含{{{sorted(group)[-1]}}}，否则编号会重复", field="pattern"
            )
    if (width := re.search(r"\{seq:(\d+)\}", pattern)) and not 1 <= int(width.group(1)) <= 12:
        raise BadInput("格式：流水号应为1至12位", field="pattern")


def named_parts(pattern: str) -> set[str]:
    """The parts of a format that the business gives."""
    return {m.group(1) for m in PART.finditer(pattern)} - DATES - {"seq"}


def before_number_save(db: Session, me: User, row: NumberRule, values: dict[str, Any]) -> None:
    """A format stays one that the business can fill; a new period goes on counting where the old one stands."""
    if not row.id:
        raise Refused("编号规则随业务提供，不能新增")
    pattern, reset = values.get("pattern") or row.pattern, values.get("reset") or row.reset
    refuse_pattern(pattern, reset, named_parts(row.pattern))
    if reset != row.reset:
        _carry_counters(db, row.code, row.reset, reset)


def _carry_counters(db: Session, code: str, old: str, new: str) -> None:
    """Start the counters of the new period at the value of the running one: no number comes twice."""
    today = clock.today()
    db.execute(
        text(
            "insert into counter (series, period, value)"
            " select series, :new, value from counter where period = :old and (series = :c or series like :below)"
            " on conflict (series, period) do update set value = greatest(counter.value, excluded.value)"
        ),
        {
            "old": today.strftime(PERIODS[old]),
            "new": today.strftime(PERIODS[new]),
            "c": code,
            "below": code.replace("_", r"\_") + "/%",
        },
    )


class Sample(TypedDict):
    sample: str


def preview(pattern: str, reset: str, day: date | None = None) -> Sample:
    """What the first number of today would look like."""
    if reset not in RESETS or len(pattern) > 128:
        raise BadInput("格式：不正确", field="pattern")
    named = named_parts(pattern)
    refuse_pattern(pattern, reset, named)
    sample = formatted(pattern, day or clock.today(), 1, {n: SAMPLE.get(n, "X") for n in named})
    return {"sample": sample}

"""System parameters and number rules: values that are checked for what they steer."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

from sqlalchemy import case, select, text
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import data
from tejian.kit.database.audit import security_event
from tejian.kit.database.numbering import PART, PERIODS, NumberRule, formatted
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground import clock, outgoing
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like, same
from tejian.kit.seals import stamping
from tejian.system import permissions as p
from tejian.system.models.settings import Param

from .cache import bump
from .screens import edit, is_on

Check = Callable[[str], str | None]  # the sentence that refuses


def between(low: int, high: int) -> Check:
    def check(value: str) -> str | None:
        ok = value.isdecimal() and len(value) < 9 and low <= int(value) <= high
        return None if ok else f"应为{low}至{high}的整数"

    return check


def number_between(low: int, high: int) -> Check:
    def check(value: str) -> str | None:
        ok = re.fullmatch(r"\d{1,8}(\.\d{1,4})?", value) and low <= Decimal(value) <= high
        return None if ok else f"应为{low}至{high}的数，最多四位小数"

    return check


def all_between(low: int, high: int) -> Check:
    """Whole numbers with commas between them, each greater than the one before."""

    def check(value: str) -> str | None:
        parts = [one.strip() for one in value.split(",")]
        if not all(one.isdecimal() and len(one) < 9 and low <= int(one) <= high for one in parts):
            return f"应为{low}至{high}的整数，以逗号分隔"
        rising = all(int(one) < int(after) for one, after in pairwise(parts))
        return None if rising else "应从小到大"

    return check


def one_of(*values: str) -> Check:
    return lambda value: None if value in values else f"只能是{'、'.join(values)}"


def text_of(most: int) -> Check:
    return lambda value: None if len(value) <= most else f"最多{most}个字"


def web_address(value: str) -> str | None:
    """Empty, or an http address without a user name in it."""
    return None if not value or re.fullmatch(r"https?://[A-Za-z0-9.\-\[\]:]+(/[^\s@]*)?", value) else "应为http(s)网址"


def called_address(value: str) -> str | None:
    """An address that the server itself calls: one that the installation names."""
    return web_address(value) or outgoing.refusal(value)


def stamp_address(value: str) -> str | None:
    return None if value == stamping.SIMULATOR else called_address(value)


ADDRESSES: dict[str, Check] = {"web": web_address, "called": called_address, "stamp": stamp_address}
RANGES = {"whole": between, "number": number_between, "wholes": all_between}


def check_of(takes: str) -> Check:
    """What `takes` of params.csv says: `whole 1 480`, `number 0 100`, `wholes 1 120`, `one a b` (`-` for nothing),
    `text 64`, or the name of a kind of address."""
    kind, *rest = takes.split()
    if kind in RANGES:
        low, high = map(int, rest)
        return RANGES[kind](low, high)
    if kind == "one":
        return one_of(*("" if one == "-" else one for one in rest))
    return text_of(int(rest[0])) if kind == "text" else ADDRESSES[kind]


def range_of(takes: str) -> str:
    """The same in words for who sets it."""
    kind, *rest = takes.split()
    words = {"whole": "{0} 至 {1} 的整数", "number": "{0} 至 {1}", "wholes": "{0} 至 {1} 的整数，逗号分隔"}
    words |= {"text": "{0} 字以内", "one": "、".join("空" if one == "-" else one for one in rest)}
    return words.get(kind, "网址，可空").format(*rest)


CHECKS = {row["key"]: check_of(row["takes"]) for row in data.rows("params")}
RANGES_IN_WORDS = {row["key"]: range_of(row["takes"]) for row in data.rows("params")}

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
            Col("value", "参数值", _shown, 200),
            Col("takes", "可取值", Param.key, 140, "dict", words=RANGES_IN_WORDS, sortable=False),
            col(Param.protects, 60),
            col(Param.grp, 110),
            col(Param.key, 180, type="code", shown=False),
            col(Param.source, 260),
            col(Param.updateby, 90, shown=False),
            col(Param.updatetime, 140),
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
        security_event(db, "参数变更", row.label, f"{shown(row)} → {shown(row, value)}")


def shown(row: Param, value: str | None = None) -> str:
    """The value of a parameter, or another one of it, as people may see it."""
    found = row.value if value is None else value
    return SET if found and row.secret else found


def refuse_value(row: Param, value: str) -> None:
    """Refuse what the reader of the parameter does not understand."""
    check = CHECKS.get(row.key)
    if check is None:
        raise Refused(f"{row.label}由平台生成，不能修改")
    if said := check(value):
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
            col(NumberRule.code, 100, type="code", shown=False),
            col(NumberRule.pattern, 240, type="code"),
            col(NumberRule.reset, 90, type="dict", words=RESETS),
            col(NumberRule.source, 240),
            col(NumberRule.updateby, 90),
            col(NumberRule.updatetime, 140),
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

"""The fee table on its screen: every version of every row, and what a device would cost by it on a day."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import and_, false, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.equipment.api import labels
from tejian.archives.models.equipment import Equipment
from tejian.charging import permissions as p
from tejian.charging.fees.api import (
    DraftLine,
    book,
    device_facts,
    device_values,
    fee_total,
    in_words,
    item_lines,
    missing_text,
    on_day,
    parameters,
    pipelines,
    several,
    shown_line,
)
from tejian.charging.models.tables import FeeTable
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Day, Form, Id, Words
from tejian.kit.forms.refers import Refers
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, like, same
from tejian.system.permissions import EXPORT
from tejian.system.rules.api import RuleRow, kinds

from .codes import LABELS
from .comparing import rows_of
from .importing import draft_book

R = RuleRow
TABLE = "fees"


def _cell(name: str, label: str, width: int, **more: object) -> Col:
    return Col(name, label, R.data[name].astext, width, **more)  # type: ignore[arg-type]


def _coming() -> Any:
    return func.coalesce(R.validfrom > clock.today(), false())


def _ended() -> Any:
    return func.coalesce(R.validto <= clock.today(), false())


class FeeList(ListView):
    """The rules store what is computed; here it is read, with the names of fields and the words of codes."""

    def dressed(self, db: Session, me: User, rows: Any, columns: Sequence[Col]) -> list[dict[str, Any]]:
        dictionaries, fees, fields = words(db, me.dict_version), book(db), labels()

        def coded(name: str) -> Mapping[str, str]:
            return dictionaries.get("C602" if name == "kind" else fields.get(name, ("", ""))[1], {})

        wordings: dict[str, Callable[[str, str], str]] = {
            "calc": lambda text, code: in_words(text, lambda name: fees.word(name, code), coded),
            "band_expr": lambda text, code: in_words(text, lambda name: fees.word(name, code), coded),
            "param_field": lambda text, code: parameters(
                text, lambda name: fees.word(name, code), lambda sort: dictionaries.get("C604", {}).get(sort, sort)
            ),
            "kind_filter": lambda text, code: kinds(text, dictionaries),
            "equclass": lambda text, code: several(text, dictionaries.get("C601", {})),
            "testsort": lambda text, code: several(text, dictionaries.get("C604", {})),
        }
        answer = super().dressed(db, me, rows, columns)
        for row in answer:
            code = str(row.get("equclass") or "").partition("/")[0]
            row |= {name: say(str(row[name] or ""), code) for name, say in wordings.items() if name in row}
        return answer


fee_list = add_list(
    FeeList(
        no="cha_fee_list",
        title="检验收费配置",
        permission=p.FEES,
        export_permission=EXPORT,
        source=select(R).where(R.tbl == TABLE, R.data["line_role"].astext != "note"),  # how names are read: fee_names
        key=R.id,
        visible=R.visible,
        url="/api/chamain/feeTable/findList",
        sort="row",
        columns=[
            _cell("feecode", "收费代码", 84, type="code", fixed="left"),
            _cell("equclass", "种类", 90),
            _cell("testsort", "检验类型", 110),
            _cell("item", "收费项目", 200),
            _cell("band", "档次", 130),
            _cell("unit", "单位", 70),
            _cell("nature", "性质", 56),
            _cell("calc", "计算", 240),
            _cell("param_field", "所用参数", 180),
            col(R.validfrom, 100),
            col(R.validto, 100),
            col(R.check_state, 80, shown=False),
            col(R.source, 260),
            _cell("kind_filter", "设备类别", 110, shown=False),
            _cell("band_expr", "档次条件", 160, shown=False),
            _cell("instead", LABELS["instead"], 160, shown=False),
            _cell("excludes", LABELS["excludes"], 160, shown=False),
            _cell("note", "说明", 200, shown=False),
            Col("row", "", R.seq),
        ],
        search=[
            like("feecode", "收费代码", R.data["feecode"].astext, quick=True),
            like("item", "收费项目", R.data["item"].astext, quick=True),
            same("equclass", "种类", R.data["equclass"].astext, widget="select", dict="C601", quick=True),
            like("testsort", "检验类型", R.data["testsort"].astext),
            like("source", "依据", R.source),
        ],
        segments=[
            Segment("now", "现行", lambda me: and_(~_coming(), ~_ended())),
            Segment("coming", "待生效", lambda me: _coming()),
            Segment("ended", "已失效", lambda me: _ended()),
        ],
        actions=[
            Action("importRows", "导入新收费标准", p.DRAFT_FEES),
            Action("feeSheet", "下载现行标准", p.FEES),
            Action("versions", "标准版本", p.FEES, kind="route", route="/assistMng/payMng/feeTable"),
            Action("tryFee", "试算", p.FEES, kind="page", shortcut="Alt+T"),
        ],
    )
)


class TryForm(Form):
    """A device and what would be done to it."""

    equdatasysid: Annotated[Id, Refers(Equipment, alone="what the table is tried on")] = Field(title="设备")
    testsort: str = Field(title="检验类型", max_length=8)
    day: Day = Field(None, title="受理日期")
    mother: str = Field("", title="复检的原检验类型", max_length=8)
    table: Annotated[Id | None, Refers(FeeTable, alone="the version that is tried")] = Field(None, title="收费标准")
    options: Words = Field(default_factory=list, title="可选项目", max_length=20)


class Tried(TypedDict):
    """What a device would cost, or which parameter is missing."""

    equcode: str
    day: str
    lines: list[DraftLine]
    total: str
    missing: str


def tried(db: Session, me: User, form: TryForm) -> Tried:
    """The lines of one device by the table of a day, or by a version that is not in force; nothing is stored."""
    device = visible_or_refuse(db, me, Equipment, form.equdatasysid)
    day: date = form.day or clock.today()
    facts = device_facts(device_values(db, device, day), device.equclacode)
    if form.table:
        table = visible_or_refuse(db, me, FeeTable, form.table)
        fees = draft_book(db, rows_of(db, table.id))
    else:
        fees = on_day(book(db), day)
    lines = item_lines(
        *(facts, pipelines(db, device), form.testsort, fees),
        options=form.options,
        mothersort=form.mother,
    )
    total = fee_total(lines)
    return {
        "equcode": device.equcode,
        "day": str(day),
        "lines": [shown_line(line) for line in lines],
        "total": "" if total is None else f"{total:.2f}",
        "missing": missing_text(lines) or ("" if lines else "没有对应的收费标准，按协议或手工登记"),
    }

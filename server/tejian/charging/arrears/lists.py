"""Lists of arrears: units with what they owe by age, the charges behind it, the letters."""

from typing import Any

from sqlalchemy import case, func, literal, select

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.arrears import WAYS, Letter
from tejian.charging.models.charges import Charge as C
from tejian.charging.parts.api import OVERDUE
from tejian.kit.forms.columns import Col
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import ListView, Search, Segment, add_list, col, dates, like, same
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Listed, Part, RecordView, Shown
from tejian.system.permissions import EXPORT

from .forms import CALLS
from .letters import PAGE
from .reading import AGE_NAMES, DAYS, ZERO, by_age, of_age, overdue

BASE = "/assistMng/payMng"
UNIT = f"{BASE}/arrearsSearch/detail?id={{payunitsysid}}"
OF_CHARGE = f"{BASE}/payConfirm/payConfirmDetail?id={{id}}"
NAMES = {at.DUE: "待缴费", at.PART: "部分缴费"}


def behind(age: str = "") -> str:
    """The charges that a number of a unit counts."""
    return f"{BASE}/arrearsCharges?payunitsysid={{payunitsysid}}{f'&age={age}' if age else ''}"


def _of_units(age: str) -> Any:
    """All that units owe of which something is of an age."""
    return C.payunitsysid.in_(select(C.payunitsysid).where(overdue(), of_age(age)))


def _sum(age: str) -> Any:
    return func.coalesce(func.sum(OVERDUE).filter(of_age(age)), 0)


_units: Any = select(C.payunitsysid, C.payunitname).group_by(C.payunitsysid, C.payunitname)

unit_list = add_list(
    ListView(
        no="cha_arrears_list",
        title="欠费查询",
        permission=p.ARREARS,
        export_permission=EXPORT,
        source=_units,
        key=C.payunitsysid,
        visible=overdue,
        url=f"{CALLS}/findList",
        sort="-amount",
        row_key="payunitsysid",
        columns=[
            col(C.payunitname, 220, label="单位", fixed="left", link=UNIT),
            Col("count", "欠费笔数", func.count(), 84, "number", link=behind()),
            Col("amount", "欠费合计", func.sum(OVERDUE), 112, "money", link=behind()),
            *(Col(f"age{age}", name, _sum(age), 104, "money", link=behind(age)) for age, name in AGE_NAMES.items()),
            Col("oldest", "最早应缴日期", func.min(C.duedate), 116, "date"),
            Col("days", "最长天数", func.current_date() - func.min(C.duedate), 84, "number"),
        ],
        search=[
            like("payunitname", "单位", C.payunitname, quick=True),
            Search("age", "账龄", _of_units, widget="select", options=AGE_NAMES, quick=True),
        ],
        actions=[
            Action(
                "letter",
                "出催缴函",
                p.LETTER,
                place="batch",
                kind="call",
                needs="many",
                url=f"{CALLS}/make",
                confirm="按今天的欠费给所选单位各出一份催缴函？",
                done="已出催缴函，在催缴函中打印和登记送达",
                empty="请选择单位",
            ),
        ],
    )
)
charge_list = add_list(
    ListView(
        no="cha_arrears_charges",
        title="欠费明细",
        permission=p.ARREARS,
        export_permission=EXPORT,
        source=select(C),
        key=C.id,
        visible=overdue,
        url=f"{CALLS}/findCharges",
        sort="duedate",
        columns=[
            col(C.chargesysid, 140, type="code", fixed="left", link=OF_CHARGE),
            col(C.payunitname, 200),
            col(C.step, 84, label="状态", type="dict", words=NAMES),
            col(C.nature, 72),
            col(C.duedate, 96),
            Col("days", "逾期天数", DAYS, 76, "number"),
            Col("age", "账龄", case(*((of_age(k), literal(v)) for k, v in AGE_NAMES.items())), 92),
            col(C.owed, 106, type="money", label="应收金额"),
            col(C.received, 106, type="money"),
            Col("left", "欠费金额", OVERDUE, 106, "money"),
            col(C.registerby, 80),
            Col("payunitsysid", "", C.payunitsysid),
        ],
        search=[
            like("payunitname", "单位", C.payunitname, quick=True),
            Search("age", "账龄", of_age, widget="select", options=AGE_NAMES, quick=True),
            like("chargesysid", "收费单号", C.chargesysid, quick=True),
            same("payunitsysid", "选定单位", C.payunitsysid, widget="unit"),
            dates("duedate", "缴费期限", C.duedate),
        ],
    )
)
PRINT = Action("print", "打印", p.ARREARS, place="batch", kind="print", needs="many", print="CJH")
SEND = Action(
    "sent", "送达登记", p.LETTER, place="row", kind="move", needs="one", form="cha_letter_sent", when={"issent": ["0"]}
)
letter_list = add_list(
    ListView(
        no="cha_letter_list",
        title="催缴函",
        permission=p.ARREARS,
        export_permission=EXPORT,
        source=select(Letter),
        key=Letter.id,
        visible=Letter.visible,
        url=f"{CALLS}/findLetters",
        sort="-made",
        columns=[
            col(Letter.letterno, 150, type="code", fixed="left", link=PAGE),
            col(Letter.unitname, 220),
            col(Letter.made, 110),
            col(Letter.count, 70),
            col(Letter.amount, 120, type="money"),
            col(Letter.oldest, 120),
            col(Letter.deadline, 110),
            col(Letter.sent, 110),
            col(Letter.sentway, 110, type="dict", words=WAYS),
            col(Letter.receiver, 90),
            col(Letter.maker, 80),
            Col("issent", "", case((Letter.sent.is_(None), "0"), else_="1")),
        ],
        search=[
            like("unitname", "单位", Letter.unitname, quick=True),
            like("letterno", "函号", Letter.letterno, quick=True),
            dates("made", "出函日期", Letter.made),
            same("unitsysid", "选定单位", Letter.unitsysid, widget="unit"),
        ],
        segments=[Segment("open", "未送达", lambda me: Letter.sent.is_(None))],
        actions=[SEND, PRINT],
    )
)


def _values(_db: Any, _me: Any, row: Letter) -> dict[str, Any]:
    return record(row, "rows") | {"issent": "1" if row.sent else "0"}


def _rows(shown: Shown) -> list[dict[str, Any]]:
    return [{"id": one["chargesysid"], **one} for one in shown.row.rows]


LETTER_VIEW = RecordView(
    no="cha_letter",
    title="催缴函",
    permission=p.ARREARS,
    model=Letter,
    url=f"{CALLS}/letter",
    values=_values,
    heading=lambda s: f"催缴函 {s.row.letterno}",
    name=lambda s: s.row.letterno,
    identity=lambda s: s.row.unitname,
    facts=[
        Fact(label="欠费", text=lambda s: f"{s.row.amount:,.2f} 元", note=lambda s: f"{s.row.count} 笔"),
        Fact(label="最早应缴日期", text=lambda s: str(s.row.oldest)),
        Fact(label="限缴日期", text=lambda s: str(s.row.deadline)),
        Fact(label="出函", text=lambda s: f"{s.row.made}　{s.row.maker}"),
        Fact(
            label="送达",
            text=lambda s: f"{s.row.sent}　{WAYS.get(s.row.sentway, '')}" if s.row.sent else "未送达",
            note=lambda s: f"签收 {s.row.receiver}，登记 {s.row.sentby}" if s.row.sent else "",
        ),
    ],
    parts=[
        Part(
            "rows",
            "欠费明细",
            columns=[
                Col("chargesysid", "收费单号", None, 160, "code"),
                Col("duedate", "缴费期限", None, 120, "date"),
                Col("age", "账龄", None, 110),
                Col("owed", "应收金额", None, 120, "money"),
                Col("received", "实收金额", None, 120, "money"),
                Col("left", "欠费金额", None, 120, "money"),
            ],
            rows=_rows,
            noun="欠费",
        )
    ],
    actions=[SEND],
    prints={"CJH": "打印"},
    history=True,
)


def _age(name: str) -> Fact:
    """What is owed of an age."""
    return Fact(
        label=AGE_NAMES[name],
        text=lambda s: f"{s.more.get(name, (0, ZERO))[1]:,.2f} 元",
        note=lambda s: f"{s.more.get(name, (0, ZERO))[0]} 笔",
        link=lambda s: behind(name).format(payunitsysid=s.row.id),
    )


UNIT_VIEW = RecordView(
    no="cha_arrears_unit",
    title="单位欠费",
    permission=p.ARREARS,
    model=Unit,
    url=f"{CALLS}/unit",
    values=lambda db, me, row: {"id": row.id, "name": row.name},
    more=lambda db, me, row: by_age(db, me, row.id),
    heading=lambda s: s.row.name,
    name=lambda s: f"欠费 {s.row.name}",
    facts=[
        Fact(
            label="欠费合计",
            text=lambda s: f"{sum((yuan for _, yuan in s.more.values()), ZERO):,.2f} 元",
            link=lambda s: behind().format(payunitsysid=s.row.id),
        ),
        *(_age(name) for name in AGE_NAMES),
    ],
    parts=[
        Listed("charges", "欠费明细", "cha_arrears_charges", lambda s: {"payunitsysid": s.row.id}),
        Listed("letters", "催缴函", "cha_letter_list", lambda s: {"unitsysid": s.row.id}),
    ],
)

"""The list of overhauls of the institute."""

from sqlalchemy import func, select

from tejian.instruments import permissions as p
from tejian.instruments.models import CHECKING, FOUND, IN_WORK, MENDING, VERDICTS, Instrument
from tejian.instruments.models import InstrumentOverhaul as O
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import OVERHAUL

DAYS = func.current_date() - O.foundday
overhaul_list = own_listing(
    OVERHAUL,
    no="instrument_overhaul_list",
    title="仪器检修",
    permission=p.REPAIR_QUERY,
    export_permission=EXPORT,
    source=select(O).join(Instrument, Instrument.id == O.instrument_id),
    url=f"{API}/findList",
    sort="-foundday",
    columns=[
        col(O.repairno, 130, type="code", fixed="left", link=PAGE),
        col(Instrument.instno, 120, type="code"),
        col(Instrument.name, 140, label="仪器名称"),
        col(O.step, 90, label="状态", type="state", words=OVERHAUL.names, tones=OVERHAUL.tones),
        col(O.fault, 220),
        col(O.foundday, 100),
        Col("days", "已过天数", DAYS, 80, "number", shown=False),
        col(O.repairer, 160),
        col(O.cost, 90),
        col(O.verdict, 90, type="dict", words=VERDICTS),
        col(O.sender_id, 80),
        col(O.checker_id, 80),
        col(O.checked, 140),
        col(O.reporter_id, 80, shown=False),
        col(O.begun, 140, shown=False),
    ],
    search=[
        like("text", "单号、仪器", O.repairno, Instrument.instno, Instrument.name, quick=True),
        same("step", "状态", O.step, widget="select", options=OVERHAUL.names, quick=True),
        dates("foundday", "发现日期", O.foundday),
        like("repairer", "检修单位或人员", O.repairer),
    ],
    segments=[
        Segment("work", "未完", lambda me: O.step.in_(IN_WORK)),
        Segment("found", "待检修", lambda me: O.step == FOUND),
        Segment("mending", "检修中", lambda me: O.step == MENDING),
        Segment("checking", "待验收", lambda me: O.step == CHECKING),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.REPAIR_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(OVERHAUL),
    ],
)

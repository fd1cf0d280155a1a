"""The four lists of registration, each its way of registering: one declaration, narrowed by the mode."""

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.registration import permissions as p
from tejian.registration.models.use import (
    APPLIED,
    BY_CAR,
    BY_SET,
    BY_UNIT,
    CHANGE,
    DECIDED,
    EXAMINING,
    MODES,
    RegisteredDevice,
)
from tejian.registration.models.use import UseRegistration as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, LISTS, OPEN, PAGE
from .process import REGISTER

WITH_AUTHORITY = (APPLIED, EXAMINING, DECIDED)
LATE = C.step.in_(WITH_AUTHORITY) & (C.limit_at < func.now())


def _count() -> Col:
    number = select(func.count()).where(RegisteredDevice.reg_id == C.id).correlate(C).scalar_subquery()
    return Col("devices", "设备", number, 64, "number")


def _columns(mode: str) -> list[Col]:
    """The columns of a way of registering; '' is all of them together."""
    changed = [col(C.newunitsysid, 180, label="变更后单位"), col(C.newplace, 160)] if mode == CHANGE else []
    return [
        col(C.regapplyno, 130, type="code", fixed="left", link=PAGE),
        *([] if mode else [col(C.mode, 100, type="dict", words=MODES)]),
        col(C.step, 90, label="状态", type="state", words=REGISTER.names, tones=REGISTER.tones),
        col(C.unitname, 200),
        *([] if mode in (BY_SET, BY_UNIT, BY_CAR) else [col(C.regtype, 130, shown=mode == CHANGE)]),
        *changed,
        *([] if mode == BY_CAR else [_count()]),
        *([col(C.carid, 110)] if mode == BY_CAR else []),
        col(C.areacode, 110),
        col(C.applied, 140),
        col(C.limit_at, 122, label="办理期限", type="deadline"),
        col(C.acceptor_id, 80),
        col(C.examiner_id, 80),
        col(C.issued, 100),
        col(C.contact, 80, shown=False),
        col(C.createtime, 140, shown=False),
    ]


def _list(mode: str) -> ListView:
    acts = ACTS.get(mode)
    title = "使用登记办理" if acts is None else "变更登记" if mode == CHANGE else f"{MODES[mode]}使用登记"
    view = Action("view", "查看", p.QUERY, place="row", kind="route", needs="one", route=PAGE)
    mine = [acts.edit, acts.delete] if acts else []
    return own_listing(
        REGISTER,
        no=f"use_register_{LISTS[mode].removeprefix('useRegister').lower() or 'all'}_list",
        title=title,
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(C).where(C.mode == mode) if mode else select(C),
        url=f"{API}/{LISTS[mode]}/findList",
        late=LATE,
        due=["limit_at"],
        columns=_columns(mode),
        search=[
            like("text", "编号、单位", C.regapplyno, C.unitname, quick=True),
            same("step", "状态", C.step, widget="select", options=REGISTER.names, quick=True),
            *([] if mode else [same("mode", "登记方式", C.mode, widget="select", options=MODES, quick=True)]),
            dates("applied", "申请时间", C.applied, moment=True),
            dates("issued", "发证日期", C.issued),
        ],
        segments=[
            Segment("officer", "待登记机关办理", lambda me: C.step.in_(WITH_AUTHORITY)),
            Segment("applicant", "待申请方办理", lambda me: C.step.in_(OPEN)),
            Segment("late", "超期未办", lambda me: LATE),
        ],
        actions=[
            *([acts.add] if acts else []),
            Action("print", "打印登记证", p.QUERY, place="batch", kind="print", needs="many", print="SYDJZ"),
            view,
            *mine[:1],
            *buttons(REGISTER),
            *mine[1:],
        ],
    )


register_lists = [_list(mode) for mode in ("", *MODES)]

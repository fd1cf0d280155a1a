"""Instruments and the boxes they travel in, with the marks of calibrations that end."""

from dataclasses import replace
from typing import Any

from sqlalchemy import case, func, literal, select

from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

from . import permissions as p
from .models import Instrument as I

SOON = 30  # days before the end of a calibration from which it is marked (system setting)
OUT_OF_USE = ("5", "6", "9")  # C647: stopped, scrapped, lost: no calibration is owed
PAGE = "/instrumentMng/instrument?id={id}"
BOX_PAGE = "/instrumentMng/instrumentEqu?boxno={boxno}"
TERMS = {"0": "已过期", "1": "即将到期", "2": "有效", "9": "不用"}
TONES = {"0": "no", "1": "ca", "2": "ok", "9": "go"}
STATE_TONES = {"0": "ok", "1": "go", "2": "go", "3": "ok", "4": "ca", "5": "no", "6": "no", "7": "ca", "8": "ca"}

_used = I.status.not_in(OUT_OF_USE)
_overdue = _used & (I.nextcal < func.current_date())
_soon = _used & (I.nextcal < func.current_date() + SOON + 1)
_late = case((_overdue, literal("1")), else_=literal("0"))
_term = case((~_used, literal("9")), (_overdue, literal("0")), (_soon, literal("1")), else_=literal("2"))

instrument_list = add_list(
    ListView(
        no="instrument_list",
        title="仪器设备",
        permission=p.BOX_QUERY,
        export_permission=EXPORT,
        source=select(I),
        key=I.id,
        visible=I.visible,
        url="/api/instrument/archives/findList",
        sort="nextcal",
        late="isCalOverdue",
        columns=[
            col(I.instno, 130, type="code", fixed="left", link=PAGE),
            col(I.name, 160),
            col(I.nextcal, 110),
            Col("term", "检定", _term, 90, "state", words=TERMS, tones=TONES),
            col(I.boxno, 90, type="code"),
            col(I.keeper, 90),
            col(I.status, 110, type="state", tones=STATE_TONES),
            col(I.lastcal, 110),
            col(I.model),
            col(I.range, 140),
            col(I.accuracy, 110),
            col(I.insttype, 120),
            col(I.method, 100, shown=False),
            col(I.cycle, 110, shown=False),
            col(I.certno, 150, type="code", shown=False),
            col(I.maker, 180, shown=False),
            col(I.serial, 130, type="code", shown=False),
            Col("isCalOverdue", "", _late),
        ],
        search=[
            like("name", "编号或名称", I.instno, I.name, quick=True),
            same("boxno", "工具箱", I.boxno, quick=True),
            same("status", "状态", I.status, widget="select", dict="C647", quick=True),
            same("method", "溯源方式", I.method, widget="select", dict="C648"),
            like("keeper", "保管人", I.keeper),
            dates("nextcal", "有效期至", I.nextcal),
            Search("overdue", "只看过期", lambda v: _overdue, widget="checkbox"),
            Search("soon", f"只看{SOON}天内到期", lambda v: _soon, widget="checkbox"),
        ],
        actions=[
            Action("add", "新增", p.ARCHIVE_SAVE, kind="form", form="instrument_form", shortcut="Alt+N"),
            Action("view", "查看", p.BOX_QUERY, place="row", kind="route", needs="one", route=PAGE),
            Action("edit", "编辑", p.ARCHIVE_SAVE, place="row", kind="form", needs="one", form="instrument_form"),
            Action(
                "calibrate",
                "检定登记",
                p.ARCHIVE_SAVE,
                place="row",
                kind="form",
                needs="one",
                form="instrument_calibration_form",
            ),
            Action(
                "borrow",
                "申请借用",
                p.LOAN_APPLY,
                place="batch",
                kind="form",
                needs="many",
                form="instrument_borrow_form",
            ),
            Action(
                "assign",
                "放入工具箱",
                p.BOX_SAVE,
                place="batch",
                kind="form",
                needs="many",
                form="instrument_assign_form",
            ),
            Action(
                "delete",
                "删除",
                p.ARCHIVE_SAVE,
                place="more",
                kind="call",
                needs="one",
                url="/api/instrument/archives/delete",
                confirm="确定要删除该仪器吗？",
            ),
        ],
    )
)


def _due(me: User) -> Any:
    return I.visible(me) & _soon


warn_list = add_list(
    replace(
        instrument_list,
        no="instrument_warn_list",
        title="仪器箱预警",
        visible=_due,
        url="/api/instrument/box/findWarnList",
        actions=[a for a in instrument_list.actions if a.code == "calibrate"],
    )
)

_boxes: Any = select(I.org_id, I.boxno).where(I.boxno != "").group_by(I.org_id, I.boxno)

box_list = add_list(
    ListView(
        no="instrument_box_list",
        title="仪器箱管理",
        permission=p.BOX_QUERY,
        export_permission=EXPORT,
        source=_boxes,
        key=I.boxno,
        visible=I.visible,
        url="/api/instrument/box/findList",
        sort="boxno",
        row_key="boxno",
        late="isCalOverdue",
        due=["firstcal"],
        columns=[
            col(I.boxno, type="code", link=BOX_PAGE, fixed="left"),
            Col("count", "仪器数", func.count(), 90, "number"),
            Col("overdue", "已过期", func.count().filter(_overdue), 90, "number"),
            Col("soon", f"{SOON}天内到期", func.count().filter(_soon & ~_overdue), 110, "number"),
            Col("firstcal", "最早到期", func.min(I.nextcal), 120, "date"),
            Col("keepers", "保管人", func.string_agg(I.keeper.distinct(), "、"), 160),
            Col("names", "仪器", func.string_agg(I.name.distinct(), "、"), 420),
            Col("isCalOverdue", "", func.max(_late)),
        ],
        search=[
            like("boxno", "工具箱", I.boxno, quick=True),
            like("keeper", "保管人", I.keeper, quick=True),
            like("name", "仪器名称", I.name),
        ],
    )
)

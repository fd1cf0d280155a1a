"""The page of a safety valve: where it hangs, when its calibration is due and why, all its calibrations."""

from typing import Any

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.equipment.api import STATE_TONES, page_of
from tejian.archives.models.valves import SafetyValve
from tejian.archives.models.valves import ValveCalibration as C
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, of

from . import rules, service
from .forms import VALVE_FORM
from .lists import PAGE


def _failed(result: str) -> bool:
    return result != "" and result not in rules.PASSED


def _calibrations(shown: Shown) -> list[dict[str, Any]]:
    """Newest first; the newest may be taken back."""
    return [
        record(c)
        | {"calresult": service.result_word(shown.db, shown.me, c.calresult)}
        | {"calresultTone": "no" if _failed(c.calresult) else "", "nextcaldateNote": c.extapproval}
        | {"newest": "1" if n == 0 else "0"}
        for n, c in enumerate(shown.more)
    ]


def _due_tone(shown: Shown) -> str:
    return tone_of(shown.days_to("nextcaldate")) if shown.row.status == codes.IN_USE else ""


def _why_due(shown: Shown) -> list[str]:
    last = shown.more[0]
    result = service.result_word(shown.db, shown.me, last.calresult)
    if not last.nextcaldate:
        return [f"{last.caldate} 校验{result}，修复后重新校验才有下次日期"]
    cycle = f"校验周期 {last.setcyclemonths} 个月" + (f"，依据 {last.extapproval}" if last.extapproval else "")
    return [f"{last.caldate} 校验{result}，报告 {last.calreportno or '没有编号'}", cycle, f"到 {last.nextcaldate} 为止"]


def _due_note(shown: Shown) -> str:
    if _failed(shown.row.calresult):
        return "不合格，修复后重新校验"
    return remaining(shown.days_to("nextcaldate"))


VALVE = RecordView(
    no="samvalve",
    title="安全阀",
    permission=p.VALVE_QUERY,
    model=SafetyValve,
    url="/api/samvalve/record",
    form=VALVE_FORM,
    creates=True,
    values=service.shown,
    more=lambda db, me, row: service.calibrations(db, row),
    heading=lambda s: f"安全阀 {s.row.valveno}",
    name=lambda s: s.row.valveno,
    subtitle=lambda s: s.row.valvemodel,
    identity=lambda s: "　".join(filter(None, [s.row.useorgname, s.row.hostequname])),
    facts=[
        Fact("status", dot=True, tone=lambda s: STATE_TONES.get(s.row.status, "go")),
        Fact("setpress", "整定压力", note=lambda s: f"DN{s.text('nominaldia').removesuffix(' mm')}"),
        Fact(
            label="最近校验",
            text=lambda s: service.result_word(s.db, s.me, s.row.calresult) or "没有校验",
            tone=lambda s: "no" if _failed(s.row.calresult) else "",
            note=lambda s: s.text("caldate"),
        ),
        Fact(
            label="下次校验日期",
            text=lambda s: s.text("nextcaldate") or "未定",
            tone=_due_tone,
            note=_due_note,
            why=lambda s: _why_due(s) if s.more else (),
        ),
        Fact(
            label="安装设备",
            text=lambda s: s.row.hostequname or "没有登记",
            link=lambda s: page_of(s.row.hostequclass, s.row.hostequid),
            note=lambda s: s.row.installpos,
        ),
    ],
    parts=[
        Part(
            "calibrations",
            "校验记录",
            columns=[
                of(C.caldate, 92),
                of(C.calmode, 84),
                of(C.calmedium, 72),
                of(C.setpress, 126),
                of(C.actualset, 126),
                of(C.sealpress, 126),
                of(C.calresult, 84, type="text", dict=""),
                of(C.nextcaldate, 104),
                of(C.calreportno, 120, type="code"),
                of(C.calman, 76),
                of(C.labelno, 96, type="code"),
                of(C.sealno, 90, type="code"),
            ],
            rows=_calibrations,
            empty="还没有校验，校验登记后，每次校验一行",
            actions=[
                Action(
                    "removeCalibration",
                    "撤销",
                    p.VALVE_SAVE,
                    place="row",
                    kind="call",
                    needs="one",
                    url="/api/samvalve/removeCalibration",
                    confirm="最近一次校验将撤销，变更记录中保留",
                    when={"newest": ["1"]},
                )
            ],
        )
    ],
    actions=[
        Action("edit", "编辑", p.VALVE_SAVE, kind="route", needs="one", route=f"{PAGE}&edit=1"),
        Action("calibrate", "校验登记", p.VALVE_SAVE, kind="form", needs="one", form="samvalve_calibration_form"),
    ],
    prints={"AQFBP": "打印校验标牌"},
    any_day=True,
    refuses={"AQFBP": lambda s: service.why_no_label(s.row)},
    history=True,
)

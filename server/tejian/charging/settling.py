"""A difference of the four ways as a process: found, then settled by somebody with a reason, or gone by itself."""

from sqlalchemy import select

from tejian.kit import clock
from tejian.kit.actions import Button
from tejian.kit.audit import security_event
from tejian.kit.doing import Doing
from tejian.kit.formview import dialog
from tejian.kit.process import Move, Process, Step, add_process, anybody, nobody

from . import codes as at
from . import permissions as p
from .check_models import Difference
from .forms import words
from .models import Charge

BASE = "/assistMng/payMng"
LIST, PAGE = f"{BASE}/diffSearch", f"{BASE}/diffSearch/detail?id={{id}}"
CALLS = "/api/chamain/difference"
SETTLE = dialog(
    "cha_form_settle_difference",
    "处理差异",
    words("reason", "处理结果", True, help="写明已补收、退费、补文件或其他处理"),
    note="{kindName}：{sentence}",
    ok="保存",
    done="已处理",
)


def settled_by_another(d: Doing) -> str | None:
    """处理人不是该收费的登记人"""
    own = select(Charge.createby).where(Charge.id == d.subject.charge_id)
    return "自己登记的收费，差异须由他人处理" if d.db.scalar(own) == d.me.id else None


def note_settled(d: Doing) -> None:
    """记处理人、时间与结果，写安全日志"""
    s = d.subject
    s.settledby, s.settled, s.note = d.me.name, clock.now(), d.reason.text[:500]
    security_event(d.db, "收费差异处理", s.chargesysid or s.seisn or s.id, f"{s.sentence}；处理：{s.note}"[:500])


DIFFERENCE = add_process(
    Process(
        name="charge_difference",
        title="收费核对差异",
        model=Difference,
        start=at.OPEN_DIFF,
        ends=[at.SETTLED_DIFF, at.GONE_DIFF],
        numbers=lambda s: (s.chargesysid, s.seisn),
        about=lambda m: (m.unitname, m.sentence),
        steps=[
            Step(at.OPEN_DIFF, "待处理", anybody, tone="ca", route=LIST, page=PAGE, verb="处理", waits="收费核对差异"),
            Step(at.SETTLED_DIFF, "已处理", nobody, tone="go"),
            Step(at.GONE_DIFF, "已消除", nobody, tone="ok", follows=True),
        ],
        moves=[
            Move(
                "settle",
                "处理",
                [at.OPEN_DIFF],
                at.SETTLED_DIFF,
                p.SETTLE,
                batch=False,
                guards=[settled_by_another],
                effects=[note_settled],
                call=f"{CALLS}/settle",
                form=SETTLE,
                buttons=[Button("row")],
            )
        ],
    )
)

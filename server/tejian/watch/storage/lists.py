"""The checks of the store of files: its growth from night to night."""

from sqlalchemy import case, select
from sqlalchemy.orm import aliased

from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Segment, col, dates, listing
from tejian.system.permissions import EXPORT
from tejian.watch.models.storage import StorageCheck as C
from tejian.watch.permissions import HEALTH

from .checking import DIGITS, ROUTE

BASE = "/api/system/storage"
MEGA = 1 << 20
Before = aliased(C)
_before = select(Before.size).where(Before.begun < C.begun).order_by(Before.begun.desc()).limit(1).correlate(C)
_last = _before.scalar_subquery()
WRONG = (C.missing > 0) | (C.damaged > 0)

storage_list = listing(
    C,
    no="storage_check_list",
    title="第三方云存储监控",
    permission=HEALTH,
    export_permission=EXPORT,
    url=f"{BASE}/findList",
    sort="-begun",
    late="wrong",
    due=["missing", "damaged"],
    columns=[
        col(C.begun, 150, fixed="left", link=ROUTE),
        col(C.objects, 100),
        Col("megabytes", "总大小(MB)", C.size // MEGA, 110, "number"),
        Col("growth", "增长(MB)", C.size // MEGA - _last // MEGA, 100, "number"),
        col(C.digit, 110),
        col(C.compared, 80),
        col(C.missing, 70),
        col(C.damaged, 70),
        col(C.orphans, 70),
        col(C.sampled, 70),
        col(C.ended, 150, shown=False),
        Col("wrong", "", case((WRONG, "1"), else_="0")),
    ],
    search=[dates("begun", "核对时间", C.begun, moment=True, quick=True)],
    segments=[
        Segment("wrong", "有缺失或损坏", lambda me: WRONG),
        Segment("orphans", "有无主文件", lambda me: C.orphans > 0),
    ],
    actions=[
        Action("begin", "立即核对", HEALTH, kind="form", form="storage_begin_form"),
        Action("view", "查看", HEALTH, place="row", kind="route", needs="one", route=ROUTE),
    ],
)
BEGIN = add_form(
    FormView(
        "storage_begin_form",
        "立即核对",
        f"{BASE}/begin",
        [
            Group(
                "",
                [
                    Field(
                        *("digit", "摘要首位", "select"),
                        options={one: one for one in DIGITS},
                        required=True,
                        span=24,
                        help="每夜核对其中一位，十六夜核对一遍",
                    )
                ],
            )
        ],
        width=460,
        done="已开始核对，稍后刷新查看",
    )
)

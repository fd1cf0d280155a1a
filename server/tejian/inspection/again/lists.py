"""复检: the failed reports of electromechanical and of pressure equipment, and how far their re-inspection is."""

from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, and_, case, exists, func, literal, literal_column, or_, select
from sqlalchemy.orm import aliased

from tejian.archives import codes
from tejian.archives.common.api import REPORT_NO_WIDTH, category
from tejian.data import rows
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.notices import ANSWERED, CLOSED, RECTIFY, VOID
from tejian.inspection.models.notices import InspectionNotice as N
from tejian.inspection.models.reports import OriginalRecord as O
from tejian.inspection.rules.api import REINSPECTION
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, begun, col, dates, like, same
from tejian.system.permissions import EXPORT

# a ropeway is in the other queue: the notes of seisort_rules say so
MECHANICAL = (codes.LIFT, codes.CRANE, codes.VEHICLE, codes.AMUSEMENT)
AFTER = aliased(B, name="following")
WAITS, MENDING, UNDERWAY, PASSED, FAILED = "1", "0", "2", "3", "4"
STATES = {MENDING: "待整改反馈", WAITS: "待复检", UNDERWAY: "复检中", PASSED: "复检合格", FAILED: "复检不合格"}
TONES = {MENDING: "ca", WAITS: "ca", UNDERWAY: "go", PASSED: "ok", FAILED: "no"}

unanswered = exists().where(N.appbuss_id == B.id, N.kind != RECTIFY, N.step.not_in((ANSWERED, CLOSED, VOID)))
state = case(
    (AFTER.step.in_(at.ISSUED) & (AFTER.unqualcode == ""), literal(PASSED)),
    (AFTER.step.in_(at.ISSUED), literal(FAILED)),
    (AFTER.id.is_not(None), literal(UNDERWAY)),
    (unanswered, literal(MENDING)),
    else_=literal(WAITS),
)
waiting = AFTER.id.is_(None) & ~unanswered


def overdue() -> ColumnElement[bool]:
    """Past its term, and nobody has declared the re-inspection."""
    return AFTER.id.is_(None) & (O.rectifydue < clock.today())


def urgency() -> Any:
    """The order of work: what is late, what failed again, what waits, what is under way, then what has passed."""
    first = case(
        (overdue(), literal("4")),
        (state == FAILED, literal("3")),
        (AFTER.id.is_(None), literal("2")),
        (state == UNDERWAY, literal("1")),
        else_=literal("0"),
    )
    return func.concat(first, func.to_char(B.inspdate, "YYYYMMDD"))


def _declarable() -> ColumnElement[bool]:
    """Of the kinds that a re-inspection is declared for (seisort_rules); what fails of others is declared anew."""
    rules = [row for row in rows("seisort_rules") if row["testsort"] == REINSPECTION and row["allowed"] == "Y"]
    heads = {row["equclass"]: row["kind_filter"].replace("all", "").replace("*", "").split(",") for row in rules}
    return or_(*(and_(B.equclass == c, or_(*map(B.equclacode.startswith, own))) for c, own in heads.items()))


# results that were brought over have no record here of what failed
failed = (_declarable(), B.unqualcode != literal_column("''"), B.step.in_(at.ISSUED), B.imported.is_(False))

electrical_list = add_list(
    ListView(
        no="again_electrical_list",
        title="机电类复检",
        permission=p.AGAIN,
        export_permission=EXPORT,
        source=select(B)
        .outerjoin(O, O.appbuss_id == B.id)
        # whose mother is said: the index over mothers holds no others
        .outerjoin(
            AFTER,
            and_(
                AFTER.mother_id == B.id,
                AFTER.mother_id != literal_column("''"),
                AFTER.step.not_in((at.VOID, at.ENDED)),
            ),
        ),
        fixed=[*failed, B.equclass.in_(MECHANICAL)],
        key=B.id,
        visible=B.visible,
        url="/api/again/findElectrical",
        sort="-urgency",
        late=overdue(),
        due=["rectifydue"],
        columns=[
            col(B.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link="/businessPro/applyInfo?seisn={seisn}"),
            col(B.unitname, 190),
            col(B.equname, 100),
            Col("state", "复检状态", state, 100, "state", words=STATES, tones=TONES),
            Col("rectifydue", "整改期限", O.rectifydue, 100, "date"),
            col(B.equcode, 158, type="code"),
            col(B.inspdate, 100),
            Col("opinionno", "意见通知书", O.opinionno, 124, "code"),
            Col("following", "复检业务", AFTER.seisn, 116, "code"),
            Col("followingno", "复检报告", AFTER.reportno, REPORT_NO_WIDTH, "code", shown=False),
            col(B.testsort, 100, shown=False),
            col(B.conclusion, 110, shown=False),
            col(B.scinspectorname, 80, label="主检", shown=False),
            col(B.useplace, 180, shown=False),
            col(B.equclass, 100, shown=False),
            Col("seisn", "", B.seisn),
            Col("urgency", "", urgency()),
        ],
        search=[
            begun(
                "number", "单号", B.seisn, (B.reportno, B.reportno != ""), placeholder="报告编号、流水号", quick=True
            ),
            like("unitname", "受检单位", B.unitname, quick=True),
            like("equcode", "设备", B.equcode, B.equname, B.usecertno, quick=True),
            category("equclacode", "设备类别", B.equclacode),
            same("testsort", "检验类型", B.testsort, widget="select", dict="C604"),
            dates("inspdate", "检验日期", B.inspdate),
        ],
        segments=[
            Segment("waiting", "待复检", lambda me: waiting),
            Segment("mending", "待整改反馈", lambda me: AFTER.id.is_(None) & unanswered),
            Segment("underway", "复检中", lambda me: AFTER.step.not_in(at.ISSUED)),
            Segment("late", "超过整改期限", lambda me: overdue()),
        ],
        actions=[
            Action("declareAgain", "复检登记", p.AGAIN, kind="move", needs="many", form="again_form"),
            Action(
                "notices",
                "通知书",
                p.NOTICE_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/assistMng/opinionNotification?noticeno={seisn}",
            ),
            Action("report", "报告", p.QUERY, place="row", needs="one"),
        ],
    )
)
bearing_list = add_list(
    replace(
        electrical_list,
        no="again_bearing_list",
        title="承压类整改复检",
        fixed=[*failed, B.equclass.not_in(MECHANICAL)],
        url="/api/again/findBearing",
    )
)

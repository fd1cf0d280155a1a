"""整改统计: the notices of a period, counted; each number leads to their list."""

from tejian.inspection.models.notices import CLOSED
from tejian.inspection.models.notices import InspectionNotice as N
from tejian.inspection.notices.api import HANDLINGS, KINDS, notice_list, overdue
from tejian.kit.lists.statview import COUNT, By, Measure, StatView, add_stat, by_month, names_of
from tejian.quality.permissions import QUERY
from tejian.system.models.accounts import SysUser

add_stat(
    StatView(
        "rectification",
        "整改统计",
        QUERY,
        notice_list,
        "/assistMng/opinionNotification",
        "noticedate",
        (
            By("equclass", "设备种类", N.equclass, "C601"),
            By("kind", "通知书类型", N.kind, words=KINDS),
            By("handling", "处理方式", N.handling, words=HANDLINGS),
            By("issuer_id", "签发人", N.issuer_id, names=names_of(SysUser, SysUser.name)),
            by_month("month", "签发月份", N.noticedate),
        ),
        (
            Measure("issued", "签发", COUNT),
            Measure("answered", "已反馈", COUNT.filter(N.feedbackdate.is_not(None)), {"answered": "1"}, of="issued"),
            Measure("intime", "期限内反馈", COUNT.filter(N.feedbackdate <= N.due), {"intime": "1"}, of="issued"),
            Measure("closed", "已关闭", COUNT.filter(N.step == CLOSED), {"closed": "1"}, of="issued"),
            Measure("late", "逾期未反馈", COUNT.filter(overdue()), {"late": "1"}, alarm=True),
        ),
        "按签发日期计；期限内反馈：反馈日期不晚于通知书的反馈期限。",
    )
)

"""The page of a rule."""

from tejian.kit.process.moves import course, is_own, page_buttons, state
from tejian.kit.records.recordview import Fact, RecordView, Shown
from tejian.supervision import permissions as p
from tejian.supervision.models.selfchecks import CHANNELS, DRAFT
from tejian.supervision.models.selfchecks import SelfCheckRule as R

from .forms import ACTS, API, FORM
from .judging import touched
from .process import RULE


def now(s: Shown) -> str:
    return f"{touched(s.db, s.row):,} 台在用电梯"


RULE_PAGE = RecordView(
    no="self_check_rule",
    title="自行检测策略",
    permission=p.SELF_QUERY,
    model=R,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"自行检测策略 {s.row.ruleno or '草稿'}",
    subtitle=lambda s: s.row.source,
    facts=[
        state(RULE),
        Fact(label="现在涉及", text=now),
        Fact("lifts", when=lambda s: bool(s.row.step != DRAFT)),
        Fact(label="提醒", text=lambda s: f"到期前 {s.row.ahead} 天起，{CHANNELS.get(s.row.channel, '')}"),
        Fact(label="上传期限", text=lambda s: f"下次检测日期后 {s.row.grace} 天" if s.row.grace else "下次检测日期"),
        Fact("issuer_id", note=lambda s: s.text("issued")),
    ],
    parts=[course(RULE)],
    actions=[ACTS.edit, *page_buttons(RULE)],
    own=is_own(RULE),
    history=True,
)

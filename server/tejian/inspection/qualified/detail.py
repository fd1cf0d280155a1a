"""资质配置详情: one inspection with everybody who may do a part of it, and the days from which fewer can."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.columns import Col
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.figures import tone_of
from tejian.kit.ground.user import User
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown
from tejian.system.accounts.api import rights_of
from tejian.system.models.rules import RuleRow
from tejian.system.permissions import STAFF_QUERY
from tejian.system.settings.api import number

from .covering import DONE_BY, STEP_NAMES, VALID, holders
from .lists import own_institute

URL = "/api/qualification/record"


@dataclass(frozen=True)
class Holder:
    """Somebody with one qualification that counts, and what of the inspection that person may do with it."""

    id: str
    name: str
    user: str
    org: str
    item: str
    certno: str
    begins: date | None
    ends: date
    valid: bool  # neither suspended nor cancelled
    steps: frozenset[str]

    def holds(self, day: date) -> bool:
        return self.valid and self.ends >= day and (self.begins is None or self.begins <= day)


def _row(db: Session, me: User, key: str) -> RuleRow:
    row = visible_or_refuse(db, me, RuleRow, key)
    if row.tbl != "seisort_rules":
        raise Refused("没有这项检验")
    return row


def _holders(db: Session, me: User, rule: RuleRow) -> list[Holder]:
    lines = db.execute(holders(rule, own_institute(me))).all()
    rights = rights_of(db, {user.id for _qual, user, _org in lines})
    return [
        Holder(
            id=qual.id,
            name=user.name,
            user=user.id,
            org=org.name,
            item=qual.item,
            certno=qual.certno,
            begins=qual.issuedate,
            ends=qual.validto,
            valid=qual.status == VALID,
            steps=frozenset(step for step, right in DONE_BY if right in rights.get(user.id, frozenset())),
        )
        for qual, user, org in lines
    ]


def _counts(people: list[Holder], day: date) -> dict[str, int]:
    """How many can do each step on a day."""
    able = [one for one in people if one.holds(day)]
    return {step: len({one.user for one in able if step in one.steps}) for step in STEP_NAMES}


def _people(s: Shown) -> list[dict[str, Any]]:
    today, soon = clock.today(), number(s.db, "inspection.qualification.ahead_days", 90)
    return [
        {
            "id": one.id,
            "name": one.name,
            "nameLink": f"/sysmng/userManage/staffInfo?id={one.user}",
            "org": one.org,
            "item": one.item,
            "certno": one.certno,
            "begins": str(one.begins or ""),
            "ends": str(one.ends),
            "endsTone": tone_of((one.ends - today).days, soon),
            "steps": "、".join(word for step, word in STEP_NAMES.items() if step in one.steps) or "没有办理权限",
            "standing": "有效" if one.holds(today) else "暂停或注销" if not one.valid else "不在有效期内",
            "standingTone": "" if one.holds(today) else "no",
        }
        for one in s.more
    ]


def _days(s: Shown) -> Iterator[tuple[str, date, str]]:
    """Of each institute today, and each later day from which somebody's qualification has ended or begun, with who."""
    today = clock.today()
    for org in dict.fromkeys(one.org for one in s.more):
        own = [one for one in s.more if one.org == org and one.valid]
        changes: dict[date, list[str]] = {today: []}
        for one in own:
            if one.ends >= today:
                changes.setdefault(one.ends + timedelta(days=1), []).append(f"{one.name} {one.item} 到期")
            if one.begins and one.begins > today:
                changes.setdefault(one.begins, []).append(f"{one.name} {one.item} 生效")
        yield from ((org, day, "、".join(words)) for day, words in sorted(changes.items()))


def _ahead(s: Shown) -> list[dict[str, Any]]:
    lines = []
    for org, day, why in _days(s):
        counts = _counts([one for one in s.more if one.org == org], day)
        line: dict[str, Any] = {"id": f"{org}-{day}", "org": org, "day": str(day), "why": why or "今天"}
        for step, able in counts.items():
            line |= {step: able, f"{step}Tone": "no" if able == 0 else "ca" if able == 1 else ""}
        lines.append(line)
    return lines


def _notices(s: Shown) -> list[Notice]:
    """What nobody can do today, and what nobody can do from a day on."""
    today = _counts(s.more, clock.today())
    none = [word for step, word in STEP_NAMES.items() if today[step] == 0]
    notices = [Notice(f"今天没有人可以{'、'.join(none)}", "no")] if none else []
    for line in _ahead(s)[1:]:
        for step in [one for one in STEP_NAMES if line[one] == 0 and today[one] > 0]:
            notices.append(Notice(f"{line['day']}起没有人可以{STEP_NAMES[step]}（{line['why']}）", "no"))
            today[step] = 0
    return notices


def _able(step: str, word: str) -> Fact:
    """How many can do a step today."""

    def number_of(s: Shown) -> int:
        return _counts(s.more, clock.today())[step]

    return Fact(text=lambda s: f"{number_of(s)} 人", label=f"今天可{word}", tone=lambda s: "" if number_of(s) else "no")


QUALIFIED_VIEW = RecordView(
    no="qualification",
    title="资质配置详情",
    permission=STAFF_QUERY,
    model=RuleRow,
    url=URL,
    row=_row,
    more=_holders,
    heading=lambda s: f"{s.row.data['seisort_label']} {s.row.data['testsort_label']}",
    name=lambda s: s.row.data["testsort_label"],
    subtitle=lambda s: f"适用类别 {s.row.data['kind_filter'] or '全部'}",
    facts=[
        Fact(text=lambda s: s.row.data["inspector_qualification"].replace("/", " 或 "), label="所需资格（其一）"),
        *(_able(step, word) for step, word in STEP_NAMES.items()),
    ],
    notices=_notices,
    parts=[
        Part(
            "people",
            "可办人员",
            [
                Col("name", "姓名", None, 90),
                Col("item", "凭资格项目", None, 200, "dict", dict="C623"),
                Col("certno", "证书编号", None, 180, "code"),
                Col("begins", "有效期自", None, 110, "date"),
                Col("ends", "有效期至", None, 110, "date"),
                Col("standing", "今天", None, 110),
                Col("steps", "权限所及", None, 220),
                Col("org", "检验机构", None, 180),
            ],
            _people,
            empty="没有人持有所需的资格",
        ),
        Part(
            "ahead",
            "今后的缺口",
            [
                Col("day", "日期", None, 110, "date"),
                Col("why", "变化", None, 240),
                *(Col(step, f"可{word}", None, 90, "number") for step, word in STEP_NAMES.items()),
                Col("org", "检验机构", None, 180),
            ],
            _ahead,
            empty="没有人持有所需的资格",
        ),
    ],
)

"""Reminders of problems: at half of the term, three days before, on the day, a day and a week later, each once."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.supervision.defects.api import read_rule
from tejian.supervision.models.defects import Defect, DefectReminder
from tests.inspection.conftest import Office, office

from . import checks

__all__ = ["office"]


def on_day(office: Office, later: int) -> None:
    with clock.at(clock.now() + timedelta(days=later)):
        jobs.run("supervision.reminders", {})
    office.db.expire_all()


def reminded(office: Office, one: Defect) -> list[tuple[str, str]]:
    R = DefectReminder
    rows = office.db.execute(select(R.code, R.whom).where(R.defect_id == one.id).order_by(R.level, R.deadline))
    return [(code, who) for code, who in rows]


def told(office: Office, one: Defect, words: str) -> set[str]:
    title = f"{one.defectno} {one.unitname}：{words}"
    keys = list(office.db.scalars(select(Message.user_id).where(Message.title == title)))
    assert len(keys) == len(set(keys)), "somebody was told twice"
    return {login for login, user in office.actors.users.items() if user.id in keys}


def term(office: Office, days: int) -> Defect:
    one = checks.problem(office)
    one.deadline = clock.today() + timedelta(days=days)
    office.db.commit()
    return one


def test_each_reminder_is_sent_once_on_its_day_and_reaches_one_level_more(office: Office) -> None:
    one = term(office, 10)
    for later in range(19):
        for _twice in range(2):
            on_day(office, later)
    assert [code for code, _who in reminded(office, one)] == ["HALF", "BEFORE", "DUE", "LATE", "LONG"]
    assert told(office, one, "整改期限已过半") == {"qiye"}
    assert told(office, one, "距整改期限还有三天") == {"qiye", "jianguan"}
    bureau = {"qiye", "jianguan", "jianguan2"}
    assert told(office, one, "今天是整改期限的最后一天") == bureau
    assert told(office, one, "整改已逾期") == bureau
    assert told(office, one, "整改逾期一周") == bureau | {"juzhang"}
    days = office.db.execute(select(DefectReminder.code, DefectReminder.sent))
    begun = {code: (day - clock.today()).days for code, day in days}
    assert begun == {"HALF": 5, "BEFORE": 7, "DUE": 10, "LATE": 11, "LONG": 17}
    page = office.good("jianguan", f"{checks.PROBLEM}/record", id=one.id)
    [part] = [part for part in page["parts"] if part["key"] == "reminders"]
    assert part["count"] == 5


def test_what_was_answered_is_not_reminded_of_and_a_new_deadline_begins_anew(office: Office) -> None:
    one = term(office, 10)
    on_day(office, 5)
    office.good(
        "jianguan",
        f"{checks.PROBLEM}/extend",
        id=one.id,
        newdeadline=str(clock.today() + timedelta(days=20)),
        reason="配件须从厂家调运",
    )
    on_day(office, 9)
    assert [code for code, _who in reminded(office, one)] == ["HALF"]
    on_day(office, 10)
    assert [code for code, _who in reminded(office, one)] == ["HALF", "HALF"]
    checks.mended(office, one.id)
    on_day(office, 30)
    assert office.db.scalar(select(func.count()).select_from(DefectReminder)) == 2


def test_after_nights_without_the_job_the_highest_alone_is_sent(office: Office) -> None:
    one = term(office, 10)
    on_day(office, 12)
    assert [code for code, who in reminded(office, one) if who == "已由更高一级的督促代替"] == ["HALF", "BEFORE", "DUE"]
    assert told(office, one, "整改已逾期") and not told(office, one, "整改期限已过半")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"role": "县长"}, "告知谁"),
        ({"share": "120", "days": ""}, "期限的比例"),
        ({"share": "50", "days": "3"}, "其中一项"),
        ({"days": "三"}, "三"),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused(wrong: dict[str, str], said: str) -> None:
    good = {"level": "1", "share": "", "days": "3", "role": "责任单位"}
    assert read_rule(good) == (1, None, 3)
    with pytest.raises(ValueError, match=said):
        read_rule(good | wrong)

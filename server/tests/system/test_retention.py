"""What is said of people is kept as long as the parameter says, and not longer; what the law keeps stays."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from tejian.imports.models import ImportRun
from tejian.kit.database import jobs
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.messages import sending
from tejian.messages.models import Sms
from tejian.system.models.accounts import SysUser
from tejian.system.models.settings import Param
from tejian.system.settings.api import bump

NOW = clock.now()
OLD, YOUNG = NOW - timedelta(days=800), NOW - timedelta(days=40)
FAULT = [{"row": 2, "field": "idnumber", "message": "身份证号 33021219900101123X 不正确"}]


def message(db: Any, at: datetime, **more: Any) -> Sms:
    row = Sms(template="01", receiver="13999900011", content="您的电梯已到期", state="已送达", **more)
    db.add(row)
    db.flush()
    db.execute(update(Sms).where(Sms.id == row.id).values(createtime=at))
    return row


def run_of(db: Any, at: datetime, state: str = "done") -> ImportRun:
    row = ImportRun(user_id="u", user_name="某", view_no="x", title="人员", filename="a.xlsx", key="f" * 64, mode="all")
    row.state, row.faults, row.errors_key, row.written = state, FAULT, "e" * 64, 3
    db.add(row)
    db.flush()
    db.execute(update(ImportRun).where(ImportRun.id == row.id).values(createtime=at))
    return row


def account(db: Any, login: str, at: datetime, *, enabled: bool) -> SysUser:
    row = db.scalars(select(SysUser).where(SysUser.login == login)).one()
    row.mobile, row.email, row.enabled = "13999900022", "a@b.cn", enabled
    db.flush()
    db.execute(update(SysUser).where(SysUser.id == row.id).values(updatetime=at))
    return row


def months(db: Any, key: str, value: str) -> None:
    db.execute(update(Param).where(Param.key == f"retention.{key}_months").values(value=value))
    bump(db, "param")
    db.commit()


def cleared(db: Any) -> list[tuple[str, str]]:
    db.commit()
    before = set(db.scalars(select(SecurityLog.id)))
    jobs.run("system.retention", {})
    db.expire_all()
    lines = db.scalars(select(SecurityLog).where(SecurityLog.id.not_in(before)).order_by(SecurityLog.id))
    return sorted((line.target.split("保存")[0], line.detail) for line in lines if line.kind == "个人信息到期清理")


@pytest.fixture
def kept(call: Any, db: Any) -> dict[str, Any]:
    for key in ("sms", "import", "account"):
        months(db, key, "24")
    return {
        "old": message(db, OLD),
        "under way": message(db, OLD, datacode="x"),
        "again": message(db, OLD),
        "lost": message(db, OLD),
        "young": message(db, YOUNG),
        "run": run_of(db, OLD),
        "running": run_of(db, OLD, "waiting"),
        "new run": run_of(db, YOUNG),
        "left": account(db, "dangan", OLD, enabled=False),
        "here": account(db, "dayin", OLD, enabled=True),
        "just left": account(db, "shoufei", YOUNG, enabled=False),
    }


def test_what_has_been_kept_long_enough_is_hidden_and_the_log_says_how_much(db: Any, kept: dict[str, Any]) -> None:
    kept["under way"].state, kept["again"].state, kept["lost"].state = "发送中", "已重发", "失败"
    assert cleared(db) == [
        ("停用账户的号码", "保存满24个月，清理1条"),
        ("导入记录", "保存满24个月，清理1条"),
        ("短信记录", "保存满24个月，清理3条"),
    ]
    assert (kept["old"].receiver, kept["old"].content, kept["old"].state) == ("139****0011", "", "已送达")
    assert kept["again"].content == kept["lost"].content == ""
    assert kept["young"].receiver == kept["under way"].receiver == "13999900011"
    assert (kept["run"].faults, kept["run"].key, kept["run"].errors_key, kept["run"].written) == ([], "", "", 3)
    assert kept["new run"].faults == kept["running"].faults == FAULT
    assert (kept["left"].mobile, kept["left"].mobile_blind, kept["left"].email) == ("", "", "")
    assert kept["here"].mobile == kept["just left"].mobile == "13999900022"
    assert cleared(db) == []  # a second night finds nothing and says nothing


def test_nothing_is_touched_where_no_time_is_set(db: Any, kept: dict[str, Any]) -> None:
    for key in ("sms", "import", "account"):
        months(db, key, "0")
    assert cleared(db) == []
    assert kept["old"].receiver == "13999900011" and kept["run"].faults == FAULT and kept["left"].mobile


def test_the_time_is_changed_with_a_second_ones_consent_only(db: Any) -> None:
    found = db.scalars(select(Param).where(Param.key.like("retention.%"))).all()
    assert len(found) == 5 and all(one.protects and one.source for one in found)


def test_a_message_that_is_hidden_is_not_sent_again(call: Any, db: Any, kept: dict[str, Any]) -> None:
    lost = kept["lost"]
    lost.state = "失败"
    cleared(db)
    before = db.scalar(select(func.count()).select_from(Sms))
    me = db.scalars(select(SysUser).where(SysUser.login == "sysadmin")).one()
    user = User(me.id, me.name, org_id=me.org_id, scope="all")
    with pytest.raises(Refused, match="号码和内容已清理"):
        sending.retry(db, user, [lost.id])
    assert lost.state == "失败" and db.scalar(select(func.count()).select_from(Sms)) == before

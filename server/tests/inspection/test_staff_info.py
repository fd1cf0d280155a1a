"""人员信息: what the page of a person says of qualifications, signature, seal, instruments, absences and load."""

from datetime import timedelta

from sqlalchemy import delete, select

from tejian.inspection.models.absence import StaffLeave
from tejian.instruments.models import Instrument
from tejian.kit.ground import clock
from tejian.system.models.accounts import StaffQual, SysUser

from .conftest import Office

PAGE = "/api/system/staff/record"


def facts(page: dict) -> dict[str, tuple[str, str]]:
    return {one["label"]: (one["text"], one.get("note", "")) for one in page["facts"]}


def rows(page: dict, key: str) -> list[dict]:
    return next(one["rows"] for one in page["parts"] if one["key"] == key)


def test_the_page_of_a_person_says_what_he_may_be_given_to_do(office: Office):
    me, day = office.user("jianyan1"), clock.today()
    user = office.db.get(SysUser, me.id)
    office.db.execute(delete(StaffQual).where(StaffQual.user_id == me.id))
    ends = {"1": day - timedelta(days=1), "2": day + timedelta(days=30), "3": day + timedelta(days=400)}
    items = dict(zip(ends, ("TS", "DT-1", "QZ-1"), strict=True))
    for n, end in ends.items():
        office.db.add(StaffQual(user_id=me.id, item=items[n], certno=f"C{n}", validto=end))
    about = {"username": me.name, "org_id": user.org_id, "dept_id": user.dept_id, "reason": "年假"}
    away = {"begins": day, "ends": day + timedelta(days=2), "kind": "1"}
    office.db.add(StaffLeave(user_id=me.id, **about, **away))
    tool = office.db.scalars(select(Instrument).where(Instrument.org_id == user.org_id)).first()
    tool.keeper, tool.nextcal = me.name, day - timedelta(days=3)
    page = office.good("zhiliang", PAGE, id=me.id)
    said = facts(page)
    assert said["有效资格"] == ("2 项", "")
    assert said["电子签名"] == ("已上传" if user.signature else "未上传", "签名口令已设")
    assert said["手上的仪器"][0] == f"{len(rows(page, 'tools'))} 台"
    assert [(one["certno"], one["validtoTone"]) for one in rows(page, "quals")] == [
        ("C1", "no"),
        ("C2", "ca"),
        ("C3", ""),
    ]
    assert (tool.instno, "保管", "no") in {
        (one["instno"], one["held"], one["nextcalTone"]) for one in rows(page, "tools")
    }
    assert [(one["kind"], one["state"]) for one in rows(page, "leaves")] == [("请假", "进行中")]
    told = [one["text"] for one in page["notices"]]
    assert any(one.endswith(f"已于 {ends['1']} 到期") for one in told)
    assert any(one.endswith(f"到 {ends['2']} 为止") for one in told)
    assert f"{tool.name}（{tool.instno}）检定已于 {tool.nextcal} 到期" in told
    assert f"{away['begins']}至{away['ends']}请假，这几天不安排检验" in told
    assert user.mobile not in str(page)


def test_what_somebody_has_in_hand_stands_by_step(office: Office):
    before = rows(office.good("zhiliang", PAGE, id=office.user("jianyan1").id), "load")
    [item] = office.confirmed()
    page = office.good("zhiliang", PAGE, id=office.user("jianyan1").id)
    now = {one["step"]: one["count"] for one in rows(page, "load")}
    was = {one["step"]: one["count"] for one in before}
    assert now["报告生成"] == was.get("报告生成", 0) + 1, item.step
    assert facts(page)["在办"][0] == f"{sum(now.values())} 件"

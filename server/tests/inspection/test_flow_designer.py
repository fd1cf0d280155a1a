"""The flow designer: a version is drawn, checked, published by another, and counts for what begins with it."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from datetime import time as time_of
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.inspection.flow.steps import handlers_of
from tejian.inspection.models.designer import FlowEdition, FlowTrial, FlowTrialLine
from tejian.inspection.models.items import AppBuss
from tejian.kit.database import jobs
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.models.rules import FlowConf
from tejian.system.organisations.api import add_working_days, is_working
from tejian.system.rules.api import last_version
from tests.flows import in_force

from .conftest import Office

API = "/api/flowDesigner"
SENT = ("step", "used", "limit_days", "equclass", "seisort", "testsort", "actors", "leads", "backs", "source")
Row = dict[str, Any]


def draft(office: Office, **head: Any) -> str:
    """A draft of the newest version, as the administrator opens it."""
    form = {"name": "二〇二六年流程调整", "document": "院发〔2026〕9号", "effective": str(clock.today())} | head
    return str(office.good("sysadmin", f"{API}/open", **form)["id"])


def drawing(office: Office, key: str) -> Any:
    return office.good("sysadmin", f"{API}/load", id=key)


def sent(rows: list[Row]) -> list[Row]:
    """The rows as the page sends them."""
    found = []
    for row in rows:
        one = {name: row[name] for name in SENT}
        one |= {name: ",".join(row[name]) for name in ("actors", "leads", "backs")}
        found.append(one | {"used": "1" if row["used"] else "0", "limit_days": str(row["limit_days"] or "")})
    return found


def change(rows: list[Row], step: str, **what: Any) -> list[Row]:
    """The rows with that of a step which is for all changed."""
    return [row | what if row["step"] == step and not (row["equclass"] or row["seisort"]) else row for row in rows]


def added(rows: list[Row], step: str, **what: Any) -> list[Row]:
    """The rows with one more of a step."""
    base = next(row for row in rows if row["step"] == step)
    return [*rows, base | {"equclass": "", "seisort": "", "testsort": ""} | what]


def save(office: Office, key: str, edit: Callable[[list[Row]], list[Row]]) -> Any:
    page = drawing(office, key)
    return office.good("sysadmin", f"{API}/save", id=key, version=page["version"], rows=sent(edit(page["rows"])))


def refused(office: Office, key: str, edit: Callable[[list[Row]], list[Row]], status: int = 422) -> str:
    """The sentence with which a saving is refused; nothing is stored."""
    page = drawing(office, key)
    form = {"id": key, "version": page["version"], "rows": sent(edit(page["rows"]))}
    said = office.post("sysadmin", f"{API}/save", **form)
    assert (said["isSuccess"], said["status"]) == (False, status), said
    again = drawing(office, key)
    assert (again["version"], again["rows"]) == (page["version"], page["rows"])
    return str(said["errorMsg"])


def wrong(answer: Any) -> list[str]:
    return [one["text"] for one in answer["findings"] if one["level"] == "error"]


def move(office: Office, login: str, name: str, key: str, **form: Any) -> Any:
    version = office.db.get_one(FlowEdition, key).version
    return office.post(login, f"{API}/{name}", ids=key, version=version, **form)


def handed_in(office: Office, edit: Callable[[list[Row]], list[Row]], **head: Any) -> str:
    key = draft(office, **head)
    assert wrong(save(office, key, edit)) == []
    said = move(office, "sysadmin", "submit", key)
    assert said["isSuccess"], said["errorMsg"]
    return key


def published(office: Office, edit: Callable[[list[Row]], list[Row]], **head: Any) -> int:
    key = handed_in(office, edit, **head)
    said = move(office, "zhiliang", "publish", key)
    assert said["isSuccess"], said["errorMsg"]
    return int(office.db.get_one(FlowEdition, key).conf_version or 0)


def versions(office: Office) -> int:
    return last_version(office.db)


def with_review(rows: list[Row]) -> list[Row]:
    """The review of materials switched on for what is not supervised, as it is drawn."""
    return change(rows, "CLFS", used=True, limit_days=2)


# -- what a draft is ----------------------------------------------------------------------------------------------


def test_a_draft_begins_with_all_rows_of_the_newest_version(office: Office) -> None:
    key = draft(office)
    page = drawing(office, key)
    stored = office.db.scalars(select(FlowConf).where(FlowConf.conf_version == page["base"])).all()
    assert len(page["rows"]) == len(stored) and page["open"]
    assert wrong(page) == []
    first = page["rows"][0]
    assert (first["step"], first["leads"], first["scope"]) == ("YWSB", ["SCFP", "CLFS", "YWSL"], "全部")
    audit = next(one for one in page["nodes"] if one["code"] == "BGSH")
    assert audit["backs"] == ["RWAP", "BGSC", "BGLR"] and "审核、批准人资格有效" in audit["guards"]
    said = move(office, "sysadmin", "submit", key)
    assert said["errorMsg"] == f"二〇二六年流程调整与版本{page['base']}没有差异"


def test_what_is_saved_is_what_is_loaded(office: Office) -> None:
    key = draft(office)
    auditor = office.user("shenhe")
    save(
        office,
        key,
        lambda rows: added(rows, "BGSH", equclass="3000", limit_days=1, actors=[auditor.id], backs=["BGLR"]),
    )
    row = next(one for one in drawing(office, key)["rows"] if one["equclass"] == "3000")
    assert (row["step"], row["limit_days"], row["actors"], row["backs"]) == ("BGSH", 1, [auditor.id], ["BGLR"])
    assert row["scope"] == "电梯"


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda rows: [*rows, rows[0] | {"step": "XXXX"}], "环节XXXX没有声明，流程里只能用声明过的环节"),
        (lambda rows: change(rows, "YWSL", leads=["YYYY"]), "业务受理通向的环节YYYY没有声明"),
        (lambda rows: change(rows, "BGSH", backs=["BGSP"]), "报告审核不能退回到后面的报告批准"),
        (lambda rows: change(rows, "BGSH", backs=["RWQR"]), "报告审核没有退回到任务确认的动作"),
        (lambda rows: change(rows, "BGSH", actors=["nobody"]), "报告审核的办理人：请从选项中选择"),
        (
            lambda rows: change(rows, "BGSH", actors=["@YWSL"]),
            "报告审核由检验人员、编制人以外有此权限的人办理，不能指定为前面环节的经办人",
        ),
        (
            lambda rows: change(rows, "RWAP", actors=["@BGLR"]),
            "任务安排不能指定为报告录入的经办人，可以是：业务受理",
        ),
        (lambda rows: change(rows, "BGSH", equclass="3999"), "报告审核的设备种类3999不存在"),
        (
            lambda rows: added(rows, "BGSH", seisort="01", testsort="0211"),
            "报告审核的检验类型：不属于所选的检验类别",
        ),
        (lambda rows: change(rows, "BGSH", limit_days=366), "环节：不得大于365"),
    ],
)
def test_what_no_version_could_hold_is_refused(office: Office, edit: Any, sentence: str) -> None:
    assert refused(office, draft(office), edit) == sentence


def test_a_stale_drawing_and_a_foreign_draft_change_nothing(office: Office) -> None:
    key = draft(office)
    page = drawing(office, key)
    save(office, key, with_review)
    form = {"id": key, "version": page["version"], "rows": sent(page["rows"])}
    assert office.post("sysadmin", f"{API}/save", **form)["status"] == 409
    assert next(one for one in drawing(office, key)["rows"] if one["step"] == "CLFS")["used"]
    assert office.post("sysadmin", f"{API}/save", **form | {"id": "nobody"})["status"] == 403
    for path in ("save", "check", "open", "saveHead", "try"):
        assert office.post("zhiliang", f"{API}/{path}", **form)["status"] == 403, path
    assert office.post("shouli", f"{API}/load", id=key)["status"] == 403


# -- what is found ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "kind", "step", "sentence"),
    [
        (lambda rows: change(rows, "BGSP", leads=[]), "deadend", "BGSP", "报告批准没有出路：没有通向下一环节的线"),
        (
            lambda rows: change(rows, "YWSB", leads=["SCFP"]),
            "deadend",
            "YWSB",
            "业务申报没有出路：没有通向下一环节的线",
        ),
        (
            lambda rows: change(change(rows, "BGSP", leads=["BGGD"]), "BGDY", leads=[]),
            "orphan",
            "BGDY",
            "报告打印与流程不相连：没有线通向它，它也不通向任何环节",
        ),
        (lambda rows: change(rows, "BGSP", leads=["BGGD"]), "unreachable", "BGDY", "报告打印走不到：没有环节通向它"),
        (
            lambda rows: change(rows, "BGSH", leads=["BGLR"]),
            "cycle",
            "BGSH",
            "流程成环：报告录入 → 报告确认 → 分项审核 → 报告审核 → 报告录入",
        ),
        (lambda rows: change(rows, "BGSH", leads=["BGLR"]), "noend", "BGSH", "报告审核走不到已办结"),
        (lambda rows: change(rows, "RWAP", leads=["BGSC"]), "undeclared", "RWAP", "任务安排没有通到报告生成的动作"),
        (
            lambda rows: change(rows, "BGQR", leads=["BGSH_FX"]),
            "branch",
            "BGQR",
            "报告确认须能通到报告审核：没有分项报告的业务不经分项审核",
        ),
        (lambda rows: change(rows, "BGSP", used=False), "must", "BGSP", "报告批准是必经环节，不能停用"),
        (
            lambda rows: change(rows, "BGSH", backs=[]),
            "noback",
            "BGSH",
            "报告审核不能退回任何环节，有差错的业务无法改正",
        ),
        (
            lambda rows: [row for row in rows if row["step"] != "BGSH"],
            "lacking",
            "BGSH",
            "报告审核须保留适用全部的一行",
        ),
        (
            lambda rows: added(rows, "BGLR", equclass="8000"),
            "twice",
            "BGLR",
            "报告录入有适用范围相同的两行",
        ),
        (
            lambda rows: change(rows, "YWSL", limit_days=3),
            "limits",
            "YWSL",
            "业务申报至业务受理时限合计7个工作日，超过申报答复的5个工作日",
        ),
    ],
)
def test_what_is_drawn_wrong_is_found_at_its_place_and_goes_nowhere(
    office: Office, edit: Any, kind: str, step: str, sentence: str
) -> None:
    before, key = versions(office), draft(office)
    answer = save(office, key, edit)
    found = [one for one in answer["findings"] if one["kind"] == kind and one["step"] == step]
    assert found and all(one["level"] == "error" for one in found), answer["findings"]
    assert found[0]["text"].split("（")[0] == sentence
    said = move(office, "sysadmin", "submit", key)
    assert not said["isSuccess"]
    assert office.db.get_one(FlowEdition, key).step == "DRAFT"
    assert versions(office) == before


def test_what_the_version_in_force_has_too_is_said_and_stops_nothing(office: Office) -> None:
    """Entry to approval of a lift takes 18 working days by the configuration that is shipped, 10 by what is agreed."""
    key = draft(office)
    text = "报告录入至报告批准时限合计18个工作日，超过机电类检验报告出具的10个工作日"
    limits = [one for one in drawing(office, key)["findings"] if one["text"].startswith(text)]
    assert [one["level"] for one in limits] == ["hint"]
    worse = save(office, key, lambda rows: change(rows, "BGSP", limit_days=3))
    longer = [f"报告录入至报告批准时限合计{days}个工作日" for days in (19, 39)]
    assert [one.split("，")[0] for one in wrong(worse)] == longer
    assert wrong(save(office, key, lambda rows: change(rows, "BGSP", limit_days=1))) == []


def test_a_step_that_nobody_of_a_station_can_do_is_found(office: Office) -> None:
    key = draft(office)
    auditor, inspector = office.user("shenhe"), office.user("jianyan1")
    said = save(office, key, lambda rows: added(rows, "BGSH", equclass="3000", actors=[inspector.id]))
    assert f"{inspector.name}没有办理报告审核的权限，不能指定" in wrong(said)
    people = [one for one in said["findings"] if one["kind"] == "people" and one["level"] == "error"]
    assert {one["step"] for one in people} == {"BGSH"}
    assert all("没有启用的人能办报告审核（电梯" in one["text"] for one in people)
    key = draft(office)
    said = save(office, key, lambda rows: added(rows, "BGSH", equclass="3000", actors=[auditor.id]))
    mine = [one for one in said["findings"] if one["kind"] == "people" and one["level"] == "error"]
    home = set(office.db.scalars(select(Org.name).where(Org.org_id == auditor.org_id)))
    assert not [one for one in mine if one["text"].split("没有启用")[0] in home]


def test_the_checks_take_no_time(office: Office) -> None:
    key = draft(office)
    page = drawing(office, key)
    rows = sent(page["rows"])
    for n in range(40):  # as many rows as a large institute might keep
        base = rows[8 + n % 6]
        rows.append(base | {"equclass": str(1000 * (1 + n % 9)), "testsort": f"02{1 + n // 9:02}"})
    office.good("sysadmin", f"{API}/check", id=key, rows=rows)
    begun = time.perf_counter()
    office.good("sysadmin", f"{API}/check", id=key, rows=rows)
    assert time.perf_counter() - begun < 2, "measured alone: well below 200 ms"


# -- from a draft to a version ------------------------------------------------------------------------------------


def test_a_version_is_published_by_another_person(office: Office) -> None:
    before, key = versions(office), handed_in(office, with_review)
    assert refused(office, key, with_review, 200) == "二〇二六年流程调整待发布，不能再修改"
    said = move(office, "sysadmin", "publish", key)
    assert (said["status"], said["errorMsg"]) == (403, "自己起草的流程版本须由他人发布")
    assert versions(office) == before
    assert move(office, "zhiliang", "publish", key)["isSuccess"]
    edition = office.db.get_one(FlowEdition, key)
    assert (edition.step, edition.conf_version, versions(office)) == ("PUBLISHED", before + 1, before + 1)
    assert edition.publisher == office.user("zhiliang").name
    rows = office.db.scalars(select(FlowConf).where(FlowConf.conf_version == before + 1)).all()
    review = next(one for one in rows if one.step == "CLFS" and not one.seisort)
    assert (review.used, review.limit_days, review.validfrom) == (True, 2, clock.today())
    assert next(one for one in rows if one.step == "BGSH").backs == ["RWAP", "BGSC", "BGLR"]
    assert refused(office, key, with_review, 200) == "二〇二六年流程调整已发布，不能再修改"


def test_a_day_that_has_passed_and_a_draft_that_is_behind_are_refused(office: Office) -> None:
    yesterday = str(clock.today() - timedelta(days=1))
    key = draft(office, effective=yesterday)
    save(office, key, with_review)
    assert move(office, "sysadmin", "submit", key)["errorMsg"] == f"生效日期{yesterday}已过，请改为今天或以后"
    behind = draft(office)
    save(office, behind, with_review)
    later = clock.today() + timedelta(days=7)
    base = versions(office)
    number = published(office, with_review, effective=str(later))
    sentence = f"二〇二六年流程调整起草自版本{base}，现已有版本{number}，请重新起草"
    assert move(office, "sysadmin", "submit", behind)["errorMsg"] == sentence
    early = draft(office)
    save(office, early, lambda rows: change(rows, "CLFS", used=False))
    said = move(office, "sysadmin", "submit", early)["errorMsg"]
    assert said == f"版本{number}自{later}起生效，二〇二六年流程调整的生效日期不得早于它，或先撤回那一版本"
    assert versions(office) == number


def test_a_version_is_withdrawn_before_its_day_and_never_after(office: Office) -> None:
    before, later = versions(office), clock.today() + timedelta(days=7)
    key = handed_in(office, with_review, effective=str(later))
    assert move(office, "zhiliang", "publish", key)["isSuccess"]
    said = move(office, "zhiliang", "withdraw", key, reason="有误，重新起草后再发布")
    assert said["isSuccess"], said["errorMsg"]
    assert (versions(office), office.db.get_one(FlowEdition, key).step) == (before, "WITHDRAWN")
    assert office.db.scalar(select(func.count()).where(FlowConf.conf_version == before + 1)) == 0
    now = handed_in(office, with_review)
    assert move(office, "zhiliang", "publish", now)["isSuccess"]
    said = move(office, "zhiliang", "withdraw", now, reason="有误，重新起草后再发布")["errorMsg"]
    assert said == f"二〇二六年流程调整已于{clock.today()}生效，不能撤回，请另行起草"
    assert versions(office) == before + 1


def test_versions_stand_side_by_side(office: Office) -> None:
    key = draft(office)
    save(office, key, lambda rows: added(with_review(rows), "BGSH", equclass="3000", limit_days=1))
    told = office.good("sysadmin", f"{API}/compare", id=key)
    rows = {(one["step"], one["scope"]): one for one in told["rows"]}
    review = rows["CLFS", "全部"]
    assert review["kindName"] == "变更"
    assert [(c["cell"], c["before"], c["after"]) for c in review["cells"] if c["differs"]] == [
        ("启用", "否", "是"),
        ("时限", "3 个工作日", "2 个工作日"),
    ]
    assert rows["BGSH", "电梯"]["kindName"] == "新增"
    assert rows["BGSH", "全部"]["kind"] == ""
    said = office.post("sysadmin", f"{API}/compare", id=key, against="99")
    assert (said["status"], said["errorMsg"]) == (422, "没有流程版本99")


# -- what follows it ----------------------------------------------------------------------------------------------


def finished(office: Office, item: AppBuss) -> list[str]:
    """The steps through which an approved item goes to its release."""
    if item.step == "BGDY":
        office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=2)
    docs = {"archivedocs": "01,02", "archivebox": "A-1", "archivepages": 18}
    office.good("dangan", "/api/appbuss/archiveReport", ids=item.id, **docs)
    office.good("yewu", "/api/appbuss/allowArrears", ids=item.id, reason="合同月结")
    office.good("shouli", "/api/appbuss/releaseReport", ids=item.id, releaseway="03", receiver="胡斌")
    log = select(FlowLog.from_step).where(FlowLog.subject_id == item.id, FlowLog.from_step != FlowLog.to_step)
    return list(office.db.scalars(log.order_by(FlowLog.id)))


def test_an_old_and_a_new_item_each_end_under_their_own_version(office: Office) -> None:
    """What was declared before keeps its way to the end; what is declared afterwards goes the new one."""
    old, before = office.approved(), versions(office)
    number = published(office, lambda rows: change(change(rows, "BGDY", used=False), "BGSP", leads=["BGGD"]))
    office.kept = None
    new = office.approved()
    assert (old.flow_version, new.flow_version, number) == (before, before + 1, before + 1)
    assert new.equdatasysid != old.equdatasysid
    assert finished(office, office.item(old.id))[-4:] == ["BGSP", "BGDY", "BGGD", "BGFF"]
    assert finished(office, office.item(new.id))[-3:] == ["BGSP", "BGGD", "BGFF"]
    assert [office.item(one.id).step for one in (old, new)] == ["DONE", "DONE"]


def test_where_a_version_leads_an_item_goes(office: Office) -> None:
    """A declaration goes to the step to which a line is drawn, though another is used as well."""
    number = published(office, with_review)
    main = office.declared()
    assert (main.flow_version, main.step) == (number, "CLFS")
    around = in_force(office.db, "YWSB", leads=["YWSL"])
    form = office.form(office.lifts(2)[1:])
    other = office.good("shouli", "/api/appmain/saveAppMain", **form)["main"]["id"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=other)
    main = office.main(other)
    assert (main.flow_version, main.step) == (around.conf_version, "YWSL")


def test_a_version_says_to_which_steps_a_report_is_sent_back(office: Office) -> None:
    published(office, lambda rows: change(rows, "BGSH", backs=["BGLR"]))
    item = office.verified()
    form = {"ids": item.id, "reasonId": "01", "reasonLabel": "数据错误", "detailDesc": "请核对第三项的实测值"}
    said = office.refused("shenhe", "/api/appbuss/sendBack", **form, toStep="RWAP")
    assert said == "流程配置不允许从报告审核退回到任务安排，可以退回到：报告录入"
    assert office.item(item.id).step == "BGSH"
    office.good("shenhe", "/api/appbuss/sendBack", **form, toStep="BGLR")
    assert office.item(item.id).step == "BGLR"


def test_a_step_is_left_to_the_person_of_an_earlier_one(office: Office) -> None:
    """Who accepted hands the report out; when he has lost the right, whoever may does."""
    published(office, lambda rows: change(rows, "BGFF", actors=["@YWSL"]))
    item = office.archived()
    accepted = office.user("shouli")
    assert (item.step, item.handlers) == ("BGFF", [accepted.id])
    account = office.db.get_one(SysUser, accepted.id)
    account.enabled = False
    office.db.flush()
    assert handlers_of(office.db, item) == []


# -- the dry run --------------------------------------------------------------------------------------------------


def tried(office: Office, key: str) -> tuple[FlowTrial, list[FlowTrialLine]]:
    """A trial of a draft, carried out."""
    made = office.good("sysadmin", f"{API}/try", ids=key)["id"]
    office.db.commit()
    jobs.run("inspection.try_flow", {"trial_id": made})
    office.db.expire_all()
    row = office.db.get_one(FlowTrial, made)
    lines = select(FlowTrialLine).where(FlowTrialLine.trial_id == made).order_by(FlowTrialLine.id)
    return row, list(office.db.scalars(lines))


def told(lines: list[FlowTrialLine], item: AppBuss) -> list[tuple[str, str, str, str]]:
    return [(one.way, one.step, one.before, one.after) for one in lines if one.appbuss_id == item.id]


def test_a_trial_says_which_items_would_have_gone_otherwise(office: Office) -> None:
    item = office.audited()
    key = draft(office)
    other = office.user("pizhun")

    def edit(rows: list[Row]) -> list[Row]:
        rows = change(with_review(rows), "YWSL", actors=[other.id])
        rows = change(change(rows, "BGDY", used=False), "BGSP", leads=["BGGD"])
        return change(rows, "BGSH", limit_days=1)

    save(office, key, edit)
    trial, lines = tried(office, key)
    assert (trial.state, trial.total > 0) == ("done", True)
    accepted = office.user("shouli")
    assert told(lines, item) == [
        ("path", "CLFS", "不经资料审查", "须经资料审查"),
        ("actor", "YWSL", f"{accepted.name}办理", "不在指定的办理人中"),
    ]
    assert trial.moved == len({one.appbuss_id for one in lines})
    assert trial.message.startswith(f"{trial.total}件业务，{trial.moved}件会不同：")
    page = office.good("sysadmin", f"{API}/trial/findLines", trial_id=trial.id, seisn=item.seisn)
    assert [one["wayName"] for one in page["list"]] == ["环节不同", "办理人不同"]
    assert office.item(item.id).step == "BGSP", "nothing of the item is changed"


def test_a_trial_of_what_is_in_force_finds_nothing(office: Office) -> None:
    office.audited()
    trial, lines = tried(office, draft(office))
    assert (trial.state, trial.moved, lines) == ("done", 0, [])


def test_a_trial_counts_working_days_and_returns(office: Office) -> None:
    """Five working days at the audit are late by a limit of four, and in time by one of five."""
    begun = clock.today() - timedelta(days=12)
    while not is_working(office.db, begun):
        begun -= timedelta(days=1)
    day, noon = add_working_days(office.db, begun, 5), time_of(12)
    office.kept = None
    with clock.at(datetime.combine(begun, noon, clock.SHANGHAI)):
        item = office.verified()
    form = {"ids": item.id, "reasonId": "01", "reasonLabel": "数据错误", "detailDesc": "请核对第三项的实测值"}
    with clock.at(datetime.combine(day, noon, clock.SHANGHAI)):
        office.good("shenhe", "/api/appbuss/sendBack", **form, toStep="BGSC")

    def limits(days: int) -> Callable[[list[Row]], list[Row]]:
        return lambda rows: change(rows, "BGSH", limit_days=days, backs=["BGLR"])

    returned = ("back", "BGSH", "退回到报告生成", "不能退回到报告生成")
    key = draft(office)
    save(office, key, limits(5))
    _trial, lines = tried(office, key)
    in_time = ("limit", "BGSH", "5 个工作日，超期", "时限 5 个工作日，未超期")
    assert told(lines, item) == [returned, in_time]
    save(office, key, limits(4))
    _trial, lines = tried(office, key)
    assert told(lines, item) == [returned], "late by both"

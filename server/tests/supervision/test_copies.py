"""A carbon copy from its draft to the file: what its declarations cannot say."""

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.supervision.models.copies import CarbonCopy
from tests.archives.conftest import Archive
from tests.archives.test_import import Import, book
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of
from tests.walks.ways import STAGES

from .copies import API

__all__ = ["office"]


def test_from_the_draft_to_the_file(office: Office) -> None:
    row = STAGES["carbon_copy", "HF"](office)
    office.good("yewu", f"{API}/saveArchives", ids=row.id)
    page = office.good("jianguan", f"{API}/getDetailInfoById", id=row.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    assert page["title"] == f"抄告单 CG{clock.today():%Y}0001"
    assert (facts["当前环节"], facts["承办人"], facts["办理情况"]) == ("已归档", "朱监管", "已责令停用")
    assert facts["抄告单位"].endswith("院") and facts["主送单位"].endswith("局")
    [device] = office.good("jianguan", f"{API}/findEquipmentListByNotifyId", notifyId=row.id)
    assert device["equdatasysidName"].endswith(office.lifts()[0].equcode)
    logs = office.good("jianguan", f"{API}/findProcessLogsByNotifyId", notifyId=row.id)
    assert [one["move_label"] for one in logs] == ["发出", "签收", "指派", "回复", "归档"]
    office.call.user = office.user("yewu")
    paper = office.call.client.post("/api/common/commonPrint", data={"printType": "CGD", "ids": row.id})
    words = text_of(paper.content)
    assert row.notifyno in words and office.lifts()[0].equcode in words and "朱监管" in words


def test_a_draft_is_its_senders_alone_and_what_was_sent_is_not_rewritten(office: Office) -> None:
    row = STAGES["carbon_copy", "CG"](office)
    assert office.post("jianguan", f"{API}/getDetailInfoById", id=row.id)["status"] == 403
    own = office.user("yewu").org_id
    assert office.refused("yewu", f"{API}/save", id=row.id, toorg=own) == "主送单位：请从选项中选择"
    row = STAGES["carbon_copy", "TH"](office)
    told = select(Message.title, Message.content).where(Message.user_id == office.user("yewu").id)
    assert (f"{row.notifyno} {row.subject}：退回", "不属本区") in list(map(tuple, office.db.execute(told)))
    row = STAGES["carbon_copy", "FC"](office)
    sent = select(Message.user_id).where(Message.title == f"{row.notifyno} {row.subject}：已发出")
    assert set(office.db.scalars(sent)) == {office.user(one).id for one in ("jianguan", "jianguan2")}
    assert office.refused("yewu", f"{API}/save", id=row.id, subject="别的") == f"{row.notifyno}已发出，不能再修改"
    assert office.refused("yewu", f"{API}/delete", ids=row.id) == f"{row.notifyno}已发出，不能删除"


def test_rows_of_a_file_become_drafts_and_what_nobody_knows_is_said_beside_its_cell(office: Office) -> None:
    files = Import(Archive(office), "carbon_copy_list")
    bureau = next(o["label"] for o in office.good("yewu", f"{API}/organisations") if o["label"].endswith("局"))
    good = {"*主送单位": bureau, "*设备代码": office.lifts()[0].equcode, "*办理期限": "2099-01-05"}
    good |= {"*事由": "超期未检", "*抄告内容": "请核实"}
    assert files.send(book([good]), "all", login="yewu")["written"] == 1
    row = office.db.scalars(select(CarbonCopy)).one()
    assert (row.step, row.fromorg, row.notifyno) == ("CG", office.user("yewu").org_id, "")
    wrong = files.send(book([good | {"*主送单位": "没有的局"}, good | {"*设备代码": "3110"}]), login="yewu")
    assert [(f["label"], f["sentence"]) for f in wrong["faults"]] == [
        ("主送单位", "没有名称为没有的局的监管部门或检验机构"),
        ("设备代码", "没有您可见的设备3110"),
    ]

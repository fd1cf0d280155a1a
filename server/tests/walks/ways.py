"""How each move of each process is made over HTTP, and how its subject comes to the step that it leaves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import object_session

from tejian import areas
from tejian.archives.models.files import Attachment
from tejian.charging.models.charges import CashMonth
from tejian.charging.models.checks import Difference
from tejian.charging.models.surplus import Surplus
from tejian.demo.journey import reasons_for
from tejian.inspection.flow.api import all_there
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.hazards import Hazard
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.notices import InspectionNotice
from tejian.inspection.models.supervised import Supervision
from tejian.kit.ground import clock
from tejian.kit.process.steps import PROCESSES
from tejian.persons.models.exams import ExamApplication
from tejian.supervision.models.defects import Defect
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tests.charging import batches, carried, transfers
from tests.charging import test_cash as notes
from tests.charging import test_credit as credit
from tests.charging.agreements import Agreements
from tests.charging.carried import Carried
from tests.charging.conftest import Cash
from tests.charging.fee_tables import FeeTables
from tests.charging.files import paid_there
from tests.charging.queue import Queue
from tests.exchange import partners
from tests.inspection import (
    drawn,
    entrusted,
    online,
    own_works,
    parts,
    phones,
    posted,
    retested,
    samples,
    seals,
    simple,
    turnarounds,
    visits,
    works,
)
from tests.inspection.templates import Templates
from tests.instruments import loans
from tests.knowledge import docs
from tests.lifts import binding, ending, filings, rescue
from tests.messages import replies
from tests.persons import people
from tests.quality import conformity, files, spotchecks
from tests.registration import first, use
from tests.statistics import editions, filed
from tests.supervision import checks, copies, draws, duties, opinions, selfchecks, serious
from tests.system import querymodels

from .conftest import Office

areas.load()
BACK = {"reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "请复核数据"}
END = {"reasonLabel": "现场不具备检验条件", "detailDesc": "井道进水"}
VOID = {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函取消"}
DOCS = {"archivedocs": "01,02", "archivebox": "A-1", "archivepages": 18}
OUT = {"releaseway": "03", "receiver": "胡斌"}
Form = Mapping[str, Any] | Callable[[Office], Mapping[str, Any]]


MOBILE = "/api/mobilePlat"


@dataclass(frozen=True)
class Way:
    """A move as a person makes it: who, which call, with what beside the key."""

    login: str
    path: str
    form: Form = field(default_factory=dict)
    named: bool = True  # the path alone names the move; a shared path picks one by the step
    wrong: str = "当前环节为{step}"  # what is said at another step
    hidden: tuple[str, ...] = ()  # the steps at which who makes it does not see the row

    def sent(self, office: Office, subject: Any, **more: Any) -> dict[str, Any]:
        form = self.form(office) if callable(self.form) else self.form
        own = {name: _of(subject, value) if callable(value) else value for name, value in form.items()}
        return {**keys(self.path, subject), **own, **more}

    def go(self, office: Office, subject: Any, login: str = "", **more: Any) -> Any:
        return office.post(login or self.login, self.path, **self.sent(office, subject, **more))


def _of(subject: Any, value: Any) -> Any:
    """What is sent of a subject: a text, or the rows of a table."""
    said = value(subject)
    return said if isinstance(said, list) else str(said)


def keys(path: str, subject: Any) -> dict[str, str]:
    """How a call names its subject."""
    if path.endswith("score/confirm") and isinstance(subject, ExamApplication):
        return {"id": people.waiting_score(subject)}
    if path.endswith("securityCheck/countersign") and isinstance(subject, Defect):
        return {"id": subject.source_id}
    if path.endswith(("reportChange/approve", "reportChange/giveUp")) and isinstance(subject, AppBuss):
        return {"ids": change_of(subject)}
    if path.endswith("approveReport") and isinstance(subject, ConstructionNotice):
        return {"ids": getattr(works.item_of(subject), "id", subject.id)}
    if path.endswith("approveReport") and isinstance(subject, Hazard):
        return {"ids": retested.again_of(subject)}
    if path.endswith("approveReport") and isinstance(subject, InspectionNotice):
        return {"ids": retested.again_of(subject)}
    if path.endswith("approveReport") and not isinstance(subject, AppBuss):
        return {"ids": subject.appbuss_id}
    if path.endswith("autoWithdraw"):
        return {"seisn": subject.seisn} if isinstance(subject, AppBuss) else {"appno": subject.appno}
    if path.endswith("taskRequest/agree") and isinstance(subject, AppBuss):
        return {"ids": request_of(subject)}
    if path.endswith("voidSbdj") and isinstance(subject, Supervision):
        return {"ids": works.main_of(subject)}
    if path.endswith("submitRecord"):
        return {"id": subject.id}
    if path.endswith("taskConfirmCommit") and not isinstance(subject, AppBuss):
        return {"ids": subject.appbuss_id}
    if path.endswith("voidSbdj") and isinstance(subject, AppBuss):
        return {"ids": subject.appmain_id}
    return {"ids": subject.id}


def along(process: str, start: Callable[[Office], Any], *moves: str) -> dict[tuple[str, str], Callable[[Office], Any]]:
    """The subjects at every step on a way through a process: made by `start`, moved as WAYS says."""

    def at(passed: int) -> Callable[[Office], Any]:
        def build(office: Office) -> Any:
            row = start(office)
            for name in moves[:passed]:
                WAYS[process, name].go(office, row)
                office.db.refresh(row)
            return row

        return build

    made = [PROCESSES[process].by_name[name] for name in moves]
    steps = [made[0].frm[0], *(str(m.to) for m in made)]
    return {(process, step): at(passed) for passed, step in enumerate(steps)}


def _assignment(office: Office) -> dict[str, str]:
    return {"chedept": office.user("diaodu").dept_id, "reviewer": office.user("ziliao").id}


def _main(name: str) -> str:
    return f"/api/appmain/{name}"


def _buss(name: str) -> str:
    return f"/api/appbuss/{name}"


def _returned(login: str, to: str) -> Way:
    wrong = "{step}环节不能退回，请走报告更正"
    return Way(login, _buss("sendBack"), {**BACK, "toStep": to}, named=False, wrong=wrong)


def _returned_main(login: str) -> Way:
    return Way(login, _main("sendBack"), BACK, named=False, wrong="当前环节不能退回")


def _other_department(office: Office) -> dict[str, str]:
    """Where no declaration is yet."""
    found = select(Org.id).where(Org.kind == "dept", Org.id.not_in(select(AppMain.chedept))).order_by(Org.code)
    return {"chedept": office.db.scalars(found).all()[0], "reason": "单位迁址"}


def _agreed(office: Office) -> dict[str, str]:
    """The plan of the arrangement on the wished day."""
    people = {"scinspector": office.user("jianyan1").id, "coinspectors": office.user("jianyan2").id}
    return people | {"plandate": str(clock.today() + timedelta(days=7)), "confirmHoliday": "1"}


MATERIALS = _main("materialReviewDeal")


def _papers(main: AppMain) -> list[dict[str, Any]]:
    """The list of materials with everything there."""
    db = object_session(main)
    return all_there(db, main) if db else []


def _supplement(office: Office) -> dict[str, str]:
    return {"result": "supplement", "reason": "缺自检报告", "supplementdue": str(clock.today())}


WITNESSED = {"witness1": "物业 王强", "witness2": "维保 李勇", "reason": "单位拒绝签收，留置送达"}


def _today(name: str) -> dict[str, str]:
    return {name: str(clock.today())}


CHARGES = "/api/chamain/chaMain"
ACCOUNT = "/api/chamain/account"
DIFFERENCE = "/api/chamain/difference"
SURPLUS = "/api/chamain/surplus"
QUEUE = "/api/chamain/billRequest"
RELIEF = "/api/chareliefpolicy/chaReliefPolicy"
HALF = {"name": "减半", "type": "01", "document": "甬财综1号", "nature": "非税", "percent": "50"}
RED = {"reason": "抬头有误", "amount": lambda s: s.billed or 1}
REPAY = {"reason": "重复缴费", "amount": lambda s: s.received - s.billed or 1, "way": "cash"}


def with_paper(how: str) -> Any:
    """A charge with a paper on which a refund or a red receipt can rest."""

    def made(office: Office) -> Any:
        cash = Cash(office)
        charge = getattr(cash, how)()
        cash.paper(charge)
        return cash.charge(charge.id)

    return made


def refund_asked(office: Office) -> Any:
    """A paid charge of which the cashier asked to refund all."""
    cash = Cash(office)
    charge = cash.paid()
    assert cash.ask(charge, "refund", charge.amount, way="cash")["isSuccess"]
    return cash.charge(charge.id)


def red_asked(office: Office) -> Any:
    """A receipt that the cashier asked to be reversed."""
    cash = Cash(office)
    charge = cash.billed()
    assert cash.ask(charge, "red", charge.amount)["isSuccess"]
    return cash.charge(charge.id)


def halves(subject: Any) -> list[dict[str, str]]:
    """What is left of a charge, in two parts."""
    left = subject.owed - subject.received
    one = max(round(left / 2, 2), Decimal("0.01"))
    days = [str(clock.today() + timedelta(days=n)) for n in (10, 40)]
    return [
        {"dueday": days[0], "amount": f"{one:.2f}"},
        {"dueday": days[1], "amount": f"{max(left - one, Decimal('0.01')):.2f}"},
    ]


def _status(code: str, **form: Any) -> Way:
    return Way("caiwu", f"{CHARGES}/modifyStatus", {"status": code, **form})


def _cashier_left(office: Office) -> dict[str, Any]:
    office.db.get_one(SysUser, office.user("shoufei").id).enabled = False
    office.db.commit()
    return {"n100": "1", "reason": "收费员离职"}


ELSEWHERE = ("DRAFT", "BACK", "FILED", "RECEIVED", "COMPLETED", "CANCELLED")  # what another contractor builds


UNSENT = ("CG", "SH", "PZ", "BS")  # a serious report of which the bureau does not know yet
WAYS: dict[tuple[str, str], Way] = {
    ("declaration", "submit"): Way("shouli", _main("submitAppMain")),
    ("declaration", "assign"): Way("yewu", _main("reviewAssign"), _assignment),
    ("declaration", "assign_back"): _returned_main("yewu"),
    ("declaration", "material_pass"): Way("ziliao", MATERIALS, {"result": "pass", "materials": _papers}),
    ("declaration", "material_supplement"): Way("ziliao", MATERIALS, _supplement),
    ("declaration", "material_refuse"): Way("ziliao", MATERIALS, {"result": "refuse", "reason": "不在受理范围"}),
    ("declaration", "accept"): Way("shouli", _main("submitAppMainAccept")),
    ("declaration", "accept_back"): _returned_main("shouli"),
    ("declaration", "refer"): Way("yewu", _main("refer"), _other_department, wrong="已受理，不能转办"),
    ("declaration", "withdraw"): Way("shouli", _main("autoWithdraw")),
    ("declaration", "void"): Way("yewu", _main("voidSbdj"), VOID),
    ("business", "arrange"): Way("diaodu", _main("taskSchedCommit"), lambda o: o.plan()),
    ("business", "arrange_back"): _returned("diaodu", "YWSL"),
    ("business", "void_task"): Way("diaodu", _main("voidRwap"), VOID),
    ("business", "confirm"): Way("jianyan1", _main("taskConfirmCommit"), {"contacted": "值班", "safetybriefed": "1"}),
    ("business", "confirm_back"): _returned("jianyan1", "RWAP"),
    ("business", "build"): Way("jianyan1", _buss("buildReport")),
    ("business", "build_back"): _returned("jianyan1", "RWQR"),
    ("business", "enter"): Way("jianyan1", _buss("submitRecord")),
    ("business", "enter_back"): _returned("jianyan1", "BGSC"),
    ("business", "sign"): Way("jianyan2", _buss("signRecord")),
    ("business", "verify"): Way("jiaohe", _buss("verifyReport")),
    ("business", "verify_back"): _returned("jiaohe", "BGLR"),
    ("business", "audit_fx"): Way("fenxiang", _buss("auditReportFx")),
    ("business", "audit_fx_back"): _returned("fenxiang", "BGLR"),
    ("business", "audit"): Way("shenhe", _buss("auditReport")),
    ("business", "audit_back"): _returned("shenhe", "BGSC"),
    ("business", "approve"): Way("pizhun", _buss("approveReport")),
    ("business", "approve_back"): _returned("pizhun", "BGSH"),
    ("business", "print"): Way("dayin", _buss("saveReportPrintInfo"), {"copies": 2}, wrong="报告尚未签发"),
    ("business", "archive"): Way("dangan", _buss("archiveReport"), DOCS),
    ("business", "release"): Way("shouli", _buss("releaseReport"), OUT),
    ("business", "arrears"): Way(
        "yewu", _buss("allowArrears"), {"reason": "合同月结"}, wrong="尚未批准，不能办理欠费发放"
    ),
    ("business", "end_ask"): Way("jianyan1", _buss("cancelAppBuss"), END),
    ("business", "end_agree"): Way("yewu", _buss("agreeEnd")),
    ("business", "end_refuse"): Way("yewu", _buss("refuseEnd"), {"detailDesc": "应完成检验"}),
    ("business", "withdraw"): Way("jianyan1", _main("autoWithdraw")),
    ("business", "void"): Way("yewu", _main("voidSbdj"), VOID, named=False),
    **{
        ("notice", name): Way(login, f"/api/opinion/{call}", form)
        for name, login, call, form in (
            ("issue", "jianyan1", "issue", {}),
            (
                "sign",
                "yewu",
                "sign",
                lambda o: {"receiver": "胡斌", "receivertel": "13805741234", **_today("receivedate")},
            ),
            ("refuse", "jianyan1", "refuse", lambda o: {**WITNESSED, **_today("receivedate")}),
            ("answer", "yewu", "feedback", lambda o: {"feedbackman": "胡斌", **_today("feedbackdate")}),
            ("confirm", "jianyan1", "confirm", {"opinion": "现场核实已整改"}),
            ("reject", "jianyan1", "reject", {"reason": "制动器照片不清楚"}),
            ("pass_on", "jianyan1", "passOn", {"reason": "逾期未反馈"}),
            ("void", "jianyan1", "void", {"reason": "开错设备"}),
        )
    },
    **{
        ("report_change", name): Way(login, f"/api/reportChange/{call}", form)
        for name, login, call, form in (
            ("submit", "yewu", "submit", {}),
            ("void", "yewu", "void", {}),
            ("agree", "zhiliang", "agree", {"opinion": "属实"}),
            ("approve", "pizhun", "approve", {"opinion": "同意更正"}),
            ("reject", "zhiliang", "reject", {"reason": "没有证明"}),
            ("refuse", "pizhun", "refuse", {"reason": "不属更正"}),
        )
    },
    **{
        ("construction", name): Way(login, f"/api/construction/{name}", form)
        for name, login, form in (
            ("file", "shouli", {}),
            ("receive", "jianguan", {}),
            ("return", "jianguan", {"reason": "施工方案不全"}),
            ("cancel", "shouli", {"reason": "合同终止"}),
        )
    },
    **{
        ("supervision", name): Way(login, f"/api/supervision/{call}", form)
        for name, login, call, form in (
            ("assign", "diaodu", "assign", works.people),
            ("reassign", "diaodu", "reassign", works.people),
            ("first", "jianyan1", "first", lambda o: {**works.FIRST, **_today("firstdate")}),
            ("hand_in", "jianyan1", "handIn", {}),
            ("pass", "jianyan1", "pass", {}),
            ("back", "jianyan1", "back", {"reason": "缺试验记录"}),
        )
    },
    **{
        ("hazard", name): Way(login, f"/api/hazard/{name}", form)
        for name, login, form in (
            ("register", "dangan", {}),
            ("void", "dangan", {"reason": "已在另一份报告登记"}),
            ("receipt", "yewu", lambda o: {"receiver": "胡斌", **_today("receivedate")}),
            ("answer", "yewu", lambda o: {"measure": "更换制动衬", "doneby": "李勇", **_today("donedate")}),
            ("extend", "jianyan1", lambda o: {"reason": "等待配件", "newdeadline": str(in_days(60))}),
            ("verify", "jianyan1", {"opinion": "现场核实已治理"}),
            ("close", "zhiliang", {"opinion": "复核无异议"}),
            ("reject", "zhiliang", {"reason": "照片看不清"}),
        )
    },
    ("construction", "file_own"): Way("weibao", own_works.FILE, hidden=ELSEWHERE),
    ("construction", "withdraw"): Way("weibao", own_works.WITHDRAW, hidden=ELSEWHERE),
    **{
        ("online", name): Way(login, path, form, hidden=("DRAFT",) if login == "shouli" else ())
        for name, login, path, form in (
            ("send", "qiye", online.SEND, {}),
            ("confirm", "shouli", online.CONFIRM, {}),
            ("return", "shouli", "/api/online/return", lambda o: {"reason": "缺检验报告", "mendby": online.term()}),
            ("refuse", "shouli", "/api/online/refuse", {"reason": "由他院检验"}),
            ("withdraw", "qiye", "/api/online/withdraw", {}),
        )
    },
    ("visit", "agree"): Way("qiye", "/api/visit/agree"),
    ("visit", "another"): Way(
        "qiye",
        "/api/visit/another",
        lambda o: {"newday": str(visits.working(o, 1, 9)[0]), "reason": "当日停电检修"},
    ),
    ("visit", "ask"): Way("diaodu", _main("taskSchedCommit"), visits.arranging, named=False),
    ("supervision", "issue"): Way("pizhun", _buss("approveReport"), named=False),
    ("supervision", "stop"): Way("yewu", _main("voidSbdj"), VOID, named=False),
    ("liaison", "answer"): Way(
        "shouli",
        "/api/liaison/answer",
        lambda o: {"answer": "已调整", "answerer": "马班长", **_today("answered")},
    ),
    ("liaison", "close"): Way("jianyan1", "/api/liaison/close"),
    ("liaison", "reject"): Way("jianyan1", "/api/liaison/reject", {"reason": "没有照片"}),
    ("construction", "complete"): Way("pizhun", _buss("approveReport"), named=False),
    ("replan", "agree"): Way("diaodu", "/api/taskRequest/agree", _agreed),
    ("replan", "refuse"): Way("diaodu", "/api/taskRequest/refuse", {"reason": "无人可替"}),
    ("replan", "take_back"): Way("jianyan1", "/api/taskRequest/takeBack"),
    ("replan", "lapse"): Way("jianyan1", _main("taskConfirmCommit"), {"safetybriefed": "1"}, named=False),
    ("business", "replan"): Way("diaodu", "/api/taskRequest/agree", _agreed, named=False),
    ("report_change", "finish"): Way("pizhun", _buss("approveReport"), named=False),
    ("report_change", "give_up"): Way("pizhun", "/api/reportChange/giveUp", {"reason": "单位撤回更正要求"}),
    ("business", "restore"): Way("pizhun", "/api/reportChange/giveUp", {"reason": "单位撤回更正要求"}, named=False),
    ("notice", "again"): Way("pizhun", _buss("approveReport"), named=False),
    ("hazard", "again"): Way("pizhun", _buss("approveReport"), named=False),
    ("hazard", "drop"): Way("pizhun", _buss("approveReport"), named=False),
    ("business", "reopen"): Way("pizhun", "/api/reportChange/approve", {"opinion": "同意更正"}, named=False),
    ("correction", "submit"): Way("yewu", "/api/correct/submit"),
    ("correction", "withdraw"): Way("yewu", "/api/correct/withdraw"),
    ("correction", "void"): Way("yewu", "/api/correct/void"),
    ("correction", "lapse"): Way("pizhun", _buss("approveReport"), named=False),
    ("correction", "agree"): Way("zhiliang", "/api/correct/agree"),
    ("protection", "agree"): Way("audadmin", "/api/system/protection/agree"),
    ("protection", "refuse"): Way("audadmin", "/api/system/protection/refuse", {"reason": "过于宽松"}),
    ("protection", "withdraw"): Way("secadmin", "/api/system/protection/withdraw"),
    ("charge", "commit"): Way("shoufei", f"{CHARGES}/commit"),
    ("charge", "agree_discount"): Way("yewu", f"{CHARGES}/agreeDiscount"),
    ("charge", "confirm"): _status("2"),
    ("charge", "send_back"): _status("0", reason="票据抬头不对"),
    ("charge", "void"): _status("7", reason="重复登记"),
    ("charge", "receive"): Way("shoufei", f"{CHARGES}/modifyPayresult", {"amount": "1", "way": "cash"}),
    ("charge", "plan"): Way("caiwu", f"{CHARGES}/plan", {"reason": "单位申请分期", "instalments": halves}),
    ("charge", "bill"): Way("shoufei", f"{CHARGES}/modifyInvoice", {"title": "甬江物业"}),
    ("charge", "reverse"): Way("caiwu", f"{CHARGES}/downCreateEinvoiceScarlet"),
    ("charge", "ask_red"): Way("shoufei", f"{CHARGES}/askRed", RED),
    ("charge", "ask_refund"): Way("shoufei", f"{CHARGES}/askRefund", REPAY),
    ("charge", "refuse_out"): Way("caiwu", f"{CHARGES}/refuseOut", {"reason": "凭据不全"}),
    ("cash_day", "count"): Way("shoufei", "/api/chamain/cashDay/count", {"n100": "1"}),
    ("cash_day", "stand_in"): Way("caiwu", "/api/chamain/cashDay/standIn", _cashier_left),
    ("cash_day", "review"): Way("caiwu", "/api/chamain/cashDay/review"),
    ("cash_lot", "deposit"): Way("shoufei", f"{notes.CALLS}/deposit", {"ref": "JK0009", **_today("depositday")}),
    ("cash_lot", "offer"): Way("shoufei", f"{notes.CALLS}/offer", lambda o: {"toid": o.user("caiwu").id}),
    ("cash_lot", "accept"): Way("caiwu", f"{notes.CALLS}/accept"),
    ("cash_lot", "refuse"): Way("caiwu", f"{notes.CALLS}/refuse", {"reason": "当面点钞少一张"}),
    ("cash_lot", "take_back"): Way("shoufei", f"{notes.CALLS}/take_back"),
    ("cash_lot", "arrive"): Way("caiwu", f"{notes.CALLS}/arrive", {"opinion": "财政缴款回执"}),
    ("cash_lot", "missing"): Way("caiwu", f"{notes.CALLS}/missing", {"reason": "银行回单未见这笔存款"}),
    ("cash_day", "recount"): Way("caiwu", "/api/chamain/cashDay/recount", {"reason": "请再点一次"}),
    ("charge", "offset"): Way("shoufei", f"{CHARGES}/offset", {"amount": "1"}),
    ("deposit_account", "take"): Way("shoufei", f"{ACCOUNT}/take", {"amount": "1", "way": "cash"}),
    ("deposit_account", "give_back"): Way("caiwu", f"{ACCOUNT}/giveBack", {"way": "cash", "reason": "单位注销"}),
    ("bill_request", "again"): Way("shoufei", f"{QUEUE}/again"),
    ("bill_request", "hold"): Way("shoufei", f"{QUEUE}/hold", {"reason": "抬头待核实"}),
    ("bill_request", "resume"): Way("shoufei", f"{QUEUE}/resume"),
    ("bill_request", "recall"): Way("shoufei", f"{QUEUE}/recall", {"reason": "导出的类型选错"}),
    ("bill_file", "withdraw"): Way("shoufei", f"{carried.CALLS}/withdraw", {"reason": "导出的类型选错"}),
    ("bill_request", "by_hand"): Way("caiwu", f"{QUEUE}/byHand", {"billno": "ZJ20260001", "reason": "平台停用"}),
    ("bill_request", "cancel"): Way("shoufei", f"{QUEUE}/cancel", {"reason": "抬头有误"}),
    ("charge_difference", "settle"): Way("caiwu", f"{DIFFERENCE}/settle", {"reason": "已补开票据"}),
    ("charge_difference", "book_order"): Way("caiwu", f"{DIFFERENCE}/bookOrder"),
    ("charge_difference", "book_charge"): Way(
        "caiwu", f"{DIFFERENCE}/bookCharge", {"chargesysid": lambda s: s.chargesysid or "JF0", "way": "transfer"}
    ),
    ("charge_difference", "book_several"): Way(
        "caiwu", f"{DIFFERENCE}/bookSeveral", {"shares": transfers.owed_by_payer, "ahead": "0"}
    ),
    ("transfer", "allot"): Way(
        "shoufei", f"{transfers.TRANSFER}/allot", {"shares": transfers.owed_by_payer, "ahead": "0"}
    ),
    ("transfer", "void"): Way("shoufei", f"{transfers.TRANSFER}/void", {"reason": "重复登记"}),
    ("transfer", "undo"): Way("caiwu", f"{transfers.TRANSFER}/undo", {"reason": "银行核实为错账"}),
    ("charge_batch", "run"): Way("shoufei", f"{batches.BATCH}/run"),
    ("charge_batch", "drop"): Way("shoufei", f"{batches.BATCH}/drop"),
    ("charge_batch", "undo"): Way("caiwu", f"{batches.BATCH}/undo", {"reason": "收款登错了批次"}),
    ("charge_difference", "too_much"): Way("caiwu", f"{DIFFERENCE}/tooMuch"),
    ("surplus", "ask"): Way("shoufei", f"{SURPLUS}/ask", {"way": "online", "reason": "重复支付"}),
    ("surplus", "refuse"): Way("caiwu", f"{SURPLUS}/refuse", {"reason": "请写明收款账号"}),
    ("surplus", "give_back"): Way("caiwu", f"{SURPLUS}/giveBack", {"ref": "TK0001"}),
    ("surplus", "dismiss"): Way("caiwu", f"{SURPLUS}/none", {"reason": "平台答复为误报"}),
    ("charge_difference", "take_back"): Way("caiwu", f"{DIFFERENCE}/takeBack", {"reason": "银行核实没有到账"}),
    ("charge", "take_back"): Way("caiwu", f"{CHARGES}/takeBack", {"reason": "收错单位"}),
    ("cash_month", "close"): Way("caiwu", "/api/chamain/cashMonth/close"),
    ("charge", "refund"): Way("yewu", f"{CHARGES}/modifyStatus", {"status": "6"}),
    ("agreement", "submit"): Way("shoufei", "/api/agreement/submit"),
    ("agreement", "audit"): Way("yewu", "/api/agreement/audit", {"legal": "已审"}),
    ("agreement", "send_back"): Way("yewu", "/api/agreement/back", {"reason": "价格有误"}),
    ("agreement", "confirm"): Way("caiwu", "/api/agreement/confirm", _today("signdate")),
    ("agreement", "refuse"): Way("caiwu", "/api/agreement/refuse", {"reason": "合同未盖章"}),
    ("agreement", "void"): Way("shoufei", "/api/agreement/void", {"reason": "单位撤回"}),
    ("agreement", "change"): Way("shoufei", "/api/agreement/change", {"changenote": "调价", **_today("validfrom")}),
    ("agreement", "end"): Way("caiwu", "/api/agreement/end", {"reason": "单位停业"}),
    ("credit_line", "agree"): Way("yewu", "/api/chamain/credit/agree"),
    ("credit_line", "stop"): Way("caiwu", "/api/chamain/credit/stop", {"reason": "单位停业整顿"}),
    ("relief_policy", "agree"): Way("yewu", f"{RELIEF}/agree"),
    ("relief_policy", "stop"): Way("caiwu", f"{RELIEF}/stop", {"reason": "文件已废止"}),
    ("fee_table", "submit"): Way("caiwu", "/api/chamain/feeTable/submit"),
    ("fee_table", "publish"): Way("yewu", "/api/chamain/feeTable/publish"),
    ("fee_table", "send_back"): Way("yewu", "/api/chamain/feeTable/back", {"reason": "金额有误"}),
    ("fee_table", "withdraw"): Way("yewu", "/api/chamain/feeTable/withdraw", {"reason": "文件有误"}),
    ("fee_table", "void"): Way("caiwu", "/api/chamain/feeTable/void", {"reason": "重新起草"}),
    ("sub_report", "submit"): Way("jianyan1", "/api/subreport/submit"),
    ("sub_report", "agree"): Way("fenxiang", "/api/subreport/agree"),
    ("sub_report", "back"): Way("fenxiang", "/api/subreport/back", {"reason": "缺少检测部位图"}),
    ("sub_report", "reopen"): Way("jianyan1", "/api/subreport/reopen", {"reason": "补做一处检测"}),
    ("lab_sample", "send"): Way("jianyan1", "/api/lims/send"),
    ("lab_sample", "take"): Way("jianyan1", "/api/lims/take"),
    ("lab_sample", "drop"): Way("jianyan1", "/api/lims/drop", {"reason": "样品在途中破损"}),
    ("lab_finding", "judge"): Way("zhiliang", "/api/lims/finding/judge", {"verdict": "1", "opinion": "该项不影响结论"}),
    ("entrusted", "start"): Way("shouli", "/api/wtxmnbtjzx/start"),
    ("entrusted", "finish"): Way(
        "jianyan1", "/api/wtxmnbtjzx/finish", {"reportno": "WTBG-1", "outcome": "已完成", **_today("finished")}
    ),
    ("entrusted", "send_back"): Way("dangan", "/api/wtxmnbtjzx/back", {"reason": "缺少原始记录"}),
    ("entrusted", "archive"): Way("dangan", "/api/wtxmnbtjzx/saveGd", {"archiveno": "WT-1", "archivebox": "A-1"}),
    ("entrusted", "void"): Way("shouli", "/api/wtxmnbtjzx/void", {"reason": "委托单位撤回"}),
    **{
        ("use_registration", name): Way(login, f"{use.API}/{name}", form)
        for name, login, form in (
            ("submit", "qiye", {}),
            ("accept", "jianguan", {}),
            ("refuse", "jianguan", {"reason": "不属于本机关的登记范围"}),
            ("examine", "jianguan2", {}),
            ("mendNotice", "jianguan2", {"mend": "维保合同缺第二页"}),
            ("deny", "jianguan2", {"reason": "监督检验证书与设备不符"}),
            ("mended", "qiye", {}),
            ("issue", "jianguan", {}),
            ("file", "jianguan", {}),
            ("withdraw", "qiye", {}),
        )
    },
    ("first_registration", "submit"): Way("qiye", f"{first.API}/submit"),
    ("first_registration", "agree"): Way("jianguan", f"{first.API}/agree", hidden=("CG",)),
    ("first_registration", "back"): Way(
        "jianguan", f"{first.API}/back", {"reason": "铭牌与出厂编号不符，请核对"}, hidden=("CG",)
    ),
    **{
        ("exam_application", name): Way(login, f"{people.API}/{name}", form, hidden=("0",) if login == "kaoshi" else ())
        for name, login, form in (
            ("submit", "qiye", {}),
            ("accept", "kaoshi", {}),
            ("refuse", "kaoshi", {"reason": "所附照片不是本人"}),
            ("withdraw", "qiye", {"reason": "申请人已离职"}),
            ("seat", "kaoshi", people.SITS),
            ("reseat", "kaoshi", people.SITS),
            ("cheat", "kaoshi", {"reason": "理论考试中使用手机"}),
            ("audit", "jianguan", {"opinion": "同意"}),
            ("back", "jianguan", {"reason": "实操评分表缺签字"}),
        )
    },
    ("exam_application", "graded"): Way("kaoshi2", f"{people.SCORE}/confirm", named=False, hidden=("0",)),
    ("exam_score", "confirm"): Way("kaoshi2", f"{people.SCORE}/confirm"),
    **{
        ("exam_score", name): Way("kaoshi", f"{people.SCORE}/{name}", {"newscore": "91", "reason": "阅卷漏计一题"})
        for name in ("amend", "change")
    },
    **{
        ("training_class", name): Way("kaoshi", f"{people.CLASS}/{name}", form)
        for name, form in (
            ("open", {}),
            ("start", {}),
            ("finish", {}),
            ("file", {}),
            ("reopen", {"reason": "一名学员的出勤登记有误"}),
        )
    },
    ("cert_case", "agree"): Way("jianguan", f"{people.CASE}/agree"),
    ("cert_case", "deny"): Way("jianguan", f"{people.CASE}/deny", {"reason": "所附资料不是持证人的"}),
    ("cert_case", "withdraw"): Way("qiye", f"{people.CASE}/withdraw"),
    **{
        ("maint_filing", name): Way(login, f"{base}/{name}", form)
        for name, login, base, form in (
            ("submitMai", "weibao", filings.OWN, {}),
            ("reviewAgree", "jianguan", filings.OFFICE, {"reviewsaid": "资料齐全"}),
            ("reviewDisagree", "jianguan", filings.OFFICE, {"reason": "地址与执照不符"}),
            ("checkAgree", "jianguan2", filings.OFFICE, {"checksaid": "同意备案"}),
            ("checkDisagree", "jianguan2", filings.OFFICE, {"reason": "值守电话无人接听"}),
            ("withdraw", "weibao", filings.OWN, {}),
            ("cancel", "jianguan", filings.OWN, {"reason": "单位不再承接维保"}),
        )
    },
    **{
        ("lift_binding", name): Way(login, f"{binding.API}/{name}", form)
        for name, login, form in (
            ("submit", "weibao", {}),
            ("confirm", "qiye", {}),
            ("refuse", "qiye", {"reason": "合同没有签"}),
            ("audit", "jianguan", {}),
            ("auditBack", "jianguan", {"reason": "合同扫描件不清晰"}),
            ("withdraw", "weibao", {}),
            ("release", "jianguan", {"reason": "电梯拆除重建"}),
        )
    },
    ("sms_reply", "answer"): Way("shouli", f"{replies.API}/answer", {"answer": "周三上午九点"}),
    ("sms_reply", "close"): Way("shouli", f"{replies.API}/close", {"reason": "已电话答复"}),
    ("seal_certificate", "agree"): Way("secadmin", f"{seals.API}/agree", {}),
    ("seal_certificate", "lose"): Way("zhiliang", f"{seals.API}/lose", {"reason": "密码器遗失"}),
    ("seal_certificate", "recover"): Way("secadmin", f"{seals.API}/recover", {"reason": "在保险柜找到"}),
    ("seal_certificate", "end"): Way("secadmin", f"{seals.API}/end", {"reason": "换用新的印章"}),
    **{
        ("turnaround_project", name): Way(turnarounds.PLANNER, f"{turnarounds.API}/project/{name}", form)
        for name, form in (
            ("start", {}),
            ("complete", {}),
            ("resume", {"reason": "业主增加两台设备"}),
            ("close", {}),
        )
    },
    **{
        ("turnaround_item", name): Way(login, f"{turnarounds.API}/item/{name}", form)
        for name, login, form in (
            ("plan", turnarounds.PLANNER, turnarounds.plan),
            ("replan", turnarounds.PLANNER, {"reason": "装置推迟停工"}),
            ("begin", turnarounds.INSPECTOR, {"begun": turnarounds.day(-4)}),
            ("finish", turnarounds.INSPECTOR, turnarounds.PASSED),
            ("rework", turnarounds.INSPECTOR, {"reason": "业主要求扩检"}),
        )
    },
    **{
        ("owner_sheet", name): Way(login, f"{turnarounds.AGREE}/{name}", form, hidden=hidden)
        for name, login, form, hidden in (
            ("send", turnarounds.PLANNER, {}, ()),
            ("recall", turnarounds.PLANNER, {"reason": "漏写一台"}, ()),
            ("sign", turnarounds.OWNER, {"opinion": "数量属实"}, ("CG",)),
            ("refuse", turnarounds.OWNER, turnarounds.REFUSED, ("CG",)),
        )
    },
    **{
        ("owner_dissent", name): Way(login, f"{turnarounds.DISAGREE}/{name}", form, hidden=hidden)
        for name, login, form, hidden in (
            ("send", turnarounds.OWNER, {}, ()),
            ("reply", turnarounds.PLANNER, {"reply": "已更正点位图"}, ("CG",)),
            ("close", turnarounds.OWNER, {}, ()),
            ("reject", turnarounds.OWNER, {"reason": "图纸没有交来"}, ()),
        )
    },
    ("simple_report", "archive"): Way("dangan", f"{simple.API}/archive", simple.FILED),
    ("simple_report", "release"): Way("shouli", f"{simple.API}/release", {"way": "01", "receiver": "王工"}),
    ("record_conflict", "decide"): Way("jianyan1", "/api/pda/decide", {"choice": "theirs", "reason": "复测后确认"}),
    ("held_job", "apply"): Way("yewu", f"{MOBILE}/conveobj/apply"),
    ("held_job", "pass"): Way("yewu", f"{MOBILE}/conveobj/pass", {"target": phones.SISTER}),
    ("held_job", "file"): Way("yewu", f"{MOBILE}/conveobj/file", {"reason": "电脑上已写明"}),
    ("op_failure", "return"): Way("yewu", f"{MOBILE}/checkFail/return", {"reason": "请说明原因"}),
    ("op_failure", "mend"): Way("yewu", f"{MOBILE}/checkFail/mend", {"answer": "已在电脑上补录"}),
    ("op_failure", "reply"): Way("jianyan2", f"{MOBILE}/checkFail/reply", {"answer": "误触，不用补录"}),
    ("terminal", "lose"): Way("sysadmin", f"{MOBILE}/terminal/lose", {"reason": "手机遗失在现场"}),
    ("terminal", "restore"): Way("sysadmin", f"{MOBILE}/terminal/restore", {"reason": "已找回本人手机"}),
    ("app_version", "stage"): Way("sysadmin", f"{MOBILE}/version/stage", {"share": "10"}),
    ("app_version", "publish"): Way("sysadmin", f"{MOBILE}/version/publish"),
    ("app_version", "rollback"): Way("sysadmin", f"{MOBILE}/version/rollback", {"reason": "照片上传失败"}),
    ("simple_report", "back"): Way("shouli", f"{simple.API}/back", {"reason": "扫描缺一页"}),
    ("self_check_rule", "issue"): Way("juzhang", f"{selfchecks.API}/issue", {}),
    ("self_check_rule", "end"): Way("juzhang", f"{selfchecks.API}/end", {"reason": "并入全市策略"}),
    **{
        (name, move): Way("juzhang", f"{path}/{move}", form)
        for name, path in (("stat_indicator", filed.INDICATORS), ("stat_form", filed.FORMS))
        for move, form in (("publish", {}), ("revise", {}), ("retire", {"reason": "制度不再要求"}))
    },
    **{
        ("query_model", name): Way(querymodels.MAKER, f"{querymodels.API}/{name}", form, hidden=hidden)
        for name, form, hidden in (
            ("publish", {}, ()),
            ("choose", querymodels.COLUMNS, ()),
            ("ask", {"prop": "ninspdate", "op": "days", "value": "30"}, ()),
            ("revise", {}, ()),
            ("retire", {"reason": "不再使用"}, ()),
        )
    },
    **{
        ("stat_edition", name): Way(login, f"{editions.API}/{name}", form)
        for name, login, form in (
            ("stop", "jianguan", {}),
            ("review", "juzhang", {}),
            ("again", "jianguan", {}),
            ("back", "juzhang", {"reason": "期间应到月末"}),
            ("report", "juzhang", {}),
            ("correct", "jianguan", {"reason": "漏计一台"}),
        )
    },
    ("exchange_mapping", "publish"): Way("sysadmin", f"{partners.MAPPINGS}/publish", {}),
    ("spot_check", "draw"): Way("zhiliang", f"{spotchecks.DRAWS}/draw", {}),
    ("spot_check", "finish"): Way("zhiliang", f"{spotchecks.DRAWS}/finish", {}),
    ("spot_item", "sound"): Way("zhiliang", f"{spotchecks.ITEMS}/sound", {}),
    ("spot_item", "mark"): Way("zhiliang", f"{spotchecks.ITEMS}/mark", spotchecks.found),
    ("spot_item", "answer"): Way("jianyan1", f"{spotchecks.ITEMS}/answer", spotchecks.ANSWER),
    ("spot_item", "agree"): Way("zhiliang", f"{spotchecks.ITEMS}/agree", {}),
    ("spot_item", "back"): Way("zhiliang", f"{spotchecks.ITEMS}/back", {"reason": "没有写怎样不再发生"}),
    ("spot_item", "dismiss"): Way("zhiliang", f"{spotchecks.ITEMS}/dismiss", {"reason": "标准允许这样写"}),
    **{
        ("conformity", name): Way(login, f"{conformity.API}/{name}", form, hidden=hidden)
        for name, login, form, hidden in (
            ("submit", "qiye", {}, ()),
            ("take", "yewu", {"opinion": "与档案相符"}, ("CG",)),
            ("back", "yewu", {"reason": "签署人没有授权"}, ("CG",)),
        )
    },
    **{
        ("instrument_loan", name): Way(login, f"{loans.LOANS}/{name}", form)
        for name, login, form in (
            ("agree", "yiqi", {}),
            ("refuse", "yiqi", {"reason": "当天全部仪器已有安排"}),
            ("lend", "yiqi", {}),
            ("revoke", "yiqi", {"reason": "仪器临时送检"}),
            ("giveBack", "yiqi", {"condition": "1", "conditionnote": "附件齐全"}),
            ("drop", "jianyan1", {}),
        )
    },
    **{
        ("instrument_overhaul", name): Way(login, f"{loans.REPAIRS}/{name}", form)
        for name, login, form in (
            ("begin", "yiqi", {"repairer": "宁波仪器维修中心"}),
            ("submit", "yiqi", loans.MENDED),
            ("restore", "zhiliang", loans.RESTORED),
            ("scrap", "zhiliang", {"checknote": "主板损坏，无配件"}),
            ("back", "zhiliang", {"reason": "示值仍然跳动"}),
        )
    },
    **{
        ("knowledge_doc", name): Way(login, f"{docs.API}/{name}", form)
        for name, login, form in (
            ("submit", "jianyan1", {}),
            ("cut", "jianyan1", {}),
            ("publish", "zhiliang", {}),
            ("back", "zhiliang", {"reason": "条款编号与原文不一致"}),
            ("void", "zhiliang", docs.VOIDED),
        )
    },
    **{
        ("quality_file", name): Way(login, f"{files.API}/{name}", form)
        for name, login, form in (
            ("order", "zhiliang", {}),
            ("submit", "jianyan1", {}),
            ("audit", "shenhe", {}),
            ("back", "shenhe", {"reason": "职责没有写到岗位"}),
            ("approve", "pizhun", {}),
            ("revise", "pizhun", {"reason": "与质量手册不一致"}),
            ("issue", "zhiliang", files.ISSUE),
            ("void", "zhiliang", files.VOIDED),
        )
    },
    **{
        ("lift_termination", name): Way(login, f"{ending.API}/{name}", form)
        for name, login, form in (
            ("submit", "qiye", {}),
            ("answer", "weibao", {"answer": "1", "answersaid": "费用已结清，同意终止"}),
            ("audit", "jianguan", {}),
            ("auditBack", "jianguan", {"reason": "没有附合同"}),
            ("handover", "qiye", ending.HANDED),
            ("withdraw", "qiye", {}),
        )
    },
    **{
        ("rescue_incident", name): Way(login, f"{rescue.API}/{name}", form)
        for name, login, form in (
            ("dispatch", "jianguan", {}),
            ("accept", "weibao", {"forecast": "10"}),
            ("decline", "weibao", {"reason": "人员都在另一处救援"}),
            ("arrive", "weibao", {}),
            ("free", "weibao", {}),
            ("second", "jianguan", {"reason": "被困人报告胸闷"}),
            ("third", "jianguan", {"reason": "轿厢进水"}),
            ("comfort", "jianguan", {}),
            ("follow", "jianguan", {"followsaid": "已安全离开，情绪稳定"}),
            ("close", "jianguan", {"cause": "01", "causesaid": "层门门锁触点氧化，已更换"}),
        )
    },
    **{
        ("carbon_copy", name): Way(login, f"{copies.API}/{name}", form, hidden=hidden)
        for name, login, form, hidden in (
            ("submit", "yewu", {}, ()),
            ("sign", "jianguan", {}, ("CG",)),
            ("taskAssignment", "jianguan", lambda o: {"handler_id": o.user("jianguan").id}, ("CG",)),
            ("processLogOperate", "jianguan", {"reply": "已责令停用"}, ("CG",)),
            ("saveArchives", "yewu", {}, ()),
            ("back", "jianguan", {"reason": "不属本区"}, ("CG",)),
            ("again", "yewu", {"reason": "没有照片"}, ()),
        )
    },
    **{
        ("serious_report", name): Way(login, f"{serious.API}/{name}", form, hidden=hidden)
        for name, login, form, hidden in (
            ("submit", "jianyan1", {}, ()),
            ("audit", "zhiliang", {}, ()),
            ("back", "zhiliang", {"reason": "缺少现场照片"}, ()),
            ("approve", "pizhun", {}, ()),
            ("revise", "pizhun", {"reason": "建议不明确"}, ()),
            ("send", "jianyan1", {"latereason": ""}, ()),
            ("receive", "jianguan", {}, UNSENT),
            ("order", "jianguan", serious.ORDER, UNSENT),
            ("answer", "jianguan", {"feedback": "已责令停用并约谈"}, UNSENT),
            ("close", "jianyan1", {}, ()),
        )
    },
    ("opinion_call", "publish"): Way("jianguan", f"{opinions.API}/publish"),
    ("opinion_call", "reply"): Way("qiye", f"{opinions.API}/reply", opinions.SAID, hidden=("CG",)),
    ("opinion_call", "close"): Way("jianguan", f"{opinions.API}/close", {"outcome": "采纳期限改为十日"}),
    **{
        ("supervision_draw", name): Way("jianguan", f"{draws.API}/{name}", form)
        for name, form in (
            ("publish", {}),
            ("draw", {"publicvalue": draws.VALUE}),
            ("replace", lambda o: {"reason": "单位已停业", "which": draws.one_to_replace(o)}),
            ("plan", {"planday": "2099-01-05"}),
            ("void", {"reason": "公开随机值没有产生"}),
        )
    },
    **{
        ("supervision_check", name): Way(login, f"{checks.API}/{name}", form)
        for name, login, form in (
            ("begin", "jianguan", checks.SHOWN),
            ("found", "jianguan", {}),
            ("resume", "jianguan", {"reason": "机房还没有看"}),
            ("sign", "jianguan", checks.SIGNED),
            ("countersign", "jianguan2", {}),
            ("unsign", "jianguan2", {"reason": "单位签字人写错"}),
            ("again", "jianguan", {"outcome": "已逐项复查"}),
            ("mendOn", "jianguan", {"reason": "一项仍未修复"}),
            ("close", "jianguan", {}),
            ("case", "jianguan", {"act": "02", "reason": "逾期拒不整改，仍在使用"}),
            ("stop", "jianguan", {"reason": "单位停业，现场无人"}),
        )
    },
    ("duty_record", "submit"): Way("qiye", f"{duties.API}/submit"),
    ("supervision_defect", "issue"): Way("jianguan2", f"{checks.API}/countersign", named=False),
    **{
        ("supervision_defect", name): Way(
            login,
            f"{checks.PROBLEM}/{name}",
            form,
            hidden={"qiye": ("D",), "xiangzhen": checks.OF_BUREAU}.get(login, ()),
        )
        for name, login, form in (
            ("start", "qiye", checks.MENDS),
            ("answer", "qiye", checks.DONE),
            ("confirm", "jianguan", {}),
            ("second", "jianguan2", {}),
            ("back", "jianguan", {"reason": "照片看不出已更换"}),
            ("close", "jianguan", {}),
            ("extend", "jianguan", {"newdeadline": "2099-01-05", "reason": "配件须从厂家调运"}),
            ("lift", "jianguan", {}),
            ("passOn", "xiangzhen", {"reason": "单位拒不整改"}),
            ("takeOver", "jianguan", {"level": "3", "handling": "03", "deadline": "2099-01-05", "demand": "停止使用"}),
            ("case", "jianguan", {"act": "03", "reason": "不合格仍在使用"}),
            ("hang", "juzhang", {"listedto": "2099-01-05", "reason": "危及公众安全"}),
            ("takeDown", "juzhang", {}),
        )
    },
    ("express", "send"): Way("shouli", "/api/express/send"),
    ("express", "come_back"): Way("shouli", "/api/express/back", {"reason": "无人签收"}),
    ("express", "again"): Way("shouli", "/api/express/again", {"company": posted.SF, **posted.TO}),
    ("express", "void"): Way("shouli", "/api/express/void", {"reason": "面单打坏"}),
    ("flow_edition", "submit"): Way("sysadmin", "/api/flowDesigner/submit"),
    ("flow_edition", "publish"): Way("zhiliang", "/api/flowDesigner/publish"),
    ("flow_edition", "send_back"): Way("zhiliang", "/api/flowDesigner/back", {"reason": "依据不足"}),
    ("flow_edition", "withdraw"): Way("zhiliang", "/api/flowDesigner/withdraw", {"reason": "文件有误"}),
    ("flow_edition", "void"): Way("sysadmin", "/api/flowDesigner/void", {"reason": "重新起草"}),
    ("report_template", "submit"): Way("zhiliang", "/api/reportTemplate/submit"),
    ("report_template", "publish"): Way("pizhun", "/api/reportTemplate/publish"),
    ("report_template", "send_back"): Way("pizhun", "/api/reportTemplate/back", {"reason": "依据不足"}),
    ("report_template", "withdraw"): Way("pizhun", "/api/reportTemplate/withdraw", {"reason": "文件有误"}),
    ("report_template", "void"): Way("zhiliang", "/api/reportTemplate/void", {"reason": "重新起草"}),
    ("correction", "reject"): Way("zhiliang", "/api/correct/reject", {"reason": "照片不清楚"}),
}


# -- subjects at a step ---------------------------------------------------------------------------------------------


def _saved(office: Office) -> Any:
    made = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts()))["main"]
    return office.main(made["id"])


def _review(office: Office, step: str) -> Any:
    main = office.declared()
    main.step, main.reviewer = step, office.user("ziliao").id
    office.db.flush()
    return main


def _written(office: Office) -> Any:
    """An item whose record is complete and has its conclusion."""
    item = office.built()
    saved = office.filled(item)
    form = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, **form)
    reasoned(office, item)
    return office.item(item.id)


def reasoned(office: Office, item: Any) -> None:
    """Everything that the checks of a record ask about has its reason."""
    findings = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["findings"]
    if reasons := reasons_for(findings):
        office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, reasons=reasons)


def _sub_audited(office: Office) -> Any:
    item = office.in_parts()
    office.good("fenxiang", "/api/appbuss/auditReportFx", ids=item.id)
    return office.item(item.id)


def _printed(office: Office) -> Any:
    item = office.approved()
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=2)
    return office.item(item.id)


def _to_be_released(office: Office) -> Any:
    item = office.archived()
    office.good("yewu", "/api/appbuss/allowArrears", ids=item.id, reason="合同月结")
    return office.item(item.id)


def _to_be_ended(office: Office) -> Any:
    item = office.built()
    office.good("jianyan1", "/api/appbuss/cancelAppBuss", ids=item.id, **END)
    return office.item(item.id)


def _parked(office: Office) -> Any:
    item = office.accepted()[0]
    office.good("diaodu", "/api/appbuss/sendBack", ids=item.id, **BACK, toStep="YWSL")
    return office.item(item.id)


def change(office: Office, item: Any = None, kind: str = "02") -> Any:
    """The draft of a correction of a report that was issued."""
    from tejian.inspection.models.reissue import ReportChange

    item = item or office.approved()
    form = {"reportno": item.reportno, "kind": kind, "content": "额定载重量原为1000应为1050", "reason": "录入有误"}
    made = office.good("yewu", "/api/reportChange/save", **form)["id"]
    return office.db.scalars(select(ReportChange).where(ReportChange.id == made)).one()


def change_of(item: AppBuss) -> str:
    """The correction that waits for approval and lets this item be entered again."""

    from tejian.inspection.models.reissue import ReportChange

    found = select(ReportChange.id).where(ReportChange.appbuss_id == item.id)
    db = object_session(item)
    assert db is not None
    return str(db.scalars(found).first() or item.id)


def requested(office: Office, step: str = "RWQR") -> Any:
    """A task whose main inspector asks for another day."""
    from tejian.inspection.models.replanning import TaskRequest

    item = office.arranged()[0] if step == "RWQR" else office.confirmed()[0]
    form = {"appbuss_id": item.id, "kind": "1", "wantday": str(clock.today() + timedelta(days=7)), "reason": "外出培训"}
    made = office.good("jianyan1", "/api/taskRequest/ask", **form)["id"]
    return office.db.scalars(select(TaskRequest).where(TaskRequest.id == made)).one()


def request_of(item: AppBuss) -> str:
    """The request that waits for an answer; without one the key of the item, which names none."""
    from tejian.inspection.models.replanning import TaskRequest

    db = object_session(item)
    assert db is not None
    return str(db.scalars(select(TaskRequest.id).where(TaskRequest.appbuss_id == item.id)).first() or item.id)


def _change_asked(office: Office) -> Any:
    row = change(office)
    office.good("yewu", "/api/reportChange/submit", ids=row.id)
    return row


def _change_audited(office: Office) -> Any:
    row = _change_asked(office)
    office.good("zhiliang", "/api/reportChange/agree", ids=row.id, opinion="属实")
    return row


def _change_back(office: Office) -> Any:
    row = _change_asked(office)
    office.good("zhiliang", "/api/reportChange/reject", ids=row.id, reason="没有证明")
    return row


def reopened(office: Office) -> Any:
    """A correction that was approved: the record waits to be entered anew."""
    row = _change_audited(office)
    office.good("pizhun", "/api/reportChange/approve", ids=row.id, opinion="同意更正")
    return row


def rewritten(office: Office) -> Any:
    """A correction whose report is entered anew and waits for approval."""
    row = _change_audited(office)
    office.good("pizhun", "/api/reportChange/approve", ids=row.id, opinion="同意更正")
    for login, path in (
        ("jianyan1", "submitRecord"),
        ("jiaohe", "verifyReport"),
        ("shenhe", "auditReport"),
    ):
        name = "id" if path == "submitRecord" else "ids"
        office.good(login, f"/api/appbuss/{path}", **{name: row.appbuss_id})
    return row


def _approved_with_change(office: Office) -> Any:
    return office.item(_change_audited(office).appbuss_id)


def notice(office: Office) -> Any:
    """The draft of a notice about a brake that failed."""
    from tejian.inspection.models.notices import InspectionNotice

    item = office.built()
    office.filled(item, n12="×")
    due = clock.today() + timedelta(days=14)
    form = {"appbuss_id": item.id, "kind": "02", "handling": "rectify", "due": str(due)}
    made = office.good("jianyan1", "/api/opinion/make", **form)["id"]
    return office.db.scalars(select(InspectionNotice).where(InspectionNotice.id == made)).one()


def in_days(days: int) -> Any:
    return clock.today() + timedelta(days=days)


def hazard(office: Office) -> Any:
    """A hazard that waits for its registration, with everything that is asked."""
    item = office.approved()
    made = office.good("dangan", "/api/hazard/make", appbuss_id=item.id, source="02")["id"]
    form = {"level": "3", "place": "制动器", "content": "制动衬磨损超限", "demand": "更换制动衬"}
    office.good("dangan", "/api/hazard/save", id=made, deadline=str(in_days(20)), **form)
    return office.db.scalars(select(Hazard).where(Hazard.id == made)).one()


def hazard_registered(office: Office) -> Any:
    """Registered, with a picture of what was done."""
    row = hazard(office)
    WAYS["hazard", "register"].go(office, row)
    proof = Attachment(owner="hazard", attrefsysid=row.id, name="治理后.jpg", mime="image/jpeg", key="0" * 64, size=1)
    office.db.add(proof)
    office.db.commit()
    return row


def hazard_answered(office: Office) -> Any:
    row = hazard_registered(office)
    WAYS["hazard", "answer"].go(office, row)
    return row


def _hazard_verified(office: Office) -> Any:
    row = hazard_answered(office)
    WAYS["hazard", "verify"].go(office, row)
    return row


def _issued(office: Office) -> Any:
    row = notice(office)
    office.good("jianyan1", "/api/opinion/issue", ids=row.id)
    return row


def _signed(office: Office) -> Any:
    """Signed, past its term, every problem answered."""
    row = _issued(office)
    WAYS["notice", "sign"].go(office, row)
    for one in problems(office, row):
        form = {"measure": "更换制动衬", "donedate": str(clock.today()), "doneby": "李勇"}
        office.good("yewu", "/api/opinion/answer", id=one.id, **form)
    row.due = clock.today() - timedelta(days=1)
    office.db.commit()
    return row


def problems(office: Office, row: Any) -> Any:
    from tejian.inspection.models.notices import NoticeProblem

    return office.db.scalars(select(NoticeProblem).where(NoticeProblem.notice_id == row.id)).all()


def _answered(office: Office) -> Any:
    row = _signed(office)
    WAYS["notice", "answer"].go(office, row)
    return row


def _late(office: Office) -> Any:
    """Issued and past its term, signed by nobody."""
    row = _issued(office)
    row.due = clock.today() - timedelta(days=1)
    office.db.commit()
    return row


def _passed_on(office: Office) -> Any:
    row = _signed(office)
    WAYS["notice", "pass_on"].go(office, row)
    return row


def correction(office: Office, login: str = "yewu", **values: str) -> Any:
    """A draft with its proof."""
    from tejian.archives.models.correction import Correction

    form = {"entity": "equipment", "objectId": office.lifts()[0].id, "reason": "铭牌核对有误"}
    made = office.good(login, "/api/correct/save", **form, values=values or {"prono": "26T77777"})["id"]
    proof = {"owner": "correction", "name": "铭牌", "size": 9, "mime": "image/jpeg", "key": "0" * 64}
    office.db.add(Attachment(attrefsysid=made, **proof))
    office.db.commit()
    return office.db.scalars(select(Correction).where(Correction.id == made)).one()


def proposed(office: Office) -> Any:
    """What the report proposed that is being corrected: its new one waits for approval."""
    from tejian.archives.care.correction.api import propose
    from tejian.archives.models.equipment import Equipment

    item = office.item(rewritten(office).appbuss_id)
    lift = office.db.get_one(Equipment, item.equdatasysid)
    found = {"ratedload": "1150"}
    row = propose(office.db, office.user("jianyan1"), lift, found, "铭牌", item=item.id, reportno=item.reportno)
    office.db.commit()
    return row


def _asked(office: Office) -> Any:
    row = correction(office)
    office.good("yewu", "/api/correct/submit", ids=row.id)
    return row


def _rejected(office: Office) -> Any:
    row = _asked(office)
    office.good("zhiliang", "/api/correct/reject", ids=row.id, reason="照片不清楚")
    return row


def protected(office: Office) -> Any:
    """A change of a parameter that waits for consent."""
    from tejian.system.models.protection import ProtectedChange
    from tejian.system.models.settings import Param

    row = office.db.scalars(select(Param).where(Param.key == "login.lock_after")).one()
    sent = {"id": row.id, "version": row.version, "value": "4", "reason": "年度评审"}
    made = office.good("secadmin", "/api/system/protection/askParam", **sent)["id"]
    return office.db.scalars(select(ProtectedChange).where(ProtectedChange.id == made)).one()


def discounted(office: Office) -> Any:
    """A charge whose discount waits for a second person."""
    cash = Cash(office)
    item = cash.items()[0]
    hand = {"seisn": item.seisn, "item": "委托检测", "nature": "应税", "amount": "1000", "reason": "委托"}
    form = {"items": [{"id": item.id, "byhand": "1"}], "manual": [hand], "discount": "10", "discountreason": "长期客户"}
    made = office.good("shoufei", f"{CHARGES}/save", **form)[0]["id"]
    office.good("shoufei", f"{CHARGES}/commit", ids=made)
    return cash.charge(made)


def part_paid(office: Office) -> Any:
    cash = Cash(office)
    charge = cash.confirmed()
    cash.receive(charge, Decimal(100))
    return cash.charge(charge.id)


def _back(office: Office) -> Any:
    row = Agreements(office).submitted()
    office.good("yewu", "/api/agreement/back", ids=row.id, reason="价格有误")
    return Agreements(office).contract(row.id)


def cash_day(office: Office) -> Any:
    """A day on which a hundred yuan came in."""
    part_paid(office)
    return Cash(office).day()


def counted_day(office: Office) -> Any:
    cash_day(office)
    return Cash(office).closed(off=Decimal(100), reason="待查")


def cash_month(office: Office) -> Any:
    """The last month, all of whose days are closed."""
    charge = Cash(office).confirmed()
    with clock.at(clock.now() - timedelta(days=31)):
        Cash(office).receive(charge, Decimal(100))
        Cash(office).closed()
    return office.db.scalars(select(CashMonth)).one()


def difference(office: Office) -> Any:
    """A receipt above what came in."""
    Cash(office).billed().received -= 1
    office.good("caiwu", "/api/chamain/difference/compare")
    return office.db.scalars(select(Difference)).one()


def paid_twice(office: Office) -> Any:
    """A second payment of one order."""
    paid_there(Cash(office), "second")
    return office.db.scalars(select(Surplus)).one()


def asked_back(office: Office) -> Any:
    row = paid_twice(office)
    office.good("shoufei", f"{SURPLUS}/ask", ids=row.id, way="transfer", reason="重复支付")
    office.db.refresh(row)
    return row


def due_with_balance(office: Office) -> Any:
    """A charge that its payer could pay from what it paid in advance."""
    charge = Cash(office).confirmed()
    Cash(office).paid_ahead(charge.payunitsysid, "1000")
    return Cash(office).charge(charge.id)


def _signed_by_all(office: Office) -> Any:
    item = office.entered()
    office.signed(item.id)
    return office.item(item.id)


def unsigned(office: Office) -> Any:
    """A record handed in that its second inspector has opened and not signed."""
    item = office.entered()
    office.good("jianyan2", "/api/appbuss/open", id=item.id, seen=office.seen("jianyan2", item.id))
    return office.item(item.id)


def _begun(name: tuple[str, str], build: Callable[[Office], Any]) -> Callable[[Office], Any]:
    return lambda office: office.begin(name, build)


_STAGES: dict[tuple[str, str], Callable[[Office], Any]] = {
    ("deposit_account", "OPEN"): lambda o: Cash(o).account("1000"),
    ("bill_request", "WAIT"): lambda o: Queue(Cash(o)).waiting(),
    ("bill_request", "HELD"): lambda o: Queue(Cash(o)).held(),
    ("bill_request", "OUT"): lambda o: Carried(Cash(o)).request_out(),
    ("bill_file", "OUT"): lambda o: Carried(Cash(o)).waiting(),
    ("bill_request", "FAILED"): lambda o: Queue(Cash(o)).failed(),
    ("charge_difference", "DIFF"): difference,
    ("charge_batch", "PREVIEW"): lambda o: batches.waiting(Cash(o)),
    ("charge_batch", "RUN"): lambda o: batches.received(Cash(o)),
    ("transfer", "WAIT"): lambda o: transfers.of_two(Cash(o)),
    ("transfer", "DONE"): lambda o: transfers.of_two_booked(Cash(o)),
    ("surplus", "FOUND"): paid_twice,
    ("surplus", "ASKED"): asked_back,
    ("sub_report", "WRITE"): parts.begun,
    ("sub_report", "AUDIT"): parts.handed,
    ("sub_report", "DONE"): parts.agreed,
    ("lab_sample", "CY"): samples.drawn,
    ("lab_sample", "SJ"): samples.sent,
    ("lab_sample", "JS"): lambda o: samples.told(o, samples.sent(o), "received"),
    ("lab_sample", "JC"): lambda o: samples.told(o, samples.sent(o), "testing"),
    ("lab_sample", "CJ"): lambda o: samples.told(o, samples.sent(o), "result"),
    ("lab_sample", "SH"): samples.reviewed,
    ("lab_sample", "CH"): samples.withdrawn,
    ("lab_finding", "DC"): samples.behind,
    ("entrusted", "DJ"): entrusted.registered,
    ("entrusted", "ZX"): entrusted.started,
    ("entrusted", "WC"): entrusted.finished,
    **along("use_registration", use.drafted, "submit", "accept", "mendNotice"),
    **along("use_registration", use.drafted, "submit", "accept", "examine", "issue", "file"),
    **along("exam_application", people.drafted, "submit", "accept", "seat"),
    ("exam_application", "SH"): people.passed,
    ("exam_score", "D"): people.a_score,
    ("exam_score", "Q"): people.a_confirmed_score,
    ("training_class", "JH"): people.planned,
    ("training_class", "BM"): people.opened,
    ("training_class", "KB"): people.started,
    ("training_class", "JB"): people.finished,
    ("cert_case", "SQ"): people.a_case,
    **along("maint_filing", filings.saved, "submitMai", "reviewDisagree"),
    **along("maint_filing", filings.saved, "submitMai", "reviewAgree", "checkDisagree"),
    **along("maint_filing", filings.saved, "submitMai", "reviewAgree", "checkAgree", "cancel"),
    ("maint_filing", "6"): lambda o: filings.changing(o),
    ("maint_filing", "8"): lambda o: filings.expired(o),
    **along("lift_binding", binding.saved, "submit", "refuse"),
    **along("lift_binding", binding.saved, "submit", "confirm", "audit", "release"),
    **along("sms_reply", replies.received, "answer"),
    **along("sms_reply", replies.received, "close"),
    ("seal_certificate", "SQ"): seals.asked,
    ("seal_certificate", "ZZ"): seals.agreed,
    ("seal_certificate", "QY"): seals.in_use,
    ("seal_certificate", "GS"): seals.lost,
    ("seal_certificate", "ZX"): seals.given_up,
    **along("simple_report", simple.with_file, "archive", "release"),
    **along("record_conflict", phones.conflict, "decide"),
    ("record_conflict", "YZ"): phones.agreed,
    ("record_conflict", "ZF"): phones.gone,
    **along("held_job", phones.held_job, "apply"),
    **along("held_job", phones.held_job, "pass"),
    **along("held_job", phones.held_job, "file"),
    **along("op_failure", phones.failure, "return", "reply"),
    **along("terminal", phones.terminal, "lose"),
    **along("app_version", phones.app_version, "stage", "publish", "rollback"),
    ("turnaround_project", "CB"): turnarounds.filed,
    ("turnaround_project", "ZX"): turnarounds.complete,
    **along("turnaround_project", turnarounds.ended, "close"),
    **along("turnaround_item", turnarounds.in_plan, "plan"),
    ("turnaround_item", "DK"): turnarounds.started,
    **along("turnaround_item", turnarounds.begun, "finish"),
    **along("owner_sheet", turnarounds.sheet, "send", "refuse"),
    **along("owner_sheet", turnarounds.sheet, "send", "sign"),
    **along("owner_dissent", turnarounds.dissent, "send", "reply", "close"),
    **along("self_check_rule", selfchecks.drafted, "issue", "end"),
    **along("stat_indicator", filed.written, "publish", "retire"),
    **along("stat_form", filed.form_written, "publish", "retire"),
    **along("query_model", querymodels.drafted, "publish", "retire"),
    ("stat_edition", "TJ"): editions.ordered,
    ("stat_edition", "CW"): editions.failed,
    **along("stat_edition", editions.counted, "review", "report"),
    ("exchange_mapping", "CG"): lambda o: partners.draft(o),
    ("exchange_mapping", "FB"): lambda o: partners.published(o),
    ("exchange_mapping", "TD"): partners.replaced,
    ("spot_check", "CG"): spotchecks.planned,
    ("spot_check", "CQ"): lambda o: spotchecks.of(o, spotchecks.closed(o).check_id),
    ("spot_check", "WC"): spotchecks.finished,
    ("spot_item", "DC"): spotchecks.an_item,
    ("spot_item", "DF"): spotchecks.with_error,
    ("spot_item", "DQ"): spotchecks.answered,
    ("spot_item", "GB"): spotchecks.closed,
    **along("conformity", conformity.drafted, "submit", "back"),
    **along("conformity", conformity.drafted, "submit", "take"),
    **along("instrument_loan", loans.asked, "agree", "lend", "giveBack"),
    **along("instrument_loan", loans.asked, "refuse"),
    **along("instrument_loan", loans.asked, "drop"),
    **along("instrument_overhaul", loans.found, "begin", "submit", "restore"),
    **along("instrument_overhaul", loans.found, "begin", "submit", "scrap"),
    ("knowledge_doc", "CG"): docs.cut,
    ("knowledge_doc", "FB"): docs.waiting,
    ("knowledge_doc", "XX"): docs.issued,
    ("knowledge_doc", "TD"): docs.replaced,
    ("knowledge_doc", "FZ"): docs.voided,
    ("quality_file", "0"): files.planned,
    ("quality_file", "1"): files.written,
    ("quality_file", "2"): files.audited,
    ("quality_file", "3"): files.vouched,
    ("quality_file", "4"): files.approved,
    ("quality_file", "5"): files.issued,
    ("quality_file", "8"): files.voided,
    **along("lift_termination", ending.saved, "submit", "answer", "auditBack"),
    **along("lift_termination", ending.saved, "submit", "answer", "audit", "handover"),
    ("lift_termination", "ZZ"): ending.finished,
    **along("rescue_incident", rescue.called, "dispatch", "second"),
    **along("rescue_incident", rescue.called, "dispatch", "third"),
    **along("rescue_incident", rescue.called, "dispatch", "accept", "arrive", "free", "follow", "close"),
    **along("first_registration", first.drafted, "submit", "back"),
    **along("first_registration", first.drafted, "submit", "agree"),
    **along("carbon_copy", copies.drafted, "submit", "back"),
    **along("carbon_copy", copies.drafted, "submit", "sign", "taskAssignment", "processLogOperate"),
    ("opinion_call", "CG"): opinions.drafted,
    ("opinion_call", "ZJ"): opinions.published,
    ("supervision_draw", "CG"): draws.drafted,
    ("supervision_draw", "GB"): draws.published,
    ("supervision_draw", "CQ"): draws.drawn,
    **along("serious_report", serious.drafted, "submit", "audit", "approve", "send", "receive", "answer"),
    ("duty_record", "TX"): duties.begun,
    ("duty_record", "YT"): duties.handed,
    ("supervision_check", "JH"): checks.planned,
    ("supervision_check", "JC"): checks.filled,
    ("supervision_check", "QZ"): checks.listed,
    ("supervision_check", "HQ"): checks.signed,
    ("supervision_check", "ZG"): checks.answered_all,
    ("supervision_check", "FC"): checks.looked_again,
    ("supervision_defect", "D"): checks.untold,
    ("supervision_defect", "0"): checks.problem,
    ("supervision_defect", "1"): checks.begun,
    ("supervision_defect", "2"): checks.told_back,
    ("supervision_defect", "8"): lambda o: checks.confirmed(o, checks.GRAVE),
    ("supervision_defect", "3"): checks.confirmed,
    ("supervision_defect", "5"): checks.passed_on,
    ("express", "ZD"): posted.made,
    ("express", "JC"): posted.sent,
    ("express", "TH"): posted.returned,
    ("flow_edition", "DRAFT"): drawn.drafted,
    ("flow_edition", "CHECKED"): drawn.submitted,
    ("flow_edition", "PUBLISHED"): drawn.published,
    ("report_template", "DRAFT"): lambda o: Templates(o).drafted(),
    ("report_template", "CHECKED"): lambda o: Templates(o).submitted(),
    ("report_template", "PUBLISHED"): lambda o: Templates(o).published(),
    ("credit_line", "WAIT"): lambda o: credit.line(o, credit.kept(o, o.lifts()[0].useorgsysid)),
    ("credit_line", "FORCE"): lambda o: credit.line(o, credit.agreed(o, o.lifts()[0].useorgsysid)),
    ("relief_policy", "WAIT"): lambda o: Cash(o).policy(Cash(o).relief_kept(**HALF)),
    ("relief_policy", "FORCE"): lambda o: Cash(o).policy(Cash(o).relief(**HALF)),
    ("fee_table", "DRAFT"): lambda o: FeeTables(o).drafted(),
    ("fee_table", "CHECKED"): lambda o: FeeTables(o).submitted(),
    ("fee_table", "PUBLISHED"): lambda o: FeeTables(o).published(),
    ("agreement", "DRAFT"): lambda o: Agreements(o).drafted(),
    ("agreement", "AUDIT"): lambda o: Agreements(o).submitted(),
    ("agreement", "CONFIRM"): lambda o: Agreements(o).audited(),
    ("agreement", "BACK"): _back,
    ("agreement", "FORCE"): lambda o: Agreements(o).in_force(),
    ("cash_lot", "SAFE"): notes.counted,
    ("cash_lot", "OFFERED"): notes.offered,
    ("cash_lot", "CARRIED"): notes.carried,
    ("cash_day", "OPEN"): cash_day,
    ("cash_day", "REVIEW"): counted_day,
    ("cash_month", "MONTH"): cash_month,
    ("charge", "DRAFT"): lambda o: Cash(o).saved(),
    ("charge", "WAIT"): lambda o: Cash(o).committed(),
    ("charge", "DUE"): due_with_balance,
    ("charge", "PART"): part_paid,
    ("charge", "PAID"): lambda o: Cash(o).paid(),
    ("charge", "BILLED"): lambda o: Cash(o).billed(),
    ("declaration", "YWSB"): _saved,
    ("declaration", "SCFP"): lambda o: _review(o, "SCFP"),
    ("declaration", "CLFS"): lambda o: _review(o, "CLFS"),
    ("declaration", "YWSL"): lambda o: o.declared(),
    ("declaration", "RUN"): lambda o: o.main(o.accepted()[0].appmain_id),
    ("business", "YWSL"): _parked,
    ("business", "RWAP"): lambda o: o.accepted()[0],
    ("business", "RWQR"): lambda o: o.item(o.arranged()[0].id),
    ("business", "BGSC"): lambda o: o.item(o.confirmed()[0].id),
    ("business", "BGLR"): _written,
    ("business", "BGQR"): _signed_by_all,
    ("business", "BGSH_FX"): lambda o: o.in_parts(),
    ("business", "BGSH"): _sub_audited,
    ("business", "BGSP"): lambda o: o.audited(),
    ("business", "finish_inspect"): _to_be_ended,
    ("business", "BGDY"): lambda o: o.approved(),
    ("business", "BGGD"): _printed,
    ("business", "BGFF"): _to_be_released,
    ("correction", "DRAFT"): correction,
    ("correction", "AUDIT"): _asked,
    ("correction", "BACK"): _rejected,
    ("protection", "WAIT"): protected,
    ("replan", "WAIT"): requested,
    ("report_change", "DRAFT"): change,
    ("report_change", "AUDIT"): _change_asked,
    ("report_change", "APPROVE"): _change_audited,
    ("report_change", "BACK"): _change_back,
    ("report_change", "UNDERWAY"): rewritten,
    ("construction", "DRAFT"): works.drafted,
    ("construction", "FILED"): works.filed,
    ("construction", "BACK"): works.returned,
    ("construction", "RECEIVED"): works.ready_to_complete,
    ("visit", "WAIT"): visits.accepted_one,
    ("visit", "ASKED"): lambda o: visits.asked(o, visits.day(o)),
    ("visit", "AGREED"): visits.agreed,
    ("visit", "OTHER"): visits.named_another,
    ("online", "DRAFT"): online.drafted,
    ("online", "SENT"): online.sent,
    ("online", "BACK"): online.returned,
    ("supervision", "TASK"): works.tasked,
    ("supervision", "FIRST"): works.assigned,
    ("supervision", "WORK"): works.witnessed,
    ("supervision", "DATA"): works.handed_in,
    ("supervision", "ISSUE"): works.ready_to_issue,
    ("liaison", "SENT"): works.sheet,
    ("liaison", "ANSWERED"): works.answered,
    ("business", "changing"): _approved_with_change,
    ("hazard", "NEW"): hazard,
    ("hazard", "MEND"): hazard_registered,
    ("hazard", "ANSWERED"): hazard_answered,
    ("hazard", "SECOND"): _hazard_verified,
    ("notice", "DRAFT"): notice,
    ("notice", "SIGN"): _late,
    ("notice", "MEND"): _signed,
    ("notice", "ANSWERED"): _answered,
    ("notice", "PASSED_ON"): _passed_on,
}
STAGES = {name: _begun(name, build) for name, build in _STAGES.items()}


def nobody_qualified(office: Office, login: str) -> None:
    """Take away all qualifications of a person."""
    from sqlalchemy import delete

    from tejian.system.models.accounts import StaffQual

    office.db.execute(delete(StaffQual).where(StaffQual.user_id == office.user(login).id))


def person(office: Office, login: str) -> SysUser:
    return office.db.scalars(select(SysUser).where(SysUser.login == login)).one()

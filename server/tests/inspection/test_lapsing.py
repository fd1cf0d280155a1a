"""A supplement that is not given by its term: the application is withdrawn by itself, and who declared hears of it."""

from datetime import date, datetime, time, timedelta

from sqlalchemy import select

from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database import jobs
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.messages.models import Message

from . import online
from .conftest import Office
from .test_sms_texts import texts

JOB = "inspection.lapsed"


def night_of(day: date) -> datetime:
    """Shortly after midnight in China."""
    return datetime.combine(day, time(0, 40), clock.SHANGHAI)


def run(office: Office, day: date) -> None:
    office.db.commit()
    with clock.at(night_of(day)):
        jobs.run(JOB, {})
    office.db.expire_all()


def asked(office: Office) -> AppMain:
    """A declaration whose reviewer wants a paper within a week."""
    main = office.declared()
    main.step, main.reviewer = "CLFS", office.user("ziliao").id
    office.db.commit()
    form = {"result": "supplement", "reason": "缺上次检验报告", "supplementdue": str(clock.today() + timedelta(days=7))}
    office.good("ziliao", "/api/appmain/materialReviewDeal", ids=main.id, **form)
    return office.main(main.id)


def test_the_night_after_its_term_a_declaration_that_was_not_supplemented_is_withdrawn(office: Office) -> None:
    main = asked(office)
    due = main.supplementdue
    assert (main.step, main.status, due) == ("YWSB", "13", clock.today() + timedelta(days=7))
    run(office, due)
    assert (office.main(main.id).step, office.main(main.id).status) == ("YWSB", "13")
    run(office, due + timedelta(days=1))
    main = office.main(main.id)
    reason = f"补正期限{due}已过，资料未补齐"
    assert (main.step, main.status, main.voidreason) == ("VOID", "81", reason)
    assert texts(office, main.appno)[-1] == (
        f"【宁波特检】申报单{main.appno}的补正资料未在{due}前补齐，申报已自动撤回。如需检验，请重新申报。"
    )
    log = office.db.scalars(select(FlowLog).where(FlowLog.subject_id == main.id, FlowLog.move == "lapse")).one()
    assert (log.from_step, log.to_step, log.reason, log.user_name) == ("YWSB", "VOID", reason, "系统")
    told = office.db.scalars(select(Message).where(Message.kind == "申报")).one()
    assert told.title == f"{main.appno} {main.unitname} {reason}，已自动撤回"
    assert told.user_id == office.user("shouli").id
    sent = len(texts(office, main.appno))
    run(office, due + timedelta(days=2))
    assert len(texts(office, main.appno)) == sent
    again = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts()))["main"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=again["id"])  # the device is free


def test_what_was_supplemented_in_time_or_what_nobody_asked_for_stays(office: Office) -> None:
    main = asked(office)
    due = main.supplementdue
    office.good("shouli", "/api/appmain/submitAppMain", ids=main.id)
    step = office.main(main.id).step
    draft = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts(2)[1:]))["main"]
    office.main(draft["id"]).supplementdue = due  # as a clerk's withdrawal leaves an earlier round behind
    run(office, due + timedelta(days=9))
    assert (office.main(main.id).step, office.main(draft["id"]).step) == (step, "YWSB")
    assert office.db.scalars(select(AppBuss).where(AppBuss.step == "VOID")).first() is None


def test_an_application_of_a_unit_is_withdrawn_too(office: Office) -> None:
    one = online.returned(office)
    due = one.mendby
    assert due is not None
    run(office, due)
    assert one.step == "BACK"
    run(office, due + timedelta(days=1))
    assert one.step == "WITHDRAWN"
    assert texts(office, one.onlineno)[-1] == (
        f"【宁波特检】申报单{one.onlineno}的补正资料未在{due}前补齐，申报已自动撤回。如需检验，请重新申报。"
    )
    title = f"{one.onlineno} 补正期限{due}已过，资料未补齐，已自动撤回"
    mine = select(Message.title).where(Message.user_id == office.user("qiye").id, Message.title == title)
    assert office.db.scalars(mine).all() == [title]

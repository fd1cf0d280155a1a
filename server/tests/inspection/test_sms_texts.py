"""What a customer reads when a declaration or a task is sent back, voided or withdrawn: each its own sentence."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.messages.models import Message, Sms
from tejian.system.models.accounts import SysUser

from .conftest import Office

VOID = {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函取消。"}


def texts(office: Office, number: str) -> list[str]:
    """What was written to the customer about a declaration or an item, the newest last."""
    rows = select(Sms.content).where(Sms.datacode == number).order_by(Sms.createtime, Sms.id)
    return list(office.db.scalars(rows))


def told(office: Office, kind: str) -> dict[str, str]:
    rows = select(SysUser.login, Message.title).join(Message, Message.user_id == SysUser.id)
    return dict(office.db.execute(rows.where(Message.kind == kind)).all())


def arranged(office: Office) -> AppBuss:
    item = office.arranged()[0]
    assert texts(office, item.seisn)[-1].startswith(f"【宁波特检】{item.seisn}定于{item.plandate}检验")
    return office.item(item.id)


def test_a_voided_declaration_says_why(office: Office) -> None:
    main = office.declared()
    office.good("yewu", "/api/appmain/voidSbdj", ids=main.id, **VOID)
    assert texts(office, main.appno)[-1] == (
        f"【宁波特检】申报单{main.appno}已作废：用户要求取消 单位来函取消。如需检验，请重新申报。"
    )


def test_a_declaration_sent_back_names_no_term_that_nobody_set(office: Office) -> None:
    main = office.declared()
    sent: dict[str, Any] = {"reasonId": "02", "reasonLabel": "信息有误", "detailDesc": "联系电话有误"}
    office.good("shouli", "/api/appmain/sendBack", ids=main.id, **sent)
    said = texts(office, main.appno)[-1]
    assert said == f"【宁波特检】申报单{main.appno}已退回：信息有误 联系电话有误。请修改后重新提交。"
    assert office.main(main.id).status == "13"


def test_a_voided_task_tells_the_customer_who_was_told_the_day(office: Office) -> None:
    item = arranged(office)
    office.good("diaodu", "/api/appmain/voidRwap", ids=item.id, **VOID)
    assert texts(office, item.seisn)[-1] == (
        f"【宁波特检】{item.seisn}原定{item.plandate}的检验已取消：用户要求取消 单位来函取消。重新安排后另行通知。"
    )
    assert set(told(office, "任务作废")) == {"jianyan1", "jianyan2"}


def test_a_task_that_no_customer_knew_of_is_voided_without_a_message(office: Office) -> None:
    item = office.accepted()[0]
    office.good("diaodu", "/api/appmain/voidRwap", ids=item.id, **VOID)
    assert texts(office, item.seisn) == []


def test_a_withdrawn_arrangement_tells_the_customer_and_the_inspectors(office: Office) -> None:
    item = arranged(office)
    office.good("diaodu", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert office.item(item.id).step == "RWAP"
    put_off = f"【宁波特检】{item.seisn}原定{item.plandate}的检验暂不进行，重新安排后另行通知。"
    assert texts(office, item.seisn)[-1] == put_off
    title = f"{item.seisn} {item.unitname} {item.plandate}的检验任务待重新安排"
    assert told(office, "任务撤回") == {"jianyan1": title, "jianyan2": title}


def test_a_task_that_the_inspector_sends_back_is_put_off_too(office: Office) -> None:
    item = arranged(office)
    sent = {"reasonId": "02", "reasonLabel": "人员冲突", "detailDesc": "当日另有任务"}
    office.good("jianyan1", "/api/appbuss/sendBack", ids=item.id, toStep="RWAP", **sent)
    put_off = f"【宁波特检】{item.seisn}原定{item.plandate}的检验暂不进行，重新安排后另行通知。"
    assert texts(office, item.seisn)[-1] == put_off


def test_a_clause_without_its_value_is_left_out(office: Office) -> None:
    main = office.declared()
    main.plandate = main.agreeddate = None
    office.db.commit()
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=main.id)
    item = office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id)).one()
    fee = office.main(main.id).feepreview
    assert texts(office, main.appno)[-1] == (
        f"【宁波特检】申报单{main.appno}已受理，流水号{item.seisn}，预计费用{fee}元。"
    )


def test_a_day_that_was_agreed_is_said(office: Office) -> None:
    main = office.declared()
    day = str(clock.today() + timedelta(days=3))
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=main.id, agreeddate=day)
    assert texts(office, main.appno)[-1].endswith(f"元，约定检验日期{day}。")

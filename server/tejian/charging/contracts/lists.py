"""Lists of contracts: those with their drafter, those to be audited, those to be confirmed, and all versions."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import and_, select

from tejian.charging import permissions as p
from tejian.charging.models import contract_codes as at
from tejian.charging.models.contracts import Contract as C
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import NATURES
from .process import ADD, AGREEMENT, AUDITS, CALLS, PAGE, SEALS

SOON = 30  # days before the end


def waiting(*steps: str) -> Any:
    """What waits at these steps for the user."""
    return lambda me: and_(C.visible(me), AGREEMENT.mine(me, steps))


def ending(me: User) -> Any:
    """In force, and over within a month."""
    until = clock.today() + timedelta(days=SOON)
    return and_(C.step.in_(at.RULING), C.validto <= until)


EDIT = Action(
    "edit",
    "编辑",
    p.AGREE,
    place="row",
    kind="route",
    needs="one",
    route=f"{ADD}Dt?id={{id}}&edit=1",
    when={"step": at.EDITED},
)
PRINT = Action("print", "打印", p.AGREEMENTS, place="batch", kind="print", needs="many", print="HTXY")
search_list = add_list(
    ListView(
        no="cha_contract_list",
        title="合同查询",
        permission=p.AGREEMENTS,
        export_permission=EXPORT,
        source=select(C),
        key=C.id,
        visible=C.visible,
        url=f"{CALLS}/findList",
        sort="-createtime",
        columns=[
            col(C.agrno, 120, type="code", fixed="left", link=PAGE),
            col(C.edition, 60),
            col(C.agrname, 220, link=PAGE),
            col(C.unitname, 200),
            col(C.step, 90, label="状态", type="state", words=AGREEMENT.names, tones=AGREEMENT.tones),
            col(C.nature, 70),
            col(C.validfrom, 100),
            col(C.validto, 100),
            col(C.amount, 120, type="money"),
            col(C.signdate, 100),
            col(C.stopday, 110, shown=False),
            col(C.drafter, 80),
            col(C.auditor, 80),
            col(C.confirmer, 80),
            col(C.document, 160, shown=False),
            col(C.contact, 90, shown=False),
            col(C.changenote, 160, shown=False),
            col(C.stopreason, 160, shown=False),
            col(C.createtime, 140, label="起草时间"),
        ],
        search=[
            like("unitname", "缴费单位", C.unitname, quick=True),
            like("agrno", "合同号", C.agrno, quick=True),
            like("agrname", "合同名称", C.agrname, quick=True),
            same("step", "状态", C.step, widget="select", options=AGREEMENT.names),
            same("nature", "收费性质", C.nature, widget="select", options=NATURES),
            dates("validfrom", "开始日期", C.validfrom),
            dates("validto", "结束日期", C.validto),
        ],
        segments=[
            Segment("ruling", "执行中", lambda me: C.step.in_(at.RULING)),
            Segment("ending", "一月内到期", ending),
            Segment("way", "办理中", lambda me: C.step.in_(at.ON_THE_WAY)),
        ],
        actions=[*(b for b in buttons(AGREEMENT) if b.code == "change_row"), PRINT],
    )
)
add_list_of = replace(
    search_list,
    no="cha_contract_add_list",
    title="合同登记",
    permission=p.AGREE,
    visible=waiting(*at.EDITED),
    url=f"{CALLS}/addList",
    segments=[Segment("back", "被退回", lambda me: C.step == at.BACK)],
    columns=[replace(c, link=f"{ADD}Dt?id={{id}}") if c.name == "agrname" else c for c in search_list.columns],
    actions=[
        Action("add", "起草合同", p.AGREE, kind="route", route=f"{ADD}Dt", shortcut="Alt+N"),
        EDIT,
        *(b for b in buttons(AGREEMENT) if b.code.startswith(("submit_", "void_"))),
        Action(
            "remove",
            "删除",
            p.AGREE,
            place="batch",
            kind="call",
            needs="many",
            url=f"{CALLS}/delete",
            confirm="只能删除没有提交过的合同，确定删除吗？",
            empty="请选择",
        ),
    ],
)
audit_list = replace(
    search_list,
    no="cha_contract_audit_list",
    title="合同审核",
    permission=p.AUDIT,
    visible=waiting(at.AUDIT),
    url=f"{CALLS}/auditList",
    sort="createtime",
    segments=[],
    columns=[replace(c, link=f"{AUDITS}Dt?id={{id}}") if c.name == "agrno" else c for c in search_list.columns],
    actions=[b for b in buttons(AGREEMENT) if b.permission == p.AUDIT],
)
confirm_list = replace(
    audit_list,
    no="cha_contract_confirm_list",
    title="合同确认",
    permission=p.SEAL,
    visible=waiting(at.CONFIRM),
    url=f"{CALLS}/confirmList",
    columns=[replace(c, link=f"{SEALS}Dt?id={{id}}") if c.name == "agrno" else c for c in search_list.columns],
    actions=[b for b in buttons(AGREEMENT) if b.code.startswith(("confirm_", "refuse_"))],
)
for _list in (add_list_of, audit_list, confirm_list):
    add_list(_list)

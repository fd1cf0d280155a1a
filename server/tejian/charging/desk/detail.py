"""The page of a charge: what is owed and why, line by line, with the entries, receipts and moves so far."""

from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.bills.api import BILL, open_requests
from tejian.charging.charges.api import CHARGE, came_by, longest, open_ask, refuse_papers, waits_for_consent
from tejian.charging.fees.api import said_source
from tejian.charging.models.bills import BillRequest
from tejian.charging.models.bills import BillRequest as Q
from tejian.charging.models.charges import Charge, ReliefPolicy
from tejian.charging.models.charges import ChargeItem as T
from tejian.charging.models.charges import ChargeLine as L
from tejian.charging.models.charges import Invoice as V
from tejian.charging.models.charges import PayOrder as R
from tejian.charging.models.outlays import ChargeOut as O
from tejian.charging.models.parts import ChargePart as P
from tejian.charging.money import api as money
from tejian.charging.money.api import balance_of, last_receipt
from tejian.charging.parts import api as plans
from tejian.charging.places import BASE, CALLS
from tejian.charging.receipts.api import braked
from tejian.kit.forms.columns import Col
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.process.moves import buttons, course, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, children, of

from .entry_lists import ENTRIES


def _lines(shown: Shown) -> list[dict[str, Any]]:
    """In their order; the pointer shows how the amount came to be."""
    query = select(L).where(L.charge_id == shown.row.id).order_by(L.seq)
    return [
        record(one)
        | {
            "clause": said_source(one.clause),
            "amountNote": one.explanation,
            "amountTone": "go" if one.amount < 0 else "",
            "version": _version(one),
        }
        for one in shown.db.scalars(query)
    ]


def _version(line: L) -> str:
    """Which version of its row a line was made by."""
    if line.kind != at.COMPUTED:
        return ""
    return f"自 {line.since}" if line.since else "基础标准"


def _why(shown: Shown) -> list[str]:
    lines = shown.db.scalars(select(L).where(L.charge_id == shown.row.id).order_by(L.seq)).all()
    return [f"{one.seisn} {one.item}：{one.explanation}".strip() for one in lines[:40]]


def _confirmed(shown: Shown) -> str:
    day = shown.row.confirmed
    return f"确认 {clock.minute(day)}" if day else ""


def _due(shown: Shown) -> str:
    """By when it is to be paid, while somebody owes it; what a refund or a void has left of it."""
    if shown.row.confirmed and shown.row.owed != shown.row.amount:
        return f"冲减后 {shown.row.owed:,.2f} 元"
    return f"缴费期限 {shown.row.duedate}" if shown.row.step in at.OPEN and shown.row.duedate else ""


def _values(db: Session, me: User, row: Charge) -> dict[str, Any]:
    """With what is still owed, whether its discount waits for a second person, and the money that came in last."""
    last = last_receipt(db, row) if row.received else None
    text = f"{at.WAYS[last.way]} {last.amount:,.2f} 元，{last.username} {clock.minute(last.at)}" if last else "没有"
    now, ahead = plans.due_now(plans.parts_of(db, row), row), balance_of(db, row.orgid, row.payunitsysid)
    return record(row, "flags") | {
        "left": f"{row.owed - row.received:.2f}",
        "duenow": f"{now:.2f}",
        "balance": f"{ahead:.2f}",
        "offsets": f"{min(now, ahead) or now:.2f}",
        "longest": str(longest(db, row)),
        "waits": "1" if waits_for_consent(db, row) else "0",
        "lastreceipt": text,
        **_out(db, row),
    }


def _out(db: Session, row: Charge) -> dict[str, str]:
    """Which request waits and what it says, and by which ways money can go back."""
    came = came_by(db, row) if row.received else {}
    ask = open_ask(db, row)
    words = f"{ask.askby} {clock.minute(ask.asked)}申请{at.OUT_KINDS[ask.kind]} {ask.amount:,.2f} 元" if ask else ""
    by = f"，{at.WAYS[ask.way]}退回" if ask and ask.way else ""
    return {
        "out": ask.kind if ask else "none",
        "outwords": f"{words}{by}：{ask.reason}" if ask else "",
        "backway": max(came, key=lambda way: came[way], default=""),
        "backways": "、".join(f"{at.WAYS[way]} {amount:,.2f} 元" for way, amount in came.items()) or "没有",
    }


RELIEF_LINES = f"{BASE}/reliefLines?chargesysid={{}}"
# the move for which a charge waits stands last
ORDER = (
    "void_more",
    "plan_more",
    "offset_more",
    "take_back_more",
    "ask_refund_more",
    "ask_red_more",
    "refuse_out_more",
    "reverse_row",
    "refund_row",
    "send_back_row",
    "agree_discount_row",
)


def _buttons() -> list[Action]:
    known = [b for b in buttons(CHARGE) if b.place != "batch"]
    return sorted(known, key=lambda b: ORDER.index(b.code) if b.code in ORDER else len(ORDER))


def _parts(shown: Shown) -> list[dict[str, Any]]:
    """The plan of the charge, each part with what was paid of it and the code by which it is paid."""
    rows = {one.seq: one for one in plans.parts_of(shown.db, shown.row)}
    parts = plans.plan(list(rows.values()), shown.row)
    owes = shown.row.step in at.OPEN
    return [
        one | {"paycode": rows[one["seq"]].paycode, "open": "1" if owes and Decimal(one["rest"]) else "0"}
        for one in plans.shown(parts, rows.__getitem__, clock.today())
    ]


def _plan_said(shown: Shown) -> list[Notice]:
    """How far a plan is, red once a part is overdue."""
    row, parts = shown.row, plans.parts_of(shown.db, shown.row)
    if row.step not in at.OPEN or not (said := plans.words(parts, row)):
        return []
    return [Notice(said, "no" if plans.overdue(parts, row) else "ca")]


def _change(shown: Shown) -> list[Notice]:
    """What is given back of the cash that came in last, while the cashier has it in hand."""
    last = last_receipt(shown.db, shown.row) if shown.row.received else None
    if last is None or last.given is None or last.day != clock.today():
        return []
    return [
        Notice(f"收到现金 {last.given:,.2f} 元，收款 {last.amount:,.2f} 元，找零 {last.given - last.amount:,.2f} 元")
    ]


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    notices = stands(CHARGE)(shown)
    if row.discount and not row.discountby and row.step == at.WAIT:
        notices.append(Notice(f"优惠 {row.discount}%：{row.discountreason}"))
    if row.byhand and not row.discountby and row.step in at.INSIDE:
        notices.append(Notice(f"非税手工金额 {row.byhand} 项，须附文件并经科长审批，标准写在每行的算式中"))
    if shown.more:
        notices.append(Notice(f"多付 {shown.more:,.2f} 元，在多收款中退回", "no"))
    if shown.values["outwords"]:
        notices.append(Notice(shown.values["outwords"]))
    notices += [*_change(shown), *_plan_said(shown)]
    return notices + [_under_way(shown, one) for one in open_requests(shown.db, row)]


def _under_way(shown: Shown, one: BillRequest) -> Notice:
    """A receipt that has no number yet, and why."""
    what = f"票据{'红冲' if one.original_id else '开具'} {one.amount:,.2f} 元"
    brake = braked(shown.db) if one.step == at.WAITING_BILL else ""
    why = f"开票整体暂停，{brake}" if brake else one.answer
    return Notice(
        f"{what}：{BILL.name_of(one.step)}{f'，{why}' if why else ''}", "no" if one.step == at.FAILED_BILL else "ca"
    )


def _policies(shown: Shown) -> str:
    wanted = select(L.policy_id).where(L.charge_id == shown.row.id, L.policy_id != "")
    names = shown.db.scalars(select(ReliefPolicy.name).where(ReliefPolicy.id.in_(wanted)).order_by(ReliefPolicy.name))
    return "、".join(names) or "没有减免"


def _relief_lines(shown: Shown) -> str:
    """The lines of relief of a confirmed charge; who may not see policies is led nowhere."""
    relieved = select(L.id).where(L.charge_id == shown.row.id, L.policy_id != "").limit(1)
    counts = shown.row.step not in (*at.INSIDE, at.VOID) and shown.me.may(p.POLICY_QUERY)
    return RELIEF_LINES.format(shown.row.chargesysid) if counts and shown.db.scalar(relieved) else ""


def _identity(shown: Shown) -> str:
    """With the number by which it is paid, which is copied and read out."""
    row = shown.row
    code = f"缴款码 {row.paycode}" if row.paycode else ""
    return "　".join(filter(None, [row.payunitname, f"{row.itemcount} 件业务", "、".join(row.appnos[:3]), code]))


CHARGE_VIEW = RecordView(
    no="cha_charge",
    title="收费单",
    permission=p.QUERY,
    model=Charge,
    url=f"{CALLS}/record",
    values=_values,
    more=lambda db, _me, row: money.open_surplus(db, row),  # what was paid too much
    heading=lambda s: f"收费单 {s.row.chargesysid}",
    name=lambda s: s.row.chargesysid,
    subtitle=lambda s: at.NATURES.get(s.row.nature, s.row.nature),
    identity=_identity,
    facts=[
        state(CHARGE),
        Fact(label="应收", text=lambda s: f"{s.row.amount:,.2f} 元", note=_due, why=_why),
        Fact(label="实收", text=lambda s: f"{s.row.received:,.2f} 元", note=_confirmed),
        Fact(label="已开票", text=lambda s: f"{s.row.billed:,.2f} 元", note=lambda s: s.row.invoicetitle),
        Fact(label="减免", text=_policies, link=_relief_lines),
        Fact(
            label="优惠",
            text=lambda s: f"{s.row.discount}%",
            note=lambda s: "，".join(
                filter(None, [s.row.discountreason, s.row.discountby and f"{s.row.discountby}同意"])
            ),
            when=lambda s: s.row.discount > 0,
        ),
        Fact(
            label="缴费单位预存款",
            text=lambda s: f"{balance_of(s.db, s.row.orgid, s.row.payunitsysid):,.2f} 元",
            link=lambda s: f"/assistMng/payMng/accountSearch?unitname={s.row.payunitname}",
        ),
        Fact(
            label="多收款",
            text=lambda s: f"{s.more:,.2f} 元",
            tone="no",
            link=lambda s: f"{BASE}/surplusSearch?chargesysid={s.row.chargesysid}",
            when=lambda s: bool(s.more),
        ),
        Fact(label="登记与确认", text=lambda s: f"{s.row.registerby}　{s.row.confirmby or '未确认'}"),
    ],
    notices=_notices,
    parts=[
        Part(
            "lines",
            "收费明细",
            columns=[
                of(L.seq, 48),
                of(L.seisn, 112, type="code"),
                of(L.kind, 76, type="dict", words=at.LINE_KINDS),
                of(L.feecode, 72, type="code"),
                of(L.item, 180),
                of(L.params, 150),
                of(L.formula, 130),
                of(L.amount, 90, type="money"),
                Col("version", "执行标准", None, 104),
                of(L.reason, 80),
                of(L.clause),
            ],
            rows=_lines,
            noun="明细",
        ),
        Part(
            "parts",
            "付款计划",
            columns=[*plans.COLUMNS, of(P.paycode, 150, type="code"), Col("note", "付款条件", None)],
            rows=_parts,
            noun="付款计划",
            actions=[
                Action(
                    *("FQTZ", "缴费通知单", p.QUERY),
                    place="row",
                    kind="print",
                    needs="one",
                    print="FQTZ",
                    when={"open": ["1"]},
                )
            ],
            when=lambda s: s.row.parts > 0,
        ),
        Part(
            "items",
            "业务",
            columns=[
                of(T.seisn, 120, type="code"),
                of(T.appno, 130, type="code"),
                of(T.equname, 140),
                of(T.equcode, 160, type="code"),
                of(T.testsort, 120),
                of(T.acceptdate, 100),
                of(T.amount, 110, type="money"),
            ],
            rows=children(T.charge_id, T.seisn),
            noun="业务",
        ),
        ENTRIES,
        Part(
            "orders",
            "支付订单",
            columns=[
                of(R.orderno, 150, type="code"),
                of(R.amount, 110, type="money"),
                of(R.state, 90),
                of(R.platformno, 180, type="code"),
                of(R.paidat, 140),
                of(R.note),
            ],
            rows=children(R.charge_id, R.orderno),
            noun="支付订单",
            when=lambda s: s.row.step not in (at.DRAFT, at.WAIT),
        ),
        Part(
            "invoices",
            "票据",
            columns=[
                of(V.billno, 170, type="code"),
                of(V.kind, 150),
                of(V.state, 80),
                of(V.amount, 110, type="money"),
                of(V.title, 180),
                of(V.originalno, 170, type="code"),
                of(V.issuedby, 80),
                of(V.issued, 140),
                of(V.reason),
            ],
            rows=children(V.charge_id, V.issued, V.id),
            noun="票据",
            actions=[Action("SFPJ", "打印", p.QUERY, place="row", kind="print", needs="one", print="SFPJ")],
        ),
        Part(
            "requests",
            "开票申请",
            columns=[
                of(Q.requestno, 150, type="code"),
                of(Q.step, 90, type="dict", words=BILL.names),
                of(Q.amount, 110, type="money"),
                of(Q.title, 180),
                of(Q.tries, 90),
                of(Q.nexttry, 140),
                of(Q.billno, 170, type="code"),
                of(Q.answer),
            ],
            rows=children(Q.charge_id, Q.requestno),
            noun="开票申请",
            when=lambda s: s.row.step not in (at.DRAFT, at.WAIT, at.DUE),
        ),
        Part(
            "outlays",
            "退费与红冲申请",
            columns=[
                of(O.asked, 140),
                of(O.kind, 64, type="dict", words=at.OUT_KINDS),
                of(O.amount, 110, type="money"),
                of(O.way, 110, type="dict", words=at.WAYS),
                of(O.askby, 80),
                of(O.reason, 220),
                of(O.state, 80, type="dict", words=at.OUT_STATES),
                of(O.endby, 80),
                of(O.ended, 140),
                of(O.note),
            ],
            rows=children(O.charge_id, O.asked),
            noun="申请",
            when=lambda s: s.row.step not in (at.DRAFT, at.WAIT, at.DUE),
        ),
        course(CHARGE),
    ],
    files=Files(at.FILES, [at.BASIS_PAPER, at.OUT_PAPER, "99"], refuses=refuse_papers, right=p.FILE),
    actions=[
        Action("payCode", "扫码缴费", p.PAY, needs="one", when={"step": at.OPEN}),
        Action(
            "paySimulated",
            "模拟支付",
            p.SIMULATE,
            kind="call",
            needs="one",
            url=f"{CALLS}/paySimulated",
            confirm="由内置的模拟平台付清未缴金额，确定支付吗？",
            done="已交模拟平台支付",
            when={"step": at.OPEN},
        ),
        Action("FZNB001", "缴费通知单", p.QUERY, kind="print", needs="one", print="FZNB001", when={"step": at.OPEN}),
        *_buttons(),
    ],
    history=True,
)

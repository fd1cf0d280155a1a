"""批量办理 as a process: looked at by who makes it, then carried out charge by charge, or given up."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges import api as charges
from tejian.charging.models.batches import BatchRow, ChargeBatch
from tejian.charging.money import api as money
from tejian.kit.database.numbering import number_new
from tejian.kit.forms.formview import Input
from tejian.kit.ground.actions import Button
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody

from . import forms, trying


def who_made_it(me: User) -> Any:
    """预览人本人"""
    return ChargeBatch.createby == me.id


def something_fits(d: Doing) -> str | None:
    """至少一张可以办理"""
    return None if d.subject.fitting else f"{d.subject.batchno}没有可以办理的收费单"


def cash_was_taken(d: Doing) -> str | None:
    """批量收款可以冲销，确认和开票逐单办理"""
    if d.subject.kind != at.BY_RECEIVING:
        return "批量确认的请逐单作废，批量开票的请逐单申请红冲"
    return None if d.subject.done else f"{d.subject.batchno}没有可以冲销的收款"


def carry_out(d: Doing) -> None:
    """逐单办理，办不成的写明原因，不影响其他；记办成数和金额"""
    trying.carried_out(d.db, d.me, d.subject)


def take_back(d: Doing) -> None:
    """逐单冲销本批的收款，冲销不了的写明原因；一张也冲销不了的，整批拒绝"""
    if not trying.taken_back(d.db, d.me, d.subject, d.reason.text):
        left = [one.sentence for one in trying.rows_of(d.db, d.subject) if one.result == at.ROW_DONE]
        raise Refused("；".join(dict.fromkeys(left)) or "没有可以冲销的收款")


BATCH = add_process(
    Process(
        name="charge_batch",
        title="批量办理",
        model=ChargeBatch,
        start=at.PREVIEWED_BATCH,
        ends=[at.DROPPED_BATCH],
        numbers=lambda s: (s.batchno, ""),
        about=lambda m: (m.madeby, m.batchno),
        steps=[
            Step(
                *(at.PREVIEWED_BATCH, "待办理", who_made_it),
                tone="ca",
                route=forms.LIST,
                page=forms.PAGE,
                verb="办理",
                waits="批量办理",
                refusal="批量办理由预览人本人办理",
            ),
            Step(at.RUN_BATCH, "已办理", nobody, tone="go"),
            Step(at.DROPPED_BATCH, "已放弃", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "run",
                "办理",
                [at.PREVIEWED_BATCH],
                at.RUN_BATCH,
                p.BATCH,
                batch=False,
                guards=[something_fits],
                effects=[carry_out],
                stamps=["run"],
                call=f"{forms.CALLS}/run",
                buttons=[Button("row", confirm="{fitting} 张可以办理，共 {amount} 元；不能办理的留下。确定办理吗？")],
                done="已逐单办理，结果见批次",
            ),
            Move(
                "drop",
                "放弃",
                [at.PREVIEWED_BATCH],
                at.DROPPED_BATCH,
                p.BATCH,
                batch=False,
                call=f"{forms.CALLS}/drop",
                buttons=[Button("more", confirm="放弃本批，收费单不变。确定吗？")],
                done="已放弃",
            ),
            Move(
                "undo",
                "冲销本批收款",
                [at.RUN_BATCH],
                STAY,
                p.REFUND,
                batch=False,
                anyone=True,
                needs_reason=True,
                signed=True,
                guards=[cash_was_taken],
                effects=[take_back],
                call=f"{forms.CALLS}/undo",
                form=forms.UNDO,
                buttons=[Button("more", when={"kind": [at.BY_RECEIVING]})],
            ),
        ],
    )
)


def previewed(db: Session, me: User, kind: str, sent: Input) -> ChargeBatch:
    """A batch with what would become of every charge. Nothing is done with them yet."""
    if not me.org_id:
        raise Refused("只有检验机构的人员可以批量办理收费")
    rows = trying.previewed(db, me, kind, sent.ids)
    batch = ChargeBatch(kind=kind, madeby=me.name, createby=me.id, orgid=me.org_id, note=sent["note"] or "")
    batch.rowcount, batch.fitting = len(rows), sum(one.fits for one in rows)
    batch.amount = sum((one.amount for one in rows), money.ZERO)
    batch.doneamount, batch.given = money.ZERO, sent.values.get("given")
    if batch.given is not None:
        _refuse_change(rows, batch)
    number_new(db, batch)
    BATCH.put(db, batch, at.PREVIEWED_BATCH)
    db.add(batch)
    db.flush()
    for one in rows:
        one.batch_id = batch.id
    db.add_all(rows)
    db.flush()
    BATCH.log(Doing(db, me, batch), "create", trying.KINDS[kind].label, "", batch.step)
    return batch


def _refuse_change(rows: list[BatchRow], batch: ChargeBatch) -> None:
    """Cash of one hand pays the charges of one payer, and covers them."""
    if len({one.payunitname for one in rows}) > 1:
        raise BadInput("收到现金：几家单位的收费单请分开收款", field="given")
    if short := charges.why_short(batch.given, batch.amount):
        raise BadInput(short, field="given")

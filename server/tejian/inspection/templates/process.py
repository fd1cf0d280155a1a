"""报告模板: drafted from what is in force → handed in → published by another person from a day, or withdrawn before it.

A record that was made keeps its version: it has the day of its templates. New ones take what is in force on theirs.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import func, select

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.templates import TemplateVersion
from tejian.inspection.records import api as records
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.reasons import says_nothing
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import add_process
from tejian.messages.api import tell
from tejian.system.rules.api import (
    PUBLISHED,
    RuleRow,
    edition_moves,
    edition_process,
    edition_steps,
    key_of,
    outcome_words,
    refuse_unreadable,
)
from tejian.system.settings.api import bump

from . import forms
from .judging import faults
from .outcome import base_of, changes_of, outcome, rows_of
from .parts import CLAUSES
from .ruling import ruling

LIST = "/businessPro/reportTemplate/versions"
PAGE = "/businessPro/reportTemplate/detail?id={id}"


def not_the_drafter(me: User) -> Any:
    """起草人以外有此权限的人"""
    return TemplateVersion.drafter_id != me.id


# -- guards -------------------------------------------------------------------------------------------------------


def something_changed(d: Doing) -> str | None:
    """与现行模板有差异"""
    found = changes_of(rows_of(d.db, d.subject), base_of(d.db, d.subject))
    return None if found else f"{d.subject.name}与现行模板没有差异"


def key_items_explained(d: Doing) -> str | None:
    """取消的重点项目写明原因"""
    found = changes_of(rows_of(d.db, d.subject), base_of(d.db, d.subject))
    bare = [one.words for one in found if one.loosens and says_nothing(one.row.reason)]
    return f"取消或降为一般项目的重点项目须写明原因：{'、'.join(dict.fromkeys(bare))}" if bare else None


def rows_fit(d: Doing) -> str | None:
    """各行可以使用，项目、限值、表格、结论相互对应"""
    rows: dict[str, list[dict[str, str]]] = {}
    for one in rows_of(d.db, d.subject):
        if one.gone:
            continue
        try:
            refuse_unreadable(one.tbl, {**one.data, **{c: one.clause for c in CLAUSES if c in one.data}})
        except Refused as wrong:
            return wrong.message
        rows.setdefault(one.tbl, []).append(one.data)
    wrong_ = list(faults(rows))
    return "；".join(wrong_[:3]) + (f" 等{len(wrong_)}处" if len(wrong_) > 3 else "") if wrong_ else None


def none_waiting(d: Doing) -> str | None:
    """该模板没有其他待生效的版本"""
    hold(d.db, f"template {d.subject.template}")
    query = select(TemplateVersion).where(
        TemplateVersion.template == d.subject.template,
        TemplateVersion.step == PUBLISHED,
        TemplateVersion.effective > clock.today(),
        TemplateVersion.id != d.subject.id,
    )
    other = d.db.scalars(query.limit(1)).first()
    return f"{other.name}已定于{other.effective}生效，生效或撤回后才能发布另一版" if other else None


def base_in_force(d: Doing) -> str | None:
    """起草以来模板没有别的修改"""
    now = {row.id for row in ruling(d.db, d.subject.template, d.subject.effective)}
    if now == set(d.subject.base):
        return None
    return f"{d.subject.name}起草以来，模板{d.subject.template}已有别的修改，请作废后以现行模板重新起草"


# -- effects ------------------------------------------------------------------------------------------------------


def put_in_force(d: Doing) -> None:
    """修改的各行自生效日期起使用，原有各行到前一日为止，写安全日志"""
    s = d.subject
    s.publisher, s.published = d.me.name, clock.now()
    last = select(func.max(TemplateVersion.edition)).where(
        TemplateVersion.template == s.template, TemplateVersion.step == PUBLISHED
    )
    s.edition = max(d.db.scalar(last) or 0, 1) + 1
    result = outcome(rows_of(d.db, s), base_of(d.db, s), s.template)
    for row in result.ended:
        row.validto = s.effective
    fresh = [
        RuleRow(
            tbl=one.tbl,
            rowkey=f"{key_of(one.tbl, one.data)[:200]}|{s.templateno}|{n}",
            seq=one.seq,
            data=one.data,
            validfrom=s.effective,
            source=one.source,
            check_state=one.check_state,
        )
        for n, one in enumerate(result.fresh)
    ]
    d.db.add_all(fresh)
    d.db.flush()
    s.ended, s.added = [row.id for row in result.ended], [row.id for row in fresh]
    _changed(d, "报告模板发布")


def keep_in_hand(d: Doing) -> None:
    """已生成的原始记录仍用原版"""
    s = d.subject
    made = select(OriginalRecord.appbuss_id).where(OriginalRecord.template.in_(_codes(d, s.template)))
    query = select(AppBuss).where(AppBuss.templateday >= s.effective, AppBuss.id.in_(made)).order_by(AppBuss.id)
    for row in d.db.scalars(query.with_for_update()):
        row.templateday = s.effective - timedelta(days=1)


def _codes(d: Doing, template: str) -> list[str]:
    """The templates of records that are made of this one."""
    return sorted({one.template_code for one in records.seisorts(d.db) if template in one.item_templates})


def take_back(d: Doing) -> None:
    """修改的各行不再使用，原有各行恢复，写安全日志"""
    s = d.subject
    for row in d.db.scalars(select(RuleRow).where(RuleRow.id.in_(s.added)).with_for_update()):
        d.db.delete(row)
    for row in d.db.scalars(select(RuleRow).where(RuleRow.id.in_(s.ended)).with_for_update()):
        row.validto = None
    _changed(d, "报告模板撤回")


def _changed(d: Doing, what: str) -> None:
    d.db.flush()
    s = d.subject
    told = f"{s.document}，{s.effective}，停用{len(s.ended)}行，启用{len(s.added)}行"
    security_event(d.db, what, f"{s.template} {s.name}", told)
    bump(d.db, "rule")


def tell_drafter(d: Doing) -> None:
    """告知起草人"""
    tell(d.db, [d.subject.drafter_id], "报告模板", outcome_words(d), route=PAGE.format(id=d.subject.id))


TEMPLATE = add_process(
    edition_process(
        "report_template",
        "报告模板",
        TemplateVersion,
        "templateno",
        edition_steps("报告模板", not_the_drafter, LIST, PAGE),
        edition_moves(
            forms.CALLS,
            (p.TEMPLATE_DRAFT, p.TEMPLATE_PUBLISH),
            forms.DIALOGS,
            submit=[something_changed, key_items_explained, rows_fit],
            publish=([none_waiting, base_in_force], [put_in_force, keep_in_hand]),
            withdraw=[take_back],
            tell=tell_drafter,
        ),
    )
)

"""The page of a mapping: its fields, and what becomes of a real object by it."""

from typing import Any

from sqlalchemy import select

from tejian.exchange import permissions as p
from tejian.exchange.models import EDITING
from tejian.exchange.models import ExchangeField as MappedField
from tejian.exchange.models import ExchangeMapping as Mapping
from tejian.exchange.models import ExchangePartner as Partner
from tejian.kit.database.audit import plain
from tejian.kit.lists.listview import Col
from tejian.kit.process.moves import course, is_own, page_buttons, state
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, children, of

from . import reading
from .entities import ENTITIES, options
from .forms import ACTS, API, FORM
from .process import MAPPING
from .wording import worded


def tried(s: Shown) -> list[dict[str, Any]]:
    """Each field with what a real object of the partner says in it, here and there."""
    entity, partner = ENTITIES.get(s.row.entity), s.more
    if entity is None:
        return []
    scope = [entity.seen_by(partner.orgid, partner.areacode), ~entity.gone]
    key = entity.of(entity.model.id).where(*scope)
    named = key.where(entity.number == s.row.sample) if s.row.sample else key
    sample = s.db.scalar(named.order_by(entity.model.updatetime.desc()).limit(1))
    if sample is None:
        return []
    fields, columns = reading.edition(s.db, s.row).fields, entity.columns
    values = s.db.execute(entity.of(*(columns[f.prop] for f in fields)).where(entity.model.id == sample)).one()
    out = []
    for f, value in zip(fields, map(plain, values), strict=True):
        content, why = worded([f], {f.prop: value})
        shown = "" if value is None else str(value)
        out.append(
            {
                "id": f.outer,
                "label": options()[f"{entity.code}.{f.prop}"],
                "value": shown,
                "outer": f.outer,
                "told": "" if content.get(f.outer) is None else str(content.get(f.outer)),
                "why": why or "可以传",
                "whyTone": "no" if why else "",
            }
        )
    return out


def trial_hint(s: Shown) -> str:
    return (
        "用一条真实数据试算；编号在“编辑”中填写"
        if s.row.step == EDITING
        else "发布后的版本不再修改，消息记着各自的版本"
    )


PAGE = RecordView(
    no="exchange_mapping",
    title="字段映射",
    permission=p.MAPPING_QUERY,
    model=Mapping,
    url=f"{API}/record",
    form=FORM,
    more=lambda db, me, row: db.scalars(select(Partner).where(Partner.id == row.partner_id)).one(),
    heading=lambda s: f"{s.row.name} 第{s.row.edition}版" if s.row.edition else s.row.name or "字段映射",
    subtitle=lambda s: s.row.note,
    facts=[
        state(MAPPING),
        Fact("partner_id"),
        Fact("entity"),
        Fact("published", note=lambda s: f"替代于 {s.text('replaced')}" if s.row.replaced else ""),
    ],
    parts=[
        Part(
            "fields",
            "字段",
            [
                of(MappedField.prop, words=dict(options())),
                of(MappedField.outer),
                of(MappedField.required),
                of(MappedField.words),
            ],
            children(MappedField.mapping_id, MappedField.id),
            noun="字段",
            empty="还没有填写字段",
        ),
        Part(
            "trial",
            "试算",
            [
                Col("label", "平台字段", MappedField.prop, 180),
                Col("value", "平台的值", MappedField.words, 200),
                Col("outer", "对方字段", MappedField.outer, 140),
                Col("told", "传出的值", MappedField.words, 200),
                Col("why", "结果", MappedField.words, 240),
            ],
            tried,
            noun="字段",
            empty="授权范围内没有这样的数据",
            hint=trial_hint,
        ),
        course(MAPPING),
    ],
    actions=[ACTS.edit, *page_buttons(MAPPING)],
    own=is_own(MAPPING),
    history=True,
)

"""The data of a report and of an original record, as the document templates take it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.api import flat
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reissue import ReportChange
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.signatures import APPROVED, AUDITED, CHECKED, INSPECTED, WRITTEN
from tejian.inspection.rules.api import (
    AGAIN,
    Bounds,
    Found,
    ItemLimit,
    ReportLayout,
    SiteCondition,
    StatedName,
    TableColumn,
    bounds_of,
    shown,
    technical,
)
from tejian.kit.database.audit import plain
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.papers import pdf, qr
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import value as parameter
from tejian.system.settings.api import version

from . import book, pipelines, signing
from .annexes import annexes, rows_where, with_unit
from .checking import conditions_of
from .concluded import Concluded, inputs, results
from .conclusion import Judgement, judge, printed_remark
from .dating import schedule
from .entry_tables import entry_tables, worked_tables
from .following import next_days, of_lines
from .history import last_before
from .paper import Material, cn_day, curves, sections
from .pictures import Figures, figures
from .reading import first_of, items_of_row, templates_of, values_found
from .sheets import measures_of
from .stating import otherwise
from .tools import AFTER_USE, BEFORE_USE
from .versions import basis

OWN = {"equkind": "设备品种", "useorgname": "使用单位", "useorgcode": "统一社会信用代码", "useorgaddr": "使用单位地址"}
OWN |= {"safemanname": "安全管理人员", "safemantel": "联系电话", "inspdate": "上次检验日期"}
OF_ITEM = ("seq", "template", "item_no", "section", "content", "number", "key_item")

PARTS = {"inspectors": INSPECTED, "compiler": WRITTEN, "checker": CHECKED, "reviewer": AUDITED, "approver": APPROVED}
DRAFT = {"draft": True, "draftText": "草稿"}


def title_of(db: Session, row: AppBuss, words: dictionary.Words) -> str:
    """The title of a report by kind and sort; one that no row names is made of the two words."""
    for one in book.titles(db, row.templateday):
        if one.holds_for(row.equclacode, row.testsort):
            return one.text
    kind, sort = words.get("C601", {}).get(row.equclass, "特种设备"), words.get("C604", {}).get(row.testsort, "检验")
    return f"{sort if sort.startswith(kind) else kind + sort}报告"


Hand = dict[str, Any]  # a signature on paper: name, day and time, picture


def hands(db: Session, signed: Sequence[tuple[str, str, Any]]) -> list[Hand]:
    """Signatures on paper of (key, name, moment): each picture is drawn once, however often its owner signed.

    Only for acts: who did not sign has no picture on any paper.
    """
    query = select(SysUser.id, SysUser.signature).where(SysUser.id.in_({key for key, _name, _at in signed}))
    drawn = {
        key: {"sign": pdf.picture(files.read_checked(picture), 400)} for key, picture in db.execute(query) if picture
    }
    return [{"name": name, **_moment(at), **drawn.get(key, {})} for key, name, at in signed]


def _moment(at: Any) -> dict[str, str]:
    text = clock.minute(at) if isinstance(at, datetime) else plain(at) or ""
    return {"date": text[:10], "time": text[11:16]}


def hand(db: Session, user_id: str, name: str, at: Any) -> Hand | None:
    """The signature of one act; None where nobody has done it."""
    return hands(db, [(user_id, name, at)])[0] if user_id else None


def hands_under(db: Session, row: AppBuss) -> dict[str, list[Hand]]:
    """Who signed the report of an item, by the part in which he did. A record that is not handed in bears none."""
    stood = signing.standing(db, row)
    if not signing.is_handed_in(stood):
        return {}
    place = {key: n for n, key in enumerate(row.inspectors)}
    stood.sort(key=lambda one: place.get(one.user_id, len(place)))
    drawn = hands(db, [(one.user_id, one.user_name, one.signedat) for one in stood])
    by_part: dict[str, list[Hand]] = {}
    for one, drawing in zip(stood, drawn, strict=True):
        by_part.setdefault(one.role, []).append(drawing)
    return by_part


def items_for_print(db: Session, row: AppBuss, record: OriginalRecord, sheet: Found) -> list[dict[str, Any]]:
    """Items with results, and measured values as people read them: those typed and those that the tables give."""
    judged = {one.seq: one for one in sheet.items}
    outside = {(one.item.seq, one.field) for one in sheet.outside}
    fed, known = _fed(sheet), book.limits(db, row.templateday)
    out = []
    for item in items_of_row(db, row):
        got, seq = record.results.get(item["seq"], {}), int(item["seq"])
        place = (item["template"], item["item_no"])
        limits = known.get(place, ())
        bounds = {b.field: b for b in bounds_of(limits, *place, sheet.limits)}
        typed = got.get("v") or {}
        worked = {k: v for k, v in judged[seq].values.items() if (*place, k) in fed}
        given = {k: shown(v, fed[*place, k].decimals) for k, v in worked.items()}
        values = {**typed, **given}  # what a table gives stands in place of what was typed before there was a table
        lines = []
        for name, text in values.items():
            bound = bounds.get(name)
            named = bound or fed.get((*place, name)) or next((one for one in limits if one.field == name), None)
            tail = f"（要求 {bound.words()}）" if bound and bound.words() and (seq, name) in outside else ""
            lines.append(_measured(text, named, item["unit"]) + tail)
        out.append(
            {
                **{name: item[name] for name in OF_ITEM},
                "requirement_summary": item["requirement"] + (f"（{item['basis']}）" if item["basis"] else ""),
                "result": got.get("r", ""),
                "value": "；".join(lines),
                "unit": next((b.unit for b in bounds.values()), item["unit"]),
                "limit": "；".join(b.words() for b in bounds.values() if b.words()),
                "measured": "；".join(values.values()),
                "values": typed,
                "given": {k: f"{v:f}" for k, v in worked.items()},
                "remark": _remark(got),
            }
        )
    return out


def _measured(text: str, named: Bounds | TableColumn | ItemLimit | None, unit: str) -> str:
    """A measured value with its label and unit; those of the item where nothing names the value."""
    return f"{named.label} {with_unit(text, named.unit)}" if named else with_unit(text, unit)


def _remark(got: Mapping[str, Any]) -> str:
    """What is said beside an item: watched use, its lines, the inspector's note."""
    note = "监护使用；" if got.get("m") else ""
    note += f"{pipelines.of_lines_words(got)}；" if got.get("l") else ""
    return f"{note}{got.get('n', '')}".strip("；")


def _fed(found: Found) -> dict[tuple[str, str, str], TableColumn]:
    """The columns of tables that give measured values, by template, item and field."""
    columns = (c for one in found.worked.values() for c in one.table.of("result") if c.item)
    return {(c.template, c.item, c.field): c for c in columns}


@dataclass(frozen=True, slots=True)
class Content:
    """What the parts of a report are made of, read once."""

    row: AppBuss
    record: OriginalRecord
    main: AppMain
    words: dictionary.Words
    judgement: Judgement
    values: dict[str, Any]  # of the device, as the record states them
    device: dict[str, Any]  # the unit beside them
    kind: str  # in words
    measures: Mapping[str, Any]
    items: Sequence[Mapping[str, Any]]
    conditions: Sequence[tuple[SiteCondition, str]]
    instruments: Sequence[Mapping[str, Any]]
    facts: Sequence[tuple[StatedName, str]]
    figures: Figures

    def concluded(self, grade: int | None) -> Concluded:
        """The record with its conclusion, and the grade that this gives."""
        return Concluded(self.judgement, self.record.conclusion, grade, self.facts, self.measures)


def document(db: Session, row: AppBuss, record: OriginalRecord, *, verifyurl: str = "") -> dict[str, Any]:
    """Everything that the report states. Pictures and the arrangement on paper are in it; `stated` takes them out."""
    content = _content(db, row, record)
    page = content.concluded(_grade(db, content))
    material = _material(db, content, page)
    people = _people(db, row)
    return {
        **_institute(db, row),
        "reportno": row.reportno,
        "reportname": title_of(db, row, content.words),
        "testsortName": content.kind,
        "sortName": content.words.get("C604", {}).get(row.testsort, ""),
        "verifyurl": verifyurl,
        **_result(db, content),
        "basis": basis(db, row, row.templateday),
        "unitname": content.main.unitname,
        "equipment": content.device | {"equkindName": content.kind},
        "conditions": [
            {"label": one.label, "value": with_unit(text, one.unit)} for one, text in content.conditions if text
        ],
        "instruments": content.instruments,
        "items": content.items,
        "tables": tables_for_print(db, row, record, content.judgement.found),
        "facts": {one.label: text for one, text in content.facts},
        "photos": list(content.figures.pictures),
        **{who: drawn[0] if drawn else None for who, drawn in people.items() if who != "inspectors"},
        **({} if any(people.values()) or row.step in at.ISSUED else DRAFT),
        "inspectors": people["inspectors"],
        "paper": _paper(db, content, material, people) | {"results": results(page, material)},
    }


def _content(db: Session, row: AppBuss, record: OriginalRecord) -> Content:
    words = dictionary.words(db, version(db, "dict"))
    main = db.get_one(AppMain, row.appmain_id)  # lint: allow by-id (the key comes from the stored item)
    judgement = judge(db, row, record)
    values = values_found(record) | {"inspdate": plain(last_before(db, row, record)) or ""}
    measures = measures_of(db, row, record, judgement.found.tables)
    items = items_for_print(db, row, record, judgement.found)
    pictures = figures(db, row, record, judgement.found.tables, items)
    for one in items:
        numbers = pictures.of_items.get(str(one["seq"]))
        one["remark"] = "；".join(filter(None, (one["remark"], f"见{numbers}" if numbers else "")))
    kind = words.get("C602", {}).get(row.equclacode, row.equname)
    facts = {one.name: one.value for one in judgement.found.told if one.value != "0"} | record.facts
    return Content(
        row=row,
        record=record,
        main=main,
        words=words,
        judgement=judgement,
        values=values,
        device=values | unit_words(db, main, values) | {"equkind": kind},
        kind=kind,
        measures=measures,
        items=items,
        conditions=[(one, record.conditions.get(one.code, "")) for one in conditions_of(db, row, record)],
        instruments=_instruments(record),
        facts=[(one, facts[one.name]) for one in judgement.asked if facts.get(one.name)],
        figures=pictures,
    )


def _instruments(record: OriginalRecord) -> list[dict[str, Any]]:
    """The instruments that were used; their states are printed by the original record."""
    return [
        {
            "name": i["name"],
            "model": i["model"],
            "no": i["instno"],
            "certno": i["certno"],
            "validto": i["validto"],
            "before": BEFORE_USE.get(i.get("state", ""), ""),
            "after": AFTER_USE.get(i.get("state", ""), ""),
        }
        for i in record.instruments
    ]


def _grade(db: Session, content: Content) -> int | None:
    """The grade that the conclusion gives; of a re-inspection that of the inspection it goes back to."""
    row, record, judgement = content.row, content.record, content.judgement
    if not record.conclusion:
        return None
    due = schedule(db, row, record, judgement) if row.mother_id and judgement.dated else None
    return due.grade if due else judgement.grade


def _material(db: Session, content: Content, page: Concluded) -> Material:
    """What the layouts of the record's templates are filled with."""
    row, judgement = content.row, content.judgement
    layouts = book.layouts(db, row.templateday)
    parts = _layouts(db, row, layouts)
    tables = annexes(judgement.found, content.measures, content.words, content.figures.words)
    made = Material(
        layouts=parts,
        technical=technical(layouts, parts[0], row.equclacode),
        kind=row.equclacode,
        values=content.device,
        words=content.words,
        lines=[flat(line) for line in pipelines.named_lines(db, row)],
        conditions=content.conditions,
        instruments=content.instruments,
        items=content.items,
        inputs=(),
        tables=sorted(tables, key=lambda one: _later(row, one["code"])),
        picked={one: rows_where(judgement.found, content.measures, content.words, one) for one in parts[0].picked},
        curves=curves(judgement.found, parts[0]),
        photos=content.figures.pictures,
        unprinted=content.figures.unprinted,
        own=OWN,
        of_lines=of_lines(db, row, content.record, judgement, content.words),
    )
    return replace(made, inputs=inputs(page, made))


def _layouts(db: Session, row: AppBuss, layouts: Mapping[str, ReportLayout]) -> list[ReportLayout]:
    """The layouts of the templates of an item. Refused where a template has none."""
    templates = templates_of(db, row)[1]
    if lacking := [one for one in templates if one not in layouts]:
        raise Refused(f"规则表“报告版式”中没有 {'、'.join(lacking)}，不能打印")
    return [layouts[one] for one in templates]


def _people(db: Session, row: AppBuss) -> dict[str, list[Hand]]:
    """Who signed, by what he signed for."""
    under = hands_under(db, row)
    return {who: under.get(part, []) for who, part in PARTS.items()}


def _institute(db: Session, row: AppBuss) -> dict[str, Any]:
    org = db.get_one(Org, row.cheorg)  # lint: allow by-id (the key comes from the stored item)
    return {
        "orgname": org.name,
        "orgcertno": org.licence_no,
        "orgaddr": org.address,
        "orgtel": org.tel,
        "orgpost": parameter(db, "org.postcode"),
    }


def _result(db: Session, content: Content) -> dict[str, Any]:
    """Days, conclusion, and what is said beside it."""
    row, record, judgement = content.row, content.record, content.judgement
    remarks = (printed_remark(judgement, record.opinionno), again_words(db, row), change_words(db, row))
    own = "；".join(filter(None, (*remarks, *otherwise(db, row, record))))
    term = record.opinionno or judgement.needs("rectifydue")  # who has nothing to put right has no day for it
    return {
        "inspdate": plain(record.inspdate),
        "begunat": record.begunat,
        "endedat": record.endedat,
        "conclusion": record.conclusion,
        "lastinspdate": content.values.get("inspdate") or "",
        "insresultName": content.words.get("C605", {}).get(record.conclusion, "").split("(")[0],
        "opinion": record.problems,
        "remark": "；".join(x for x in (record.remark, own) if x),
        "noticeno": record.opinionno,
        "rectifydate": (plain(record.rectifydue) or "") if term else "",
        "ninspdate": plain(record.nextdate) or "",
    }


def _paper(db: Session, content: Content, material: Material, people: Mapping[str, Sequence[Hand]]) -> dict[str, Any]:
    """The report in the order of its layout."""
    row, judgement, layout = content.row, content.judgement, material.layout
    sentences = book.notices(db, layout.notices, row.templateday)
    return {
        "noun": layout.noun,
        "sealLabel": layout.seal,
        "notices": [one.format(noun=layout.noun, seal=layout.seal) for one in sentences],
        "cover": material.pairs(layout.blocks["cover"]),
        "identity": material.pairs(layout.blocks["identity"]),
        "dates": next_days(db, row, content.record, judgement, material.layouts),
        "signers": [{"label": label, "people": people[who]} for label, who in layout.signers],
        "sections": sections(material),
    }


def _later(row: AppBuss, code: str) -> bool:
    """Whether a table stands behind another one: of a re-inspection what was inspected again comes first."""
    return bool(row.mother_id) and code != AGAIN


def tables_for_print(db: Session, row: AppBuss, record: OriginalRecord, found: Found) -> list[dict[str, Any]]:
    """The filled tables with what was worked out of them, as the report keeps them."""
    worked = {one["code"]: one for one in worked_tables(found)}
    tables = [one for one in entry_tables(db, row, record, found) if one["code"] in worked]
    return [{**one, **worked[one["code"]], "typed": one["rows"]} for one in tables]


def unit_words(db: Session, main: AppMain, values: Mapping[str, Any]) -> dict[str, Any]:
    """What the report states of the unit."""
    unit = db.scalars(select(Unit).where(Unit.id == main.unitsysid)).one()
    return {
        "useorgname": main.unitname,
        "useorgcode": main.unitcode,
        "useorgaddr": main.unitaddress,
        "safemanname": values.get("safemanname") or unit.safemanager,
        "safemantel": values.get("safemantel") or unit.safetel,
    }


def again_words(db: Session, row: AppBuss) -> str:
    """What a re-inspection says of the report that failed; '' for any other inspection."""
    if not row.mother_id:
        return ""
    mother = db.get_one(AppBuss, row.mother_id)  # lint: allow by-id (the key comes from the stored item)
    first = first_of(db, row)
    return f"本报告为报告{mother.reportno}的复检报告，只列其不合格项目；首次检验日期{cn_day(plain(first.inspdate))}"


def change_words(db: Session, row: AppBuss) -> str:
    """What a corrected report says of the one that it stands for; '' for any other."""
    change = (
        db.scalars(select(ReportChange).where(ReportChange.newno == row.reportno)).first() if row.reissued else None
    )
    if change is None:
        return ""
    return f"本报告为更正报告，代替报告{change.reportno}，原报告收回作废；更正内容：{change.content}"


def stated(data: dict[str, Any]) -> dict[str, Any]:
    """The report's statements without its pictures, as they are kept and never change."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: bare(v) for k, v in value.items() if k not in ("svg", "paper")}
        return [bare(v) for v in value] if isinstance(value, list) else value

    kept: dict[str, Any] = bare(data)
    return kept


def verify_link(db: Session, base: str, reportno: str, code: str) -> tuple[str, dict[str, str]]:
    """The public address of a report and its QR picture."""
    url = f"{base}/reportWebPage?reportno={reportno}&code={code}"
    return url, qr.svg(url)

"""The data of a report and of an original record, as the document templates take it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import flat
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reissue import ReportChange
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.signatures import APPROVED, AUDITED, CHECKED, INSPECTED, WRITTEN
from tejian.inspection.rules.api import (
    AGAIN,
    LINE,
    MONTH,
    Found,
    ReportLayout,
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
from .conclusion import Judgement, judge, printed_remark
from .dating import schedule
from .entry import explained
from .entry_tables import entry_tables, worked_tables
from .grids import EMPTY
from .paper import Material, cn_day, curves, sections, stated_pair
from .pictures import figures
from .reading import device_of, first_of, items_of_row, sort_of, templates_of, values_found
from .sheets import measures_of
from .stating import otherwise
from .tools import in_words
from .versions import basis

OWN = {"equkind": "设备品种", "useorgname": "使用单位", "useorgcode": "统一社会信用代码", "useorgaddr": "使用单位地址"}
OWN |= {"safemanname": "安全管理人员", "safemantel": "联系电话", "inspdate": "上次检验日期"}

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
        got = record.results.get(item["seq"], {})
        seq = int(item["seq"])
        limits = known.get((item["template"], item["item_no"]), ())
        bounds = {b.field: b for b in bounds_of(limits, item["template"], item["item_no"], sheet.limits)}
        typed = got.get("v") or {}
        place = (item["template"], item["item_no"])
        given = {k: shown(v, fed[*place, k].decimals) for k, v in judged[seq].values.items() if (*place, k) in fed}
        values = {**typed, **given}  # what a table gives stands in place of what was typed before there was a table
        lines = []
        for name, text in values.items():
            bound = bounds.get(name)
            what = bound or fed.get((*place, name)) or next((one for one in limits if one.field == name), None)
            head = f"{what.label} " if what else ""
            tail = f"（要求 {bound.words()}）" if bound and bound.words() and (seq, name) in outside else ""
            lines.append(f"{head}{with_unit(text, what.unit if what else item['unit'])}{tail}")
        note = "监护使用；" if got.get("m") else ""
        note += f"{pipelines.of_lines_words(got)}；" if got.get("l") else ""
        out.append(
            {
                "seq": item["seq"],
                "template": item["template"],
                "item_no": item["item_no"],
                "section": item["section"],
                "content": item["content"],
                "requirement_summary": item["requirement_summary"],
                "key_item": item["key_item"],
                "result": got.get("r", ""),
                "value": "；".join(lines),
                "unit": next((b.unit for b in bounds.values()), item["unit"]),
                "limit": "；".join(b.words() for b in bounds.values() if b.words()),
                "measured": "；".join(values.values()),
                "values": typed,
                "given": {k: f"{v:f}" for k, v in judged[seq].values.items() if (*place, k) in fed},
                "remark": f"{note}{got.get('n', '')}".strip("；"),
            }
        )
    return out


def _fed(found: Found) -> dict[tuple[str, str, str], TableColumn]:
    """The columns of tables that give measured values, by template, item and field."""
    columns = (c for one in found.worked.values() for c in one.table.of("result") if c.item)
    return {(c.template, c.item, c.field): c for c in columns}


def document(db: Session, row: AppBuss, record: OriginalRecord, *, verifyurl: str = "") -> dict[str, Any]:
    """Everything that the report states. Pictures and the arrangement on paper are in it; `stated` takes them out."""
    words = dictionary.words(db, version(db, "dict"))
    org = db.get_one(Org, row.cheorg)  # lint: allow by-id (the key comes from the stored item)
    main = db.get_one(AppMain, row.appmain_id)  # lint: allow by-id (the key comes from the stored item)
    values = values_found(record)
    judgement = judge(db, row, record)
    measures = measures_of(db, row, record, judgement.found.tables)
    lines = (printed_remark(judgement, record.opinionno), again_words(db, row), change_words(db, row))
    own = "；".join(filter(None, (*lines, *otherwise(db, row, record))))
    term = record.opinionno or judgement.needs("rectifydue")  # who has nothing to put right has no day for it
    items = items_for_print(db, row, record, judgement.found)
    conditions = [(one, record.conditions.get(one.code, "")) for one in conditions_of(db, row, record)]
    states = in_words(db, record)
    instruments = [
        {
            "name": i["name"],
            "model": i["model"],
            "no": i["instno"],
            "certno": i["certno"],
            "validto": i["validto"],
            "state": states[i["id"]],  # printed by the original record
        }
        for i in record.instruments
    ]
    kind = words.get("C602", {}).get(row.equclacode, row.equname)
    device = values | unit_words(db, main, values) | {"equkind": kind}
    facts = {one.name: one.value for one in judgement.found.told if one.value != "0"} | record.facts
    stated_ = [(one, facts[one.name]) for one in judgement.asked if facts.get(one.name)]
    shown_ = figures(db, row, record, judgement.found.tables, items)
    for one in items:
        numbers = shown_.of_items.get(str(one["seq"]))
        one["remark"] = "；".join(filter(None, (one["remark"], f"见{numbers}" if numbers else "")))
    layouts = book.layouts(db, row.templateday)
    wanted = templates_of(db, row)[1]
    if lacking := [one for one in wanted if one not in layouts]:
        raise Refused(f"规则表“报告版式”中没有 {'、'.join(lacking)}，不能打印")
    parts = [layouts[one] for one in wanted]
    material = Material(
        layouts=parts,
        technical=technical(layouts, parts[0], row.equclacode),
        kind=row.equclacode,
        values=device,
        words=words,
        lines=[flat(line) for line in pipelines.named_lines(db, row)],
        conditions=conditions,
        instruments=instruments,
        items=items,
        inputs=[stated_pair(one, text) for one, text in stated_ if not is_result(one, judgement)],
        tables=sorted(
            annexes(judgement.found, measures, words, shown_.words), key=lambda one: _later(row, one["code"])
        ),
        picked={one: rows_where(judgement.found, measures, words, one) for one in parts[0].picked},
        curves=curves(judgement.found, parts[0]),
        photos=shown_.pictures,
        unprinted=shown_.unprinted,
        own=OWN,
        of_lines=of_lines(db, row, record, judgement, words),
    )
    under = hands_under(db, row)
    people = {who: under.get(part, []) for who, part in PARTS.items()}
    layout = material.layout
    sentences = book.notices(db, layout.notices, row.templateday)
    title = title_of(db, row, words)
    return {
        "orgname": org.name,
        "orgcertno": org.licence_no,
        "orgaddr": org.address,
        "orgtel": org.tel,
        "orgpost": parameter(db, "org.postcode"),
        "reportno": row.reportno,
        "reportname": title,
        "testsortName": kind,
        "sortName": words.get("C604", {}).get(row.testsort, ""),
        "verifyurl": verifyurl,
        "inspdate": plain(record.inspdate),
        "conclusion": record.conclusion,
        "lastinspdate": values.get("inspdate") or "",
        "insresultName": words.get("C605", {}).get(record.conclusion, "").split("(")[0],
        "opinion": record.problems,
        "remark": "；".join(x for x in (record.remark, own) if x),
        "noticeno": record.opinionno,
        "rectifydate": (plain(record.rectifydue) or "") if term else "",
        "ninspdate": plain(record.nextdate) or "",
        "basis": basis(db, row, row.templateday),
        "unitname": main.unitname,
        "equipment": device | {"equkindName": kind},
        "conditions": [{"label": one.label, "value": with_unit(text, one.unit)} for one, text in conditions if text],
        "instruments": instruments,
        "items": items,
        "tables": tables_for_print(db, row, record, judgement.found),
        "facts": {one.label: text for one, text in stated_},
        "photos": list(shown_.pictures),
        **{who: found_[0] if found_ else None for who, found_ in people.items() if who != "inspectors"},
        **({} if under or row.step in at.ISSUED else DRAFT),
        "inspectors": people["inspectors"],
        "paper": {
            "noun": layout.noun,
            "sealLabel": layout.seal,
            "notices": [one.format(noun=layout.noun, seal=layout.seal) for one in sentences],
            "cover": material.pairs(layout.blocks["cover"]),
            "identity": material.pairs(layout.blocks["identity"]),
            "results": [stated_pair(one, text) for one, text in stated_ if is_result(one, judgement)],
            "dates": next_days(db, row, record, judgement, layout),
            "signers": [{"label": label, "people": people[who]} for label, who in layout.signers],
            "sections": sections(material),
        },
    }


def _later(row: AppBuss, code: str) -> bool:
    """Whether a table stands behind another one: of a re-inspection what was inspected again comes first."""
    return bool(row.mother_id) and code != AGAIN


def of_lines(
    db: Session, row: AppBuss, record: OriginalRecord, judgement: Judgement, words: dictionary.Words
) -> dict[str, list[str]]:
    """What followed for each line of a piping project: its grade, conclusion and next date, in the order of lines."""
    if row.equclass != codes.PIPING:
        return {}
    due = schedule(db, row, record, judgement)
    if due and due.lines:
        lines = [
            (one.degree, one.said.code if one.said else "", pipelines.next_days(one, record, due.field).get(due.field))
            for one in due.lines
        ]
    else:  # no line gets a date
        lines = _without_dates(db, row, judgement)
    if not lines:
        return {}
    known = words.get("C605", {})
    codes_ = [code or record.conclusion for _grade, code, _day in lines]
    return {
        "安全状况等级": [f"{grade} 级" if grade else EMPTY for grade, _code, _day in lines],
        "检验结论": [known.get(code, code).split("(")[0] or EMPTY for code in codes_],
        "下次检验日期": [cn_day(plain(day)) if day else EMPTY for _grade, _code, day in lines],
    }


def _without_dates(db: Session, row: AppBuss, judgement: Judgement) -> list[tuple[Any, str, Any]]:
    """Grade and conclusion of each line as the record states them; none where it states none."""
    stated = {one.name: one for one in judgement.found.rows.get(LINE, ())}
    own = [stated.get(one.pipeno) for one in pipelines.named_lines(db, row)] if stated else []
    return [(one.grade, one.code, None) if one else (None, "", None) for one in own]


def tables_for_print(db: Session, row: AppBuss, record: OriginalRecord, found: Found) -> list[dict[str, Any]]:
    """The filled tables with what was worked out of them, as the report keeps them."""
    worked = {one["code"]: one for one in worked_tables(found)}
    tables = [one for one in entry_tables(db, row, record, found) if one["code"] in worked]
    return [{**one, **worked[one["code"]], "typed": one["rows"]} for one in tables]


def is_result(one: StatedName, found: Judgement) -> bool:
    """Whether what is stated is a result of the inspection, which stands on the page of the conclusion."""
    return not one.read or one.name in found.found.graded


def next_days(
    db: Session, row: AppBuss, record: OriginalRecord, judgement: Judgement, layout: ReportLayout
) -> list[dict[str, str]]:
    """The next dates that this sort sets, each with its own words; '/' where the conclusion gives none.

    An issued report says what approval wrote; a draft what the rules say now.
    """
    fields = list(sort_of(db, row).next_date_fields)
    main = f"下次{layout.noun}日期"
    if not fields:
        return []
    if record.nextdate is None:
        return [{"label": main, "value": EMPTY}]
    made = []
    known = {line["field"]: line for line in _explained(db, row, record, judgement)}
    fields += [name for name, line in known.items() if line["ruleid"] and line["value"] and name not in fields]
    for name in fields:
        line = known.get(name)
        label = f"下次{line['label'].removeprefix('下次')}日期" if line and len(fields) > 1 else main
        own = line["value"] if line and line["ruleid"] else None
        if day := plain(record.nextdate) if name == fields[0] else own:
            made.append({"label": label, "value": cn_day(day)[:8] if layout.nextform == MONTH else cn_day(day)})
    return made


def _explained(db: Session, row: AppBuss, record: OriginalRecord, found: Judgement) -> Sequence[Mapping[str, Any]]:
    """The dates as approval wrote them, before that as the rules give them."""
    written = device_of(db, row).nextexplain or {}
    if written.get("reportno") == row.reportno:
        return list(written.get("lines", ()))
    due = schedule(db, row, record, found) if found.dated else None
    return [dict(line) for line in explained(due.dates)["lines"]] if due else []


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

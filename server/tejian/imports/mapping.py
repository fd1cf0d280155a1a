"""What a file of foreign headings means: proposed, shown as it will be understood, and kept per source."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field as Given
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database.audit import plain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Form, Version
from tejian.kit.forms.formview import Field
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.folding import folded
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.importing import meaning as meanings
from tejian.kit.importing.meaning import ColumnProposal, Heading, Meaning
from tejian.kit.importing.reading import COLUMNS_LIMIT
from tejian.kit.importing.view import UNIT_ACTS, ImportView, Reader, codes_of, import_of
from tejian.kit.records.crud import Named, Saved, held

from .models import ImportRun, ImportSource

SOURCES_MOST = 200  # of one organisation and list
WORDS_LIMIT = 2_000
WHOLE_LONG = 200
UNITS_LIMIT = 500
Found = Mapping[str, Any]  # what stands in a file: its headings, first rows and where the heading is
OFFERED = 400  # a longer list of codes is chosen from by its own picker


class KnownSource(TypedDict):
    """A source whose headings are known here: how many columns and words, and when it was last said."""

    id: str
    version: int
    name: str
    columns: int
    words: int
    at: str
    by: str


class ImportField(TypedDict):
    """A field that a column may mean. `coded`: its words stand for codes."""

    name: str
    label: str
    required: bool
    type: str
    coded: bool


class TopLine(TypedDict):
    """One of the first lines of the sheet."""

    line: int
    text: str


class Proposed(TypedDict):
    """`head` is the line that was taken for the heading, `headLines` how many lines it has; `top` the first lines."""

    filename: str
    head: int
    headLines: int
    top: list[TopLine]
    columns: list[ColumnProposal]
    fields: list[ImportField]
    sources: list[KnownSource]


class CodeOption(TypedDict):
    value: str
    label: str


class WordProposal(TypedDict):
    word: str
    code: str
    why: str


class FieldWords(TypedDict):
    """Words of a column that are none of ours. Without `options` the codes are those of areas."""

    field: str
    label: str
    options: list[CodeOption]
    words: list[WordProposal]


class ReadCell(TypedDict):
    """A cell as it stands in the file, as it is understood, and what is wrong with it by itself."""

    given: str
    read: str
    fault: str


class ReadRow(TypedDict):
    cells: list[ReadCell]


class Understood(TypedDict):
    labels: list[str]
    rows: list[ReadRow]


class MeaningForm(Form):
    """What is said of the file of a run: {head, field} of each column, {field, word, code} of each foreign word,
    {field, text} of what holds for every row."""

    id: str = Given(title="导入记录", max_length=32)
    columns: list[dict[str, Any]] = Given([], title="列对应", max_length=COLUMNS_LIMIT)
    words: list[dict[str, Any]] = Given([], title="值对应", max_length=WORDS_LIMIT)
    whole: list[dict[str, Any]] = Given([], title="全部为", max_length=COLUMNS_LIMIT)


class WordsForm(MeaningForm):
    source_id: str = Given("", alias="sourceId", title="来源", max_length=32)


class SourceForm(MeaningForm):
    """The same, kept under the name of a source; `sourceId` and `version` when it is known already."""

    id: str = Given("", title="主键", max_length=32)
    version: Version = Given(None, title="版本")
    view_no: str = Given("", alias="viewNo", title="列表", max_length=64)
    name: str = Given(title="来源", max_length=60, min_length=1)


def _may(db: Session, me: User, no: str) -> ImportView:
    view = import_of(no)
    require(me, view.permission)
    return view


def _asked(db: Session, me: User, run_id: str) -> tuple[ImportView, ImportRun]:
    """The run that asks for the meaning of its file, and its view."""
    run = visible_or_refuse(db, me, ImportRun, run_id)
    view = _may(db, me, run.view_no)
    if "headings" not in run.found:
        raise Refused("这个文件的表头与模板一致，不需要对应列")
    return view, run


def _source(db: Session, me: User, view: ImportView, source_id: str) -> Meaning:
    if not source_id:
        return Meaning()
    row = visible_or_refuse(db, me, ImportSource, source_id)
    if row.view_no != view.no:
        raise Refused("所选来源不属于该列表")
    return Meaning(row.columns, row.words)


def sources(db: Session, me: User, no: str) -> list[KnownSource]:
    """The sources of one's organisation, the last used first."""
    return _kept_for(db, me, _may(db, me, no).no)


def _kept_for(db: Session, me: User, no: str) -> list[KnownSource]:
    query = select(ImportSource).where(ImportSource.view_no == no, ImportSource.kept_by(me))
    return [
        {
            "id": row.id,
            "version": row.version,
            "name": row.name,
            "columns": len(row.columns),
            "words": sum(map(len, row.words.values())),
            "at": str(plain(row.updatetime)),
            "by": row.updateby,
        }
        for row in db.scalars(query.order_by(ImportSource.updatetime.desc()).limit(SOURCES_MOST))
    ]


def proposed(db: Session, me: User, run_id: str, source_id: str) -> Proposed:
    """The columns of the file of a run with what each probably means."""
    view, run = _asked(db, me, run_id)
    return proposed_of(db, me, view, run.filename, run.found, source_id)


def proposed_of(db: Session, me: User, view: ImportView, name: str, finding: Found, source_id: str) -> Proposed:
    """The columns of any file that was looked at, by the fields of a view."""
    fields = view.columns(db, me)
    words = dictionary.words(db, me.dict_version)
    before = _source(db, me, view, source_id)
    return {
        "filename": name,
        "head": finding.get("head", 1),
        "headLines": finding.get("headLines", 1),
        "top": finding.get("top", []),
        "columns": meanings.propose(fields, finding["headings"], before.columns),
        "fields": [
            {
                "name": f.name,
                "label": f.label,
                "required": f.required,
                "type": f.type,
                "coded": codes_of(f, words) is not None,
            }
            for f in fields
        ],
        "sources": _kept_for(db, me, view.no),
    }


def _headings(finding: Found) -> Mapping[str, Heading]:
    return {one["head"]: one for one in finding["headings"]}


def words(db: Session, me: User, form: WordsForm) -> list[FieldWords]:
    """The words of the coded columns that are none of ours, with what each probably stands for."""
    view, run = _asked(db, me, form.id)
    return words_of(db, me, view, run.found, form)


def words_of(db: Session, me: User, view: ImportView, finding: Found, form: WordsForm) -> list[FieldWords]:
    """The same of any file that was looked at."""
    fields, ours = {f.name: f for f in view.columns(db, me)}, dictionary.words(db, me.dict_version)
    before, headings = _source(db, me, view, form.source_id), _headings(finding)
    out: list[FieldWords] = []
    for head, name in _columns(form.columns).items():
        field = fields.get(name)
        codes = codes_of(field, ours) if field else None
        if field is None or codes is None or head not in headings or field.type.endswith("Multi"):
            continue
        proposals = meanings.propose_words(headings[head]["words"], codes, before.words.get(name, {}))
        if not proposals:
            continue
        listed = codes if len(codes) <= OFFERED else {}
        out.append(
            {
                "field": name,
                "label": field.label,
                "options": [{"value": code, "label": label} for code, label in listed.items()],
                "words": [{"word": word, "code": code, "why": why} for word, (code, why) in proposals.items()],
            }
        )
    return out


def understood(db: Session, me: User, form: MeaningForm) -> Understood:
    """The first rows of the file as they will be read."""
    view, run = _asked(db, me, form.id)
    return understood_of(db, me, view, run.found, form)


def understood_of(db: Session, me: User, view: ImportView, finding: Found, form: MeaningForm) -> Understood:
    """The same of any file that was looked at."""
    fields = view.columns(db, me)
    meaning = _judged(db, me, fields, form)
    heads = [one["head"] for one in finding["headings"]]
    columns = meanings.columns_by_meaning(fields, heads, meaning, view.drafts)
    whole = meaning.whole_of(fields)
    reader = Reader(db, me, columns, view.known_days(db), meaning.words, view.drafts, whole, fields)
    ours = dictionary.words(db, me.dict_version)
    rows: list[ReadRow] = []
    lines = finding.get("lines") or range(2, 2 + len(finding["rows"]))
    for number, cells in zip(lines, finding["rows"], strict=True):
        row = reader.row(number, cells)
        rows.append(
            {
                "cells": [
                    {
                        "given": cells[place],
                        "read": _shown(f, row.values.get(f.name), ours),
                        "fault": row.errors.get(f.name) or row.lacks.get(f.name, ""),
                    }
                    for place, f in columns.items()
                ]
            }
        )
    return {"labels": [f.label for f in columns.values()], "rows": rows}


def _shown(f: Field, value: Any, words: dictionary.Words) -> str:
    if value is None:
        return ""
    codes = codes_of(f, words) or {}
    text = ("1" if value else "0") if isinstance(value, bool) else str(plain(value))
    return "、".join(codes.get(part, part) for part in text.split(",")) if codes else text


def said(db: Session, me: User, view: ImportView, finding: Found, form: Any) -> dict[str, Any]:
    """What is kept of the confirmed meaning of its file: each column said, no word for what is not there."""
    fields = view.columns(db, me)
    meaning = _judged(db, me, fields, form)
    heads = [one["head"] for one in finding.get("headings", ())]
    meanings.columns_by_meaning(fields, heads, meaning, view.drafts)
    layout = {"head": finding.get("head", 1), "lines": finding.get("headLines", 1)}
    return {"columns": meaning.columns, "words": meaning.words, "whole": meaning.whole, **layout}


def _judged(db: Session, me: User, fields: Sequence[Field], form: Any) -> Meaning:
    known = dictionary.words(db, me.dict_version)
    whole = {_text(one, "field", 64): _text(one, "text", WHOLE_LONG) for one in form.whole}
    meaning = Meaning(_columns(form.columns), _words(form.words), {k: v for k, v in whole.items() if v.strip()})
    meanings.check_words(fields, {f.name: codes_of(f, known) or {} for f in fields}, meaning)
    return meaning


def _text(one: Mapping[str, Any], name: str, most: int) -> str:
    text = one.get(name, "")
    if not isinstance(text, str) or len(text) > most:
        raise BadInput("列对应格式不正确")
    return text


def _columns(sent: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {_text(one, "head", meanings.HEAD_LONG): _text(one, "field", 64) for one in sent}


def _words(sent: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    out: dict[str, dict[str, str]] = {}
    for one in sent:
        of_field = out.setdefault(_text(one, "field", 64), {})
        of_field[_text(one, "word", meanings.WORD_LONG)] = _text(one, "code", 64)
    return out


def unit_acts(sent: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """What is done with unknown units: {name, act, unit} of each, by the folded name. Raises BadInput."""
    out: dict[str, dict[str, str]] = {}
    for one in sent:
        act = _text(one, "act", 16)
        if act not in UNIT_ACTS:
            raise BadInput("未建档的单位：请选择新建、选用已有单位，或以后处理")
        out[folded(_text(one, "name", WHOLE_LONG))] = {"act": act, "unit": _text(one, "unit", 32)}
    return out


def save(db: Session, me: User, form: SourceForm) -> Saved:
    """Keep what was said under the name of a source. What is not said this time stays as it was said before."""
    named: Named = form
    row = held(db, me, ImportSource, named) if form.id else _fresh(db, me, form)
    return keep(db, me, _may(db, me, row.view_no), row, form)


def keep(db: Session, me: User, view: ImportView, row: ImportSource, form: SourceForm) -> Saved:
    """Write what was said into a source of a view."""
    meaning = _judged(db, me, view.columns(db, me), form)
    if not meaning.columns:
        raise BadInput("请先说明各列的含义")
    row.name, row.updatetime = form.name, clock.now()
    refuse_same(db, row)
    row.columns = {**(row.columns or {}), **meaning.columns}
    before = row.words or {}
    row.words = {name: {**before.get(name, {}), **meaning.words.get(name, {})} for name in {**before, **meaning.words}}
    db.add(row)
    db.flush()
    return {"id": row.id, "version": row.version}


def _fresh(db: Session, me: User, form: SourceForm) -> ImportSource:
    return fresh(db, me, _may(db, me, form.view_no))


def fresh(db: Session, me: User, view: ImportView) -> ImportSource:
    """A new source of a view, of the organisation of who asks."""
    mine = select(func.count()).where(ImportSource.view_no == view.no, ImportSource.kept_by(me))
    if (db.scalar(mine) or 0) >= SOURCES_MOST:
        raise Refused(f"每个列表最多保存{SOURCES_MOST}个来源，请先删除不用的")
    return ImportSource(org_id=me.org_id, unit_id=me.unit_id or "", view_no=view.no)


def refuse_same(db: Session, row: ImportSource) -> None:
    """One name means one source of a list."""
    same = select(ImportSource.id).where(
        ImportSource.org_id == row.org_id,
        ImportSource.unit_id == row.unit_id,
        ImportSource.view_no == row.view_no,
        ImportSource.name == row.name,
        ImportSource.id != (row.id or ""),
    )
    with db.no_autoflush:
        if db.scalar(same):
            raise Refused(f"已有名为“{row.name}”的来源，请选用它或换一个名称")


def delete(db: Session, me: User, form: Named) -> None:
    row = held(db, me, ImportSource, form)
    _may(db, me, row.view_no)
    db.delete(row)

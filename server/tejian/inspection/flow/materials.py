"""The papers that a declaration has to bring (application_materials.csv), and what was found of each."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppMain
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import papers_for
from tejian.kit.forms.formview import Field, FormView, Group, Table, add_form
from tejian.kit.ground.errors import BadInput
from tejian.kit.process.doing import Doing

LACKS, THERE, NEEDLESS = "0", "1", "2"
STATES = {THERE: "有", LACKS: "无", NEEDLESS: "不适用"}
MATERIAL_ROW = add_form(
    FormView(
        "jy_material_row",
        "资料清单",
        "",
        [
            Group(
                "",
                [
                    Field("name", "资料", "readonly", span=12),
                    Field("state", "有无", "select", options=STATES, span=6),
                    Field("pages", "页数", "int", low=0, high=9999, span=6),
                ],
            )
        ],
    )
)
MATERIALS = Table("materials", "资料清单", MATERIAL_ROW, add="", most=40)


class Material(TypedDict):
    """A paper with what was found of it; `state` is empty until somebody looked."""

    id: str
    name: str
    needed: bool
    state: str
    pages: int | None


def materials_of(db: Session, main: AppMain) -> list[Material]:
    """The papers that this declaration has to bring, in their order."""
    notes = {one["name"]: one for one in main.materials}
    kind = main.equclacode or main.equclass
    papers = papers_for(records.application_materials(db), kind, main.testsort) if kind else []
    return [
        {
            "id": str(one.seq),
            "name": one.name,
            "needed": one.required,
            "state": notes.get(one.name, {}).get("state", ""),
            "pages": notes.get(one.name, {}).get("pages"),
        }
        for one in papers
    ]


def write_materials(db: Session, main: AppMain, sent: Iterable[Mapping[str, Any]]) -> None:
    """Note what was found of the papers; those that were not sent stay as they were."""
    rows = {one["id"]: one for one in materials_of(db, main)}
    for row in sent:
        if (known := rows.get(str(row.get("id") or ""))) is None:
            raise BadInput("资料清单：没有这项资料", field=MATERIALS.name)
        known["state"], known["pages"] = row["state"] or "", row["pages"]
    main.materials = [
        {"name": one["name"], "state": one["state"], "pages": one["pages"]} for one in rows.values() if one["state"]
    ]


class Begun(TypedDict):
    version: int
    materials: list[Material]


def begun(db: Session, main: AppMain) -> Begun:
    """With what the dialog of a review begins."""
    return {"version": main.version, "materials": materials_of(db, main)}


def all_there(db: Session, main: AppMain) -> list[dict[str, Any]]:
    """The list as it is filled when nothing is missing."""
    return [{"id": one["id"], "state": THERE, "pages": 1} for one in materials_of(db, main)]


def missing_of(db: Session, main: AppMain) -> str:
    """What is missing, in words; empty when nothing is."""
    missing = "、".join(one["name"] for one in materials_of(db, main) if one["state"] == LACKS)
    return f"缺少{missing}" if missing else ""


# -- effects and guards of moves ----------------------------------------------------------------------------------


def note_materials(d: Doing) -> None:
    """记资料清单"""
    if sent := d.form["materials"]:
        write_materials(d.db, d.subject, sent)


def materials_there(d: Doing) -> str | None:
    """必备的资料都有，或不适用"""
    rows = [one for one in materials_of(d.db, d.subject) if one["needed"]]
    missing = "、".join(one["name"] for one in rows if one["state"] == LACKS)
    if missing:
        return f"{d.subject.appno}缺少{missing}，不能判为符合"
    unseen = "、".join(one["name"] for one in rows if not one["state"])
    return f"{d.subject.appno}：请在资料清单中填写{unseen}" if unseen else None


def name_missing(d: Doing) -> None:
    """缺少的资料写进原因"""
    if missing := missing_of(d.db, d.subject):
        d.subject.backDescription = f"{missing}。{d.subject.backDescription}"[:2000]

"""The specification's Excel calls of each class: they lead to the export of lists and to the import of files."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.archives import permissions as p
from tejian.imports import api as service
from tejian.kit.forms.form import OneId, asks
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.importing.view import IMPORTS
from tejian.kit.lists.listview import LISTS
from tejian.kit.web.edge import Area, File
from tejian.system.desk import api as layouts

IMPORTED = ("2000", "8000")  # the classes that the specification names templates for


def declare(area: Area, equclass: str, view_no: str) -> None:
    """Register expListExcel of a class, and import, expTemplate, expError, downloadTemplateByFileName where named."""
    base = f"/api/eqd{equclass}tpm/eqd{equclass}tpm"
    may = LISTS[view_no].permission

    @area.call(f"{base}/expListExcel", may=may, reads=True)
    def export(db: Session, me: User, form: dict[str, Any]) -> File:
        return layouts.export(db, me, {**form, "viewNo": view_no})

    if equclass not in IMPORTED:
        return

    @area.call(
        f"{base}/import",
        may=p.IMPORT,
        caller=True,
        form=service.StartForm,
        limit=service.UPLOAD_LIMIT,
        blind=service.ADDS,
    )
    def begin(db: Session, me: User, form: service.StartForm, caller: Any) -> service.ImportState:
        return service.begin(db, me, form.model_copy(update={"view_no": view_no}))

    @area.call(f"{base}/expTemplate", may=p.IMPORT, reads=True)
    def template(db: Session, me: User, form: dict[str, Any]) -> File:
        return service.template(db, me, view_no)

    @area.call(f"{base}/expError", may=p.IMPORT, reads=True, form=OneId)
    def errors(db: Session, me: User, form: OneId) -> File:
        return service.errors(db, me, form.id)

    @area.call(f"{base}/downloadTemplateByFileName", may=p.IMPORT, reads=True, form=asks(fileName="文件名"))
    def by_name(db: Session, me: User, form: Any) -> File:
        return service.template(db, me, named(form.fileName, view_no))


def named(file_name: str, view_no: str) -> str:
    """The import whose template has this name; without a name, that of the class."""
    if not file_name:
        return view_no
    for no, view in IMPORTS.items():
        if file_name.removesuffix(".xlsx") in (no, view.title, f"{view.title}导入模板"):
            return no
    raise BadInput("没有这个名称的模板")

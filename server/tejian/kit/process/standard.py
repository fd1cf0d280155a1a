"""The usual three acts on a record, said in one word: added, edited, deleted, and only while it stands where it may."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.steps import place_of
from tejian.kit.records.crud import PLAIN, Hooks, Rights, crud
from tejian.kit.web.edge import Area

GONE = "删除后不能恢复，变更记录仍保留"


@dataclass(frozen=True)
class Standard:
    """The buttons of a record, the calls behind them and their refusals.

    `while_` are the steps at which it may be edited and deleted; without them always. `noun` begins the refusals, where
    the number alone does not say what it is; `deletes` is the last part of the address of the deletion.
    """

    form: FormView
    rights: Rights
    while_: Sequence[str] = ()
    new: str = "新增"
    noun: str = ""
    page: str = ""  # where work on a new one goes on
    deletes: str = "delete"

    @property
    def _may(self) -> str:
        return self.rights.save or self.rights.read

    def _of_row(self, code: str, label: str, **more: Any) -> Action:
        when = {"step": tuple(self.while_)} if self.while_ else {}
        return Action(code, label, more.pop("may", self._may), needs="one", when=when, **more)

    @property
    def add(self) -> Action:
        return Action("add", self.new, self._may, kind="form", form=self.form.no, shortcut="Alt+N", route=self.page)

    @property
    def edit(self) -> Action:
        return self._of_row("edit", "编辑", place="row", kind="form", form=self.form.no)

    @property
    def delete(self) -> Action:
        url = f"{self.form.save_url.rpartition('/')[0]}/{self.deletes}"
        may = self.rights.delete or self._may
        return self._of_row("delete", "删除", may=may, place="more", kind="call", url=url, confirm=GONE)

    def serve(self, area: Area, model: type[Any], hooks: Hooks = PLAIN) -> None:
        """Register the calls; what they refuse comes before what `hooks` say."""
        crud(area, model, self.form, self.rights, self.held(hooks) if self.while_ else hooks, self.deletes)

    def held(self, hooks: Hooks) -> Hooks:
        """The same hooks, for a record that stands where it may be changed."""
        return replace(hooks, before_save=self._saving(hooks), before_delete=self._deleting(hooks))

    def _saving(self, hooks: Hooks) -> Callable[..., None]:
        def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
            if row.id:
                self.refuse(row, "不能再修改")
            if hooks.before_save:
                hooks.before_save(db, me, row, values)

        return before_save

    def _deleting(self, hooks: Hooks) -> Callable[..., None]:
        def before_delete(db: Session, me: User, row: Any) -> None:
            self.refuse(row, "不能删除")
            if hooks.before_delete:
                hooks.before_delete(db, me, row)

        return before_delete

    def refuse(self, row: Any, what: str = "不能再修改") -> None:
        """Refuse a record that stands elsewhere, by its number and the word of its step."""
        if row.step not in self.while_:
            raise Refused(f"{place_of(row, self.noun)}，{what}")


def form_of(no: str, title: str, api: str, *fields: Field, **more: Any) -> FormView:
    """The form of a record in one group, with the usual addresses under `api`."""
    return add_form(FormView(no, title, f"{api}/save", [Group(title, fields)], load_url=f"{api}/load", **more))


def standard(form: FormView, rights: Rights, while_: Sequence[str] = (), **more: Any) -> Standard:
    """The usual acts of a form: `standard(FORM, Rights(QUERY, SAVE), while_=[DRAFT])`."""
    return Standard(form, rights, while_, **more)

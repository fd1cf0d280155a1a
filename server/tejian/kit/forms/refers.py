"""Ids that belong together: what an id in a form names, and with what else of the form or the record it goes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel
from sqlalchemy import ColumnElement, select, true
from sqlalchemy.orm import Session

from tejian.kit.ground.errors import BadInput, NoPermission
from tejian.kit.ground.user import User


def existing(_me: User) -> ColumnElement[bool]:
    """Any record there is: the choice is open to everybody who may use the form."""
    return true()


@dataclass(frozen=True, eq=False)
class Refers:
    """The key of a record of `model`, one that the sender sees, or one `among` others.

    And with what it hangs together, said in one way: `of`, columns of that record that hold the values of other
    inputs (the device of this unit); `parent`, the column of the record of the form that keeps it once it is known;
    `alone`, why nothing else in the form has to go with it. `said` is the refusal of what does not belong.
    """

    model: Any
    among: Callable[[User], Any] | None = None
    of: Mapping[str, Any] = field(default_factory=dict)
    parent: Any = None
    alone: str = ""
    said: str = ""

    def __post_init__(self) -> None:
        if sum((bool(self.of), self.parent is not None, self.alone != "")) != 1:
            raise ValueError(f"{self.model.__name__}: say exactly one of `of`, `parent`, `alone`")
        if self.among is None and not hasattr(self.model, "visible"):
            raise ValueError(f"{self.model.__name__} has no data scope: say among which it is")


class Named(NamedTuple):
    """An input that refers, with what was sent, and the values beside it."""

    name: str
    label: str
    refers: Refers
    value: Any
    beside: Mapping[str, Any]

    @property
    def keys(self) -> list[str]:
        found = self.value if isinstance(self.value, list) else str(self.value or "").split(",")
        return sorted({str(key) for key in found if key})

    def wrong(self, sentence: str) -> BadInput:
        return BadInput(self.refers.said or sentence, field=self.name)


def of_model(form: BaseModel, outer: Mapping[str, Any] | None = None, head: str = "") -> Iterator[Named]:
    """The inputs of a model that refer, also those of its rows; what stands around a row stands beside its inputs."""
    beside = {**(outer or {}), **{name: getattr(form, name) for name in type(form).model_fields}}
    for name, declared in type(form).model_fields.items():
        value = beside[name]
        for refers in (m for m in declared.metadata if isinstance(m, Refers)):
            yield Named(head + name, declared.title or name, refers, value, beside)
        for n, row in enumerate(value if isinstance(value, list) else ()):
            if isinstance(row, BaseModel):
                yield from of_model(row, beside, f"{head}{name}.{n}.")


def refuse_foreign(db: Session, me: User, inputs: Sequence[Named]) -> None:
    """Refuse what names nothing that the sender sees, and what does not belong to the values beside it.

    One statement for all inputs that refer to the same with the same: the rows of a list cost what one costs.
    """
    groups: dict[Refers, list[Named]] = {}
    for one in inputs:
        if one.keys:
            groups.setdefault(one.refers, []).append(one)
    for refers, named in groups.items():
        model, keys = refers.model, sorted({k for one in named for k in one.keys})
        visible = refers.among(me) if refers.among else model.visible(me)
        query = select(model.id, *refers.of.values()).where(model.id.in_(keys), visible)
        rows = {row[0]: dict(zip(refers.of, row[1:], strict=True)) for row in db.execute(query)}
        for one in named:
            for key in one.keys:
                if key not in rows and refers.among:
                    raise BadInput(f"{one.label}：请从选项中选择", field=one.name)
                if key not in rows:
                    raise NoPermission(f"{one.label}：所选数据不存在，或不在您的数据范围内")
                if any(value != one.beside.get(name) for name, value in rows[key].items()):
                    raise one.wrong(f"{one.label}：与所选的其他内容不相符，请重新选择")


def refuse_moved(db: Session, key: str, inputs: Sequence[Named]) -> None:
    """A known record stays with its parent."""
    for one in inputs:
        column = one.refers.parent
        if column is None or not one.keys:
            continue
        parent = db.scalar(select(column).where(column.class_.id == key))
        if parent is not None and one.keys != [parent]:
            raise one.wrong(f"{one.label}：登记后不能改到其他名下")


__all__ = ["Named", "Refers", "existing", "of_model", "refuse_foreign", "refuse_moved"]

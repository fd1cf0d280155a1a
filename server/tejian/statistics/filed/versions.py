"""What indicators and forms have in common: 编制中 → 使用中 → 已废止, one version of a code in use."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, inspect, select
from sqlalchemy.orm import Session

from tejian.kit.database.db import hold, new_id
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing, Guard
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, anybody, nobody
from tejian.statistics.models.filed import DRAFT, ENDED, USED
from tejian.statistics.permissions import FORM_SAVE

OWN = {"id", "version", "createby", "updateby", "createtime", "updatetime", "step", "step_since", "limit_at"}
OWN |= {"opened_by", "published", "publisher_id", "ended", "edition"}


def former(db: Session, subject: Any) -> Any:
    """The version of a code that is in use."""
    model = type(subject)
    query = select(model).where(model.code == subject.code, model.step == USED, model.id != subject.id)
    return db.scalars(query).one_or_none()


def no_draft(d: Doing) -> str | None:
    """没有编制中的新版本"""
    model = type(d.subject)
    hold(d.db, f"{model.__tablename__} {d.subject.code}")
    query = select(model.edition).where(model.code == d.subject.code, model.step == DRAFT)
    number = d.db.scalar(query)
    return f"{d.subject.code}的第{number}版正在编制中" if number else None


def next_edition(db: Session, model: Any, code: str) -> int:
    """The number of the version that comes next."""
    return (db.scalar(select(func.max(model.edition)).where(model.code == code)) or 0) + 1


def _values(row: Any, besides: set[str]) -> dict[str, Any]:
    return {a.key: getattr(row, a.key) for a in inspect(type(row)).column_attrs if a.key not in besides}


def versioned(
    name: str,
    title: str,
    model: Any,
    places: tuple[str, str, str],
    sound: Guard,
    not_needed: Sequence[Guard] = (),
    parts: Sequence[Any] = (),
) -> Process:
    """The process of a model with versions. `places`: its calls, its list, its page; `parts`: columns of its child
    rows that name it, copied with a new version."""
    api, route, page = places

    def end_former(d: Doing) -> None:
        """原来使用的版本废止"""
        if old := former(d.db, d.subject):
            old.ended = clock.now()
            process.put(d.db, old, ENDED)
            d.db.flush()

    def copy_as_draft(d: Doing) -> None:
        """复制为编制中的新版本"""
        number = next_edition(d.db, model, d.subject.code)
        new = model(**_values(d.subject, OWN), edition=number)
        process.put(d.db, new, DRAFT)
        d.db.add(new)
        d.db.flush()
        for key in parts:
            rows = d.db.scalars(select(key.class_).where(key == d.subject.id).order_by(key.class_.id)).all()
            order = sorted(new_id() for _ in rows)  # keys grow in the order of the rows, also within a millisecond
            for own, row in zip(order, rows, strict=True):
                d.db.add(key.class_(**_values(row, {*OWN, key.key}) | {"id": own, key.key: new.id}))

    places_of: dict[str, Any] = {"route": route, "page": page}
    process: Process = add_process(
        Process(
            name=name,
            title=title,
            model=model,
            api=api,
            one_by_one=True,
            start=DRAFT,
            ends=[ENDED],
            numbers=lambda s: (s.code, s.code),
            about=lambda m: (m.name, m.code),
            steps=[
                Step(DRAFT, "编制中", anybody, tone="ca", waits=f"{title}待发布", verb="发布", **places_of),
                Step(USED, "使用中", nobody, tone="ok"),
                Step(ENDED, "已废止", nobody),
            ],
            moves=[
                Move(
                    *("publish", "发布", [DRAFT], USED, FORM_SAVE),
                    guards=[sound],
                    before=[end_former],
                    stamps=["publisher_id", "published"],
                ),
                Move(
                    "revise", "修订", [USED], STAY, FORM_SAVE, anyone=True, guards=[no_draft], effects=[copy_as_draft]
                ),
                Move(
                    *("retire", "废止", [USED], ENDED, FORM_SAVE),
                    anyone=True,
                    needs_reason=True,
                    guards=[*not_needed],
                    stamps=["ended"],
                ),
            ],
        )
    )
    return process

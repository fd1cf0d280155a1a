"""What a row of the lists of business says of itself: late, overdue, sent back."""

from typing import Any

from sqlalchemy import and_, case, func, literal, or_

from tejian.inspection import codes as at
from tejian.kit.lists.listview import Col

from .business import STEP_NAMES


def late_at_step(model: Any) -> Any:
    """Whether the present step of a row is handled too late."""
    return and_(model.limit_at < func.now(), model.step.not_in(at.ENDS))


def limit_column(model: Any) -> Col:
    """When the present step is due; of what has ended nothing is."""
    return Col("limit_at", "办理期限", case((model.step.not_in(at.ENDS), model.limit_at)), 124, "deadline")


def late_column(model: Any, due: Any = None) -> Col:
    """The mark of a row whose present step is late; or, where `due` is given, whose device is used past that date."""
    late = late_at_step(model) if due is None else or_(late_at_step(model), _overdue(model, due))
    return Col("late", "", case((late, literal("1")), else_=literal("0")))


def _overdue(model: Any, due: Any) -> Any:
    return and_(model.step.not_in(at.ENDS), due < func.current_date())


def marks(model: Any, due: Any) -> list[Col]:
    """What a row says beside its columns: its device used past the statutory date, sent back by whom and why, its step.

    On the due day itself a device is not overdue; of what has ended none is.
    """
    return [
        Col("isNinspdateOverdue", "", case((_overdue(model, due), literal("1")), else_=literal("0"))),
        Col("backDescription", "", model.backDescription),
        Col("backDutyTask", "", model.backDutyTask, words=STEP_NAMES),
        Col("backUser", "", model.backUser),
        Col("backTime", "", model.backTime),
        Col("step", "", model.step, words=STEP_NAMES),
        Col("equclass", "", model.equclass),
    ]

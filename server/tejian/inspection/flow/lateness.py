"""What a row of the lists of business says of itself: late, overdue, sent back."""

from typing import Any

from sqlalchemy import and_, case, func, literal

from tejian.inspection import codes as at
from tejian.kit.listview import Col

from .business import STEP_NAMES


def late_at_step(model: Any) -> Any:
    """Whether the present step of a row is handled too late."""
    return and_(model.limit_at < func.now(), model.step.not_in(at.ENDS))


def limit_column(model: Any) -> Col:
    """When the present step is due; of what has ended nothing is."""
    return Col("limit_at", "办理期限", case((model.step.not_in(at.ENDS), model.limit_at)), 124, "deadline")


def late_column(model: Any) -> Col:
    """The mark of a row whose present step is late."""
    return Col("late", "", case((late_at_step(model), literal("1")), else_=literal("0")))


def marks(model: Any, due: Any) -> list[Col]:
    """What a row says beside its columns: its device used past the statutory date, sent back by whom and why, its step.

    On the due day itself a device is not overdue; of what has ended none is.
    """
    overdue = and_(model.step.not_in(at.ENDS), due < func.current_date())
    return [
        Col("isNinspdateOverdue", "", case((overdue, literal("1")), else_=literal("0"))),
        Col("backDescription", "", model.backDescription),
        Col("backDutyTask", "", model.backDutyTask, words=STEP_NAMES),
        Col("backUser", "", model.backUser),
        Col("backTime", "", model.backTime),
        Col("step", "", model.step, words=STEP_NAMES),
        Col("equclass", "", model.equclass),
    ]

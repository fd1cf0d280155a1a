"""What is late: the statutory date of a device, and the step at which a subject stands."""

from typing import Any

from sqlalchemy import and_, case, func, literal

from tejian.inspection import codes as at
from tejian.kit.listview import Col


def overdue(due: Any) -> Any:
    """ "1" when the statutory date of an open subject has passed; on the due day itself it has not."""
    return case((due < func.current_date(), literal("1")), else_=literal("0"))


def late_at_step(model: Any) -> Any:
    """Whether the present step of a row is handled too late."""
    return and_(model.limit_at < func.now(), model.step.not_in(at.ENDS))


def limit_column(model: Any) -> Col:
    """When the present step is due; of what has ended nothing is."""
    return Col("limit_at", "办理期限", case((model.step.not_in(at.ENDS), model.limit_at)), 124, "deadline")


def late_column(model: Any) -> Col:
    """The mark of a row whose present step is late."""
    return Col("late", "", case((late_at_step(model), literal("1")), else_=literal("0")))

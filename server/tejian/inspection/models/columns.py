"""Columns that declarations and items share, and the words of the indexes over them."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import DateTime, Numeric, String
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.inspection import codes as at
from tejian.kit.lists.facets import Facets


def text(size: int, label: str, **info: str) -> Any:
    return mapped_column(String(size), default="", info={"label": label, **info})


def money(label: str) -> Any:
    return mapped_column(Numeric(12, 2), default=Decimal("0.00"), info={"label": label})


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})


def among(*steps: str) -> str:
    """The condition of an index over items at these steps."""
    return f"step in ({', '.join(repr(s) for s in steps)})"


ISSUED = among(*at.ISSUED)
PLANNED = among(at.CONFIRM, at.BUILD)
OPEN = among(*at.CLOSED).replace(" in ", " not in ")
PAST = among(*at.ENDS)


class Returned:
    """The last return of a declaration or business item: what the rollback marker shows."""

    backReason: Mapped[str] = text(256, "退回原因")
    backDescription: Mapped[str] = text(2000, "详细说明")
    backDutyTask: Mapped[str] = text(32, "责任环节")
    backStep: Mapped[str] = text(32, "退回自环节")
    backUser: Mapped[str] = text(64, "退回人")
    backTime: Mapped[datetime | None] = moment("退回时间")
    # stays when the marker goes: what was never returned passed at once
    returned: Mapped[bool] = mapped_column(default=False, server_default="false", info={"secret": True, "quiet": True})


class Flowing:
    """Where a subject stands in its process."""

    step: Mapped[str] = mapped_column(String(16), info={"label": "当前环节"})
    status: Mapped[str] = text(4, "状态", dict="C609")
    step_since: Mapped[datetime | None] = moment("进入环节时间")
    limit_at: Mapped[datetime | None] = moment("办理期限")
    opened_by: Mapped[str] = text(64, "已打开人")
    last_by: Mapped[str] = text(32, "上一环节办理人")
    flow_version: Mapped[int] = mapped_column(default=1, info={"label": "流程版本"})
    # who may handle the step by the flow configuration: people, departments, roles; nobody named means whoever could
    handlers: Mapped[list[str]] = mapped_column(
        ARRAY(String(32)),
        default=list,
        server_default="{}",
        info={"label": "指定办理人", "secret": True, "quiet": True},
    )


MAIN_FACETS = Facets(
    "appmain",
    codes={"o": "cheorg", "e": "chedept", "u": "unitsysid", "t": "step", "s": "status", "g": "seisort", "w": "appway"},
    beginnings={"k": "equclacode"},
    days={"d": "appdate", "n": "ninspdate"},
    flags={"r": '"backReason"'},
)
ITEM_FACETS = Facets(
    "appbuss",
    codes={
        **{"o": "cheorg", "e": "chedept", "u": "unitsysid", "t": "step", "s": "status", "p": "testsort"},
        "m": "scinspector",
    },
    beginnings={"k": "equclacode", "a": "areacode"},
    days={"l": "plandate", "n": "duedate", "i": "inspdate"},
    moments={"f": "limit_at", "b": "approvedat"},
    flags={"r": '"backReason"'},
)

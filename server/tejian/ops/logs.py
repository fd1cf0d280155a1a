"""Log lines: JSON for machines, text for a terminal. Neither says what values a statement or a form held."""

import json
import logging
import sys
import traceback
from datetime import datetime
from typing import Any

from tejian.kit.ground import clock, trace

VALUES = ("psycopg", "sqlalchemy", "pydantic", "pydantic_core")  # whose errors quote what they were given


def harmless(wrong: BaseException) -> str:
    """An error in words that hold no values: of those that quote them only kind, state and what they are about."""
    kind = type(wrong)
    if kind.__module__.split(".")[0] not in VALUES:
        return "".join(traceback.format_exception_only(kind, wrong)).strip()
    cause = getattr(wrong, "orig", None) or wrong
    diag = getattr(cause, "diag", None)
    about = (getattr(diag, name, None) for name in ("table_name", "column_name", "constraint_name"))
    facts = [str(f) for f in (getattr(cause, "sqlstate", None), *about) if f]
    return f"{kind.__module__}.{kind.__name__}" + (f" [{' '.join(facts)}]" if facts else "")


def told(wrong: BaseException) -> str:
    """A traceback with the errors that led to it, each without values."""
    chain: list[str] = []
    past: set[int] = set()
    at: BaseException | None = wrong
    while at is not None and id(at) not in past:
        past.add(id(at))
        frames = "".join(traceback.format_tb(at.__traceback__))
        chain.insert(0, f"{frames}{harmless(at)}")
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return "\n\n".join(chain)


class Text(logging.Formatter):
    """For a terminal."""

    def formatException(self, ei: Any) -> str:
        return told(ei[1]) if ei[1] is not None else ""

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        return f"{line} ({trace.short()})" if trace.number() and record.exc_info else line


class Json(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, clock.SHANGHAI).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if number := trace.number():
            line["request"] = number
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = told(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def open_log(form: str) -> None:
    """Write the log to standard error: `json`, `text`, or by what stands there when nothing is said."""
    text = form == "text" or (not form and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Text("%(asctime)s %(levelname)s %(name)s %(message)s") if text else Json())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for noisy in ("alembic", "procrastinate", "fontTools"):
        logging.getLogger(noisy).setLevel(logging.WARNING)

"""The number of the request or job at work: in its log lines, its audit rows, its answer and its error page."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_number: ContextVar[str] = ContextVar("request_number", default="")


@contextmanager
def under(number: str) -> Iterator[str]:
    """Work under this number."""
    token = _number.set(number)
    try:
        yield number
    finally:
        _number.reset(token)


def number() -> str:
    """The number at work; nothing outside of requests and jobs."""
    return _number.get()


def short() -> str:
    """What people read to each other: the end of the number, which is random."""
    return _number.get()[-8:]

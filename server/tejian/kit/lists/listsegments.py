"""How many rows each segment of a list has, beside its page."""

import time
from functools import partial
from typing import Any

from sqlalchemy import false, func, select
from sqlalchemy.orm import Session

from tejian.kit.database.statements import fetch, in_time

from .facets import is_common
from .listkeys import COUNT_CAP, count_of
from .listquestion import Params, Question

FOUND_MS = 25  # the segments of a long list are counted so long, all of them together


def sizes(db: Session, q: Question, params: Params, *, long: bool) -> dict[str, int]:
    """The segments by their codes, without those that are not soon counted."""
    return _found(db, q, params) if long else _all(db, q, params)


def _all(db: Session, q: Question, params: Params) -> dict[str, int]:
    """How many rows each segment has of those that the search fields ask for; nothing of a list that is too long."""
    view = q.view
    if q.unanswered and view.indexed is not None:  # no index answers it: they would be counted through all rows
        return {}
    parts = [func.coalesce(s.where(q.me), false()).label(s.code) for s in view.segments]
    rows = view.source.where(*view.fixed, q.scope, *view.typed(params), *q.indexed).with_only_columns(
        *parts, maintain_column_froms=True
    )
    rows_of_each = rows.order_by(None).limit(COUNT_CAP + 1).subquery()
    counts: list[Any] = [func.count(), *(func.count().filter(rows_of_each.c[s.code]) for s in view.segments)]
    ((many, *sizes),) = fetch(db, select(*counts).select_from(rows_of_each))
    return dict(zip((s.code for s in view.segments), sizes, strict=True)) if many <= COUNT_CAP else {}


def _found(db: Session, q: Question, params: Params) -> dict[str, int]:
    """The same of a list that is too long to be looked through: of each that its index finds soon and that is short."""
    view, counts, end = q.view, dict[str, int](), time.monotonic() + FOUND_MS / 1000
    if q.unanswered or not view.indexed:
        return counts
    for one in view.segments:
        part, left = one.facet and one.facet(), round((end - time.monotonic()) * 1000)
        if part is None or left <= 0 or is_common(db, part):
            continue
        terms = q.scope, one.where(q.me), *view.typed(params)
        rows = view.source.where(*view.fixed, *view.indexed(q.me), part, *terms)
        many = in_time(db, left, partial(count_of, db, [rows], COUNT_CAP))
        if many is not None and many <= COUNT_CAP:
            counts[one.code] = many
    return counts

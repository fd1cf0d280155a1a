"""Calls of batches: one to look at each kind, and the moves."""

from collections.abc import Callable
from typing import Any

from tejian.charging import codes as at
from tejian.kit.process.moves import register
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import forms, lists, process
from .trying import KINDS

area = Area()


add_record(area, lists.BATCH_VIEW)


register(area, process.BATCH)


def _look(kind: str) -> Callable[..., dict[str, Any]]:
    def look(db, me, form) -> dict[str, Any]:
        return record(process.previewed(db, me, kind, form))

    return look


for _kind, _form in ((at.BY_CONFIRMING, forms.CONFIRM), (at.BY_RECEIVING, forms.RECEIVE), (at.BY_BILLING, forms.BILL)):
    area.call(_form.save_url, may=KINDS[_kind].may, form=_form, blind="a preview: the charges stay as they are")(
        _look(_kind)
    )

"""Views that derive from a screen (history, lineage, logs, attachments) take the right of that screen."""

from functools import cache
from typing import Any

from tejian.kit.ground.errors import NoPermission
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS
from tejian.kit.records.recordview import RECORDS


@cache
def rights_of(model: Any) -> frozenset[str]:
    """The permissions of the screens that show rows of a model; a row of a page is shown with its record."""
    shown = {v.permission for v in LISTS.values() if getattr(v.key, "class_", None) is model}
    shown |= {v.permission for v in RECORDS.values() if v.model is model}
    parent = model.part_of
    if not shown and parent is None:
        raise ValueError(f"{model.__name__} stands on no screen: say of what it is a part")
    return frozenset(shown) or rights_of(parent)


def require_screen(me: User, *models: Any) -> None:
    """Refuse who may open none of the screens on which rows of these models stand."""
    rights = frozenset[str]().union(*(rights_of(model) for model in models))
    if not any(me.may(code) for code in rights):
        raise NoPermission(needed=min(rights))

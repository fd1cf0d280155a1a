"""The calls of the declared lists, and the list of a viewNo."""

from collections.abc import Callable, Sequence

from sqlalchemy.orm import Session

from tejian.kit.ground import shapes
from tejian.kit.ground.declared import DECLARED_IN
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.ports import Ports
from tejian.kit.ground.user import User
from tejian.kit.web.edge import CALLS, Area

from .listview import LISTS, ListView, Params


def serve_lists() -> None:
    """Register the call of every list whose address no area serves by itself; a second time changes nothing.

    Lists that share an address are told apart by their `params`.
    """
    by_url: dict[str, list[ListView]] = {}
    for view in LISTS.values():
        if view.url not in CALLS:
            by_url.setdefault(view.url, []).append(view)
    for url, views in by_url.items():
        may = {v.permission for v in views}
        one = may.pop() if len(may) == 1 else None  # else each list asks for its own
        Area(module=DECLARED_IN[views[0].no]).call(url, may=one, any_user=one is None, reads=True, single=True)(
            _pages_of(views)
        )


def _pages_of(views: Sequence[ListView]) -> Callable[[Session, User, Params], shapes.Page]:
    def page(db: Session, me: User, params: Params) -> shapes.Page:
        for view in views:
            if all(params.get(name) == value for name, value in view.params.items()):
                return view.page(db, me, params)
        raise BadInput("页面配置不存在")

    return page


# Lists that are made from stored settings: prefix of the viewNo → function of (db, me, the rest of it).
RESOLVERS: Ports[Callable[[Session, User, str], ListView]] = Ports("lists made from settings")


def list_for(db: Session, me: User, view_no: str) -> ListView:
    """The list of a viewNo: a declared one, or one that a resolver makes for this user (`query.<id>`)."""
    prefix, _, rest = view_no.partition(".")
    return RESOLVERS[prefix](db, me, rest) if rest and prefix in RESOLVERS else list_of(view_no)


def list_of(view_no: str) -> ListView:
    if view_no not in LISTS:
        raise BadInput("页面配置不存在")
    return LISTS[view_no]

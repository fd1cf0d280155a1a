"""Buttons of a list screen, declared beside the list. The server judges every call again."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, get_args

from . import shapes
from .user import User

KINDS = set(get_args(shapes.ActionKind))
PLACES = set(get_args(shapes.Place))
MINE = "mine"  # of a row: whether what waits there waits for who asks
Waiting = Callable[[Any, User, Sequence[str]], Collection[str]]  # (session, who asks, keys) → those that wait for him


@dataclass(frozen=True)
class Action:
    """One button. `needs` says how many picked rows it works on; `when` hides it on rows with other values.

    The `route` of a form is the page of what was saved: where work on it goes on.
    """

    code: str
    label: str
    permission: str
    _: KW_ONLY
    place: str = "toolbar"
    kind: str = "page"
    needs: str = "none"
    empty: str = "请选择数据"
    confirm: str = ""
    shortcut: str = ""
    route: str = ""
    url: str = ""
    form: str = ""
    print: str = ""
    done: str = ""  # of a call: what is said when it was done, with the values of the row in {}
    when: Mapping[str, Sequence[str]] = field(default_factory=dict)
    whose: Waiting | None = None  # of what only the person may do for whom a row waits: which rows do
    of_units: bool = False  # only the accounts of units can ever do it

    def __post_init__(self) -> None:
        if self.kind not in KINDS or self.place not in PLACES:
            raise ValueError(f"action {self.code}: unknown kind or place")
        target = {"route": self.route, "call": self.url, "form": self.form, "print": self.print, "page": self.code}
        target["move"] = self.form  # a dialog whose input is sent with the picked rows
        if not target[self.kind]:
            raise ValueError(f"action {self.code}: a {self.kind} action must say where it leads")

    def config(self) -> shapes.Action:
        """The button as the client draws it."""
        out: Any = {
            "code": self.code,
            "label": self.label,
            "place": self.place,
            "permission": self.permission,
            "kind": self.kind,
            "needs": self.needs,
            "empty": self.empty,
        }
        for name in ("confirm", "shortcut", "route", "url", "form", "print", "done"):
            if value := getattr(self, name):
                out[name] = value
        if self.when:
            out["when"] = {k: list(v) for k, v in self.when.items()}
        return out  # type: ignore[no-any-return]


def marked(
    db: Any, me: User, actions: Iterable[Action], rows: Sequence[dict[str, Any]], key: str = "id"
) -> list[dict[str, Any]]:
    """The rows with the mark whether each waits for the person, where one of the buttons asks that."""
    asked = {a.whose for a in actions if a.whose is not None}
    if not asked or not rows or key not in rows[0]:
        return list(rows)
    keys = [str(row[key]) for row in rows]
    mine = {one for whose in asked for one in whose(db, me, keys)}
    return [row | {MINE: "1" if row[key] in mine else "0"} for row in rows]


def offered(me: User, actions: Iterable[Action]) -> list[Action]:
    """The buttons that a person is shown. Staff are told who may; people of an enterprise or of an authority never
    become staff, so they are not shown what they can never do, and nobody what follows the person (`mine`)."""
    outside = bool(me.unit_id) or me.scope == "area"
    own = [a for a in actions if me.unit_id or not a.of_units]
    return [a for a in own if not (outside or MINE in a.when) or not a.permission or me.may(a.permission)]


@dataclass(frozen=True)
class Button:
    """Where a move is pressed on a list, and what the button says there.

    It opens the dialog of the move; without one it makes the call, after `confirm`. `route` opens a page with the
    picked rows (`{ids}`) instead, `page` a hand-made dialog of the client.
    """

    place: str
    label: str = ""  # of the move
    confirm: str = ""
    route: str = ""
    page: bool = False
    step: str = ""  # of the steps that the move leaves, the only one on whose list it stands
    when: Mapping[str, Sequence[str]] = field(default_factory=dict)

"""Nothing is overwritten unseen: who changes an existing record says which version of it was read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.db import SEEN, check_version
from tejian.kit.ground.errors import NotRead
from tejian.kit.forms.form import as_keys, version_of
from tejian.kit.ground.user import User

PICKED = ("ids", "id")  # as kit.forms.ManyIds reads them


@dataclass(frozen=True)
class Changes:
    """The existing records that a call changes: of which models, and what names them.

    `by` are the parameters that carry their keys, the first that was sent counts; `also` is one that carries a further
    key. A parameter `rows` carries objects with `id` and `version`; else the versions are sent as `version`, in the
    order of the keys. `judged` by the edge before the call begins, else by the call itself, under its own locks.
    `column` finds the record where what is sent is not its key; then too the call compares.
    """

    models: tuple[Any, ...]
    by: Sequence[str] = PICKED
    also: str = ""
    column: Any = None
    judged: bool = True

    def __post_init__(self) -> None:
        for model in self.models if self.judged and self.column is None else ():
            if not hasattr(model, "visible"):
                raise ValueError(f"{model.__name__} names no data scope: the call has to compare the versions itself")

    def keys(self, sent: Mapping[str, Any]) -> list[str]:
        """The keys of the records that are meant; none for a new one."""
        found = next((as_keys(_key(sent[name])) for name in self.by if sent.get(name)), [])
        further = str(sent.get(self.also) or "")
        return [*found, further] if further and further not in found else found

    def versions(self, sent: Mapping[str, Any]) -> dict[str, int]:
        """The version of each record as the sender read it. Refuses who changes one without saying that."""
        keys = self.keys(sent)
        if not keys:
            return {}
        name = next((n for n in self.by if sent.get(n)), "")
        rows = sent[name] if name == "rows" else as_keys(sent.get("version"))
        if not isinstance(rows, list):
            raise NotRead
        sent_versions = [version_of(r.get("version") if isinstance(r, Mapping) else r) for r in rows]
        known = {k: v for k, v in zip(keys, sent_versions, strict=False) if v is not None}
        if len(sent_versions) != len(keys) or known.keys() != set(keys):
            raise NotRead
        return known


def _key(value: Any) -> Any:
    """The keys among what was sent: objects carry theirs as `id`."""
    if isinstance(value, list):
        return [row.get("id", "") if isinstance(row, Mapping) else row for row in value]
    return value


def declared(path: str, *, reads: bool, changed: Changes | type | None, blind: str) -> Changes | None:
    """What a call says of the records that it changes, complete: nothing, or why it need not ask, is said once."""
    if sum((reads, changed is not None, blind != "")) != 1:
        raise ValueError(f"{path}: say exactly one of reads, changes, blind")
    return changes(changed) if isinstance(changed, type) else changed


def changes(*models: Any, **how: Any) -> Changes:
    """`changes(Unit)`: see Changes."""
    return Changes(models, **how)


def note(db: Session, me: User, said: Changes, sent: Mapping[str, Any]) -> None:
    """Take down what the sender of a change has read, for whoever locks the records; refuse what is stale already."""
    seen = said.versions(sent)
    if said.column is not None or "rows" in said.by:
        return  # the form of the call takes them
    db.info[SEEN] = dict(seen)
    for model in said.models if said.judged and seen else ():
        query = select(model.id, model.version, model.updateby, model.updatetime)
        for row in db.execute(query.where(model.id.in_(seen), model.visible(me)).order_by(model.id)):
            check_version(row, seen[row.id])


def note_found(db: Session, key: str) -> None:
    """The one record that was meant has been found by something else than its key."""
    seen: dict[str, int] = db.info.get(SEEN, {})
    if len(seen) == 1 and key not in seen:
        db.info[SEEN] = {key: seen.popitem()[1]}

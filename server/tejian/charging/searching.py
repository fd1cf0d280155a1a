"""Search fields of the long lists of charging: by the pieces of a text, of the row itself or of its charge."""

from typing import Any

from tejian.kit import search
from tejian.kit.listview import Search


def said(name: str, label: str, column: Any, text: Any, **more: Any) -> Search:
    """The column contains what is typed; it is looked for in the text that holds the column."""
    return Search(
        name,
        label,
        lambda v: column.icontains(v, autoescape=True),
        indexed=lambda _db, v: search.indexed(v, text),
        **more,
    )


def of_another(name: str, label: str, said_there: Any, column: Any, key: Any, text: Any, **more: Any) -> Search:
    """A column of the joined record whose `key` stands in `column` contains what is typed."""

    def indexed(db: Any, v: str) -> Any:
        keys = search.keys(db, key, v, text)
        return None if keys is None else search.among(column, keys)

    return Search(name, label, lambda v: said_there.icontains(v, autoescape=True), indexed=indexed, **more)

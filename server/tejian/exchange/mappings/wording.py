"""What a partner calls a value, and an object in the partner's words."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Wording:
    """A mapped column as it is used: its name here and there, whether it must be there, and the words of its values."""

    prop: str
    outer: str
    required: bool
    words: Mapping[str, str]


def words_of(text: str) -> dict[str, str]:
    """`1=在用；2=停用` as a table. Raises ValueError with what cannot be read."""
    table: dict[str, str] = {}
    for part in text.replace(";", "；").replace("\n", "；").split("；"):
        if not part.strip():
            continue
        ours, sign, theirs = part.partition("=")
        if not sign or not ours.strip() or not theirs.strip() or ours.strip() in table:
            raise ValueError(part.strip())
        table[ours.strip()] = theirs.strip()
    return table


def worded(fields: Sequence[Wording], values: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """An object in the partner's words; and why it cannot be given, '' when it can."""
    content: dict[str, Any] = {}
    for f in fields:
        value = values[f.prop]
        if value in (None, "") and f.required:
            return content, f"{f.outer}为空，对方要求必填"
        if f.words and value not in (None, ""):
            if str(value) not in f.words:
                return content, f"{f.outer}的值{value}没有对照"
            value = f.words[str(value)]
        content[f.outer] = value
    return content, ""


def digest(content: Any) -> str:
    """The same for the same content, whatever the order of its names."""
    return hashlib.sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode()).hexdigest()

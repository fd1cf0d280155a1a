"""Marks on photos: what may be drawn, and how it is said in words. The photo itself is never touched."""

from collections.abc import Mapping, Sequence
from typing import Any

from tejian.kit.ground.errors import BadInput

KINDS = {"circle": "圈", "arrow": "箭头", "text": "文字"}
ENDS = ("x", "y", "x2", "y2")  # from corner to corner, as parts of the width and the height
MOST_MARKS, MOST_WORDS = 50, 60


def refuse_marks(marks: Sequence[Any]) -> None:
    """Refuse what is no drawing on a photo."""
    if not 0 < len(marks) <= MOST_MARKS:
        raise BadInput(f"标注应有1至{MOST_MARKS}处")
    for one in marks:
        if not isinstance(one, Mapping) or one.get("kind") not in KINDS or set(one) - {"kind", "words", *ENDS}:
            raise BadInput("标注只能是圈、箭头或文字")
        if not all(_is_place(one.get(end)) for end in ENDS):
            raise BadInput("标注不在照片上")
        words = one.get("words", "")
        if not isinstance(words, str) or len(words) > MOST_WORDS or bool(words.strip()) != (one["kind"] == "text"):
            raise BadInput(f"文字标注须有文字，最多{MOST_WORDS}个字")


def _is_place(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def said(marks: Sequence[Mapping[str, Any]]) -> str:
    """The marks in words: how many of each kind, and what is written."""
    counts = {kind: sum(one["kind"] == kind for one in marks) for kind in KINDS}
    told = [f"{KINDS[kind]} {many} 处" for kind, many in counts.items() if many]
    return "，".join([*told, *(f"“{one['words'].strip()}”" for one in marks if one["kind"] == "text")])[:500]

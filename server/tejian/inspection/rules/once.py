"""What findings say, each sentence once: those that say the same of several places name these together. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence

from .elevator import Finding

HERE = "{}"  # where a sentence names its place


def alike(one: Finding, content: str) -> str:
    """The sentence of a finding with `{}` for the number of its item or row; '' when it names none.

    `content` is that of its item: it is left out, for the sentence is the same at every item.
    """
    if one.seq:
        pattern = rf"第 ?{one.seq} ?项 ?(?:{re.escape(content)})?"
        words, count = re.subn(pattern, f"第{HERE}项", one.text, count=1)
    elif one.row:
        words, count = re.subn(rf"第{one.row}行", f"第{HERE}行", one.text, count=1)
    else:
        return ""
    return words if count and words.count(HERE) == 1 else ""


def told_once(findings: Iterable[Finding], contents: Mapping[int, str]) -> list[str]:
    """The sentences of findings in their order, the same of several items or rows as one: `第3、5项：没有结果`.

    `contents` are what the items are called, by their numbers.
    """
    groups: dict[tuple[str, str], list[Finding]] = {}
    for one in findings:
        words = alike(one, contents.get(one.seq, ""))
        groups.setdefault((one.check, words or one.text), []).append(one)
    return [_together(words, own) for (_check, words), own in groups.items()]


def _together(words: str, own: list[Finding]) -> str:
    if len(own) == 1:
        return own[0].text
    return words.replace(HERE, runs(sorted({one.seq or one.row for one in own})))


def runs(numbers: Sequence[int]) -> str:
    """`1～4、6、7`: rising numbers, three and more in a row as from and to."""
    found: list[list[int]] = []
    for one in numbers:
        if found and one == found[-1][-1] + 1:
            found[-1].append(one)
        else:
            found.append([one])
    words = (f"{run[0]}～{run[-1]}" if len(run) > 2 else "、".join(map(str, run)) for run in found)
    return "、".join(words)

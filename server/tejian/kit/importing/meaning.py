"""Files whose headings and words are not ours: what each column means is proposed, and said by a person."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from typing_extensions import TypedDict

from tejian import data
from tejian.kit.forms.formview import Field
from tejian.kit.ground.errors import BadInput

from .view import ERROR_HEAD, as_text

LEFT_OUT = ""  # a heading, or a word, that stands for nothing here
HEAD_LONG, WORD_LONG = 100, 60
WORDS_MOST = 60  # a column of more different words is no list of codes
SAMPLES, ROWS_SHOWN = 3, 5
LIKE = 0.5  # below, two names have no more in common than two fields of one form
SAME, BEFORE, NEAR = "同名", "上次", "相近"


@dataclass(frozen=True)
class Meaning:
    """What was said of a file: heading → field, and field → its word → our code. '' leaves a heading or word out."""

    columns: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class Heading(TypedDict):
    """A heading of a file with its first values, and its different words where they may be codes."""

    head: str
    samples: list[str]
    words: list[str]


class ColumnProposal(Heading):
    """`field` is what the column probably means, `why` from where that is known; both '' when nothing is like it."""

    field: str
    why: str


def heads_of(cells: Sequence[Any]) -> dict[int, str]:
    """Place → heading. Columns of reasons are skipped; one that stands there again gets a number."""
    out: dict[int, str] = {}
    for place, cell in enumerate(cells):
        text = str(cell or "").strip()
        if not text or text.endswith(ERROR_HEAD):
            continue
        text, n = text[: HEAD_LONG - 4], 1
        while (name := text if n == 1 else f"{text}（{n}）") in out.values():
            n += 1
        out[place] = name
    return out


class Look:
    """What stands in a file, gathered row by row: its headings, first rows, and the words of each column."""

    def __init__(self, head: Sequence[Any]):
        self.heads = heads_of(head)
        self.samples: dict[int, list[str]] = {place: [] for place in self.heads}
        self.words: dict[int, dict[str, None] | None] = {place: {} for place in self.heads}
        self.rows: list[list[str]] = []

    def take(self, cells: Sequence[Any]) -> None:
        if len(self.rows) < ROWS_SHOWN:
            self.rows.append([as_text(cells[p])[:200] if p < len(cells) else "" for p in self.heads])
        for place, words in self.words.items():
            text = as_text(cells[place]) if place < len(cells) else ""
            if not text:
                continue
            if len(self.samples[place]) < SAMPLES:
                self.samples[place].append(text[:WORD_LONG])
            if words is not None and text not in words:
                words[text] = None
                if len(words) > WORDS_MOST or len(text) > WORD_LONG:
                    self.words[place] = None

    def headings(self) -> list[Heading]:
        return [
            {"head": head, "samples": self.samples[place], "words": list(self.words[place] or ())}
            for place, head in self.heads.items()
        ]


def columns_by_meaning(
    fields: Sequence[Field], head: Sequence[Any], meaning: Meaning, drafts: frozenset[str] = frozenset()
) -> dict[int, Field]:
    """Which column holds which field, as it was said. Refuses a heading of which nothing was said, a field that is
    not there or said twice, and a required one of which no column tells; of `drafts` only these are required."""
    known = {f.name: f for f in fields}
    out: dict[int, Field] = {}
    unsaid, strange, twice = [], [], []
    for place, title in heads_of(head).items():
        name = meaning.columns.get(title)
        if name is None:
            unsaid.append(title[:30])
        elif name == LEFT_OUT:
            continue
        elif name not in known:
            strange.append(title[:30])
        elif known[name] in out.values():
            twice.append(known[name].label)
        else:
            out[place] = known[name]
    must = [f for f in fields if f.required and (not drafts or f.name in drafts)]
    lacking = [f.label for f in must if f not in out.values()]
    faults = {"没有说明含义的列": unsaid, "所对应的项目不存在的列": strange}
    faults |= {"几列对应了同一项目": twice, "没有列对应的必填项": lacking}
    if sentence := "；".join(f"{what}：{'、'.join(names[:8])}" for what, names in faults.items() if names):
        raise BadInput(sentence)
    return out


def check_words(fields: Sequence[Field], known: Mapping[str, Mapping[str, str]], meaning: Meaning) -> None:
    """A word may only stand for a code that its field has; `known` are the codes by field."""
    labels = {f.name: f.label for f in fields}
    for name, words in meaning.words.items():
        if name not in labels:
            raise BadInput("所对应的项目不存在")
        for word, code in words.items():
            if code != LEFT_OUT and code not in known.get(name, {}):
                raise BadInput(f"{labels[name]}：“{word[:20]}”所对应的值不在可选值中")


def propose(fields: Sequence[Field], headings: Sequence[Heading], before: Mapping[str, str]) -> list[ColumnProposal]:
    """What each heading probably means: what the same source said `before`, else the field that is called so or most
    alike. A field is proposed once."""
    names = {f.name for f in fields}
    meanings: dict[str, tuple[str, str]] = {}
    for one in headings:
        if (name := before.get(one["head"])) is not None and (name == LEFT_OUT or name in names):
            meanings[one["head"]] = name, BEFORE
    taken = {name for name, _why in meanings.values()}
    others: dict[str, list[str]] = {}
    for r in data.rows("import_names"):
        others.setdefault(r["field"], []).append(r["name"])
    called = {f.name: [_signs(c) for c in _called(f, others)] for f in fields if f.name not in taken}
    ranked = []
    for heading in headings:
        if heading["head"] in meanings:
            continue
        mine = _signs(heading["head"])
        for name, signs in called.items():
            if (best := max(_alike(mine, one) for one in signs)) >= LIKE:
                ranked.append((-best, heading["head"], name))
    for likeness, head, name in sorted(ranked):
        if head not in meanings and name not in taken:
            meanings[head] = name, SAME if likeness == -1 else NEAR
            taken.add(name)
    return [
        {**one, "field": meanings.get(one["head"], ("", ""))[0], "why": meanings.get(one["head"], ("", ""))[1]}
        for one in headings
    ]


def propose_words(
    words: Iterable[str], codes: Mapping[str, str], before: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """Words that are none of ours → what they probably stand for, and why."""
    ours = {*codes, *codes.values()}
    out: dict[str, tuple[str, str]] = {}
    for word in words:
        if word in ours:
            continue
        if word in before:
            out[word] = before[word], BEFORE
            continue
        mine = _signs(word)
        near = max(((_alike(mine, _signs(label)), code) for code, label in codes.items()), default=(0.0, ""))
        out[word] = (near[1], NEAR) if near[0] >= LIKE else ("", "")
    return out


def _called(f: Field, others: Mapping[str, Sequence[str]]) -> list[str]:
    """What people call a field: its labels, its name in the contract, and names that `others` use."""
    labels = [part.split("〔")[0] for part in f.label.split("／")]
    return [*labels, f.name, *others.get(f.name, ())]


BRACKETS = re.compile(r"[（(\[【][^）)\]】]*[）)\]】]")
NO_SIGN = re.compile(r"[\W_]+")


def _signs(text: str) -> frozenset[str]:
    """The characters and pairs of a name, without what brackets and marks add."""
    plain = unicodedata.normalize("NFKC", text).lower()
    plain = NO_SIGN.sub("", BRACKETS.sub("", plain)) or NO_SIGN.sub("", plain)
    return frozenset([*plain, *(a + b for a, b in pairwise(plain))])


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """1 for the same name, 0 for two that share no character."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0

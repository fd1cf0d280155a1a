"""Files whose headings and words are not ours: what each column means is proposed, and said by a person."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
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
LIKE = 0.6  # below, two names have no more in common than two fields of one form
APART = 0.08  # two fields that are alike so nearly leave open which is meant
SAME, BEFORE, NEAR = "同名", "上次", "相近"


@dataclass(frozen=True)
class Meaning:
    """What was said of a file: heading → field, and field → its word → our code ('' leaves a heading or word out);
    field → what holds for every row of it."""

    columns: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    whole: Mapping[str, str] = field(default_factory=dict)

    def whole_of(self, fields: Sequence[Field]) -> list[tuple[Field, str]]:
        """The fields of which one value holds for the file."""
        return [(f, self.whole[f.name]) for f in fields if f.name in self.whole]


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
        self.lines: list[int] = []

    def take(self, line: int, cells: Sequence[Any]) -> None:
        if len(self.rows) < ROWS_SHOWN:
            self.lines.append(line)
            self.rows.append([as_text(cells[p])[:200] if p < len(cells) else "" for p in self.heads])
        for place, words in self.words.items():
            text = as_text(cells[place]) if place < len(cells) else ""
            if not text:
                continue
            if len(self.samples[place]) < SAMPLES:
                self.samples[place].append(text[:WORD_LONG])
            if words is not None and text not in words and len(text) <= WORD_LONG:  # a long one is no word of a code
                words[text] = None
                if len(words) > WORDS_MOST:
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
    strange += [name[:30] for name in meaning.whole if name not in known]
    twice += [f.label for f in out.values() if f.name in meaning.whole]
    lacking = [f.label for f in must if f not in out.values() and f.name not in meaning.whole]
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
    called = {f.name: [_Name(c) for c in _called(f, others)] for f in fields if f.name not in taken}
    ranked = []
    for heading in headings:
        if heading["head"] in meanings:
            continue
        mine = _Name(heading["head"])
        near = [(max(mine.like(one) for one in names_of), name) for name, names_of in called.items()]
        ranked += [(-likeness, heading["head"], name) for likeness, name in _certain(near)]
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
        mine = _Name(word)
        near = _certain([(mine.like(_Name(label)), code) for code, label in codes.items()])
        out[word] = (near[0][1], NEAR) if near else ("", "")
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


ROMAN = re.compile(r"(?<![A-Za-z])(IV|VI{0,3}|I{1,3}|V)(?![A-Za-z])")
CHINESE_NUMBER = re.compile(r"第?([一二三四五六七八九十]|\d+)(?=[类级种档])")
NUMERALS = {**{r: str(n) for n, r in enumerate(("I", "II", "III", "IV", "V", "VI", "VII", "VIII"), 1)}} | {
    c: str(n) for n, c in enumerate("一二三四五六七八九十", 1)
}


@cache
def _traits() -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Side → traits with the words that say them."""
    out: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for r in data.rows("import_traits"):
        out.setdefault(r["side"], []).append((r["trait"], tuple(r["words"].split("|"))))
    return out


def _numbered(plain: str) -> str:
    """第二类, Ⅱ类 and 二类 as 2类."""
    plain = ROMAN.sub(lambda found: NUMERALS[found[1].upper()], plain)
    return CHINESE_NUMBER.sub(lambda found: NUMERALS.get(found[1], found[1]), plain)


class _Name:
    """A heading, a word, or what a field is called: its signs, and what it surely says."""

    def __init__(self, text: str):
        plain = _numbered(unicodedata.normalize("NFKC", text))
        self.signs = _signs(plain)
        says = {(side, t) for side, all_ in _traits().items() for t, words in all_ if any(w in plain for w in words)}
        self.says = frozenset(says | {("number", n) for n in re.findall(r"\d+", plain)})

    def like(self, other: "_Name") -> float:
        """How alike two names are; 0 where one says what the other does not: last and next, unit and address."""
        return _alike(self.signs, other.signs) if self.says == other.says else 0.0


def _certain(near: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """What is meant, the likeliest first; nothing when it is not like enough, or as like something else."""
    best = sorted((one for one in near if one[0] >= LIKE), reverse=True)
    open_ = len(best) > 1 and best[0][0] < 1 and best[0][0] - best[1][0] < APART
    return [] if open_ else best

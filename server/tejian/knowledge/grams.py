"""Texts as the search keeps them: pairs of Chinese characters, and words of letters and digits as they stand."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tejian import data

RUN = re.compile(r"[a-z0-9]+(?:[./-][a-z0-9]+)*|[\u3400-\u9fff]+")
NUMERAL = re.compile(r"[一二三四五六七八九十百零〇]+")
DIGITS = {one: n for n, one in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
MOST = 60  # pieces of a question that are asked for


def plain(text: str) -> str:
    """In lower case, wide characters as narrow ones."""
    return unicodedata.normalize("NFKC", text).lower()


def pieces(text: str) -> list[str]:
    """The pieces of a text in their order: each pair of neighbouring characters, a lone character, a whole word."""
    out: list[str] = []
    for run in RUN.findall(plain(text)):
        if run[0] < "\u3400" or len(run) == 1:
            out.append(run)
        else:
            out += [run[n : n + 2] for n in range(len(run) - 1)]
    return out


def vector_of(*texts: str) -> str:
    """A clause, and what stands above it, as the text of a tsvector."""
    return " ".join(f"'{one}'" for one in sorted({one for text in texts for one in pieces(text)}))


@dataclass(frozen=True)
class Words:
    """What a question says without asking for it, and what other words the rules have for what it says."""

    idle: tuple[str, ...]  # the longest first
    also: Mapping[str, Sequence[str]]


@cache
def words() -> Words:
    rows = list(data.rows("knowledge_words"))
    also: dict[str, list[str]] = {}
    for row in rows:
        if row["means"]:
            also.setdefault(plain(row["word"]), []).append(plain(row["means"]))
    return Words(tuple(sorted((plain(r["word"]) for r in rows if not r["means"]), key=lambda w: (-len(w), w))), also)


@dataclass(frozen=True)
class Asked:
    """A question: the pieces that it says, and those that the rules may say instead."""

    said: tuple[str, ...]
    also: tuple[str, ...]


def asked(question: str) -> Asked:
    """What a question asks for; `said` is empty where it says nothing."""
    known, text = words(), plain(question)
    other = [means for word, all_ in known.also.items() if word in text for means in all_]
    for word in known.idle:
        text = text.replace(word, " ")
    said = tuple(dict.fromkeys(pieces(text)))[:MOST]
    also = dict.fromkeys(one for text in other for one in pieces(text))
    return Asked(said, tuple(one for one in also if one not in said)[:MOST])


def marked(text: str, wanted: frozenset[str]) -> list[tuple[str, bool]]:
    """The text in parts, each with whether it says a wanted piece."""
    low = plain(text)
    if len(low) != len(text):
        return [(text, False)]
    hit = [False] * len(text)
    for one in wanted:
        at = low.find(one)
        while at >= 0:
            hit[at : at + len(one)] = [True] * len(one)
            at = low.find(one, at + 1)
    out: list[tuple[str, bool]] = []
    for letter, is_hit in zip(text, hit, strict=True):
        if out and out[-1][1] is is_hit:
            out[-1] = (out[-1][0] + letter, is_hit)
        else:
            out.append((letter, is_hit))
    return out


def number_of(text: str) -> int:
    """The value of a Chinese numeral below a thousand."""
    total, last = 0, 0
    for one in text:
        if one == "百":
            total, last = total + (last or 1) * 100, 0
        elif one == "十":
            total, last = total + (last or 1) * 10, 0
        else:
            last = DIGITS[one]
    return total + last


def compared(text: str) -> str:
    """A text as numbers of documents are compared: letters and digits without what stands between them."""
    return re.sub(r"[^A-Z0-9\u3400-\u9fff]", "", plain(text).upper())


def document_key(number: str) -> str:
    """The number of a document as it is compared."""
    return compared(number)[:60]


def clause_key(number: str) -> str:
    """The number of a clause as it is compared: 第三十三条 is 33, A1.3.5（1） is A1.3.5(1)."""
    text = plain(number).upper()
    text = re.sub(r"[第条款项问\s]", "", text)
    return NUMERAL.sub(lambda found: str(number_of(found[0])), text)[:40]

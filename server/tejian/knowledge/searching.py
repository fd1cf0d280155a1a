"""The clauses that answer a question: found by the pieces that few clauses say, ranked by all of them, or 未找到依据.

A piece tells the more the fewer clauses say it. How many do is counted up to COMMON only: what more say tells little,
and finds nothing where a rarer piece does.
"""

import heapq
import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import cast, literal, select, text
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.system.settings.api import number

from . import grams
from .judging import in_force, standing
from .models import PUBLIC
from .models import KnowledgeClause as C
from .models import KnowledgeDoc as D
from .pieces import sentences

NOTHING = "未找到依据"
COMMON = 800  # clauses
READ, SHOWN = 80, 10  # clauses that are read to be ranked, and shown
ABOVE, INSTEAD = 0.4, 0.6  # what a piece counts that stands above the clause, or that the rules may say instead
UNKNOWN = 0.3  # what a piece counts that no clause says: people ask in words of their own
TOGETHER = 1.0  # what one sentence counts beside the whole clause: what belongs together stands together
NAMELESS = 0.7  # what a piece of text counts that has no number to be quoted by
LONG = 250  # characters, from which a clause says much that was not asked
LONGEST = 200  # characters of a question
# a piece, how many clauses say it (counted up to :most), and which, where it is not common
HITS = text(
    "select g.one, x.n, case when x.n < :most then x.ids end from unnest(cast(:pieces as text[])) g(one)"
    " cross join lateral (select count(*) n, array_agg(y.id) ids from (select c.id from knowledge_clause c"
    " where c.grams @@ cast('''' || g.one || '''' as tsquery) and c.doc_id = any(cast(:docs as text[]))"
    " limit :most) y) x"
)


class Part(TypedDict):
    """A part of a sentence, and whether it says what was asked."""

    text: str
    hit: bool


class Found(TypedDict):
    """A clause that answers: where it stands, the sentence that says it, and what its document is today."""

    id: str
    docId: str
    docno: str
    edition: str
    title: str
    clauseno: str
    heading: str
    page: int
    sentence: list[Part]
    standing: str
    tone: str


class SearchAnswer(TypedDict):
    """What was found; `says` is the sentence where nothing was."""

    rows: list[Found]
    says: str


@dataclass(frozen=True)
class Weighed:
    """The pieces of a question, and those that the rules may say instead, with what each of them tells; and the clauses
    that say one that is not common, with what they say together."""

    said: Mapping[str, float]
    also: Mapping[str, float]
    near: Mapping[str, float]

    @property
    def every(self) -> dict[str, float]:
        return {**self.also, **self.said}


def search(db: Session, me: User, question: str, *, old: bool = False) -> SearchAnswer:
    """The clauses that answer a question, best first; with `old` those of documents out of use as well."""
    if len(question) > LONGEST:
        raise BadInput(f"问题最多{LONGEST}个字")
    pieces = grams.asked(question)
    if not pieces.said:
        raise BadInput("请说明要查什么")
    usable = D.step.in_(PUBLIC) if old else in_force()
    docs = dict(db.execute(select(D.id, D.pieces).where(D.visible(me), usable)).all())
    weighed = _weighed(db, pieces, docs)
    least = sum(weighed.said.values()) * number(db, "knowledge.least_percent", 30) / 100
    rows = [one for one in _ranked(db, _near(db, weighed, docs), weighed) if one[0] >= least][:SHOWN]
    return {"rows": [_shown(clause, doc, weighed) for _weight, clause, doc in rows], "says": "" if rows else NOTHING}


def _weighed(db: Session, pieces: grams.Asked, docs: Mapping[str, int]) -> Weighed:
    """What each piece tells in these documents, and which of their clauses say it."""
    hits = db.execute(HITS, {"most": COMMON, "pieces": [*pieces.said, *pieces.also], "docs": list(docs)}).all()
    whole = max(sum(docs.values()), COMMON)
    tells = {one: math.log(1 + whole / (n + 0.5)) * (1 if n else UNKNOWN) for one, n, _ids in hits}
    tells |= {one: tells[one] * INSTEAD for one in pieces.also}
    near: dict[str, float] = defaultdict(float)
    for one, _n, ids in hits:
        for key in ids or ():
            near[key] += tells[one]
    some = {one for one, n, _ids in hits if n}
    return Weighed({one: tells[one] for one in pieces.said}, {p: tells[p] for p in pieces.also if p in some}, near)


def _near(db: Session, weighed: Weighed, docs: Mapping[str, int]) -> Sequence[str]:
    """The keys of the clauses that say most of what tells; where all is common, of those that say all of it."""
    if weighed.near:
        return heapq.nlargest(READ, weighed.near, key=lambda key: (weighed.near[key], key))
    together = cast(literal(" & ".join(f"'{one}'" for one in weighed.said)), TSQUERY)
    query = select(C.id).where(C.grams.op("@@")(together), C.doc_id.in_(list(docs)))
    return db.scalars(query.limit(READ)).all()


def _ranked(db: Session, keys: Sequence[str], weighed: Weighed) -> list[tuple[float, C, D]]:
    """The clauses with the weight of what each says, best first."""
    rows = db.execute(select(C, D).join(D, D.id == C.doc_id).where(C.id.in_(keys)))
    out = []
    for clause, doc in rows:
        above = set(grams.pieces(f"{clause.heading} {doc.title}"))
        each = [set(grams.pieces(one)) for one in sentences(clause.body)]
        body = set().union(*each)
        says = _says(weighed.every, body, above)
        together = max((_says(weighed.every, one, ()) for one in each), default=0)
        size = 1 + max(len(clause.body) - LONG, 0) / (4 * LONG)
        rank = (says + TOGETHER * together) / size * (1 if clause.clauseno else NAMELESS)
        out.append((rank, says, clause, doc))
    out.sort(key=lambda one: (-one[0], one[2].id))
    return [(says, clause, doc) for _score, says, clause, doc in out]


def _says(tells: Mapping[str, float], body: Collection[str], above: Collection[str]) -> float:
    return sum(w * (1 if one in body else ABOVE if one in above else 0) for one, w in tells.items())


def _shown(clause: C, doc: D, weighed: Weighed) -> Found:
    tells = weighed.every
    sentence = max(
        sentences(clause.body) or [clause.body],
        key=lambda one: sum(tells.get(piece, 0) for piece in set(grams.pieces(one))),
    )
    words, tone = standing(doc)
    parts: list[Part] = [{"text": part, "hit": hit} for part, hit in grams.marked(sentence, frozenset(tells))]
    return {
        "id": clause.id,
        "docId": doc.id,
        "docno": doc.docno,
        "edition": doc.edition,
        "title": doc.title,
        "clauseno": clause.clauseno,
        "heading": clause.heading,
        "page": clause.page,
        "sentence": parts,
        "standing": words,
        "tone": tone,
    }

"""The clauses that answer a question: found by the pieces that few clauses say, ranked by all of them, or 未找到依据.

A piece tells the more the fewer clauses say it. How many do is counted up to COMMON only: what more say tells little,
and finds nothing where a rarer piece does.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Float, String, cast, func, literal, select, text
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
COMMON = 600  # clauses
READ, SHOWN = 60, 10  # clauses that are read to be ranked, and shown
ABOVE, INSTEAD = 0.4, 0.6  # what a piece counts that stands above the clause, or that the rules may say instead
UNKNOWN = 0.5  # what a piece counts that no clause says: people ask in words of their own
NAMELESS = 0.7  # what a piece of text counts that has no number to be quoted by
LONG = 400  # characters, from which a clause says much that was not asked
LONGEST = 200  # characters of a question
SAYING = "c.grams @@ cast('''' || g.one || '''' as tsquery)"
COUNTS = text(
    f"select g.one, (select count(*) from (select 1 from knowledge_clause c where {SAYING} limit :most) x)"
    " from unnest(cast(:pieces as text[])) g(one)"
)
NEAR = text(
    "select x.id, x.doc_id, g.tells from unnest(cast(:pieces as text[]), cast(:tells as float[])) g(one, tells)"
    f" cross join lateral (select c.id, c.doc_id from knowledge_clause c where {SAYING} limit :most) x"
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
    """The pieces of a question, and those that the rules may say instead, with what each of them tells."""

    said: Mapping[str, float]
    also: Mapping[str, float]
    common: Collection[str]

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
    weighed = _weighed(db, pieces)
    usable = D.step.in_(PUBLIC) if old else in_force()
    keys = _near(db, D.visible(me) & usable, weighed)
    least = sum(weighed.said.values()) * number(db, "knowledge.least_percent", 35) / 100
    rows = [one for one in _ranked(db, keys, weighed) if one[0] >= least][:SHOWN]
    return {"rows": [_shown(clause, doc, weighed) for _weight, clause, doc in rows], "says": "" if rows else NOTHING}


def _weighed(db: Session, pieces: grams.Asked) -> Weighed:
    counts: dict[str, int] = dict(db.execute(COUNTS, {"most": COMMON, "pieces": [*pieces.said, *pieces.also]}).all())
    whole = max(db.scalar(select(func.sum(D.pieces)).where(D.step.in_(PUBLIC))) or 0, COMMON)
    tells = {one: math.log(1 + whole / (n + 0.5)) * (1 if n else UNKNOWN) for one, n in counts.items()}
    return Weighed(
        {one: tells[one] for one in pieces.said},
        {one: tells[one] * INSTEAD for one in pieces.also if counts[one]},
        {one for one, n in counts.items() if n >= COMMON},
    )


def _near(db: Session, usable: Any, weighed: Weighed) -> Sequence[str]:
    """The keys of the clauses that say most of what tells."""
    rare = {one: tells for one, tells in weighed.every.items() if one not in weighed.common}
    if rare:
        saying = NEAR.bindparams(pieces=list(rare), tells=list(rare.values()), most=COMMON)
        x = saying.columns(id=String, doc_id=String, tells=Float).subquery()
        query = select(x.c.id).join(D, D.id == x.c.doc_id).where(usable).group_by(x.c.id)
        keys = db.scalars(query.order_by(func.sum(x.c.tells).desc(), x.c.id).limit(READ)).all()
        if keys:
            return keys
    together = cast(literal(" & ".join(f"'{one}'" for one in weighed.said)), TSQUERY)
    query = select(C.id).join(D, D.id == C.doc_id).where(C.grams.op("@@")(together), usable)
    return db.scalars(query.limit(READ)).all()


def _ranked(db: Session, keys: Sequence[str], weighed: Weighed) -> list[tuple[float, C, D]]:
    """The clauses with the weight of what each says, best first."""
    rows = db.execute(select(C, D).join(D, D.id == C.doc_id).where(C.id.in_(keys)))
    out = []
    for clause, doc in rows:
        body, above = set(grams.pieces(clause.body)), set(grams.pieces(f"{clause.heading} {doc.title}"))
        says = _says(weighed.said, body, above) + _says(weighed.also, body, above)
        rank = says / (1 + max(len(clause.body) - LONG, 0) / (4 * LONG)) * (1 if clause.clauseno else NAMELESS)
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

"""The knowledge base with five thousand pages: fills it, asks the hundred questions of the tests, and measures.

    .venv/bin/python bench/knowledge.py --data DIR [--pages 5000] [--rounds 3]

Makes the accounts of the demo city in the folder first, if it is empty, and its documents; then documents of a hundred
pages each, whose clauses are put together from the words of the product's own tables by a fixed seed. Prints the median
and the slowest of the searches (the function behind the call, with its statements), how many questions find their
clause among the first three, and the time to cut a file. Exit code 1 when the 95th of a hundred takes longer than the
limit. It writes: use a folder that may be thrown away.
"""

import argparse
import csv
import os
import random
import statistics
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "bench")]

LIMIT_MS = 100.0
PER_DOCUMENT, PER_PAGE = 100, 5  # pages of a document, clauses of a page
SEED, WORDS = 20261129, 12
QUESTIONS = ROOT / "server" / "tests" / "knowledge" / "questions.csv"
SOURCES = (
    ("dictionaries", "label"),
    ("duty_items", "item"),
    ("maintenance_items", "item"),
    ("equipment_fields", "label_zh"),
    ("quality_checks", "title"),
)


def opened(data: Path) -> None:
    """The database of the folder, with the documents of the demo city."""
    from tejian.ops import postgres

    postgres.ensure_running(data)
    urls = postgres.urls(data)
    os.environ.update(TEJIAN_DATA=str(data), DATABASE_URL=urls.app, TEJIAN_OWNER_URL=urls.owner)
    os.environ["PYTHONPATH"] = str(ROOT / "server")
    from tejian import settings
    from tejian.demo import knowing
    from tejian.ops import prepare

    settings.current.cache_clear()
    prepare.prepare(settings.current())
    knowing.make()


def phrases() -> list[str]:
    """The half sentences of the product's own tables."""
    from tejian import data

    out: set[str] = set()
    for table, column in SOURCES:
        for row in data.rows(table):
            text = row.get(column, "").replace("。", "；").replace(";", "；")
            out |= {one.strip() for one in text.split("；") if len(one.strip()) > 3}
    return sorted(out)


def filled(pages: int) -> tuple[int, int]:
    """Bring the knowledge base to so many pages; gives pages and clauses."""
    from sqlalchemy import func, select, text

    from tejian.kit.database import db as kit_db
    from tejian.knowledge import cutting
    from tejian.knowledge.models import ISSUED, KnowledgeClause, KnowledgeDoc
    from tejian.knowledge.pieces import Piece
    from tejian.system.models.accounts import SysUser

    said, draw = phrases(), random.Random(SEED)
    with kit_db.new_session.begin() as db:
        have = db.scalar(select(func.sum(KnowledgeDoc.pages)).where(KnowledgeDoc.step == ISSUED)) or 0
        writer = db.scalars(select(SysUser).where(SysUser.login == "zhiliang")).one()
        for n in range(-(-max(pages - have, 0) // PER_DOCUMENT)):
            doc = KnowledgeDoc(
                **{"orgid": writer.org_id, "docno": f"BENCH {n}", "dockey": f"BENCH{n}", "edition": "1"},
                **{
                    "title": f"安全技术资料第{n + 1}册",
                    "category": "02",
                    "audience": "1",
                    "effective": date(2020, 1, 1),
                },
                **{"step": ISSUED, "writer_id": writer.id, "pages": PER_DOCUMENT},
            )
            db.add(doc)
            db.flush()
            cut = []
            for page in range(1, PER_DOCUMENT + 1):
                for clause in range(1, PER_PAGE + 1):
                    body = "；".join(draw.sample(said, WORDS)) + "。"
                    cut.append(Piece(f"{page}.{clause}", f"第{page}章", page, [(page, body)]))
            cutting.store(db, doc, cut)
            doc.pieces = len(cut)
    with kit_db.new_session() as db:
        db.connection(execution_options={"isolation_level": "AUTOCOMMIT"}).execute(text("analyze knowledge_clause"))
        found = db.scalar(select(func.sum(KnowledgeDoc.pages)).where(KnowledgeDoc.step == ISSUED)) or 0
        return int(found), db.scalar(select(func.count()).select_from(KnowledgeClause)) or 0


def asked(rounds: int) -> tuple[list[float], int]:
    """The milliseconds of every search, and how many questions found their clause among the first three."""
    from tejian.demo.actors import Actors
    from tejian.kit.database import db as kit_db
    from tejian.knowledge.searching import search

    with QUESTIONS.open(encoding="utf-8", newline="") as lines:
        questions = list(csv.DictReader(lines))
    times, right = [], 0
    with kit_db.new_session() as db:
        me = Actors(db).users["jianyan1"]
        search(db, me, "电梯")  # the plans and words are there
        for turn in range(rounds):
            for one in questions:
                start = time.perf_counter()
                best: Any = search(db, me, one["question"])["rows"][:3]
                times.append((time.perf_counter() - start) * 1000)
                right += turn == 0 and (one["docno"], one["clause"]) in {(b["docno"], b["clauseno"]) for b in best}
    return times, right


def cut_once() -> tuple[int, float]:
    """Pages of a printed file, and the seconds to read and cut it."""
    from tejian.kit.papers import pdf
    from tejian.knowledge import pdftext, pieces

    said, draw = phrases(), random.Random(SEED)
    clauses = [{"no": f"{n // 40 + 1}.{n % 40 + 1}", "text": "；".join(draw.sample(said, WORDS))} for n in range(800)]
    head = {"title": "切分", "docno": "BENCH", "edition": "1", "note": ""}
    content = pdf.render("knowledge_text", head | {"chapters": [{"title": "1 总则", "clauses": clauses}]})
    start = time.perf_counter()
    pages = pdftext.text_of(content, 1000, 5_000_000, 600)
    pieces.cut(pages, 1000)
    return len(pages), time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    from foundation import machine

    where = machine()
    opened(given.data)
    pages, clauses = filled(given.pages)
    times, right = asked(given.rounds)
    late = statistics.quantiles(times, n=20)[-1]
    read, seconds = cut_once()
    print(where)
    print(f"{pages:,} 页，{clauses:,} 段；{len(times)} 次检索")
    slowest = f"最慢 {max(times):.0f} ms，上限 {LIMIT_MS:.0f} ms"
    print(f"检索 p50 {statistics.median(times):.0f} ms，p95 {late:.0f} ms，{slowest}")
    print(f"一百个问题，条款在前三的 {right} 个")
    print(f"切分 {read} 页 {seconds:.1f} 秒")
    return int(late > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())

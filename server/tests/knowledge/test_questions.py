"""A hundred questions of everyday work, each with the clause that answers it, asked of the demo city."""

import csv
from pathlib import Path

import pytest
from sqlalchemy import func, select

from tejian.demo import knowing
from tejian.demo.actors import Actors
from tejian.knowledge.models import KnowledgeClause, KnowledgeDoc
from tejian.knowledge.searching import NOTHING, search
from tests.conftest import Real

QUESTIONS = Path(__file__).with_name("questions.csv")
BEYOND = ("今天食堂吃什么", "怎样申请住房公积金贷款", "股票行情走势预测", "世界杯决赛比分", "高考志愿填报", "zzzz")


def test_the_city_answers_what_is_asked_and_says_so_where_it_cannot(real: Real) -> None:
    for _twice in range(2):
        knowing.make()
        with real.new_session() as db:
            D, C = KnowledgeDoc, KnowledgeClause
            steps = dict(db.execute(select(D.step, func.count()).group_by(D.step)).all())
            assert steps == {"XX": 16, "TD": 1, "FB": 1, "CG": 1}
            assert (db.scalar(select(func.count()).select_from(C)) or 0) > 180
    with QUESTIONS.open(encoding="utf-8", newline="") as lines:
        asked = [(row["question"], row["docno"], row["clause"]) for row in csv.DictReader(lines)]
    assert len(asked) == len({question for question, *_ in asked}) == 100
    with real.new_session() as db:
        me = Actors(db).users["jianyan1"]
        missed = []
        for question, docno, clause in asked:
            best = [(one["docno"], one["clauseno"]) for one in search(db, me, question)["rows"][:3]]
            if (docno, clause) not in best:
                missed.append((question, clause, best))
        assert len(missed) <= 10, "\n".join(map(str, missed))
        for question in BEYOND:
            assert search(db, me, question)["says"] == NOTHING, question


@pytest.mark.parametrize("edition", ["A/0", "A/1"])
def test_what_is_out_of_use_is_found_when_asked_for_and_marked(real: Real, edition: str) -> None:
    knowing.make()
    with real.new_session() as db:
        me = Actors(db).users["jianyan1"]
        now = [one["edition"] for one in search(db, me, "平衡系数用电流法测量")["rows"] if one["docno"] == "NBTJ-ZY-31"]
        old = [one for one in search(db, me, "平衡系数用电流法测量", old=True)["rows"] if one["docno"] == "NBTJ-ZY-31"]
        assert set(now) == {"A/1"}
        (found,) = [one for one in old if (one["edition"], one["clauseno"]) == (edition, "Y2.1")]
        assert found["standing"] == ("已于2026-01-15停止使用" if edition == "A/0" else "现行")
        assert "平衡系数" in "".join(part["text"] for part in found["sentence"] if part["hit"])

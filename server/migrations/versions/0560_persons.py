"""Persons: examination bodies, supervisors, classes, applications, scores, certificates and what is asked about them."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0560"
down_revision = "0554"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _bodies()
    _classes()
    _exams()
    _certificates()


def _of(child: str, column: str, parent: str, cascade: bool = True) -> Any:
    name = f"fk_{child}_{column}_{parent}"
    key = sa.ForeignKey(f"{parent}.id", name=name, ondelete="CASCADE" if cascade else None)
    return sa.Column(column, sa.String(32), key, nullable=False)


def _whole(*names: str, null: bool = False) -> list[Any]:
    return [sa.Column(name, sa.Integer(), nullable=null) for name in names]


def _index(table: str, name: str, *columns: str, unique: bool = False) -> None:
    op.create_index(f"{'uq' if unique else 'ix'}_{table}{name and '_' + name}", table, list(columns), unique=unique)


def _bodies() -> None:
    table = "exam_body"
    whose = texts(name=128, org_id=32, approvalno=64, areacode=12, address=256, contact=64, tel=32, held=1, remark=500)
    op.create_table(table, *whose, *days("validto", null=False), *record(table))
    _index(table, "org", "org_id", unique=True)
    child = "exam_body_item"
    op.create_table(child, _of(child, "body_id", table), *texts(item=8), *days("validto", null=False), *record(child))
    _index(child, "", "body_id", "item", unique=True)
    table = "monitor_cert"
    whose = texts(user_id=32, org_id=32, areacode=12, certno=64, classes=64, issueorg=128, held=1, remark=200)
    op.create_table(table, *whose, *days("issued"), *days("validto", null=False), *record(table))
    _index(table, "no", "certno", unique=True)
    _index(table, "user", "user_id")
    _index(table, "area", "areacode")


def _classes() -> None:
    table = "training_class"
    whose = texts(classno=32, title=100, item=8, org_id=32, areacode=12, place=200, remark=500)
    when = [*days("planfrom", "planto", null=False), *days("started", "finished", "filed")]
    op.create_table(table, *whose, *when, *_whole("quota", "hours"), *subject(), *record(table))
    _index(table, "org", "org_id")
    _index(table, "area", "areacode")
    child = "class_lesson"
    what = [*days("lessonday", null=False), *texts(topic=100, teacher_id=32), *_whole("hours")]
    op.create_table(child, _of(child, "class_id", table), *what, *record(child))
    _index(child, "class_id", "class_id")
    child = "class_student"
    passed = sa.Column("passed", sa.Boolean(), nullable=False)
    who = [_of(child, "class_id", table), _of(child, "person_id", "person", cascade=False)]
    op.create_table(child, *who, *_whole("attended", null=True), passed, *record(child))
    _index(child, "", "class_id", "person_id", unique=True)
    _index(child, "person_id", "person_id")


def _exams() -> None:
    table = "exam_application"
    whose = texts(applyno=32, unitsysid=32, unitname=200, body_id=32, org_id=32, areacode=12, item=8, limits=64)
    whose += texts(education=4, work=500, remark=500, acceptor_id=32, reason=500, examtime=32, room=100, auditor_id=32)
    healthy = sa.Column("healthy", sa.Boolean(), nullable=False)
    when = [*moments("applied", "accepted"), *days("examday", "barreduntil", "issued")]
    marks = [*_whole("seat"), *_whole("theory", "practice", null=True)]
    person = _of(table, "person_id", "person", cascade=False)
    op.create_table(table, person, *whose, healthy, *when, *marks, *subject(), *record(table))
    _index(table, "person_id", "person_id")
    _index(table, "unit", "unitsysid")
    _index(table, "org", "org_id", "step")
    _index(table, "area", "areacode", "step")
    table = "exam_score"
    whose = texts(
        applyno=32, org_id=32, areacode=12, part=1, examiner_id=32, second_id=32, enterer_id=32, confirmer_id=32
    )
    when = [*days("examday", null=False), *moments("confirmed")]
    of_application = _of(table, "application_id", "exam_application")
    op.create_table(table, of_application, *whose, *when, *_whole("attempt", "score"), *subject(), *record(table))
    _index(table, "", "application_id", "part", "attempt", unique=True)
    _index(table, "application_id", "application_id")
    _index(table, "org", "org_id", "step")
    child = "exam_score_change"
    what = [*_whole("before", "after"), *texts(reason=500, changer_id=32), *moments("changed", null=False)]
    op.create_table(child, _of(child, "score_id", table), *what, *record(child))
    _index(child, "score_id", "score_id")


def _certificates() -> None:
    table = "work_certificate"
    whose = texts(archiveno=32, unitsysid=32, unitname=200, areacode=12, org_id=32, verifycode=16)
    edition = sa.Column("edition", sa.Integer(), nullable=False, server_default="1")
    one = sa.UniqueConstraint("person_id", name=f"uq_{table}_person_id")
    person = _of(table, "person_id", "person", cascade=False)
    op.create_table(table, person, *whose, *days("issued", null=False), edition, one, *record(table))
    _index(table, "no", "archiveno", unique=True)
    _index(table, "unit", "unitsysid")
    _index(table, "area", "areacode")
    table = "cert_case"
    whose = texts(caseno=32, kind=1, item=8, newlimits=64, newunitsysid=32, why=500, unitsysid=32, unitname=200)
    whose += texts(areacode=12, asker_id=32, decider_id=32, reason=500)
    pledge = sa.Column("noaccident", sa.Boolean(), nullable=False)
    keys = [_of(table, "cert_id", "person_cert"), _of(table, "person_id", "person", cascade=False)]
    when = [*moments("asked", null=False), *days("decided", "endedbefore")]
    op.create_table(table, *keys, *whose, pledge, *when, *subject(), *record(table))
    for name, columns in {"cert_id": ["cert_id"], "person_id": ["person_id"], "unit": ["unitsysid"]}.items():
        _index(table, name, *columns)
    _index(table, "area", "areacode", "step")


def downgrade() -> None:
    tables = ("cert_case", "work_certificate", "exam_score_change", "exam_score", "exam_application", "class_student")
    for table in (*tables, "class_lesson", "training_class", "monitor_cert", "exam_body_item", "exam_body"):
        op.drop_table(table)

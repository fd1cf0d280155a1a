"""知识库: documents, and the clauses into which their files are cut.

Revision ID: 0760
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import days, moments, record, subject, texts

revision = "0760"
down_revision = "0751"
branch_labels = None
depends_on = None
DOC, CLAUSE = "knowledge_doc", "knowledge_clause"


def numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def upgrade() -> None:
    what = texts(orgid=32, docno=60, dockey=60, edition=40, title=200, category=4, equclass=8, audience=1, issuer=100)
    what += [*days("effective", null=False), *days("ended")]
    what += texts(replaces_id=32, replacedby_id=32, remark=500)
    pieces = [*texts(cut=1, cutsays=200, digest=64), *numbers("pages", "pieces")]
    who = [*texts(writer_id=32), *moments("submitted"), *texts(publisher_id=32), *moments("published")]
    op.create_table(DOC, *what, *pieces, *who, *subject(), *record(DOC))
    op.create_index("ix_knowledge_doc_step", DOC, ["orgid", "step", "docno"])
    op.create_index("ix_knowledge_doc_key", DOC, ["dockey", "step"])
    op.create_index("uq_knowledge_doc_edition", DOC, ["orgid", "dockey", "edition"], unique=True)
    op.create_table(
        CLAUSE,
        *texts(doc_id=32),
        *numbers("seq"),
        *texts(clauseno=40, clausekey=40, heading=200),
        *numbers("page", "pageto"),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("grams", postgresql.TSVECTOR(), nullable=False),
        sa.ForeignKeyConstraint(
            ["doc_id"], [f"{DOC}.id"], ondelete="CASCADE", name="fk_knowledge_clause_doc_id_knowledge_doc"
        ),
        *record(CLAUSE),
    )
    op.create_index("ix_knowledge_clause_doc", CLAUSE, ["doc_id", "seq"])
    op.create_index("ix_knowledge_clause_key", CLAUSE, ["doc_id", "clausekey"])
    op.create_index(
        "ix_knowledge_clause_grams", CLAUSE, ["grams"], postgresql_using="gin", postgresql_with={"fastupdate": "off"}
    )


def downgrade() -> None:
    op.drop_table(CLAUSE)
    op.drop_table(DOC)

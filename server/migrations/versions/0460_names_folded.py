"""One folded name beside the written one: width, brackets and blanks that nobody sees make no other unit or person."""

import sqlalchemy as sa
from alembic import op

revision = "0460"
down_revision = "0472"
branch_labels = None
depends_on = None

# The same as kit/ground/folding.py: tests/archives/test_folded_names.py compares them.
FUNCTION = r"""
CREATE FUNCTION tj_fold(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(translate(regexp_replace(normalize(source, NFKC),
    '[\s\u00AD\u200B-\u200F\u2028-\u202F\u2060\u3000\uFEFF]', '', 'g'),
    U&'\2022\2027\30FB\2219\00B7\2010\2011\2012\2013\2014\2015\2212', '·····-------'))
$$
"""
TEXTS = {
    "unit": (2000, "name || '|' || code || '|' || pinyin || '|' || formernames"),
    "person": (400, "name || '|' || pinyin"),
}


def _searched(table: str, expression: str) -> None:
    op.drop_column(table, "searchtext")
    column = sa.Column("searchtext", sa.String(TEXTS[table][0]), sa.Computed(expression, persisted=True))
    op.add_column(table, column)
    op.create_index(f"ix_{table}_grams", table, [sa.text("tj_grams(searchtext)")], postgresql_using="gin")


def upgrade() -> None:
    op.execute(FUNCTION)
    folded = sa.Column("namefold", sa.String(400), sa.Computed("tj_fold(name)", persisted=True))
    op.add_column("unit", folded)
    op.create_index("ix_unit_namefold", "unit", ["namefold"])
    for table, (_size, text) in TEXTS.items():
        _searched(table, f"tj_fold({text})")


def downgrade() -> None:
    for table, (_size, text) in TEXTS.items():
        _searched(table, f"lower({text})")
    op.drop_column("unit", "namefold")
    op.execute("DROP FUNCTION tj_fold(text)")

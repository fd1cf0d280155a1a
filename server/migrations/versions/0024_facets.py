"""One index for whatever a list of millions is narrowed by; those it replaces go."""

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

# a word without a value (`s=`) says nothing; days outside of 1900 to 2099 are kept as the nearest of them
FACETS = """
CREATE FUNCTION tj_facets(words text[], begun text[], marks text[], days date[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  found text[] := '{}';
  word text;
  size int;
  said text;
BEGIN
  FOREACH word IN ARRAY words LOOP
    IF word IS NOT NULL AND length(word) > 2 THEN
      found := found || word;
    END IF;
  END LOOP;
  FOREACH word IN ARRAY begun LOOP
    IF word IS NOT NULL THEN
      FOREACH size IN ARRAY ARRAY[3, 4, 5, 6, 8, 11, 14] LOOP
        EXIT WHEN length(word) < size;
        found := found || left(word, size);
      END LOOP;
    END IF;
  END LOOP;
  FOR i IN 1 .. cardinality(days) LOOP
    IF days[i] IS NOT NULL THEN
      word := marks[i] || extract(year FROM least(greatest(days[i], DATE '1900-01-01'), DATE '2099-12-31'));
      said := lpad(extract(month FROM least(greatest(days[i], DATE '1900-01-01'), DATE '2099-12-31'))::text, 2, '0');
      found := found || word || (word || said);
    END IF;
  END LOOP;
  RETURN found;
END $$
"""
DEVICE = (
    "tj_facets(ARRAY[('o=' || (cheorgsysid)), ('c=' || (equclass)), ('s=' || (equstatus)), ('r=' || (regstatus)), ('u=' || (useorgsysid)),"
    " ('m=' || (maiorgsysid)), ('w=' || (insorgname)), ('e=' || (equcategory)), ('g=' || (ssdegree)), ('p=' || (usesite)),"
    " ('x=' || (exiimpgro)), ('q=' || (insresult)), CASE WHEN ((unqualcode) <> '') THEN 'f=1' ELSE NULL END],"
    " ARRAY[('a=' || (areacode)), ('k=' || (equclacode))], ARRAY['n=', 'y=', 'i=', 'd=', 'b='],"
    " ARRAY[ninspdate, ninspdate2, inspdate, ndetdate, usestartdate])"
)
DECLARATION = (
    "tj_facets(ARRAY[('o=' || (cheorg)), ('e=' || (chedept)), ('u=' || (unitsysid)), ('t=' || (step)), ('s=' || (status)), ('g=' || (seisort)),"
    " ('w=' || (appway)), CASE WHEN ((\"backReason\") <> '') THEN 'r=1' ELSE NULL END], ARRAY[('k=' || (equclacode))],"
    " ARRAY['d=', 'n='], ARRAY[appdate, ninspdate])"
)
ITEM = (
    "tj_facets(ARRAY[('o=' || (cheorg)), ('e=' || (chedept)), ('u=' || (unitsysid)), ('t=' || (step)), ('s=' || (status)),"
    " ('p=' || (testsort)), CASE WHEN ((\"backReason\") <> '') THEN 'r=1' ELSE NULL END],"
    " ARRAY[('k=' || (equclacode)), ('a=' || (areacode))], ARRAY['l=', 'n=', 'i=', 'f='],"
    " ARRAY[plandate, duedate, inspdate, ((limit_at) AT TIME ZONE 'Asia/Shanghai')::date])"
)
MADE = (
    ("ix_equipment_facets", "equipment", f"{DEVICE}, tj_grams(searchtext), tj_grams(nametext)"),
    ("ix_appmain_facets", "appmain", f"{DECLARATION}, tj_grams(unittext)"),
    ("ix_appbuss_facets", "appbuss", f"{ITEM}, tj_grams(scinspectorname)"),
)
GONE = (
    ("ix_equipment_grams", "equipment", "tj_grams(searchtext, cheorgsysid, areacode)"),
    ("ix_equipment_namegrams", "equipment", "tj_grams(nametext, cheorgsysid, areacode)"),
    ("ix_appmain_unitgrams", "appmain", "tj_grams(unittext, cheorg)"),
)


def _run(sql: str) -> None:
    op.get_bind().exec_driver_sql(sql)


def upgrade() -> None:
    _run(FACETS)
    for index, _table, _kept in GONE:
        op.drop_index(index)
    for index, table, kept in MADE:
        _run(f"CREATE INDEX {index} ON {table} USING gin ({kept})")


def downgrade() -> None:
    for index, _table, _kept in MADE:
        op.drop_index(index)
    for index, table, kept in GONE:
        _run(f"CREATE INDEX {index} ON {table} USING gin ({kept})")
    _run("DROP FUNCTION tj_facets(text[], text[], text[], date[])")

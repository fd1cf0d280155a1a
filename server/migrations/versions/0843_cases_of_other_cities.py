"""What is inspected in another city than that of the institution says so itself: few rows, an index of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0843"
down_revision = "0842"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The city of a division (GB/T 2260): its first four digits but where a province has no cities between; null for
    # the whole country or a province. 4290, 4690, 6590: counties under their province alone.
    op.execute(
        """
        create function tj_city(area text) returns text immutable strict parallel safe language sql as $$
          select case
            when left(area, 2) in ('11', '12', '31', '50') then left(area, 2)
            when substr(area, 3, 2) in ('', '00') then null
            when left(area, 4) in ('4290', '4690', '6590') then left(area, 6)
            else left(area, 4) end
        $$
        """
    )
    op.execute(
        """
        create function tj_other_city(area text, home text) returns boolean immutable parallel safe language sql as $$
          select coalesce(tj_city(area) <> tj_city(home), false)
        $$
        """
    )
    op.execute(
        """
        create function tj_intercity() returns trigger language plpgsql as $$
        begin
          NEW.intercity := tj_other_city(NEW.areacode, (select o.areacode from sys_org o where o.id = NEW.cheorg));
          return NEW;
        end $$
        """
    )
    op.execute(
        """
        create function tj_home_moved() returns trigger language plpgsql as $$
        begin
          update appbuss set intercity = not intercity
            where cheorg = NEW.id and intercity <> tj_other_city(areacode, NEW.areacode);
          return null;
        end $$
        """
    )
    op.add_column("appbuss", sa.Column("intercity", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        "update appbuss b set intercity = true from sys_org o where o.id = b.cheorg"
        " and tj_other_city(b.areacode, o.areacode)"
    )
    op.execute(
        "create trigger tj_intercity before insert or update of areacode, cheorg, intercity on appbuss"
        " for each row execute function tj_intercity()"
    )
    op.execute(
        "create trigger tj_home_moved after update of areacode on sys_org for each row"
        " when (OLD.areacode is distinct from NEW.areacode) execute function tj_home_moved()"
    )
    op.drop_index("ix_appbuss_org_city", table_name="appbuss")
    op.create_index("ix_appbuss_intercity", "appbuss", ["id"], postgresql_where=sa.text("intercity"))


def downgrade() -> None:
    op.drop_index("ix_appbuss_intercity", table_name="appbuss")
    op.execute('create index ix_appbuss_org_city on appbuss (cheorg, "left"(areacode, 4), id)')
    op.execute("drop trigger tj_home_moved on sys_org")
    op.execute("drop trigger tj_intercity on appbuss")
    op.drop_column("appbuss", "intercity")
    for one in ("tj_home_moved()", "tj_intercity()", "tj_other_city(text, text)", "tj_city(text)"):
        op.execute(f"drop function {one}")

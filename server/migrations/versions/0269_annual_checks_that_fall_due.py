"""Vessels by the day of their next annual check, which stands in their document: a list shows what falls due."""

import sqlalchemy as sa
from alembic import op

revision = "0269"
down_revision = "0268"
branch_labels = None
depends_on = None

DAY = "tj_day(params ->> 'nyearcheckdate')"


def upgrade() -> None:
    # A day in the document of a device, null when it is none; one past the end of its month is that end.
    op.execute(
        """
        create function tj_day(t text) returns date immutable parallel safe language sql as
        $$ select case when t ~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then
             make_date(substr(t, 1, 4)::int, substr(t, 6, 2)::int, 1) + least(
               substr(t, 9, 2)::int,
               extract(day from make_date(substr(t, 1, 4)::int, substr(t, 6, 2)::int, 1)
                 + interval '1 month' - interval '1 day')::int) - 1 end $$
        """
    )
    where = sa.text(f"{DAY} is not null")
    op.create_index("ix_equipment_year_check", "equipment", [sa.text(DAY), "equclass"], postgresql_where=where)


def downgrade() -> None:
    op.drop_index("ix_equipment_year_check", table_name="equipment")
    op.execute("drop function tj_day(text)")

"""What was reported stays as it was, whoever writes into the database: a correction is an edition of its own."""

from alembic import op

revision = "0842"
down_revision = "0841"
branch_labels = None
depends_on = None

# by the edition in which a row stands; another row beside them changes no number and is found by the digest
OF_EDITION = ("stat_cell", "stat_part", "stat_group")


def upgrade() -> None:
    op.execute(
        """
        create function tj_reported() returns trigger language plpgsql as $$
        declare own text;
        begin
          if TG_TABLE_NAME = 'stat_row' then
            select g.edition_id into own from stat_group g where g.id = OLD.group_id;
          else
            own := OLD.edition_id;
          end if;
          if exists (select from stat_edition e where e.id = own and e.reported is not null) then
            raise exception 'a reported edition stays as it is' using errcode = 'integrity_constraint_violation';
          end if;
          return case when TG_OP = 'DELETE' then OLD else NEW end;
        end $$
        """
    )
    op.execute(
        """
        create function tj_reported_edition() returns trigger language plpgsql as $$
        begin
          if TG_OP = 'DELETE' or (NEW.reported, NEW.code, NEW.first, NEW.last, NEW.way, NEW.take, NEW.digest,
              NEW.definition) is distinct from (OLD.reported, OLD.code, OLD.first, OLD.last, OLD.way, OLD.take,
              OLD.digest, OLD.definition) then
            raise exception 'a reported edition stays as it is' using errcode = 'integrity_constraint_violation';
          end if;
          return NEW;
        end $$
        """
    )
    for table in (*OF_EDITION, "stat_row"):
        op.execute(
            f"create trigger tj_reported before update or delete on {table} for each row execute function tj_reported()"
        )
    op.execute(
        "create trigger tj_reported before update or delete on stat_edition for each row when (OLD.reported is not null)"
        " execute function tj_reported_edition()"
    )


def downgrade() -> None:
    for table in (*OF_EDITION, "stat_row", "stat_edition"):
        op.execute(f"drop trigger tj_reported on {table}")
    op.execute("drop function tj_reported()")
    op.execute("drop function tj_reported_edition()")

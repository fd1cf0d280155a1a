"""How Alembic reaches the database: through the connection that `tejian.ops.database` opens as the owner role."""

from typing import Any

from alembic import context

from tejian.ops.database import is_compared, is_ours, load_models


def run() -> None:
    connection = context.config.attributes.get("connection")
    if connection is None:
        raise SystemExit("用 ./run migrate 或 ./run makemigration / use ./run migrate or ./run makemigration")
    context.configure(
        connection=connection,
        target_metadata=load_models(),
        compare_type=True,
        compare_server_default=False,
        include_name=is_ours,
        include_object=is_compared,
        transaction_per_migration=True,  # a long chain keeps what it has reached
        render_item=render_item,
    )
    with context.begin_transaction():
        context.run_migrations()


def render_item(kind: str, item: Any, autogen: Any) -> str | bool:
    """Types of ours are written as what they are in the database, so that a migration never imports the product."""
    if kind == "type" and type(item).__module__.startswith("tejian."):
        implementation = item.impl_instance if hasattr(item, "impl_instance") else item.impl
        return f"sa.{implementation!r}"
    return False


run()

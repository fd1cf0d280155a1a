"""Tables of the chain: blocks of digests over the sealed tables, rows that wait for their block, and what checks found.

A table is sealed when its `info` says `sealed`: the names of its columns that never change, or True for all of them.
Its rows are written down as waiting by a trigger (migration 0039), in the transaction that makes them.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, String, Text, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class ChainPending(Base):
    """A row of a sealed table that stands in no block yet."""

    __tablename__ = "chain_pending"
    chain: Mapped[str] = mapped_column(String(32), primary_key=True)
    row_key: Mapped[str] = mapped_column(String(32), primary_key=True)


class ChainBlock(Base):
    """Digests of some rows in order, bound to the block before it. Never changed, never deleted."""

    __tablename__ = "chain_block"
    __table_args__ = ({"info": {"append_only": True}},)
    chain: Mapped[str] = mapped_column(String(32), primary_key=True)
    no: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[str] = mapped_column(String(32))  # as text: it is part of what is digested
    previous: Mapped[str] = mapped_column(String(64))
    columns: Mapped[str] = mapped_column(Text)
    rows: Mapped[str] = mapped_column(Text)
    digest: Mapped[str] = mapped_column(String(64))


class ChainCheck(Record, Base):
    """One run over the chains: what was read, what is wrong, and the head that was signed."""

    __tablename__ = "chain_check"
    begun: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True, info={"label": "核查时间"})
    ended: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "完成时间"})
    result: Mapped[str] = mapped_column(String(8), info={"label": "结果"})
    rows: Mapped[int] = mapped_column(default=0, info={"label": "行数"})
    blocks: Mapped[int] = mapped_column(default=0, info={"label": "区块"})
    heads: Mapped[int] = mapped_column(default=0, info={"label": "链头份数"})
    found: Mapped[int] = mapped_column(default=0, info={"label": "问题"})
    findings: Mapped[list[str]] = mapped_column(JSONB, default=list, info={"label": "问题清单"})
    head: Mapped[str] = mapped_column(String(64), default="", info={"label": "链头摘要"})
    byname: Mapped[str] = mapped_column(String(64), default="", info={"label": "发起"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()

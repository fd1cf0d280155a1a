"""Files that belong to records, and the short-lived right to upload one from a phone."""

from datetime import datetime

from sqlalchemy import DateTime, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record, new_id


class Attachment(Record, Base):
    """A file that belongs to a record. The content lies in the file store under its SHA-256."""

    __tablename__ = "attachment"
    id: Mapped[str] = mapped_column("attsysid", String(32), primary_key=True, default=new_id)
    attrefsysid: Mapped[str] = mapped_column(String(32), index=True, info={"refers_by": "owner", "merges": "附件"})
    owner: Mapped[str] = mapped_column(String(16))  # application, business, equipment, unit
    type: Mapped[str] = mapped_column(String(8), default="")  # C651
    item: Mapped[str] = mapped_column(String(16), default="")  # report item that a photo shows
    formerly: Mapped[str] = mapped_column(
        String(200), default="", server_default=""
    )  # where it stood, when that is gone
    name: Mapped[str] = mapped_column(String(200))
    size: Mapped[int]
    mime: Mapped[str] = mapped_column(String(100))
    key: Mapped[str] = mapped_column(String(64), info={"content": True})  # "": deleted long ago, the content is gone
    thumb: Mapped[str] = mapped_column(String(64), default="", info={"content": True})
    by_name: Mapped[str] = mapped_column(String(64), default="")
    deleted: Mapped[bool] = mapped_column(default=False)
    __table_args__ = (Index("ix_attachment_deleted", "updatetime", postgresql_where="deleted AND key <> ''"),)


class UploadToken(Base):
    """A short-lived right to upload to one record from a phone."""

    __tablename__ = "upload_token"
    token: Mapped[str] = mapped_column(String(64), primary_key=True)  # sha256
    attrefsysid: Mapped[str] = mapped_column(String(32))
    owner: Mapped[str] = mapped_column(String(16))
    user_id: Mapped[str] = mapped_column(String(32))
    session_id: Mapped[str] = mapped_column(String(64))
    expires: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)

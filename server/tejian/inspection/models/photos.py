"""Photos of phones on their way: what has arrived of each, piece by piece, until the whole is a file."""

from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, LargeBinary, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.inspection.models.fieldwork import Terminal, count, document
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class PhotoUpload(Record, Base):
    """A photo of which pieces arrived. `offset` is how many bytes are here: the next piece begins there."""

    part_of: ClassVar[Any] = AppBuss
    __tablename__ = "photo_upload"
    terminal_id: Mapped[str] = mapped_column(
        ForeignKey("terminal.id", ondelete="CASCADE"), info={"label": "终端", "refers": "terminal"}
    )
    user_id: Mapped[str] = text(32, "使用人", refers="sys_user")
    record_id: Mapped[str] = text(32, "原始记录主键")
    item: Mapped[str] = text(16, "检验项目")
    digest: Mapped[str] = text(64, "照片摘要")
    size: Mapped[int] = count("字节数")
    offset: Mapped[int] = count("已收到字节数")
    original: Mapped[str] = text(64, "原照片摘要")  # of a copy with marks: that of the photo it was drawn on
    marks: Mapped[Any] = document("标注")
    __table_args__ = (
        Index("uq_photo_upload", "terminal_id", "record_id", "item", "digest", unique=True),
        Index("ix_photo_upload_user", "user_id", "updatetime"),
    )


class PhotoPiece(Record, Base):
    """Bytes of a photo, beginning at `place`."""

    part_of: ClassVar[Any] = Terminal
    __tablename__ = "photo_piece"
    upload_id: Mapped[str] = mapped_column(ForeignKey("photo_upload.id", ondelete="CASCADE"))
    place: Mapped[int] = count("位置")
    content: Mapped[bytes] = mapped_column(LargeBinary, info={"label": "内容", "secret": True})
    __table_args__ = (Index("uq_photo_piece", "upload_id", "place", unique=True),)


class PhotoMark(Record, Base):
    """A copy of a photo with marks drawn on it, beside the photo as it was taken."""

    part_of: ClassVar[Any] = AppBuss
    __tablename__ = "photo_mark"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), info={"label": "业务", "refers": "appbuss"})
    record_id: Mapped[str] = text(32, "原始记录主键")
    item: Mapped[str] = text(16, "检验项目")
    photo_id: Mapped[str] = text(32, "标注后的照片主键")
    original_id: Mapped[str] = text(32, "原照片主键")
    digest: Mapped[str] = text(64, "标注后摘要")
    original: Mapped[str] = text(64, "原照片摘要")
    marks: Mapped[Any] = document("标注")
    words: Mapped[str] = text(500, "标注内容")
    user_id: Mapped[str] = text(32, "标注人", refers="sys_user")
    __table_args__ = (
        Index("uq_photo_mark", "appbuss_id", "digest", unique=True),
        Index("ix_photo_mark_record", "record_id", "createtime"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return PhotoMark.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))

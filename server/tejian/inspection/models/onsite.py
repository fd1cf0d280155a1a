"""Where a declaration was made on site."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import DateTime, ForeignKey, Numeric
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.inspection.models.items import AppMain
from tejian.kit.database.db import Base, Record

NO_PLACE = {"1": "本人没有提供位置", "2": "手机没有取得位置"}


class OnsitePlace(Record, Base):
    """The place that the phone of an inspector gave with a declaration, or why it gave none."""

    __tablename__ = "onsite_place"
    audited = "03"
    named = "现场申报的位置"
    part_of = AppMain
    appmain_id: Mapped[str] = mapped_column(ForeignKey("appmain.id", ondelete="CASCADE"), unique=True)
    latitude: Mapped[Decimal | None] = mapped_column(Numeric(9, 6), info={"label": "纬度"})
    longitude: Mapped[Decimal | None] = mapped_column(Numeric(9, 6), info={"label": "经度"})
    accuracy: Mapped[int | None] = mapped_column(info={"label": "精度（米）"})
    located: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "定位时间"})
    noplace: Mapped[str] = text(1, "没有位置的原因")
    distance: Mapped[int | None] = mapped_column(info={"label": "离档案位置（米）"})
    warning: Mapped[str] = text(200, "位置提醒")

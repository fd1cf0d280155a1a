"""How far the phone is from where the archive has the devices."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from math import asin, ceil, cos, radians, sin, sqrt

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.onsite import NO_PLACE, OnsitePlace
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.system.settings.api import value

from .forms import Place, PlaceForm

EARTH = 6_371_000  # mean radius in metres


def metres(here: tuple[float, float], there: tuple[float, float]) -> int:
    """The way over the ground between two places in degrees (latitude, longitude)."""
    (lat, lng), (lat2, lng2) = (tuple(map(radians, one)) for one in (here, there))
    half = sin((lat2 - lat) / 2) ** 2 + cos(lat) * cos(lat2) * sin((lng2 - lng) / 2) ** 2
    return round(2 * EARTH * asin(min(1, sqrt(half))))


def distance(place: Place, device: Equipment) -> int | None:
    """None where the phone or the archive has no place."""
    if place.latitude is None or place.longitude is None or device.latitude is None or device.longitude is None:
        return None
    return metres((place.latitude, place.longitude), (float(device.latitude), float(device.longitude)))


def far(db: Session, place: Place, devices: Sequence[Equipment]) -> tuple[int | None, str]:
    """The way to the farthest of the devices, and the sentence when it is too far; nobody is refused for it.

    What the phone may be wrong by speaks for it.
    """
    known = [(way, one) for one in devices if (way := distance(place, one)) is not None]
    if not known:
        return None, ""
    way, device = max(known, key=lambda one: one[0])
    most = int(value(db, "inspection.onsite_metres"))
    if way - (place.accuracy or 0) <= most:
        return way, ""
    return way, f"手机位置离{device.equcode or device.equname}的档案位置{way}米，超过{most}米，请核对设备和档案位置"


class Way(TypedDict):
    """How far the phone is from the farthest of the devices, and the sentence when that is too far."""

    distance: int | None
    warning: str


def way_of(db: Session, me: User, form: PlaceForm) -> Way:
    distance, warning = far(db, form, many_visible_or_refuse(db, me, Equipment, form.devices))
    return {"distance": distance, "warning": warning}


def kept(db: Session, place: Place, devices: Sequence[Equipment]) -> OnsitePlace:
    """What is kept of the place: all of it, or why there is none."""
    if (place.latitude is None) != (place.longitude is None):
        raise BadInput("经度与纬度须同时提供", field="latitude")
    if not place.known:
        if not place.noplace:
            raise BadInput("没有位置的须说明原因", field="noplace")
        return OnsitePlace(noplace=place.noplace)
    if place.accuracy is None or place.located is None:
        raise BadInput("位置须带定位精度和定位时间", field="accuracy")
    minutes = int(value(db, "inspection.onsite_minutes"))
    if abs(clock.now() - place.located) > timedelta(minutes=minutes):
        raise BadInput(f"定位时间与平台时间相差超过{minutes}分钟，请重新定位，或校准手机时间", field="located")
    way, warning = far(db, place, devices)
    latitude, longitude = (Decimal(str(round(one or 0, 6))) for one in (place.latitude, place.longitude))
    own = {"latitude": latitude, "longitude": longitude, "accuracy": ceil(place.accuracy), "located": place.located}
    return OnsitePlace(**own, distance=way, warning=warning)


def sentence(place: OnsitePlace) -> str:
    """The place as the course of the declaration says it."""
    if place.latitude is None:
        return NO_PLACE[place.noplace]
    way = "档案没有位置" if place.distance is None else f"离档案位置{place.distance}米"
    return f"位置 纬度{place.latitude}，经度{place.longitude}（精度{place.accuracy}米），{way}"

"""A list as a map: its rows by squares, the names of the divisions in sight, and what lies below them."""

from functools import cache
from typing import Any

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import data, settings
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.lists import places
from tejian.kit.lists.serving import list_for

NAMES = 40  # of divisions in one picture: more cover each other


class Division(TypedDict):
    """Where the name of a division stands."""

    code: str
    name: str
    lng: float
    lat: float


class MapAnswer(places.Drawn):
    """What a picture of a list shows. `tiles`: the address of pictures below it, or nothing."""

    divisions: list[Division]
    tiles: str


def map_of(db: Session, me: User, params: dict[str, Any]) -> MapAnswer:
    """The rows of a list in a part of the map, by the list's own conditions and scope."""
    view = list_for(db, me, str(params.get("viewNo", "")))
    require(me, view.permission)
    if not view.has_places:
        raise BadInput("这个列表没有地图")
    box = places.box_of(str(params.get("box", "")))
    shown = places.map_of(view, db, me, {**params, **view.params}, box)
    return {**shown, "divisions": _divisions(db, me, box), "tiles": settings.current().map_tiles}


@cache
def _centres() -> tuple[tuple[str, float, float], ...]:
    return tuple((one["code"], float(one["lng"]), float(one["lat"])) for one in data.rows("area_centres"))


def _divisions(db: Session, me: User, box: places.Box) -> list[Division]:
    """The finest divisions that have room for their names: counties, else cities, else provinces."""
    words = dictionary.words(db, me.dict_version)["AREA"]
    inside = [
        (code, lng, lat)
        for code, lng, lat in _centres()
        if box.west <= lng <= box.east and box.south <= lat <= box.north
    ]
    kinds = (
        [one for one in inside if not one[0].endswith("00")],
        [one for one in inside if one[0].endswith("00") and not one[0].endswith("0000")],
        [one for one in inside if one[0].endswith("0000")],
    )
    shown = next((one for one in kinds if one and len(one) <= NAMES), kinds[-1])
    return [{"code": code, "name": words[code], "lng": lng, "lat": lat} for code, lng, lat in shown if code in words]

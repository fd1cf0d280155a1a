"""Numbers of certificates: class and category, the authority's plate, five digits and the year (identifiers §2).

A series counts without gaps; where an old certificate that was brought in has the number, the next one is taken.
"""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common import api as identifiers
from tejian.archives.models.cylinders import CylinderCar
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.numbering import next_value
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.system.rules import api as rulestore

CYLINDER = "2330"  # C602: cylinders on vehicles


def plate_of(db: Session, area: str) -> str:
    """The plate of the authority of an area, as 浙B. Refused where nobody has set it."""
    rows = rulestore.rows(db, "registration_plates", clock.today())
    found = [row["plate"] for row in rows if area.startswith(row["area"])]
    if not found:
        raise Refused(f"区划{area}的登记机关代号未设置，请在业务规则“登记机关代号”中补充")
    return found[0]


def next_number(db: Session, kind: str, area: str) -> str:
    """The next number for a kind in an area. Take it last: others wait for the series until the transaction ends."""
    plate, year = plate_of(db, area), clock.today().year
    word = identifiers.cert_word(kind)
    if not word:
        raise Refused(f"设备类别{kind}不办理使用登记")
    while True:
        serial = next_value(db, f"usecert/{word}{kind[1:3]}{plate}", str(year))
        if serial > 99_999:
            raise Refused("使用登记证编号本年已用完，请联系系统管理员")
        number = identifiers.make_usecertno(kind, plate, serial, year)
        taken = select(Equipment.id).where(Equipment.usecertno == number)
        on_car = select(CylinderCar.id).where(CylinderCar.usecertno == number)
        if db.scalar(taken.limit(1)) is None and db.scalar(on_car.limit(1)) is None:
            return number

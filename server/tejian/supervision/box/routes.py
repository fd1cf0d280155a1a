"""Calls of the box of a unit: one for each of its parts."""

from tejian.archives.models.maintenance import Maintenance
from tejian.kit.web.edge import Area, File
from tejian.supervision import permissions as p

from . import dates, devices, duties, mends, persons, signing, visiting

area = Area("/api/my")


@area.call("/devices", may=p.BOX, reads=True)
def own_devices(db, me, form) -> devices.BoxDevices:
    return devices.devices(db, me)


@area.call("/mends", may=p.BOX, reads=True)
def own_mends(db, me, form) -> list[mends.Mend]:
    return mends.mends(db, me)


@area.call("/duties", may=p.BOX, reads=True)
def own_duties(db, me, form) -> list[duties.ClassDuties]:
    return duties.duties(db, me)


@area.call("/persons", may=p.BOX, reads=True)
def own_persons(db, me, form) -> persons.BoxPersons:
    return persons.persons(db, me)


@area.call("/unsigned", may=p.BOX, reads=True)
def unsigned(db, me, form) -> list[visiting.Unsigned]:
    return visiting.unsigned(db, me)


@area.call("/sign", may=p.BOX_SIGN, form=signing.Signing, changes=Maintenance)
def sign(db, me, form):
    return signing.sign(db, me, form)


@area.call("/calendar", may=p.BOX, reads=True)
def calendar(db, me, form) -> File:
    return dates.calendar_file(db, me)

"""What is filled in for a binding, and for a rescue station."""

from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import field_of
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.lifts import permissions as p
from tejian.lifts.models.binding import KINDS, STATION_KINDS, WITH_UNIT, RescueStation
from tejian.lifts.models.binding import LiftBinding as C

API = "/api/liftBinding"
PAGE = "/elevatorEmergency/elevatorBdDetail?id={id}"
FORM = form_of(
    "lift_binding_form",
    "电梯绑定",
    API,
    field_of(C.bindkind, type="select", options=KINDS, required=True, span=12),
    field_of(C.equcode, required=True, span=12, label="电梯的设备代码"),
    field_of(C.code96333, required=True, span=12, help="电梯已有识别码的填原码；更换电梯时沿用原码"),
    field_of(
        C.station_id,
        type="select",
        options_url=f"{API}/stations",
        required=True,
        span=12,
        refers=Refers(RescueStation, among=lambda me: RescueStation.enabled, alone="any station that is in service"),
    ),
    field_of(C.contractno, required=True, span=12),
    field_of(C.contractfrom, required=True, span=6),
    field_of(C.contractto, required=True, span=6),
    field_of(C.remark, type="textarea", span=24),
)
ACTS = standard(FORM, Rights(p.BINDING_QUERY, p.BINDING_APPLY), WITH_UNIT, new="申请绑定", noun="电梯绑定", page=PAGE)

STATIONS = "/api/rescueStation"
STATION_FORM = form_of(
    "rescue_station_form",
    "救援站",
    STATIONS,
    field_of(RescueStation.name, required=True, span=12),
    field_of(RescueStation.kind, type="select", options=STATION_KINDS, required=True, span=12),
    field_of(
        RescueStation.unitsysid,
        type="unit",
        label="所属单位",
        span=12,
        refers=Refers(Unit, among=existing, alone="a station may belong to any unit, or to none"),
    ),
    field_of(RescueStation.areacode, type="area", dict="", required=True, span=12),
    field_of(RescueStation.address, required=True, span=24),
    field_of(RescueStation.lng, span=6, low=73, high=136),
    field_of(RescueStation.lat, span=6, low=3, high=54),
    field_of(RescueStation.hotline, required=True, span=12, rule="telKept"),
    field_of(RescueStation.onduty, required=True, span=6, low=0, high=200),
    field_of(RescueStation.target, required=True, span=6, low=1, high=120),
    field_of(RescueStation.enabled, span=12),
)
STATION_ACTS = standard(STATION_FORM, Rights(p.STATION_QUERY, p.STATION_SAVE), new="登记救援站")

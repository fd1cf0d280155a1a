"""The list of vehicles with gas cylinders."""

from datetime import timedelta

from sqlalchemy import and_, case, func, literal, select

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.equipment.api import STATE_TONES
from tejian.archives.models.cylinders import MEDIA, Cylinder
from tejian.archives.models.cylinders import CylinderCar as C
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, fragment, same
from tejian.system import permissions as system
from tejian.system.organisations.api import covered_prefix

PAGE = "/bsArchives/equipment/CylinderDetails?id={id}"
LATE = case((and_(C.status == codes.IN_USE, C.ninspdate < func.current_date()), literal("1")), else_=literal("0"))

car_list = add_list(
    ListView(
        no="cylinder_car_list",
        title="车用气瓶",
        permission=p.CYLINDER_QUERY,
        export_permission=system.EXPORT,
        source=select(C),
        key=C.id,
        visible=C.visible,
        url="/api/cylinder/findList",
        sort="ninspdate",
        late="isOverdue",
        columns=[
            col(C.carno, 104, type="code", fixed="left", link=PAGE),
            col(C.vin, 224, type="code"),
            col(C.ownername, 160),
            Col("medium", "介质", C.medium, 92, "dict", words=MEDIA),
            col(C.cylnum, 70, label="气瓶(只)"),
            col(C.cylvolume, 82, label="总容积(L)", shown=False),
            col(C.usecertno, 134, type="code"),
            col(C.regdate, 90, shown=False),
            col(C.status, 76, type="state", tones=STATE_TONES),
            col(C.inspdate, 90, label="上次检验"),
            col(C.ninspdate, 104),
            col(C.areacode, 100, shown=False),
            col(C.ownertel, type="code", shown=False),
            col(C.cartype, shown=False),
            col(C.scrapdate, 100, shown=False),
            Col("isOverdue", "", LATE),
            Col("registered", "", case((C.usecertno != "", literal("1")), else_=literal("0"))),
        ],
        search=[
            fragment(
                "codes",
                "车辆",
                C.searchtext,
                placeholder="车牌、VIN、车主、登记证",
                quick=True,
            ),
            Search(
                "cylno",
                "气瓶编号",
                lambda v: C.id.in_(select(Cylinder.carid).where(Cylinder.cylno == v.upper())),
                quick=True,
            ),
            Search(
                "overdue",
                "只看超期",
                lambda v: and_(C.status == codes.IN_USE, C.ninspdate < clock.today()),
                widget="checkbox",
                quick=True,
            ),
            Search(
                "soon",
                "30天内到期",
                lambda v: and_(
                    C.status == codes.IN_USE, C.ninspdate.between(clock.today(), clock.today() + timedelta(days=30))
                ),
                widget="checkbox",
                quick=True,
            ),
            Search("unregistered", "只看未登记", lambda v: C.usecertno == "", widget="checkbox"),
            same("medium", "介质", C.medium, widget="select", options=MEDIA),
            same("status", "使用状态", C.status, widget="select", dict="C637"),
            Search(
                "areacode",
                "区划",
                lambda v: C.areacode.startswith(covered_prefix(v), autoescape=True),
                widget="area",
            ),
            dates("ninspdate", "下次检验日期", C.ninspdate),
        ],
        actions=[
            Action(
                "add",
                "新增",
                p.CYLINDER_SAVE,
                kind="route",
                route="/bsArchives/equipment/CylinderDetails",
                shortcut="Alt+N",
            ),
            Action("view", "查看", p.CYLINDER_QUERY, place="row", kind="route", needs="one", route=PAGE),
            Action(
                "register",
                "登记",
                p.CYLINDER_SAVE,
                place="row",
                kind="form",
                needs="one",
                form="cylinder_register_form",
                when={"registered": ["0"], "status": ["0", "1", "2", "9"]},
            ),
            Action(
                "scrap",
                "随车报废",
                p.CYLINDER_SAVE,
                place="more",
                kind="form",
                needs="one",
                form="cylinder_scrap_form",
                when={"status": ["0", "1", "2", "9"]},
            ),
        ],
    )
)

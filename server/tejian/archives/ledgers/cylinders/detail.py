"""The page of a vehicle with its gas cylinders: when it is due, its cylinders and pipes, registration and scrapping."""

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.equipment.api import STATE_TONES
from tejian.archives.models.cylinders import Cylinder as C
from tejian.archives.models.cylinders import CylinderCar
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.lists.listview import Col
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown, children, of

from . import service
from .forms import CAR_FORM, PIPE_FORM
from .lists import PAGE

ALIVE = ["0", "1", "2", "9"]  # of C637: all but 报废 and what comes after it


def _due_tone(shown: Shown) -> str:
    return tone_of(shown.days_to("ninspdate")) if shown.row.status == codes.IN_USE else ""


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    return [Notice(f"已报废　{row.scrapdate}　{row.scrapreason}")] if row.status == codes.SCRAPPED else []


CAR = RecordView(
    no="cylinder_car",
    title="车用气瓶",
    permission=p.CYLINDER_QUERY,
    model=CylinderCar,
    url="/api/cylinder/record",
    form=CAR_FORM,
    creates=True,
    values=service.shown,
    heading=lambda s: s.row.carno,
    subtitle=lambda s: s.text("medium"),
    identity=lambda s: "　".join(filter(None, [s.row.vin, s.row.cartype, s.row.ownername, s.row.ownertel])),
    facts=[
        Fact("status", dot=True, tone=lambda s: STATE_TONES.get(s.row.status, "go")),
        Fact(
            label="登记证",
            text=lambda s: s.row.usecertno or "未登记",
            note=lambda s: f"{s.row.regdate} 登记" if s.row.regdate else "",
        ),
        Fact(
            label="下次检验",
            text=lambda s: s.text("ninspdate") or "未定",
            tone=_due_tone,
            note=lambda s: remaining(s.days_to("ninspdate")),
        ),
        Fact("cylnum", text=lambda s: f"{s.row.cylnum} 只", note=lambda s: f"总容积 {s.text('cylvolume')} L"),
        Fact(
            label="使用年限",
            text=lambda s: str(service.end_of(s.db, s.row) or "未定"),
            note="最早到期的气瓶",
        ),
    ],
    notices=_notices,
    parts=[
        Part(
            "cylinders",
            "气瓶",
            columns=[
                of(C.cylno, 120, type="code"),
                of(C.batchno, 100, type="code"),
                of(C.cylkind, 150),
                of(C.maker),
                of(C.volume, 96),
                of(C.netweight, 88),
                of(C.workpress, 148),
                of(C.prodate, 100),
                of(C.scrapdate, 150),
            ],
            rows=children(C.carid, C.seq),
            empty="没有登记气瓶",
        ),
        Part(
            "pipes",
            "管路",
            columns=[Col(f.name, f.label, None, 0, "number" if f.type == "int" else "text") for f in PIPE_FORM.fields],
            rows=lambda s: [{f.name: pipe.get(f.name) for f in PIPE_FORM.fields} for pipe in s.row.pipes],
            empty="没有登记管路",
        ),
    ],
    actions=[
        Action(
            "register",
            "使用登记",
            p.CYLINDER_SAVE,
            kind="form",
            needs="one",
            form="cylinder_register_form",
            when={"usecertno": [""], "status": ALIVE},
        ),
        Action(
            "scrap",
            "随车报废",
            p.CYLINDER_SAVE,
            kind="form",
            needs="one",
            form="cylinder_scrap_form",
            when={"status": ALIVE},
        ),
        Action("edit", "编辑", p.CYLINDER_SAVE, kind="route", needs="one", route=f"{PAGE}&edit=1"),
    ],
    refuses={"edit": lambda s: "该车气瓶已报废，不能再修改" if s.row.status == codes.SCRAPPED else ""},
    history=True,
)

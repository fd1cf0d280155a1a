"""The organisations and accounts of the demo city: one institute with its departments and stations, one bureau."""

from datetime import date
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.records.api import DEMONSTRATION
from tejian.kit.database.db import new_id
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.persons.models.bodies import MonitorCert
from tejian.system.accounts.api import DEMO_PASSWORD, DEMO_PIN, hash_of
from tejian.system.models.accounts import Role, StaffQual, SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import set_value

PASSWORD, PIN = DEMO_PASSWORD, DEMO_PIN
INSTITUTE = "330200-TJ"
BUREAU = "330200-SJ"
BODY = "330200-KS"
TOWN, TOWN_AREA = "330212-ZH", "330212004"

# code, name, kind, parent code, classes
ORGS = [
    (INSTITUTE, "宁波市特种设备检验研究院", "institute", "", ""),
    ("530201-01", "业务受理科", "office", INSTITUTE, ""),
    ("530201-02", "机电检验一部", "dept", INSTITUTE, "3000,4000,5000,6000,9000"),
    ("530201-03", "承压检验部", "dept", INSTITUTE, "1000,2000,8000,7000,7310"),
    ("530201-04", "机电检验二部", "dept", INSTITUTE, "3000,4000,5000"),
    ("530201-05", "技术质量部", "office", INSTITUTE, ""),
    ("530201-06", "财务科", "office", INSTITUTE, ""),
    ("530201-07", "余姚检验站", "station", INSTITUTE, "3000,4000,5000,2000"),
    ("530201-08", "慈溪检验站", "station", INSTITUTE, "3000,4000,5000,2000,7000"),
    (BUREAU, "宁波市市场监督管理局", "bureau", "", ""),
    ("330200-SJ-01", "特种设备安全监察处", "office", BUREAU, ""),
    ("330200-SJ-12", "鄞州区市场监督管理局", "office", BUREAU, ""),
    (BODY, "宁波市特种设备作业人员考试中心", "exam", "", ""),
    (TOWN, "鄞州区中河街道办事处", "town", "", ""),
    (f"{TOWN}-01", "应急管理站", "office", TOWN, ""),
]

# login, name, department code, roles, industry type
PEOPLE = [
    ("sysadmin", "沈系统", INSTITUTE, "sysadmin", "22"),
    ("secadmin", "安全官", INSTITUTE, "secadmin", "22"),
    ("audadmin", "审计员", INSTITUTE, "audadmin", "22"),
    ("qianru", "秦明远", INSTITUTE, "qianru", "22"),
    ("qianru2", "秦若兰", INSTITUTE, "qianru", "22"),
    ("shouli", "周晓琳", "530201-01", "shouli", "22"),
    ("yewu", "徐海燕", "530201-01", "yewu", "22"),
    ("ziliao", "沈佳宁", "530201-01", "ziliao", "22"),
    ("diaodu", "俞卫东", "530201-02", "diaodu", "22"),
    ("jianyan1", "陈立峰", "530201-02", "jianyan", "22"),
    ("jianyan2", "林志远", "530201-02", "jianyan", "22"),
    ("jiaohe", "方志强", "530201-02", "jiaohe", "22"),
    ("fenxiang", "叶晓东", "530201-05", "fenxiang", "22"),
    ("shenhe", "王建国", "530201-05", "shenhe", "22"),
    ("pizhun", "胡建军", "530201-05", "pizhun", "22"),
    ("dangan", "孙静", "530201-01", "dangan", "22"),
    ("dayin", "郑敏", "530201-01", "dayin", "22"),
    ("shoufei", "钱芳", "530201-06", "shoufei", "22"),
    ("caiwu", "吴丽华", "530201-06", "caiwu", "22"),
    ("zhiliang", "冯国平", "530201-05", "zhiliang", "22"),
    ("yiqi", "蒋文斌", "530201-05", "yiqi", "22"),
    ("zhanzhang", "韩志明", "530201-07", "zhanzhang", "22"),
    ("jianguan", "朱监管", "330200-SJ-01", "jianguan", "21"),
    ("juzhang", "应国良", "330200-SJ-01", "juzhang", "21"),
    ("jiejing", "汪接警", "330200-SJ-01", "jiejing", ""),
    ("qiye", "胡斌", "", "qiye", "23"),
    ("weibao", "何维保", "", "weibao", "24"),
    ("jiance", "罗检测", "", "jiance", "25"),
]
TOWNSPEOPLE = [
    ("xiangzhen", "姚中河", f"{TOWN}-01", "xiangzhen", "21"),
    ("xiangzhen2", "裘安民", f"{TOWN}-01", "xiangzhen", "21"),
]
EXAMINERS = [
    ("kaoshi", "江考务", BODY, "kaoshi", ""),
    ("kaoshi2", "史考评", BODY, "kaoshi", ""),
    ("kaoshi3", "柳教员", BODY, "kaoshi", ""),
]
OWNER = ("shihua", "石建国")  # of the refinery
# of the districts that file statistics: office, name, area, who counts and who reviews
DISTRICTS = [
    ("330200-SJ-12", "鄞州区市场监督管理局", "330212", (("yinzhou", "钟鄞江"), ("yinzhou2", "鲍明州"))),
    ("330200-SJ-03", "海曙区市场监督管理局", "330203", (("haishu", "楼海曙"), ("haishu2", "竺月湖"))),
]
SECOND_OFFICER = ("jianguan2", "施建平", "330200-SJ-01", "jianguan", "21")
MORE_INSPECTORS = ["孙浩", "叶晓峰", "俞文涛", "徐海明", "胡海军", "方国梁", "潘伟", "董晨"]

# qualifications by login: items of C623
DETECTION = ("DTJC",)  # 自行检测 of lifts
ALL_MACHINES = ("TS", "QS", "NS", "YS", "SS", *DETECTION)
ALL_PRESSURE = ("GS", "RS", "DS", "GL-2", "RQ-2", "GD-2", "QP-2", "F")
WATER = ("SZ",)  # of the medium of boilers
TESTS = ("UT-II", "MT-II", "PT-II", "RT-II", *WATER)  # of sub-reports: NDT and water
QUALS = {
    "jianyan1": ("TS", "QS", "NS"),
    "jianyan2": ("DT-1", "QZ-1", "NC-1"),
    "jiaohe": ALL_MACHINES + ALL_PRESSURE + WATER,
    "fenxiang": ALL_MACHINES + ALL_PRESSURE + TESTS,
    "shenhe": ALL_MACHINES + ALL_PRESSURE + WATER,
    "pizhun": ALL_MACHINES + ALL_PRESSURE + WATER,
}


def organisations(db: Session) -> dict[str, Org]:
    """The tree of the institute and of the bureau, by code."""
    made: dict[str, Org] = {}
    for sort, (code, name, kind, parent, classes) in enumerate(ORGS):
        above = made.get(parent)
        org = Org(
            id=new_id(),
            code=code,
            name=name,
            kind=kind,
            parent_id=above.id if above else "",
            classes=classes,
            sort=sort,
            areacode=TOWN_AREA if code.startswith(TOWN) else "330200",
        )
        org.org_id = above.org_id if above else org.id
        if code == INSTITUTE:
            licensed = date(clock.today().year + 2, 6, 30)
            org.report_code, org.licence_no = "NB", f"TS7110033-{licensed.year}"
            org.licence_to = licensed
            org.address, org.tel = "浙江省宁波市高新区光华路 168 号", "0574-87186000"
        db.add(org)
        made[code] = org
    db.flush()
    set_value(db, DEMONSTRATION, "1")  # nobody goes to court with a report of this city
    set_value(db, "charge.bank", "中国银行宁波市分行营业部（演示）")
    set_value(db, "charge.account", "3520 0000 0000 0001")
    return made


def font(size: int) -> ImageFont.FreeTypeFont:
    """The Chinese font of the documents."""
    import pylopdf_fonts_zh_cn  # noqa: PLC0415 (only the demo draws signatures)

    found = next(iter(sorted(Path(pylopdf_fonts_zh_cn.__file__).parent.rglob("*.[to]tf"))))
    return ImageFont.truetype(str(found), size)


def signature(name: str) -> str:
    """A hand-like signature picture, as a key of the file store."""
    image = Image.new("RGBA", (40 + 64 * len(name), 96), (255, 255, 255, 0))
    pen = ImageDraw.Draw(image)
    hand = font(62)
    for i, letter in enumerate(name):
        pen.text((14 + 62 * i, 8 + (i % 2) * 6), letter, font=hand, fill=(24, 36, 64, 255))
    turned = image.rotate(3, resample=Image.Resampling.BICUBIC)
    out = BytesIO()
    turned.save(out, "PNG")
    return files.keep_bytes(out.getvalue())


def people(db: Session, orgs: dict[str, Org], start: date) -> dict[str, SysUser]:
    """The accounts by login, with roles, signatures and qualifications."""
    roles = {r.code: r for r in db.scalars(select(Role))}
    hashed, pin = hash_of(PASSWORD), hash_of(PIN)
    made: dict[str, SysUser] = {}
    rows = [*PEOPLE]
    for n, name in enumerate(MORE_INSPECTORS, 3):
        dept = "530201-03" if n % 3 == 0 else "530201-04" if n % 3 == 1 else "530201-02"
        rows.append((f"jianyan{n}", name, dept, "jianyan", "22"))
    rows.append(SECOND_OFFICER)  # registration is examined by another than who accepted it
    rows += TOWNSPEOPLE
    rows += EXAMINERS
    for n, (login, name, dept, role, industry) in enumerate(rows):
        org = orgs.get(dept)
        user = SysUser(
            login=login,
            name=name,
            password_hash=hashed,
            pin_hash=pin,
            password_at=clock.now(),
            org_id=org.org_id if org else "",
            dept_id=org.id if org else "",
            areacode=org.areacode if org else "",
            industry_type=industry,
            mobile=f"1380574{1000 + n}",
            role_ids=[roles[role].id],
            demo=True,
        )
        if industry == "22":
            user.signature = signature(name)
        db.add(user)
        made[login] = user
    db.flush()
    _qualifications(db, made, start)
    _warrants(db, made, start)
    return made


def owner(db: Session, unit: str) -> str:
    """The account of the refinery, the owner of a turnaround; gives its login."""
    role = db.scalars(select(Role).where(Role.code == "qiye")).one()
    known = db.scalars(select(SysUser).where(SysUser.login == OWNER[0])).first()
    if known is None:
        known = SysUser(login=OWNER[0], name=OWNER[1], demo=True)
        known.password_hash, known.pin_hash = hash_of(PASSWORD), hash_of(PIN)
        known.password_at, known.industry_type, known.mobile = clock.now(), "23", "13805741900"
        known.role_ids = [role.id]
        db.add(known)
    known.unit_id = unit
    return known.login


def districts(db: Session) -> None:
    """The two people of two district bureaus who file statistics: one counts, the other reviews and reports."""
    codes = ("jianguan", "juzhang")
    roles = {one.code: one for one in db.scalars(select(Role).where(Role.code.in_(codes)))}
    orgs = {one.code: one for one in db.scalars(select(Org).where(Org.kind.in_(("bureau", "office"))))}
    for n, (code, name, area, people) in enumerate(DISTRICTS):
        dept = orgs.get(code)
        if dept is None:
            dept = Org(code=code, name=name, kind="office", parent_id=orgs[BUREAU].id, areacode=area, sort=90 + n)
            dept.org_id = orgs[BUREAU].id
            db.add(dept)
            db.flush()
        for k, (login, person) in enumerate(people):
            if db.scalars(select(SysUser).where(SysUser.login == login)).first():
                continue
            user = SysUser(login=login, name=person, demo=True, org_id=dept.org_id, dept_id=dept.id, areacode=area)
            user.password_hash, user.pin_hash, user.password_at = hash_of(PASSWORD), hash_of(PIN), clock.now()
            user.industry_type, user.mobile, user.role_ids = "21", f"138057419{10 + 2 * n + k}", [roles[codes[k]].id]
            db.add(user)
    db.flush()


def _warrants(db: Session, made: dict[str, SysUser], start: date) -> None:
    """The 监察证 of the officers who check."""
    for serial, login in enumerate(("jianguan", "jianguan2"), 21):
        user = made[login]
        row = MonitorCert(user_id=user.id, org_id=user.org_id, areacode="330200")
        row.certno, row.issueorg = f"浙监察330200-{serial:03}", "浙江省市场监督管理局"
        row.issued, row.validto = date(start.year - 1, 3, 1), date(start.year + 3, 2, 28)
        db.add(row)


def _qualifications(db: Session, made: dict[str, SysUser], start: date) -> None:
    for serial, (login, user) in enumerate(made.items(), 1):
        items = QUALS.get(login)
        if items is None and login.startswith("jianyan"):
            number = int(login.removeprefix("jianyan"))
            items = ALL_PRESSURE + TESTS if number % 3 == 0 else ("DT-1", "QZ-1", "NC-1", "YL-1", "SD-1", *DETECTION)
        for k, item in enumerate(items or ()):
            db.add(
                StaffQual(
                    user_id=user.id,
                    item=item,
                    certno=f"{item}-3302-{start.year - 2}{serial:03d}",
                    issuedate=date(start.year - 2, 3, 1),
                    validto=date(start.year + 4, 2 + k % 6, 28),
                    status="有效",
                )
            )

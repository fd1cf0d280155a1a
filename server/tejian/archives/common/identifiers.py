"""Codes and numbers that the law or the province gives to equipment, units, persons and vehicles: checks and parts.

Every `refuse_…` answers None for a valid value, else the sentence to show; a `warn_…` sentence does not block.
An empty value is no fault here: whether a field is required is the form's business.
"""

import re
from dataclasses import dataclass
from datetime import date

EQUIPMENT_CODE = re.compile(r"[1-9F][0-9A-Z]{3}(?:[0-9A-Z]{5}|[0-9]{6})(?:19|20)\d{2}[0-9A-Z]{4}")
USE_CERT_NO = re.compile(r"[锅容瓶管梯起索游车][0-9A-Z]{2}[\u4e00-\u9fa5][A-Z]\d{5}\(\d{2}\)")
OLD_USE_CERT_NO = re.compile(r"[0-9a-z]{20}", re.IGNORECASE)
REG_CODE = re.compile(r"[1-9][0-9A-Z]{3}\d{6}\d{6}\d{4}")
USCC = re.compile(r"[0-9A-HJ-NPQRTUWXY]{18}")
PLATE = re.compile(r"[\u4e00-\u9fa5][A-Z](?:[A-Z0-9]{5,6}|[A-Z0-9]{4}挂)")
VIN = re.compile(r"[0-9A-HJ-NPR-Z]{17}")
# A column of report numbers, in px: the sixteen characters, a correction (-G1) or a copy (-01) behind them.
REPORT_NO_WIDTH = 172
EMERGENCY_CODE = re.compile(r"\d{6,7}")

USCC_ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY"
USCC_WEIGHTS = tuple(pow(3, place, 31) for place in range(17))
ORG_WEIGHTS = (3, 7, 9, 10, 5, 8, 4, 2)
ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
ID_CHECK = "10X98765432"
VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
VIN_VALUES = {
    **{str(digit): digit for digit in range(10)},
    **dict(zip("ABCDEFGH", range(1, 9), strict=True)),
    **dict(zip("JKLMN", range(1, 6), strict=True)),
    "P": 7,
    "R": 9,
    **dict(zip("STUVWXYZ", range(2, 10), strict=True)),
}
CERT_WORDS = {
    "1": "锅",
    "21": "容",
    "22": "容",
    "24": "容",
    "23": "瓶",
    "8": "管",
    "3": "梯",
    "4": "起",
    "9": "索",
    "6": "游",
    "5": "车",
}
CERTS_OF_UNIT = ("瓶", "管")
OLDEST_AGE = 120


@dataclass(frozen=True, slots=True)
class EquipmentCode:
    """The parts of a 设备代码: kind (4), maker code (5) or area (6), year of manufacture, serial (4)."""

    kind: str
    maker: str
    year: int
    serial: str


@dataclass(frozen=True, slots=True)
class IdCard:
    """The parts of a Chinese identity card number, always in the 18-character form."""

    number: str
    area: str
    birth: date
    male: bool


def parse_equipment_code(code: str) -> EquipmentCode | None:
    """The parts of a 17- or 18-character code, None when it is not one."""
    if len(code) not in (17, 18) or not EQUIPMENT_CODE.fullmatch(code):
        return None
    split = len(code) - 8
    return EquipmentCode(code[:4], code[4:split], int(code[split : split + 4]), code[split + 4 :])


def refuse_equipment_code(code: str) -> str | None:
    """设备代码: letters and digits, 17 (maker) or 18 (registration authority) characters."""
    if not code:
        return None
    if not re.fullmatch(r"[A-Za-z0-9]+", code):
        return "设备代码只能是字母和数字"
    if len(code) not in (17, 18):
        return "设备代码应为17位或18位"
    return None if parse_equipment_code(code) else "设备代码格式不正确"


def refuse_code_of_kind(code: str, equclacode: str) -> str | None:
    """设备代码 of another class than the record; codes of the old catalogue (F…) say none."""
    parts = parse_equipment_code(code)
    if parts is None or not equclacode or parts.kind[0] in ("F", equclacode[0]):
        return None
    return f"设备代码以{parts.kind}开头，与设备类别{equclacode}不是同一种类"


def make_equipment_code(kind: str, maker: str, year: int, serial: int | str) -> str:
    """A code from kind (4), maker code (5) or area (6), year and serial (number or 4 characters). Raises ValueError."""
    tail = f"{serial:04d}" if isinstance(serial, int) else serial
    code = f"{kind}{maker}{year:04d}{tail}".upper()
    if len(maker) not in (5, 6) or parse_equipment_code(code) is None:
        raise ValueError(f"不是合法的设备代码：{code}")
    return code


def normalise_usecertno(text: str) -> str:
    """A 使用登记证编号 as stored: half-width parentheses, no blanks, upper-case letters (older codes as given)."""
    plain = "".join(text.split()).replace("（", "(").replace("）", ")")
    return plain if OLD_USE_CERT_NO.fullmatch(plain) else plain.upper()


def refuse_usecertno(text: str) -> str | None:
    """使用登记证编号, e.g. 梯11浙B00123(24); full-width parentheses and the older 20-character form pass."""
    if not text:
        return None
    plain = normalise_usecertno(text)
    if USE_CERT_NO.fullmatch(plain) or OLD_USE_CERT_NO.fullmatch(plain):
        return None
    return "使用登记证编号格式不正确，例如 梯11浙B00123(24)"


def cert_word(kind: str) -> str:
    """The word with which the certificates of a kind begin; empty for a kind that gets none."""
    return next((word for prefix, word in CERT_WORDS.items() if kind.startswith(prefix)), "")


def refuse_cert_of_kind(text: str, kind: str) -> str | None:
    """A certificate of another class than the record; the older 20-character form says none."""
    word = cert_word(kind)
    if not word or not USE_CERT_NO.fullmatch(text) or text[0] == word:
        return None
    return f"该类设备的使用登记证编号以“{word}”开头，不是“{text[0]}”"


def of_one_device(cert: str) -> bool:
    """Whether a certificate is of one device: those of cylinders and piping are of a unit (TSG 08-2017 按单位登记)."""
    return bool(cert) and cert[0] not in CERTS_OF_UNIT


def make_usecertno(kind: str, plate: str, serial: int, year: int) -> str:
    """A number from the kind code, the plate prefix of the authority (浙B), the sequence (1-99999) and the year.

    Raises ValueError for a kind that gets no certificate or a number out of range.
    """
    word = cert_word(kind)
    if not word:
        raise ValueError(f"该类别没有使用登记证：{kind}")
    number = f"{word}{kind[1:3]}{plate}{serial:05d}({year % 100:02d})"
    if refuse_usecertno(number):
        raise ValueError(f"不是合法的使用登记证编号：{number}")
    return number


def refuse_regcode(code: str) -> str | None:
    """注册代码 of the old catalogue: 4 kind + 6 area + 4 year + 2 month + 4 sequence."""
    if not code:
        return None
    if not REG_CODE.fullmatch(code):
        return "注册代码应为20位"
    year, month = int(code[10:14]), int(code[14:16])
    return None if 1950 <= year <= 2100 and 1 <= month <= 12 else "注册代码中的年月不正确"


def uscc_check_char(body: str) -> str:
    """The 18th character for the first 17 of a 统一社会信用代码 (GB 32100-2015). Raises ValueError."""
    total = sum(USCC_ALPHABET.index(char) * weight for char, weight in zip(body, USCC_WEIGHTS, strict=True))
    return USCC_ALPHABET[(31 - total % 31) % 31]


def org_check_char(body: str) -> str:
    """The ninth character for the first eight of an 组织机构代码 (GB 11714). Raises ValueError for other characters."""
    total = sum(int(char, 36) * weight for char, weight in zip(body, ORG_WEIGHTS, strict=True))
    rest = 11 - total % 11
    return {10: "X", 11: "0"}.get(rest, str(rest))


def refuse_uscc(code: str) -> str | None:
    """统一社会信用代码: 18 characters without I O S V Z, last one a check (GB 32100-2015)."""
    if not code:
        return None
    if not USCC.fullmatch(code):
        return "统一社会信用代码应为18位数字或大写字母（不含 I、O、S、V、Z）"
    return None if uscc_check_char(code[:17]) == code[17] else "统一社会信用代码校验位不正确"


def make_uscc(serial: int, area: str = "330200", head: str = "91") -> str:
    """A valid code from a number (0 to 99,999,999), a 6-digit area and authority + kind of body (91 = enterprise)."""
    if not 0 <= serial <= 99_999_999 or not re.fullmatch(r"\d{6}", area):
        raise ValueError("统一社会信用代码的流水号或区划不正确")
    org = f"{serial:08d}"
    body = f"{head}{area}{org}{org_check_char(org)}"
    return body + uscc_check_char(body)


def parse_idcard(number: str, today: date) -> IdCard | None:
    """The parts of an 18- or 15-character number, None when it is not valid on `today` (GB 11643-1999)."""
    text = number.strip().upper()
    if re.fullmatch(r"\d{15}", text):
        text = f"{text[:6]}19{text[6:]}"
        text += id_check_char(text)
    if not re.fullmatch(r"[1-9]\d{16}[\dX]", text) or id_check_char(text[:17]) != text[17]:
        return None
    birth = _date(text[6:14])
    if birth is None or birth > today or today.year - birth.year > OLDEST_AGE:
        return None
    return IdCard(text, text[:6], birth, int(text[16]) % 2 == 1)


def refuse_idcard(number: str, today: date) -> str | None:
    """身份证号: 18 characters with check (x accepted), or the older 15 digits."""
    if not number:
        return None
    return None if parse_idcard(number, today) else "请输入有效的身份证号"


def id_check_char(body: str) -> str:
    """The 18th character for the first 17 digits."""
    return ID_CHECK[sum(int(char) * weight for char, weight in zip(body, ID_WEIGHTS, strict=True)) % 11]


def make_idcard(area: str, birth: date, sequence: int) -> str:
    """A valid 18-character number; `sequence` 0-999, odd = male. Raises ValueError."""
    if not re.fullmatch(r"[1-9]\d{5}", area) or not 0 <= sequence <= 999:
        raise ValueError("身份证号的区划或顺序号不正确")
    body = f"{area}{birth:%Y%m%d}{sequence:03d}"
    return body + id_check_char(body)


def mask_idcard(number: str) -> str:
    """The number for screens without the right to see it: first 6 and last 2 characters stay."""
    return f"{number[:6]}{'*' * (len(number) - 8)}{number[-2:]}" if len(number) > 8 else "*" * len(number)


def refuse_plate(plate: str) -> str | None:
    """车牌号; the plates of semi-trailers and tube trailers end with 挂."""
    return None if not plate or PLATE.fullmatch(plate) else "车牌号格式不正确"


def vin_check_char(vin: str) -> str:
    """The character that position 9 of a 17-character VIN must have (GB 16735)."""
    rest = sum(VIN_VALUES[char] * weight for char, weight in zip(vin, VIN_WEIGHTS, strict=True)) % 11
    return "X" if rest == 10 else str(rest)


def refuse_vin(vin: str) -> str | None:
    """车辆识别代号: 17 characters without I O Q, position 9 a check."""
    if not vin:
        return None
    if not VIN.fullmatch(vin):
        return "车辆识别代号（VIN）应为17位，且不含 I、O、Q"
    return None if vin_check_char(vin) == vin[8] else "车辆识别代号（VIN）校验位不正确"


def refuse_emergency_code(code: str) -> str | None:
    """96333 应急识别码: 6 or 7 digits, given by the city."""
    return None if not code or EMERGENCY_CODE.fullmatch(code) else "96333应急识别码应为6位或7位数字"


def _date(text: str) -> date | None:
    try:
        return date(int(text[:4]), int(text[4:6]), int(text[6:8]))
    except ValueError:
        return None

"""Codes and numbers: the published examples, the fictional samples, and generators that pass their own checks."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tejian.archives.common import identifiers as ids

TODAY = date(2026, 6, 11)


@pytest.mark.parametrize("code", ["31103301520190012", "31103302032019001A", "4D001000120240001", "F2203302002020000Z"])
def test_equipment_codes_that_pass(code: str) -> None:
    assert ids.refuse_equipment_code(code) is None


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("3110-3301520190012", "设备代码只能是字母和数字"),
        ("设备1", "设备代码只能是字母和数字"),
        ("3110330152019001", "设备代码应为17位或18位"),
        ("31103301518190012", "设备代码格式不正确"),
        ("31103301a20190012", "设备代码格式不正确"),
        ("31103302AA2019001A", "设备代码格式不正确"),
    ],
)
def test_equipment_codes_that_fail(code: str, sentence: str) -> None:
    assert ids.refuse_equipment_code(code) == sentence


def test_parts_of_an_equipment_code() -> None:
    maker = ids.parse_equipment_code("31103301520190012")
    authority = ids.parse_equipment_code("31103302032019001A")
    assert maker is not None
    assert authority is not None
    assert (maker.kind, maker.maker, maker.year, maker.serial) == ("3110", "33015", 2019, "0012")
    assert (authority.maker, authority.serial) == ("330203", "001A")


@pytest.mark.parametrize(
    "number",
    ["梯11浙B00123(24)", "容15浙B00045(23)", "锅10浙B00007(22)", "梯11宁A12345(17)", "梯11浙B00123（24）", "0" * 20],
)
def test_use_certificates_that_pass(number: str) -> None:
    assert ids.refuse_usecertno(number) is None


@pytest.mark.parametrize(
    "number", ["梯11浙B0123(24)", "机11浙B00123(24)", "梯11浙B00123(2024)", "梯11浙B00123", "梯11ZB00123(24)"]
)
def test_use_certificates_that_fail(number: str) -> None:
    assert ids.refuse_usecertno(number) == "使用登记证编号格式不正确，例如 梯11浙B00123(24)"


def test_use_certificates_are_stored_half_width() -> None:
    assert ids.normalise_usecertno(" 梯11浙b00123（24） ") == "梯11浙B00123(24)"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("3110", "梯11浙B00012(26)"),
        ("2310", "瓶31浙B00012(26)"),
        ("2150", "容15浙B00012(26)"),
        ("4170", "起17浙B00012(26)"),
    ],
)
def test_use_certificates_are_made(kind: str, expected: str) -> None:
    assert ids.make_usecertno(kind, "浙B", 12, 2026) == expected


def test_registration_codes() -> None:
    assert ids.refuse_regcode("31103302032010080025") is None
    assert ids.refuse_regcode("31106401052014080025") is None
    assert ids.refuse_regcode("31103302032010130025") == "注册代码中的年月不正确"
    assert ids.refuse_regcode("3110330203201008002") == "注册代码应为20位"


def test_uscc() -> None:
    assert ids.refuse_uscc("91350100M000100Y43") is None
    assert ids.refuse_uscc("91330200MA2A1B2C69") is None
    assert ids.refuse_uscc("91330200MA2A1B2C68") == "统一社会信用代码校验位不正确"
    assert ids.refuse_uscc("91330200MA2A1B2CI9") is not None
    assert ids.refuse_uscc("91330200MA2A1B2C6") is not None


def test_id_cards() -> None:
    assert ids.refuse_idcard("330203199001011236", TODAY) is None
    assert ids.refuse_idcard("11010519491231002x", TODAY) is None
    assert ids.refuse_idcard("330203199001011237", TODAY) == "请输入有效的身份证号"
    assert ids.refuse_idcard("330203199002301236", TODAY) is not None
    parts = ids.parse_idcard("110105491231002", TODAY)
    assert parts is not None
    assert (parts.number, parts.birth, parts.male) == ("11010519491231002X", date(1949, 12, 31), False)
    assert ids.mask_idcard("330203199001011236") == "330203**********36"


def test_nobody_is_born_tomorrow_or_before_1900() -> None:
    for birth in (date(2026, 6, 12), date(1899, 1, 1)):
        assert ids.parse_idcard(ids.make_idcard("330203", birth, 1), TODAY) is None


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (ids.refuse_plate, ["浙B1234挂", "浙B12345", "浙BD12345"], ["B12345", "浙b12345", "浙B123挂"]),
        (
            ids.refuse_vin,
            ["1M8GDM9AXKP042788", "11111111111111111"],
            ["1M8GDM9A1KP042788", "1M8GDM9AXKP04278", "IM8GDM9AXKP042788"],
        ),
        (ids.refuse_emergency_code, ["123456", "1234567"], ["12345"]),
    ],
)
def test_other_formats(check: object, good: list[str], bad: list[str]) -> None:
    assert callable(check)
    assert [value for value in ["", *good] if check(value) is not None] == []
    assert [value for value in bad if check(value) is None] == []


@given(st.integers(0, 99_999_999), st.sampled_from(["330200", "330203", "110000"]))
def test_made_uscc_pass_both_checks(serial: int, area: str) -> None:
    code = ids.make_uscc(serial, area)
    assert ids.refuse_uscc(code) is None
    assert ids.org_check_char(code[8:16]) == code[16]


@given(st.integers(0, 99_999_999), st.integers(0, 17), st.sampled_from(ids.USCC_ALPHABET))
def test_one_wrong_character_of_a_uscc_is_found(serial: int, place: int, char: str) -> None:
    code = ids.make_uscc(serial)
    if code[place] != char:
        assert ids.refuse_uscc(code[:place] + char + code[place + 1 :]) is not None


@given(st.dates(date(1930, 1, 1), date(2026, 6, 1)), st.integers(0, 999))
def test_made_id_cards_are_read_back(birth: date, sequence: int) -> None:
    parts = ids.parse_idcard(ids.make_idcard("330203", birth, sequence), TODAY)
    assert parts is not None
    assert (parts.birth, parts.male) == (birth, sequence % 2 == 1)


@given(
    st.sampled_from(["3110", "4D00", "23T0", "8310"]), st.sampled_from(["33015", "330203", "10A01"]),
    st.integers(1950, 2099), st.integers(0, 9999),
)  # fmt: skip
def test_made_equipment_codes_are_read_back(kind: str, maker: str, year: int, serial: int) -> None:
    parts = ids.parse_equipment_code(ids.make_equipment_code(kind, maker, year, serial))
    assert parts is not None
    assert (parts.kind, parts.maker, parts.year, parts.serial) == (kind, maker, year, f"{serial:04d}")


@given(st.sampled_from(["1100", "2150", "2310", "3430", "4D00", "5200", "6D20", "8310", "9120"]), st.integers(1, 99999))
def test_made_use_certificates_pass(kind: str, serial: int) -> None:
    assert ids.refuse_usecertno(ids.make_usecertno(kind, "浙B", serial, 2026)) is None


def test_makers_refuse_what_cannot_be() -> None:
    for make in (
        lambda: ids.make_equipment_code("3110", "330", 2019, 1),
        lambda: ids.make_equipment_code("3110", "33015", 2019, 10000),
        lambda: ids.make_usecertno("7110", "浙B", 1, 2026),
        lambda: ids.make_usecertno("3110", "浙B", 100000, 2026),
        lambda: ids.make_uscc(-1),
        lambda: ids.make_idcard("33020", date(1990, 1, 1), 1),
    ):
        with pytest.raises(ValueError, match=r"不是合法|不正确|没有使用登记证"):
            make()

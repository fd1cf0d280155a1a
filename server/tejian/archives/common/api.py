"""What other wings and areas may ask of archives.common."""

from .categories import category, in_level
from .identifiers import (
    CERT_WORDS,
    OLD_USE_CERT_NO,
    REPORT_NO_WIDTH,
    VIN_VALUES,
    cert_word,
    make_equipment_code,
    make_idcard,
    make_uscc,
    make_usecertno,
    mask_idcard,
    normalise_usecertno,
    of_one_device,
    parse_idcard,
    refuse_cert_of_kind,
    refuse_code_of_kind,
    refuse_emergency_code,
    refuse_equipment_code,
    refuse_idcard,
    refuse_plate,
    refuse_regcode,
    refuse_uscc,
    refuse_usecertno,
    refuse_vin,
    vin_check_char,
)
from .kinds import class_of, kind_matches
from .prints import PRINTS, bind_print
from .spreadsheets import declare

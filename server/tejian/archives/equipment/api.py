"""What other wings and areas may ask of archives.equipment."""

from .checks import Relation, impossible, lacking, relations, wrong
from .device import Ancestor, MaintenanceTerms, UnitAsOf, lineage, maintenance, unit_as_of
from .explained import NextExplained
from .fields import ALONE, EquipmentField, dict_of, every_field, fields_of, labels, levels
from .forms import EquipmentForm, form_config
from .limits import Limit, is_required, limits_of, missing, table
from .lists import (
    CLASS_LISTS,
    COLUMNS,
    FIRST_DUE,
    SCREENS,
    SEARCH,
    STATE_TONES,
    all_list,
    due_date,
    is_overdue,
    late_mark,
    unit_search,
)
from .screens import page_of
from .service import (
    NUMBERS,
    UNITS,
    Deferred,
    DeviceForm,
    Inspection,
    change,
    check_change,
    complete_dates,
    current,
    edit,
    findings,
    form_fields,
    fresh,
    label_text,
    locked,
    open_business,
    open_businesses,
    placed,
    proposed,
    store,
    typed,
    write_values,
)
from .stops import lasted, long_stop
from .tableforms import flat, put, table_groups
from .technical import GROUP as TECHNICAL
from .technical import technical_fields

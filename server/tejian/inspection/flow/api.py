"""What other wings and areas may ask of inspection.flow."""

from .business import BUSINESS, STEP_NAMES
from .charged import arrears, credit_refused, give_up, note_charges
from .declaration import DECLARATION
from .declaring_effects import LETTERS, write_acceptance
from .declaring_guards import (
    combination_allowed,
    devices_declarable,
    early_has_reason,
    has_contact,
    has_equipment,
    is_stopped,
    items_of,
    no_open_business,
    not_declarable,
    open_business,
    own_devices,
    stop_unsaid,
    subject_of,
    too_early,
    wrong_subject,
)
from .departments import OF_INSTITUTE, department, own_department
from .effects import fill, send_number, write_arrangement
from .forms import COLLEAGUE, OFFICES, POST, RELEASE_WAYS, AcceptForm, ArrangeForm, BuildForm, ConfirmForm, PrintedForm
from .guards import (
    OF_PEOPLE,
    instruments_valid,
    judges_left,
    main_goes_on,
    main_is_given,
    note_record,
    people_present,
    qualified_inspectors,
    signed_by_two,
    steps_are_given,
    two_inspectors,
    unit_can,
    unpaid,
    working_day,
)
from .lateness import late_at_step
from .lists import BENCH_LIST, SIGN_LIST, items, of_declaration
from .materials import Begun, Material, all_there, begun, materials_of
from .noticed import UNNOTIFIED
from .people import (
    MAIN,
    SIGNER,
    SUPERVISOR,
    accounts_of,
    barred,
    choices,
    inspectors,
    main_elsewhere,
    refuse_people,
    refuse_unsigned,
    sort_of,
    unqualified,
)
from .steps import (
    EARLIER,
    conf_of,
    first_used,
    given_steps,
    is_given_to,
    newest_version,
    reporting_time,
)
from .supervising import refuse_open

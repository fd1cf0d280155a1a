"""What other wings and areas may ask of charges from registration to the last cent."""

from .effects import tell_taken_back
from .forms import PAPER, WAY, CalculationForm, ChargeForm, DetailForm
from .guards import known_voucher, voucher_unused, waits_for_consent, why_kept, why_not_mine
from .planning import longest
from .process import CHARGE, STEP_NAMES, register
from .registration import Draft, chosen, line_values, payer_of, work_out, worked_again, worked_out
from .searching import by_pay_code, of_charge, said, within

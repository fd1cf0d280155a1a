"""What other wings and areas may ask of archives.units."""

from .devices import is_late
from .forms import FORM_OF_KIND, UNIT_FORM
from .kinds import PETROCHEMICAL, family
from .money import Standing
from .parts import may_submit_tests
from .service import LicensedUnit, after_save, before_delete, check_code, hooks, licensed, prepare

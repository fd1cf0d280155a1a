"""What other wings and areas may ask of system.accounts."""

from . import keys
from .browsers import in_words as browser_in_words
from .captcha import picture
from .factors import CodeForm, FactorSecret, Recovery, SetupForm
from .factors import give as give_factor
from .factors import new_secret as new_factor
from .factors import set_up as set_up_factor
from .groups import HOOKS as GROUP_HOOKS
from .login import LoginForm, PasswordForm, UserInfo, change_password, login, sso_base, user_info
from .passwords import DEMO as DEMO_PASSWORD
from .passwords import hash_of, is_demonstration
from .pins import DEMO as DEMO_PIN
from .pins import NewPinForm, PinForm, Signed, give_demo_pins, set_pin, sign, sign_by_code, sign_by_key
from .resets import RESET_FORM, found_by_check, wait_for_agreement
from .resets import confirm as confirm_reset
from .resets import forget_old as forget_old_links
from .roles import holders, rights_of, roles_with, users_of, who_may
from .session import WIDTH, account, holder
from .staff import held_on, is_valid
from .trust import needs_two
from .users import first_administrators

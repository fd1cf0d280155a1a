"""What other wings and areas may ask of system.accounts."""

from .captcha import picture
from .login import LoginForm, PasswordForm, change_password, login, sso_base, user_info
from .passwords import hash_of
from .session import WIDTH, account, holder
from .users import first_administrators, unchanged_demo_logins

__all__ = [
    "WIDTH",
    "LoginForm",
    "PasswordForm",
    "account",
    "change_password",
    "first_administrators",
    "hash_of",
    "holder",
    "login",
    "picture",
    "sso_base",
    "unchanged_demo_logins",
    "user_info",
]

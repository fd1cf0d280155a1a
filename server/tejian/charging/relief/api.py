"""What other wings and areas may ask of what policies let off."""

from .forms import POLICIES, POLICY_FORM
from .kept import fold, give, take_back, unlike
from .process import POLICY

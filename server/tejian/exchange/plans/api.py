"""What other wings and areas may ask of the plans."""

from .beat import beat
from .collecting import start
from .forms import FORM
from .replaying import forget_contents
from .saving import HOOKS, run_now

"""What other wings and areas may ask of the plans."""

from .collecting import collect, start
from .delivering import deliver
from .forms import FORM
from .reconciling import reconcile
from .replaying import forget_contents, ignore, replay
from .saving import HOOKS

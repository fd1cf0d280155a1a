"""What other wings and areas may ask of the plans."""

from .adapters import Parcel, over_http
from .collecting import DONE, FAILED, WAITING, collect, start
from .delivering import claim, deliver, due, sent, settle
from .forms import FORM
from .reconciling import reconcile
from .replaying import forget_contents, ignore, replay
from .saving import HOOKS

"""What other wings and areas may ask of inspection.fieldwork."""

from .desk_forms import GUIDE_FORM, VERSION_FORM
from .folding import receive
from .forms import OpsForm, PackForm, SubmitForm, TerminalForm
from .handing_in import submit
from .merging import merge_rule
from .offering import read_of
from .packs import pack
from .process import FAILURE, VERSION
from .saving import OF_GUIDE, OF_VERSION
from .service import hello

__all__ = [
    "FAILURE",
    "GUIDE_FORM",
    "OF_GUIDE",
    "OF_VERSION",
    "VERSION",
    "VERSION_FORM",
    "OpsForm",
    "PackForm",
    "SubmitForm",
    "TerminalForm",
    "hello",
    "merge_rule",
    "pack",
    "read_of",
    "receive",
    "submit",
]

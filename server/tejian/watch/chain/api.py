"""What other wings and areas may ask of watch.chain."""

from .checking import check, judged, newest, read_first, waiting
from .export import export
from .heads import folder as heads_folder
from .heads import newest as newest_head
from .heads import public_key
from .sealing import seal_now

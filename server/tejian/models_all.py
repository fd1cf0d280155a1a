"""Imports every area's tables, so that migrations and tests see one complete metadata."""

import importlib

import tejian.kit.database.audit
import tejian.kit.database.numbering
import tejian.kit.database.tries
import tejian.kit.process.checklist
import tejian.kit.process.steps
import tejian.kit.web.once  # noqa: F401
from tejian.kit.database.db import Base

from .areas import modules

for _name in modules():
    if "models" in _name.split("."):  # the ground floor of an area, or its one module of tables
        importlib.import_module(_name)

metadata = Base.metadata

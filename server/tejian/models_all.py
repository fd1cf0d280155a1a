"""Imports every area's tables, so that migrations and tests see one complete metadata."""

import importlib

from tejian.kit.database.db import Base

from .areas import modules

TABLES = ("models", "store", "shipped")  # the ends of the names of the modules that hold tables

for _name in modules():
    if _name.rpartition(".")[2].endswith(TABLES):
        importlib.import_module(_name)

metadata = Base.metadata

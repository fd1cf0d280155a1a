"""Imports every area's tables, so that migrations and tests see one complete metadata."""

import tejian.archives.authorizations.models
import tejian.archives.models
import tejian.archives.persons.models
import tejian.archives.units.models
import tejian.exchange.models
import tejian.inspection.models
import tejian.instruments.models
import tejian.kit.audit
import tejian.kit.numbering
import tejian.kit.once
import tejian.kit.process
import tejian.messages.models
import tejian.system.models
import tejian.system.reference
import tejian.system.rulestore  # noqa: F401
from tejian.kit.db import Base

metadata = Base.metadata

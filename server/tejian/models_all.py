"""Imports every area's tables, so that migrations and tests see one complete metadata."""

import tejian.archives.authorizations.models
import tejian.archives.changes.models
import tejian.archives.correction.models
import tejian.archives.cylinders.models
import tejian.archives.iot.models
import tejian.archives.maintenance.models
import tejian.archives.merging.models
import tejian.archives.models
import tejian.archives.persons.models
import tejian.archives.piping.models
import tejian.archives.products.models
import tejian.archives.quality.models
import tejian.archives.queries.models
import tejian.archives.refinery.models
import tejian.archives.units.models
import tejian.archives.valves.models
import tejian.exchange.models
import tejian.imports.models
import tejian.inspection.models
import tejian.inspection.recompute.models
import tejian.instruments.models
import tejian.kit.audit
import tejian.kit.numbering
import tejian.kit.once
import tejian.kit.process
import tejian.messages.models
import tejian.statistics.annual.models
import tejian.system.models
import tejian.system.reference
import tejian.system.rulestore  # noqa: F401
from tejian.kit.db import Base

metadata = Base.metadata

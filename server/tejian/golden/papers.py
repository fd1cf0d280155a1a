"""Papers of charges as cases have them: they lie there, and nobody opens them."""

from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.charging import codes
from tejian.charging.models.charges import Charge


def put_paper(db: Session, charge: Charge, kind: str) -> None:
    """A document of a kind (C651) on a charge."""
    own = {"owner": codes.FILES, "attrefsysid": charge.id, "type": kind, "name": "来函.pdf"}
    db.add(Attachment(**own, size=1, mime="application/pdf", key=""))
    db.flush()

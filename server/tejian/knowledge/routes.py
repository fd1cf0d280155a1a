"""Calls of the knowledge base."""

from tejian.archives.common.api import PRINTS
from tejian.kit.forms.form import asks
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import citing, cutting, detail, lists, saving, searching, sending  # noqa: F401
from . import permissions as p
from .forms import ACTS, API, CLAUSE_FORM, SEND
from .models import KnowledgeClause, KnowledgeDoc
from .process import KNOWLEDGE

area = Area()
add_record(area, detail.DOC_PAGE)
add_record(area, detail.CLAUSE)
register(area, KNOWLEDGE)
ACTS.serve(area, KnowledgeDoc, saving.HOOKS)
crud(area, KnowledgeClause, CLAUSE_FORM, Rights(p.READ, p.SAVE), saving.CLAUSE_HOOKS)
PRINTS.bind("ZSKYW", sending.originals)


@area.call(f"{API}/inUse", may=p.SAVE, reads=True)
def in_use(db, me, form) -> list[Option]:
    return saving.in_use(db, me)


@area.call(f"{API}/search", may=p.READ, form=asks(q="问题", old="含停止使用的"), reads=True)
def search(db, me, form) -> searching.SearchAnswer:
    return searching.search(db, me, form.q, old=form.old == "1")


@area.call(f"{API}/cite", may=p.READ, form=asks(basis="依据"), reads=True)
def cite(db, me, form) -> citing.CiteAnswer:
    return citing.cite(db, me, form.basis)


@area.call(f"{API}/numbers", may=p.READ, reads=True)
def numbers(db, me, form) -> list[str]:
    return citing.numbers(db, me)


@area.call(SEND.save_url, may=p.READ, form=SEND, blind="a message is added, nothing is overwritten")
def send(db, me, form):
    return sending.send(db, me, form)

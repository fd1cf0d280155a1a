"""What is filled in when an institute asks for a seal."""

from tejian.inspection import permissions as p
from tejian.inspection.models.seals import ASKED, SORTS
from tejian.inspection.models.seals import SealCertificate as S
from tejian.kit.forms.formview import field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

API = "/api/electronic"
LIST = "/sysmng/electronic"
PAGE = f"{LIST}Details?id={{id}}"
FORM = form_of(
    "seal_certificate_form",
    "电子印章",
    API,
    field_of(S.sort, type="radio", options=SORTS, required=True, span=24, default="1"),
    field_of(S.why, type="textarea", required=True, span=24, help="新办、到期更换或遗失补办"),
)
ACTS = standard(FORM, Rights(p.SEAL_QUERY, p.SEAL_APPLY), [ASKED], new="申请印章", page=PAGE)

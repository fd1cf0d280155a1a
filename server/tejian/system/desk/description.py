"""The description of all calls (kit/catalogue/openapi.py), for whoever connects another system or tests this one."""

from functools import cache

import orjson

from tejian import __version__
from tejian.kit.catalogue import openapi


@cache
def described() -> bytes:
    """OpenAPI 3.1 as JSON: the same in every process of a release, so it is made once."""
    return orjson.dumps(openapi.document("特种设备检验监管平台", __version__))

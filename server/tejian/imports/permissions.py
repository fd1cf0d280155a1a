"""Permissions of imports; each list asks for its own besides."""

from tejian.kit.ground.permission import permission

SOURCES = permission("import:source:save", "导入来源 查看与整理", "基础档案")

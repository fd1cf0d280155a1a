"""Inspection platform for special equipment (特种设备检验监管平台)."""

__version__ = "1.0.0"

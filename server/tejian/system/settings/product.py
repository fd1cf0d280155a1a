"""What the product calls itself."""

PRODUCT = "特种设备检验监管平台"
VERSION = "1.1.89"
VERSION_DATE = "2024-11-28"

"""Configuration of inspection groups (inmConfMng): a department's groups, read by findInmGroup and inmmain/getList."""

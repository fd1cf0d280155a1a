"""LIMS数据传输: samples of a record at a laboratory, its results, and what a changed or withdrawn one undoes."""

ROLES = {"acts": "receiving"}

"""Supervision of construction (监督检验): steps, stop and witness points, liaison sheets, papers, certificate."""

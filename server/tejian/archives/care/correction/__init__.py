"""Corrections of locked and controlled fields, from request to audit."""

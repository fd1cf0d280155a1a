"""Signatures, seals, trusted time, revocation, SM2."""

"""Persons: who examines, who applies, is examined and holds a certificate of special-equipment work (TSG Z6001)."""

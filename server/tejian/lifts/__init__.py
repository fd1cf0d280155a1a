"""Lifts in use: who may maintain them, who does, who comes when people are shut in."""

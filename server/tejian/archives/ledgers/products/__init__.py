"""Products of supervised manufacture, before they become devices."""

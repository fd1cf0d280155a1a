"""What everybody needs and what needs nobody: time, errors, ports, the user, words and shapes."""

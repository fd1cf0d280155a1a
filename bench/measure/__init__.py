"""What the big bench measures, one module a topic. Each says `lines(at)`: rows of the table."""

"""What counts once another has agreed to it, by its paper."""

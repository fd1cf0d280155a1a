"""What was signed with which certificate, and whether it still stands; who of the institutes may inspect what."""

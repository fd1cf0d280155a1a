"""Which institution may inspect what, where, for whom and until when."""

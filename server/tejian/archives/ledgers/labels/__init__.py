"""Labels, device cards and combined prints of devices."""

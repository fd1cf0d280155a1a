"""From a request to one transaction and its answer."""

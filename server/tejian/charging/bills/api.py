"""What other wings and areas may ask of the receipts' queue."""

from .process import BILL, open_requests

"""What other wings and areas may ask of the receipts' queue."""

from .invoices import invoice_list
from .process import BILL, open_requests

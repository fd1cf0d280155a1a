"""What is sent when reports were printed."""

from pydantic import Field

from tejian.inspection.flow.api import PrintedForm


class PrintForm(PrintedForm):
    """A print: the copies, the mark sheets that went with it and those that were spoiled, and why it is a second."""

    spoiled: str = Field("", title="作废标志编号", max_length=256)
    spoilwhy: str = Field("", title="标志作废原因", max_length=256)
    reason: str = Field("", title="补打原因", max_length=256)

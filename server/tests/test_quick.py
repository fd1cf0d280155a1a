"""The quick run leaves out what is there, and no more than that."""

from tests import quick


def test_what_is_left_out_is_there() -> None:
    assert [one for one in quick.LEFT_OUT if not (quick.ROOT / one).exists()] == []
    assert quick.is_left_out(quick.ROOT / "walks") and not quick.is_left_out(quick.ROOT / "archives")

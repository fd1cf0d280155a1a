"""When a repeated report of a lift is the same event, and which steps an event may take; no database."""

from datetime import datetime, timedelta

NEXT = {"confirm": ("0",), "dispatch": ("1",), "close": ("1", "2")}  # step → the states of C751 that it starts from


def is_repeat(last: datetime | None, at: datetime, window: timedelta) -> bool:
    """The same kind of event of one lift within the window of the last report is the same event."""
    return last is not None and abs(at - last) <= window


def refuse_step(step: str, state: str, words: dict[str, str]) -> str | None:
    """Why an event cannot take a step, or None when it can."""
    if state in NEXT[step]:
        return None
    wanted = "或".join(words.get(s, s) for s in NEXT[step])
    return f"只有状态为“{wanted}”的事件可以{WORDS[step]}，所选事件已是“{words.get(state, state)}”"


WORDS = {"confirm": "确认", "dispatch": "派单", "close": "关闭"}

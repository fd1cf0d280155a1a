"""When a reason is one: a few words that say what, not a key held down or two letters to get past the field."""

LEAST = 4  # characters
RULE = f"至少{LEAST}个字，用文字说明，不能只是重复一个字或只有字母、数字、标点"


def says_nothing(reason: str) -> bool:
    """Whether a reason is none: too short, one character again and again, or nothing but letters, digits and signs."""
    words = "".join(reason.split())
    return len(words) < LEAST or len(set(words)) == 1 or not any("\u4e00" <= letter <= "\u9fff" for letter in words)

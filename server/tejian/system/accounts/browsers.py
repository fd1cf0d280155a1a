"""What a browser says of itself (User-Agent), in words: the browser with its version, and the system."""

import re

# The first that is found names it: those that pretend to be another stand before the other.
BROWSERS = (
    (r"MicroMessenger/([\d.]+)", "微信"),
    (r"DingTalk/([\d.]+)", "钉钉"),
    (r"wxwork/([\d.]+)", "企业微信"),
    (r"(?:360SE|QIHU 360|360EE)", "360 浏览器"),
    (r"M?QQBrowser/(\d+)", "QQ 浏览器"),
    (r"(?:MetaSr|SE 2\.X)", "搜狗浏览器"),
    (r"UCBrowser/(\d+)", "UC 浏览器"),
    (r"HuaweiBrowser/(\d+)", "华为浏览器"),
    (r"(?:Edg|EdgA|EdgiOS|Edge)/(\d+)", "Edge"),
    (r"(?:OPR|Opera)/(\d+)", "Opera"),
    (r"(?:Firefox|FxiOS)/(\d+)", "Firefox"),
    (r"(?:Headless)?(?:Chrome|CriOS)/(\d+)", "Chrome"),
    (r"(?:MSIE |Trident/.*rv:)(\d+)", "IE"),
    (r"Version/(\d+).*Safari", "Safari"),
)
SYSTEMS = (
    (r"OpenHarmony|HarmonyOS", "鸿蒙"),
    (r"Android (\d+)", "安卓"),
    (r"iPad", "iPad"),
    (r"iPhone", "iPhone"),
    (r"Windows NT 10\.0", "Windows 10/11"),
    (r"Windows NT 6\.[23]", "Windows 8"),
    (r"Windows NT 6\.1", "Windows 7"),
    (r"Windows", "Windows"),
    (r"Mac OS X", "macOS"),
    (r"Kylin", "麒麟"),
    (r"UOS|Deepin", "统信"),
    (r"Linux|X11", "Linux"),
)
OTHER = "其他程序"


def _named(agent: str, known: tuple[tuple[str, str], ...]) -> str:
    for pattern, name in known:
        if found := re.search(pattern, agent):
            version = found[1] if found.re.groups else ""
            return f"{name} {version}".rstrip()
    return ""


def in_words(agent: str) -> str:
    """«Chrome 131，Windows 10/11»; of what is no browser, that it is another program; nothing of nothing."""
    if not agent:
        return ""
    browser = _named(agent, BROWSERS)
    return "，".join(filter(None, (browser or OTHER, _named(agent, SYSTEMS) if browser else "")))

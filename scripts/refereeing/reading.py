"""What a text means as a time: the numbers of it in their order, as exiftool's own date formatting takes them, and how much of
it is said. `-` stands for what is not said."""
import datetime
import re
from dataclasses import dataclass, replace

EXACTNESS = {"year": 0, "month": 1, "day": 2, "exact": 3}
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


@dataclass(frozen=True)
class Time:
    at: datetime.datetime
    exactness: str
    hundredths: int = 0
    offset: int | None = None
    universal: bool = False
    # datetime has no leap seconds.
    leap: bool = False

    def beginning(self, exactness):
        at = self.at
        if EXACTNESS[exactness] < 3:
            at = at.replace(hour=0, minute=0, second=0)
        if EXACTNESS[exactness] < 2:
            at = at.replace(day=1)
        return at.replace(month=1) if EXACTNESS[exactness] < 1 else at

    def text(self):
        if self.exactness == "exact":
            text = self.at.strftime("%Y-%m-%dT%H:%M:") + ("60" if self.leap else self.at.strftime("%S"))
            return text.rjust(19, "0") + (f".{self.hundredths:02}" if self.hundredths else "")
        return self.at.strftime("%Y-%m-%d").rjust(10, "0")[:{"year": 4, "month": 7, "day": 10}[self.exactness]]


def offset(text):
    text = str(text).strip()
    if text == "Z":
        return 0
    found = re.fullmatch(r"([+-])(\d\d):?(\d\d)", text)
    if not found or int(found[2]) > 14 or int(found[3]) > 59:
        return None
    return (int(found[2]) * 60 + int(found[3])) * (-1 if found[1] == "-" else 1)


def hundredths(text):
    found = re.match(r"\d+", str(text))
    return int((found[0] + "0")[:2]) if found else 0


def made(year, month, day, clock, rest, afternoon=None):
    if year == 0:
        return None
    exactness = "year" if month == 0 else "month" if day == 0 else "day"
    try:
        at = datetime.datetime(year, month or 1, day if month and day else 1)
    except ValueError:
        return None
    if exactness != "day" or clock is None:
        return Time(at, exactness)
    hour, minute, second = clock
    if afternoon is not None and 1 <= hour <= 12:
        hour = hour % 12 + (12 if afternoon else 0)
    if minute > 59 or second > 60 or hour > 24 or hour == 24 and (minute or second):
        # No clock shows that: the day is left.
        return Time(at, "day")
    at += datetime.timedelta(hours=hour, minutes=minute, seconds=min(second, 59))
    found = re.match(r"[.,](\d+)", rest)
    fraction = hundredths(found[1]) if found else 0
    rest = (rest[found.end():] if found else rest).strip()
    rest = re.sub(r"(?i)^[ap]m\s*", "", rest)
    universal = bool(re.match(r"(?i)z|utc$|gmt$", rest))
    return Time(at, "exact", fraction, 0 if universal else offset(rest), universal, second == 60)


def read(text):
    """A time whose year stands in front."""
    text = str(text).strip()
    found = re.fullmatch(r"(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?", text)
    if found:
        parts = [int(part or 0) for part in found.groups()]
        return made(*parts[:3], parts[3:] if found[4] else None, "")
    found = re.match(
        r"(\d{4})(?![\d])(?:[:\-/.] *(\d{1,2}|) *(?:[:\-/.] *(\d{1,2}|)(?!\d)(?:[ T:]+(\d{1,2})(?:[:.] *(\d{1,2}|) *(?:[:.] *(\d{1,2}|))?)?)?)?)?(.*)$",
        text)
    if not found:
        return None
    year, month, day, hour, minute, second = [int(part) if part else 0 for part in found.groups()[:6]]
    rest = found[7]
    afternoon = re.match(r"(?i)(?:[.,]\d+)?\s*([ap])m\b", rest)
    return made(year, month, day, (hour, minute, second) if found[4] else None, rest, afternoon and afternoon[1].lower() == "p")


def read_words(text):
    """A time with a month's name."""
    words = re.split(r"[\s,]+", str(text).strip())
    numbers = {"month": None, "day": None, "year": None}
    clock, zone, universal = None, None, False
    for word in words:
        if re.fullmatch(r"\d\d?:\d\d(:\d\d)?", word):
            clock = [int(part) for part in word.split(":")] + [0]
        elif word[:3].lower() in MONTHS and not word[:3].isdigit():
            numbers["month"] = MONTHS.index(word[:3].lower()) + 1
        elif re.fullmatch(r"\d{4}", word):
            numbers["year"] = int(word)
        elif re.fullmatch(r"\d\d?", word):
            numbers["day"] = int(word)
        elif re.fullmatch(r"[+-]\d{4}", word):
            zone = offset(word)
    if not numbers["year"] or not numbers["month"]:
        return None
    time = made(numbers["year"], numbers["month"], numbers["day"] or 0, clock and tuple(clock[:3]), "")
    return time and replace(time, offset=zone if time.exactness == "exact" else None)


def read_any(text):
    return read(text) or read_words(text)


def in_utc(time):
    return time and replace(time, universal=True, offset=0)

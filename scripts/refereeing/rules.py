"""Which of the statements that exiftool finds counts: Tessera's own order, once more and by itself. exiftool says what each
statement is; it has no rule for which of them counts.

    taken         as the table in Sources/Photos/Facts/StatedTimes.swift has it, with the rules of TakenTimeRules.swift
    stars         sidecar's xmp:Rating, MicrosoftPhoto:Rating; then the same two of the file's XMP; EXIF Rating, RatingPercent
    title …       sidecar; XMP; IPTC; EXIF; PNG's texts
    place         sidecar; EXIF; XMP
    orientation   HEIF, AVIF: irot and imir. JPEG XL: its codestream (exiftool does not read it). Else EXIF's. Not XMP's
    width, height as exiftool says, turned by that

Of several sidecars the one changed last comes first. NAME.xmp belongs to NAME.EXT where no other photo has that stem.
"""
import datetime
import re
from dataclasses import replace

from reading import EXACTNESS, hundredths, in_utc, made, offset, read, read_any

# What a camera of these words has written itself.
CAMERA_CAPTIONS = {"OLYMPUS DIGITAL CAMERA"}
TURNED = [[1, 6, 3, 8], [2, 7, 4, 5]]
# By imir: top and bottom exchanged, or left and right.
MIRRORED = {0: {1: 4, 2: 3, 3: 2, 4: 1, 5: 8, 8: 5, 6: 7, 7: 6}, 1: {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}}
# Minutes of the zone in which both programs run.
MACHINE = 330
LAST = ("changed", "file")


def turned(orientation, quarters):
    for cycle in TURNED:
        if orientation in cycle:
            return cycle[(cycle.index(orientation) + quarters) % 4]


def line(text):
    """Words as one line; None for none."""
    if isinstance(text, list):
        text = text[0] if text else ""
    words = " ".join(str(text).split()) if text is not None else ""
    return words or None


class Photo:
    """What exiftool says of one file and its sidecars."""

    def __init__(self, folder, name, tags, sidecars):
        self.folder, self.name, self.tags, self.sidecars = folder, name, tags, sidecars

    def side_read(self, tag, as_=read):
        for tags in self.sidecars:
            if tag in tags and (time := as_(tags[tag])):
                return time

    # Times

    def exif_time(self, tag, fraction, zone):
        value = self.tags.get(tag)
        time = None if value is None else read(value)
        if time and time.exactness == "exact":
            if fraction in self.tags and str(self.tags[fraction]).strip():
                time = replace(time, hundredths=hundredths(self.tags[fraction]))
            if not time.universal and (zone_ := self.zone(zone)) is not None:
                time = replace(time, offset=zone_)
        return time

    def zone(self, tag):
        return offset(self.tags[tag]) if tag in self.tags else None

    def tag_time(self, *tags, as_=read):
        for tag in tags:
            if tag in self.tags and (time := as_(self.tags[tag])):
                return time

    def record_time(self, date, clock):
        if date not in self.tags:
            return None
        day = read(self.tags[date])
        if day and day.exactness == "day" and clock in self.tags:
            return read(f"{self.tags[date]} {self.tags[clock]}") or day
        return day

    def satellites(self):
        date, clock = self.tags.get("GPS:GPSDateStamp"), self.tags.get("GPS:GPSTimeStamp")
        if date is not None and clock is not None and (day := read(date)) and day.exactness == "day":
            time = read(f"{date} {clock}")
            return in_utc(replace(time, hundredths=0)) if time and time.exactness == "exact" else None

    def packet_satellites(self, text):
        time = read(text)
        return in_utc(time) if time and time.exactness == "exact" and (time.offset or 0) == 0 else None

    def named(self):
        """The date in the name, of the few kinds that are generated, and whether there is a time of day."""
        found = re.search(r"(?<!\d)(\d{4})([-_.]?)(\d\d)\2(\d\d)(?!\d)(?:[ _-](\d\d)([-_.]?)(\d\d)\6(\d\d)(?!\d))?", self.name)
        if not found or not 1900 <= int(found[1]) <= 2099:
            return None, False
        clock = tuple(int(found[index]) for index in (5, 7, 8)) if found[5] else None
        return made(int(found[1]), int(found[3]), int(found[4]), clock, ""), bool(clock)

    def times(self):
        """All that is stated, in the order in which it counts."""
        named, has_clock = self.named()
        header = self.tag_time("QuickTime:CreateDate") if not self.is_picture else None
        seen = [
            ("sidecar", self.side_read("XMP-exif:DateTimeOriginal")), ("sidecar", self.side_read("XMP-photoshop:DateCreated")),
            ("exif", self.exif_time("ExifIFD:DateTimeOriginal", "ExifIFD:SubSecTimeOriginal", "ExifIFD:OffsetTimeOriginal")),
            ("xmp", self.tag_time("XMP-exif:DateTimeOriginal")), ("xmp", self.tag_time("XMP-photoshop:DateCreated")),
            ("iptc", self.record_time("IPTC:DateCreated", "IPTC:TimeCreated")),
            ("movie", self.tag_time(
                "Keys:CreationDate", "UserData:DateTimeOriginal", "UserData:ContentCreateDate", "ItemList:ContentCreateDate",
                "RIFF:DateTimeOriginal", "RIFF:DateCreated", as_=read_any)),
            ("exif", self.exif_time("ExifIFD:CreateDate", "ExifIFD:SubSecTimeDigitized", "ExifIFD:OffsetTimeDigitized")),
            ("sidecar", self.side_read("XMP-xmp:CreateDate")), ("xmp", self.tag_time("XMP-xmp:CreateDate")),
            ("iptc", self.record_time("IPTC:DigitalCreationDate", "IPTC:DigitalCreationTime")),
            ("png", self.tag_time("PNG:CreationTime", as_=read_any)),
            ("name", named if has_clock else None),
            ("header", in_utc(header if header else self.tag_time("Matroska:DateTimeOriginal"))),
            ("satellites", self.side_read("XMP-exif:GPSDateTime", self.packet_satellites) or self.satellites()
             or self.tag_time("XMP-exif:GPSDateTime", as_=self.packet_satellites)),
            ("day in name", None if has_clock else named),
            ("changed", self.exif_time("IFD0:ModifyDate", "ExifIFD:SubSecTime", "ExifIFD:OffsetTime")),
            ("file", read(self.tags["System:FileModifyDate"])),
        ]
        return [(kind, time) for kind, time in seen if time and plausible(time)]

    def stated_offset(self):
        zones = ("ExifIFD:OffsetTimeOriginal", "ExifIFD:OffsetTime", "ExifIFD:OffsetTimeDigitized")
        texts = ("ExifIFD:DateTimeOriginal", "IFD0:ModifyDate", "ExifIFD:CreateDate")
        for zone, text in zip(zones, texts):
            time = self.tag_time(text)
            # A zone in the text itself counts as one in the tag beside it.
            stated = time.offset if time and time.exactness == "exact" and not time.universal else None
            if (minutes := self.zone(zone) if self.zone(zone) is not None else stated) is not None:
                return minutes

    def taken(self):
        seen = self.times()
        kind, best = seen[0]
        for other_kind, other in seen:
            if other_kind in LAST:
                continue
            finer = EXACTNESS[best.exactness] < EXACTNESS[other.exactness] and other.beginning(best.exactness) == best.at
            both = best.exactness == other.exactness == "exact" and not (best.universal or other.universal)
            if finer or both and not best.hundredths and other.hundredths and (best.at, best.leap) == (other.at, other.leap):
                kind, best = other_kind, other
        minutes = self.stated_offset()
        if not best.universal:
            same = [other.offset for _, other in seen
                    if (other.at, other.leap) == (best.at, best.leap) and not other.universal and other.offset is not None]
            stated = [best.offset] + same[:1] + [minutes] if best.exactness == "exact" else []
            stated += [ahead(best, other) for _, other in seen if other.universal]
            return kind, replace(best, offset=next((value for value in stated if value is not None), None))
        for other_kind, other in seen:
            if minutes is None and other_kind not in LAST:
                minutes = ahead(other, best)
        minutes = MACHINE if minutes is None else minutes
        return kind, replace(best, at=best.at + datetime.timedelta(minutes=minutes), universal=False, offset=minutes)

    # Marks and words

    def stars(self):
        for tags in self.sidecars + [self.tags]:
            for tag, as_ in (("XMP-xmp:Rating", stars), ("XMP-microsoft:RatingPercent", per_cent)):
                if tag in tags and (value := as_(tags[tag])) is not None:
                    return max(value, 0)
        for tag, as_ in (("IFD0:Rating", whole_stars), ("IFD0:RatingPercent", per_cent)):
            if tag in self.tags and (value := as_(self.tags[tag])) is not None:
                return max(value, 0)
        return 0

    def words(self, name):
        own = {
            "title": ["XMP-dc:Title", "IPTC:ObjectName", "PNG:Title"],
            "caption": ["XMP-dc:Description", "IPTC:Caption-Abstract", "IFD0:ImageDescription", "PNG:Description"],
            "artist": ["XMP-dc:Creator", "IPTC:By-line", "IFD0:Artist", "PNG:Author"],
        }[name]
        for found in [line(tags.get(own[0])) for tags in self.sidecars] + [line(self.tags.get(tag)) for tag in own]:
            # What a camera writes in place of a caption is none, wherever programs have copied it to.
            if found and not (name == "caption" and found in CAMERA_CAPTIONS):
                return found

    def place(self):
        for tags in self.sidecars:
            if found := position(tags, "XMP-exif"):
                return found
        return position(self.tags, "GPS") or position(self.tags, "XMP-exif")

    # The picture

    @property
    def is_picture(self):
        # exiftool takes a CR3 without picture for a video.
        return self.kind == "cr3" or str(self.tags.get("File:MIMEType", "")).startswith("image/")

    @property
    def kind(self):
        return self.name.rsplit(".", 1)[1]

    def orientation(self):
        """As EXIF counts; None where nothing is said."""
        with open(f"{self.folder}/{self.name}", "rb") as file:
            data = file.read()
        if self.kind in ("heic", "avif"):
            # exiftool 12.57 knows irot alone.
            rotation, mirror = self.tags.get("QuickTime:Rotation"), data.find(b"\0\0\0\x09imir")
            if rotation is None and mirror < 0:
                return None
            found = turned(1, -int(rotation or 0) // 90)
            return MIRRORED[data[mirror + 8]][found] if mirror >= 0 else found
        if self.kind == "jxl":
            return code_stream(data)
        value = self.tags.get("IFD0:Orientation")
        return value if self.is_picture and isinstance(value, int) and 1 <= value <= 8 else None


def ahead(local, universal):
    """Minutes by which the one clock was ahead of UTC, if both have shown the same moment."""
    if local.universal or local.exactness != "exact":
        return None
    seconds = (local.at - universal.at).total_seconds()
    rounded = int((seconds + (450 if seconds >= 0 else -450)) / 900) * 900
    return rounded // 60 if abs(rounded) <= 14 * 3600 and abs(seconds - rounded) <= 300 else None


def code_stream(data):
    """The orientation in a codestream as it is generated: behind 2 × 2 + 18 + 4 bits of the size."""
    at = data.index(b"\xff\x0a", data.index(b"jxlc")) + 2
    bits = int.from_bytes(data[at:at + 8], "little") >> 1 + 11 + 3 + 11
    return None if bits & 1 else (bits >> 2 & 7) + 1


def plausible(time):
    if EXACTNESS[time.exactness] >= 2 and (time.at.month, time.at.day) == (1, 1) and time.at.year in (1904, 1970, 1980):
        return False
    return time.at.year >= 1826 and time.at <= datetime.datetime.now() + datetime.timedelta(days=1)


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def stars(text):
    value = number(text)
    return int(value // 1) if value is not None and -1 <= value <= 5 else None


def whole_stars(text):
    value = number(text)
    return int(value) if value is not None and 0 <= value <= 5 else None


def per_cent(text):
    """As Windows shows them."""
    value = number(text)
    if value is None or not 0 <= value <= 100:
        return None
    return next(count for count, most in enumerate((0, 12, 37, 62, 87, 100)) if value <= most)


def position(tags, group):
    latitude, longitude = number(tags.get(f"{group}:GPSLatitude", "")), number(tags.get(f"{group}:GPSLongitude", ""))
    if latitude is None or longitude is None:
        return None
    if group == "GPS":
        # exiftool leaves the directions apart.
        latitude *= -1 if tags.get("GPS:GPSLatitudeRef") == "S" else 1
        longitude *= -1 if tags.get("GPS:GPSLongitudeRef") == "W" else 1
    if abs(latitude) > 90 or abs(longitude) > 180:
        return None
    height = number(tags.get(f"{group}:GPSAltitude", ""))
    if height is not None and tags.get(f"{group}:GPSAltitudeRef") == 1:
        height = -height
    return round(latitude, 5), round(longitude, 5), None if height is None else round(height, 2)

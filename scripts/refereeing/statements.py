"""What the generated files state: values that cameras and programs write, sloppy ones, and rubbish."""
import struct

from containers import ascii_, byte, rational, short, undefined

EXIF_TIMES = [
    "2007:06:30 18:45:17", "2011:03:04 05:06:07", "2019:12:31 23:59:59", "2000:01:01 00:00:00", "1999:02:28 12:00:00",
    "2007:06:30 18:45:17", "2015:08:09 10:11:12",
    "1975:00:00 00:00:00", "1975:06:00 00:00:00", "2003: 6: 4  8: 5: 9", "2007:06:30 24:00:00", "20070630184517",
    "2007:06:30 06:45:17 PM", "2007-06-30T18:45:17", "2007:06:30 18:45:17.25", "2007:06:30 18:45:17+02:00",
    "2007:06:30 18:45:17Z", "1993:  :     :  :  ", "1993:08:  :  :  :  ", "2007", "2007:06", "2007:06:30", "2007:06:30 18:45",
    "0000:00:00 00:00:00", "    :  :     :  :  ", "2020:13:45 10:00:00", "2007:02:30 18:45:17", "2007/06/30 18:45:17",
    "2007.06.30 18:45:17", "1970:01:01 00:00:00", "1980:01:01 00:00:00", "1904:01:01 00:00:00", "2099:01:01 00:00:00",
    "yesterday", "2007:06:30 18.45.17", "2007:06:30 18:45:60", "2007:06:30 25:00:00", "2007:06:30 18:45:17 UTC",
    "2016-02-29 00:00:00", "1851:05:01 00:00:00", "", "0", "1234567890",
]
XMP_TIMES = [
    "1985", "1985-07", "1985-07-14", "1985-07-14T12:30", "1985-07-14T12:30:15", "1985-07-14T12:30:15.5",
    "1985-07-14T12:30:15+02:00", "1985-07-14T12:30:15Z", "1985:07:14 12:30:15", "2007-06-30T18:45:17.25",
    "2007-06-30T18:45:17-07:00", "2007-06-30T16:45:17Z", "0000-00-00T00:00:00", "2020-13-45T10:00:00", "soon", "",
]
IPTC_DATES = ["19850714", "19850000", "19850700", "20010203", "20070630", "00000000", "1985"]
IPTC_TIMES = [None, "103000+0200", "103000+0000", "235959-0500", "184517", "184517+0530", "000000+0000", "bad"]
FRACTIONS = ["05", "5", "123", "0", "99 ", "", "x"]
OFFSETS = ["+02:00", "-07:00", "+05:45", "Z", "+00:00", "   :  ", "+0200", "+25:00"]
PNG_TIMES = ["2011:12:13 14:15:16", "Tue, 13 Dec 2011 14:15:16 +0100", "2011-12-13T14:15:16Z", "13 December 2011", "never"]
MOVIE_TIMES = ["2023-04-21T09:53:30-0700", "2023-04-21T09:53:30+05:30", "2023-04-21", "2023", "2023-04-21T16:53:30Z", "x"]
AVI_TIMES = ["Wed Jan 02 02:03:55 1990\n", "2005:08:17 11:42:43\n", "TUE MAR 04 05:06:07 2008", "2005-08-17", "2003/ 1/ 2  3: 4"]
INFO_TIMES = ["2005-08-17", "2005:08:17 11:42:43", "1999"]
NAMES = ["a", "scan ", "IMG_20230614_183000_", "IMG-20230614-WA", "2019-08-07 06.05.09 ", "Screenshot_2021-02-03-04-05-06_", "DSC"]
TITLES = ["Harbour", "Über den Dächern", "夕焼け", "A & B <c>", "  two  words ", ""]
CAPTIONS = ["At the sea", "Crème brûlée", "OLYMPUS DIGITAL CAMERA", "“quoted” 'text'", ""]
ARTISTS = ["A. Person", "Łukasz", ""]
RATINGS = ["-1", "0", "1", "2", "3", "4", "5", "4.5", "2.0", "6", "-2", "five", ""]
PER_CENTS = ["0", "1", "25", "50", "75", "99", "100", "150"]
# 1904, in which movies count; 2001, in which Matroska does.
MOVIE_EPOCH, MATROSKA_EPOCH = 2_082_844_800, 978_307_200


def escaped(text):
    for mark, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(mark, entity)
    return text


SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/", "exif": "http://ns.adobe.com/exif/1.0/",
    "tiff": "http://ns.adobe.com/tiff/1.0/", "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/", "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "stEvt": "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
}
LISTS = {"dc:title": "Alt", "dc:description": "Alt", "dc:creator": "Seq"}


class Statements:
    """The statements of one file, drawn by a seeded generator."""

    def __init__(self, random):
        self.random = random

    def maybe(self, chance, values):
        return self.random.choice(values) if self.random.random() < chance else None

    def exif(self):
        """The tags of the three directories."""
        main, own, place = {}, {}, {}
        for tags, tag, chance in ((own, 0x9003, .6), (own, 0x9004, .3), (main, 0x0132, .4)):
            if (text := self.maybe(chance, EXIF_TIMES)) is not None:
                tags[tag] = ascii_(text)
        for tags, tag, chance, values in (
            (own, 0x9291, .3, FRACTIONS), (own, 0x9292, .1, FRACTIONS), (own, 0x9290, .1, FRACTIONS),
            (own, 0x9011, .2, OFFSETS), (own, 0x9010, .1, OFFSETS), (own, 0x9012, .05, OFFSETS),
            (main, 0x010E, .2, CAPTIONS), (main, 0x013B, .2, ARTISTS),
        ):
            if (text := self.maybe(chance, values)) is not None:
                tags[tag] = ascii_(text)
        if self.random.random() < .2:
            main[0x010F], main[0x0110] = ascii_("Maker"), ascii_("Maker One")
        if (value := self.maybe(.6, list(range(0, 10)) + [300])) is not None:
            main[0x0112] = short(value)
        if (value := self.maybe(.2, [0, 1, 2, 3, 4, 5, 6, 99])) is not None:
            main[0x4746] = short(value)
        if (value := self.maybe(.15, [0, 1, 25, 50, 75, 99, 100, 200])) is not None:
            main[0x4749] = short(value)
        if self.random.random() < .25:
            place |= {0x1D: ascii_(self.random.choice(["2007:06:30", "2011:03:04", "0000:00:00", ""])),
                      7: rational((self.random.choice([16, 23, 0, 13]), 1), (45, 1), (self.random.choice([1000, 1725]), 100))}
        if self.random.random() < .25:
            place |= {1: ascii_(self.random.choice("NS")), 2: rational((self.random.randrange(90), 1), (1234, 100), (0, 1)),
                      3: ascii_(self.random.choice("EW")), 4: rational((self.random.randrange(180), 1), (30, 1), (4567, 100))}
            if self.random.random() < .5:
                place |= {5: byte(self.random.randrange(2)), 6: rational((self.random.randrange(9000), 10))}
        return main, own, place

    def record(self):
        sets = []
        for date, time, chance in ((55, 60, .6), (62, 63, .2)):
            if (text := self.maybe(chance, IPTC_DATES)) is not None:
                sets.append((date, text.encode()))
                if (text := self.random.choice(IPTC_TIMES)) is not None:
                    sets.append((time, text.encode()))
        for number, values in ((5, TITLES), (120, CAPTIONS), (80, ARTISTS)):
            if text := self.maybe(.3, values):
                sets.append((number, text.encode()))
        # The character set that it says: UTF-8.
        return b"\x1c\x01\x5a\x00\x03\x1b%G" + struct_sets(sets) if sets else None

    def properties(self, sidecar=False):
        """Those of a packet, by their usual names."""
        found = {}
        for name, chance, values in (
            ("exif:DateTimeOriginal", .35, XMP_TIMES), ("photoshop:DateCreated", .3, XMP_TIMES), ("xmp:CreateDate", .25, XMP_TIMES),
            ("xmp:Rating", .35, RATINGS), ("MicrosoftPhoto:Rating", .1, PER_CENTS), ("dc:title", .25, TITLES),
            ("dc:description", .25, CAPTIONS), ("dc:creator", .15, ARTISTS), ("tiff:Orientation", .2, list("0123456789")),
            ("exif:GPSTimeStamp", .1, ["2007-06-30T16:45:10Z", "2007-06-30T16:45:10", "2007-06-30"]),
        ):
            if (text := self.maybe(chance, values)) is not None:
                found[name] = text
        if self.random.random() < .2:
            found["exif:GPSLatitude"] = self.random.choice(["48,12.4920N", "33,52,7.68S", "0,0.0N", "91,0.0N", "north"])
            found["exif:GPSLongitude"] = self.random.choice(["16,22.5000E", "151,12.0000W", "0,0,0E"])
            if self.random.random() < .5:
                found["exif:GPSAltitude"], found["exif:GPSAltitudeRef"] = "1234/10", self.random.choice("01")
        return found

    def packet(self, sidecar=False):
        found = self.properties(sidecar)
        return packet(found, self.random) if found or sidecar else None


def struct_sets(sets):
    return b"".join(struct.pack(">BBBH", 0x1C, 2, number, len(data)) + data for number, data in sets)


def packet(properties, random):
    """RDF in one of the forms in which programs write it."""
    attributes, elements = [], []
    asElements = random.random() < .4
    several = random.random() < .2
    quote = random.choice("\"\"'")
    numeric = random.random() < .15
    for name, text in properties.items():
        value = escaped(text)
        if quote == "'":
            value = value.replace("'", "&apos;")
        if numeric:
            value = "".join(c if ord(c) < 128 else f"&#{ord(c)};" for c in value).replace("&apos;", "&#39;").replace("&quot;", "&#x22;")
        if kind := LISTS.get(name):
            first = f'<rdf:li xml:lang="de">auf Deutsch</rdf:li>' if several and kind == "Alt" else ""
            language = ' xml:lang="x-default"' if kind == "Alt" else ""
            elements.append(f"<{name}>\n <rdf:{kind}>\n  {first}<rdf:li{language}>{value}</rdf:li>\n </rdf:{kind}>\n</{name}>")
        elif asElements:
            elements.append(f"<{name}>{value}</{name}>")
        else:
            attributes.append(f"{name}={quote}{value}{quote}")
    if random.random() < .2:
        # What programs remember of their own steps says when these were, and nothing of the photo.
        elements.insert(0, '<xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:when="2022-01-02T03:04:05"/></rdf:Seq></xmpMM:History>')
    spaces = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in SPACES.items())
    head = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' if random.random() < .8 else ""
    tail = '\n<?xpacket end="w"?>' if head else ""
    return (f'{head}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            f'<rdf:Description rdf:about="" {spaces} {" ".join(attributes)}>{"".join(elements)}</rdf:Description>'
            f"</rdf:RDF></x:xmpmeta>{tail}").encode()

"""Writers of the containers whose statements are compared: each takes blocks of metadata and returns a file's bytes. They are
written here, not by exiftool, so that what no well-behaved writer puts there can be put there."""
import struct
import zlib


def ascii_(text):
    return 2, (text if isinstance(text, bytes) else text.encode()) + b"\0"


def short(*values):
    return 3, list(values)


def long(*values):
    return 4, list(values)


def byte(*values):
    return 1, bytes(values)


def undefined(data):
    return 7, data


def rational(*values):
    """Each a pair of numbers."""
    return 5, list(values)


class TIFF:
    """Directories of tags in either byte order."""

    def __init__(self, big):
        self.order = ">" if big else "<"
        self.head = b"MM\0*" if big else b"II*\0"

    def pack(self, kind, value):
        if kind in (1, 2, 7):
            return len(value), bytes(value)
        if kind == 3:
            return len(value), struct.pack(f"{self.order}{len(value)}H", *value)
        if kind == 4:
            return len(value), struct.pack(f"{self.order}{len(value)}I", *value)
        flat = [part for pair in value for part in pair]
        return len(value), struct.pack(f"{self.order}{len(flat)}I", *flat)

    def directory(self, tags, at):
        """The bytes of a directory at an offset, with its values behind it."""
        tags = sorted(tags.items())
        entries, values = b"", b""
        behind = at + 2 + 12 * len(tags) + 4
        for tag, (kind, value) in tags:
            count, data = self.pack(kind, value)
            place = data.ljust(4, b"\0") if len(data) <= 4 else struct.pack(self.order + "I", behind + len(values))
            if len(data) > 4:
                values += data + b"\0" * (len(data) % 2)
            entries += struct.pack(self.order + "HHI", tag, kind, count) + place
        return struct.pack(self.order + "H", len(tags)) + entries + b"\0\0\0\0" + values

    def file(self, main, own=None, place=None, pixels=b"", gap=b""):
        """A whole TIFF: header, a gap, the main directory, those of EXIF and GPS, pixels."""
        main = dict(main)
        names = [(0x8769, own), (0x8825, place)]
        for tag, content in names:
            if content:
                main[tag] = long(0)
        if pixels:
            main[0x0111] = long(0)
        start = 8 + len(gap)
        at, parts = start + len(self.directory(main, start)), b""
        for tag, content in names:
            if content:
                main[tag] = long(at)
                part = self.directory(content, at)
                parts += part
                at += len(part)
        if pixels:
            main[0x0111] = long(at)
        return self.head + struct.pack(self.order + "I", start) + gap + self.directory(main, start) + parts + pixels


def image_tags(width, height, raw=False):
    tags = {0x100: long(width), 0x101: long(height), 0x103: short(1), 0x115: short(1), 0x116: long(height)}
    tags |= {0x102: short(8), 0x106: short(32803 if raw else 1), 0x117: long(width * height)}
    return tags


def iptc(sets):
    """IPTC's record, by the numbers of its data sets."""
    return b"".join(struct.pack(">BBBH", 0x1C, 2, number, len(data)) + data for number, data in sets)


def resources(record):
    """Photoshop's resources with that record."""
    return b"8BIM\x04\x04\0\0" + struct.pack(">I", len(record)) + record + b"\0" * (len(record) % 2)


def segment(mark, data):
    return struct.pack(">BBH", 0xFF, mark, len(data) + 2) + data


def jpeg(base, exif=None, xmp=None, record=None, order=0):
    parts = []
    if exif:
        parts.append(segment(0xE1, b"Exif\0\0" + exif))
    if xmp:
        parts.append(segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp))
    if record:
        parts.append(segment(0xED, b"Photoshop 3.0\0" + resources(record)))
    if order:
        parts.reverse()
    return base[:2] + b"".join(parts) + base[2:]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def raw_profile(kind, data):
    """ImageMagick's profile in a text chunk: the name, the length, and lines of hexadecimal digits."""
    digits = data.hex()
    lines = [digits[at:at + 72] for at in range(0, len(digits), 72)]
    return b"Raw profile type " + kind, ("\n%s\n%8d\n%s\n" % (kind.decode(), len(data), "\n".join(lines))).encode()


def png(width, height, before=(), behind=()):
    pixels = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(height)))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(before) + chunk(b"IDAT", pixels)
            + b"".join(behind) + chunk(b"IEND", b""))


def text_chunk(kind, keyword, text):
    if kind == b"zTXt":
        return chunk(kind, keyword + b"\0\0" + zlib.compress(text))
    if kind == b"iTXt":
        return chunk(kind, keyword + b"\0\0\0\0\0" + text)
    if kind == b"iTXz":
        return chunk(b"iTXt", keyword + b"\0\1\0\0\0" + zlib.compress(text))
    return chunk(kind, keyword + b"\0" + text)


def webp(base, width, height, exif=None, xmp=None, marked=False):
    def part(name, data):
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    flags = (8 if exif else 0) | (4 if xmp else 0)
    body = part(b"VP8X", struct.pack("<I", flags) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little"))
    body += base[12:]
    if exif:
        body += part(b"EXIF", (b"Exif\0\0" if marked else b"") + exif)
    if xmp:
        body += part(b"XMP ", xmp)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def gif(width, height, xmp=None, comment=None):
    data = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    if comment:
        data += b"!\xfe" + bytes([len(comment)]) + comment + b"\0"
    if xmp:
        # The packet is read as if it were sub-blocks, and the trailer leads any of them to the end.
        data += b"!\xff\x0bXMP DataXMP" + xmp + b"\1" + bytes(range(255, -1, -1)) + b"\0"
    return data + b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\2\2L\1\0;"


def box(name, *parts):
    data = b"".join(parts)
    return struct.pack(">I", len(data) + 8) + name + data


def full(name, *parts, version=0, flags=0):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


def heif(brand, kind, configuration, coded, width, height, exif=None, xmp=None, rotation=None, mirror=None, in_idat=False):
    """A still picture of one item with metadata beside it. `in_idat` puts the metadata into the meta box itself."""
    items = [(1, kind, coded, False)]
    if exif:
        items.append((2, b"Exif", b"\0\0\0\0" + exif, in_idat))
    if xmp:
        items.append((3, b"mime", xmp, in_idat))
    properties = [full(b"ispe", struct.pack(">II", width, height)), configuration]
    used = [1, 0x82]
    if rotation is not None:
        properties.append(box(b"irot", bytes([rotation])))
        used.append(0x80 | len(properties))
    if mirror is not None:
        properties.append(box(b"imir", bytes([mirror])))
        used.append(0x80 | len(properties))
    entries = [full(b"infe", struct.pack(">HH", number, 0), name, b"\0" if name != b"mime" else b"\0application/rdf+xml\0", version=2)
               for number, name, _, _ in items]
    links = [full_less(b"cdsc", number) for number, _, _, _ in items[1:]]
    inside = b"".join(data for _, _, data, in_meta in items if in_meta)

    def meta(start):
        places, at, within = b"", start, 0
        for number, _, data, in_meta in items:
            places += struct.pack(">HHHHII", number, 1 if in_meta else 0, 0, 1, within if in_meta else at, len(data))
            if in_meta:
                within += len(data)
            else:
                at += len(data)
        return full(
            b"meta", full(b"hdlr", b"\0\0\0\0pict" + b"\0" * 13), full(b"pitm", struct.pack(">H", 1)),
            full(b"iloc", struct.pack(">HH", 0x4400, len(items)), places, version=1),
            full(b"iinf", struct.pack(">H", len(entries)), *entries),
            full(b"iref", *links) if links else b"",
            box(b"iprp", box(b"ipco", *properties), full(b"ipma", struct.pack(">IHB", 1, 1, len(used)), bytes(used))),
            box(b"idat", inside) if inside else b"")
    head = box(b"ftyp", brand, b"\0\0\0\0", b"mif1", brand)
    start = len(head) + len(meta(0)) + 8
    return head + meta(start) + box(b"mdat", *[data for _, _, data, in_meta in items if not in_meta])


def full_less(name, item):
    return box(name, struct.pack(">HHH", item, 1, 1))


class Bits:
    """Bits from the lowest on, as JPEG XL has them."""

    def __init__(self):
        self.value, self.length = 0, 0

    def put(self, number, width):
        self.value |= number << self.length
        self.length += width

    def bytes(self):
        return self.value.to_bytes((self.length + 7) // 8, "little")


def jpeg_xl(width, height, orientation=1, exif=None, xmp=None, skip=0):
    """A codestream's header in boxes; no pixels."""
    bits = Bits()
    bits.put(0, 1)
    for side, ratio in ((height, None), (width, 0)):
        if ratio is not None:
            bits.put(0, 3)
        bits.put(0, 2)
        bits.put(side - 1, 9)
    if orientation == 1:
        bits.put(1, 1)
    else:
        bits.put(0, 1)
        bits.put(1, 1)
        bits.put(orientation - 1, 3)
        bits.put(0, 29)
    data = box(b"JXL ", b"\r\n\x87\n") + box(b"ftyp", b"jxl \0\0\0\0jxl ")
    if exif:
        data += box(b"Exif", struct.pack(">I", skip), b"\0" * skip, exif)
    if xmp:
        data += box(b"xml ", xmp)
    return data + box(b"jxlc", b"\xff\x0a" + bits.bytes() + b"\0" * 16)


def movie(brand, width, height, created, key=None, user_date=None, day=None, listed=None, xmp=None, place=None, long_times=False):
    """A movie of one track without samples."""
    version = 1 if long_times else 0
    times = struct.pack(">QQ" if long_times else ">II", created, created)
    length = struct.pack(">IQ" if long_times else ">II", 1000, 5000)
    matrix = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    header = full(b"mvhd", times, length, struct.pack(">IH10x", 0x10000, 0x100), matrix, b"\0" * 24, struct.pack(">I", 2), version=version)
    track_length = struct.pack(">II" + ("Q" if long_times else "I"), 1, 0, 5000)
    track = box(b"trak", full(
        b"tkhd", times, track_length, b"\0" * 8, struct.pack(">hhhh", 0, 0, 0, 0), matrix,
        struct.pack(">II", width << 16, height << 16), version=version, flags=3))
    parts = [header, track]
    own = []
    if user_date:
        own.append(box(b"date", user_date))
    if day:
        own.append(box(b"\xa9day", struct.pack(">HH", len(day), 0x15C7), day))
    if place:
        own.append(box(b"\xa9xyz", struct.pack(">HH", len(place), 0x15C7), place))
    if listed:
        data = box(b"data", struct.pack(">II", 1, 0), listed)
        own.append(full(b"meta", full(b"hdlr", b"\0\0\0\0mdirappl" + b"\0" * 10), box(b"ilst", box(b"\xa9day", data))))
    if xmp and brand == b"qt  ":
        own.append(box(b"XMP_", xmp))
    if own:
        parts.append(box(b"udta", *own))
    if key:
        name = b"com.apple.quicktime.creationdate"
        keys = full(b"keys", struct.pack(">I", 1), struct.pack(">I", len(name) + 8), b"mdta", name)
        data = box(b"data", struct.pack(">II", 1, 0), key)
        hdlr = full(b"hdlr", b"\0\0\0\0mdta" + b"\0" * 14)
        parts.append(box(b"meta", hdlr, keys, box(b"ilst", box(struct.pack(">I", 1), data))))
    data = box(b"ftyp", brand, struct.pack(">I", 512), brand, b"mp41")
    if xmp and brand != b"qt  ":
        data += box(b"uuid", bytes.fromhex("be7acfcb97a942e89c71999491e3afac"), xmp)
    return data + box(b"moov", *parts) + box(b"mdat", b"\0" * 8)


def avi(width, height, dated=None, info=None):
    def part(name, data):
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    def listed(name, *parts):
        return part(b"LIST", name + b"".join(parts))
    header = struct.pack("<14I", 40000, 0, 0, 0, 125, 0, 1, 0, width, height, 0, 0, 0, 0)
    stream = listed(b"strl", part(b"strh", b"vidsMJPG" + struct.pack("<10I", 0, 0, 0, 1, 25, 0, 125, 0, 0, 0) + b"\0" * 8))
    parts = [part(b"avih", header), stream]
    if dated:
        parts.append(part(b"IDIT", dated))
    body = b"AVI " + listed(b"hdrl", *parts)
    if info:
        body += listed(b"INFO", part(b"ICRD", info + b"\0"))
    return b"RIFF" + struct.pack("<I", len(body) + 16) + body + listed(b"movi")


def element(mark, data):
    """One of EBML, with a length of eight bytes."""
    return bytes.fromhex(mark) + b"\x01" + len(data).to_bytes(7, "big") + data


def matroska(width, height, nanoseconds=None, webm=False):
    """`nanoseconds` from 2001 on."""
    info = element("2ad7b1", (1000000).to_bytes(3, "big")) + element("4489", struct.pack(">d", 5000))
    if nanoseconds is not None:
        info += element("4461", struct.pack(">q", nanoseconds))
    video = element("b0", width.to_bytes(2, "big")) + element("ba", height.to_bytes(2, "big"))
    track = element("d7", b"\1") + element("83", b"\1") + element("86", b"V_VP8") + element("e0", video)
    segment_ = element("1549a966", info) + element("1654ae6b", element("ae", track))
    kind = b"webm" if webm else b"matroska"
    return element("1a45dfa3", element("4282", kind)) + element("18538067", segment_)


def raf(exif):
    """Fuji's: a JPEG behind a header of its own."""
    picture = b"\xff\xd8" + segment(0xE1, b"Exif\0\0" + exif) + b"\xff\xd9"
    head = b"FUJIFILMCCD-RAW 0201FF389501" + b"X-T1".ljust(32, b"\0") + b"0100" + b"\0" * 20
    head = head.ljust(84, b"\0") + struct.pack(">IIIIII", 148, len(picture), 148 + len(picture), 0, 0, 0)
    return head.ljust(148, b"\0") + picture


def cr3(main, own, place):
    """Canon's: each directory in a box of its own."""
    boxes = [box(b"CMT1", main)]
    if own:
        boxes.append(box(b"CMT2", own))
    if place:
        boxes.append(box(b"CMT4", place))
    canon = box(b"uuid", bytes.fromhex("85c0b687820f11e08111f4ce462b6a48"), *boxes)
    return box(b"ftyp", b"crx \0\0\0\1crx isom") + box(b"moov", canon) + box(b"mdat", b"\0" * 8)

"""Makes the folder that is compared: as many files as are asked for, always the same ones."""
import os
import random
import re
import struct
import subprocess

import containers as c
from statements import (AVI_TIMES, INFO_TIMES, MATROSKA_EPOCH, MOVIE_EPOCH, MOVIE_TIMES, NAMES, PNG_TIMES, TITLES, CAPTIONS, ARTISTS, Statements)

WIDTH, HEIGHT = 16, 12
# Of a hundred files, how many are of a kind.
KINDS = {
    "jpg": 22, "png": 14, "webp": 8, "tif": 8, "heic": 7, "avif": 5, "jxl": 4, "gif": 3, "dng": 4, "nef": 2, "cr2": 2, "cr3": 2,
    "raf": 2, "mp4": 5, "mov": 5, "3gp": 1, "m4v": 1, "avi": 3, "mkv": 1, "webm": 1,
}


class Folder:
    def __init__(self, path, scratch, seed):
        self.path, self.scratch, self.random = path, scratch, random.Random(seed)
        self.say = Statements(self.random)
        self.bases = {}

    def run(self, *command):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def base(self, kind):
        """Pictures without metadata, encoded by the usual programs."""
        if kind not in self.bases:
            source, file = f"{self.scratch}/base.png", f"{self.scratch}/base.{kind}"
            self.run("convert", "-size", f"{WIDTH}x{HEIGHT}", "gradient:red-blue", "-strip", "PNG24:" + source)
            if kind == "heic":
                self.run("heif-enc", "-o", file, source)
            elif kind == "avif":
                self.run("avifenc", "-s", "10", source, file)
            else:
                self.run("convert", source, "-strip", file)
            with open(file, "rb") as opened:
                self.bases[kind] = opened.read()
        return self.bases[kind]

    def still(self, kind):
        """The configuration and the coded data of a HEIF's picture."""
        data = self.base(kind)
        at = data.index(b"hvcC" if kind == "heic" else b"av1C") - 4
        length = struct.unpack_from(">I", data, at)[0]
        media = data.index(b"mdat") - 4
        end = media + struct.unpack_from(">I", data, media)[0]
        return data[at:at + length], data[media + 8:end]

    def make(self, count):
        kinds = list(KINDS)
        weights = list(KINDS.values())
        for number in range(count):
            kind = self.random.choices(kinds, weights)[0]
            name = f"{self.random.choice(NAMES)}{number:04d}.{kind}"
            content = getattr(self, "_" + {"m4v": "mp4", "3gp": "mp4", "nef": "dng", "webm": "mkv"}.get(kind, kind))(kind, name)
            # Nothing that files say lies behind this time, and the files' own are the same in all runs.
            self.write(name, content, 1_700_000_000 + number)
            self.sidecars(name, number)

    def write(self, name, content, time):
        path = f"{self.path}/{name}"
        with open(path, "wb") as file:
            file.write(content)
        os.utime(path, (time, time))

    def sidecars(self, name, number):
        chance = self.random.random()
        if chance < .2:
            self.write(name + ".xmp", self.say.packet(sidecar=True), 1_700_010_000 + number)
        if chance < .05 or chance > .9:
            stem = name.rsplit(".", 1)[0]
            self.write(stem + ".xmp", self.say.packet(sidecar=True), 1_700_010_000 + number + self.random.choice([-5, 5]))

    # The containers, by their names' extensions.

    def exif(self, pictured=None):
        main, own, place = self.say.exif()
        big = self.random.random() < .5
        if pictured:
            main |= pictured
        return c.TIFF(big).file(main, own, place, b"\x80" * (WIDTH * HEIGHT) if pictured else b"")

    def exif_or_none(self):
        return self.exif() if self.random.random() < .75 else None

    def xmp(self):
        return self.say.packet() if self.random.random() < .5 else None

    def _jpg(self, kind, name):
        record = self.say.record() if self.random.random() < .4 else None
        return c.jpeg(self.base("jpg"), self.exif_or_none(), self.xmp(), record, self.random.random() < .2)

    def _png(self, kind, name):
        chunks = []
        if exif := self.exif_or_none():
            if self.random.random() < .6:
                chunks.append(c.chunk(b"eXIf", exif))
            else:
                profile = self.random.choice([b"exif", b"APP1"])
                text = c.raw_profile(profile, b"Exif\0\0" + exif)
                chunks.append(c.text_chunk(self.random.choice([b"zTXt", b"tEXt", b"iTXz"]), *text))
        if xmp := self.xmp():
            form = self.random.random()
            if form < .7:
                chunks.append(c.text_chunk(b"iTXt", b"XML:com.adobe.xmp", xmp))
            elif form < .85:
                chunks.append(c.text_chunk(b"iTXz", b"XML:com.adobe.xmp", xmp))
            else:
                chunks.append(c.text_chunk(b"zTXt", *c.raw_profile(b"xmp", xmp)))
        if self.random.random() < .15 and (record := self.say.record()):
            chunks.append(c.text_chunk(b"zTXt", *c.raw_profile(self.random.choice([b"iptc", b"8bim"]), c.resources(record))))
        for keyword, values, chance in (
            (b"Creation Time", PNG_TIMES, .25), (b"Title", TITLES, .2), (b"Description", CAPTIONS, .2), (b"Author", ARTISTS, .15),
        ):
            if text := self.say.maybe(chance, values):
                form = self.random.choice([b"tEXt", b"zTXt", b"iTXt", b"iTXz"])
                data = text.encode("latin-1", "replace") if form in (b"tEXt", b"zTXt") else text.encode()
                chunks.append(c.text_chunk(form, keyword, data))
        place = self.random.randrange(len(chunks) + 1)
        return c.png(WIDTH, HEIGHT, chunks[:place], chunks[place:])

    def _webp(self, kind, name):
        return c.webp(self.base("webp"), WIDTH, HEIGHT, self.exif_or_none(), self.xmp(), self.random.random() < .2)

    def _tif(self, kind, name, more=None):
        tags = c.image_tags(WIDTH, HEIGHT, raw=more is not None) | (more or {})
        if xmp := self.xmp():
            tags[0x02BC] = c.byte(*xmp)
        if self.random.random() < .3 and (record := self.say.record()):
            tags[0x83BB] = c.undefined(record + b"\0" * (-len(record) % 4))
        return self.exif(tags)

    def _dng(self, kind, name):
        more = {0xC612: c.byte(1, 4, 0, 0)} if kind == "dng" else {}
        return self._tif(kind, name, more)

    def _cr2(self, kind, name):
        main, own, place = self.say.exif()
        return c.TIFF(False).file(main, own, place, gap=b"CR\2\0\0\0\0\0")

    def _cr3(self, kind, name):
        main, own, place = self.say.exif()
        big = self.random.random() < .3
        return c.cr3(c.TIFF(big).file(main), c.TIFF(big).file(own) if own else None, c.TIFF(big).file(place) if place else None)

    def _raf(self, kind, name):
        return c.raf(self.exif())

    def _heic(self, kind, name):
        configuration, coded = self.still(kind)
        rotation, mirror = self.say.maybe(.5, [0, 1, 2, 3]), self.say.maybe(.3, [0, 1])
        brand, item = (b"heic", b"hvc1") if kind == "heic" else (b"avif", b"av01")
        return c.heif(brand, item, configuration, coded, WIDTH, HEIGHT, self.exif_or_none(), self.xmp(), rotation, mirror,
                      in_idat=self.random.random() < .15)

    _avif = _heic

    def _jxl(self, kind, name):
        orientation = self.random.choice([1, 1, 1, 2, 3, 4, 5, 6, 7, 8])
        return c.jpeg_xl(WIDTH, HEIGHT, orientation, self.exif_or_none(), self.xmp(), self.random.choice([0, 0, 6]))

    def _gif(self, kind, name):
        return c.gif(WIDTH, HEIGHT, self.xmp(), self.say.maybe(.3, [b"made by hand"]))

    def _mp4(self, kind, name):
        created = self.random.choice([0, 1_682_095_410 + MOVIE_EPOCH, 1_183_221_910 + MOVIE_EPOCH, 1_682_095_410, 7])
        brand = {"mp4": b"isom", "m4v": b"M4V ", "3gp": b"3gp5", "mov": b"qt  "}[kind]
        def text(chance):
            found = self.say.maybe(chance, MOVIE_TIMES)
            return found.encode() if found else None
        return c.movie(
            brand, WIDTH, HEIGHT, created, key=text(.3), user_date=text(.15), day=text(.15), listed=text(.15),
            xmp=self.xmp() if self.random.random() < .3 else None, long_times=self.random.random() < .2,
            place=self.say.maybe(.2, [b"+48.2082+016.3750/", b"-33.8688+151.2093+058.0/"]))

    _mov = _mp4

    def _avi(self, kind, name):
        dated, info = self.say.maybe(.6, AVI_TIMES), self.say.maybe(.4, INFO_TIMES)
        return c.avi(WIDTH, HEIGHT, dated and dated.encode(), info and info.encode())

    def _mkv(self, kind, name):
        seconds = self.say.maybe(.7, [1_682_095_410, 1_183_221_910, 978_307_200])
        return c.matroska(WIDTH, HEIGHT, None if seconds is None else (seconds - MATROSKA_EPOCH) * 10**9, kind == "webm")


def names(folder):
    """The photos and videos of a folder, without sidecars."""
    return sorted(name for name in os.listdir(folder) if not re.search(r"\.xmp$", name, re.I))

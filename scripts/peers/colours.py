# The colours of Tessera's decode beside those of libvips: see scripts/compare-colours.
import argparse
import array
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

SIDE = 256  # pixels of a picture
PATCH = 8   # pixels of a colour: a block of JPEG, which keeps what is even
COUNT = (SIDE // PATCH) ** 2
ICC = "/usr/share/color/icc/"
RGB = {
    "Adobe RGB": "colord/AdobeRGB1998.icc", "ProPhoto": "colord/ProPhotoRGB.icc", "ECI v2": "colord/ECI-RGBv2.icc",
    "Wide Gamut": "colord/WideGamutRGB.icc", "Apple RGB": "colord/AppleRGB.icc", "L*": "LStar-RGB.icc",
}
GREY = {"gamma 2.2": "Gray.icc", "L*": "Gray-CIE_L.icc", "sRGB's curve": "ghostscript/sgray.icc"}
CMYK = {"ghostscript default": "ghostscript/default_cmyk.icc", "ghostscript PostScript": "ghostscript/ps_cmyk.icc"}
# x and y of red, green, blue and white, and the power; None is sRGB's curve.
D65 = (0.3127, 0.3290)
CODED = {
    "P3": ((0.68, 0.32), (0.265, 0.69), (0.15, 0.06), D65, None),
    "BT.2020": ((0.708, 0.292), (0.17, 0.797), (0.131, 0.046), D65, None),
    # 2.2 stands for sRGB's curve in a PNG.
    "gamma 1.8": ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), D65, 1.8),
}


def run(*command):
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def patches(channels):
    """Even steps of all channels and, in what is left, greys and colours by chance."""
    steps = 10 if channels == 3 else 5
    colours = [[]]
    for _ in range(channels):
        colours = [c + [round(255 * s / (steps - 1))] for c in colours for s in range(steps)]
    chance = random.Random(7)
    while len(colours) < COUNT:
        colours.append([chance.randrange(256) for _ in range(channels)])
    return colours[:COUNT]


def raw(path, colours, bits=8):
    across = SIDE // PATCH
    with open(path, "wb") as out:
        for row in range(across):
            line = b"".join(bytes(c) * PATCH for c in colours[row * across:(row + 1) * across])
            if bits == 16:
                line = bytes(b for sample in line for b in (sample, sample))
            out.write(line * PATCH)


def inverse(m):
    (a, b, c), (d, e, f), (g, h, i) = m
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return [[(e * i - f * h) / det, (c * h - b * i) / det, (b * f - c * e) / det],
            [(f * g - d * i) / det, (a * i - c * g) / det, (c * d - a * f) / det],
            [(d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det]]


def product(m, n):
    return [[sum(m[r][k] * n[k][c] for k in range(3)) for c in range(len(n[0]))] for r in range(3)]


def profile(red, green, blue, white, gamma):
    """An ICC profile of a matrix and a curve, adapted to D50 by Bradford (ICC.1:2022, annex E)."""
    def tristimulus(p):
        return [p[0] / p[1], 1, (1 - p[0] - p[1]) / p[1]]
    columns = [list(row) for row in zip(*(tristimulus(p) for p in (red, green, blue)))]
    share = product(inverse(columns), [[v] for v in tristimulus(white)])
    matrix = [[columns[r][c] * share[c][0] for c in range(3)] for r in range(3)]
    cone = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    source, target = (product(cone, [[v] for v in w]) for w in (tristimulus(white), (0.9642, 1, 0.8249)))
    scale = [[target[r][0] / source[r][0] if r == c else 0 for c in range(3)] for r in range(3)]
    matrix = product(product(product(inverse(cone), scale), cone), matrix)

    def fixed(v):
        return struct.pack(">i", round(v * 65536))
    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))
    if gamma:
        curve = b"para\0\0\0\0\0\0\0\0" + fixed(gamma)
    else:
        curve = b"para\0\0\0\0\0\3\0\0" + b"".join(map(fixed, (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))
    tags = [(b"wtpt", xyz((0.9642, 1, 0.8249)))]
    tags += [(name, xyz([matrix[r][c] for r in range(3)])) for c, name in enumerate((b"rXYZ", b"gXYZ", b"bXYZ"))]
    tags += [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")]
    index, content = struct.pack(">I", len(tags)), b""
    for name, data in tags:
        index += name + struct.pack(">II", 132 + 12 * len(tags) + len(content), len(data))
        content += data
    body = index + content
    header = struct.pack(">II", 128 + len(body), 0) + b"\4\x20\0\0mntrRGB XYZ " + bytes(12) + b"acsp" + bytes(28)
    header += b"".join(map(fixed, (0.9642, 1, 0.8249)))
    return header.ljust(128, b"\0") + body


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


class Set:
    """The files, each with its reference in sRGB."""

    def __init__(self, folder):
        self.folder = folder
        self.files = []
        self.left_out = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def add(self, group, name, make, reference):
        """`make(path)` writes the file; `reference(path, png)` writes what is right."""
        path = self.path(f"{len(self.files):03}-{name}")
        try:
            make(path)
            png = path + ".reference.png"
            reference(path, png)
            self.files.append((group, name, path, png))
        except (subprocess.CalledProcessError, OSError) as error:
            words = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip().splitlines()
            self.left_out.append(f"{group}, {name}: {words[-1] if words else error}")

    def picture(self, name, colours, channels, bits=8):
        source, result = self.path(name + ".raw"), self.path(name + ".v")
        raw(source, colours, bits)
        space = {1: "b-w", 3: "srgb", 4: "cmyk"}[channels]
        if bits == 16:
            space = {1: "grey16", 3: "rgb16"}[channels]
        run("vips", "rawload", source, result, SIDE, SIDE, channels, "--format", "ushort" if bits == 16 else "uchar",
            "--interpretation", space)
        return result


def to_srgb(picture, png, *options):
    run("vips", "icc_transform", picture, png, "srgb", "--intent", "relative", "--black-point-compensation", *options)


def embedded(path, png):
    to_srgb(path, png, "--embedded")


def by_imagemagick(path, png):
    run("convert", path, "-intent", "relative", "-black-point-compensation", "-profile", ICC + "ghostscript/srgb.icc", png)


def generate(files):
    rgb = patches(3)
    grey = [[round(255 * i / (COUNT - 1))] for i in range(COUNT)]
    pictures = {(c, b): files.picture(f"base{c}-{b}", colours, c, b)
                for c, colours, depths in ((3, rgb, (8, 16)), (1, grey, (8, 16)), (4, patches(4), (8,))) for b in depths}
    ways = {
        "jpg": (8, "jpegsave", ["--Q", 100, "--subsample-mode", "off"]), "8.png": (8, "pngsave", []),
        "16.png": (16, "pngsave", []), "8.tif": (8, "tiffsave", []), "16.tif": (16, "tiffsave", []),
        "webp": (8, "webpsave", ["--lossless"]),
        # By encoders that take the profile of a PNG.
        "heic": (8, "heif-enc", ["-q", 100, "-p", "chroma=444"]),
        "avif": (8, "avifenc", ["-y", "444", "--min", 0, "--max", 0]),
    }

    def save(channels, way, icc):
        bits, saver, options = ways[way]
        profile = ["--profile", icc] if icc else []

        def write(path):
            if way in ("heic", "avif"):
                run("vips", "pngsave", pictures[channels, bits], path + ".png", *profile)
                run(saver, *options, path + ".png", *(["-o"] if way == "heic" else []), path)
            else:
                run("vips", saver, pictures[channels, bits], path, *options, *profile)
        return write
    for name, icc in RGB.items():
        for way in ways:
            files.add("RGB with a profile", f"{name}.{way}".replace("*", ""), save(3, way, ICC + icc), embedded)
    for way in ways:
        files.add("sRGB without a profile", f"plain.{way}", save(3, way, None),
                  lambda path, png: run("vips", "colourspace", path, png, "srgb"))
    for name, icc in GREY.items():
        for way in ("jpg", "8.png", "8.tif"):
            files.add("grey with a profile", f"{name}.{way}".replace("*", ""), save(1, way, ICC + icc), embedded)
    for name, icc in CMYK.items():
        for way in ("jpg", "8.tif"):
            files.add("CMYK with a profile", f"{name}.{way}", save(4, way, ICC + icc), by_imagemagick)

    # Colours by numbers: the reference is the same picture with a profile of the same numbers.
    for name, numbers in CODED.items():
        icc = files.path(f"coded {name}.icc")
        with open(icc, "wb") as out:
            out.write(profile(*numbers))
        plain = files.path(f"coded {name}.png")
        run("vips", "pngsave", pictures[3, 8], plain)

        def named(path, chunks):
            with open(plain, "rb") as source, open(path, "wb") as out:
                png = source.read()
                out.write(png[:33] + chunks + png[33:])
        known = lambda path, png, icc=icc: to_srgb(pictures[3, 8], png, "--input-profile", icc)
        if numbers[4]:
            corners = [numbers[3], numbers[0], numbers[1], numbers[2]]
            chunks = chunk(b"gAMA", struct.pack(">I", round(100000 / numbers[4])))
            chunks += chunk(b"cHRM", b"".join(struct.pack(">I", round(100000 * v)) for point in corners for v in point))
            files.add("by numbers", f"{name} gAMA cHRM.png", lambda path: named(path, chunks), known)
            continue
        code = {"P3": 12, "BT.2020": 9}[name]
        files.add("by numbers", f"{name} cICP.png", lambda path: named(path, chunk(b"cICP", bytes([code, 13, 0, 1]))), known)
        for depth in (8, 10):
            def decoded(path, png, icc=icc):
                run("avifdec", path, path + ".plain.png")
                to_srgb(path + ".plain.png", png, "--input-profile", icc)
            files.add("by numbers", f"{name} nclx {depth}.avif", lambda path: run(
                "avifenc", "-y", "444", "--min", 0, "--max", 0, "-d", depth, "--cicp", f"{code}/13/6", plain, path), decoded)


def differences(one, other, work):
    """CIEDE2000 of each colour, from the middle of its patch."""
    run("vips", "dE00", one, other, work + ".v")
    run("vips", "rawsave", work + ".v", work + ".raw")
    values = array.array("f")
    with open(work + ".raw", "rb") as source:
        values.frombytes(source.read())
    middle = PATCH // 2
    return [values[(y + middle) * SIDE + x + middle] for y in range(0, SIDE, PATCH) for x in range(0, SIDE, PATCH)]


def row(name, values):
    values = sorted(values)
    return f"{name:44} {sum(values) / len(values):6.2f} {values[int(0.95 * (len(values) - 1))]:6.2f} {values[-1]:6.2f}"


def main():
    parser = argparse.ArgumentParser(prog="scripts/compare-colours")
    parser.add_argument("--keep", metavar="FOLDER", help="folder for the files, which are kept")
    parser.add_argument("--worst", metavar="N", type=int, default=0, help="only the N files that differ most")
    options = parser.parse_args()
    if shutil.which("vips") is None:
        sys.exit("scripts/compare-colours: vips is missing (libvips-tools)")
    folder = options.keep or tempfile.mkdtemp(prefix="tessera-colours-")
    os.makedirs(folder, exist_ok=True)
    try:
        files = Set(folder)
        generate(files)
        pixels = os.path.join(folder, "decoded")
        os.makedirs(pixels, exist_ok=True)
        subprocess.run([os.environ["TESSERA_LAB"], "decode", "--size", str(SIDE), "--pixels", pixels]
                       + [path for _, _, path, _ in files.files], check=False, stdout=subprocess.DEVNULL)
        groups, lines = {}, []
        for group, name, path, reference in files.files:
            decoded = os.path.join(pixels, os.path.basename(path) + ".ppm")
            if not os.path.exists(decoded):
                files.left_out.append(f"{group}, {name}: not decoded by Tessera")
                continue
            values = differences(decoded, reference, path + ".difference")
            groups.setdefault(group, []).append(values)
            lines.append((max(values), row(f"{group}: {name}", values)))
        print(f"{'CIEDE2000':44} {'mean':>6} {'p95':>6} {'max':>6}")
        if options.worst:
            lines = sorted(lines, reverse=True)[:options.worst]
        for _, line in lines:
            print(line)
        print()
        for group, of_files in groups.items():
            print(row(f"{group} ({len(of_files)} files)", [value for values in of_files for value in values]))
        for words in files.left_out:
            print("left out:", words)
    finally:
        if not options.keep:
            shutil.rmtree(folder)


main()

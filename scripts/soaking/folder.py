"""A folder of photos in which files come and go, and a disk for the caches that fills up."""
import hashlib
import os
import random
import shutil
import struct
import subprocess
import time
import zlib

SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><defs><filter id="b"><feGaussianBlur
stdDeviation="{blur}"/></filter></defs><rect width="600" height="400" fill="hsl({hue},60%,50%)"/><g filter="url(#b)">
<circle cx="{x}" cy="200" r="120" fill="hsl({other},70%,60%)"/></g><path d="M0 400 L{x} 90 L600 400 Z"
fill="hsl({hue},40%,30%)"/><text x="40" y="80" font-size="48">{name}</text></svg>"""


def drawing(chance, name):
    hue = chance.randrange(360)
    return SVG.format(hue=hue, other=(hue + 120) % 360, x=chance.randrange(100, 500), blur=chance.randrange(0, 12),
                      name=name).encode()


def png(chance, width=240, height=160):
    """A picture of stripes and grain, as PNG."""
    rows = bytearray()
    shift = chance.randrange(256)
    for y in range(height):
        rows.append(0)
        for x in range(width):
            rows += bytes(((x + shift) & 255, (y * 2) & 255, (x * y // 7 + shift) & 255))
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(rows), 1)) + chunk(b"IEND", b""))


class PhotoFolder:
    """Photos in subfolders, of which copies are kept elsewhere. `changes` counts what was done to them by kind."""

    KINDS = ["copy", "slow copy", "rename", "move", "delete", "truncate", "damage", "restore", "touch", "replace",
             "drawing", "new folder", "remove folder", "link"]

    def __init__(self, path, pool, lab, count, seed):
        self.path, self.pool, self.count = path, pool, count
        self.chance = random.Random(seed)
        self.number = 0
        self.changes = dict.fromkeys(self.KINDS, 0)
        self.unfinished = None
        subprocess.run([lab, "photos", pool, "--count", "60", "--distinct", "60", "--size", "800x600", "--per-folder", "0"],
                       check=True)
        for number in range(15):
            self._write(f"{pool}/drawing{number}.svg", drawing(self.chance, f"drawing {number}"))
            if number < 6:
                self._write(f"{pool}/stripes{number}.png", png(self.chance))
        self.good = {self._digest(os.path.join(pool, name)) for name in os.listdir(pool)}
        for number in range(count):
            folder = f"{path}/roll{number % 6}"
            os.makedirs(folder, exist_ok=True)
            kept = self._kept()
            shutil.copyfile(kept, f"{folder}/{self._new_name()}{self._extension(kept)}")

    @staticmethod
    def _write(path, content):
        with open(path, "wb") as file:
            file.write(content)

    @staticmethod
    def _digest(path):
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).digest()

    def is_good(self, path):
        """Whether the file is one of the pictures that were put here, whole."""
        return self._digest(path) in self.good

    def _kept(self):
        return os.path.join(self.pool, self.chance.choice(sorted(os.listdir(self.pool))))

    def _new_name(self):
        self.number += 1
        return f"photo {self.number:05}"

    def files(self):
        return sorted(os.path.join(folder, name) for folder, _, names in os.walk(self.path) for name in names)

    def folders(self):
        return sorted(entry.path for entry in os.scandir(self.path) if entry.is_dir(follow_symlinks=False))

    def change(self):
        """Does one thing to the files."""
        self.finish()
        files, folders = self.files(), self.folders()
        kind = self.chance.choice(self.KINDS)
        if len(files) < self.count * 0.85:
            kind = self.chance.choice(["copy", "slow copy", "restore", "new folder"])
        elif len(files) > self.count * 1.15:
            kind = self.chance.choice(["delete", "remove folder"])
        if not folders:
            kind = "new folder"
        try:
            getattr(self, "_" + kind.replace(" ", "_"))(files, folders)
        except OSError as error:
            print("soak: a change of the folder failed:", error, flush=True)
            return
        self.changes[kind] += 1

    def finish(self):
        """Writes the rest of a file that came slowly."""
        if self.unfinished:
            file, rest = self.unfinished
            self.unfinished = None
            with file:
                file.write(rest)

    def _extension(self, path):
        return os.path.splitext(path)[1]

    def _copy(self, _, folders):
        kept = self._kept()
        target = f"{self.chance.choice(folders)}/{self._new_name()}"
        shutil.copyfile(kept, target + ".part")
        os.rename(target + ".part", target + self._extension(kept))

    def _slow_copy(self, _, folders):
        kept = self._kept()
        with open(kept, "rb") as source:
            content = source.read()
        file = open(f"{self.chance.choice(folders)}/{self._new_name()}{self._extension(kept)}", "wb")
        file.write(content[:len(content) // 2])
        file.flush()
        self.unfinished = file, content[len(content) // 2:]

    def add_one(self):
        self._copy(None, self.folders())

    def _rename(self, files, _):
        path = self.chance.choice(files)
        os.rename(path, f"{os.path.dirname(path)}/{self._new_name()}{self._extension(path)}")

    def _move(self, files, folders):
        path = self.chance.choice(files)
        os.rename(path, f"{self.chance.choice(folders)}/{self._new_name()}{self._extension(path)}")

    def _delete(self, files, _):
        os.unlink(self.chance.choice(files))

    def _truncate(self, files, _):
        path = self.chance.choice(files)
        if not os.path.islink(path):
            os.truncate(path, os.path.getsize(path) * self.chance.randrange(8) // 8)

    def _damage(self, files, _):
        path = self.chance.choice(files)
        if os.path.islink(path) or os.path.getsize(path) == 0:
            return
        with open(path, "r+b") as file:
            file.seek(self.chance.randrange(os.path.getsize(path)))
            file.write(self.chance.randbytes(64))

    def _restore(self, files, _):
        path = self.chance.choice(files)
        kinds = [name for name in os.listdir(self.pool) if name.endswith(self._extension(path))]
        if kinds and not os.path.islink(path):
            shutil.copyfile(os.path.join(self.pool, self.chance.choice(sorted(kinds))), path)

    def _touch(self, files, _):
        # A camera without a clock, one that is ahead, and the end of 32 bits.
        moment = self.chance.choice([1, 86400 * 365 * 10, time.time() + 86400 * 400, 2 ** 31 + 5, time.time()])
        os.utime(self.chance.choice(files), (moment, moment), follow_symlinks=False)

    def _replace(self, files, _):
        path = self.chance.choice(files)
        shutil.copyfile(self._kept(), path + ".part")
        os.rename(path + ".part", path)

    def _drawing(self, _, folders):
        content = drawing(self.chance, str(self.number))
        self.good.add(hashlib.sha256(content).digest())
        self._write(f"{self.chance.choice(folders)}/{self._new_name()}.svg", content)

    def _new_folder(self, _, __):
        folder = f"{self.path}/roll {self.number}"
        os.makedirs(folder)
        for _ in range(5):
            kept = self._kept()
            shutil.copyfile(kept, f"{folder}/{self._new_name()}{self._extension(kept)}")

    def _remove_folder(self, _, folders):
        if len(folders) > 3:
            shutil.rmtree(self.chance.choice(folders))

    def _link(self, files, folders):
        path = self.chance.choice(files)
        os.symlink(path, f"{self.chance.choice(folders)}/{self._new_name()}{self._extension(path)}")


class SmallDisk:
    """A file system of some megabytes in memory, which can be filled. Where none can be mounted, the folder is an ordinary
    one and `why_not` says so."""

    def __init__(self, path, megabytes):
        self.path, self.ballast, self.filled, self.why_not = path, os.path.join(path, "ballast"), 0, None
        os.makedirs(path)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", path],
                                 capture_output=True, text=True)
        if mounted.returncode != 0:
            self.why_not = mounted.stderr.strip() or "mount failed"

    def fill(self):
        if self.why_not or os.path.exists(self.ballast):
            return
        try:
            with open(self.ballast, "wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 16))
        except OSError:
            self.filled += 1

    def free(self):
        if os.path.exists(self.ballast):
            os.unlink(self.ballast)

    def leave(self):
        if not self.why_not:
            subprocess.run(["umount", "-l", self.path], capture_output=True)

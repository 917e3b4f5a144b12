"""A display in memory whose pixels are read where the server writes them, and what of them is photographs."""
import mmap
import os
import struct
import subprocess
import time

import numpy

CELL = 16


class Screen:
    """Xvfb with a window manager that maximises every window. Keys do not repeat themselves. Use as a context."""

    def __init__(self, folder, width, height):
        self.folder, self.width, self.height = folder, width, height

    def __enter__(self):
        ready, told = os.pipe()
        command = ["Xvfb", "-displayfd", str(told), "-screen", "0", f"{self.width}x{self.height}x24",
                   "-fbdir", self.folder, "-nolisten", "tcp", "-noreset", "-r"]
        self.server = subprocess.Popen(command, pass_fds=[told], stderr=subprocess.DEVNULL)
        os.close(told)
        with os.fdopen(ready) as number:
            self.display = ":" + number.readline().strip()
        rules = os.path.join(self.folder, "openbox.xml")
        with open(rules, "w") as file:
            file.write('<openbox_config xmlns="http://openbox.org/3.4/rc"><applications><application class="*">'
                       "<decor>no</decor><maximized>yes</maximized></application></applications></openbox_config>")
        self.manager = subprocess.Popen(["openbox", "--sm-disable", "--config-file", rules],
                                        env={**os.environ, "DISPLAY": self.display}, stderr=subprocess.DEVNULL)
        with open(os.path.join(self.folder, "Xvfb_screen0"), "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        # The X Window dump header (X11/XWDFile.h): its own length, the line's length, the number of colours of 12 bytes.
        header = struct.unpack(">25I", self.memory[:100])
        start, line = header[0] + 12 * header[19], header[12]
        pixels = numpy.frombuffer(self.memory, numpy.uint8, self.height * line, start)
        self.pixels = pixels.reshape(self.height, line // 4, 4)[:, :self.width, :3]
        time.sleep(0.5)
        return self

    def __exit__(self, *_):
        for process in (self.manager, self.server):
            process.terminate()
            process.wait()

    def middle(self):
        """Every fourth pixel in each direction, without bars at the edges."""
        return self.pixels[self.height // 8:-self.height // 8:4, self.width // 16:-self.width // 16:4].copy()

    def photo_cells(self, coloured=True):
        """The squares of 16 x 16 pixels that hold colour and grain, as photographs do and placeholders do not: 99.9 % of
        the generated photos' area. With `coloured` false, greys count as well."""
        rows, columns = self.height // CELL, self.width // CELL
        # Every second pixel in each direction is enough.
        part = self.pixels[:rows * CELL:2, :columns * CELL:2].astype(numpy.int16)
        cells = part.reshape(rows, CELL // 2, columns, CELL // 2, 3)
        chroma = (cells.max(axis=4) - cells.min(axis=4)).mean(axis=(1, 3))
        light = cells.sum(axis=4)
        grain = light.max(axis=(1, 3)) - light.min(axis=(1, 3))
        return int((((chroma > 3) | (not coloured)) & (grain > 3)).sum())

    def xdotool(self, *words):
        return subprocess.Popen(["xdotool", *words], env={**os.environ, "DISPLAY": self.display},
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

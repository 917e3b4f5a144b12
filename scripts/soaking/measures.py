"""What the kernel and the program say of the program, and the lines that these may not grow over."""
import csv
import os
import statistics
import struct
import time

# Of each measure: how much of the first period's most may be added at rest, as a share and as a number, and how much while
# busy beside a quarter. A memory that is full of photos is rarely as full a second time; descriptors and threads come and go
# with the disk's work. While busy a body of 128 MB may be in memory, every connection be open, and two more windows.
LINES = {
    "PSS, MB": (0.10, 8, 160),
    "RSS, MB": (0.10, 8, 160),
    "descriptors": (0, 8, 150),
    "threads": (0, 6, 12),
    "processes": (0, 1, 4),
    "widgets": (0.05, 40, 5500),
}


def parents():
    """Each process's parent."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    found[int(name)] = int(file.read().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                pass
    return found


def tree(root):
    """The process and all that it started, and they."""
    above = parents()
    found, added = {root}, True
    while added:
        added = {process for process, parent in above.items() if parent in found} - found
        found |= added
    return found


def children_named(root, name):
    """The processes below `root` that run a program of this name."""
    found = []
    for process in tree(root) - {root}:
        try:
            with open(f"/proc/{process}/comm") as file:
                if file.read().strip() == name[:15]:
                    found.append(process)
        except OSError:
            pass
    return found


def numbers_of(process):
    """(PSS and RSS in KB, descriptors, threads) of one process; nothing where it has ended."""
    sums = {}
    with open(f"/proc/{process}/smaps_rollup") as file:
        for line in file:
            words = line.split()
            if words[0] in ("Pss:", "Rss:"):
                sums[words[0]] = int(words[1])
    return sums["Pss:"], sums["Rss:"], len(os.listdir(f"/proc/{process}/fd")), len(os.listdir(f"/proc/{process}/task"))


def processor_seconds(root):
    """Processor time of the tree so far, without processes that have ended and not been waited for."""
    ticks = 0
    for process in tree(root):
        try:
            with open(f"/proc/{process}/stat") as file:
                ticks += sum(int(word) for word in file.read().rpartition(")")[2].split()[11:15])
        except OSError:
            pass
    return ticks / os.sysconf("SC_CLK_TCK")


class Eyes:
    """The memory that eyes.c shares."""

    TYPES = 256
    SIZE = 32 + 4 * 120 + TYPES * 64

    def __init__(self, path):
        import mmap
        with open(path, "w+b") as file:
            file.truncate(self.SIZE)
            self.memory = mmap.mmap(file.fileno(), self.SIZE)

    @property
    def widgets(self):
        return struct.unpack_from("q", self.memory, 0)[0]

    @property
    def made(self):
        return struct.unpack_from("q", self.memory, 8)[0]

    @property
    def widgets_by_type(self):
        """The number of widgets of each type."""
        found = {}
        for place in range(self.TYPES):
            name, count = struct.unpack_from("56sq", self.memory, 32 + 4 * 120 + place * 64)
            if name := name.split(b"\0")[0].decode():
                found[name] = count
        return found

    @property
    def ahead(self):
        return struct.unpack_from("q", self.memory, 16)[0]

    @ahead.setter
    def ahead(self, seconds):
        struct.pack_into("q", self.memory, 16, int(seconds))

    @property
    def subtitle(self):
        """The last words about photos, or nothing."""
        said = struct.unpack_from("q", self.memory, 24)[0]
        if said == 0:
            return ""
        start = 32 + (said - 1) % 4 * 120
        return bytes(self.memory[start:start + 120]).split(b"\0")[0].decode(errors="replace")


class Measures:
    """The samples of one program, each with its moment and whether the program was at rest. Keeps a CSV."""

    def __init__(self, root, eyes, path):
        self.root, self.eyes, self.start = root, eyes, time.monotonic()
        self.samples = []
        # The widgets by type at each rest, with its moment.
        self.types = []
        self.file = open(path, "w", newline="")
        self.writer = csv.writer(self.file)
        self.writer.writerow(["seconds", "at rest", *LINES, "widgets made", "longest answer, s"])

    @property
    def seconds(self):
        return time.monotonic() - self.start

    def take(self, at_rest, longest):
        sums = [0, 0, 0, 0]
        count = 0
        for process in tree(self.root):
            try:
                sums = [total + number for total, number in zip(sums, numbers_of(process))]
                count += 1
            except (OSError, KeyError):
                continue
        values = dict(zip(LINES, [sums[0] / 1024, sums[1] / 1024, sums[2], sums[3], count, self.eyes.widgets]))
        self.samples.append((self.seconds, at_rest, values))
        if at_rest:
            self.types.append((self.seconds, self.eyes.widgets_by_type))
        self.writer.writerow([f"{self.seconds:.0f}", int(at_rest), *(round(value, 1) for value in values.values()),
                              self.eyes.made, f"{longest:.2f}"])
        self.file.flush()

    def values(self, name, at_rest, begin, end):
        return [values[name] for moment, rest, values in self.samples if rest == at_rest and begin <= moment <= end]

    def growth_by_type(self, first):
        """Of which widgets there are more at the last rest than there were at any in the first period, and how many more."""
        before = [types for moment, types in self.types if moment <= first]
        if not before or not self.types:
            return {}
        last = self.types[-1][1]
        more = {name: count - max(types.get(name, 0) for types in before) for name, count in last.items()}
        return {name: count for name, count in sorted(more.items(), key=lambda item: -item[1]) if count > 0}

    def judge(self, first, end):
        """A row for each measure: the most at rest in the first period, the line, what it is at the end (the median of the
        last quarter's rests) and the most of all, while busy; and a sentence for each that grew over its line."""
        rows, violations = [], []
        for name, (share, number, most) in LINES.items():
            rests = self.values(name, True, 0, first)
            later = self.values(name, True, max(first, end * 0.75), end)
            busy = self.values(name, False, 0, first), self.values(name, False, first, end)
            if not rests or not later or not all(busy):
                violations.append(f"{name}: there were too few samples to tell; let it run longer")
                continue
            line = max(rests) * (1 + share) + number
            last = statistics.median(later)
            rows.append((name, max(rests), line, last, max(busy[0]), max(busy[1])))
            if last > line:
                violations.append(f"{name} at rest grew to {last:.0f}, over the line of {line:.0f}")
            if max(busy[1]) > max(busy[0]) * 1.25 + most:
                violations.append(
                    f"{name} while busy grew to {max(busy[1]):.0f}, from at most {max(busy[0]):.0f} in the first period")
        return rows, violations

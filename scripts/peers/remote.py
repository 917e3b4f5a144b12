"""Measures folders on shares: through a relay to the servers of scripts/shares.sh, in its session. What is measured, and its
limits: scripts/bench. `tessera-lab relay` is the line; the floor of a row is plain GIO in this process, in the same run."""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import gi
import numpy

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

from screen import Screen  # noqa: E402

LAB, BINARY = os.environ["TESSERA_LAB"], os.environ["TESSERA_BINARY"]
FOLDER = os.environ["TESSERA_SHARES_FOLDER"]
WIDTH, HEIGHT = 1280, 800
# Files that are read at once (Photos/Files/ShareAddress+Width.swift).
AT_ONCE = {"sftp": 8, "smb": 2, "dav": 8, "wsgidav": 8}
# Photo cells of the screen (screen.py) from which on something is shown, and seconds without a change after which nothing
# more comes.
FIRST_CELLS, QUIET = 60, 3
# The same where a photo of some megabytes is awaited behind its preview, and the mean difference of samples, of 255, from which
# on one is another picture.
QUIET_PICTURE, SAME = 8, 0.2
# Photos that such a window shows at once: four rows of four.
VISIBLE = 16
# The names that the lab gives, and the folders: photos, pixels of each, and how many differ.
FOLDERS = {"thousand": (1_000, "340x227", 100), "many": (20_000, "340x227", 100), "large": (200, "4600x3067", 10),
           "copied": (100, "4600x3067", 10)}
# What is done while a line is broken: the wheel, a photo opened, its neighbours, back, four stars, listed again, the end and the
# beginning of the folder.
ACTS = ["click --repeat 60 --delay 33 5", "key Return", "key Right", "key Right", "key Escape", "key alt+4", "key F5", "key End",
        "key Home"]
# Photos that are decided on, and keys a second.
DECISIONS, KEYS = 600, 30
# Notches of the wheel a second, and seconds; more photos than pass then.
WHEEL, WHEELING, WHEELED = 30, 10, 2_000


def say(*words):
    print(*words, file=sys.stderr, flush=True)


class Relay:
    """A line to a server. Use as a context."""

    def __init__(self, port, milliseconds, megabits):
        command = [LAB, "relay", str(port), "--milliseconds", str(milliseconds)]
        if megabits:
            command += ["--megabits", str(megabits)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def order(self, order):
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def bytes(self):
        """Bytes that have arrived at this end, and at the server."""
        words = self.order("count").split()
        return int(words[words.index("down") + 1]), int(words[words.index("up") + 1])


class Share:
    """A folder by way of a relay, read by plain GIO."""

    def __init__(self, address, name):
        self.loop = GLib.MainLoop()
        self.address = address.rstrip("/") + "/" + name
        self.file = Gio.File.new_for_uri(self.address)

    def connect(self):
        operation = Gio.MountOperation()

        def asked(operation, *_):
            operation.set_anonymous(True)
            operation.reply(Gio.MountOperationResult.HANDLED)

        def done(file, result):
            try:
                file.mount_enclosing_volume_finish(result)
            except GLib.Error as error:
                if not error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.ALREADY_MOUNTED):
                    raise SystemExit(f"{self.address} could not be connected: {error.message}")
            self.loop.quit()

        operation.connect("ask-password", asked)
        Gio.File.new_for_uri(self.address + "/").mount_enclosing_volume(0, operation, None, done)
        self.loop.run()

    def list(self):
        """Names and lengths, and the seconds that it took."""
        start = time.monotonic()
        entries = self.file.enumerate_children("standard::name,standard::type,standard::size,time::modified,etag::value",
                                               0, None)
        found = {}
        while entry := entries.next_file(None):
            found[entry.get_name()] = entry.get_size()
        return found, time.monotonic() - start

    def read(self, files, at_once, serial=False):
        """Reads files whole, of lengths that are known. Seconds until each was there, in order. A file of a share that
        does one thing at a time is closed after all of them."""
        todo, left, times, kept = list(files.items()), [len(files)], [], []
        start = time.monotonic()

        def begin():
            if not todo:
                return
            name, length = todo.pop(0)

            def opened(file, result):
                stream, got = file.read_finish(result), [0]

                def read():
                    stream.read_bytes_async(min(length - got[0], 256 << 10), 0, None, came)

                def came(stream, result):
                    got[0] += (count := stream.read_bytes_finish(result).get_size())
                    if count and got[0] < length:
                        return read()
                    times.append(time.monotonic() - start)
                    if serial:
                        kept.append(stream)
                    else:
                        stream.close_async(0, None, lambda stream, result: stream.close_finish(result))
                    left[0] -= 1
                    if left[0]:
                        begin()
                    else:
                        self.loop.quit()

                read()

            self.file.get_child(name).read_async(0, None, opened)

        for _ in range(at_once):
            begin()
        self.loop.run()
        for stream in kept:
            stream.close(None)
        return times


class Program:
    """One run of Tessera. Use as a context."""

    def __init__(self, screen, subject, cache, *options, profiles=True, traces=False):
        self.trace = os.path.join(cache, "trace") if traces else os.devnull
        self.profile = os.path.join(cache, "profile.json")
        os.makedirs(cache, exist_ok=True)
        if os.path.exists(self.profile):
            os.remove(self.profile)
        self.command = [BINARY, subject, f"--cache-dir={cache}", f"--window-size={WIDTH}x{HEIGHT}", *options]
        if profiles:
            self.command.append(f"--profile={self.profile}")
        self.environment = {**os.environ, "DISPLAY": screen.display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                            "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none", "ADW_DISABLE_PORTAL": "1"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        if traces:
            self.environment["G_MESSAGES_DEBUG"] = "Tessera"

    def __enter__(self):
        self.start = time.monotonic()
        with open(self.trace, "w") as trace:
            self.process = subprocess.Popen(self.command, env=self.environment, stdin=subprocess.DEVNULL,
                                            stdout=subprocess.DEVNULL, stderr=trace)
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Ends it, so that it writes its profile."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def figures(self):
        self.end()
        with open(self.profile) as file:
            return json.load(file)

    def shown(self):
        """The numbers of all photos that were in view, of a run with traces."""
        with open(self.trace, errors="replace") as trace:
            ranges = re.findall(r"viewport \d+ (\d+) (\d+) ", trace.read())
        return {number for first, end in ranges for number in range(int(first), int(end))}

    def megabytes(self):
        """Memory of its own (USS) of the program without the processes that decode for it."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as rollup:
            text = rollup.read()
        return sum(int(kilobytes) for kilobytes in re.findall(r"Private_(?:Clean|Dirty): +(\d+)", text)) / 1024


def settle(screen, program, limit=90):
    """Samples the screen until nothing has changed for a while. Seconds until something and until the last was shown."""
    first, last, cells = None, None, 0
    while (now := time.monotonic() - program.start) < limit:
        seen = screen.photo_cells()
        if seen != cells:
            cells, last = seen, now
            if first is None and cells >= FIRST_CELLS:
                first = now
        if first is not None and now - last > QUIET:
            break
        time.sleep(0.01)
    return first, last if first is not None else None


def settle_picture(screen, program, limit=60):
    """Samples the middle of the screen. Seconds until a photo was there, and until it was as it is in the end."""
    first, seen, changes = None, None, []
    while (now := time.monotonic() - program.start) < limit:
        sample = screen.middle()
        if seen is None or (sample != seen).any():
            seen = sample
            changes.append((now, sample))
        if first is None and screen.photo_cells() >= FIRST_CELLS:
            first = now
        if first is not None and now - changes[-1][0] > QUIET_PICTURE:
            break
        time.sleep(0.02)
    if first is None:
        return None, None
    # What is drawn over the photo for a moment, at its edges, is left out.
    height, width = seen.shape[0] // 4, seen.shape[1] // 4
    final = seen[height:-height, width:-width].astype(numpy.int16)
    sharp = changes[-1][0]
    for when, sample in reversed(changes):
        if numpy.abs(sample[height:-height, width:-width] - final).mean() > SAME:
            break
        sharp = when
    return first, sharp


def part(file):
    """Makes a file of its own of one of several names: who reads it is noted of it alone."""
    shutil.copyfile(file, file + ".part")
    os.rename(file + ".part", file)


def make_folders(wanted):
    for name in wanted:
        count, size, distinct = FOLDERS[name]
        folder = os.path.join(FOLDER, name)
        if not os.path.isdir(folder):
            say(f"Making {count:,} photos …")
            thumbnails = ["--thumbnails"] if name in ("large", "copied") else []
            subprocess.run([LAB, "photos", folder, "--count", str(count), "--size", size, "--distinct", str(distinct),
                            "--per-folder", "0", *thumbnails], check=True, stdout=subprocess.DEVNULL)
            if name == "many":
                for file in sorted(os.listdir(folder))[:WHEELED]:
                    part(os.path.join(folder, file))


def was_read(name):
    status = os.stat(os.path.join(FOLDER, "many", name))
    return status.st_atime > status.st_mtime


def is_rated(sidecar, stars):
    try:
        with open(sidecar) as file:
            return re.search(f"xmp:Rating(>|=[\"']){stars}[<\"']", file.read()) is not None
    except OSError:
        return False


def remove_sidecars(folder):
    for name in os.listdir(folder):
        if name.endswith(".xmp"):
            os.unlink(os.path.join(folder, name))


def seconds(value):
    return "–" if value is None else f"{value:.2f} s"


class Bench:
    def __init__(self, screen, relay, kind, address, caches, turns):
        self.screen, self.relay, self.kind, self.address, self.caches = screen, relay, kind, address, caches
        self.turns = turns
        self.rows = []

    def row(self, name, ours, floor="", goal=""):
        self.rows.append((name, ours, floor, goal))
        say(f"  {name}: {ours}" + (f"   (floor {floor})" if floor else ""))

    def share(self, name):
        share = Share(self.address, name)
        share.connect()
        return share

    def cache(self, name):
        return os.path.join(self.caches, name)

    def thousand(self):
        share = self.share("thousand")
        files, floor = share.list()
        listed = subprocess.run([LAB, "library", share.address], capture_output=True, text=True)
        milliseconds = re.search(r"listed in (\d+) ms", listed.stderr)
        self.row("1,000: listed", seconds(int(milliseconds[1]) / 1000 if milliseconds else None), seconds(floor),
                 {"sftp": "0.7 s", "smb": "0.4 s"}.get(self.kind, "0.5 s"))
        cache = self.cache("thousand")
        # Before the program, whose last requests a share that does one thing at a time would answer first.
        floors = share.read(dict(sorted(files.items())[:VISIBLE]), AT_ONCE[self.kind], self.kind == "smb")
        _, listing = share.list()
        with Program(self.screen, share.address, cache) as program:
            settle(self.screen, program)
            figures = program.figures()
        self.row("1,000: first picture", milliseconds_of(figures, "timeToFirstImageMs"), seconds(listing + floors[0]))
        self.row(f"1,000: full first screen (floor: list, {VISIBLE} whole)", milliseconds_of(figures, "timeToFullViewportMs"),
                 seconds(listing + floors[-1]), "4.0 s" if self.kind == "smb" else "2.0 s")
        with Program(self.screen, share.address, cache) as program:
            settle(self.screen, program)
            self.row("second start, share there", milliseconds_of(program.figures(), "timeToFullViewportMs"), "", "0.5 s")
        self.relay.order("refuse")
        self.relay.order("cut")
        with Program(self.screen, share.address, cache) as program:
            settle(self.screen, program)
            self.row("second start, share away", milliseconds_of(program.figures(), "timeToFullViewportMs"), "", "0.5 s")
        self.relay.order("accept")
        self.relay.order("resume")

    def large(self):
        share = self.share("large")
        files, _ = share.list()
        name, length = sorted(files.items())[0]
        floor = share.read({name: length}, 1)
        # Without the overlay of a profile, which moves.
        with Program(self.screen, share.address + "/" + name, self.cache("large"), profiles=False) as program:
            first, last = settle_picture(self.screen, program)
        local = os.path.join(FOLDER, "large", name)
        with Program(self.screen, local, self.cache("large-local"), profiles=False) as program:
            here, sharp = settle_picture(self.screen, program)
        size = f"{length / 1e6:.1f} MB"
        self.row(f"original of {size}: first preview (beyond a local one)", seconds(first and here and first - here), "",
                 "0.3 s")
        self.row(f"original of {size}: sharp (beyond a local one)", seconds(last and sharp and last - sharp),
                 seconds(floor[-1]), "1.6 s")

    def copied(self):
        share = self.share("copied")
        files, _ = share.list()
        addresses = [share.file.get_child(name).get_uri() for name in sorted(files)]
        took = {"gio": [], "ours": []}
        for turn in ["gio", "ours", "ours", "gio"][:2 * self.turns]:
            target = self.cache("copied")
            os.mkdir(target)
            start = time.monotonic()
            command = ["gio", "copy", *addresses] if turn == "gio" else [LAB, "copy", share.address]
            subprocess.run([*command, target], check=True, stderr=subprocess.DEVNULL)
            took[turn].append(time.monotonic() - start)
            for name, length in files.items():
                if os.path.getsize(os.path.join(target, name)) != length:
                    raise SystemExit(f"The copy of {name} by {turn} is not whole")
            shutil.rmtree(target)
        ours, floor = (sum(took[turn]) / len(took[turn]) for turn in ("ours", "gio"))
        size = f"{sum(files.values()) / len(files) / 1e6:.1f} MB"
        self.row(f"{len(files)} × {size} copied to the disk (floor: gio copy)", f"{seconds(ours)}, {ours / floor:.3f} of it",
                 seconds(floor), "1.1 of it")

    def alive(self):
        share = self.share("thousand")
        folder = os.path.join(FOLDER, "thousand")
        for state, orders in (("there", []), ("stalled", ["stall"]), ("cut, and closed", ["refuse", "cut"])):
            with Program(self.screen, share.address, self.cache("alive-" + state.split(",")[0])) as program:
                settle(self.screen, program)
                for order in orders:
                    self.relay.order(order)
                self.screen.xdotool("mousemove", str(WIDTH // 2), str(HEIGHT // 2)).wait()
                for act in ACTS:
                    self.screen.xdotool(*act.split()).wait()
                    time.sleep(1)
                for order in ("accept", "resume"):
                    self.relay.order(order)
                time.sleep(5)
                loop = program.figures()["mainLoop"]
            self.row(f"longest turn of the main loop, turns above 50 ms: line {state}",
                     f"{loop['longestTurnMs']:.1f} ms, {loop['stalls']}", "", "50 ms, 0")
            remove_sidecars(folder)

    def culled(self):
        share = self.share("thousand")
        folder = os.path.join(FOLDER, "thousand")
        names = sorted(os.listdir(folder))[:DECISIONS]
        stars = [number % 5 + 1 for number in range(len(names))]

        def stated():
            return sum(is_rated(os.path.join(folder, name + ".xmp"), given) for name, given in zip(names, stars))

        with Program(self.screen, share.address, self.cache("culled"), "--sort=name") as program:
            settle(self.screen, program)
            for key in ("Home", "Return", "ctrl+k"):
                self.screen.xdotool("key", key).wait()
                time.sleep(1)
            start = time.monotonic()
            self.screen.xdotool("key", "--delay", str(1000 // KEYS), *map(str, stars)).wait()
            decided = time.monotonic()
            right, last = stated(), decided
            while right < len(names) and time.monotonic() - last < 60:
                time.sleep(0.2)
                if (now := stated()) > right:
                    right, last = now, time.monotonic()
            figures = program.figures()
        self.row(f"{len(names)} decisions, {len(names) / (decided - start):.0f} a second: stated right",
                 f"{right} of {len(names)}", "", "all")
        self.row("the last stated after the last key", seconds(last - decided))
        self.row("frames, missed; longest turn of the main loop",
                 f"{figures['frames']}, {figures['missedFrames']}; {figures['mainLoop']['longestTurnMs']:.1f} ms", "", "50 ms")
        remove_sidecars(folder)

    def many(self):
        share = self.share("many")
        files, floor = share.list()
        before = self.relay.bytes()
        share.list()
        listing = self.relay.bytes()[0] - before[0]
        cache = self.cache("many")
        # The server's folder takes note of the first reading of each file since it was written.
        unread = {name for name in sorted(files)[:WHEELED] if not was_read(name)}
        with Program(self.screen, share.address, cache, traces=True) as program:
            settle(self.screen, program)
            self.screen.xdotool("mousemove", str(WIDTH // 2), str(HEIGHT // 2)).wait()
            before = self.relay.bytes()
            wheel = self.screen.xdotool("click", "--repeat", str(WHEEL * WHEELING), "--delay", str(1000 // WHEEL), "5")
            wheel.wait()
            settle(self.screen, program)
            came = self.relay.bytes()[0] - before[0]
            whole = program.figures()["loader"]
        self.row(f"20,000: wheel {WHEEL}/s for {WHEELING} s: photos, bytes by the line",
                 f"{whole['fetches']}, {came / 1e6:.1f} MB")
        names = sorted(files)
        read = {number for number, name in enumerate(names) if name in unread and was_read(name)}
        unseen = sum(files[names[number]] for number in read - program.shown())
        total = sum(files[names[number]] for number in read)
        self.row("20,000: of these, bytes of photos that were never shown",
                 f"{100 * unseen / total:.1f} %" if total else "–", "", "≤ 15 %")
        middle = {name: files[name] for name in names[len(names) // 2:][:VISIBLE]}
        times = share.read(middle, AT_ONCE[self.kind], self.kind == "smb")
        with Program(self.screen, share.address, cache, "--scenario=jump") as program:
            program.process.wait(600)
            jump = program.figures()["jump"]["dragToWholeMs"]
        self.row("20,000: jump to a place never seen, full screen (median, longest)",
                 f"{(jump['p50'] or 0) / 1000:.2f}, {(jump['max'] or 0) / 1000:.2f} s", seconds(times[-1]) + f" for {VISIBLE} whole",
                 "1.0 s")
        before = self.relay.bytes()
        with Program(self.screen, share.address, cache) as program:
            settle(self.screen, program)
            time.sleep(max(0, 3 * floor - QUIET))
            opened = self.relay.bytes()
            time.sleep(15)
            idle = self.relay.bytes()
            remote = program.megabytes()
            read = program.figures()["loader"]
        self.row("20,000: bytes when nothing has changed, of photos among them",
                 f"{(opened[0] - before[0]) / 1e6:.2f}, {(read['bytesFetched'] or 0) / 1e6:.2f} MB",
                 f"{listing / 1e6:.2f} MB", "listing only")
        self.row("20,000: bytes to the server in 15 s of rest", str(idle[1] - opened[1]), "", "≤ 1 request a minute")
        with Program(self.screen, os.path.join(FOLDER, "many"), self.cache("many-local")) as program:
            settle(self.screen, program)
            program.end()
        with Program(self.screen, os.path.join(FOLDER, "many"), self.cache("many-local")) as program:
            settle(self.screen, program)
            time.sleep(15)
            local = program.megabytes()
        self.row("20,000: memory, beyond a local folder's", f"{remote:.1f}, {remote - local:+.1f} MB", f"{local:.1f} MB",
                 "+2 MB")


def milliseconds_of(figures, name):
    return seconds(figures[name] / 1000 if figures.get(name) else None)


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench remote")
    parser.add_argument("--kinds", default="sftp,smb,dav", help="sftp, smb, dav (Apache), wsgidav; by commas")
    parser.add_argument("--lines", default="30/20", help="MILLISECONDS/MEGABITS, by commas; 0 is the machine's own loopback")
    parser.add_argument("--many", action="store_true", help="with 20,000 photos too")
    parser.add_argument("--parts", default="thousand,large", help="of thousand, large, copied, culled, alive and many, by commas")
    parser.add_argument("--copies", type=int, default=FOLDERS["copied"][0], help="photos that are copied")
    parser.add_argument("--turns", type=int, choices=[1, 2], default=1, help="how often they are copied by each")
    options = parser.parse_args()
    FOLDERS["copied"] = (options.copies, *FOLDERS["copied"][1:])
    parts = options.parts.split(",") + (["many"] if options.many else [])
    shares = dict(line.split("=", 1) for line in os.environ["TESSERA_SHARES"].strip().split("\n"))
    make_folders(dict.fromkeys("thousand" if part in ("alive", "culled") else part for part in parts))
    tables = []
    for line in options.lines.split(","):
        milliseconds, _, megabits = line.partition("/")
        for kind in options.kinds.split(","):
            if kind not in shares:
                say(f"There is no server of {kind} here")
                continue
            say(f"{kind} at {line}, load {os.getloadavg()[0]:.1f}")
            port = re.search(r":(\d+)(/|$)", shares[kind])[1]
            caches = tempfile.mkdtemp(prefix="tessera-remote-")
            displays = tempfile.mkdtemp(prefix="tessera-screen-")
            with Relay(port, milliseconds, megabits) as relay, Screen(displays, WIDTH, HEIGHT) as screen:
                address = shares[kind].replace(f":{port}", f":{relay.port}")
                bench = Bench(screen, relay, kind, address, caches, options.turns)
                for part in dict.fromkeys(parts):
                    getattr(bench, part)()
            tables.append((f"{kind}, {line}, load {os.getloadavg()[0]:.1f}", bench.rows))
            shutil.rmtree(caches, ignore_errors=True)
            shutil.rmtree(displays, ignore_errors=True)
    for title, rows in tables:
        print(f"\n{title}")
        widths = [max(len(row[column]) for row in rows + [("", "Tessera", "floor", "goal")]) for column in range(4)]
        for row in [("", "Tessera", "floor", "goal")] + rows:
            print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


if __name__ == "__main__":
    main()

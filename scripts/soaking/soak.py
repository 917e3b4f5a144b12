"""Uses the program for some minutes while everything around it changes, and tells whether it grew, hung or lost anything.
What is done and what is held against what: scripts/soak."""
import argparse
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

import checks
from folder import PhotoFolder, SmallDisk
from measures import LINES, Eyes, Measures, children_named
from window import Ended, Program, User

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTOS, REMOTE, CACHE_MEGABYTES = 300, 600, 24
# The side of a tile in a window of 1,000 pixels.
TILE = 240
# Seconds between two samples, and the longest that the main thread may take to answer a call of the bus.
EVERY, LONGEST_ANSWER = 10, 5
FAULTS = ["", "image:latency=60~60,image:drip=96k", "image:status=503/1@4,image:truncate@7,image:reset@9",
          "image:type@3,image:length=-100@5,image:chunks@6,image:negative@8", "image:bomb=png@5,image:bomb=gif@7",
          "image:bomb=blur@9,image:overrun@6,image:headers@11", "image:loop@4,image:dead@6,image:scheme=file@8",
          "api:status=500@2,image:endless@13", "image:validators,image:max-age=0,image:stale=1"]
# Jumps of the clock in seconds from the true time: an hour, a day back, a leap of a year, and the true time again.
CLOCKS = [3600, -86400, 0, 400 * 86400, -3 * 365 * 86400, 0]


class Server:
    """The sample server with its faults."""

    def __init__(self, lab):
        self.process = subprocess.Popen([lab, "serve", "--count", str(REMOTE)], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.changes = 0

    def set(self, faults):
        spec = urllib.parse.quote(faults, safe="")
        urllib.request.urlopen(f"{self.url}/_control/faults?spec={spec}", timeout=10).close()
        self.changes += 1

    def end(self):
        self.process.terminate()
        self.process.wait(20)


class Killer(threading.Thread):
    """Kills what decodes for the program, at random moments. Looks often, because a drawing takes some hundredths."""

    def __init__(self, root, seed):
        super().__init__(daemon=True)
        self.root, self.chance, self.killed, self.ends = root, random.Random(seed), 0, threading.Event()

    def run(self):
        while not self.ends.wait(self.chance.uniform(2, 12)):
            end = time.monotonic() + 6
            while time.monotonic() < end and not self.ends.wait(0.03):
                if found := children_named(self.root, "tessera-decode") + children_named(self.root, "tessera-draw"):
                    try:
                        os.kill(self.chance.choice(found), signal.SIGKILL)
                        self.killed += 1
                    except ProcessLookupError:
                        pass
                    break


class Timetable:
    """What is due, each thing every so many seconds."""

    def __init__(self):
        self.due = []

    def every(self, seconds, action):
        self.due.append([time.monotonic() + seconds, seconds, action])

    def run(self):
        now = time.monotonic()
        for entry in self.due:
            if now >= entry[0]:
                entry[2]()
                entry[0] = time.monotonic() + entry[1]


class Soak:
    def __init__(self, options):
        self.options = options
        self.chance = random.Random(options.seed)
        self.total = options.minutes * 60
        # Ten minutes, or a third of a short run.
        self.first = min(600, self.total / 3)
        lab, out = options.lab, options.output
        print(f"soak: making the folder; seed {options.seed}, files in {out}", flush=True)
        self.program = None
        self.folder = PhotoFolder(f"{out}/photos", f"{out}/pool", lab, PHOTOS, options.seed)
        self.disk = SmallDisk(f"{out}/cache", CACHE_MEGABYTES)
        self.server = Server(lab)
        self.eyes = Eyes(f"{out}/eyes")
        self.log_path = f"{out}/program.log"
        self.log = open(self.log_path, "wb")
        self.killer = None
        self.jumps, self.restless = 0, 0

    def start(self):
        options, out = self.options, self.options.output
        homes = {f"XDG_{kind.upper()}_HOME": f"{out}/home/{kind}" for kind in ("cache", "config", "data", "state")}
        environment = {**os.environ, **homes, "HOME": f"{out}/home", "SOAK_EYES": f"{out}/eyes",
                       "LD_PRELOAD": options.eyes, "LC_ALL": "C.UTF-8"}
        for path in homes.values():
            os.makedirs(path, exist_ok=True)
        command = [options.binary, self.server.url, f"--cache-dir={self.disk.path}/tessera", "--window-size=1000x700",
                   "--color-scheme=light"]
        self.program = Program(command, environment, self.log)
        self.remote = self.program.windows()[0]
        self.program.open(self.folder.path)
        self.program.kept = self.program.windows()
        self.user = User(self.program, options.seed)
        self.measures = Measures(self.program.id, self.eyes, f"{out}/samples.csv")
        self.killer = Killer(self.program.id, options.seed)

    def run(self):
        table = Timetable()
        table.every(EVERY, lambda: self.sample(False))
        table.every(1.5, self.folder.change)
        table.every(17, lambda: self.server.set(self.chance.choice(FAULTS)))
        table.every(31, self.jump)
        table.every(41, self.disk.fill)
        table.every(53, self.disk.free)
        # Twelve times, or every five minutes; more often in the first period, which sets the lines.
        usual = min(300, max(30, self.total / 12))
        table.every(usual, self.rest)
        table.every(min(usual, self.first / 4), lambda: self.measures.seconds < self.first and self.rest())
        self.killer.start()
        said = 0
        while self.measures.seconds < self.total:
            self.user.step()
            if not self.program.is_running:
                raise Ended(f"the program ended with {self.program.process.returncode}")
            table.run()
            if self.measures.seconds // 60 > said:
                said = self.measures.seconds // 60
                values = self.measures.samples[-1][2] if self.measures.samples else {}
                print(f"soak: {said:.0f} min: " + ", ".join(f"{name} {value:.0f}" for name, value in values.items()),
                      flush=True)
        self.disk.free()
        self.folder.finish()
        self.eyes.ahead = 0
        self.server.set("")
        for _ in range(3):
            self.rest()

    def sample(self, at_rest):
        # Any call will do: it asks how long the main thread takes to answer.
        self.program.objects()
        self.measures.take(at_rest, self.program.longest)
        self.program.longest = 0

    def jump(self):
        self.eyes.ahead = CLOCKS[self.jumps % len(CLOCKS)]
        self.jumps += 1

    def rest(self):
        if not self.program.rest():
            self.restless += 1
        self.sample(True)

    def picture(self, name):
        subprocess.run(["import", "-silent", "-window", "root", f"{self.options.output}/{name}.png"])

    def judge(self):
        """Prints the summary; whether nothing was wrong."""
        options, program = self.options, self.program
        rows, wrong = self.measures.judge(self.first, self.measures.seconds)
        self.picture("end")
        program.close(self.remote)
        told, more = checks.photos(program, self.eyes, options.lab, self.folder)
        wrong += more
        blank, screens = checks.blank_tiles(program, program.windows()[0], TILE, options.output)
        told.append(f"{screens} screens of the grid, {len(blank)} with a tile that stays empty")
        wrong += [f"a tile stays empty: {path}" for path in blank]
        self.picture("folder")
        program.activate(program.windows()[0])
        program.key("ctrl+q")
        try:
            status = program.process.wait(20)
            if status != 0:
                wrong.append(f"the program ended with {status}")
        except subprocess.TimeoutExpired:
            wrong.append("the program does not end")
        more_told, more = checks.caches(options.lab, f"{self.disk.path}/tessera")
        told += more_told
        wrong += more
        wrong += self.complaints()
        wrong += [late for late in program.late if float(late.split()[-2]) > LONGEST_ANSWER]
        self.say(rows, told, wrong)
        return not wrong

    def complaints(self):
        """Each kind of line in which GLib or the program itself speaks of a defect, with its number."""
        found = {}
        with open(self.log_path, errors="replace") as file:
            for line in file:
                if re.search(r"CRITICAL|Fatal error|assertion|Sanitizer", line):
                    kind = re.sub(r"0x[0-9a-f]+|\d+", "N", line.strip())[:200]
                    found[kind] = found.get(kind, 0) + 1
        return [f"{times} times in its log: {kind}" for kind, times in found.items()]

    def say(self, rows, told, wrong):
        def listed(counts):
            return ", ".join(f"{times} {kind}" for kind, times in counts.items() if times)
        print(f"\nSoak of {self.options.minutes:g} minutes, seed {self.options.seed}: two windows of one process, a folder "
              f"of about {PHOTOS} photos and a faulty server with {REMOTE}.")
        print(f"  used: {listed(self.program.used)}")
        print(f"  files: {listed(self.folder.changes)}")
        full = f"not filled: {self.disk.why_not}" if self.disk.why_not else f"full {self.disk.filled} times"
        print(f"  around it: {self.killer.killed} decoders killed, {self.jumps} jumps of the clock, the caches' disk {full}, "
              f"faults changed {self.server.changes} times")
        print(f"  at rest after {self.first / 60:.1f} minutes | line | at the end || while busy until then | after")
        for name, most, line, last, before, after in rows:
            print(f"  {name:12} {most:8.0f} {line:8.0f} {last:8.0f} || {before:8.0f} {after:8.0f}")
        more = self.measures.growth_by_type(self.first)
        print(f"  widgets at rest that there were fewer of by then: {listed(more) or 'none'}")
        print(f"  {self.eyes.made} widgets made; not quiet within 20 s at {self.restless} rests; the longest answer of the "
              f"main thread {self.program.longest_of_all:.2f} s")
        for sentence in told:
            print(f"  {sentence}")
        print(f"  samples: {self.options.output}/samples.csv")
        for sentence in wrong:
            print(f"WRONG: {sentence}")
        print("Nothing was wrong." if not wrong else f"{len(wrong)} things were wrong.", flush=True)

    def end(self):
        if self.killer:
            self.killer.ends.set()
        if self.program and self.program.is_running:
            self.program.process.kill()
            self.program.process.wait()
        self.server.end()
        self.disk.leave()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("minutes", type=float)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--output", required=True)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--lab", required=True)
    parser.add_argument("--eyes", required=True)
    soak = Soak(parser.parse_args())
    try:
        soak.start()
        soak.run()
        return 0 if soak.judge() else 1
    except Ended as reason:
        with open(soak.log_path, errors="replace") as file:
            print(f"WRONG: {reason}; the end of its log:\n{file.read()[-4000:]}", flush=True)
        return 1
    finally:
        soak.end()


sys.exit(main())

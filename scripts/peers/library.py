"""Measures large folders by date taken: the library alone, the window, and the programs that Debian carries beside it.
What is measured, and its limits: scripts/bench."""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from compare import FIRST_CELLS, HEIGHT, PAUSE, WIDTH, moment, print_table, spread
from programs import BY_DATE, PROGRAMS, Program, prepare
from screen import Screen

LAB = os.environ.get("TESSERA_LAB", "tessera-lab")
# A program is quiet when it took less than this share of a core for so many seconds.
QUIET_SHARE, QUIET_SECONDS = 0.05, 2
NEW_FILES = 10


def settle(screen, program, limit, coloured=True):
    """Samples the screen until it and the processors have been quiet; the samples, and when the quiet began."""
    samples, changed, spent = [], 0, [(0.0, 0.0)]
    while True:
        now = time.monotonic() - program.start
        cells = screen.photo_cells(coloured)
        if not samples or cells != samples[-1][1]:
            changed = now
        samples.append((now, cells))
        if now - spent[-1][0] >= 0.25:
            spent.append((now, program.processor_seconds()))
        earlier = [pair for pair in spent if pair[0] <= now - QUIET_SECONDS]
        if earlier and cells >= FIRST_CELLS and now - changed > QUIET_SECONDS:
            (then, before), (last, after) = earlier[-1], spent[-1]
            if after - before < QUIET_SHARE * (last - then):
                return samples, max(changed, then)
        if now > limit:
            return samples, None
        time.sleep(PAUSE)


def shown(screen, program, limit, coloured=True):
    samples, quiet = settle(screen, program, limit, coloured)
    return {"first screen, s": moment(samples, 0.98 * samples[-1][1]) if samples[-1][1] >= FIRST_CELLS else None,
            "quiet, s": quiet, "processor, s": program.processor_seconds(), "memory settled, MB": program.megabytes()}


def keep_picture(screen, name):
    if folder := os.environ.get("TESSERA_PEERS_PICTURES"):
        subprocess.run(["import", "-window", "root", os.path.join(folder, name + ".png")],
                       env={**os.environ, "DISPLAY": screen.display})


def new_file(example, count, number):
    """The bytes of a photo of the date between the fifth and the sixth (tessera-lab photos --dates: even intervals in
    ten years of 336 days)."""
    seconds = int(5.5 * 10 * 336 * 86400 / count) + number
    date = f"2015:01:{seconds // 86400 + 1:02}".encode()
    clock = f"{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}".encode()
    start = example.index(b"2015:")
    return example[:start] + date + b" " + clock + example[start + 19:]


def oldest(folder):
    """A photo whose date can be replaced."""
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                content = file.read()
            if b"2015:01:0" in content[:300]:
                return content
    raise SystemExit(f"{folder} holds no photo of January 2015; tessera-lab photos --dates makes such folders")


def arrivals(screen, folder, count):
    """From the closing of a new file until the grid changes, and until it changes no more, in milliseconds."""
    example, times, paths = oldest(folder), [], []
    for number in range(NEW_FILES):
        path = os.path.join(folder, f"new{number}.jpg")
        paths.append(path)
        before, first, last = screen.middle(), None, None
        with open(path, "wb") as file:
            file.write(new_file(example, count, number))
        start = time.monotonic()
        while True:
            now, picture = time.monotonic(), screen.middle()
            if (picture != before).any():
                first, last, before = first or now, now, picture
            if last and now - last > 1 or now - start > 10:
                break
            time.sleep(0.01)
        times.append([1000 * (first - start), 1000 * (last - start)] if first else None)
    for path in paths:
        os.remove(path)
    time.sleep(1)
    return times


def window(folder, count, scratch):
    """The window on a large folder: never indexed, and again."""
    home, result = os.path.join(scratch, "home"), {}
    by_month = ["--sort=taken", "--group=month"]
    for title, options, coloured in (("listed, never indexed", [], False), ("by date, never indexed", by_month, True),
                                     ("by date, second start", by_month, True)):
        print(f"{count} files: window, {title} …", file=sys.stderr)
        with Screen(scratch, WIDTH, HEIGHT) as screen, \
                Program("tessera", folder, home, screen.display, options) as program:
            result[title] = shown(screen, program, 300, coloured)
            keep_picture(screen, f"window-{count}-{title.replace(' ', '-')}")
        if not options:
            shutil.rmtree(home)
    print(f"{count} files: window, new files …", file=sys.stderr)
    with Screen(scratch, WIDTH, HEIGHT) as screen, \
            Program("tessera", folder, home, screen.display, ["--sort=taken"]) as program:
        result["by date, no groups"] = shown(screen, program, 120)
        times = arrivals(screen, folder, count)
        keep_picture(screen, f"window-{count}-new")
        result["new files, ms"] = times
    shutil.rmtree(home)
    return result


def empty_window(scratch):
    home, folder = os.path.join(scratch, "home"), os.path.join(scratch, "nothing")
    os.makedirs(folder, exist_ok=True)
    with Screen(scratch, WIDTH, HEIGHT) as screen, Program("tessera", folder, home, screen.display) as program:
        time.sleep(4)
        memory = program.megabytes()
    shutil.rmtree(home)
    return memory


def beside(programs, folder, count, rounds, scratch, limit):
    """Each program by turns, cold and warm, with the folder in order of the dates taken."""
    results = {}
    for number in range(rounds):
        for turn in range(len(programs)):
            name = programs[(turn + number) % len(programs)]
            home = os.path.join(scratch, "home")
            for state in ("cold", "warm"):
                print(f"{count} photos, round {number + 1} of {rounds}: {name}, {state} …", file=sys.stderr)
                prepare(name, home, by_date=True)
                with Screen(scratch, WIDTH, HEIGHT) as screen, \
                        Program(name, folder, home, screen.display, BY_DATE[name]) as program:
                    results.setdefault(f"{name} {state}", []).append(shown(screen, program, limit))
                    keep_picture(screen, f"{name}-{count}-{state}")
            shutil.rmtree(home)
    return results


def make(folder, count, *options):
    print(f"Making {count} photos …", file=sys.stderr)
    subprocess.run([LAB, "photos", folder, "--dates", "--count", str(count), *options], check=True)


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench library")
    parser.add_argument("--count", type=int, action="append",
                        help="files; 100,000 and a million if nothing is said; 0 for none")
    parser.add_argument("--listed", type=int, default=1_000_000, help="photos without files; 0 leaves them out")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of sorting, grouping and searching")
    parser.add_argument("--peer-counts", default="5000,20000", help="photos for all programs; empty leaves them out")
    parser.add_argument("--peer-rounds", type=int, default=3)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--limit", type=int, default=300, help="seconds after which a program is left")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    programs = options.programs.split(",")
    if unknown := set(programs) - set(PROGRAMS):
        parser.error(f"unknown program {unknown.pop()}; there are {', '.join(PROGRAMS)}")
    report = {"bench": "library", "load": os.getloadavg()[0], "library": [], "window": {}, "peers": {}}
    say = (lambda *_: None) if options.json else print
    with tempfile.TemporaryDirectory(prefix="tessera-library-", dir=os.environ.get("TMPDIR", "/var/tmp")) as scratch:
        for number, count in enumerate([100_000, 1_000_000] if options.count is None else filter(None, options.count)):
            folder = os.path.join(scratch, "photos")
            make(folder, count)
            words = [LAB, "bench", "library", "--folder", folder, "--rounds", str(options.rounds),
                     "--listed", str(options.listed if number == 0 else 0)]
            if options.json:
                report["library"].append(json.loads(subprocess.check_output(words + ["--json"])))
            else:
                subprocess.run(words, check=True)
            empty = empty_window(scratch)
            figures = window(folder, count, scratch)
            report["window"][count] = {"empty window, MB": empty, **figures}
            say(f"\nwindow, {count} files, {WIDTH}x{HEIGHT}, cairo; an empty one takes {empty:.0f} MB")
            times = figures.pop("new files, ms")
            if not options.json:
                print_table({title: [run] for title, run in figures.items()})
            found = [time for time in times if time]
            for title, values in zip(("shows it", "is whole"), zip(*found)):
                middle, most = statistics.median(values), max(values)
                say(f"a new file, until the screen {title}: {middle:.0f} ms, slowest {most:.0f}")
            say(f"{len(found)} of {len(times)} new files seen\n")
            shutil.rmtree(folder)
        for count in [int(text) for text in options.peer_counts.split(",") if text]:
            folder = os.path.join(scratch, "photos")
            make(folder, count, "--per-folder", "0", "--size", "1024x683")
            results = beside(programs, folder, count, options.peer_rounds, scratch, options.limit)
            report["peers"][count] = results
            say(f"\nby date taken, {count} JPEGs of 1024x683 in one folder, {WIDTH}x{HEIGHT}, cairo; median of "
                f"{options.peer_rounds} rounds by turns (least-most)")
            if not options.json:
                print_table(results)
            shutil.rmtree(folder)
    if options.json:
        print(json.dumps(report, indent=1))


main()

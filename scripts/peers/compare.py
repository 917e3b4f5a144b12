"""Runs the programs by turns and prints the table. What is measured, and its limits: scripts/compare-peers."""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from programs import PROGRAMS, Program, prepare
from screen import Screen

WIDTH, HEIGHT = 1280, 800
PAUSE = 0.03
# Less than half of the smallest tile that any of them shows: icons of a tool bar are no pictures.
FIRST_CELLS = 16
CLICKS, CLICK_MS = 360, 33


def watch(screen, start, quiet, limit):
    """Samples until nothing has changed for `quiet` seconds after the first picture; (seconds, picture cells) pairs."""
    samples, changed = [], None
    while True:
        now = time.monotonic() - start
        cells = screen.photo_cells()
        if not samples or cells != samples[-1][1]:
            changed = now
        samples.append((now, cells))
        if cells >= FIRST_CELLS and now - changed > quiet or now > limit:
            return samples
        time.sleep(PAUSE)


def moment(samples, least):
    """When the count reached `least` for good."""
    below = [index for index, (_, cells) in enumerate(samples) if cells < least]
    index = below[-1] + 1 if below else 0
    return samples[index][0] if index < len(samples) else None


def run(name, folder, home, scratch):
    """One start, its first screen, and twelve seconds of the wheel."""
    prepare(name, home)
    with Screen(scratch, WIDTH, HEIGHT) as screen, Program(name, folder, home, screen.display) as program:
        samples = watch(screen, program.start, quiet=3, limit=60)
        full = samples[-1][1]
        result = {
            "first picture, s": next((now for now, cells in samples if cells >= FIRST_CELLS), None),
            "full screen, s": moment(samples, 0.98 * full),
            "memory settled, MB": program.megabytes(),
        }
        if os.environ.get("TESSERA_PEERS_PICTURES"):
            picture = os.path.join(os.environ["TESSERA_PEERS_PICTURES"], f"{name}.png")
            subprocess.run(["import", "-window", "root", picture], env={**os.environ, "DISPLAY": screen.display})
        screen.xdotool("mousemove", str(WIDTH // 2), str(HEIGHT // 2)).wait()
        time.sleep(0.3)
        wheel = screen.xdotool("click", "--repeat", str(CLICKS), "--delay", str(CLICK_MS), "5")
        turning, memory, asked = [], result["memory settled, MB"], 0
        while wheel.poll() is None:
            turning.append(screen.photo_cells())
            if time.monotonic() - asked > 0.5:
                asked = time.monotonic()
                memory = max(memory, program.megabytes())
            time.sleep(PAUSE)
        stopped = time.monotonic()
        after = watch(screen, stopped, quiet=3, limit=30)
        settled = statistics.mean([full, after[-1][1]])
        blank = [max(0, 1 - cells / settled) for cells in turning]
        result["blank while the wheel turns, %"] = 100 * statistics.mean(blank)
        result["samples more than half blank, %"] = 100 * sum(share > 0.5 for share in blank) / len(blank)
        result["whole after the wheel, s"] = moment(after, 0.98 * after[-1][1])
        result["memory most, MB"] = max(memory, program.megabytes())
        return result


def spread(values):
    if None in values:
        return "never"
    middle, digits = statistics.median(values), 2 if max(values) < 10 else 0
    ends = [f"{end:.{digits}f}" for end in (min(values), max(values))]
    return f"{middle:.{digits}f}" + ("" if ends[0] == ends[1] else f" ({ends[0]}-{ends[1]})")


def print_table(results):
    """Prints the runs of each column, a figure a line."""
    rows = [[""] + list(results)]
    for figure in next(iter(results.values()))[0]:
        rows.append([figure] + [spread([run[figure] for run in runs]) for runs in results.values()])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.rjust(width) if column else cell.ljust(width)
                        for column, (cell, width) in enumerate(zip(row, widths))).rstrip())


def main():
    parser = argparse.ArgumentParser(prog="scripts/compare-peers")
    parser.add_argument("--folder")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--json")
    options = parser.parse_args()
    programs = options.programs.split(",")
    if unknown := set(programs) - set(PROGRAMS):
        parser.error(f"unknown program {unknown.pop()}; there are {', '.join(PROGRAMS)}")
    load = " ".join(f"{number:.1f}" for number in os.getloadavg()[:2])
    results = {}
    with tempfile.TemporaryDirectory(prefix="tessera-peers-", dir=os.environ.get("TMPDIR", "/var/tmp")) as scratch:
        folder = options.folder and os.path.abspath(options.folder)
        if not folder:
            folder = os.path.join(scratch, "photos")
            subprocess.run([os.environ["TESSERA_LAB"], "photos", folder, "--count", str(options.count), "--per-folder", "0"],
                           check=True)
        for number in range(options.rounds):
            for turn in range(len(programs)):
                name = programs[(turn + number) % len(programs)]
                home = os.path.join(scratch, "home")
                for state in ("cold", "warm"):
                    print(f"round {number + 1} of {options.rounds}: {name}, {state} …", file=sys.stderr)
                    results.setdefault(f"{name} {state}", []).append(run(name, folder, home, scratch))
                shutil.rmtree(home)
    print(f"{folder if options.folder else f'{options.count} generated JPEGs of 1024x683'}, window of {WIDTH}x{HEIGHT}, "
          f"cairo; median of {options.rounds} rounds by turns (least-most); load before: {load}\n")
    print_table(results)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()

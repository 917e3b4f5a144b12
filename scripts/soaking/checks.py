"""What has to hold at the end: every photo of the folder is shown or explained, and the caches are valid."""
import json
import os
import re
import sqlite3
import subprocess
import time


def listing(lab, folder):
    """What the library makes of the folder: the photos' paths below it, with their companions, and the number of files that
    nothing can show."""
    output = subprocess.run([lab, "library", folder, "--json"], capture_output=True, check=True).stdout
    found = json.loads(output)
    shown = {photo["path"] for photo in found["photos"]}
    for photo in found["photos"]:
        shown |= {os.path.join(os.path.dirname(photo["path"]), name) for name in photo.get("companions", [])}
    return found["count"], found["hidden"], shown


def failures(lab, folder):
    """Each file that does not decode, with the reason."""
    result = subprocess.run([lab, "decode", "--json", folder], capture_output=True, text=True)
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return {line["path"]: line["error"] for line in lines if not line["ok"]}, len(lines)


def number(subtitle):
    """The number of photos in the window's words; nothing where they are of a search or not whole."""
    found = re.fullmatch(r"([\d,. \u202f\u00a0]+) photos?", subtitle)
    return int(re.sub(r"\D", "", found[1])) if found else None


def photos(program, eyes, lab, folder):
    """(Sentences for the reader, violations)."""
    told, wrong = [], []
    count, hidden, shown = listing(lab, folder.path)
    files = [os.path.relpath(path, folder.path) for path in folder.files()]
    # Links to folders and to nothing are files of the walk and none of the library's.
    files = [path for path in files if os.path.isfile(os.path.join(folder.path, path))]
    missing = set(files) - shown
    if len(missing) != hidden:
        wrong.append(f"{len(missing)} files are not listed, and the library speaks of {hidden}: {sorted(missing)[:5]}")
    # One more, so that the window speaks: its last words may be of the other source.
    folder.add_one()
    count += 1
    end = time.monotonic() + 20
    while number(eyes.subtitle) != count and time.monotonic() < end:
        time.sleep(0.2)
    told.append(f"{len(files)} files in the folder; the library lists {count - 1} and leaves {hidden} out; "
                f"the window says of one more “{eyes.subtitle}”")
    if number(eyes.subtitle) != count:
        wrong.append(f"the window says “{eyes.subtitle}”, the library lists {count} photos")
    failed, decoded = failures(lab, folder.path)
    reasons = {}
    for reason in failed.values():
        short = reason.split(": ")[-1][:90]
        reasons[short] = reasons.get(short, 0) + 1
    told.append(f"{decoded - len(failed)} of {decoded} decode"
                + "".join(f"; {times} fail: {reason}" for reason, times in sorted(reasons.items())))
    for path in failed:
        if folder.is_good(path):
            wrong.append(f"a whole picture does not decode: {path}: {failed[path]}")
        if not failed[path]:
            wrong.append(f"no reason is given for {path}")
    return told, wrong


def caches(lab, folder):
    """(Sentences for the reader, violations)."""
    result = subprocess.run([lab, "caches", folder, "--json"], capture_output=True, text=True)
    if not result.stdout.startswith("{"):
        return [], [f"the caches cannot be checked: {result.stderr.strip()}"]
    parts, told, wrong = json.loads(result.stdout), [], []
    for name, part in parts.items():
        told.append(f"{name}: {part['entries']} intact ({part['bytes'] / 1e6:.0f} MB)")
        wrong += [f"the cache of {name}: {damage}" for damage in part["damage"]]
    for name in sorted(os.listdir(folder)):
        if name.endswith(".sqlite"):
            with sqlite3.connect(f"file:{os.path.join(folder, name)}?mode=ro", uri=True) as database:
                verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
            told.append(f"{name}: {verdict}")
            if verdict != "ok":
                wrong.append(f"{name}: {verdict}")
    return told, wrong


# What libjpeg fills the rest of a JPEG with whose end is missing.
JPEG_GREY = bytes((128, 128, 128))


def flat_side(picture, width, height, step=4):
    """The side in pixels of the largest square of one colour that is not the grid's: a tile without a picture."""
    # The grid's own colour, in the gap between the window's frame and the tiles.
    background = picture[(height // 2 * width + 6) * 3:(height // 2 * width + 7) * 3]
    rows, columns = height // step, width // step
    best, before = 0, [0] * columns
    for row in range(rows):
        line = picture[row * step * width * 3:(row * step + 1) * width * 3]
        above = picture[max(0, row - 1) * step * width * 3:(max(0, row - 1) * step + 1) * width * 3]
        now = [0] * columns
        for column in range(columns):
            at = column * step * 3
            colour = line[at:at + 3]
            if colour in (background, JPEG_GREY):
                continue
            if row and column and colour == line[at - step * 3:at - step * 3 + 3] == above[at:at + 3] \
                    == above[at - step * 3:at - step * 3 + 3]:
                now[column] = 1 + min(now[column - 1], before[column], before[column - 1])
                best = max(best, now[column])
            else:
                now[column] = 1
        before = now
    return best * step


def look(window):
    """(Pixels as RGB, width, height) of a window."""
    data = subprocess.run(["import", "-silent", "-window", window, "-depth", "8", "ppm:-"], capture_output=True,
                          check=True).stdout
    magic, width, height, most = re.match(rb"(P6)\s+(\d+)\s+(\d+)\s+(\d+)\s", data).groups()
    return data[len(data) - int(width) * int(height) * 3:], int(width), int(height)


def blank_tiles(program, window, tile, shots):
    """Goes through the grid screen by screen; the names of the pictures on which a tile stays empty. A tile that failed has
    words, and photos have grain."""
    blank, before, screen = [], None, 0
    program.activate(window)
    program.key("Home")
    while screen < 60:
        end = time.monotonic() + 12
        while True:
            time.sleep(0.4)
            picture, width, height = look(window)
            side = flat_side(picture, width, height)
            if side < tile * 0.8 or time.monotonic() > end:
                break
        if side >= tile * 0.8:
            name = f"{shots}/screen{screen}.ppm"
            with open(name, "wb") as file:
                file.write(b"P6 %d %d 255\n" % (width, height) + picture)
            blank.append(name)
        if picture == before:
            return blank, screen
        before = picture
        for place in program.objects():
            program.act(place, "screen-down")
        screen += 1
    return blank, screen

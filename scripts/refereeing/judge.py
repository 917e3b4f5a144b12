"""Reads a folder by exiftool and by Tessera and lists where they differ. What is compared: scripts/referee."""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

from generate import Folder, names
from rules import MACHINE, Photo

FACTS = ["taken", "offset", "stars", "title", "caption", "artist", "place", "orientation", "size"]
os.environ["TZ"] = "Asia/Kolkata"  # half an hour beside the others, and without changes: MACHINE


def exiftool(folder):
    out = subprocess.run(["exiftool", "-json", "-struct", "-G1", "-a", "-n", "-q", "-q", folder], stdout=subprocess.PIPE, check=False)
    return {os.path.basename(tags["SourceFile"]): tags for tags in json.loads(out.stdout)}


def tessera(lab, folder, files):
    found = {}
    for at in range(0, len(files), 500):
        out = subprocess.run([lab, "facts"] + [f"{folder}/{name}" for name in files[at:at + 500]], stdout=subprocess.PIPE, check=False)
        for text in out.stdout.decode().splitlines():
            facts = json.loads(text)
            found[os.path.basename(facts["path"])] = facts
    return found


def sidecars(name, files, tags):
    stem = name.rsplit(".", 1)[0]
    found = [name + ".xmp"]
    if sum(1 for other in files if other.rsplit(".", 1)[0] == stem) == 1:
        found.append(stem + ".xmp")
    # The one changed last first.
    return sorted((side for side in found if side in tags), key=lambda side: tags[side]["System:FileModifyDate"], reverse=True)


def theirs(photo):
    kind, taken = photo.taken()
    size = (photo.tags.get("File:ImageWidth"), photo.tags.get("File:ImageHeight"))
    for group in ("IFD0", "PNG", "RIFF", "GIF", "Track1"):
        if size[0] is None:
            size = photo.tags.get(group + ":ImageWidth"), photo.tags.get(group + ":ImageHeight")
    if size[0] is None and "QuickTime:ImageSpatialExtent" in photo.tags:
        size = tuple(int(side) for side in photo.tags["QuickTime:ImageSpatialExtent"].split())
    orientation = photo.orientation()
    if size[0] and (orientation or 1) > 4:
        size = size[::-1]
    return {
        "taken": taken.text(), "offset": MACHINE if kind == "file" else taken.offset, "stars": photo.stars(), "title": photo.words("title"),
        "caption": photo.words("caption"), "artist": photo.words("artist"), "place": photo.place(), "orientation": orientation,
        "size": size if photo.is_picture else None,
    }, kind


def ours(facts):
    place = None
    if facts["latitude"] is not None:
        height = facts["altitude"]
        place = round(facts["latitude"], 5), round(facts["longitude"], 5), None if height is None else round(height, 2)
    found = {name: facts[name] for name in ("taken", "offset", "stars", "title", "caption", "artist", "orientation")}
    return found | {"place": place, "size": (facts["width"], facts["height"])}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--folder", help="where the files are left; not there, or empty")
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--seed", type=int, default=32)
    options.add_argument("--lab", required=True)
    options.add_argument("--list", type=int, default=3, help="examples of each kind")
    options = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="tessera-referee-") as scratch:
        folder = options.folder or scratch + "/files"
        os.makedirs(folder, exist_ok=True)
        if os.listdir(folder):
            sys.exit(f"referee: {folder} is not empty")
        Folder(folder, scratch, options.seed).make(options.count)
        sys.exit(compare(folder, options.lab, options.list))


def compare(folder, lab, examples):
    """Prints what differs; 1 if anything does."""
    files = names(folder)
    tags, facts = exiftool(folder), tessera(lab, folder, files)
    kinds = collections.defaultdict(list)
    compared = collections.Counter()
    for name in files:
        photo = Photo(folder, name, tags[name], [tags[side] for side in sidecars(name, files, tags)])
        expected, origin = theirs(photo)
        found = ours(facts[name])
        for fact in FACTS:
            # Of a video's picture and of sizes that exiftool does not say nothing is compared.
            if fact == "size" and (expected[fact] is None or None in expected[fact]):
                continue
            compared[fact] += 1
            if expected[fact] != found[fact]:
                kinds[fact, photo.kind, origin if fact in ("taken", "offset") else ""].append((name, expected[fact], found[fact]))
    print(f"{len(files)} files, {len(tags) - len(files)} sidecars")
    for fact in FACTS:
        differ = {kind: cases for kind, cases in kinds.items() if kind[0] == fact}
        print(f"{fact}: {compared[fact]} compared, {sum(len(cases) for cases in differ.values())} differ")
        for (_, kind, origin), cases in sorted(differ.items(), key=lambda item: -len(item[1])):
            print(f"  {len(cases):4}  {kind} {origin}")
            for name, expected, got in cases[:examples]:
                print(f"        {name}: {expected!r}, Tessera {got!r}")
    return 1 if kinds else 0


if __name__ == "__main__":
    main()

# Starts the program, then other starts of it and requests of the session bus, in a session of its own. Says as JSON which
# windows the first process had after each.
#   windows.py OTHER COMMAND [ARGUMENT…]      OTHER: what the other starts open
import json, os, subprocess, sys
from accessible_program import Program
from gi.repository import Gio, GLib

other, command = sys.argv[1], sys.argv[2:]
program = Program(command)
until = program.until

def titles():
    app = program.application()
    return sorted(app.get_child_at_index(i).get_name() for i in range(app.get_child_count())) if app else []

# A window has the program's name until it is known what it shows.
def named(): return [title for title in titles() if title not in ('', 'Tessera')]

def after(change, count, names=named):
    change()
    return until('%d windows' % count, lambda: len(titles()) == count and len(names()) == count and titles())

def start(*arguments):
    ended = subprocess.run([command[0], *arguments], timeout=30, capture_output=True, text=True)
    findings['statuses'].append(ended.returncode)
    findings['said'].append(ended.stdout + ended.stderr)

def ask(uris):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.call_sync(
        'io.github.tessera_photos.Tessera', '/io/github/tessera_photos/Tessera', 'org.freedesktop.Application', 'Open',
        GLib.Variant('(asa{sv})', (uris, {})), None, 0, 10000)

findings = {'statuses': [], 'said': []}
findings['first'] = until('the title', lambda: len(named()) == 1 and titles())
findings['plain'] = after(lambda: start(), 1)
findings['other'] = after(lambda: start(other), 2)
# Folders that windows show already, and after them one that none does: the requests come in their order.
findings['again'] = after(lambda: start(other), 2)
findings['asked'] = after(lambda: ask([Gio.File.new_for_path(p).get_uri() for p in (other, os.path.dirname(other))]), 2)
findings['inner'] = after(lambda: ask([Gio.File.new_for_path(os.path.join(other, 'three')).get_uri()]), 3)
findings['key'] = after(lambda: program.press('ctrl+n'), 4, titles)
# Each closes by itself.
findings['closed'] = after(lambda: program.press('ctrl+w'), 3, titles)
program.press('ctrl+q')
program.process.wait(20)
findings['status'] = program.process.returncode
print(json.dumps(findings))

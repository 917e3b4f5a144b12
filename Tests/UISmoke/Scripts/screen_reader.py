# Starts the program, looks at it over the accessibility bus and uses it with keys. Says as JSON what it found.
#   screen_reader.py TITLE COMMAND [ARGUMENT…]      in a session of its own
import gi, json, os, subprocess, sys, time
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, Gio, GLib

title, command = sys.argv[1], sys.argv[2:]
# Named outright: a display may still tell of an earlier session's bus.
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
address = bus.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, 0, 10000)
os.environ['AT_SPI_BUS_ADDRESS'] = address.unpack()[0]
program = subprocess.Popen(command)

def turn():
    context = GLib.MainContext.default()
    while context.pending():
        context.iteration(False)
    time.sleep(0.02)

def until(what, find, limit=30):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        turn()
        try:
            found = find()
        except GLib.Error:
            # What was looked at is gone; look again.
            continue
        if found:
            return found
    program.kill()
    sys.exit('never came: ' + what)

def application():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child and child.get_process_id() == program.pid and child.get_child_count():
            return child

def below(node):
    yield node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child:
            yield from below(child)

def item(node):
    return {'role': node.get_role_name(), 'name': node.get_name() or ''}

def all_items():
    return [item(node) for node in below(window)]

def focus():
    for node in below(window):
        if node.get_state_set().contains(Atspi.StateType.FOCUSED):
            return item(node)

def press(*keys):
    subprocess.run(['xdotool', 'key', '--clearmodifiers', *keys], check=True)

def act(name):
    actions = window.get_action_iface()
    for index in range(actions.get_n_actions()):
        if actions.get_action_name(index) == name:
            return actions.do_action(index)
    sys.exit('there is no action ' + name)

def named(name):
    return [found for found in all_items() if found['name'] == name]

window = until('the application', application).get_child_at_index(0)
shown = subprocess.run(
    ['xdotool', 'search', '--sync', '--onlyvisible', '--pid', str(program.pid)], check=True, capture_output=True,
    text=True).stdout.split()[-1]
subprocess.run(['xdotool', 'windowactivate', '--sync', shown], check=True)
until('the photo', lambda: (focus() or {}).get('name') == title)
# The place in the folder is known: the buttons to both sides are there.
until('the folder', lambda: named('Next Photo') and named('Previous Photo'))
findings = {'items': all_items(), 'focused': [focus()]}
while len(findings['focused']) < 20:
    before = findings['focused'][-1]
    press('Tab')
    findings['focused'].append(until('the next focus', lambda: focus() != before and focus()))
    if findings['focused'][-1] == findings['focused'][0]:
        break
while focus()['name'] != 'Photo Menu':
    before = focus()
    press('Tab')
    until('the menu button', lambda: focus() != before and focus())
press('Return')
def entries():
    return [found['name'] for found in all_items() if 'menu item' in found['role']]
findings['menu'] = until('the menu', entries)
press('Escape')
until('the menu to go', lambda: not entries())
press('i')
def panel():
    return [n for n in (found['name'] for found in all_items()) if n.startswith('Copy ') or n == 'Show in Files']
findings['panel'] = until('the panel', lambda: 'Copy Format' in panel() and panel())
act('win.copy-link')
findings['said'] = until('the words', lambda: named('Path copied'))[0]
press('Escape')
until('the panel to go', lambda: not panel())
press('Escape')
findings['afterwards'] = until('the tile', lambda: (focus() or {}).get('role') == 'table cell' and focus())
program.terminate()
program.wait(10)
print(json.dumps(findings))

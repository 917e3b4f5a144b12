# Starts the program and measures its menus, the view options and the shortcuts over the accessibility bus, and how narrow
# its window can be. Says as JSON how wide and high each is in logical pixels.
#   sizes.py TITLE COMMAND [ARGUMENT…]      in a session of its own; the first photo is called TITLE
import json, os, re, subprocess, sys
from accessible_program import Program, below
from gi.repository import Atspi

title, command = sys.argv[1], sys.argv[2:]
program = Program(command)
until, press = program.until, program.press
scale = int(os.environ.get('GDK_SCALE', '1'))
sizes = {}

def windows():
    application = program.window.get_application()
    return [application.get_child_at_index(index) for index in range(application.get_child_count())]

def size(node):
    extents = node.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
    return [extents.width, extents.height]

def entries(*roles):
    return [node for window in windows() for node in below(window) if node.get_role_name() in roles]

# From the first of the parts of what an action opens to the last one.
def measure(name, action, *roles):
    before = entries(*roles)
    program.act(action)
    def opened():
        return [node for node in entries(*roles) if node not in before]
    until(name, lambda: len(opened()) > 3)
    boxes = [node.get_component_iface().get_extents(Atspi.CoordType.WINDOW) for node in opened()]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    sizes[name] = [max(box.x + box.width for box in boxes) - left, max(box.y + box.height for box in boxes) - top]
    press('Escape')
    until(name + ' to go', lambda: not opened())

until('the first tile', lambda: any((node.get_name() or '').startswith(title) for node in program.nodes()))
press('Home')
until('the focus on a tile', lambda: program.focus() and program.focus().get_role_name() == 'table cell')
measure('photo menu', 'win.context-menu', 'menu item', 'push button', 'button')
measure('primary menu', 'win.open-menu', 'menu item')
measure('view options', 'win.view-options', 'check box', 'radio button', 'toggle button', 'push button', 'button')
before = len(windows())
program.act('win.show-help-overlay')
until('the shortcuts', lambda: len(windows()) > before)
sizes['shortcuts'] = size([window for window in windows() if window != program.window][-1])
press('Escape')
until('the shortcuts to go', lambda: len(windows()) == before)
shown = subprocess.run(
    ['xdotool', 'search', '--onlyvisible', '--pid', str(program.process.pid)], check=True, capture_output=True,
    text=True).stdout.split()[-1]
hints = subprocess.run(['xprop', '-id', shown, 'WM_NORMAL_HINTS'], check=True, capture_output=True, text=True).stdout
least = re.search(r'minimum size: (\d+) by (\d+)', hints)
sizes['window'] = [int(side) // scale for side in least.groups()]
program.end()
print(json.dumps(sizes))

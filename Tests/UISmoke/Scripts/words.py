# Starts the program and collects every word of its window over the accessibility bus: of the grid, its menus and its
# search, the preferences, the shortcuts, a photo, its menu and its panel. Says as JSON where it found which.
#   words.py TITLE COMMAND [ARGUMENT…]      in a session of its own; the first photo is called TITLE
import json, sys
from accessible_program import Program, below

title, command = sys.argv[1], sys.argv[2:]
program = Program(command)
until, press = program.until, program.press
said = {}

def windows():
    application = program.window.get_application()
    return [application.get_child_at_index(index) for index in range(application.get_child_count())]

# What is shown and named, and what is said of it; not the text that a user types.
def words(place):
    for window in windows():
        for node in below(window):
            for text in (node.get_name(), node.get_description()):
                if text:
                    said.setdefault(text, f'{place}: {node.get_role_name()}')

def focus():
    node = program.focus()
    return node and (node.get_role_name(), node.get_name())

def shown(role):
    return [node for window in windows() for node in below(window)
            if role in node.get_role_name()]

# A menu is read when its entries are there, and closed.
def menu(place, action):
    program.act(action)
    until(place, lambda: shown('menu item'))
    words(place)
    press('Escape')
    until(place + ' to go', lambda: not shown('menu item'))

def dialog(place, action):
    before = len(windows())
    program.act(action)
    until(place, lambda: len(windows()) > before)
    words(place)
    press('Escape')
    until(place + ' to go', lambda: len(windows()) == before)

until('the first tile', lambda: any((node.get_name() or '').startswith(title) for node in program.nodes()))
press('Home')
until('the focus on a tile', lambda: (focus() or ('', ''))[0] == 'table cell')
words('the grid')
menu('the menu of a tile', 'win.context-menu')
menu('the main menu', 'win.open-menu')
until('the focus on the tile again', lambda: (focus() or ('', ''))[0] == 'table cell')
dialog('the preferences', 'win.preferences')
dialog('the shortcuts', 'win.show-help-overlay')
press('ctrl+a')
until('the selection', lambda: any('8' in (node.get_name() or '') for node in shown('label')))
words('the selection')
press('Escape')
until('the end of the selection', lambda: (focus() or ('', ''))[0] == 'table cell')
press('ctrl+f')
until('the search', lambda: (focus() or ('table cell', ''))[0] != 'table cell')
press('x', 'y', 'z', 'z', 'y')
until('the empty search', lambda: any('xyzzy' in (node.get_name() or '') for node in shown('label')))
words('the search')
press('Escape')
until('the photos', lambda: (focus() or ('', ''))[0] == 'table cell')
press('Return')
until('the photo', lambda: (focus() or ('table cell', ''))[0] != 'table cell')
press('i')
until('the panel', lambda: any(title in (node.get_name() or '') for node in shown('list item')))
words('a photo')
menu('the menu of a photo', 'win.context-menu')
press('Escape')
until('the panel to go', lambda: not shown('list item'))
press('Escape')
until('the tile', lambda: (focus() or ('', ''))[0] == 'table cell')
program.end()
print(json.dumps(said))

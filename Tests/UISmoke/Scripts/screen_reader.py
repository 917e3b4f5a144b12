# Starts the program, looks at it over the accessibility bus and uses it with keys. Says as JSON what it found.
#   screen_reader.py TITLE COMMAND [ARGUMENT…]      in a session of its own
import json, sys
from accessible_program import Program, item

title, command = sys.argv[1], sys.argv[2:]
program = Program(command)
until, press = program.until, program.press

def focus():
    return item(program.focus())

def all_items():
    return [item(node) for node in program.nodes()]

def named(name):
    return [found for found in all_items() if found['name'] == name]

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
row = ['1 Star', '5 Stars', 'Rotate Left', 'Rotate Right']
def entries():
    items = all_items()
    found = [found['name'] for found in items if 'menu item' in found['role']]
    # The page has stars as well.
    return found and found + [found['name'] for found in items if found['name'] in row]
def menu(submenu=None):
    press('Return')
    found = until('the menu', entries)
    if submenu:
        while focus()['name'] != submenu:
            before = focus()
            press('Down')
            until('the next item', lambda: focus() != before and focus())
        press('Return')
        until('the submenu', lambda: entries() != found)
        found += entries()
        # And back.
        press('Left')
        until('the menu around it', lambda: focus() and focus()['name'] == submenu and 'Copy' in entries())
        found += entries()
    while entries():
        press('Escape')
        until('the menu to go', lambda: not entries())
    until('the menu button again', lambda: (focus() or {}).get('name') == 'Photo Menu')
    return found
findings['menu'] = menu()
# GTK 4.18 has the items of those menus alone that were opened.
for submenu, one in ('Share', 'Copy Link'), ('View', 'Zoom In'):
    if one not in findings['menu']:
        findings['menu'] += menu(submenu)
press('i')
def panel():
    return [item(node)['name'] for node in program.nodes() if node.get_role_name() in ('list item', 'push button', 'button')
            and (': ' in node.get_name() or node.get_name() == 'Show in Files')]
findings['panel'] = until('the panel', lambda: any(n.startswith('Format: ') for n in panel()) and panel())
program.act('win.copy-link')
findings['said'] = until('the words', lambda: named('Path copied'))[0]
press('Escape')
until('the panel to go', lambda: not panel())
press('Escape')
findings['afterwards'] = until('the tile', lambda: (focus() or {}).get('role') == 'table cell' and focus())
program.end()
print(json.dumps(findings))

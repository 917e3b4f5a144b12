# Starts the program, compares the first photos, and reads the page over the accessibility bus. Says as JSON what it found.
#   compare_reader.py NUMBER COMMAND [ARGUMENT…]      in a session of its own; NUMBER of photos are shown
import json, sys
from accessible_program import Atspi, Program, below, has, item

number, command = int(sys.argv[1]), sys.argv[2:]
program = Program(command)
until = program.until

def tiles():
    return [node for node in program.nodes() if node.get_role() == Atspi.Role.TABLE_CELL]

def page():
    return next((node for node in program.nodes()
                 if node.get_role() == Atspi.Role.LIST and node.get_name() == 'Compare'), None)

def photos():
    found = [node for node in below(page()) if node.get_role() == Atspi.Role.IMAGE and node.get_description()]
    described = [{**item(node), 'description': node.get_description(),
                  'isSelected': has(node, Atspi.StateType.SELECTED)} for node in found]
    return sorted(described, key=lambda one: int(one['description'].split(' of ')[0]))

def buttons():
    return [node.get_name() for node in program.nodes()
            if node.get_name() in ('Back to the Grid', 'Previous Photo in This Place', 'Next Photo in This Place')]

def focus():
    return item(program.focus()) or {}

until('all photos', lambda: len(tiles()) == number)
program.press('Home')
until('the first photo', lambda: focus().get('role') == 'table cell')
for _ in range(2):
    program.press('shift+Right')
until('three photos', lambda: len([node for node in tiles() if has(node, Atspi.StateType.SELECTED)]) == 3)
program.press('ctrl+Return')
until('the page', lambda: page() and len(photos()) == 3)
until('the active photo', lambda: photos()[2]['isSelected'] and focus().get('name') == photos()[2]['name'])
findings = {'before': photos(), 'buttons': buttons()}
program.press('4')
until('its stars', lambda: 'star' in photos()[2]['name'])
program.press('Tab')
until('another photo', lambda: photos()[0]['isSelected'] and focus().get('name') == photos()[0]['name'])
program.press('Right')
until('its neighbour', lambda: photos()[0]['name'] != findings['before'][0]['name'])
findings['after'] = photos()
findings['focused'] = focus()
program.press('Escape')
findings['afterwards'] = until('the tile', lambda: focus().get('role') == 'table cell' and focus())
program.end()
print(json.dumps(findings))

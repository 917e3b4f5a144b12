# Starts the program, reads its grid over the accessibility bus, and moves and selects in it with keys. Says as JSON what
# it found.
#   grid_reader.py NUMBER COMMAND [ARGUMENT…]      in a session of its own; NUMBER of photos are shown in months
import json, re, sys
from accessible_program import Atspi, Program, below, has, item

number, command = int(sys.argv[1]), sys.argv[2:]
program = Program(command)
until = program.until

def state(node):
    names = {'selected': Atspi.StateType.SELECTED, 'busy': Atspi.StateType.BUSY,
             'checked': Atspi.StateType.CHECKED, 'mixed': Atspi.StateType.INDETERMINATE}
    return sorted(name for name, value in names.items() if has(node, value))

def described(node):
    return {**item(node), 'description': node.get_description() or '', 'states': state(node)}

def grid():
    return next((node for node in program.nodes() if node.get_role() == Atspi.Role.TABLE), None)

def parts(role):
    return [described(node) for node in below(grid()) if node.get_role() == role]

def tiles():
    return sorted(parts(Atspi.Role.TABLE_CELL), key=lambda tile: int(tile['description'].split(' of ')[0]))

def whole():
    found = grid() and tiles()
    # All of them, each with its picture, and their dates known.
    isComplete = found and len(found) == number and not any('busy' in tile['states'] for tile in found)
    return isComplete and all(re.search(r'\d{4}$', tile['name']) for tile in found)

until('all photos', whole)
def look():
    return {'grid': item(grid()), 'tiles': tiles(), 'headings': sorted(parts(Atspi.Role.HEADING), key=lambda h: h['name'])}

def focused():
    node = program.focus()
    return node and node.get_role() == Atspi.Role.TABLE_CELL and described(node)

def selected():
    return sum('selected' in tile['states'] for tile in tiles())

findings = {'first': look()}
program.press('Home')
before = until('a photo with the focus', focused)
findings['focused'] = before
program.press('Right')
findings['next'] = until('the next photo', lambda: focused() and focused()['name'] != before['name'] and focused())
program.press('ctrl+space')
until('a selected photo', lambda: selected() == 1)
findings['one'] = look()
program.press('ctrl+a')
until('all selected', lambda: selected() == number)
findings['all'] = look()
program.press('Escape')
until('none selected', lambda: selected() == 0)
findings['none'] = look()
program.end()
print(json.dumps(findings))

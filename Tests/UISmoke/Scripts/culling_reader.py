# Starts the program, culls with keys, and reads film strip and counter over the accessibility bus. Says as JSON what it
# found.
#   culling_reader.py NUMBER COMMAND [ARGUMENT…]      in a session of its own; NUMBER of photos are shown
import json, sys
from accessible_program import Atspi, Program, below, has, item

number, command = int(sys.argv[1]), sys.argv[2:]
program = Program(command)
until = program.until

def tiles():
    return [node for node in program.nodes() if node.get_role() == Atspi.Role.TABLE_CELL]

def strip():
    return next((node for node in program.nodes()
                 if node.get_role() == Atspi.Role.LIST and node.get_name() == 'Film Strip'), None)

def items():
    found = [node for node in below(strip()) if node.get_role() == Atspi.Role.LIST_ITEM]
    described = [{**item(node), 'description': node.get_description() or '',
                  'isSelected': has(node, Atspi.StateType.SELECTED)} for node in found if node.get_description()]
    return sorted(described, key=lambda one: int(one['description'].split(' of ')[0]))

# By its text: a status has no name for GTK 4.18.
def counter():
    found = [node.get_text_iface() for node in program.nodes() if node.get_role() == Atspi.Role.STATUS_BAR]
    said = [Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) for text in found if text]
    return next((text for text in said if ' kept' in text), None)

def focus():
    return item(program.focus()) or {}

until('all photos', lambda: len(tiles()) == number)
program.press('ctrl+k')
until('the strip', lambda: strip() and len(items()) == number)
findings = {'list': item(strip()), 'counters': [until('the counter', counter)]}
until('the first photo', lambda: items()[0]['isSelected'])
findings['before'] = items()
findings['button'] = until('the way out', lambda: next(
    (item(node) for node in program.nodes() if node.get_name() == 'Stop Culling'), None))
program.press('4')
until('the next photo', lambda: items()[1]['isSelected'] and 'star' in items()[0]['name'])
until('the next count', lambda: counter() and counter() != findings['counters'][0] and ' 1 kept' in counter())
findings['counters'].append(counter())
findings['after'] = items()
findings['focused'] = until('the photo', lambda: focus().get('name') == 'picture 1001.jpg' and focus())
program.press('Escape')
findings['afterwards'] = until('the tile', lambda: focus().get('role') == 'table cell' and focus())
program.end()
print(json.dumps(findings))

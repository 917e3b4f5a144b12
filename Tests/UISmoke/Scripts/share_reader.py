# Opens a folder on a share by the question for its address, refuses to sign in, signs in elsewhere, asks to delete a photo
# and lets the share go away, all with the keyboard. Says as JSON what had the focus in each dialog.
#   share_reader.py JSON COMMAND [ARGUMENT…]      in the session of scripts/test-shares
# JSON names the addresses: "password" is one that asks for one, "port" and "path" lead to one that does not, "lab" is the
# program that relays it.
import json, subprocess, sys
from accessible_program import Atspi, Program, below, has, item

given, command = json.loads(sys.argv[1]), sys.argv[2:]
relay = subprocess.Popen([given['lab'], 'relay', given['port']], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
port = relay.stdout.readline().strip()
program = Program(command)
until, press = program.until, program.press

def order(line):
    relay.stdin.write(line + '\n')
    relay.stdin.flush()
    relay.stdout.readline()

def windows():
    application = program.window.get_application()
    return [application.get_child_at_index(index) for index in range(application.get_child_count())]

def nodes():
    return [node for window in windows() for node in below(window)]

def spell(text):
    subprocess.run(['xdotool', 'type', '--clearmodifiers', text], check=True)

# The dialog in front: the window that is not the program's first one.
def dialog():
    others = [window for window in windows() if window != program.window]
    return others and others[-1]

def focus(window):
    found = [node for node in below(window) if has(node, Atspi.StateType.FOCUSED)]
    return found and item(found[-1])

# Presses Tab until the focus is where it was first.
def round_of(window, most=15):
    visited = [until('the focus', lambda: focus(window))]
    while len(visited) < most:
        before = visited[-1]
        press('Tab')
        visited.append(until('the next focus', lambda: focus(window) != before and focus(window)))
        if visited[-1] == visited[0]:
            break
    return visited

def ask_for(address):
    program.act('win.open-address')
    window = until('the question for an address', dialog)
    until('its entry', lambda: focus(window))
    return window

findings = {}
window = ask_for(given['password'])
findings['address'] = round_of(window)
spell(given['password'])
press('Return')
# That of GTK, which asks whether to keep the password.
window = until('the question for a password', lambda: dialog() if any(
    node.get_role_name() in ('check box', 'radio button') for node in nodes()) else None)
findings['password'] = round_of(window)
# What stands in place of the photos meanwhile, besides its sentence.
findings['waiting'] = [found['name'] for found in map(item, below(program.window)) if found['role'] != 'label' and found['name']]
findings['passwordSaid'] = [found['name'] for found in map(item, below(window)) if found['name']]
press('Escape')
until('the question to go', lambda: not dialog())
said = lambda: [found['name'] for found in map(item, nodes()) if found['role'] == 'label' and found['name']]
until('the sentence of the refusal', lambda: any(given['refused'] in words for words in said()))
findings['refused'] = until('a button in place of the photos', lambda: focus(program.window))
window = ask_for('')
spell(given['address'].replace('PORT', port))
press('Return')
tiles = lambda: [node for node in nodes() if node.get_role_name() == 'table cell' and node.get_name()]
until('the photos', tiles)
press('Home')
press('Menu')
entries = lambda: [node.get_name() for node in nodes() if 'menu item' in node.get_role_name()]
findings['menu'] = until('the menu', entries)
findings['menu'] += [item(node)['name'] for node in nodes() if node.get_role_name() in ('push button', 'button')]
press('Escape')
until('the menu to go', lambda: not entries())
press('Delete')
window = until('the question before deleting', dialog)
findings['delete'] = round_of(window)
findings['deleteSaid'] = [found['name'] for found in map(item, below(window)) if found['name']]
press('Escape')
until('the question to go', lambda: not dialog())
order('cut')
order('refuse')
press('F5')
until('the notice', lambda: any(given['away'] in words for words in said()))
findings['awaySaid'] = said()
findings['away'] = round_of(program.window, 40)
program.end()
relay.stdin.close()
relay.wait(10)
print(json.dumps(findings))

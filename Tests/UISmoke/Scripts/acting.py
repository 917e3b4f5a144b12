# Does everything that can be done with photos, by keys and the actions of the accessibility bus alone: no pointer. Each step
# ends when the disk or the window shows what it has done; else the script says which one never did. Prints as JSON the
# steps that it has taken.
#   acting.py FOLDER COMMAND [ARGUMENT…]      in a session of its own; FOLDER has photos a to h, and `other` beside it a clash
import hashlib, json, os, subprocess, sys
from accessible_program import Atspi, Program, below, has

pictures, command = sys.argv[1], sys.argv[2:]
other = os.path.join(os.path.dirname(pictures), 'other')
program = Program(command)
until, press = program.until, program.press
taken = []

# What is on the disk

def files(folder):
    return sorted(name for name in os.listdir(folder) if not name.startswith('.'))

def content(name, folder=pictures):
    with open(os.path.join(folder, name), 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()

def there(name, folder=pictures):
    return os.path.exists(os.path.join(folder, name))

# What is in the windows

def windows():
    application = program.window.get_application()
    return [application.get_child_at_index(index) for index in range(application.get_child_count())]

def shown(role):
    return [node for window in windows() for node in below(window)
            if role in node.get_role_name() and has(node, Atspi.StateType.VISIBLE)]

def named(role, name):
    return next((node for node in shown(role) if (node.get_name() or '').startswith(name)), None)

def says(text):
    return any(text in (node.get_name() or '') for window in windows() for node in below(window))

def focus():
    # That of a dialog is asked first: the window below keeps its own.
    for window in reversed(windows()):
        for node in below(window):
            if has(node, Atspi.StateType.FOCUSED):
                return node

def focused(name):
    node = focus()
    return node and node.get_role() == Atspi.Role.TABLE_CELL and (node.get_name() or '').startswith(name)

def tiles():
    return sorted(node.get_name().split(',')[0] for node in shown('table cell'))

# What a user does

def activate(node):
    actions = node.get_action_iface()
    if not actions or not actions.do_action(0):
        program.process.kill()
        sys.exit('cannot be activated: ' + node.get_name())

def step(name):
    taken.append(name)

def go(name):
    press('Home')
    until('the first tile', focus)
    for _ in range(12):
        if focused(name):
            return
        before = focus().get_name()
        press('Right')
        until('the next tile', lambda: focus() and focus().get_name() != before)
    until('the tile ' + name, lambda: focused(name))

def type(text):
    subprocess.run(['xdotool', 'type', '--clearmodifiers', '--delay', '8', text], check=True)

# Chooses an entry of the context menu of the focused photo, and one of the menu that it opens.
def menu(entry, inner=None):
    press('Menu')
    activate(until('the entry ' + entry, lambda: named('menu item', entry)))
    if inner:
        # By the focus: entries of menus that are not open are on the bus too.
        def is_there():
            if (focus() and focus().get_name() or '').startswith(inner):
                return True
            press('Down')
        until('the entry ' + inner, is_there)
        press('Return')
    until('the menu to go', lambda: not shown('menu item'))

# The window that the display gives its keys to.
def active():
    return subprocess.run(['xdotool', 'getactivewindow'], capture_output=True, text=True).stdout

def dialog(what, change):
    before = len(windows())
    change()
    until(what, lambda: len(windows()) > before)
    until(what + ' to have the keys', lambda: active() not in ('', main))
    return before

def gone(what, before):
    until(what + ' to go', lambda: len(windows()) == before and active() == main)

def escape(what, change):
    before = dialog(what, change)
    press('Escape')
    gone(what, before)

# Puts a text into the entry that has the focus. An entry that has just come may still get what was typed before.
def write(text):
    def isThere():
        entry = focus()
        words = entry and entry.get_text_iface()
        if not words or not entry.get_editable_text_iface():
            return False
        if Atspi.Text.get_text(words, 0, Atspi.Text.get_character_count(words)) == text:
            return True
        Atspi.EditableText.set_text_contents(entry.get_editable_text_iface(), text)
        return False
    until('the text ' + text, isThere)

# Types a path into GTK's own file chooser, which a slash opens for that.
def choose(what, path, change):
    before = dialog(what, change)
    press('slash')
    until('the place for a path', lambda: focus() and focus().get_editable_text_iface())
    write(path)
    press('Return')
    return before

# Gives the only entry of a dialog its text.
def answer(what, text, change):
    before = dialog(what, change)
    write(text)
    press('Return')
    gone(what, before)

main = active()
until('all photos', lambda: len(tiles()) == 8)
go('a.jpg')

press('Delete')
until('a in the trash', lambda: not there('a.jpg') and len(tiles()) == 7)
press('ctrl+z')
until('a on the disk again', lambda: there('a.jpg'))
until('its tile', lambda: len(tiles()) == 8)
step('trash and undo')

go('a.jpg')
before = choose('the folder to copy to', other, lambda: menu('Copy To', 'Other Folder'))
gone('the folder to copy to', before)
until('the copy', lambda: there('a.jpg', other) and content('a.jpg', other) == content('a.jpg'))
step('copy to, by the menu key')

go('b.jpg')
own, others = content('b.jpg'), content('b.jpg', other)
before = choose('the folder to move to', other, lambda: menu('Move To', 'Other Folder'))
activate(until('the question about the name', lambda: named('button', 'Keep Both')))
gone('the question', before)
until('both', lambda: not there('b.jpg') and there('b (2).jpg', other) and content('b (2).jpg', other) == own
      and content('b.jpg', other) == others)
press('ctrl+z')
until('b back', lambda: there('b.jpg') and not there('b (2).jpg', other) and len(tiles()) == 8)
step('move to, with a clash, and undo')

go('c.jpg')
answer('the new name', 'harbour.jpg', lambda: press('F2'))
until('the new name', lambda: there('harbour.jpg') and not there('c.jpg') and 'harbour.jpg' in tiles())
step('rename')

go('d.jpg')
press('ctrl+space', 'shift+Right')
until('two selected', lambda: sum(has(node, Atspi.StateType.SELECTED) for node in shown('table cell')) == 2)
answer('the pattern', 'Crete ##', lambda: press('F2'))
until('two new names', lambda: there('Crete 01.jpg') and there('Crete 02.jpg') and not there('d.jpg'))
until('their tiles', lambda: 'Crete 02.jpg' in tiles() and 'e.jpg' not in tiles())
press('Escape')
until('no selection', lambda: not any(has(node, Atspi.StateType.SELECTED) for node in shown('table cell')))
step('rename several by a pattern')

answer('the new folder', 'album', lambda: press('ctrl+shift+n'))
until('the folder', lambda: os.path.isdir(os.path.join(pictures, 'album')))
step('new folder')

go('f.jpg')
press('ctrl+x')
until('the words', lambda: says('Paste into another folder to move'))
before = choose('the folder to open', os.path.join(pictures, 'album'), lambda: press('ctrl+o'))
gone('the folder to open', before)
until('the folder', lambda: program.window.get_name().startswith('album'))
press('ctrl+v')
until('f in the folder', lambda: there('f.jpg', os.path.join(pictures, 'album')) and not there('f.jpg'))
until('its tile', lambda: tiles() == ['f.jpg'])
press('alt+Up')
until('the folder above', lambda: len(tiles()) == 8)
step('cut and paste, and the folder above')

go('g.jpg')
before = content('g.jpg')
press('ctrl+r')
until('g turned', lambda: content('g.jpg') != before)
turned = content('g.jpg')
press('ctrl+z')
until('g turned back', lambda: content('g.jpg') != turned)
step('rotate and undo')

press('alt+4', 'alt+f')
until('stars and favourite', lambda: there('g.jpg.xmp') and 'Rating="4"' in open(os.path.join(pictures, 'g.jpg.xmp')).read()
      and 'PickLabel="3"' in open(os.path.join(pictures, 'g.jpg.xmp')).read())
until('the name of the tile', lambda: focused('g.jpg') and '4 stars, favourite' in focus().get_name())
press('ctrl+f')
until('the search', lambda: focus() and focus().get_editable_text_iface())
# Nothing was typed that could be taken back.
press('ctrl+z')
until('the favourite undone', lambda: 'PickLabel="3"' not in open(os.path.join(pictures, 'g.jpg.xmp')).read())
press('ctrl+shift+z')
until('the favourite again', lambda: 'PickLabel="3"' in open(os.path.join(pictures, 'g.jpg.xmp')).read())
type('stars>=4 favourite')
until('one photo', lambda: tiles() == ['g.jpg'])
press('Escape')
until('all photos', lambda: len(tiles()) == 8)
step('stars, favourite, and a search by them')

go('harbour.jpg')
press('ctrl+l')
# Its buttons are hidden until they are wanted, for GTK 4.18 from assistive technology too.
until('the slideshow', lambda: not focus() or focus().get_role_name() != 'table cell')
press('Escape')
until('the end of the slideshow', lambda: focus() and focus().get_role_name() == 'table cell')
step('slideshow')

go('harbour.jpg')
press('Return')
until('the photo', lambda: says('Photo Menu') and not focused('harbour.jpg'))
press('i')
until('the panel', lambda: any((node.get_name() or '').startswith('Format: ') for node in shown('list item')))
press('i')
until('the panel to go', lambda: not shown('list item'))
press('F10')
# GTK 4.18 has what submenus hold when they are opened.
until('the menu of the photo', lambda: named('menu item', 'Photo Information') or named('menu item', 'Print'))
press('Escape')
until('the menu of the photo to go', lambda: not shown('menu item'))
until('the photo after the menu', lambda: focus() and focus().get_name() == 'harbour.jpg')
press('Right')
until('the next photo', lambda: focus() and focus().get_name() != 'harbour.jpg')
press('Left')
until('the photo again', lambda: focus() and focus().get_name() == 'harbour.jpg')
press('plus', '0')
press('Escape')
until('the tile', lambda: focused('harbour.jpg'))
step('open a photo, its panel, its menu, page, zoom, and back to its tile')

# Keys in a row: the arrow is meant for the grid, and the stars for the photo to which it leads.
go('a.jpg')
press('Return')
until('the photo', lambda: says('Photo Menu') and not focused('a.jpg'))
press('Escape', 'Right', 'alt+3')
until('the stars', lambda: there('b.jpg.xmp') and 'Rating="3"' in open(os.path.join(pictures, 'b.jpg.xmp')).read())
until('the next tile', lambda: focused('b.jpg'))
press('ctrl+z')
until('no stars', lambda: not there('b.jpg.xmp'))
go('harbour.jpg')
step('keys in a row, while the photo is on its way to its tile')

press('F10')
until('the main menu', lambda: named('menu item', 'New Window'))
press('Escape')
until('the tile after the menu', lambda: focused('harbour.jpg'))
step('F10, and back to the tile')

escape('the preferences', lambda: press('ctrl+comma'))
escape('the shortcuts', lambda: press('ctrl+question'))
escape('the print dialog', lambda: press('ctrl+p'))
escape('the program chooser', lambda: menu('Open With'))
until('the tile after the dialogs', lambda: focused('harbour.jpg'))
step('preferences, shortcuts, print, open with')

press('ctrl+c')
until('the words', lambda: says('copied'))
before = dialog('the place for a copy', lambda: press('ctrl+s'))
write(os.path.join(other, 'saved.jpg'))
press('Return')
gone('the place for a copy', before)
until('the saved copy', lambda: there('saved.jpg', other) and content('saved.jpg', other) == content('harbour.jpg'))
step('copy and save as')

press('ctrl+a')
until('all selected', lambda: sum(has(node, Atspi.StateType.SELECTED) for node in shown('table cell')) == 8)
before = dialog('the question whether to delete', lambda: press('shift+Delete'))
until('its answer', lambda: named('button', 'Delete'))
press('Escape')
gone('the question whether to delete', before)
press('Delete')
until('all in the trash', lambda: not [name for name in files(pictures) if name.endswith('.jpg')])
press('ctrl+z')
until('all back', lambda: len([name for name in files(pictures) if name.endswith('.jpg')]) == 7 and len(tiles()) == 8)
step('trash all, with subfolders, and undo')

program.end()
print(json.dumps({'steps': taken, 'pictures': files(pictures), 'other': files(other)}))

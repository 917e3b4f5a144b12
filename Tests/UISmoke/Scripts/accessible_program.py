# A program as a screen reader meets it, over the accessibility bus of a session of its own: what the scripts beside this
# one share.
import atexit, gi, os, subprocess, sys, time
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, Gio, GLib

class Program:
    def __init__(self, command):
        # Named outright: a display may still tell of an earlier session's bus.
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = bus.call_sync(
            'org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, 0, 10000)
        os.environ['AT_SPI_BUS_ADDRESS'] = address.unpack()[0]
        # A busy machine answers late: 0.8 s would be too soon.
        Atspi.set_timeout(5000, 30000)
        self.process = subprocess.Popen(command)
        # Also where the script fails: an open menu would keep the keys from the programs of the tests after it.
        atexit.register(self.process.kill)
        self.window = self.until('the application', self.application).get_child_at_index(0)
        shown = subprocess.run(
            ['xdotool', 'search', '--sync', '--onlyvisible', '--pid', str(self.process.pid)], check=True,
            capture_output=True, text=True).stdout.split()[-1]
        subprocess.run(['xdotool', 'windowactivate', '--sync', shown], check=True)

    def until(self, what, find, limit=30):
        end = time.monotonic() + limit
        # What was shown meanwhile, such as a notice that has gone by the end.
        earlier, look = [], time.monotonic() + 2
        while time.monotonic() < end:
            context = GLib.MainContext.default()
            while context.pending():
                context.iteration(False)
            time.sleep(0.02)
            try:
                found = find()
            except GLib.Error:
                # What was looked at is gone; look again.
                continue
            if found:
                return found
            if time.monotonic() > look:
                earlier += [name for name in self.shown() if name not in earlier]
                look = time.monotonic() + 1
        shown = self.shown()
        self.process.kill()
        gone = [name for name in earlier if name not in shown]
        sys.exit('never came: ' + what + '; there is: ' + ', '.join(shown) + '; there was: ' + ', '.join(gone))

    # What can be read in all windows, for the reason of a failure.
    def shown(self):
        try:
            application = self.window.get_application()
            windows = [application.get_child_at_index(index) for index in range(application.get_child_count())]
            return [node.get_name() for window in windows for node in below(window)
                    if node.get_name() and has(node, Atspi.StateType.VISIBLE)]
        except (AttributeError, GLib.Error) as error:
            return [str(error)]

    def application(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child and child.get_process_id() == self.process.pid and child.get_child_count():
                return child

    def nodes(self):
        return list(below(self.window))

    def focus(self):
        for node in below(self.window):
            if has(node, Atspi.StateType.FOCUSED):
                return node

    def press(self, *keys):
        subprocess.run(['xdotool', 'key', '--clearmodifiers', *keys], check=True)

    def act(self, name):
        actions = self.window.get_action_iface()
        for index in range(actions.get_n_actions()):
            if actions.get_action_name(index) == name:
                return actions.do_action(index)
        sys.exit('there is no action ' + name)

    def end(self):
        self.process.terminate()
        self.process.wait(10)

def below(node):
    yield node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child:
            yield from below(child)

def has(node, state):
    return node.get_state_set().contains(state)

def item(node):
    return node and {'role': node.get_role_name(), 'name': node.get_name() or ''}

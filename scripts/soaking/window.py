"""The program with its windows, driven over the session's bus and by keys and wheel, as a script and a user would."""
import os
import random
import subprocess
import time

from gi.repository import Gio, GLib

from measures import processor_seconds

NAME = "io.github.tessera_photos.Tessera"
PLACE = "/" + NAME.replace(".", "/")


def xdotool(*arguments):
    result = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True, timeout=30)
    return result.stdout.split()


class Program:
    """One process with two windows. `longest` is the longest that the main thread took to answer since it was last read;
    `used` counts what was done by kind."""

    def __init__(self, command, environment, log):
        self.command, self.environment, self.log = command, environment, log
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.longest, self.longest_of_all, self.late = 0.0, 0.0, []
        self.used = {}
        # The two windows that stay; the user closes others only.
        self.kept = []
        self.until("its first window", lambda: self.windows())

    @property
    def id(self):
        return self.process.pid

    @property
    def is_running(self):
        return self.process.poll() is None

    def until(self, what, condition, limit=60):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if not self.is_running:
                raise Ended(f"the program ended with {self.process.returncode} before {what}")
            if found := condition():
                return found
            time.sleep(0.05)
        raise Ended(f"never came: {what}")

    def open(self, folder):
        """Asks the program for another window, as a desktop does."""
        before = len(self.windows())
        uris = GLib.Variant("(asa{sv})", ([Gio.File.new_for_path(folder).get_uri()], {}))
        self.until("an answer on the bus",
                   lambda: self.call(PLACE, "org.freedesktop.Application", "Open", uris) is not None)
        self.until("another window", lambda: len(self.windows()) > before)

    def call(self, path, interface, method, arguments=None, limit=30):
        """Calls a method of the program; None where that failed. The time until the answer is how long the main thread was
        busy."""
        start = time.monotonic()
        try:
            return self.bus.call_sync(NAME, path, interface, method, arguments, None, 0, int(limit * 1000), None)
        except GLib.Error:
            return None
        finally:
            took = time.monotonic() - start
            self.longest = max(self.longest, took)
            self.longest_of_all = max(self.longest_of_all, took)
            if took > 2:
                self.late.append(f"{method} was answered after {took:.1f} s")

    def objects(self):
        """The windows' paths on the bus."""
        answer = self.call(PLACE + "/window", "org.freedesktop.DBus.Introspectable", "Introspect")
        if answer is None:
            return []
        node = Gio.DBusNodeInfo.new_for_xml(answer.unpack()[0])
        return [f"{PLACE}/window/{child.path}" for child in node.nodes]

    def windows(self):
        """The windows' numbers on the display, dialogs included."""
        return xdotool("search", "--onlyvisible", "--pid", self.id)

    def others(self):
        """The windows beside the two that stay."""
        return [window for window in self.windows() if window not in self.kept]

    def close(self, window):
        self.activate(window)
        self.key("ctrl+w")
        self.until("the end of a window", lambda: window not in self.windows(), 20)

    def act(self, window, action, *parameters):
        arguments = GLib.Variant("(sava{sv})", (action, list(parameters), {}))
        self.call(window, "org.gtk.Actions", "Activate", arguments)

    def act_everywhere(self, action, *parameters):
        for window in self.objects():
            self.act(window, action, *parameters)

    def key(self, *keys):
        xdotool("key", "--clearmodifiers", *keys)

    def activate(self, window):
        xdotool("windowactivate", "--sync", window)

    def quiet(self, limit):
        """Waits until the program has taken a twentieth of a core or less for a second."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            before = processor_seconds(self.id)
            time.sleep(1)
            if processor_seconds(self.id) - before < 0.05:
                return True
        return False

    def rest(self, limit=20):
        """Closes what is open above the two grids, puts both as they were at first, and waits until nothing goes on."""
        for window in self.windows():
            self.activate(window)
            self.key("Escape", "Escape", "Escape", "Escape")
        for window in self.objects():
            self.act(window, "clear-search")
            for action, value in (("layout", "squares"), ("sort", "name"), ("group", "none")):
                self.act(window, action, GLib.Variant("s", value))
            self.act(window, "usual-tiles")
        for window in self.others():
            self.close(window)
        for window in self.windows():
            xdotool("windowsize", window, 1000, 700)
            self.activate(window)
            self.key("Home")
        return self.quiet(limit)


class Ended(Exception):
    pass


class User:
    """Uses the windows at random."""

    def __init__(self, program, seed):
        self.program, self.chance = program, random.Random(seed)
        self.kinds = {self.scroll: 6, self.wheel: 6, self.jump: 2, self.open_photo: 4, self.search: 2, self.arrange: 2,
                      self.resize_tiles: 2, self.resize_window: 1, self.another_window: 1, self.dialog: 1,
                      self.select: 1, self.slideshow: 1, self.full_screen: 1}

    def step(self):
        """Does one thing, of up to some seconds."""
        windows = self.program.windows()
        if not windows:
            return
        window = self.chance.choice(windows)
        self.program.activate(window)
        kind = self.chance.choices(list(self.kinds), list(self.kinds.values()))[0]
        kind(window)
        name = kind.__name__.replace("_", " ")
        self.program.used[name] = self.program.used.get(name, 0) + 1

    def wait(self, least, most):
        time.sleep(self.chance.uniform(least, most))

    def objects(self):
        return self.program.objects()

    def scroll(self, _):
        for window in self.objects():
            self.program.act(window, self.chance.choice(["screen-down", "screen-down", "screen-up"]))
            self.wait(0.05, 0.4)

    def wheel(self, window):
        xdotool("mousemove", "--window", window, 400, 400)
        xdotool("click", "--repeat", self.chance.randrange(3, 40), "--delay", 25, self.chance.choice([5, 5, 4]))

    def jump(self, _):
        self.program.key(self.chance.choice(["Home", "End", "Next", "Prior"]))
        self.wait(0.1, 0.8)

    def open_photo(self, _):
        # By keys: a click might go to another folder, and the two windows are to show the same two places in the end.
        self.program.key(*[self.chance.choice(["Right", "Down", "Next"]) for _ in range(self.chance.randrange(6))], "Return")
        self.wait(0.3, 0.8)
        for _ in range(self.chance.randrange(6)):
            self.program.key(self.chance.choice(["Right", "Right", "Left", "plus", "1", "0", "i", "ctrl+Right"]))
            self.wait(0.1, 0.6)
        self.program.key("Escape", "Escape", "Escape")

    def search(self, _):
        self.program.key("ctrl+f")
        xdotool("type", "--delay", 30, self.chance.choice(["photo", "0001", "roll", "a", "xyzzy", "svg", "2024", "-7"]))
        self.wait(0.3, 1.5)
        self.program.key("Escape", "Escape")

    def arrange(self, _):
        action, value = self.chance.choice([
            ("sort", "name"), ("sort", "taken"), ("sort", "modified"), ("sort", "size"), ("group", "none"), ("group", "day"),
            ("group", "month"), ("group", "folder"), ("layout", "squares"), ("layout", "whole"), ("layout", "justified")])
        self.program.act_everywhere(action, GLib.Variant("s", value))
        self.wait(0.2, 1)

    def resize_tiles(self, _):
        for _ in range(self.chance.randrange(1, 5)):
            self.program.act_everywhere(self.chance.choice(["larger-tiles", "smaller-tiles"]))
            self.wait(0.1, 0.5)

    def resize_window(self, window):
        xdotool("windowsize", window, self.chance.randrange(400, 1500), self.chance.randrange(400, 1000))
        self.wait(0.2, 0.6)

    def another_window(self, _):
        if len(self.program.windows()) < 4:
            self.program.key("ctrl+n")
            self.wait(0.5, 2)
            if self.chance.random() < 0.7:
                for window in self.program.others():
                    self.program.close(window)

    def dialog(self, _):
        self.program.key(self.chance.choice(["ctrl+comma", "ctrl+question", "F10", "shift+F10"]))
        self.wait(0.3, 1)
        self.program.key("Escape")

    def select(self, _):
        self.program.key("ctrl+a")
        self.wait(0.2, 0.6)
        self.program.key("Escape")

    def slideshow(self, _):
        self.program.act_everywhere("slideshow")
        self.wait(0.5, 3)
        self.program.key("Escape", "Escape", "Escape")

    def full_screen(self, _):
        self.program.key("F11")
        self.wait(0.3, 1)
        self.program.key("F11")

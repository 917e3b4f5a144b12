"""The programs, how each is told to show a folder, and what the kernel says of one that runs."""
import os
import signal
import subprocess
import time

PROGRAMS = {
    "tessera": [os.environ.get("TESSERA_BINARY", "tessera")],
    "gthumb": ["gthumb"],
    "geeqie": ["geeqie"],
}


# What makes a program sort by the date in EXIF, oldest first.
BY_DATE = {"tessera": ["--sort=taken"], "gthumb": [], "geeqie": []}


def prepare(name, home, by_date=False):
    """Settings that a program needs to show a grid at all, and to sort it by date taken."""
    if name == "gthumb" and by_date:
        # GIO's keyfile backend, which all of them are started with.
        folder = os.path.join(home, "config", "glib-2.0", "settings")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "keyfile"), "w") as file:
            file.write("[org/gnome/gthumb/browser]\nsort-type='exif::photo::datetimeoriginal'\nsort-inverse=false\n")
    if name == "geeqie":
        folder = os.path.join(home, "config", "geeqie")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(os.path.dirname(__file__), "geeqierc.xml")) as rules:
            text = rules.read()
        if by_date:
            # Geeqie's SORT_EXIFTIME (typedefs.h).
            text = text.replace("<global ", '<global file_sort.method="7" file_sort.ascending="true" ', 1)
        with open(os.path.join(folder, "geeqierc.xml"), "w") as file:
            file.write(text)


class Program:
    """One run of a program. Use as a context: its whole process group ends with it."""

    def __init__(self, name, folder, home, display, options=()):
        self.command = PROGRAMS[name] + list(options) + [folder]
        kinds = ["cache", "config", "data", "state", "runtime"]
        homes = {f"XDG_{kind.upper()}_HOME": os.path.join(home, kind) for kind in kinds}
        homes["XDG_RUNTIME_DIR"] = homes.pop("XDG_RUNTIME_HOME")
        for path in homes.values():
            os.makedirs(path, mode=0o700, exist_ok=True)
        self.environment = {**os.environ, **homes, "HOME": home, "DISPLAY": display, "GDK_BACKEND": "x11",
                            "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "keyfile", "GTK_A11Y": "none",
                            "NO_AT_BRIDGE": "1", "ADW_DISABLE_PORTAL": "1", "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        self.environment.pop("WAYLAND_DISPLAY", None)

    def __enter__(self):
        self.start = time.monotonic()
        self.process = subprocess.Popen(self.command, env=self.environment, start_new_session=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *_):
        # Asked first, so that it writes down what it keeps for the next start.
        for number, patience in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(patience)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass

    def tree(self):
        """The processes of the group: the program and all that it started."""
        found = []
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{entry}/stat") as stat:
                    # pid (name) state parent group …; the name may hold spaces.
                    if int(stat.read().rpartition(")")[2].split()[2]) == self.process.pid:
                        found.append(entry)
            except OSError:
                pass
        return found

    def processor_seconds(self):
        """Processor time of the tree so far, in user and kernel mode."""
        total = 0
        for entry in self.tree():
            try:
                with open(f"/proc/{entry}/stat") as stat:
                    total += sum(int(number) for number in stat.read().rpartition(")")[2].split()[11:13])
            except OSError:
                pass
        return total / os.sysconf("SC_CLK_TCK")

    def megabytes(self):
        """Proportional set size of the tree (proc(5), smaps_rollup)."""
        total = 0
        for entry in self.tree():
            try:
                with open(f"/proc/{entry}/smaps_rollup") as text:
                    total += sum(int(line.split()[1]) for line in text if line.startswith("Pss:"))
            except OSError:
                pass
        return total / 1024

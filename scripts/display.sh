# A display in memory, of this command's own, that ends with it. Sourced by the commands beside it; defines functions only.

private_display_folder=

# start_private_display: starts Xvfb on a free number and points DISPLAY at it. Nothing that runs on it reaches the
# user's desktop: not the session bus (a running Tessera would answer there), not the saved settings.
start_private_display() {
    local number
    private_display_folder=$(mktemp -d "${TMPDIR:-/tmp}/tessera-display.XXXXXX")
    trap stop_private_display EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM

    mkfifo "$private_display_folder/number"
    # Opened for reading and writing, so that neither end waits for the other.
    exec 9<>"$private_display_folder/number"
    Xvfb -displayfd 9 -screen 0 1920x1200x24 -nolisten tcp -noreset >"$private_display_folder/Xvfb.log" 2>&1 &
    private_display_server=$!
    if ! read -r -t 20 number <&9; then
        echo "tessera: Xvfb, the display in memory, did not start:" >&2
        cat "$private_display_folder/Xvfb.log" >&2
        exit 1
    fi
    exec 9>&-

    unset WAYLAND_DISPLAY XAUTHORITY
    export DISPLAY=":$number" GDK_BACKEND=x11
    export DBUS_SESSION_BUS_ADDRESS=disabled: GTK_A11Y=none ADW_DISABLE_PORTAL=1 GSETTINGS_BACKEND=memory
    if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
        mkdir -m 700 "$private_display_folder/runtime"
        export XDG_RUNTIME_DIR="$private_display_folder/runtime"
    fi
}

# start_window_manager: gives the private display what a desktop has: focus, stacking, maximised and full-screen windows.
start_window_manager() {
    openbox --sm-disable >"$private_display_folder/openbox.log" 2>&1 9>&- &
    private_display_manager=$!
}

stop_private_display() {
    trap - EXIT
    [ -z "${private_display_manager:-}" ] || kill "$private_display_manager" 2>/dev/null || true
    [ -z "${private_display_server:-}" ] || kill "$private_display_server" 2>/dev/null || true
    wait ${private_display_manager:-} ${private_display_server:-} 2>/dev/null || true
    rm -rf "$private_display_folder"
}

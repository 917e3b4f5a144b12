# A display in memory, of this command's own, that ends with it. Sourced by the commands beside it; defines functions only.

private_display_folder=

# start_private_display [WxH]: starts Xvfb on a free number, in that size, and points DISPLAY at it. Nothing that runs on it
# reaches the user's desktop: not the session bus (a running Tessera would answer there), not the saved settings, not the
# history of what was done with photos.
start_private_display() {
    make_private_display Xvfb -screen 0 "${1:-1920x1200}x24"
}

# start_touch_display: the same with a touchscreen: Xorg with its drivers for no card and for tests. TESSERA_TOUCHSCREEN is
# the socket at which scripts/touchscreen moves fingers.
start_touch_display() {
    private_display_folder=$(mktemp -d "${TMPDIR:-/tmp}/tessera-display.XXXXXX")
    write_touch_configuration >"$private_display_folder/xorg.conf"
    make_private_display Xorg -config "$private_display_folder/xorg.conf" -logfile "$private_display_folder/Xorg.log" \
        -novtswitch -sharevts
    "$root/scripts/touchscreen" "$private_display_folder/driver" "$private_display_folder/touchscreen" \
        >"$private_display_folder/touchscreen.log" 2>&1 9>&- &
    private_display_touchscreen=$!
    local attempt
    for attempt in $(seq 100); do
        [ ! -S "$private_display_folder/touchscreen" ] || break
        sleep 0.1
    done
    if [ ! -S "$private_display_folder/touchscreen" ]; then
        echo "tessera: the touchscreen of the display in memory did not start:" >&2
        cat "$private_display_folder/touchscreen.log" >&2
        exit 1
    fi
    export TESSERA_TOUCHSCREEN="$private_display_folder/touchscreen"
}

# make_private_display SERVER ARGUMENT…
make_private_display() {
    local number
    [ -n "$private_display_folder" ] || private_display_folder=$(mktemp -d "${TMPDIR:-/tmp}/tessera-display.XXXXXX")
    trap stop_private_display EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM

    mkfifo "$private_display_folder/number"
    # Opened for reading and writing, so that neither end waits for the other.
    exec 9<>"$private_display_folder/number"
    # Keys do not repeat (-r): one that the tests press is held for as long as other programs have the cores.
    "$@" -displayfd 9 -nolisten tcp -noreset -r >"$private_display_folder/server.log" 2>&1 &
    private_display_server=$!
    if ! read -r -t 20 number <&9; then
        echo "tessera: $1, the display in memory, did not start:" >&2
        cat "$private_display_folder/server.log" >&2
        exit 1
    fi
    exec 9>&-

    unset WAYLAND_DISPLAY XAUTHORITY
    export DISPLAY=":$number" GDK_BACKEND=x11
    export DBUS_SESSION_BUS_ADDRESS=disabled: GTK_A11Y=none ADW_DISABLE_PORTAL=1 GSETTINGS_BACKEND=memory
    export XDG_STATE_HOME="$private_display_folder/state"
    if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
        mkdir -m 700 "$private_display_folder/runtime"
        export XDG_RUNTIME_DIR="$private_display_folder/runtime"
    fi
}

# write_touch_configuration: a screen of 1920 × 1200 without a card, a touchscreen for five fingers, and a pointer and a
# keyboard, which the server wants and xdotool does without.
write_touch_configuration() {
    local device
    cat <<'CONFIGURATION'
Section "ServerFlags"
    Option "AutoAddDevices" "false"
    Option "AutoAddGPU" "false"
    Option "DontVTSwitch" "true"
    Option "BlankTime" "0"
EndSection
Section "Device"
    Identifier "card"
    Driver "dummy"
    VideoRam 65536
EndSection
Section "Monitor"
    Identifier "monitor"
    HorizSync 5-1000
    VertRefresh 5-200
    Modeline "1920x1200" 193.25 1920 2056 2256 2592 1200 1203 1209 1245
EndSection
Section "Screen"
    Identifier "screen"
    Device "card"
    Monitor "monitor"
    DefaultDepth 24
    SubSection "Display"
        Depth 24
        Modes "1920x1200"
        Virtual 1920 1200
    EndSubSection
EndSection
Section "ServerLayout"
    Identifier "layout"
    Screen "screen"
    InputDevice "touchscreen" "SendCoreEvents"
    InputDevice "pointer" "CorePointer"
    InputDevice "keyboard" "CoreKeyboard"
EndSection
CONFIGURATION
    for device in touchscreen:Touch:driver pointer:Pointer:pointer keyboard:Keyboard:keyboard; do
        cat <<DEVICE
Section "InputDevice"
    Identifier "${device%%:*}"
    Driver "inputtest"
    Option "SocketPath" "$private_display_folder/${device##*:}"
    Option "DeviceType" "$(cut -d: -f2 <<<"$device")"
    Option "TouchCount" "5"
EndSection
DEVICE
    done
}

# start_window_manager: gives the private display what a desktop has: focus, stacking, maximised and full-screen windows.
start_window_manager() {
    openbox --sm-disable >"$private_display_folder/openbox.log" 2>&1 9>&- &
    private_display_manager=$!
}

stop_private_display() {
    trap - EXIT
    [ -z "${private_display_manager:-}" ] || kill "$private_display_manager" 2>/dev/null || true
    [ -z "${private_display_touchscreen:-}" ] || kill "$private_display_touchscreen" 2>/dev/null || true
    [ -z "${private_display_server:-}" ] || kill "$private_display_server" 2>/dev/null || true
    wait ${private_display_manager:-} ${private_display_touchscreen:-} ${private_display_server:-} 2>/dev/null || true
    rm -rf "$private_display_folder"
}

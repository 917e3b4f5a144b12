# A Wayland compositor in memory, of this command's own, that ends with it. Sourced after display.sh by the commands beside it;
# defines functions only.

# start_wayland_display SCALE: starts sway in a window that fills the display with a touchscreen, and points WAYLAND_DISPLAY at
# it, SWAYSOCK at where it is told what to do, and TESSERA_WAYLAND_SCALE at its scale. Keys, pointer and fingers reach it
# through that display, which DISPLAY names for what presses them and takes pictures.
start_wayland_display() {
    local scale=$1 as=() attempt folder
    start_touch_display
    folder="$private_display_folder/sway"
    mkdir -m 700 "$folder"
    cat >"$folder/config" <<CONFIGURATION
xwayland disable
output * mode 1920x1200
output * scale $scale
output * bg #808080 solid_color
default_border none
default_floating_border none
focus_follows_mouse no
input type:keyboard repeat_rate 0
for_window [app_id=".*"] floating enable
CONFIGURATION
    # Before 1.8, sway refuses to run as root.
    if [ "$(id -u)" -eq 0 ]; then
        as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
        chmod 711 "$private_display_folder"
        chown -R nobody:nogroup "$folder"
    fi
    env -u WAYLAND_DISPLAY HOME="$folder" XDG_RUNTIME_DIR="$folder" WLR_BACKENDS=x11 WLR_RENDERER=pixman \
        "${as[@]}" sway --config "$folder/config" >"$private_display_folder/sway.log" 2>&1 9>&- &
    private_display_manager=$!
    for attempt in $(seq 100); do
        SWAYSOCK=$(compgen -G "$folder/sway-ipc.*.sock" || true)
        if [ -n "$SWAYSOCK" ] && swaymsg -s "$SWAYSOCK" -t get_outputs 2>/dev/null | grep -q '"width": 1920'; then break; fi
        SWAYSOCK=
        sleep 0.1
    done
    if [ -z "$SWAYSOCK" ]; then
        echo "tessera: sway, the Wayland compositor in memory, did not start:" >&2
        cat "$private_display_folder/sway.log" >&2
        exit 1
    fi
    WAYLAND_DISPLAY=$(compgen -G "$folder/wayland-?")
    export SWAYSOCK WAYLAND_DISPLAY GDK_BACKEND=wayland TESSERA_WAYLAND_SCALE="$scale"
}

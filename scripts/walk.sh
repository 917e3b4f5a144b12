# What the commands share that play a day's work with the window and photograph it. Sourced by them; defines functions only.
# `folder` is where the pictures go, `window` the program's window.

number=0
# Pixels to either side of the window that are in the pictures, too.
margin=0

# rest: waits until two looks after each other are the same.
rest() {
    local before= after=-
    for _ in $(seq 60); do
        sleep 0.4
        before=$after after=$(import -silent -window root ppm:- | cksum)
        [ "$before" != "$after" ] || break
    done
}

# look NAME: photographs the window at rest, and what lies over it.
look() {
    rest
    glance "$1"
}

# glance NAME: photographs what is there now, moving or not.
glance() {
    number=$((number + 1))
    import -silent -window root -crop "$(window_place)" +repage "$folder/$(printf '%02d' $number)-$1.png"
}

window_place() {
    xdotool getwindowgeometry --shell "$window" | awk -F= -v m="$margin" '{ v[$1] = $2 } END { print v["WIDTH"] + 2 * m "x" v["HEIGHT"] "+" v["X"] - m "+" v["Y"] }'
}

# act NAME [VALUE]: runs an action of the window.
act() {
    gdbus call --session --dest io.github.tessera_photos.Tessera \
        --object-path /io/github/tessera_photos/Tessera/window/1 --method org.gtk.Actions.Activate \
        "$1" "[${2:+<$2>}]" '{}' >/dev/null
}
# spell TEXT: types as quickly as a person.
spell() { xdotool type --delay 40 "$1"; }
press() { xdotool key --clearmodifiers "$@"; }
point() { xdotool mousemove --window "$window" "$1" "$2"; }

# Building, quietly. Sourced by the commands beside it; defines functions only. `root` is the repository's folder.

# swift_quietly WHAT ARGUMENTS…: runs swift in the repository and shows its output only when it fails.
swift_quietly() {
    local what=$1 log status=0
    shift
    log=$(mktemp "${TMPDIR:-/tmp}/tessera-build.XXXXXX")
    [ -d "$root/.build" ] || what="$what; the first build takes some minutes"
    echo "$what …" >&2
    swift "$@" --package-path "$root" >"$log" 2>&1 || status=$?
    if [ $status -ne 0 ]; then
        # pkg-config hands out -pthread and the like, which SwiftPM announces to drop; that is no news.
        grep -v 'prohibited flag(s)' "$log" >&2 || true
        echo "tessera: the build failed" >&2
    fi
    rm -f "$log"
    return $status
}

# stage_shared_data: what an installed Tessera finds in /usr/share, made findable for the binary in the build folder.
stage_shared_data() {
    local share="$root/.build/share"
    mkdir -p "$share/glib-2.0/schemas"
    cp -R "$root/data/icons" "$share/"
    sed -e 's/@APP_ID@/io.github.tessera_photos.Tessera/' -e 's/@PATH_SUFFIX@//' \
        "$root"/data/*.gschema.xml.in >"$share/glib-2.0/schemas/io.github.tessera_photos.Tessera.gschema.xml"
    glib-compile-schemas --strict "$share/glib-2.0/schemas"
    export XDG_DATA_DIRS="$share:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"
}

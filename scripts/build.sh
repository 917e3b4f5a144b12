# Building, quietly. Sourced by the commands beside it; defines functions only, and `scratch`. `root` is the repository's
# folder, with two packages: the program's, and the lab's in Lab, which builds against the targets of the first.

# Where swift builds; a command that needs another kind of build sets it after sourcing this.
scratch="$root/.build"

# swift_quietly WHAT ARGUMENTS…: runs swift with the program's package and shows its output only when it fails.
swift_quietly() { package_quietly "$root" "$@"; }

# lab_quietly WHAT ARGUMENTS…: the same with the lab's package.
lab_quietly() {
    local status=0
    forget_plans
    package_quietly "$root/Lab" "$@" || status=$?
    forget_plans
    return $status
}

# forget_plans: has the next build planned anew. Both packages build in one folder, so that what they share is compiled once;
# but SwiftPM (6.3) takes the plan that is there for that of the package that it builds, as long as no file has changed.
forget_plans() { rm -f "$scratch"/{debug,release}.yaml "$scratch"/*/{debug,release}/description.json; }

package_quietly() {
    local package=$1 what=$2 log status=0
    shift 2
    forget_stale_modules
    log=$(mktemp "${TMPDIR:-/tmp}/tessera-build.XXXXXX")
    [ -d "$scratch/checkouts" ] || what="$what; the first build takes some minutes"
    echo "$what …" >&2
    swift "$@" --package-path "$package" --scratch-path "$scratch" >"$log" 2>&1 || status=$?
    if [ $status -ne 0 ]; then
        # pkg-config hands out -pthread and the like, which SwiftPM announces to drop; that is no news.
        grep -v 'prohibited flag(s)' "$log" >&2 || true
        echo "tessera: the build failed" >&2
    fi
    rm -f "$log"
    return $status
}

# The compiled form of a C target stays in the module cache when a header is added to its folder or leaves it (seen with Swift
# 6.3: "cannot find 'tessera_…' in scope" after a pull), so the cache goes when the list of headers has changed.
forget_stale_modules() {
    local list="$scratch/c-headers" now
    now=$(cd "$root" && ls {Sources,Tests,Lab/Sources}/C*/*.h {Sources,Tests,Lab/Sources}/C*/include/*.h 2>/dev/null) || true
    if [ -d "$scratch" ] && [ "$now" != "$(cat "$list" 2>/dev/null)" ]; then
        rm -rf "$scratch"/*/*/ModuleCache
    fi
    mkdir -p "$scratch"
    printf '%s\n' "$now" >"$list"
}

# build_helpers: the release of the programs that decode and draw for Tessera.
build_helpers() {
    swift_quietly "Building what decodes for it" build -c release --product tessera-decode
    swift_quietly "Building what draws for it" build -c release --product tessera-draw
}

# build_lab ARGUMENTS…: tessera-lab, which also serves the sample gallery for the program, beside that.
build_lab() { lab_quietly "Building the lab" build --product tessera-lab "$@"; }

# test_package PACKAGE ARGUMENTS…: runs the tests of a package that are built, one after the other: those that compute for
# seconds would keep the threads from those that wait for an answer, and a server of a test that has no thread for fifteen
# seconds is one that does not answer.
test_package() {
    local package=$1 status=0
    shift
    [ "$package" = "$root" ] || forget_plans
    swift test --package-path "$package" --scratch-path "$scratch" --skip-build --no-parallel "$@" || status=$?
    [ "$package" = "$root" ] || forget_plans
    return $status
}

# build_release: the program as users run it, all that it starts, and the lab.
build_release() {
    swift_quietly "Building Tessera" build -c release --product tessera
    build_helpers
    build_lab -c release
}

# stage_shared_data: what an installed Tessera finds in /usr/share, made findable for the binary in the build folder.
stage_shared_data() {
    local share="$root/.build/share"
    mkdir -p "$share/glib-2.0/schemas"
    cp -R "$root/data/icons" "$share/"
    sed -e 's/@APP_ID@/io.github.tessera_photos.Tessera/' -e 's/@PATH_SUFFIX@//' \
        "$root"/data/*.gschema.xml.in >"$share/glib-2.0/schemas/io.github.tessera_photos.Tessera.gschema.xml"
    glib-compile-schemas --strict "$share/glib-2.0/schemas"
    local translation messages
    for translation in "$root"/po/*.po; do
        messages="$share/locale/$(basename "$translation" .po)/LC_MESSAGES"
        mkdir -p "$messages"
        msgfmt --output-file="$messages/tessera.mo" "$translation"
    done
    export XDG_DATA_DIRS="$share:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"
}

# confined_as_usual: puts the programs that confine themselves, and the library that one of them loads, beside tests that a
# sanitizer is built into, as they are usually built: a sanitizer's own memory and calls are above their limits, and the
# tests would wait for them for ever. Builds the other program that the tests start as well.
confined_as_usual() {
    local sanitized=$scratch product
    scratch="$root/.build"
    for product in tessera-decode tessera-draw confinement-probe hostile-loader; do
        swift_quietly "Building $product as usual" build --product "$product"
    done
    build_lab
    cp "$scratch"/debug/{tessera-decode,tessera-draw,confinement-probe,libhostile-loader.so} "$sanitized/debug/"
    scratch=$sanitized
}

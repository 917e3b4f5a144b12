# What Tessera needs from the system, and how it gets there. Sourced by the commands beside it; defines functions only.
# On Debian and its children the missing packages are installed; elsewhere the libraries have to be there already.

minimum_swift=6.2

# Each line: who needs it, the package, why. "a|b" means that either will do (b may be a glob) and that a is installed.
# A package marked "?" adds something, and is left out where the distribution does not have it.
needed_packages() {
    cat <<'PACKAGES'
build  ca-certificates            fetches the Swift packages over https
build  git                        fetches the Swift packages
build  libc6-dev                  the C library's headers
build  g++|libstdc++-*-dev        start-up objects and C++ runtime that the Swift linker asks for
build  libcurl4|libcurl4t64       what the Swift toolchain itself is linked to
build  libncurses6                likewise
build  libsqlite3-0               likewise
build  libxml2|libxml2-*          likewise
build  pkg-config|pkgconf         finds the libraries below
build  libgtk-4-dev               GTK 4, the toolkit
build  libadwaita-1-dev           libadwaita, the GNOME style
build  libsoup-3.0-dev            libsoup, HTTP
build  libgdk-pixbuf-2.0-dev      gdk-pixbuf, image decoding
build  libglib2.0-dev             GLib, the main loop
build  libwebp-dev                libwebp, libwebpdemux and libwebpmux: the frames of animated WebP, and exports
build  libpng-dev                 libpng, exports
build  libjpeg62-turbo-dev|libjpeg-dev|libjpeg*-dev  libjpeg-turbo, parts of large JPEGs
build  liblcms2-dev               Little CMS, colours of a photo's profile to those of the screen
build  libsqlite3-dev             SQLite, the catalogue of files
build  libxml2-dev                libxml2, the stars in XMP sidecars
build  libraw-dev                 LibRaw, the previews in camera raw files
build  libfontconfig-dev          fontconfig, the fonts of a drawing
build  libseccomp-dev             libseccomp, the confinement of what draws
build  libsysprof-capture-4-dev|libsysprof-4-dev?  libsysprof-capture, marks for Sysprof; left out where it is not there
build  libglib2.0-bin             compiles the settings schema
build  gettext                    compiles the translations
run    glib-networking            https in libsoup
run    adwaita-icon-theme         the icons of the buttons
run    fonts-cantarell|fonts-*    a font for the text
run    gsettings-desktop-schemas  the desktop's own settings (fonts, dark style)
run    shared-mime-info           recognises image files
run    librsvg2-common            decodes SVG
run    webp-pixbuf-loader?        decodes WebP
run    heif-gdk-pixbuf?           decodes HEIC and AVIF
run    bubblewrap?                confines the programs that make pictures of videos
screen xvfb                       a display in memory, for machines without one
screen libgl1-mesa-dri            OpenGL without a graphics card
test   xserver-xorg-core          a display in memory with a touchscreen
test   xserver-xorg-video-dummy   likewise
test   openbox                    a window manager: focus, resizing and full screen in the tests
test   xdotool                    presses keys and turns the wheel in the tests
test   imagemagick                takes pictures of the screen in the tests
test   x11-utils                  says how small a window may be
test   desktop-file-utils         checks the desktop file
test   appstream                  checks the software-centre entry
test   dbus-daemon                a session's bus for the screen reader's view of the window
test   at-spi2-core               the accessibility bus, likewise
test   gir1.2-atspi-2.0           reads that bus from a script
test   python3-gi                 likewise
test   meson                      builds and checks the installation
test   ninja-build                runs what meson plans
test   man-db                     checks the manual pages
test   python3                    makes them
test   libimage-exiftool-perl     the dates of a thousand files, and what sidecars say, to compare with
test   exiv2                      likewise, by the library that darktable and digiKam use
test   darktable?                 what it reads in the sidecars that are written
test   exfat-fuse?                a card's file system, whose names ignore case
test   exfatprogs?                makes one
test   mount                      gives it a device
test   locales                    a language that a test chooses: C.UTF-8 has none
wayland sway                      a Wayland compositor
shares openssh-server             serves a folder by sftp
shares openssh-client             what GVfs speaks it by
shares samba                      serves it by smb
shares apache2-bin                serves it by dav
shares python3-pip                brings WsgiDAV, another server of that
shares gvfs                       mounts it
shares gvfs-backends              likewise
shares gvfs-fuse                  gives it paths
shares gnome-keyring              keeps its passwords
shares dbus-daemon                the bus of a session
shares openssl                    makes the hashes of passwords
package build-essential           builds the Debian package
package dpkg-dev                  likewise
package debhelper                 likewise
package fakeroot                  likewise
package desktop-file-utils        checks the desktop file
package appstream                 checks the software-centre entry
package meson                     installs into the package
package gtk-update-icon-cache     likewise
package python3                   makes the manual pages
package lintian?                  checks the package
referee libimage-exiftool-perl    says what files state
referee python3                   makes the files and compares
referee imagemagick               encodes the pictures in them
referee libheif-examples          likewise, HEIF
referee libavif-bin               likewise, AVIF
peers  gthumb                     what Tessera is compared with
peers  geeqie                     likewise
peers  python3                    measures
peers  python3-numpy              counts pixels
numbers python3-numpy             likewise
PACKAGES
}

is_installed() {
    local name
    local IFS='|'
    set -f
    for name in $1; do
        if dpkg-query -W -f '${db:Status-Abbrev}\n' "$name" 2>/dev/null | grep '^.i' >/dev/null; then
            set +f
            return 0
        fi
    done
    set +f
    return 1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "tessera: '$*' needs root, and there is no sudo: run it as root, then start this command again" >&2
        return 1
    fi
}

# require_packages GROUP…: installs what the groups lack, saying what and why. No apt call when nothing is missing.
require_packages() {
    if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
        install_packages "$@"
    fi
    require_libraries
}

install_packages() {
    local group package why
    local -a required=() optional=() reasons=() optional_reasons=()
    while read -r group package why; do
        case " $* " in *" $group "*) ;; *) continue ;; esac
        if is_installed "${package%\?}"; then continue; fi
        case $package in
        *\?)
            optional+=("${package%\?}")
            optional_reasons+=("${package%\?}: $why")
            ;;
        *)
            required+=("${package%%|*}")
            reasons+=("${package%%|*}: $why")
            ;;
        esac
    done < <(needed_packages)

    if [ ${#required[@]} -gt 0 ]; then
        echo "Tessera needs packages that are not installed:" >&2
        printf '  %s\n' "${reasons[@]}" >&2
        as_root apt-get update -qq >&2 || echo "tessera: the package lists could not be refreshed; going on with the old ones" >&2
        apt_install "${required[@]}" || {
            echo "tessera: the packages above could not be installed" >&2
            exit 1
        }
    fi
    local index
    for index in "${!optional[@]}"; do
        package=$(first_installable "${optional[$index]}") || continue
        echo "Installing a package that Tessera can use: ${optional_reasons[$index]}" >&2
        apt_install "$package" || echo "tessera: it could not be installed; going on without" >&2
    done
}

# first_installable "a|b": the first that has a version to install. `apt-cache show` also knows names that packages only
# mention.
first_installable() {
    local name
    local IFS='|'
    set -f
    for name in $1; do
        # Reads all of it: grep -q ends at the first match, and what writes on then dies, which pipefail takes for a no.
        if LC_ALL=C apt-cache policy "$name" 2>/dev/null | grep '^  Candidate: [^(]' >/dev/null; then
            set +f
            echo "$name"
            return 0
        fi
    done
    set +f
    return 1
}

apt_install() {
    local log status=0
    log=$(mktemp "${TMPDIR:-/tmp}/tessera-apt.XXXXXX")
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends "$@" </dev/null >"$log" 2>&1 || status=$?
    [ $status -eq 0 ] || cat "$log" >&2
    rm -f "$log"
    return $status
}

# The versions that Tessera is written for; on other systems than Debian this is all that is checked.
require_libraries() {
    local requirement absent=()
    for requirement in "gtk4 >= 4.8" "libadwaita-1 >= 1.2" "libsoup-3.0 >= 3.2" "gdk-pixbuf-2.0 >= 2.42" "gio-unix-2.0 >= 2.74" "libwebpdemux >= 1.2" "lcms2 >= 2.14" "libraw_r >= 0.20" "sqlite3 >= 3.40" "libxml-2.0 >= 2.9.14"; do
        pkg-config --exists "$requirement" 2>/dev/null || absent+=("$requirement")
    done
    [ ${#absent[@]} -eq 0 ] || {
        echo "tessera: these libraries, with their development files, are not here or too old (pkg-config does not find them):" >&2
        printf '  %s\n' "${absent[@]}" >&2
        echo "Debian 12 and newer have them; elsewhere install them with the system's own package manager, together with" >&2
        echo "pkg-config, glib-networking, gdk-pixbuf's SVG and WebP loaders and, for a machine without a display, Xvfb." >&2
        exit 1
    }
}

# Finds Swift, on the path or where swiftly puts it, and says how to get one that is new enough.
require_swift() {
    local swiftly="${SWIFTLY_BIN_DIR:-${SWIFTLY_HOME_DIR:-$HOME/.local/share/swiftly}/bin}" version
    if ! command -v swift >/dev/null && [ -x "$swiftly/swift" ]; then
        PATH="$swiftly:$PATH"
    fi
    if ! command -v swift >/dev/null; then
        echo "tessera: there is no Swift toolchain here. Get Swift $minimum_swift or newer with swiftly, https://www.swift.org/install/linux/:" >&2
        echo "  its installer, then 'swiftly install latest'; or unpack an archive from that page and put its usr/bin on the PATH." >&2
        exit 1
    fi
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1) || true
    if [ -z "$version" ] || [ "$(printf '%s\n' "$minimum_swift" "$version" | sort -V | head -n 1)" != "$minimum_swift" ]; then
        echo "tessera: Swift $minimum_swift or newer is needed, and $(command -v swift) is ${version:-of an unknown version}." >&2
        swift --version >/dev/null || true
        echo "  'swiftly install latest' brings a newer one; see https://www.swift.org/install/linux/." >&2
        exit 1
    fi
}

# Servers of shares on this machine's loopback, and a session of an ordinary user that may mount them, of this command's own,
# that end with it. Sourced after dependencies.sh by the commands beside it; defines functions only. `root` is the
# repository's folder.

share_folder=
share_namespace=
share_servers=()

# start_shares: starts sshd, Samba, Apache with mod_dav and WsgiDAV, which all serve one folder, and a session with GVfs, its
# FUSE and an open keyring. Exports
#   TESSERA_SHARES           lines of NAME=ADDRESS, by which the folder is reached:
#       sftp                 with a key that is there
#       sftp-password        by a password
#       sftp-unknown-host    with a key; nothing is known of the host's
#       sftp-other-host      with a key; another is known to be the host's
#       smb, smb-password, smb-read-only     by Samba; without a password where the name does not say it
#       dav, dav-password    by Apache
#       wsgidav              by WsgiDAV, with the password
#   TESSERA_SHARES_FOLDER    the folder itself; in it "full", a disk of 1 MB
#   TESSERA_SHARES_USER      the user of the session, as whom one signs in too
#   TESSERA_SHARES_PASSWORD  the password, of this run alone
#   TESSERA_SHARES_KILLER    a pipe that takes the port of a server, and kills the processes that serve its connections; they
#                            are gone when something can be read from the pipe beside it, whose name ends in .done
# As root, the session is that of a user "tessera-tests", who is there for it alone: accounts, mounts and processes are in
# namespaces of their own, and nothing of the system is changed. An ordinary user's servers and session are that user's, and
# what wants root is left out: Samba, passwords and unknown hosts of sshd, and the full disk.
start_shares() {
    share_folder=$(mktemp -d "${TMPDIR:-/tmp}/tessera-shares.XXXXXX")
    trap stop_shares EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    chmod 755 "$share_folder"
    TESSERA_SHARES=
    TESSERA_SHARES_FOLDER="$share_folder/files"
    TESSERA_SHARES_PASSWORD=$(od -An -tx1 -N8 /dev/urandom | tr -d ' \n')
    mkdir "$share_folder"/{files,etc,logs,home,runtime,bin,ssh,samba,apache}
    chmod 700 "$share_folder"/{home,runtime,ssh}
    make_share_user
    local -a share_ports
    read -r -a share_ports < <(free_ports 7)
    start_ssh_share "${share_ports[@]:0:4}"
    start_samba_share "${share_ports[4]}"
    start_apache_share "${share_ports[5]}"
    start_wsgidav_share "${share_ports[6]}"
    start_share_killer
    start_share_session
    await_share sshd "${share_ports[0]}"
    [ -z "$share_namespace" ] || await_share smbd "${share_ports[4]}"
    await_share apache "${share_ports[5]}"
    [ ! -d "$share_packages" ] || await_share wsgidav "${share_ports[6]}"
    export TESSERA_SHARES TESSERA_SHARES_FOLDER TESSERA_SHARES_USER TESSERA_SHARES_PASSWORD TESSERA_SHARES_KILLER
}

# require_share_packages: WsgiDAV is none of Debian's packages.
share_packages="$root/.build/share-servers"
require_share_packages() {
    require_packages shares
    [ ! -d "$share_packages" ] || return 0
    echo "Installing WsgiDAV for the tests of shares …" >&2
    rm -rf "$share_packages.new"
    if /usr/bin/python3 -m pip install --quiet --no-cache-dir --target "$share_packages.new" wsgidav==4.4.0 cheroot==11.1.2 \
        >"$share_packages.log" 2>&1; then
        mv "$share_packages.new" "$share_packages"
    else
        tail -n 5 "$share_packages.log" >&2
        echo "tessera: WsgiDAV could not be installed; going on without" >&2
    fi
}

# in_share_session COMMAND…: runs a command as the user of the session, with its bus and folders.
in_share_session() {
    as_share_user env -u SSH_AUTH_SOCK -u SSH_ASKPASS HOME="$share_folder/home" XDG_RUNTIME_DIR="$share_folder/runtime" \
        XDG_CACHE_HOME="$share_folder/home/.cache" XDG_CONFIG_HOME="$share_folder/home/.config" \
        XDG_DATA_HOME="$share_folder/home/.local/share" XDG_STATE_HOME="$share_folder/home/.local/state" \
        USER="$TESSERA_SHARES_USER" LOGNAME="$TESSERA_SHARES_USER" \
        DBUS_SESSION_BUS_ADDRESS="unix:path=$share_folder/runtime/bus" PATH="$share_folder/bin:$PATH" \
        GVFS_REMOTE_VOLUME_MONITOR_IGNORE=1 "$@"
}

# beside_shares COMMAND…: runs a command where the servers run, as the one who started them.
beside_shares() {
    if [ -n "$share_namespace" ]; then
        nsenter --target "$share_namespace" --mount --pid --root -- env --chdir="$PWD" "$@"
    else
        "$@"
    fi
}

as_share_user() {
    if [ -n "$share_namespace" ]; then
        beside_shares setpriv --reuid="$share_user_id" --regid="$share_user_id" --clear-groups "${share_capabilities[@]}" "$@"
    else
        "$@"
    fi
}

# make_share_user: as root, makes the namespaces, and in them the user.
make_share_user() {
    share_namespace=
    share_capabilities=()
    TESSERA_SHARES_USER=$(id -un)
    share_user_id=$(id -u)
    [ "$share_user_id" -eq 0 ] || return 0
    TESSERA_SHARES_USER=tessera-tests
    share_user_id=$(free_user_id)
    local etc="$share_folder/etc" keeper secret
    secret=$(openssl passwd -6 "$TESSERA_SHARES_PASSWORD")
    cp /etc/{passwd,group} "$etc/"
    (umask 077 && cp /etc/shadow "$etc/shadow")
    echo "$TESSERA_SHARES_USER:x:$share_user_id:$share_user_id::$share_folder/home:/bin/bash" >>"$etc/passwd"
    echo "$TESSERA_SHARES_USER:x:$share_user_id:" >>"$etc/group"
    echo "$TESSERA_SHARES_USER:$secret:19000:0:99999:7:::" >>"$etc/shadow"
    mkdir "$TESSERA_SHARES_FOLDER/full"
    chown -R "$share_user_id:$share_user_id" "$share_folder"/{files,home,runtime,ssh,apache}
    mkfifo "$share_folder/ready"
    # The first process of the namespaces, with which all others in them end. It ends with this command, however that does.
    setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc bash -euc '
        for file in passwd group shadow; do mount --bind "$1/etc/$file" "/etc/$file"; done
        mount -t tmpfs -o mode=755 tmpfs /run
        mkdir /run/sshd
        mount -t tmpfs -o "size=1m,mode=755,uid=$2,gid=$2" tmpfs "$1/files/full"
        echo >"$1/ready"
        # Takes leave of daemons whose parents are gone.
        while :; do sleep 60 & wait; done' shares "$share_folder" "$share_user_id" >"$share_folder/logs/namespace" 2>&1 &
    keeper=$!
    share_servers+=("$keeper")
    exec 8<>"$share_folder/ready"
    if ! read -r -t 20 <&8; then
        echo "tessera: the namespaces for the servers of shares could not be made:" >&2
        cat "$share_folder/logs/namespace" >&2
        exit 1
    fi
    exec 8>&-
    # grep fails where a process ends that it was about to look at.
    share_namespace=$({ grep -l "^PPid:[[:space:]]*$keeper\$" /proc/[0-9]*/status 2>/dev/null || true; } | head -n 1 | cut -d / -f 3)
    # Where the repository or the toolchain is root's alone, the user may read what is there, and no more.
    as_share_user test -r "$root/scripts/shares.sh" || share_capabilities=(--inh-caps=+dac_read_search --ambient-caps=+dac_read_search)
}

# free_user_id: the number of no user.
free_user_id() {
    local number=61000
    while getent passwd "$number" >/dev/null || getent group "$number" >/dev/null; do number=$((number + 1)); done
    echo "$number"
}

# free_ports COUNT: ports of loopback that nothing listens at.
free_ports() {
    /usr/bin/python3 -c '
import socket, sys
held = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(s.getsockname()[1] for s in held))' "$1"
}

# serve_share NAME COMMAND…: starts a server, which writes to a log of that name.
serve_share() {
    local name=$1
    shift
    "$@" >"$share_folder/logs/$name" 2>&1 </dev/null &
    share_servers+=($!)
}

# await_share NAME PORT: waits until a server answers.
await_share() {
    local attempt
    for attempt in $(seq 100); do
        if (exec 3<>"/dev/tcp/127.0.0.1/$2") 2>/dev/null; then return 0; fi
        sleep 0.1
    done
    echo "tessera: $1 did not start:" >&2
    tail -n 20 "$share_folder/logs/$1" >&2
    return 1
}

add_share() { TESSERA_SHARES+="$1=$2"$'\n'; }

# start_ssh_share PORT…: sshd at four ports: with a key; with a password; with a host key that is not known, and with one that
# is known to be another.
start_ssh_share() {
    local ports=("$@") key="$share_folder/ssh/key"
    ssh-keygen -q -t ed25519 -N '' -C '' -f "$share_folder/etc/host"
    ssh-keygen -q -t ed25519 -N '' -C '' -f "$key"
    cp "$key.pub" "$share_folder/etc/authorized_keys"
    {
        printf 'Port %s\n' "${ports[@]}"
        cat <<CONFIGURATION
ListenAddress 127.0.0.1
HostKey $share_folder/etc/host
AuthorizedKeysFile $share_folder/etc/authorized_keys
PidFile none
StrictModes no
UsePAM no
KbdInteractiveAuthentication no
PasswordAuthentication yes
MaxStartups 100
MaxSessions 100
Subsystem sftp internal-sftp
Match LocalPort ${ports[1]}
    PubkeyAuthentication no
CONFIGURATION
    } >"$share_folder/etc/sshd"
    local host other names=(sftp sftp-password sftp-unknown-host sftp-other-host) index
    host=$(cut -d' ' -f1,2 "$share_folder/etc/host.pub")
    other=$(cut -d' ' -f1,2 "$key.pub")
    # Relays to these ports have ports of their own.
    cat >"$share_folder/ssh/known_hosts" <<KNOWN
[127.0.0.1]:*,![127.0.0.1]:${ports[2]},![127.0.0.1]:${ports[3]} $host
[127.0.0.1]:${ports[3]} $other
KNOWN
    # ssh asks the accounts for the home folder, and not the environment.
    cat >"$share_folder/bin/ssh" <<WRAPPER
#!/bin/sh
exec $(command -v ssh) -F none -o NoHostAuthenticationForLocalhost=no -o IdentitiesOnly=yes \\
    -o IdentityFile=$key -o UserKnownHostsFile=$share_folder/ssh/known_hosts -o GlobalKnownHostsFile=none "\$@"
WRAPPER
    chmod 755 "$share_folder/bin/ssh"
    [ -z "$share_namespace" ] || chown -R "$share_user_id:$share_user_id" "$share_folder/ssh"
    serve_share sshd beside_shares "$(system_program sshd)" -D -e -f "$share_folder/etc/sshd"
    for index in 0 1 2 3; do
        if [ $index = 1 ] && [ -z "$share_namespace" ]; then continue; fi
        add_share "${names[$index]}" "sftp://$TESSERA_SHARES_USER@127.0.0.1:${ports[$index]}$TESSERA_SHARES_FOLDER"
    done
}

# system_program NAME: the path of a program that may be on root's path alone.
system_program() { PATH="$PATH:/usr/sbin:/sbin" command -v "$1"; }

start_samba_share() {
    local port=$1 samba="$share_folder/samba"
    if [ -z "$share_namespace" ]; then
        echo "tessera: Samba is left out, which wants root" >&2
        return 0
    fi
    mkdir "$samba"/{private,lock,state,cache,pid,ncalrpc}
    cat >"$share_folder/etc/smb.conf" <<CONFIGURATION
[global]
smb ports = $port
interfaces = lo
bind interfaces only = yes
disable netbios = yes
server role = standalone server
map to guest = Bad User
guest account = $TESSERA_SHARES_USER
private dir = $samba/private
lock directory = $samba/lock
state directory = $samba/state
cache directory = $samba/cache
pid directory = $samba/pid
ncalrpc dir = $samba/ncalrpc
log file = $share_folder/logs/samba
load printers = no
printing = bsd
disable spoolss = yes
unix extensions = no
[files]
path = $TESSERA_SHARES_FOLDER
read only = no
guest ok = yes
force user = $TESSERA_SHARES_USER
[private]
path = $TESSERA_SHARES_FOLDER
read only = no
guest ok = no
force user = $TESSERA_SHARES_USER
[read-only]
path = $TESSERA_SHARES_FOLDER
read only = yes
guest ok = yes
force user = $TESSERA_SHARES_USER
CONFIGURATION
    printf '%s\n%s\n' "$TESSERA_SHARES_PASSWORD" "$TESSERA_SHARES_PASSWORD" |
        beside_shares smbpasswd -c "$share_folder/etc/smb.conf" -s -a "$TESSERA_SHARES_USER" >"$share_folder/logs/smbpasswd" 2>&1
    serve_share smbd beside_shares "$(system_program smbd)" --foreground --no-process-group --configfile="$share_folder/etc/smb.conf"
    add_share smb "smb://127.0.0.1:$port/files"
    add_share smb-password "smb://$TESSERA_SHARES_USER@127.0.0.1:$port/private"
    add_share smb-read-only "smb://127.0.0.1:$port/read-only"
}

start_apache_share() {
    local port=$1 modules=/usr/lib/apache2/modules hash
    hash=$(openssl passwd -apr1 "$TESSERA_SHARES_PASSWORD")
    echo "$TESSERA_SHARES_USER:$hash" >"$share_folder/etc/htpasswd"
    cat >"$share_folder/etc/apache" <<CONFIGURATION
ServerRoot $share_folder/apache
ServerName 127.0.0.1
Listen 127.0.0.1:$port
PidFile $share_folder/apache/pid
Mutex file:$share_folder/apache
ErrorLog $share_folder/logs/apache-errors
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authn_core_module $modules/mod_authn_core.so
LoadModule authn_file_module $modules/mod_authn_file.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule authz_user_module $modules/mod_authz_user.so
LoadModule auth_basic_module $modules/mod_auth_basic.so
LoadModule alias_module $modules/mod_alias.so
LoadModule dav_module $modules/mod_dav.so
LoadModule dav_fs_module $modules/mod_dav_fs.so
${share_namespace:+User $TESSERA_SHARES_USER
Group $TESSERA_SHARES_USER}
DavLockDB $share_folder/apache/locks
Alias /open $TESSERA_SHARES_FOLDER
Alias /private $TESSERA_SHARES_FOLDER
<Directory $TESSERA_SHARES_FOLDER>
    Dav On
    Require all granted
</Directory>
<Location /private>
    AuthType Basic
    AuthName shares
    AuthUserFile $share_folder/etc/htpasswd
    AuthMerging Off
    Require valid-user
</Location>
CONFIGURATION
    serve_share apache beside_shares "$(system_program apache2)" -D FOREGROUND -f "$share_folder/etc/apache"
    add_share dav "dav://127.0.0.1:$port/open/"
    add_share dav-password "dav://$TESSERA_SHARES_USER@127.0.0.1:$port/private/"
}

start_wsgidav_share() {
    local port=$1
    [ -d "$share_packages" ] || return 0
    cat >"$share_folder/etc/wsgidav.json" <<CONFIGURATION
{
    "host": "127.0.0.1", "port": $port, "server": "cheroot", "numthreads": 16,
    "provider_mapping": {"/": "$TESSERA_SHARES_FOLDER"},
    "simple_dc": {"user_mapping": {"*": {"$TESSERA_SHARES_USER": {"password": "$TESSERA_SHARES_PASSWORD"}}}},
    "http_authenticator": {"accept_basic": true, "accept_digest": false, "default_to_digest": false},
    "property_manager": true, "lock_storage": true, "verbose": 1
}
CONFIGURATION
    [ -z "$share_namespace" ] || chown "$share_user_id" "$share_folder/etc/wsgidav.json"
    chmod 600 "$share_folder/etc/wsgidav.json"
    serve_share wsgidav as_share_user env PYTHONPATH="$share_packages" PYTHONDONTWRITEBYTECODE=1 \
        /usr/bin/python3 -m wsgidav.server.server_cli --config "$share_folder/etc/wsgidav.json"
    add_share wsgidav "dav://$TESSERA_SHARES_USER@127.0.0.1:$port/"
}

# start_share_killer: kills the processes that have a connection of a server open, which are another user's.
start_share_killer() {
    TESSERA_SHARES_KILLER="$share_folder/killer"
    mkfifo -m 666 "$TESSERA_SHARES_KILLER" "$TESSERA_SHARES_KILLER.done"
    serve_share killer beside_shares /usr/bin/python3 -c '
import os, sys

def read_links(process):
    for number in os.listdir(f"/proc/{process}/fd"):
        try:
            yield os.readlink(f"/proc/{process}/fd/{number}")
        except OSError:
            pass

def end_connections(port):
    sockets = set()
    for line in open("/proc/net/tcp").readlines()[1:]:
        words = line.split()
        listens = words[3] == "0A"
        if int(words[1].split(":")[1], 16) == port and not listens:
            sockets.add(f"socket:[{words[9]}]")
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if not sockets.isdisjoint(read_links(process)):
                os.kill(int(process), 9)
        except OSError:
            pass

while True:
    with open(sys.argv[1]) as pipe:
        port = int(pipe.read())
    end_connections(port)
    with open(sys.argv[1] + ".done", "w") as pipe:
        pipe.write("done\n")' "$TESSERA_SHARES_KILLER"
}

# start_share_session: a bus, which starts GVfs when it is asked for, and a keyring that is open.
start_share_session() {
    local attempt
    [ -w /dev/fuse ] || echo "tessera: there is no /dev/fuse here: shares have no paths" >&2
    serve_share bus in_share_session dbus-daemon --session --nofork --nopidfile \
        --address="unix:path=$share_folder/runtime/bus"
    for attempt in $(seq 200); do
        [ ! -S "$share_folder/runtime/bus" ] || break
        sleep 0.05
    done
    printf '%s' "$TESSERA_SHARES_PASSWORD" |
        in_share_session gnome-keyring-daemon --foreground --unlock --components=secrets >"$share_folder/logs/keyring" 2>&1 &
    share_servers+=($!)
    in_share_session gdbus wait --session --timeout 20 org.freedesktop.secrets
}

stop_shares() {
    trap - EXIT
    local server
    # GVfs ends with its bus, and unmounts.
    [ -z "$share_namespace" ] || kill -KILL "$share_namespace" 2>/dev/null || true
    for server in "${share_servers[@]}"; do kill "$server" 2>/dev/null || true; done
    wait "${share_servers[@]}" 2>/dev/null || true
    if mountpoint -q "$share_folder/runtime/gvfs"; then fusermount3 -u -z "$share_folder/runtime/gvfs" || true; fi
    # Never what is behind a mount.
    rm -rf --one-file-system "$share_folder"
}

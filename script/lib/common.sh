# Shared by script/run and script/test: where things are, and how to say what happens. To be sourced.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=${NETLOUPE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/netloupe}
cores=$(nproc)

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

# Runs a command whose output matters only when it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log" >&2
    say "Failed with status $status: $(printf '%.300s' "$*")"
  fi
  rm -f "$log"
  return "$status"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "Need root to run: $*"
  fi
}

# What a folder made from these files is keyed by.
content_key() { cat "$@" | sha256sum | cut -c1-16; }

# The C++ builds and the VSIX. To be sourced after node.sh.
# shellcheck shell=bash

# build_folder NAME [CMAKE OPTIONS...]: configures build/NAME once (again when the options change) and builds it.
build_folder() {
  local folder=$root/build/$1 options=("${@:2}")
  if [ "$(cat "$folder/.options" 2>/dev/null)" != "${options[*]}" ] || [ ! -e "$folder/build.ninja" ]; then
    quietly cmake -S "$root" -B "$folder" -G Ninja "${options[@]}"
    printf '%s' "${options[*]}" >"$folder/.options"
  fi
  quietly cmake --build "$folder" --parallel "$cores"
}

build_release() { build_folder release -DCMAKE_BUILD_TYPE=Release -DNETLOUPE_TESTS=OFF; }

# Packs netloupe-linux-x64.vsix when the backend or the extension's files changed since the last time.
package_vsix() {
  local vsix=$root/netloupe-linux-x64.vsix inputs=("$root/build/release/server/netloupe" "$root/extension" "$root/schemas")
  if [ -e "$vsix" ] && [ -z "$(find "${inputs[@]}" -path "$root/extension/dist" -prune -o -path "$root/extension/server" -prune \
    -o -path "$root/extension/src/generated" -prune -o -type f ! -path "$root/extension/LICENSE" -newer "$vsix" -print -quit)" ]; then
    return
  fi
  (cd "$root" && quietly npm run package)
}

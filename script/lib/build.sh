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

vsix=$root/netloupe-linux-x64.vsix

# Packs the VSIX when the backend or the extension's files changed since the last time.
package_vsix() {
  [ -z "$(changed_since_vsix)" ] || (cd "$root" && quietly npm run package)
}

# The first file found that the VSIX does not hold yet; what packing itself makes does not count.
changed_since_vsix() {
  [ -e "$vsix" ] || { printf '%s\n' "$vsix"; return; }
  local extension=$root/extension
  find "$extension" "$root/schemas" "$root/build/release/server/netloupe" "$root/package-lock.json" \
    \( -path "$extension/dist" -o -path "$extension/server" -o -path "$extension/src/generated" -o -path "$extension/LICENSE" -o -path "$extension/schemas" \) -prune \
    -o -type f -newer "$vsix" -print -quit
}

# Debian packages by purpose, and their installation. To be sourced after common.sh.
# shellcheck shell=bash disable=SC2034

build_packages=(
  g++ cmake ninja-build ccache pkg-config
  libprotobuf-dev protobuf-compiler libflatbuffers-dev flatbuffers-compiler
  libuv1-dev nlohmann-json3-dev libfmt-dev libcli11-dev zlib1g-dev libpugixml-dev
  libbz2-dev liblzma-dev liblz4-dev
)
# What `npm run build` needs: the bindings of the view are generated from its schema.
extension_packages=(flatbuffers-compiler)
test_packages=(
  clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev
  libgtest-dev libgmock-dev libbenchmark-dev libhdf5-dev libonnx-dev libonnx-testdata python3-minimal shellcheck
)
browser_packages=(chromium fonts-dejavu-core fonts-liberation)

# Installs what is missing of the packages named; asks apt only when something is.
ensure_packages() {
  local missing=() name status
  for name in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Abbrev}' "$name" 2>/dev/null) || status=
    [[ $status == ii* ]] || missing+=("$name")
  done
  [ "${#missing[@]}" -eq 0 ] && return
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  quietly as_root apt-get update
  quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

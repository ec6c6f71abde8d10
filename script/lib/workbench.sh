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

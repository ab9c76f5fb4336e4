#!/bin/sh
# Installs the command modelrack @VERSION@ for this user:
#   curl -fsSL @SCRIPT@ | sh
# Under ~/.local, or where MODELRACK_PREFIX says. Needs no root and asks nothing. To remove it, delete
# share/modelrack/command and bin/modelrack there.
set -eu

main() {
  url='@URL@'
  sha256='@SHA256@'
  prefix=${MODELRACK_PREFIX:-"${HOME:?HOME is not set}/.local"}
  home="$prefix/share/modelrack/command"
  bin="$prefix/bin"

  command -v node >/dev/null 2>&1 || fail 'Node.js is missing: install version 20.19 or newer from https://nodejs.org.'
  node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1);' ||
    fail "Node.js $(node --version) is too old: version 20.19 or newer is needed."
  command -v tar >/dev/null 2>&1 || fail 'tar is missing.'
  if [ -e "$bin/modelrack" ] && [ ! -L "$bin/modelrack" ]; then
    fail "$bin/modelrack is not a link of ours: remove it first."
  fi

  work=$(mktemp -d "${TMPDIR:-/tmp}/modelrack.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM
  fetch "$url" "$work/modelrack.tgz"
  # Node is here, and counts alike on every system.
  found=$(node -e 'const { createHash } = require("node:crypto");
    console.log(createHash("sha256").update(require("node:fs").readFileSync(process.argv[1])).digest("hex"));' \
    "$work/modelrack.tgz")
  [ "$found" = "$sha256" ] || fail "$url is not what was released (SHA-256 $found instead of $sha256). Nothing was installed."
  mkdir "$work/new"
  tar -xzf "$work/modelrack.tgz" -C "$work/new"
  chmod 755 "$work/new/package/dist/modelrack.js"
  node "$work/new/package/dist/modelrack.js" --version >/dev/null || fail 'The command does not run here.'

  mkdir -p "$prefix/share/modelrack" "$bin"
  rm -rf "$home.old"
  if [ -d "$home" ]; then mv "$home" "$home.old"; fi
  mv "$work/new/package" "$home"
  rm -rf "$home.old"
  ln -sf "$home/dist/modelrack.js" "$bin/modelrack"
  printf 'Installed modelrack %s in %s.\n' "$("$bin/modelrack" --version)" "$bin"
  case ":${PATH:-}:" in
    *":$bin:"*) printf 'Next: modelrack\n' ;;
    *) printf 'Next: add %s to your PATH, then run: modelrack\n' "$bin" ;;
  esac
}

fetch() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL --retry 2 --max-time 300 -o "$2" "$1" || fail "Could not fetch $1."
  elif command -v wget >/dev/null 2>&1; then
    wget -q -T 300 -O "$2" "$1" || fail "Could not fetch $1."
  else
    fail 'curl or wget is missing.'
  fi
}

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

# Nothing runs before the whole script is here.
main

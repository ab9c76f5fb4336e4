/** What may stand between single quotes of a shell, and is an address of ours. */
const safeUrl = /^http:\/\/(?:[a-zA-Z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/u;

/**
 * The script that `curl … | sh` runs: fetches the command that this gateway serves, so that no stranger's package
 * runs and no network is needed. POSIX sh; asks nothing, needs no root, holds no key. `origin` is the configured
 * address, never what a request says. undefined: the address cannot be written into a script.
 */
export function writeInstallScript(origin: string): string | undefined {
  if (!safeUrl.test(origin)) return undefined;
  return template.replaceAll('@ORIGIN@', origin);
}

const template = `#!/bin/sh
# Installs the command modelrack from the gateway at @ORIGIN@.
#   curl -fsS @ORIGIN@/api/setup/cli/install.sh | sh
# With the key of the gateway in MODELRACK_API_KEY it also sets up the tools that it finds. Arguments after
# "sh -s --" go to "modelrack setup".
set -eu

main() {
  origin='@ORIGIN@'
  prefix=\${MODELRACK_PREFIX:-"\${HOME:?HOME is not set}/.local"}
  home="$prefix/share/modelrack/command"
  bin="$prefix/bin"
  case $prefix in /*) ;; *) fail "MODELRACK_PREFIX is not an absolute path: $prefix" ;; esac
  if [ -e "$bin/modelrack" ] && [ ! -L "$bin/modelrack" ]; then fail "$bin/modelrack is not a link of ours: remove it first."; fi

  command -v node >/dev/null 2>&1 || fail 'Node.js is missing: install version 20.19 or newer from https://nodejs.org.'
  node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1);' ||
    fail "Node.js $(node --version) is too old: version 20.19 or newer is needed."
  command -v tar >/dev/null 2>&1 || fail 'tar is missing.'

  work=$(mktemp -d "\${TMPDIR:-/tmp}/modelrack.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM
  fetch "$origin/api/setup/cli/modelrack.tgz" "$work/modelrack.tgz"
  mkdir "$work/new"
  tar -xzf "$work/modelrack.tgz" -C "$work/new"
  node "$work/new/package/dist/modelrack.js" --version >/dev/null || fail 'What the gateway sent does not run.'

  mkdir -p "$prefix/share/modelrack" "$bin"
  rm -rf "$home.old"
  if [ -d "$home" ]; then mv "$home" "$home.old"; fi
  mv "$work/new/package" "$home"
  rm -rf "$home.old"
  chmod 755 "$home/dist/modelrack.js"
  ln -sf "$home/dist/modelrack.js" "$bin/modelrack"
  printf 'Installed modelrack %s in %s.\\n' "$("$bin/modelrack" --version)" "$bin"
  case ":\${PATH:-}:" in
    *":$bin:"*) ;;
    *) printf 'Add %s to your PATH.\\n' "$bin" ;;
  esac

  if [ -n "\${MODELRACK_API_KEY:-}" ]; then
    "$bin/modelrack" setup "$@" --base-url "$origin/v1" --api-key-env MODELRACK_API_KEY --yes </dev/null
  else
    printf 'Next: %s\\n' "modelrack setup --base-url '$origin/v1' --api-key-stdin"
  fi
}

fetch() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsS --noproxy '*' --max-time 120 -o "$2" "$1" || fail "Could not fetch $1."
  elif command -v wget >/dev/null 2>&1; then
    wget -q --no-proxy -T 120 -O "$2" "$1" || fail "Could not fetch $1."
  else
    fail 'curl or wget is missing.'
  fi
}

fail() {
  printf '%s\\n' "$1" >&2
  exit 1
}

# Nothing runs before the whole script is here.
main "$@"
`;

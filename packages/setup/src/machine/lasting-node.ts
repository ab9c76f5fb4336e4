import { foldersOf, pathsOf } from './folders.ts';
import { exists } from './resolve-place.ts';
import type { Machine } from './types.ts';

/** The Node that entries in files of tools call, and the script that it is, if it is one of ours. */
export interface LastingNode {
  readonly path: string;
  /** To be kept at `path`, executable. */
  readonly script?: string;
}

/**
 * A version manager keeps each Node in a folder named after its version, which is gone after an update; in a
 * package's folder it goes with the package. There a script of ours looks for the Node of that moment.
 */
export function lastingNode(machine: Machine): LastingNode {
  const node = machine.self?.node ?? process.execPath;
  if (!/\d+\.\d+\.\d+|[\\/]node_modules[\\/]|[\\/]node-versions[\\/]/.test(node)) return { path: node };
  if (machine.platform === 'win32') return { path: windowsNode(machine) ?? node };
  return { path: pathsOf(machine).join(foldersOf(machine).bin, 'node'), script: script(node) };
}

/** What the managers put on the PATH there: a link, or a program that starts the right one. */
function windowsNode(machine: Machine): string | undefined {
  const { variables } = machine;
  const places: readonly (readonly [string | undefined, string])[] = [
    [variables['NVM_SYMLINK'], 'node.exe'],
    [variables['FNM_DIR'] ?? inside(variables['APPDATA'], 'fnm'), 'aliases\\default\\node.exe'],
    [variables['ProgramFiles'], 'Volta\\node.exe'],
    [variables['ProgramFiles'], 'nodejs\\node.exe'],
  ];
  return places.flatMap(([folder, name]) => inside(folder, name) ?? []).find((file) => exists(machine, file));
}

function inside(folder: string | undefined, name: string): string | undefined {
  return folder ? `${folder}\\${name}` : undefined;
}

/** As the manifest of the command states it. */
const oldest = { major: 20, minor: 19 };
const check = `var v = process.versions.node.split("."); process.exit(v[0] > ${oldest.major} || (v[0] == ${oldest.major} && v[1] >= ${oldest.minor}) ? 0 : 1)`;

/** Folders of nvm, fnm, mise, asdf, Volta and nodenv; then Homebrew's, Nix's and the system's own. */
const versioned = [
  '"${NVM_DIR:-$HOME/.nvm}"/versions/node',
  '"${FNM_DIR:-$HOME/.local/share/fnm}"/node-versions',
  '"$HOME/Library/Application Support/fnm"/node-versions',
  '"${MISE_DATA_DIR:-$HOME/.local/share/mise}"/installs/node',
  '"${ASDF_DATA_DIR:-$HOME/.asdf}"/installs/nodejs',
  '"${VOLTA_HOME:-$HOME/.volta}"/tools/image/node',
  '"${NODENV_ROOT:-$HOME/.nodenv}"/versions',
];
const fixed = [
  '"${VOLTA_HOME:-$HOME/.volta}"/bin/node',
  '/opt/homebrew/bin/node',
  '"$HOME"/.nix-profile/bin/node',
  '/run/current-system/sw/bin/node',
  '/usr/local/bin/node',
  '/usr/bin/node',
];

/** Homebrew, wherever it is, links the version of the moment beside the folder of all versions. */
function cellar(node: string): string {
  const [prefix, rest] = node.split('/Cellar/');
  return rest === undefined || prefix === undefined ? '' : `${quote(`${prefix}/bin/node`)} `;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * POSIX, and nothing but the shell, which may have a bare PATH: of several versions the newest by number is taken, and
 * none that cannot run the command. A folder tells its version; any other Node is asked for it.
 */
function script(node: string): string {
  const quoted = quote(node);
  const globs = versioned.flatMap((folder) =>
    ['v', ''].flatMap((mark) => [
      `${folder}/${mark}[0-9]*.*.*/bin/node`,
      ...(folder.endsWith('node-versions') ? [`${folder}/${mark}[0-9]*.*.*/installation/bin/node`] : []),
    ]),
  );
  return `#!/bin/sh
# Starts Node for modelrack, wherever it is after an update.
[ -x ${quoted} ] && exec ${quoted} "$@"
newest= most=${oldest.major * 1_000_000 + oldest.minor * 1000}
for node in \\
  ${globs.join(' \\\n  ')}
do
  [ -x "$node" ] || continue
  patch=\${node%/bin/node} patch=\${patch%/installation} patch=\${patch##*/} patch=\${patch#v}
  major=\${patch%%.*} patch=\${patch#*.}
  minor=\${patch%%.*} patch=\${patch#*.} patch=\${patch%%[!0-9]*}
  case $major:$minor:$patch in *[!0-9:]* | *::* | *:) continue ;; esac
  number=$((major * 1000000 + minor * 1000 + patch))
  [ "$number" -ge "$most" ] && newest=$node most=$number
done
[ -n "$newest" ] && exec "$newest" "$@"
for node in "$(command -v node)" ${cellar(node)}\\
  ${fixed.join(' \\\n  ')}
do
  [ -x "$node" ] && [ "$node" != "$0" ] && "$node" -e '${check}' </dev/null >/dev/null 2>&1 && exec "$node" "$@"
done
echo "modelrack: no Node of release ${oldest.major}.${oldest.minor} or newer is here any longer: install it, then run: modelrack refresh" >&2
exit 127
`;
}

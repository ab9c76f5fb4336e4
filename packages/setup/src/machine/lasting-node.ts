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

/** POSIX; of several versions the newest is taken, old ones that cannot run the command never. */
function script(node: string): string {
  const quoted = quote(node);
  const globs = versioned.flatMap((folder) =>
    ['v2[0-9]', '2[0-9]', 'v[3-9][0-9]', '[3-9][0-9]'].flatMap((major) => [
      `${folder}/${major}*/bin/node`,
      ...(folder.endsWith('node-versions') ? [`${folder}/${major}*/installation/bin/node`] : []),
    ]),
  );
  return `#!/bin/sh
# Starts Node for modelrack, wherever it is after an update.
[ -x ${quoted} ] && exec ${quoted} "$@"
newest=
for node in \\
  ${globs.join(' \\\n  ')}
do
  [ -x "$node" ] && newest=$node
done
[ -n "$newest" ] && exec "$newest" "$@"
for node in "$(command -v node)" ${cellar(node)}\\
  ${fixed.join(' \\\n  ')}
do
  [ -x "$node" ] && [ "$node" != "$0" ] && exec "$node" "$@"
done
echo "modelrack: Node is no longer here: install it, then run: modelrack refresh" >&2
exit 127
`;
}

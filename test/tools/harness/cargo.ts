import { runStep } from './run-step.ts';

/** Where it puts commands. */
export const cargoFolder = 'bin';

// Built to be ready soon, not to run fast.
const profile = ['lto=false', 'opt-level=1', 'codegen-units=16'].flatMap((field) => [
  '--config',
  `profile.release.${field}`,
]);

/** Builds a release from crates.io, which takes minutes. */
export async function loadCargo(spec: string, folder: string): Promise<void> {
  await runStep(['cargo', 'install', '--quiet', '--locked', ...profile, '--root', folder, spec], {
    cwd: folder,
    output: 'show',
  });
}

/** The version that is published now. */
export async function newestCrate(name: string, cwd: string): Promise<string> {
  const shown = await runStep(['cargo', 'info', name], { cwd, output: 'capture' });
  const version = /^version: (\S+)/m.exec(shown)?.[1];
  if (version === undefined) throw new Error(`cargo does not say which version of ${name} is the newest`);
  return version;
}

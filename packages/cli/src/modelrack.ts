#!/usr/bin/env node
import { version } from './world/version.ts';

const argv = process.argv.slice(2);
if (!saysVersion()) void run();

// No await of the whole module: the bundle is CommonJS.
async function run(): Promise<void> {
  // Tools call it at every start and with every prompt: no parser for that either.
  if (argv[0] === 'hook') return (await import('./hook.ts')).hook(argv.slice(1));
  keepCompiled();
  if (argv[0] === 'complete') return (await import('./completion/complete.ts')).complete(argv.slice(1));
  process.exitCode = await (await import('./main.ts')).main(argv);
}

/** From 22 on, Node keeps what it made of our text: half of what a start of ours costs. */
function keepCompiled(): void {
  const node: object = process.getBuiltinModule('node:module');
  if ('enableCompileCache' in node && typeof node.enableCompileCache === 'function') node.enableCompileCache();
}

/** Programs ask for it before anything else: no parser for that, and not the streams of `process.stdout`. */
function saysVersion(): boolean {
  if (argv.length !== 1 || (argv[0] !== '--version' && argv[0] !== '-V')) return false;
  try {
    process.getBuiltinModule('node:fs').writeSync(1, `${version}\n`);
    return true;
  } catch {
    // Nobody reads, or not yet: the long way can deal with it.
    return false;
  }
}

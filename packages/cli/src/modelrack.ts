#!/usr/bin/env node
import { version } from './version.ts';

const argv = process.argv.slice(2);
if (!saysVersion()) void run();

// No await of the whole module: the bundle is CommonJS.
async function run(): Promise<void> {
  const { main } = await import('./main.ts');
  process.exitCode = await main(argv);
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

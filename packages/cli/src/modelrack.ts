#!/usr/bin/env node
import { version } from './version.ts';

const argv = process.argv.slice(2);
// Programs ask for it before anything else: no parser for that.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) process.stdout.write(`${version}\n`);
else process.exitCode = await (await import('./main.ts')).main(argv);

import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

// The parser of the bundler.
const parser = createRequire(fileURLToPath(import.meta.resolve('tsdown'))).resolve('rolldown/parseAst');
export const { parseAst } = await import(pathToFileURL(parser).href);

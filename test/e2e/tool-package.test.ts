import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

/** As somebody else would write it, in a folder of their own, without a build. */
const source = `
export default {
  id: 'house-code', name: 'House Code', aliases: ['house'], homepage: 'https://house.example.test',
  verified: '1.0.0', verification: 'documentation',
  detect: { bin: ['house-code'], places: [{ home: '.house' }] },
  files: [{ id: 'main', format: 'toml', places: [{ home: '.house/config.toml' }] }],
  wires: ['chat'], modelChoice: 'many', picks: '/model', key: ['env', 'literal'],
  baseUrl: 'api-root', interpolates: ['$'], exclusive: false,
  plan({ gateway, models, file }) {
    const provider = ['providers', { item: { name: gateway.id } }];
    const main = file('main');
    return [
      main.set([...provider, 'url'], gateway.url, 'outdated'),
      main.set([...provider, 'key'], gateway.key.form === 'env' ? gateway.key.name : gateway.key.value),
      main.own([...provider, 'models'], models.map(({ id, label }) => ({ id, fields: { id, label } })), { as: 'list', key: 'id' }),
    ];
  },
};
`;
const config = '.house/config.toml';
const mine = '# mine\ntheme = "dark"\n';

async function rackWithPackage() {
  const { baseUrl } = await openGateway();
  const rack = makeRack();
  rack.write('my-tool/package.json', '{ "name": "my-tool", "type": "module", "main": "tool.js" }');
  rack.write('my-tool/tool.js', source);
  rack.write(config, mine);
  return { rack, flags: ['--base-url', baseUrl, '--api-key-env', keyVariable] };
}
const setUp = (rack: Rack, flags: readonly string[]) =>
  rack.json<RunDocument>(['setup', '--tool-package', '../my-tool', ...flags]);

describe('--tool-package', () => {
  it.each([
    ['conditions in each other', { exports: { '.': { node: { import: './lib/index.js' } } } }],
    ['a folder', { main: './lib' }],
    ['a name without its end', { main: 'lib/index' }],
  ])('finds what the manifest names by %s', async (_, named) => {
    const { rack, flags } = await rackWithPackage();
    rack.write('my-tool/package.json', JSON.stringify({ name: 'my-tool', type: 'module', ...named }));
    rack.write('my-tool/lib/index.js', source);
    rmSync(rack.path('my-tool/tool.js'));
    const { code, document } = await setUp(rack, [...flags, '--yes']);
    expect(code, JSON.stringify(document)).toBe(0);
  });

  it('names a package that has changed as a shell reads it', async () => {
    const { rack, flags } = await rackWithPackage();
    rack.write('my tool/tool.js', source);
    const named = ['setup', '--tool-package', '../my tool/tool.js', ...flags, '--yes'];
    expect((await rack.run(named)).code).toBe(0);
    rack.write('my tool/tool.js', `${source}\n`);
    expect((await rack.run(['refresh'])).stderr).toContain(`--tool-package '${rack.path('my tool/tool.js')}'`);
  });

  it('asks before it runs code of somebody else', async () => {
    const { rack, flags } = await rackWithPackage();
    rack.write('my-tool/tool.js', `throw new Error('it ran');`);
    const { code, document } = await setUp(rack, flags);
    expect(code).toBe(2);
    expect(document.error).toMatchObject({ code: 'missing-answer', path: rack.path('my-tool') });
    expect(document.error?.hint).toContain('--yes');
    expect(rack.read(config)).toBe(mine);
  });

  it('writes the tool like one of ours, remembers it, and takes it out again', async () => {
    const { rack, flags } = await rackWithPackage();
    const { code, document } = await setUp(rack, [...flags, '--yes']);
    expect(code).toBe(0);
    expect(document.tools).toMatchObject([{ tool: 'house-code', status: 'written' }]);
    expect(rack.read(config)).toContain(`${mine}\n[[providers]]\nname = "modelrack"\n`);
    expect(rack.read(config)).not.toContain(key);
    // Agreed to once: by its name, without --yes, and in every command.
    expect((await rack.json<RunDocument>(['setup', 'house'])).document.tools).toMatchObject([{ status: 'unchanged' }]);
    expect((await rack.json<RunDocument>(['refresh'])).document.tools).toMatchObject([{ tool: 'house-code' }]);
    expect((await rack.run(['status'])).stdout).toMatch(/house-code +modelrack +8/);
    expect((await rack.run(['tools'])).stdout).toContain('house-code');
    expect((await rack.run(['remove'])).code).toBe(0);
    expect(rack.read(config)).toBe(mine);
  });

  it('goes on with a file of plain JSON that is there already, and so do the other tools', async () => {
    const { rack, flags } = await rackWithPackage();
    const file = '.house/config.json';
    const own = '{\n  "theme": "dark"\n}\n';
    rack.write(file, own);
    rack.write('my-tool/tool.js', source.replace(`'toml'`, `'json'`).replace(config, file));
    await setUp(rack, [...flags, '--yes']);
    await rack.run(['setup', 'opencode']);
    expect((await rack.json<RunDocument>(['refresh'])).document.tools).toMatchObject([
      { tool: 'house-code', status: 'unchanged' },
      { tool: 'opencode', status: 'unchanged' },
    ]);
    const { code, stderr } = await rack.run(['remove']);
    expect(code, stderr).toBe(0);
    expect(rack.read(file)).toBe(own);
    expect(rack.has('.config/opencode/opencode.json')).toBe(false);
  });

  it('does not run what has changed since, and the other tools go on', async () => {
    const { rack, flags } = await rackWithPackage();
    await setUp(rack, [...flags, '--yes']);
    await rack.run(['setup', 'opencode']);
    rack.write('my-tool/tool.js', `throw new Error('it ran');`);
    const { code, document } = await rack.json<RunDocument>(['refresh']);
    expect(code).toBe(0);
    expect(document.tools).toMatchObject([
      { tool: 'house-code', status: 'skipped', error: { code: 'needs-consent', path: rack.path('my-tool') } },
      { tool: 'opencode', status: 'unchanged' },
    ]);
  });

  it.each([
    ['no tool', 'export default {};', '"id" is not a valid tool name'],
    ['no default export', 'export const tool = 1;', 'no default export'],
    ['a path for a name', source.replace('house-code', '../x'), '"id" is not a valid tool name'],
    ['the name of ours', source.replace("'house-code'", "'codex'"), 'is the name of another one'],
    ['half a file', 'export default', 'cannot be loaded'],
  ])('says what is wrong with %s', async (_, text, message) => {
    const { rack, flags } = await rackWithPackage();
    rack.write('my-tool/tool.js', text);
    const { code, document } = await setUp(rack, [...flags, '--yes']);
    expect(code).toBe(message.includes('another') ? 2 : 3);
    expect(document.error?.message).toContain(message);
  });

  it.each([
    [
      'an entry outside',
      { 'package.json': '{ "type": "module", "main": "../outside/tool.mjs" }' },
      'outside the files',
    ],
    ['an entry that is installed', { 'package.json': '{ "main": "node_modules/dep/a.mjs" }' }, 'outside the files'],
    ['an import from outside', { 'tool.js': `import '../outside/b.mjs';\n${source}` }, 'which is outside of it'],
  ])('refuses %s: what runs is what was agreed to', async (_, files: Record<string, string>, message) => {
    const { rack, flags } = await rackWithPackage();
    for (const [name, text] of Object.entries(files)) rack.write(`my-tool/${name}`, text);
    for (const name of ['outside/tool.mjs', 'my-tool/node_modules/dep/a.mjs']) rack.write(name, source);
    rack.write('outside/b.mjs', 'globalThis.itRan = 1;');
    const { code, document } = await setUp(rack, [...flags, '--yes']);
    expect(code).toBe(3);
    expect(document.error?.message).toContain(message);
    expect(rack.read(config)).toBe(mine);
  });

  const there = '../outside/b.mjs';
  const cannot = {
    'a text without quotes': `await import(\`${there}\`);`,
    'a name that is put together': `const name = 'outside'; await import('../' + name + '/b.mjs');`,
    'a comment in between': `import /* b */ '${there}';`,
    'an address': `await import(new URL('${there}', import.meta.url).href);`,
    'code in a text': `await eval("import('${there}')");`,
    'a function of a text': `await new Function("return import('${there}')")();`,
    'a text as a module': `const kind = 'data:'; await import(kind + 'text/javascript,globalThis.itRan=1');`,
    'what is installed': `import 'dep';`,
    'the disk': `import { readFileSync } from 'fs'; new Function(readFileSync('${there}', 'utf8'))();`,
    'another way to load': `import { createRequire } from 'node:module'; createRequire(import.meta.url)('${there}');`,
    'a thread': `import { Worker } from 'node:worker_threads'; new Worker(new URL('${there}', import.meta.url));`,
    'a program': `import { execFileSync } from 'node:child_process'; execFileSync('node', ['${there}']);`,
    'a part of Node without an import': `process.getBuiltinModule('node:fs').writeFileSync('it-ran', '');`,
  };
  it.each(Object.entries(cannot))('runs nothing from outside by %s', async (_, line) => {
    const { rack, flags } = await rackWithPackage();
    const ran = `import { writeFileSync } from 'node:fs'; writeFileSync('it-ran', '');`;
    for (const name of ['outside/b.mjs', 'my-tool/node_modules/dep/index.js']) rack.write(name, ran);
    rack.write('my-tool/node_modules/dep/package.json', '{ "type": "module" }');
    rack.write('my-tool/tool.js', `${line}\n${source}`);
    const { code, document } = await setUp(rack, [...flags, '--yes']);
    expect(code).toBe(3);
    expect(document.error?.message).toMatch(/which is outside of it|cannot be loaded/);
    expect(rack.has('work/it-ran')).toBe(false);
    expect(rack.read(config)).toBe(mine);
  });

  it('loads what is inside however it is imported, and no file that came there since', async () => {
    const { rack, flags } = await rackWithPackage();
    const data = `import names from './names.json' with { type: 'json' };\nimport parts from './parts.cjs';\n`;
    const late = `const { wires } = await import(\`./\${parts.file}.js\`);\nimport { join } from 'node:path';\n`;
    const text = source.replace("'House Code'", "join(names.name, 'Code')").replace("wires: ['chat']", 'wires');
    rack.write('my-tool/tool.js', `${data}${late}${text}`);
    rack.write('my-tool/names.json', '{ "name": "House" }');
    rack.write('my-tool/parts.cjs', `exports.file = require('./lib/name').file;`);
    rack.write('my-tool/lib/name.cjs', `module.exports = { file: 'wires' };`);
    rack.write('my-tool/wires.js', `export const wires = ['chat'];`);
    const { code, document } = await setUp(rack, [...flags, '--yes']);
    expect(code, JSON.stringify(document)).toBe(0);
    for (const name of ['names.json', 'lib/name.cjs', 'wires.js', 'lib/name.js']) {
      const before = rack.has(`my-tool/${name}`) ? rack.read(`my-tool/${name}`) : undefined;
      rack.write(`my-tool/${name}`, `${before ?? ''}\n`);
      const { document: changed } = await rack.json<RunDocument>(['refresh']);
      expect(changed.tools, name).toMatchObject([{ status: 'skipped', error: { code: 'needs-consent' } }]);
      if (before === undefined) rmSync(rack.path(`my-tool/${name}`));
      else rack.write(`my-tool/${name}`, before);
    }
    expect((await rack.json<RunDocument>(['refresh'])).document.tools).toMatchObject([{ status: 'unchanged' }]);
  });

  it.each([
    ['a text without quotes', 'a.mjs', `await import(\`./b.mjs\`);\n${source}`, 'b.mjs'],
    ['half a name', 'a.cjs', source.replace('export default', `require('./b');\nmodule.exports =`), 'b.cjs'],
  ])('asks again where a single file names by %s what has changed', async (_, name, text, imported) => {
    const { rack, flags } = await rackWithPackage();
    rack.write(`single/${name}`, text);
    rack.write(`single/${imported}`, '');
    const args = ['setup', '--tool-package', `../single/${name}`, ...flags];
    const { code, stdout, stderr } = await rack.run([...args, '--yes']);
    expect(code, stdout + stderr).toBe(0);
    rack.write(`single/${imported}`, '// new');
    const { document } = await rack.json<RunDocument>(['refresh']);
    expect(document.tools).toMatchObject([{ tool: 'house-code', error: { code: 'needs-consent' } }]);
  });

  it('asks again where a file has changed that a single file imports', async () => {
    const { rack, flags } = await rackWithPackage();
    rack.write('single/a.mjs', `import './b.mjs';\n${source}`);
    rack.write('single/b.mjs', '');
    const args = ['setup', '--tool-package', '../single/a.mjs', ...flags];
    expect((await rack.run([...args, '--yes'])).code).toBe(0);
    rack.write('single/b.mjs', `import { writeFileSync } from 'node:fs'; writeFileSync('it-ran', '');`);
    const { document } = await rack.json<RunDocument>(['refresh']);
    expect(document.tools).toMatchObject([{ tool: 'house-code', error: { code: 'needs-consent' } }]);
    await rack.run(['status']);
    expect(rack.has('work/it-ran')).toBe(false);
  });

  it.each([
    ['a link to a folder', (rack: Rack) => symlinkSync(rack.home, rack.path('my-tool/home'))],
    ['a link to nothing', (rack: Rack) => symlinkSync('/no/such/file', rack.path('my-tool/nothing'))],
    ['a pipe', (rack: Rack) => void spawnSync('mkfifo', [rack.path('my-tool/pipe')])],
  ])('says what is wrong with %s inside', async (_, put) => {
    const { rack, flags } = await rackWithPackage();
    put(rack);
    const { code, document } = await setUp(rack, [...flags, '--yes']);
    expect(code, JSON.stringify(document)).toBe(3);
    expect(document.error?.path).toContain('my-tool');
  });

  describe('what it writes can be taken out, whatever became of it', () => {
    const broken = {
      gone: (rack: Rack) => rmSync(rack.path('my-tool'), { recursive: true }),
      changed: (rack: Rack) => rack.write('my-tool/tool.js', `${source}\n// new`),
    };
    it.each(Object.entries(broken))('%s', async (_, breakIt) => {
      const { rack, flags } = await rackWithPackage();
      await setUp(rack, [...flags, '--yes']);
      expect((await rack.run(['setup', 'opencode'])).code).toBe(0);
      breakIt(rack);
      const { code, document } = await rack.json<RunDocument>(['remove']);
      expect(code, JSON.stringify(document)).toBe(0);
      expect(rack.read(config)).toBe(mine);
      expect((await rack.run(['connections', 'forget', 'modelrack'])).code).toBe(0);
    });
  });

  it.each([
    ['throws', `throw new Error('broken');`],
    ['gives nothing', 'return null;'],
    ['gives a promise', 'return Promise.resolve([]);'],
    ['gives a circle', 'const a = []; a.push({ a }); return a;'],
    ['exits', 'process.exit(0);'],
    ['leaves out a value', `return [file('main').set(['a'], undefined)];`],
    ['gives what is no value', `return [file('main').set(['a'], () => 1)];`],
    ['names a file that it has not', `return [{ kind: 'set', file: '../x', path: ['a'], value: 1, rule: 'field' }];`],
    ['gives a change of its own kind', `return [{ kind: 'run', file: 'main', path: ['a'], value: 'id' }];`],
    [
      'gives entries without fields',
      `return [{ kind: 'own', file: 'main', path: ['a'], entries: [{}], shape: { as: 'map' } }];`,
    ],
    ['prints', `console.log('noise'); throw new Error('broken');`],
    ['hangs', 'for (;;);'],
    [
      'goes on and on',
      `return Array.from({ length: 300000 }, (_, at) => file('main').set(['a' + at], 1, 'outdated'));`,
    ],
  ])('a plan that %s stops its own tool only', { timeout: 300_000 }, async (_, body) => {
    const { rack, flags } = await rackWithPackage();
    rack.write(
      'my-tool/tool.js',
      source.replace('const provider', `if (models.length > 9) { ${body} }\n    const provider`),
    );
    await setUp(rack, [...flags, '--yes', '--models', 'lite']);
    await rack.run(['setup', 'opencode']);
    rack.write('my-tool/tool.js', source.replace('const provider', `{ ${body} }\n    const provider`));
    // Agreed to again, as it is now.
    await setUp(rack, [...flags, '--yes']);
    const { code, document } = await rack.json<RunDocument>(['refresh']);
    expect(code, JSON.stringify(document)).toBe(8);
    expect(document.tools).toMatchObject([
      { tool: 'house-code', status: 'refused', error: { code: 'file-invalid' } },
      { tool: 'opencode', status: 'unchanged' },
    ]);
  });
});

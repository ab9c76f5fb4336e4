// `npm run generate`: writes what is rendered from the tree itself: manifests of packages, the command's list of
// tools, the tables of the README and of the tools' pages, the picture of a run. The tests compare; with UPDATE=1 they write.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

function run(file, args) {
  const result = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, UPDATE: '1' },
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Users notice a new tool: what they are told of it, for its author to improve. */
function announce(id) {
  const file = join(root, '.changeset', `tool-${id}.md`);
  const page = readFileSync(join(root, 'packages/tools', id, 'README.md'), 'utf8');
  const [, sentence = ''] = page.split(/\n{2,}/);
  const text = `\`modelrack setup ${id}\` is new. ${sentence.replaceAll('\n', ' ')}`.trim();
  if (!existsSync(file)) writeFileSync(file, `---\n'modelrack': minor\n---\n\n${text}\n`);
}

const known = readFileSync(join(root, 'packages/cli/src/tools/tools.generated.ts'), 'utf8');
const newTools = readdirSync(join(root, 'packages/tools')).filter(
  (id) => existsSync(join(root, 'packages/tools', id, 'src')) && !known.includes(`id: '${id}'`),
);

// Before anything is written: half of it is worse than nothing.
const pageless = newTools.filter((id) => !existsSync(join(root, 'packages/tools', id, 'README.md')));
if (pageless.length > 0) {
  for (const id of pageless)
    console.error(
      `packages/tools/${id}/README.md is missing: start from the page in CONTRIBUTING.md, under "Add a tool"`,
    );
  process.exit(1);
}

const update = (...files) => run(vitest, ['run', '--config', 'test/vitest.config.ts', '--reporter=dot', ...files]);

update('test/manifests.test.ts', '-t', 'rendered from the template');
// Links a new package into those that name it.
run(join(root, 'test/bootstrap.mjs'), ['--relock']);
update('packages/cli/src/tools/tools.test.ts');
// The pages show what the command says: that of now.
run(join(root, 'test/build.mjs'), []);
update('packages/cli/src/program/', 'packages/cli/src/testing/', 'test/readme.test.ts', 'test/tool-pages.test.ts');
for (const id of newTools) announce(id);
// What was just written by hand, too, has the form that `npm run check` wants.
if (newTools.length > 0)
  run(
    join(root, 'node_modules/oxfmt/bin/oxfmt'),
    newTools.flatMap((id) => [`packages/tools/${id}`, `.changeset/tool-${id}.md`]),
  );
// A picture of a run, on systems that have its terminal.
if (process.platform !== 'win32') update('test/terminal-picture.test.ts');
console.log('Everything that is generated is up to date: git status shows what changed.');
for (const id of newTools) console.log(`Improve .changeset/tool-${id}.md, then record: npm run record ${id} none`);

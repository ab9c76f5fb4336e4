import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { expect } from 'vitest';
import { change, config, opencode, openForAll, type SetUp } from './broken-set-up.ts';
import { commonUser, hasCommonUser, onOwnDisks, ownDisks } from './own-disks.ts';

/** Where files of tools, or what beats them, are at fault. */
export const brokenFiles: readonly SetUp[] = [
  {
    name: 'variable shadowing',
    breakIt: () => ({ env: { OPENCODE_CONFIG_CONTENT: '{}' } }),
    first: /^warn shadow opencode: the variable OPENCODE_CONFIG_CONTENT /,
  },
  {
    name: 'project file shadowing',
    breakIt: ({ rack }) => rack.write('work/opencode.json', '{"model":"x/y"}\n'),
    first: /^warn shadow opencode: .*its values win/,
  },
  {
    name: 'profile',
    tools: ['codex'],
    breakIt: ({ rack }) => change(rack, '.codex/config.toml', /^/, 'profile = "work"\n'),
    first: /^fail shadow codex: profile takes the provider of that profile/,
  },
  {
    name: 'another folder by variable',
    tools: ['codex'],
    breakIt: ({ rack }) => {
      mkdirSync(rack.path('other'));
      return { env: { CODEX_HOME: rack.path('other') } };
    },
    first: /^warn shadow codex: the variable CODEX_HOME points Codex CLI to another file/,
  },
  {
    name: 'variable that another cloud is reached by',
    tools: ['claude-code'],
    breakIt: () => ({ env: { CLAUDE_CODE_USE_BEDROCK: '1' } }),
    first: /^fail shadow claude-code: the variable CLAUDE_CODE_USE_BEDROCK sends requests to another cloud/,
  },
  {
    name: 'variable that loses',
    tools: ['claude-code'],
    breakIt: () => ({ env: { ANTHROPIC_BASE_URL: 'https://other.example.test' } }),
    first: /^info shadow claude-code: the variable ANTHROPIC_BASE_URL is also set in this shell, but this file wins/,
  },
  {
    name: 'project file of Claude Code',
    tools: ['claude-code'],
    breakIt: ({ rack }) =>
      rack.write('work/.claude/settings.json', '{"env":{"ANTHROPIC_BASE_URL":"https://x.test"}}\n'),
    first: /^warn shadow claude-code: env\.ANTHROPIC_BASE_URL beats your own settings in this folder/,
  },
  {
    name: 'our own command gone',
    tools: ['claude-code'],
    isStored: true,
    breakIt: ({ rack }) => rmSync(rack.path('.local/share/modelrack/bin'), { recursive: true }),
    first: /^fail helper claude-code: a command in this file calls what does not exist: \S+modelrack\.js/,
    mended: ({ rack }) => expect(rack.has('.local/share/modelrack/bin/modelrack.js')).toBe(true),
  },
  {
    name: 'a file of /m- gone',
    tools: ['claude-code'],
    breakIt: ({ rack }) => rmSync(rack.path('.local/share/modelrack/plugins/claude-code/modelrack/hooks/hooks.json')),
    first: /^warn helper claude-code: a file of ours beside those of the tool is missing/,
    mended: ({ rack }) =>
      expect(rack.has('.local/share/modelrack/plugins/claude-code/modelrack/hooks/hooks.json')).toBe(true),
  },
  {
    name: 'a window that the tool takes for a larger one',
    tools: ['claude-code'],
    window: 32_000,
    breakIt: () => {},
    first: /^info window claude-code: Claude Code treats models with fewer than 100000 tokens as larger ones/,
  },
  {
    name: 'deleted block',
    breakIt: ({ rack }) => rack.write(opencode, '{}\n'),
    first: /^warn block opencode: the entries of "modelrack" are gone/,
    mended: ({ rack, gateway }) => {
      for (const text of [gateway.baseUrl, ...gateway.ids]) expect(rack.read(opencode)).toContain(text);
    },
  },
  {
    name: 'half entry',
    breakIt: ({ rack }) => change(rack, opencode, /"options": \{[\s\S]*?\n\s*\},/, ''),
    first: /^fail block opencode: half of the entry is missing/,
    mended: ({ rack, gateway }) => expect(rack.read(opencode)).toContain(gateway.baseUrl),
  },
  {
    name: 'broken JSON',
    breakIt: ({ rack }) => rack.write(opencode, '{\n  "a": ]\n}\n'),
    first: /^fail file opencode: /,
  },
  {
    name: 'two files',
    breakIt: ({ rack }) => rack.write('.config/opencode/config.json', '{}\n'),
    first: /^warn shadow opencode: opencode reads it too, and merges it/,
  },
  {
    name: 'old tool',
    breakIt: ({ rack }) => rack.write('programs/opencode', '#!/bin/sh\necho 0.1.0\n'),
    first: /^info tool opencode: 0\.1\.0 is older than the release/,
  },
  {
    name: 'missing binary',
    breakIt: ({ rack }) => rmSync(rack.path('programs/opencode')),
    first: /^warn tool opencode: set up, but its program \(opencode\) is not on the PATH/,
  },
  {
    name: 'unreadable: a folder where the file was',
    breakIt: ({ rack }) => {
      rmSync(rack.path(opencode));
      mkdirSync(rack.path(opencode));
    },
    first: /^fail file opencode: this is a folder, not a file/,
  },
  {
    name: 'unreadable file',
    skip: !hasCommonUser,
    breakIt: ({ rack }) => {
      chmodSync(rack.path(opencode), 0);
      openForAll(rack);
      return { before: commonUser.before };
    },
    first: /^fail file opencode: .*(?:read|permission)/i,
  },
  {
    name: 'write-protected file',
    breakIt: ({ rack }) => chmodSync(rack.path(opencode), 0o444),
    first: /^fail file opencode: this file is write-protected/,
  },
  {
    name: 'read-only home',
    skip: ownDisks === undefined,
    breakIt: ({ rack }) => ({
      before: onOwnDisks('at="$1"; shift; mount --bind "$at" "$at"; mount -o remount,bind,ro "$at"; exec "$@"', [
        rack.path('.config/opencode'),
      ]),
    }),
    first: /^fail file opencode: .*cannot be written/,
  },
  {
    name: 'full disk',
    skip: ownDisks === undefined,
    breakIt: ({ rack }) => ({
      before: onOwnDisks(
        'at="$1"; shift; cp -a "$at" "$at.kept"; mount -t tmpfs -o size=64k none "$at"; cp -a "$at.kept/." "$at/"; exec "$@"',
        [rack.path('.config/opencode')],
      ),
    }),
    first: /^fail disk opencode: the disk is full/,
  },
  {
    name: 'link loop',
    breakIt: ({ rack }) => {
      rmSync(rack.path(opencode));
      symlinkSync('other.json', rack.path(opencode));
      symlinkSync('opencode.json', rack.path('.config/opencode/other.json'));
    },
    first: /^fail file opencode: .*(?:loop|circle)/,
  },
  {
    name: 'renamed alias',
    breakIt: ({ gateway }) => {
      gateway.ids = ['small', 'plus', 'lab/big'];
    },
    first: /^warn models opencode: the gateway no longer lists lite; new there: small/,
    mended: ({ rack }) => expect(rack.read(opencode)).toContain('"small"'),
  },
  {
    name: 'model gone',
    breakIt: ({ gateway }) => {
      gateway.ids = ['lite', 'plus'];
    },
    first: /^warn models opencode: the gateway no longer lists lab\/big/,
    mended: ({ rack }) => expect(rack.read(opencode)).not.toContain('lab/big'),
  },
  {
    name: 'default gone',
    tools: ['codex'],
    breakIt: ({ gateway }) => {
      gateway.ids = ['plus', 'lab/big'];
    },
    first: /^fail default codex: it starts with "lite", which the gateway no longer lists/,
    mended: ({ rack }) => expect(rack.read('.codex/config.toml')).toContain('model = "plus"'),
  },
  {
    name: 'default gone, and only its id is known',
    tools: ['kimi'],
    breakIt: ({ gateway }) => {
      gateway.ids = ['plus', 'lab/big'];
    },
    first: /^fail default kimi: it starts with "lite", which the gateway no longer lists/,
    mended: ({ rack }) => expect(rack.read('.kimi-code/config.toml')).toContain('default_model = "plus"'),
  },
  {
    name: 'key 0644 in the file of a tool',
    tools: ['aider'],
    isStored: true,
    breakIt: ({ rack }) => chmodSync(rack.path('.aider.conf.yml'), 0o644),
    first: /^warn permissions aider: the key is in this file, and other users may read it/,
    mended: ({ rack }) => expect(statSync(rack.path('.aider.conf.yml')).mode & 0o777).toBe(0o600),
  },
  {
    name: 'duplicate provider',
    breakIt: ({ rack, gateway }) =>
      change(
        rack,
        opencode,
        /"modelrack": \{/,
        `"mine": { "npm": "@ai-sdk/openai-compatible", "options": { "baseURL": "${gateway.baseUrl}" } },\n    "modelrack": {`,
      ),
    first: /^warn double opencode: "mine" leads to the same gateway as "modelrack"/,
  },
  {
    name: 'hand-edited limit',
    breakIt: ({ rack }) => change(rack, opencode, /128000/, '64000'),
    first: /^warn drift opencode: changed by hand since: /,
  },
  {
    name: 'dead node path',
    tools: ['claude-code'],
    isStored: true,
    breakIt: ({ rack }) => change(rack, '.claude/settings.json', /("apiKeyHelper": ")\S+/, '$1/gone/v20.1.0/bin/node'),
    first: /^fail helper claude-code: a command in this file calls what does not exist: \/gone\/v20\.1\.0\/bin\/node/,
    mended: ({ rack }) => expect(rack.read('.claude/settings.json')).not.toContain('/gone/'),
  },
  {
    name: 'stale URL',
    breakIt: ({ rack }) => change(rack, opencode, /127\.0\.0\.1:\d+/, '127.0.0.1:4999'),
    first: /^fail stale opencode: it points to http:\/\/127\.0\.0\.1:4999\/v1, and the connection to /,
    mended: ({ rack, gateway }) => expect(rack.read(opencode)).toContain(gateway.baseUrl),
  },
  {
    name: 'dead node path in a hook',
    tools: ['qwen'],
    breakIt: ({ rack }) => change(rack, '.qwen/settings.json', process.execPath, '/gone/v20.1.0/bin/node'),
    first: /^fail helper qwen-code: a command in this file calls what does not exist: \/gone\/v20\.1\.0\/bin\/node/,
    mended: ({ rack }) => expect(rack.read('.qwen/settings.json')).not.toContain('/gone/'),
  },
  {
    name: 'one of two files emptied',
    tools: ['aider'],
    breakIt: ({ rack }) => rack.write('.aider.model.metadata.json', '{}\n'),
    first: /^fail block aider: half of the entry is missing: nothing of ours is left in this file/,
    mended: ({ rack }) => expect(rack.read('.aider.model.metadata.json')).toContain('lab/big'),
  },
  {
    name: 'stale URL in every entry',
    tools: ['continue'],
    breakIt: ({ rack }) => change(rack, '.continue/config.yaml', /127\.0\.0\.1:\d+/g, '127.0.0.1:4999'),
    first:
      /^fail stale continue: the entries of lite, plus, lab\/big lead to http:\/\/127\.0\.0\.1:4999\/v1, and the connection to .*--models '\*' --models lite/,
  },
  {
    name: 'doubled /v1 in every entry',
    tools: ['qwen'],
    breakIt: ({ rack }) => change(rack, '.qwen/settings.json', /(127\.0\.0\.1:\d+\/v1)/g, '$1/v1'),
    first:
      /^fail stale qwen-code: the entries of lite, plus, lab\/big lead to http:\/\/127\.0\.0\.1:\d+\/v1\/v1, and the connection to .*\/v1 /,
  },
  {
    name: 'switched to another gateway',
    tools: ['claude-code'],
    breakIt: ({ rack }) => change(rack, '.claude/settings.json', /127\.0\.0\.1:\d+/, '127.0.0.1:4999'),
    first:
      /^fail stale claude-code: .*ANTHROPIC_BASE_URL is "http:\/\/127\.0\.0\.1:4999"; connection modelrack leads to .*--take-over/,
  },
  {
    name: 'moved connection',
    tools: ['claude-code'],
    breakIt: ({ rack }) => change(rack, config, '127.0.0.1', 'localhost'),
    first: /^fail stale claude-code: it points to http:\/\/127\.0\.0\.1:\d+, and the connection to http:\/\/localhost:/,
    mended: ({ rack }) => expect(rack.read('.claude/settings.json')).toContain('http://localhost:'),
  },
];

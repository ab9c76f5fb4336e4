import { join } from 'node:path';
import { claudeCode } from './drivers/claude-code.ts';
import { describeTool } from './suite/describe-tool.ts';
import { testCostsNothing, testFindsByLetters } from './suite/finds-by-letters.ts';
import { testOverWires } from './suite/over-wires.ts';
import { testKeepsLogin, testStaysElsewhere } from './suite/takes-over.ts';

const sample = {
  text: `{
    "permissions": {"allow": ["Bash(ls:*)"], "deny": []},
	"zeta": 1, "env": { "FOO": "1" }
}`,
  read: (text: string): unknown => JSON.parse(text),
  // It writes the whole file in its own order and layout.
  kept: [],
};

const login = {
  claudeAiOauth: {
    accessToken: 'sk-ant-oat01-of-the-user',
    refreshToken: 'sk-ant-ort01-of-the-user',
    expiresAt: 4_102_444_800_000,
    scopes: ['user:inference'],
    subscriptionType: 'max',
  },
};

const house = join(import.meta.dirname, 'house-server.mjs');

describeTool(claudeCode, sample, () => {
  testOverWires({
    driver: claudeCode,
    shell: { name: 'Bash', input: { command: 'echo made-$((40 + 2))', description: 'Say it' } },
    allow: ['--allowedTools', 'Bash mcp__house ToolSearch'],
    overflow: 'Prompt is too long',
    addServer: async ({ home }) => {
      const state: object = JSON.parse((await home.read('.claude.json')) ?? '{}');
      const entry = { type: 'stdio', command: process.execPath, args: [house] };
      await home.write('.claude.json', JSON.stringify({ ...state, mcpServers: { house: entry } }));
    },
  });
  testFindsByLetters(claudeCode);
  testCostsNothing(claudeCode);
  testStaysElsewhere(
    claudeCode,
    (other) =>
      `{ "env": {"ANTHROPIC_BASE_URL": "${other.baseUrl.replace(/\/v1$/, '')}", "ANTHROPIC_AUTH_TOKEN": "${other.key}"} }`,
  );
  testKeepsLogin(claudeCode, {
    files: { '.claude/.credentials.json': JSON.stringify(login) },
    status: ['auth', 'status'],
    says: '"loggedIn": true',
  });
});

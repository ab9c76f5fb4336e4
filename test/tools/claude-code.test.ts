import { claudeCode } from './drivers/claude-code.ts';
import { describeTool } from './suite/describe-tool.ts';
import { testCostsNothing, testFindsByLetters } from './suite/finds-by-letters.ts';
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

describeTool(claudeCode, sample, () => {
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

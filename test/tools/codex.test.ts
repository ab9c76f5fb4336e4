import { parse } from 'smol-toml';
import { codex } from './drivers/codex.ts';
import { describeTool } from './suite/describe-tool.ts';
import { testKeepsLogin, testStaysElsewhere } from './suite/takes-over.ts';

const sample = {
  text: `# mine, do not touch
approval_policy = 'on-request'   # why

[mcp_servers.house]   # own
command = "true"
`,
  read: (text: string): unknown => parse(text),
  kept: ['# mine, do not touch', '# why', '# own'],
};

describeTool(codex, sample, () => {
  testStaysElsewhere(
    codex,
    (other) => `model = "house/own"
model_provider = "house" # ours at work

[model_providers.house]
name = "House"
base_url = "${other.baseUrl}"
experimental_bearer_token = "${other.key}"
`,
  );
  testKeepsLogin(codex, {
    files: { '.codex/auth.json': '{\n  "OPENAI_API_KEY": "sk-login-of-the-user"\n}\n' },
    status: ['login', 'status'],
    says: 'API key configured',
  });
});

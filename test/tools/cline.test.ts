import { cline } from './drivers/cline.ts';
import { describeTool } from './suite/describe-tool.ts';

const sample = {
  text: `{
  "version": 1,
  "lastUsedProvider": "openai-compatible",
  "modes": {},
  "providers": {
    "gemini": {
      "settings": { "provider": "gemini", "apiKey": "k" },
      "updatedAt": "2026-01-02T03:04:05.000Z",
      "tokenSource": "manual"
    }
  }
}
`,
  read: (text: string): unknown => JSON.parse(text),
  kept: ['2026-01-02T03:04:05.000Z'],
};

describeTool(cline, sample);

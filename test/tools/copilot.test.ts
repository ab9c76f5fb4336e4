import { copilot } from './drivers/copilot.ts';
import { describeTool } from './suite/describe-tool.ts';

const sample = {
  text: `{
  "providers": [{ "name": "office", "baseUrl": "http://127.0.0.1:9/v1", "apiKey":   "k" }],
  "models": [{ "provider": "office", "id": "own" }]
}
`,
  read: (text: string): unknown => JSON.parse(text),
  kept: ['"apiKey":   "k"'],
};

describeTool(copilot, sample);

import { parse } from 'smol-toml';
import { kimi } from './drivers/kimi.ts';
import { describeTool } from './suite/describe-tool.ts';

const sample = {
  text: `# mine, do not touch
telemetry = false   # why

[providers.house]   # own
type = "openai"
base_url = "http://127.0.0.1:9/v1"
api_key = "k"
`,
  read: (text: string): unknown => parse(text),
  // A choice in its switcher makes the tool write the whole file anew, without comments.
  kept: ['telemetry = false'],
};

describeTool(kimi, sample);

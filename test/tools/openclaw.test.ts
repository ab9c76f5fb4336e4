import { parse } from 'jsonc-parser';
import { openclaw } from './drivers/openclaw.ts';
import { describeTool } from './suite/describe-tool.ts';

const sample = {
  text: `{
  // mine, do not touch
  "agents": { "defaults": { "model":   { "primary": "anthropic/claude-sonnet-4-5" } } }
}
`,
  read: (text: string): unknown => parse(text),
  kept: ['// mine, do not touch'],
};

describeTool(openclaw, sample);

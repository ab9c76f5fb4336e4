import { parse } from 'jsonc-parser';
import { qwenCode } from './drivers/qwen-code.ts';
import { testAnswersEntries } from './suite/answers-entries.ts';
import { describeTool } from './suite/describe-tool.ts';

const sample = {
  // With the version number the tool has nothing to bring up to date at its start.
  text: `{
  "$version": 4,
  // mine, do not touch
  "general": { "vimMode":   false },
  "env": { "HOUSE_KEY": "k" },
  "modelProviders": { "openai": [ { "id": "own", "envKey": "HOUSE_KEY", "baseUrl": "http://127.0.0.1:9/v1" } ] }
}
`,
  read: (text: string): unknown => parse(text),
  kept: ['// mine, do not touch'],
};

describeTool(qwenCode, sample, () => testAnswersEntries(qwenCode));

export { claudeCodeFiles } from './claude-code/files.ts';
export { piFiles } from './pi/files.ts';
export { qwenCodeFiles } from './qwen-code/files.ts';
export { promptAnswer, readSentPrompt } from './prompt-hook.ts';

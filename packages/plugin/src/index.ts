export { claudeCodeFiles, type ClaudeCodePlugin } from './claude-code/files.ts';
export { piFiles, type PiExtension } from './pi/files.ts';
export { qwenCodeFiles, type QwenCodeEntries } from './qwen-code/files.ts';
export { promptAnswer, readSentPrompt } from './prompt-hook.ts';

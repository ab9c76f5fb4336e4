export { claudeCodeFiles, type ClaudeCodePlugin } from './claude-code/files.ts';
export { promptAnswer, readSentPrompt } from './prompt-hook.ts';

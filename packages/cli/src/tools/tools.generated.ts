// Generated from packages/tools: UPDATE=1 npx vitest run --config test/vitest.config.ts packages/cli/src/tools/tools.test.ts
import type { ToolDefinition } from '@modelrack/tool-kit';

export interface ToolEntry {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  load(): Promise<{ readonly default: ToolDefinition }>;
}

export const tools: readonly ToolEntry[] = [
  { id: 'aichat', name: 'AIChat', aliases: [], load: () => import('@modelrack/aichat') },
  { id: 'aider', name: 'Aider', aliases: [], load: () => import('@modelrack/aider') },
  { id: 'claude-code', name: 'Claude Code', aliases: ['claude'], load: () => import('@modelrack/claude-code') },
  { id: 'claude-code-router', name: 'claude-code-router', aliases: ['ccr'], load: () => import('@modelrack/claude-code-router') },
  { id: 'cline', name: 'Cline CLI', aliases: [], load: () => import('@modelrack/cline') },
  { id: 'codex', name: 'Codex CLI', aliases: [], load: () => import('@modelrack/codex') },
  { id: 'continue', name: 'Continue', aliases: ['cn'], load: () => import('@modelrack/continue') },
  { id: 'copilot', name: 'GitHub Copilot CLI', aliases: ['copilot-cli'], load: () => import('@modelrack/copilot') },
  { id: 'crush', name: 'Crush', aliases: [], load: () => import('@modelrack/crush') },
  { id: 'droid', name: 'Factory Droid', aliases: ['factory'], load: () => import('@modelrack/droid') },
  { id: 'goose', name: 'Goose', aliases: [], load: () => import('@modelrack/goose') },
  { id: 'gptme', name: 'gptme', aliases: [], load: () => import('@modelrack/gptme') },
  { id: 'kilo', name: 'Kilo CLI', aliases: ['kilocode'], load: () => import('@modelrack/kilo') },
  { id: 'kimi', name: 'Kimi Code', aliases: ['kimi-code'], load: () => import('@modelrack/kimi') },
  { id: 'librechat', name: 'LibreChat', aliases: [], load: () => import('@modelrack/librechat') },
  { id: 'llm', name: 'llm', aliases: [], load: () => import('@modelrack/llm') },
  { id: 'mistral-vibe', name: 'Mistral Vibe', aliases: ['vibe'], load: () => import('@modelrack/mistral-vibe') },
  { id: 'openclaw', name: 'OpenClaw', aliases: [], load: () => import('@modelrack/openclaw') },
  { id: 'opencode', name: 'opencode', aliases: [], load: () => import('@modelrack/opencode') },
  { id: 'pi', name: 'pi', aliases: [], load: () => import('@modelrack/pi') },
  { id: 'qwen-code', name: 'Qwen Code', aliases: ['qwen'], load: () => import('@modelrack/qwen-code') },
  { id: 'raycast', name: 'Raycast', aliases: [], load: () => import('@modelrack/raycast') },
  { id: 'vscode', name: 'VS Code Copilot Chat', aliases: ['code'], load: () => import('@modelrack/vscode') },
  { id: 'zed', name: 'Zed', aliases: [], load: () => import('@modelrack/zed') },
];

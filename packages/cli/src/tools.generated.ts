// Generated from packages/tools: UPDATE=1 npx vitest run --config test/vitest.config.ts packages/cli/src/tools.test.ts
import type { ToolDefinition } from '@modelrack/tool-kit';

export interface ToolEntry {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  load(): Promise<{ readonly default: ToolDefinition }>;
}

export const tools: readonly ToolEntry[] = [
  { id: 'claude-code', name: 'Claude Code', aliases: ['claude'], load: () => import('@modelrack/claude-code') },
  { id: 'codex', name: 'Codex CLI', aliases: [], load: () => import('@modelrack/codex') },
  { id: 'opencode', name: 'opencode', aliases: [], load: () => import('@modelrack/opencode') },
  { id: 'qwen-code', name: 'Qwen Code', aliases: ['qwen'], load: () => import('@modelrack/qwen-code') },
  { id: 'zed', name: 'Zed', aliases: [], load: () => import('@modelrack/zed') },
];

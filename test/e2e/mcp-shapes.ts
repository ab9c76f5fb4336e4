import { keyVariable } from './rack.ts';

export const node = process.execPath;
const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** Where each tool wants it, as its own releases were seen to read it. */
export const serverShapes: Record<
  string,
  [file: string, path: readonly (string | number)[], entry: (script: string) => object]
> = {
  'claude-code': [
    '.claude.json',
    ['mcpServers', 'modelrack'],
    (s) => ({ type: 'stdio', command: node, args: [s, 'mcp'] }),
  ],
  cline: [
    '.cline/data/settings/cline_mcp_settings.json',
    ['mcpServers', 'modelrack'],
    (s) => ({ command: node, args: [s, 'mcp'] }),
  ],
  codex: [
    '.codex/config.toml',
    ['mcp_servers', 'modelrack'],
    (s) => ({ command: node, args: [s, 'mcp'], env_vars: [keyVariable, ...proxies] }),
  ],
  continue: [
    '.continue/config.yaml',
    ['mcpServers', 0],
    (s) => ({ name: 'modelrack', command: node, args: [s, 'mcp'] }),
  ],
  copilot: [
    '.copilot/mcp-config.json',
    ['mcpServers', 'modelrack'],
    (s) => ({ type: 'local', command: node, args: [s, 'mcp'], tools: ['*'] }),
  ],
  crush: [
    '.config/crush/crush.json',
    ['mcp', 'modelrack'],
    (s) => ({ type: 'stdio', command: node, args: [s, 'mcp'] }),
  ],
  droid: [
    '.factory/mcp.json',
    ['mcpServers', 'modelrack'],
    (s) => ({ type: 'stdio', command: node, args: [s, 'mcp'], disabled: false }),
  ],
  goose: [
    '.config/goose/config.yaml',
    ['extensions', 'modelrack'],
    (s) => ({ enabled: true, type: 'stdio', name: 'modelrack', cmd: node, args: [s, 'mcp'] }),
  ],
  gptme: [
    '.config/gptme/config.toml',
    ['mcp', 'servers', 0],
    (s) => ({ name: 'modelrack', enabled: true, command: node, args: [s, 'mcp'] }),
  ],
  kilo: [
    '.config/kilo/kilo.jsonc',
    ['mcp', 'modelrack'],
    (s) => ({ type: 'local', command: [node, s, 'mcp'], enabled: true }),
  ],
  kimi: ['.kimi-code/mcp.json', ['mcpServers', 'modelrack'], (s) => ({ command: node, args: [s, 'mcp'] })],
  librechat: [
    'work/librechat.yaml',
    ['mcpServers', 'modelrack'],
    (s) => ({ type: 'stdio', command: node, args: [s, 'mcp'], env: { [keyVariable]: `\${${keyVariable}}` } }),
  ],
  'mistral-vibe': [
    '.vibe/config.toml',
    ['mcp_servers', 0],
    (s) => ({ name: 'modelrack', transport: 'stdio', command: node, args: [s, 'mcp'] }),
  ],
  openclaw: [
    '.openclaw/openclaw.json',
    ['mcp', 'servers', 'modelrack'],
    (s) => ({ command: node, args: [s, 'mcp'], env: { [keyVariable]: `\${${keyVariable}}` } }),
  ],
  opencode: [
    '.config/opencode/opencode.json',
    ['mcp', 'modelrack'],
    (s) => ({ type: 'local', command: [node, s, 'mcp'], enabled: true }),
  ],
  pi: ['.pi/agent/mcp.json', ['mcpServers', 'modelrack'], (s) => ({ command: node, args: [s, 'mcp'] })],
  'qwen-code': ['.qwen/settings.json', ['mcpServers', 'modelrack'], (s) => ({ command: node, args: [s, 'mcp'] })],
  vscode: [
    '.config/Code/User/mcp.json',
    ['servers', 'modelrack'],
    (s) => ({ type: 'stdio', command: node, args: [s, 'mcp'] }),
  ],
  zed: ['.config/zed/settings.json', ['context_servers', 'modelrack'], (s) => ({ command: node, args: [s, 'mcp'] })],
};

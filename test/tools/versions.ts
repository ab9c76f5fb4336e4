/** Exact releases of the tools that the real-tool suite runs: the one list. */
export interface Release {
  /** Name in the cache, in messages and in tests. */
  readonly name: string;
  /** On npm, or on PyPI where `python` is named, or on crates.io. `{platform}` stands for `<os>-<cpu>`, as in `linux-x64`. */
  readonly package: string;
  readonly version: string;
  /** The command; `{platform}` as above. */
  readonly bin: string;
  /** Script of the package's own that puts the native binary in place; scripts are off while installing. */
  readonly afterInstall?: string;
  /** Wants a newer Node than ours: runs with the `node` of this list. */
  readonly newerNode?: boolean;
  /** From PyPI, into a virtual environment of its own, with a Python of the machine that it runs on. */
  readonly python?: PythonRange;
  /** From crates.io, built here. */
  readonly isCrate?: boolean;
  /** Not in the default run, only with `--all`. */
  readonly extra?: boolean;
  /** The file of tests that runs it, without its ending; default: its name. */
  readonly tests?: string;
  /** This very release is meant: `--latest` leaves it out. */
  readonly pinned?: boolean;
}

/** Both ends count: `3.12`. */
export interface PythonRange {
  readonly from: string;
  readonly to?: string;
}

/** A Node for tools that need a newer one than ours: the part of the npm package `node` for one platform. */
export const newerNode: Release = { name: 'node', package: 'node-{platform}', version: '24.21.0', bin: 'node' };

export const releases: readonly Release[] = [
  { name: 'opencode', package: 'opencode-ai', version: '1.18.33', bin: 'opencode', afterInstall: 'postinstall.mjs' },
  { name: 'codex', package: '@openai/codex', version: '0.171.0', bin: 'codex' },
  {
    name: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.332',
    bin: 'claude',
    afterInstall: 'install.cjs',
  },
  // Not a tool: a client of MCP servers.
  {
    name: 'mcp-inspector',
    package: '@modelcontextprotocol/inspector',
    version: '0.15.0',
    bin: 'mcp-inspector',
    tests: 'mcp',
  },
  // Not a tool: judges servers. It can send its reports away; that stays off.
  { name: 'llmprobe', package: 'llmprobe', version: '0.6.12', bin: 'llmprobe' },
  { name: 'qwen-code', package: '@qwen-code/qwen-code', version: '0.24.4', bin: 'qwen', newerNode: true },
  { name: 'kilo', package: '@kilocode/cli', version: '7.7.7', bin: 'kilo', extra: true },
  {
    name: 'pi',
    package: '@earendil-works/pi-coding-agent',
    version: '1.6.0',
    bin: 'pi',
    newerNode: true,
    extra: true,
  },
  { name: 'droid', package: 'droid', version: '0.215.0', bin: 'droid', extra: true },
  { name: 'openclaw', package: 'openclaw', version: '2026.9.6', bin: 'openclaw', newerNode: true, extra: true },
  { name: 'copilot', package: '@github/copilot', version: '1.0.102', bin: 'copilot', extra: true },
  { name: 'cline', package: 'cline', version: '3.0.65', bin: 'cline', extra: true },
  {
    name: 'claude-code-router',
    package: '@musistudio/claude-code-router',
    version: '2.0.0',
    bin: 'ccr',
    extra: true,
  },
  { name: 'kimi', package: '@moonshot-ai/kimi-code', version: '2.1.0', bin: 'kimi', newerNode: true, extra: true },
  {
    name: 'mistral-vibe',
    package: 'mistral-vibe',
    version: '3.0.2',
    bin: 'vibe',
    python: { from: '3.12' },
    extra: true,
  },
  { name: 'llm', package: 'llm', version: '0.36', bin: 'llm', python: { from: '3.10' }, extra: true },
  {
    name: 'aider',
    package: 'aider-chat',
    version: '0.86.2',
    bin: 'aider',
    python: { from: '3.10', to: '3.12' },
    extra: true,
  },
  { name: 'aichat', package: 'aichat', version: '0.30.0', bin: 'aichat', isCrate: true, extra: true },
  // Its schema: the server needs a database beside it.
  {
    name: 'librechat',
    package: 'librechat-data-provider',
    version: '0.8.524',
    bin: 'librechat-data-provider',
    extra: true,
  },
  { name: 'continue', package: '@continuedev/cli', version: '1.5.47', bin: 'cn', extra: true },
  {
    name: 'goose',
    package: '@aaif/goose-binary-{platform}',
    version: '1.52.0',
    bin: 'goose-binary-{platform}',
    extra: true,
  },
  // Its package loads the program from elsewhere, which not every machine can.
  {
    name: 'crush',
    package: '@charmland/crush',
    version: '0.96.1',
    bin: 'crush',
    afterInstall: 'install.js',
    extra: true,
  },
  // Not a tool: a gateway that tells of its models elsewhere than in the list. Newer releases lack parts on PyPI.
  {
    name: 'litellm',
    package: 'litellm[proxy]',
    version: '1.106.12',
    bin: 'litellm',
    python: { from: '3.10', to: '3.13' },
    extra: true,
    pinned: true,
  },
  // Once more, for what `gateway export litellm` writes.
  {
    name: 'litellm-export',
    package: 'litellm[proxy]',
    version: '1.106.12',
    bin: 'litellm',
    python: { from: '3.10', to: '3.13' },
    extra: true,
  },
  { name: 'gptme', package: 'gptme', version: '0.35.1', bin: 'gptme', python: { from: '3.10' }, extra: true },
  // What npm 11 picks by itself on Node 20, where the newest releases do not fit.
  {
    name: 'claude-code-older',
    package: '@anthropic-ai/claude-code',
    version: '2.1.197',
    bin: 'claude',
    afterInstall: 'install.cjs',
    extra: true,
    pinned: true,
  },
  {
    name: 'pi-older',
    package: '@earendil-works/pi-coding-agent',
    version: '0.74.2',
    bin: 'pi',
    extra: true,
    pinned: true,
  },
  {
    name: 'qwen-code-older',
    package: '@qwen-code/qwen-code',
    version: '0.15.10',
    bin: 'qwen',
    extra: true,
    pinned: true,
  },
  // What the packed command has to run on, from the oldest on.
  { name: 'node-20', package: 'node-{platform}', version: '20.19.0', bin: 'node', extra: true, pinned: true },
  { name: 'node-22', package: 'node-{platform}', version: '22.19.0', bin: 'node', extra: true, pinned: true },
  { name: 'node-24', package: 'node-{platform}', version: '24.21.0', bin: 'node', extra: true, pinned: true },
];

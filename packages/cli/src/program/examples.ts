import type { Command } from 'commander';

/** Under the help of a command, by its words. */
const examples: Readonly<Record<string, readonly string[]>> = {
  '': ['modelrack', 'modelrack setup opencode codex', 'modelrack list sonnet', 'modelrack doctor'],
  setup: [
    'modelrack setup',
    'modelrack setup opencode --base-url https://gw.example.com/v1',
    "modelrack setup claude-code --models 'anthropic/*' --default plus",
    'modelrack setup --dry-run',
  ],
  refresh: ['modelrack refresh', 'modelrack refresh opencode --check', 'modelrack refresh --if-older 24h'],
  undo: ['modelrack undo', 'modelrack undo codex --dry-run'],
  remove: ['modelrack remove codex', 'modelrack remove --gateway house --dry-run'],
  'schedule on': ['modelrack schedule on', 'modelrack schedule on --every hourly --dry-run'],
  'schedule off': ['modelrack schedule off'],
  'schedule status': ['modelrack schedule status'],
  run: ['modelrack run claude-code', 'modelrack run opencode -m lite', 'modelrack run codex -- exec "Fix the tests"'],
  'team init': ['modelrack team init'],
  list: ['modelrack list', 'modelrack list sonnet --sort price', 'modelrack list --columns id,window,price'],
  export: ['modelrack export --format yaml', "modelrack export --models 'openai/*' > models.json"],
  status: ['modelrack status', 'modelrack status --json'],
  doctor: ['modelrack doctor', 'modelrack doctor codex --fix', 'modelrack doctor --run opencode'],
  tools: ['modelrack tools', 'modelrack tools --json'],
  pick: ['modelrack pick', 'modelrack pick son 45 --copy', 'modelrack pick gpt mini --first --for opencode'],
  fits: ['modelrack fits lite --tokens 200k', 'modelrack fits plus --thread session.jsonl'],
  'models set': ['modelrack models set house/big --window 128k --vision', 'modelrack models set plus --price 3/15'],
  'models unset': ['modelrack models unset house/big', 'modelrack models unset plus --only price,window'],
  'models list': ['modelrack models list'],
  'connections list': ['modelrack connections list --json'],
  'connections rename': ['modelrack connections rename modelrack house'],
  'connections forget': ['modelrack connections forget house'],
  key: ['modelrack key | pbcopy', 'modelrack key house | wc -c'],
  chat: ['modelrack chat "Name three rivers"', 'git diff | modelrack chat -m plus "Write a commit message"'],
  image: ['modelrack image "a lighthouse at dusk" -o lighthouse.png', 'modelrack image "a fox" -n 2 --size 1024x1024'],
  video: ['modelrack video "waves at night" --seconds 4 -o waves.mp4', 'modelrack video "waves at night" --no-wait'],
  'video status': ['modelrack video status video_123'],
  'video wait': ['modelrack video wait video_123'],
  'video download': ['modelrack video download video_123 -o waves.mp4'],
  speech: ['modelrack speech "Good morning" -o morning.mp3', 'modelrack speech --voice nova --format wav < text.txt'],
  transcribe: ['modelrack transcribe talk.mp3', 'modelrack transcribe talk.mp3 --language en -o talk.txt'],
  embed: ['modelrack embed "a sentence"', 'modelrack embed --lines < sentences.txt'],
  mcp: ['modelrack mcp', 'modelrack mcp --gateway house'],
  'gateway init': ['modelrack gateway init'],
  'gateway start': ['modelrack gateway start', 'modelrack gateway start --port 9000 --log'],
  'gateway status': ['modelrack gateway status --json'],
  'gateway connect': [
    'modelrack gateway connect openai --api-key-env OPENAI_API_KEY',
    'modelrack gateway connect house --base-url http://box/v1 --no-key',
  ],
  'gateway models': ['modelrack gateway models', 'modelrack gateway models --suggest'],
  'gateway tiers list': ['modelrack gateway tiers list'],
  'gateway tiers set': ['modelrack gateway tiers set lite openai/gpt-5-mini groq/llama-4'],
  'gateway tiers add': ['modelrack gateway tiers add plus openai/gpt-5'],
  'gateway tiers rename': ['modelrack gateway tiers rename lite small'],
  'gateway tiers unset': ['modelrack gateway tiers unset lite'],
  'gateway keys list': ['modelrack gateway keys list'],
  'gateway keys create': ["modelrack gateway keys create laptop --models 'openai/*'"],
  'gateway keys revoke': ['modelrack gateway keys revoke laptop'],
  'gateway export litellm': ['modelrack gateway export litellm > config.yaml'],
  bridge: ['modelrack bridge', 'modelrack bridge --base-url https://gw.example.com/v1 --port 9000'],
  completion: [
    'eval "$(modelrack completion bash)"',
    'modelrack completion fish > ~/.config/fish/completions/modelrack.fish',
  ],
};

export function examplesOf(command: Command): readonly string[] {
  return examples[wordsOf(command)] ?? [];
}

/** Without the program's own name. */
function wordsOf(command: Command): string {
  if (command.parent === null) return '';
  return `${wordsOf(command.parent)} ${command.name()}`.trim();
}

import {
  defineTool,
  isOlder,
  levelsOf,
  withWindow,
  type Change,
  type Json,
  type PlanInput,
  type ToolModel,
} from '@modelrack/tool-kit';

export default defineTool({
  id: 'vscode',
  name: 'VS Code Copilot Chat',
  aliases: ['code'],
  homepage: 'https://code.visualstudio.com/docs/copilot/customization/language-models',
  verified: '1.122',
  verification: 'schema',
  detect: { bin: ['code'], places: [{ config: 'Code/User' }] },
  files: [{ id: 'main', format: 'jsonc', top: 'list', places: [{ config: 'Code/User/chatLanguageModels.json' }] }],
  wires: ['chat'],
  modelChoice: 'many',
  picks: 'the model menu of the chat view',
  // Kept in the secret storage; the file only refers to it, in a form that VS Code alone can make.
  key: ['manual'],
  baseUrl: 'api-root',
  interpolates: ['${'],
  exclusive: false,
  pointsTo: [{ file: 'main', at: ['*', 'models', '*'], url: ['url'] }],
  switchLine: (id, gateway) => `${gateway}: ${id}`,
  mcp: {
    file: { id: 'servers', format: 'jsonc', onlyUsual: true, places: [{ config: 'Code/User/mcp.json' }] },
    path: ['servers'],
    fields: { type: 'stdio' },
    note: 'VS Code asks before it starts the MCP server for the first time',
  },
  session: {
    missing: 'an editor that is already running is not started again, and it reads its models only from its file',
  },
  plan,
});

function plan({ gateway, models, defaultModel, version, file }: PlanInput): readonly Change[] {
  const main = file('main');
  const group = [{ item: { vendor: 'customendpoint', name: gateway.id } }];
  const { known, leftOut } = withWindow(models, 'VS Code', hasLimits);
  const apiKey = main.get([...group, 'apiKey']);
  const changes: Change[] = [
    // What VS Code has put there itself stays.
    main.set([...group, 'apiKey'], '', 'missing'),
    main.set([...group, 'apiType'], 'chat-completions'),
    main.own(
      [...group, 'models'],
      known.map((model) => ({ id: model.id, fields: rowFields(model, `${gateway.url}/chat/completions`) })),
      { as: 'list', key: 'id' },
    ),
  ];
  const notes: string[] = [];
  if ((apiKey ?? '') === '' && models.length > 0) {
    const what = gateway.key.form === 'manual' && gateway.key.isNone === true ? 'any word as the key' : 'the key';
    notes.push(
      `enter ${what} in VS Code once: Command Palette, Chat: Manage Language Models, ${gateway.id}, Update API Key`,
    );
  }
  if (isOlder(version, '1.122'))
    notes.push(`VS Code ${version} may not know these models: "customendpoint" came with 1.122`);
  if (defaultModel !== undefined) notes.push('VS Code keeps no default model in this file: choose it in the chat view');
  return [...changes, ...leftOut, ...notes.map((text): Change => ({ kind: 'note', text }))];
}

function hasLimits({ contextWindow, outputLimit }: ToolModel): boolean {
  return contextWindow !== undefined && outputLimit !== undefined && outputLimit < contextWindow;
}

/** All seven are demanded; input and output make up the window. */
function rowFields(model: ToolModel, url: string): Record<string, Json> {
  const { id, label, contextWindow = 0, outputLimit = 0, vision, tools } = model;
  return {
    id,
    name: label,
    url,
    // Without it a model does not show up in agent mode.
    toolCalling: tools ?? true,
    vision: vision ?? false,
    maxInputTokens: contextWindow - outputLimit,
    maxOutputTokens: outputLimit,
    ...(levelsOf(model).length === 0 ? {} : { supportsReasoningEffort: levelsOf(model) }),
  };
}

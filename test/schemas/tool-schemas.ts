import type { Schema } from './check-schema.ts';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const tokens: Schema = { type: 'integer', minimum: 1 };

/**
 * Groups of "Custom Endpoint" in `chatLanguageModels.json`: what the manifest of VS Code's chat extension demands
 * of a model (`languageModelChatProviders`), and what its provider demands of an address when it is used.
 */
const vscode: Schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['vendor', 'name'],
    properties: {
      vendor: { type: 'string', enum: ['customendpoint'] },
      name: text,
      apiKey: text,
      apiType: { type: 'string', enum: ['chat-completions', 'responses', 'messages'] },
      models: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'name', 'url', 'toolCalling', 'vision', 'maxInputTokens', 'maxOutputTokens'],
          properties: {
            id: text,
            name: text,
            url: { type: 'string', pattern: /^https?:\/\/.+\/chat\/completions$/ },
            toolCalling: flag,
            vision: flag,
            maxInputTokens: tokens,
            maxOutputTokens: tokens,
          },
        },
      },
    },
  },
};

/** `OpenAiCompatibleSettingsContent` of Zed's settings: one provider that cannot be read takes the others along. */
const zed: Schema = {
  type: 'object',
  properties: {
    language_models: {
      type: 'object',
      properties: {
        openai_compatible: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            required: ['api_url', 'available_models'],
            properties: {
              api_url: text,
              available_models: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['name', 'max_tokens'],
                  properties: {
                    name: text,
                    display_name: text,
                    max_tokens: tokens,
                    max_output_tokens: tokens,
                    capabilities: {
                      type: 'object',
                      required: ['tools', 'images', 'parallel_tool_calls', 'prompt_cache_key'],
                      additionalProperties: flag,
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    agent: {
      type: 'object',
      properties: {
        default_model: { type: 'object', required: ['provider', 'model'], additionalProperties: text },
      },
    },
  },
};

const ability: Schema = { type: 'object', required: ['supported'], properties: { supported: flag } };

/** Raycast's custom providers, as its guides describe them: it was not run. */
const raycast: Schema = {
  type: 'object',
  required: ['providers'],
  properties: {
    providers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'base_url', 'models'],
        properties: {
          id: text,
          name: text,
          base_url: { type: 'string', pattern: /^https?:/ },
          api_keys: { type: 'object', additionalProperties: text },
          models: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'name', 'context'],
              properties: {
                id: text,
                name: text,
                provider: text,
                context: tokens,
                abilities: { type: 'object', additionalProperties: ability },
              },
            },
          },
        },
      },
    },
  },
};

/** By tool: what its main file has to be, for tools that cannot be run here. */
export const toolSchemas: Readonly<Record<string, Schema>> = { raycast, vscode, zed };

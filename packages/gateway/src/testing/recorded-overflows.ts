/** How each of them says that a thread is too long. */
export const overflows: readonly (readonly [string, number, unknown])[] = [
  [
    'OpenAI',
    400,
    {
      error: {
        message:
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 130012 tokens. Please reduce the length of the messages.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  ],
  [
    'OpenAI, Responses',
    400,
    {
      error: {
        message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      },
    },
  ],
  [
    'Anthropic',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 215000 tokens > 200000 maximum' },
    },
  ],
  [
    'Anthropic, with output',
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again',
      },
    },
  ],
  [
    'Gemini',
    400,
    [
      {
        error: {
          code: 400,
          message: 'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
  ],
  [
    'OpenRouter',
    400,
    {
      error: {
        message: "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens.",
        code: 400,
      },
    },
  ],
  [
    'Groq',
    400,
    {
      error: {
        message: 'Please reduce the length of the messages or completion.',
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  ],
  [
    'Together',
    422,
    {
      error: {
        message:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. The prompt length exceeds the context length',
        type: 'invalid_request_error',
      },
    },
  ],
  [
    'Mistral',
    400,
    {
      object: 'error',
      message: 'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      type: 'invalid_request_error',
      code: '3051',
    },
  ],
  [
    'DeepSeek',
    400,
    {
      error: {
        message:
          "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (66000 in the messages, 4000 in the completion).",
        type: 'invalid_request_error',
      },
    },
  ],
  [
    'xAI',
    400,
    {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    },
  ],
  [
    'GitHub',
    400,
    {
      error: {
        message: 'prompt token count of 140000 exceeds the limit of 128000',
        code: 'model_max_prompt_tokens_exceeded',
      },
    },
  ],
  [
    'vLLM',
    400,
    {
      object: 'error',
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens in the messages.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  ],
  [
    'vLLM, newer',
    400,
    {
      error: {
        message:
          "The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that max_model_len is no smaller. It is longer than the model's context length.",
        type: 'BadRequestError',
        code: 400,
      },
    },
  ],
  [
    'SGLang',
    400,
    {
      object: 'error',
      message: "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
      type: 'BadRequestError',
      code: 400,
    },
  ],
  [
    'llama.cpp',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      },
    },
  ],
  [
    'LM Studio',
    400,
    {
      error:
        'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    },
  ],
  [
    'LiteLLM',
    400,
    {
      error: {
        message: "litellm.ContextWindowExceededError: This model's maximum context length is 8192 tokens.",
        type: null,
        param: null,
        code: '400',
      },
    },
  ],
  [
    'Fireworks',
    400,
    {
      error: {
        object: 'error',
        type: 'invalid_request_error',
        message: 'The prompt is too long: 40000, model maximum context length: 32767',
      },
    },
  ],
  [
    'Qwen',
    400,
    {
      error: {
        message: 'Range of input length should be [1, 129024]',
        type: 'invalid_request_error',
        code: 'invalid_parameter_error',
      },
    },
  ],
  ['Bedrock', 400, { message: 'Input is too long for requested model.' }],
  ['a 413 without words', 413, ''],
];

/** How upstreams say that a thread is too long: codes first, then words. Each has a recorded body in the tests. */
export const overflowCodes: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'model_max_prompt_tokens_exceeded',
  'context_window_exceeded',
  'string_above_max_length_of_context',
]);

export const overflowWords: readonly RegExp[] = [
  /maximum context length/iu,
  /longer than the model'?s context length/iu,
  /(?:prompt|^input) is too long/iu,
  /exceeds the available context size/iu,
  /exceeds? the (?:model'?s |maximum )?context (?:window|length|size)/iu,
  /context (?:window|length|size) (?:exceeded|is exceeded|limit)/iu,
  /input token count .{0,40}exceeds the maximum number of tokens/iu,
  /maximum prompt length is \d+/iu,
  /too large for model with \d+ maximum context/iu,
  /(?:input|prompt) (?:length|tokens?) .{0,60}(?:must be less than|should be|exceeds?|cannot be greater)/iu,
  /trying to keep the first \d+ tokens when context the overflows/iu,
  /reduce the length of the (?:messages|input|prompt)/iu,
  /range of input length should be/iu,
];

/** How they say that the model cannot do what was asked for: another one may. */
export const capabilityCodes: ReadonlySet<string> = new Set([
  'unsupported_parameter',
  'unsupported_value',
  'unsupported_country_region_territory',
  'model_not_supported',
  'unsupported_api_for_model',
]);

export const capabilityWords: readonly RegExp[] = [
  /does(?: not|n't) support (?:tools?|tool use|function|images?|vision|audio|multimodal|streaming|thinking|reasoning|system|json|response_format|file)/iu,
  /(?:tools?|tool use|function calling|images?|vision|image input|image_url|audio) (?:is|are) not supported/iu,
  /not (?:a )?(?:multimodal|vision) model/iu,
  /no endpoints found that support/iu,
  /unsupported parameter/iu,
  /image input is not supported|at most 0 images?/iu,
];

export const quotaWords: readonly RegExp[] = [
  /insufficient[_ ](?:quota|credits?|balance|funds)/iu,
  /exceeded your current quota/iu,
  /budget[_ ](?:has been )?exceeded/iu,
  /credit balance is too low/iu,
  /out of credits?|billing_hard_limit|payment required/iu,
];

/** With 400, from providers that answer a wrong key so. */
export const authWords: readonly RegExp[] = [
  /incorrect api key/iu,
  /api[_ ]key[_ ](?:not valid|invalid)/iu,
  /invalid api[_ -]?key/iu,
];

export const goneCodes: ReadonlySet<string> = new Set([
  'model_not_found',
  'model_not_available',
  'invalid_model',
  'unknown_model',
]);

export const goneWords: readonly RegExp[] = [
  /model .{1,120} (?:does not exist|not found|is not found|was not found|is not available|has been (?:deprecated|decommissioned|retired))/iu,
  /is not a valid model id/iu,
  /unknown model|no such model|invalid model name/iu,
];

export const refusalCodes: ReadonlySet<string> = new Set([
  'content_filter',
  'content_policy_violation',
  'moderation_blocked',
  'responsibleaipolicyviolation',
]);

export { answerTo, remedyFor, suggestionsFor, type Answer, type Suggestion } from './answer.ts';
export { aliasEntries } from './alias-entries.ts';
export { prefix } from './prefix.ts';
export { firstCommands } from './first-commands.ts';
export { listFile, readKnownModels, type KnownModels, type ListedModel } from './known-models.ts';
export { promptAnswer, readSentPrompt } from './prompt-hook.ts';
export type { Companion, CompanionFiles, CompanionRequest } from './companion.ts';

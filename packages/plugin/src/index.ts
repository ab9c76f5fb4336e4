export { answerTo, remedyFor, suggestionsFor } from './answer.ts';
export { aliasEntries } from './alias-entries.ts';
export { prefix } from './prefix.ts';
export { firstCommands } from './first-commands.ts';
export { listFile, readKnownModels, type KnownModels } from './known-models.ts';
export { promptAnswer, readSentPrompt } from './prompt-hook.ts';
export type { Companion, CompanionFiles, CompanionRequest } from './companion.ts';

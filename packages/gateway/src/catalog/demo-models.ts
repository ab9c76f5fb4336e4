import type { ModelRow } from '../types.ts';

/** What a gateway without any connection serves: one demo responder under names that say so. */
export const demoModels: readonly ModelRow[] = [
  { id: 'lite', resolves_to: ['demo/chat'] },
  { id: 'plus', resolves_to: ['demo/long'] },
  { id: 'ultra', resolves_to: ['demo/huge'] },
  { id: 'demo/chat', display_name: 'Demo chat', context_window: 32_768 },
  { id: 'demo/echo', display_name: 'Demo echo', context_window: 32_768 },
  { id: 'demo/huge', display_name: 'Demo, huge window', context_window: 1_048_576 },
  { id: 'demo/long', display_name: 'Demo, long window', context_window: 131_072 },
  { id: 'demo/small', display_name: 'Demo, small window', context_window: 4096 },
];

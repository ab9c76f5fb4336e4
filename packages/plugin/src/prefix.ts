/** What people type behind the slash: it begins every name of ours. */
export const prefix = 'm-';

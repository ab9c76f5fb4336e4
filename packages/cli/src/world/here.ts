import type { Platform } from '@modelrack/tool-kit';

/** Of the shell into which a person types what a hint says. */
export const here: Platform = process.platform === 'win32' ? 'win32' : 'linux';

import { RackError } from '@modelrack/errors';
import type { FormatEditor } from './types.ts';
export const tomlEditor: FormatEditor = {
  read() {
    throw new RackError('internal', 'not yet');
  },
  edit() {
    throw new RackError('internal', 'not yet');
  },
};

import { describe, expect, test } from 'vitest';
import { jsonGrammar } from '../json/json-grammar.ts';
import type { Edit, Splice } from '../types.ts';
import { editDocument } from './edit-document.ts';
import type { Grammar } from './grammar.ts';

const text = '{ "a": 1, "b": "secret" /* c */ }\n';
const parsed = jsonGrammar.parse({ format: 'jsonc', name: 'f', text, bom: false, eol: '\n', top: 'map' });
const edits: readonly Edit[] = [{ op: 'set', path: ['a'], value: 2 }];
const at = (part: string, put: string): Splice => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
  text: put,
});

function editedBy(splices: readonly Splice[], grammar: Partial<Grammar> = {}): unknown {
  try {
    return editDocument(
      { ...jsonGrammar, planSets: ({ document }) => (document === parsed.document ? [...splices] : []), ...grammar },
      parsed,
      edits,
    );
  } catch (error) {
    return error;
  }
}

describe('a plan that is wrong is found out', () => {
  test.each<[string, readonly Splice[], string]>([
    ['it does not parse', [at('1,', '2')], 'the result does not parse'],
    ['another value changes', [at('1', '2'), at('"secret"', '"x"')], 'the values are not as planned'],
    ['the value is another', [at('1', '3')], 'the values are not as planned'],
    ['a comment swallows what follows', [at('1', '2 /* ')], 'something outside the change is not as before'],
    ['a token is cut in two', [at('secr', 'x" /*'), at('1', '2')], 'something outside the change is not as before'],
    ['the end of the file changes', [at('1', '2'), at('\n', '')], 'the end of the file changed'],
    ['two changes of one place', [at('"a": 1', '"a": 2'), at('1', '2')], 'it could not be planned'],
  ])('%s', (_, splices, what) => {
    const error = editedBy(splices);
    expect(error).toMatchObject({ code: 'internal', path: 'f', message: expect.stringContaining(what) });
    expect(JSON.stringify(error) + String(error)).not.toContain('secret');
  });

  test('it would go on changing: what it sets is compared, and is not what is wanted', () => {
    const error = editedBy([], {
      planSets: ({ document }) => [
        { start: document.text.indexOf('1'), end: document.text.indexOf('1') + 1, text: '21' },
      ],
    });
    expect(error).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('the values are not as planned'),
    });
  });

  test('the second parser disagrees', () => {
    const confirm = () => {
      throw new Error('secret');
    };
    const error = editedBy([at('1', '2')], { confirm });
    expect(error).toMatchObject({ code: 'internal', message: expect.stringContaining('does not parse') });
    expect(error).not.toHaveProperty('cause');
  });

  test('a right one passes', () => {
    expect(editedBy([at('1', '2')])).toMatchObject({ passes: [[{ text: '2' }]] });
  });
});

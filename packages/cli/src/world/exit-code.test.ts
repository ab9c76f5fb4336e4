import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '@modelrack/errors';
import { exitCodeOf, exitCodeOfRun } from './exit-code.ts';

const codes: readonly (readonly [ErrorCode, number])[] = [
  ['internal', 1],
  ['disk-full', 1],
  ['usage', 2],
  ['missing-answer', 2],
  ['file-invalid', 3],
  ['file-not-writable', 3],
  ['unreachable', 4],
  ['timeout', 4],
  ['server', 4],
  ['rate-limit', 4],
  ['quota', 4],
  ['key-missing', 5],
  ['auth', 5],
  ['forbidden', 5],
  ['not-found', 6],
  ['missing-wire', 6],
  ['no-match', 9],
  ['interrupted', 130],
];

describe('exitCodeOf', () => {
  it.each(codes)('%s is %i', (code, expected) => {
    expect(exitCodeOf(code)).toBe(expected);
  });
});

type Status = Parameters<typeof exitCodeOfRun>[0][number]['status'];
const outcome = (status: Status, code?: ErrorCode, isNamed = true) => ({
  status,
  isNamed,
  error: code === undefined ? null : { code, message: '', path: null, line: null, column: null, hint: null },
});

const runs = [
  ['nothing to do', [], false, 0],
  ['all written', [outcome('written'), outcome('unchanged')], false, 0],
  ['check without changes', [outcome('unchanged')], true, 0],
  ['check with changes', [outcome('unchanged'), outcome('would-change')], true, 7],
  ['dry run with changes', [outcome('would-change')], false, 0],
  ['one refused', [outcome('refused', 'file-invalid')], false, 3],
  ['one refused, one written', [outcome('refused', 'file-invalid'), outcome('written')], false, 8],
  ['check, one refused, one to change', [outcome('refused', 'file-invalid'), outcome('would-change')], true, 8],
  ['consent missing, alone', [outcome('skipped', 'needs-consent')], false, 2],
  ['consent missing, another written', [outcome('skipped', 'needs-consent'), outcome('written')], false, 8],
  [
    'consent missing, not named',
    [outcome('skipped', 'needs-consent', false), outcome('written', undefined, false)],
    false,
    0,
  ],
  ['consent missing, not named, alone', [outcome('skipped', 'needs-consent', false)], false, 0],
  ['wire missing, alone', [outcome('skipped', 'missing-wire')], false, 6],
  ['wire missing, not named', [outcome('skipped', 'missing-wire', false)], false, 0],
  ['no project file, alone', [outcome('skipped', 'no-project-file')], false, 2],
  [
    'refused though not named',
    [outcome('refused', 'file-shape', false), outcome('written', undefined, false)],
    false,
    8,
  ],
  ['two causes, none done', [outcome('refused', 'file-shape'), outcome('skipped', 'missing-wire')], false, 8],
  ['disk full', [outcome('failed', 'disk-full'), outcome('failed', 'disk-full')], false, 1],
] as const;

describe('exitCodeOfRun', () => {
  it.each(runs)('%s', (_, outcomes, isCheck, expected) => {
    expect(exitCodeOfRun(outcomes, isCheck)).toBe(expected);
  });
});

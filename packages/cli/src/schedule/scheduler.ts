import type { Machine } from '@modelrack/setup';

export type Often = 'hourly' | 'daily';

/** What is to run, and how often. */
export interface Job {
  /** By absolute paths: nothing else is on the PATH of a scheduled program. */
  readonly command: readonly string[];
  readonly often: Often;
  /** Set where the user moved our folders: a scheduled program has none of the shell's variables. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A program with its arguments. */
export type Call = readonly [string, ...string[]];

/** What a system starts programs by. */
export interface Scheduler {
  readonly id: 'systemd' | 'launchd' | 'task-scheduler' | 'cron';
  readonly name: string;
  /** Files that are ours as a whole, by absolute path. */
  files(machine: Machine, job: Job): Readonly<Record<string, string>>;
  /** As the system wants the bytes of these files. */
  readonly encoding: 'utf-8' | 'utf-16';
  /** The user's own table of jobs with ours in it, or without; only cron has one. */
  readonly table?: {
    with(text: string, job: Job): string;
    without(text: string): string;
  };
  /** After the files are written. */
  start(machine: Machine): readonly Call[];
  /** Before the files are taken away. */
  stop(machine: Machine): readonly Call[];
  /** After that. */
  readonly afterwards: readonly Call[];
}

/** In the first lines of every file of ours. */
export const mark = 'Made by "modelrack schedule on"; "modelrack schedule off" removes it.';

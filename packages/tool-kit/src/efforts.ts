import type { ToolModel } from './types.ts';

/** Levels of reasoning that a request may name, the lowest first; empty where none are stated. */
export function levelsOf({ efforts }: ToolModel): readonly string[] {
  return efforts ?? [];
}

/** Says whether a request may name a level, whatever the levels are. */
export function takesLevel({ efforts, takesEffort }: ToolModel): boolean {
  return efforts === undefined ? takesEffort === true : efforts.length > 0;
}

/** For a tool that sends a level unasked: the stated default, else the middle, else the lowest that reasons. */
export function startLevel(model: ToolModel): string | undefined {
  const levels = levelsOf(model);
  if (model.defaultEffort !== undefined) return model.defaultEffort;
  return levels.includes('medium') ? 'medium' : levels.find((level) => !isOff(level));
}

/** A word that switches reasoning off, where it is one of the levels. */
export function isOff(level: string): boolean {
  return level === 'none' || level === 'off';
}

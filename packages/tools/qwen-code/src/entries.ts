import { commandLine, type Change, type PlanInput } from '@modelrack/tool-kit';

/**
 * The hook that answers `/m-…` entries in place of a model. The field that names it is none that Qwen Code knows:
 * it reads past it.
 */
export function entryChanges({ companion, gateway, file, platform }: PlanInput): Change[] {
  if (companion === undefined) return [];
  const list = `${companion.folder}${platform === 'win32' ? '\\' : '/'}models.json`;
  const command = commandLine([...companion.command, 'hook', 'prompt', list], platform);
  const group = { item: { description: gateway.id } };
  return [file('main').set(['hooks', 'UserPromptSubmit', group, 'hooks'], [{ type: 'command', command }])];
}

import {
  commandLine,
  type Change,
  type FileSpec,
  type PlanInput,
  type StartHook,
  type ToolDefinition,
} from '@modelrack/tool-kit';

/** The tool with the file of its hooks, and among what it plans the one by which its own start brings it up to date. */
export function withStart(tool: ToolDefinition, hook: StartHook, command: readonly string[]): ToolDefinition {
  return {
    ...tool,
    files: typeof hook.file === 'string' ? tool.files : [...tool.files, hook.file],
    callsUs: true,
    plan: (input) => [...tool.plan(input), ...hookChanges(hook, command, input)],
  };
}

/** The first whose file is there: with it the tool looks at no other. Else the last, whose file is made. */
export function startHookOf(
  { atStart = [] }: ToolDefinition,
  isThere: (spec: FileSpec) => boolean,
): StartHook | undefined {
  return atStart.find(({ file }) => typeof file !== 'string' && isThere(file)) ?? atStart.at(-1);
}

function hookChanges(
  hook: StartHook,
  command: readonly string[],
  { gateway, platform, file }: PlanInput,
): readonly Change[] {
  const { path, inGroups, entry, needs } = hook;
  const there = file(typeof hook.file === 'string' ? hook.file : hook.file.id);
  const line = commandLine([...command, 'hook', 'session-start', gateway.id], platform);
  const list = inGroups === true ? [...path, { item: { description: gateway.id } }, 'hooks'] : path;
  return [
    ...(needs === undefined ? [] : [there.set(needs.path, needs.value, 'needed')]),
    there.set(list, [entry(line)]),
  ];
}

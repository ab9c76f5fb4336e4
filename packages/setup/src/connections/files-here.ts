import type { Ledger } from '@modelrack/config-edit';
import { isWithin } from '../machine/home-path.ts';
import type { Connection, Machine, ToolChoice } from '../machine/types.ts';

/**
 * The connection as this home folder has it: files that were named in the one that it was copied from, or that it was
 * called before, stand for the same files here, and nothing there is ever touched.
 */
export function withFilesHere(machine: Machine, ledger: Ledger, connection: Connection): Connection {
  const isOutside = (path: string): boolean => !isWithin(machine, machine.home, path);
  const choices = Object.entries(connection.tools);
  if (!choices.some(([, { files = [] }]) => files.some(isOutside))) return connection;
  const fileHere = (tool: string, path: string): readonly string[] => {
    const records = ledger.list().filter((record) => record.tool === tool && connection.name in record.owners);
    if (!isOutside(path) || records.some((record) => record.path === path)) return [path];
    const here = records.find((one) => !isOutside(one.path) && path.endsWith(one.path.slice(machine.home.length)));
    if (here !== undefined) return [here.path];
    return ledger.paths().includes(path) ? [] : [path];
  };
  const tools = choices.map(([tool, { files, ...rest }]): [string, ToolChoice] => {
    return [tool, files === undefined ? rest : { ...rest, files: files.flatMap((path) => fileHere(tool, path)) }];
  });
  return { ...connection, tools: Object.fromEntries(tools) };
}

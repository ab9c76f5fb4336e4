import { probeWire, type Wire } from '@modelrack/catalog';
import type { Variables } from '@modelrack/http';
import type { ModelList } from '../../lists/model-list.ts';
import { failure, fine, info, unchecked, type Finding } from '../finding.ts';

const wires: readonly (readonly [Wire, string, string])[] = [
  ['chat', '/v1/chat/completions', ''],
  ['messages', '/v1/messages', '; Claude Code needs it'],
  ['responses', '/v1/responses', '; Codex CLI needs it'],
];

/** Asked now, whatever is remembered. A wire that is missing matters to the tools that speak it and are set up. */
export async function checkWires(
  list: ModelList,
  { needs, variables }: { needs: ReadonlyMap<Wire, readonly string[]>; variables: Variables },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [wire, route, who] of wires) {
    const about = ['wire', route] as const;
    const state = await probeWire({
      apiRoot: list.catalog.apiRoot,
      key: list.target.key || undefined,
      wire,
      variables,
    });
    if (state === 'present') findings.push(fine(about, 'offered'));
    else if (state === 'unknown')
      findings.push(unchecked(about, `the gateway did not say whether it offers this${who}`));
    else findings.push(missing(list.catalog.apiRoot, about, { who, tools: needs.get(wire) ?? [] }));
  }
  return findings;
}

function missing(
  apiRoot: string,
  about: readonly ['wire', string],
  { who, tools }: { who: string; tools: readonly string[] },
): Finding {
  const fix = `modelrack bridge --base-url ${apiRoot}`;
  if (tools.length === 0)
    return info(about, `not offered${who}`, { fix: about[1].endsWith('completions') ? null : fix });
  return failure(about, `not offered, and ${tools.join(', ')} ${tools.length === 1 ? 'needs' : 'need'} it`, {
    code: 'missing-wire',
    fix,
    hint: 'a bridge serves it from chat completions: set the tool up with the address of the bridge',
  });
}

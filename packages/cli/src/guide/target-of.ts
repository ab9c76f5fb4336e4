import type { Connection } from '@modelrack/setup';
import { checkConnectionName } from '../connections/connection-name.ts';
import { literalKey, noKey, keyFromFlags, type FoundKey } from '../connections/key-source.ts';
import { defaultName, keyIfKnown } from '../connections/saved-connections.ts';
import { withKey, type Target } from '../connections/target.ts';
import { back, orBack, type Back } from '../terminal/or-back.ts';
import type { Context } from '../world/context.ts';
import type { Candidate } from './candidate.ts';
import { askForKey } from './check-gateway.ts';
import type { Survey } from './draft.ts';

/** What is to be asked, with its key: the one that the candidate knows, else one that is typed. */
export async function targetOf(context: Context, survey: Survey, candidate: Candidate): Promise<Target | Back> {
  const { saved, key, apiRoot } = candidate;
  if (saved !== undefined) return savedTarget(context, survey, { saved, apiRoot });
  const name = await nameFor(context, survey, apiRoot);
  if (name === back) return back;
  const empty = { name, apiRoot, key: { none: true }, tools: {} } as const;
  const found = (await keyFromFlags(context, survey.options)) ?? (await keyOf(context, key));
  if (found === back) return back;
  return withKey({ connection: empty, key: '', newKey: undefined, saved: undefined }, found);
}

async function savedTarget(
  context: Context,
  { options }: Survey,
  { saved, apiRoot }: { readonly saved: Connection; readonly apiRoot: string },
): Promise<Target | Back> {
  const target: Target = { connection: { ...saved, apiRoot }, key: '', newKey: undefined, saved };
  const named = await keyFromFlags(context, options);
  if (named !== undefined) return withKey(target, named);
  const key = await keyIfKnown(context, saved);
  if (key !== undefined) return { ...target, key };
  const where = 'env' in saved.key ? `The variable ${saved.key.env} is not set here` : 'Its key file is gone';
  context.printer.note(`${where}: type the key of ${saved.name}.`);
  const found = await askForKey(context);
  return found === back ? back : withKey(target, found);
}

async function keyOf(context: Context, key: Candidate['key']): Promise<FoundKey | Back> {
  if ('env' in key) {
    const found = await keyFromFlags(context, { apiKeyEnv: key.env });
    if (found !== undefined) return found;
  }
  if ('literal' in key) return literalKey(context, key.literal);
  return 'none' in key ? { ...noKey, isGuessed: true } : askForKey(context);
}

/** The usual name as long as no other gateway has it. */
async function nameFor(context: Context, { saved, options }: Survey, apiRoot: string): Promise<string | Back> {
  if (options.gateway !== undefined) return checkConnectionName(options.gateway);
  const taken = new Set(saved.map(({ name }) => name));
  if (!taken.has(defaultName)) return defaultName;
  const { askRead } = await import('../terminal/questions.ts');
  const read = (typed: string) => {
    const name = checkConnectionName(typed.trim());
    if (taken.has(name)) throw new Error(`another gateway is called ${name}`);
    return name;
  };
  return orBack(context, (asking) =>
    askRead(asking, 'A name for this gateway, as your tools show it:', { read, fallback: proposal(apiRoot, read) }),
  );
}

/** A word of the host that can be a name. */
function proposal(apiRoot: string, read: (typed: string) => string): string {
  const words = new URL(apiRoot).hostname.toLowerCase().split(/[^a-z]+/);
  for (const word of [...words, ...words.map((each) => `my${each}`), 'second', 'third']) {
    try {
      if (word !== 'www' && word !== 'api') return read(word.slice(0, 24));
    } catch {
      // Taken, reserved, or no name.
    }
  }
  return '';
}
